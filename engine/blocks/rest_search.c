/* The search of a crux. This file is compiled once for each size of its sets, as the Makefile says. How it works, and
 * why what it shows is true:
 *
 *     pairs     Lines that can be given two cells of their own are held for good. What a largest assignment of cells to
 *               lines cannot serve is the crux: the lines that lack a cell, and every line that holds one of their
 *               cells, and so on (Dulmage and Mendelsohn 1958). All empty cells of its lines belong to the crux, so the
 *               others keep their pairs, and only the crux is searched. Its lack is 2 * lines - cells.
 *     parts     Parts of the crux without a common cell are games of their own.
 *     weight    A part whose sum of 2^-(empty cells) is below 1/2 is held (Erdos and Selfridge 1973).
 *     exchange  Of a line with two empty cells, one of which is on no other line, the attacker may take the other at
 *               any time, and the answer is forced and stops nothing else. It is played at once.
 *     carrier   What was shown used certain cells. An attack on any other cell can be answered as if it had been the
 *               one that was searched. An attack on a cell of a single line is never better than one on a crossing of
 *               the same line, nor is an answer.
 *     known     A part that holds does so at any depth; one that fails is searched again where there is more depth, and
 *               the attack that refuted it comes first.
 *     depth     The depth grows step by step. An attack adds one to the lack. An answer gains two cells for each line
 *               that it stops, less itself and the cells that are on no other line. At best it is the second of those
 *               with most gain, then the fourth and so on, if the attacker always takes the first. Where that cannot
 *               make good the lack within the depth, the search goes no further. At the last depth pairs must do.
 *     refuted   What failed did so on certain lines. An answer that stops none of these fails as well. If no limit of
 *               depth had a part in it, it fails at any depth.
 *
 * Sets are machine words, positions are copied, and assignments are repaired, not made anew: after a stone, only lines
 * that lost a cell look for another. */
#include <stdlib.h>
#include <string.h>

#include "blocks/crux.h"

enum {
    REST_CELLS_MAX = 64 * REST_CELL_WORDS,
    REST_LINES_MAX = 64 * REST_LINE_WORDS,
    FULL_WEIGHT = 1 << EDGE_MAX, /* of a line without an empty cell */
    KNOWN_BITS = 16,
    DEPTHS_MAX = REST_CELLS_MAX / 2 + 2,
};

/* A position: lines without a stone of the defender, and empty cells on them. What stands in the other sets of cells
 * and lines that are not there any more does not matter. */
typedef struct {
    RestLines lines;
    RestCells cells;
    RestCells assigned;            /* cells that a line has, */
    uint8_t owner[REST_CELLS_MAX]; /* and which */
    RestLines with_one, with_two;  /* lines that have at least one cell, and two */
} Node;

/* What is known of a part. */
typedef struct {
    uint32_t run;     /* of the search that found it out; others number cells differently */
    uint8_t fails_at; /* no proof within so many moves of the attacker; DEPTHS_MAX: at no depth */
    bool holds;
    int16_t attack;    /* by which it failed last, or -1 */
    RestLines refuted; /* and on which lines */
    RestLines lines;
    RestCells cells;
    RestCells used;
} Known;

/* Why the last search failed: any position with these lines, and the same empty cells on them, fails too. */
typedef struct {
    RestLines lines;
    bool is_final; /* at any depth */
} Refutation;

typedef struct {
    RestCells line_cells[REST_LINES_MAX];
    RestLines cell_lines[REST_CELLS_MAX];
    RestEffort *effort;
    bool is_spent;
    Refutation refutation;
    uint32_t run;
    Known known[1 << KNOWN_BITS];
} CruxSearch;

static inline RestCells cells_left(const CruxSearch *search, const Node *node, int line) {
    return rest_cells_and(search->line_cells[line], node->cells);
}

static inline RestLines lines_at(const CruxSearch *search, const Node *node, int cell) {
    return rest_lines_and(search->cell_lines[cell], node->lines);
}

/* Pairs, and the crux that they leave */

/* A cell more for the line, where other lines may have to change theirs. If there is none, all cells of the line count
 * as tried, its own included. */
static bool find_cell(const CruxSearch *search, Node *node, int line, RestCells *tried) {
    RestCells all = cells_left(search, node, line), left = rest_cells_minus(all, *tried);
    RestCells spare = rest_cells_minus(left, node->assigned);
    int first = rest_cells_next(&spare);
    if (first >= 0) {
        rest_cells_add(&node->assigned, first);
        node->owner[first] = (uint8_t)line;
        return true;
    }
    for (int cell = rest_cells_next(&left); cell >= 0; cell = rest_cells_next(&left)) {
        int owner = node->owner[cell];
        if (owner == line || rest_cells_has(tried, cell)) continue;
        rest_cells_add(tried, cell);
        if (!find_cell(search, node, owner, tried)) continue;
        node->owner[cell] = (uint8_t)line;
        return true;
    }
    *tried = rest_cells_or(*tried, all);
    return false;
}

/* Two cells for the line. False, with all cells that were tried out of reach for good, if there is only one or none. */
static bool serve(const CruxSearch *search, Node *node, int line, RestCells *dead) {
    while (!rest_lines_has(&node->with_two, line)) {
        RestCells tried = *dead;
        if (!find_cell(search, node, line, &tried)) {
            *dead = tried;
            return false;
        }
        rest_lines_add(rest_lines_has(&node->with_one, line) ? &node->with_two : &node->with_one, line);
    }
    return true;
}

/* What stands in the way of pairs: the lines that own a cell which is out of reach. */
static RestLines owners_of(const Node *node, RestCells cells) {
    RestLines owners = {{0}};
    cells = rest_cells_and(cells, node->cells);
    cells = rest_cells_and(cells, node->assigned);
    for (int cell = rest_cells_next(&cells); cell >= 0; cell = rest_cells_next(&cells))
        rest_lines_add(&owners, node->owner[cell]);
    return owners;
}

/* Completes the assignment and cuts the node down to its crux. The pairs outside the crux are added to `used`. If
 * `is_last` is set, the first line without a pair is enough, and what stands in its way. */
static void cut_to_crux(const CruxSearch *search, Node *node, bool is_last, RestCells *used) {
    RestCells dead = {{0}};
    RestLines crux = {{0}}, left = node->lines;
    left = rest_lines_minus(left, node->with_two);
    for (int line = rest_lines_next(&left); line >= 0; line = rest_lines_next(&left)) {
        if (serve(search, node, line, &dead)) continue;
        rest_lines_add(&crux, line);
        if (is_last) break;
    }
    RestCells assigned = rest_cells_and(node->assigned, node->cells);
    *used = rest_cells_or(*used, rest_cells_minus(assigned, dead));
    node->lines = rest_lines_or(crux, owners_of(node, dead));
    node->cells = rest_cells_and(node->cells, dead);
}

/* Stones */

/* A line may lose a cell that it has. */
static void attack_at(Node *node, int cell) {
    rest_cells_remove(&node->cells, cell);
    if (!rest_cells_has(&node->assigned, cell)) return;
    int line = node->owner[cell];
    rest_lines_remove(rest_lines_has(&node->with_two, line) ? &node->with_two : &node->with_one, line);
}

/* Lines that are stopped give their cells back. */
static void defend_at(const CruxSearch *search, Node *node, int cell) {
    RestLines stopped = lines_at(search, node, cell);
    rest_cells_remove(&node->cells, cell);
    node->lines = rest_lines_minus(node->lines, stopped);
    for (int line = rest_lines_next(&stopped); line >= 0; line = rest_lines_next(&stopped)) {
        RestCells left = cells_left(search, node, line);
        left = rest_cells_and(left, node->assigned);
        for (int at = rest_cells_next(&left); at >= 0; at = rest_cells_next(&left)) {
            if (node->owner[at] == line) rest_cells_remove(&node->assigned, at);
        }
    }
}

/* Weights and lacks */

/* Cells on two lines or more. Others need not be tried by either side: a crossing of the same line is better. */
typedef struct {
    RestCells cells;
    int gain[REST_CELLS_MAX];   /* what an answer there takes from the lack */
    int weight[REST_CELLS_MAX]; /* for the mover: the heaviest is tried first */
} Crossings;

typedef enum { ATTACKER, DEFENDER } Mover;

static int line_weight(const CruxSearch *search, const Node *node, int line) {
    RestCells left = cells_left(search, node, line);
    return FULL_WEIGHT >> rest_cells_count(left);
}

static int total_weight(const CruxSearch *search, const Node *node) {
    int total = 0;
    RestLines left = node->lines;
    for (int line = rest_lines_next(&left); line >= 0; line = rest_lines_next(&left))
        total += line_weight(search, node, line);
    return total;
}

/* What a line adds to the weight of each of its crossings. The attacker wants lines that are nearly complete. The
 * defender wants pairs for all lines that are left: gain comes first, and then a line is a line. */
static int weight_for(Mover mover, int empty_cells, int gain) {
    enum { GAIN_WEIGHT = 1 << 16 };
    return mover == ATTACKER ? FULL_WEIGHT >> empty_cells : gain * GAIN_WEIGHT + 2 * EDGE_MAX - empty_cells;
}

static RestCells find_crossings(const CruxSearch *search, const Node *node) {
    RestCells once = {{0}}, twice = {{0}};
    RestLines lines = node->lines;
    for (int line = rest_lines_next(&lines); line >= 0; line = rest_lines_next(&lines)) {
        RestCells left = cells_left(search, node, line);
        twice = rest_cells_or(twice, rest_cells_and(once, left));
        once = rest_cells_or(once, left);
    }
    return twice;
}

/* An answer gains two cells for each of its lines, but for itself and for the cells on no other line. */
static void list_crossings(const CruxSearch *search, const Node *node, Mover mover, Crossings *crossings) {
    RestLines lines = node->lines;
    crossings->cells = find_crossings(search, node);
    for (int i = 0; i < REST_CELLS_MAX; i++) {
        crossings->gain[i] = -1;
        crossings->weight[i] = 0;
    }
    for (int line = rest_lines_next(&lines); line >= 0; line = rest_lines_next(&lines)) {
        RestCells all = cells_left(search, node, line), left = rest_cells_and(all, crossings->cells);
        int count = rest_cells_count(all), gain = 2 - count + rest_cells_count(left);
        int weight = weight_for(mover, count, gain);
        for (int cell = rest_cells_next(&left); cell >= 0; cell = rest_cells_next(&left)) {
            crossings->gain[cell] += gain;
            crossings->weight[cell] += weight;
        }
    }
}

static RestCells with_gain(const Crossings *crossings, int at_least) {
    RestCells cells = crossings->cells, found = {{0}};
    for (int cell = rest_cells_next(&cells); cell >= 0; cell = rest_cells_next(&cells)) {
        if (crossings->gain[cell] >= at_least) rest_cells_add(&found, cell);
    }
    return found;
}

/* Of cells that are not none. */
static int heaviest(const Crossings *crossings, RestCells cells) {
    int best = rest_cells_next(&cells);
    for (int cell = rest_cells_next(&cells); cell >= 0; cell = rest_cells_next(&cells)) {
        if (crossings->weight[cell] > crossings->weight[best]) best = cell;
    }
    return best;
}

static int lack(const Node *node) {
    return 2 * rest_lines_count(node->lines) - rest_cells_count(node->cells);
}

/* How much of the lack this many moves each can make good. Each attack adds one to it. */
static int largest_gain(const Crossings *crossings, int moves) {
    uint8_t count[2 * LINES_PER_CELL_MAX] = {0};
    int sum = 0, gain = 1;
    RestCells cells = crossings->cells;
    for (int cell = rest_cells_next(&cells); cell >= 0 && moves > 0; cell = rest_cells_next(&cells)) {
        int gain_here = crossings->gain[cell];
        if (gain_here > 1) count[gain_here]++;
        if (gain_here > gain) gain = gain_here;
    }
    for (int i = 1; i <= 2 * moves; i++, count[gain]--) {
        while (count[gain] == 0 && gain > 1) gain--;
        if (gain <= 1) break;
        if (i % 2 == 0) sum += gain - 1;
    }
    return sum;
}

/* The search */

static bool holds(CruxSearch *search, const Node *before, int depth, RestCells *used);

/* One line is enough where the attacker is to move. */
static RestLines first_of(RestLines lines) {
    RestLines one = {{0}};
    rest_lines_add(&one, rest_lines_next(&lines));
    return one;
}

/* It fails on these lines. */
static bool refute(CruxSearch *search, RestLines lines, bool is_final) {
    search->refutation = (Refutation){lines, is_final};
    return false;
}

/* It fails as it did below, and because the answer was forced by these lines. */
static bool refute_forced(CruxSearch *search, RestLines lines) {
    search->refutation.lines = rest_lines_or(search->refutation.lines, lines);
    return false;
}

/* Those of the lines with which the attacker threatens: one cell is left, or none. */
static RestLines threatening(const CruxSearch *search, const Node *node, RestLines lines) {
    RestLines found = {{0}};
    for (int line = rest_lines_next(&lines); line >= 0; line = rest_lines_next(&lines)) {
        RestCells left = cells_left(search, node, line);
        if (rest_cells_count(left) <= 1) rest_lines_add(&found, line);
    }
    return found;
}

static RestCells left_on_lines(const CruxSearch *search, const Node *node, RestLines lines) {
    RestCells cells = {{0}};
    for (int line = rest_lines_next(&lines); line >= 0; line = rest_lines_next(&lines))
        cells = rest_cells_or(cells, cells_left(search, node, line));
    return cells;
}

static bool answer_holds(CruxSearch *search, const Node *node, int answer, int depth, RestCells *used) {
    Node next = *node;
    defend_at(search, &next, answer);
    *used = (RestCells){{0}};
    bool fine = holds(search, &next, depth - 1, used);
    rest_cells_add(used, answer);
    return fine;
}

/* An answer in the crux, which is not empty, or -1. */
static int find_answer(CruxSearch *search, const Node *crux, int depth, RestCells *used) {
    Crossings crossings;
    list_crossings(search, crux, DEFENDER, &crossings);
    RestCells open = crossings.cells; /* answers that no refutation of another one refutes */
    RestCells answers = with_gain(&crossings, lack(crux) - largest_gain(&crossings, depth - 1));
    RestCells cut = rest_cells_minus(open, answers);
    Refutation all = {{{0}}, true};
    while (!rest_cells_is_empty(answers) && !search->is_spent) {
        int cell = heaviest(&crossings, answers);
        if (answer_holds(search, crux, cell, depth, used)) return cell;
        all.lines = rest_lines_or(all.lines, search->refutation.lines);
        all.is_final = all.is_final && search->refutation.is_final;
        open = rest_cells_and(open, left_on_lines(search, crux, search->refutation.lines));
        rest_cells_remove(&answers, cell);
        answers = rest_cells_and(answers, open);
    }
    search->refutation = rest_cells_meet(&open, &cut) ? (Refutation){crux->lines, false} : all;
    return -1;
}

/* The attacker has just taken the cell, in a part of the crux. All cells there are assigned: so what is left is still a
 * crux. */
static bool has_answer(CruxSearch *search, Node *node, int attack, int depth, RestCells *used) {
    RestLines short_lines = threatening(search, node, lines_at(search, node, attack));
    RestCells last = left_on_lines(search, node, short_lines);
    int count = rest_cells_count(last);
    if (count > 1) return refute(search, short_lines, true);
    if (count == 1)
        return answer_holds(search, node, rest_cells_next(&last), depth, used) || refute_forced(search, short_lines);
    return find_answer(search, node, depth, used) >= 0;
}

/* Attacks that remain to be answered, and cells that the answers to the others use. */
typedef struct {
    RestCells left, used;
} Attacks;

static bool survives(CruxSearch *search, const Node *part, int attack, int depth, Attacks *attacks) {
    RestCells used = {{0}};
    Node next = *part;
    attack_at(&next, attack);
    if (!has_answer(search, &next, attack, depth, &used)) return false;
    attacks->left = rest_cells_and(attacks->left, used);
    rest_cells_remove(&attacks->left, attack);
    rest_cells_add(&used, attack);
    attacks->used = rest_cells_or(attacks->used, used);
    return true;
}

/* An attack on a cell of a single line is answered as if it had been one on a crossing of this line. So where the
 * defender uses such a cell, it needs one of the crossings too. */
static void use_crossings(const CruxSearch *search, const Node *part, RestCells crossings, RestCells *used) {
    RestCells single = rest_cells_minus(*used, crossings);
    single = rest_cells_and(single, part->cells);
    for (int cell = rest_cells_next(&single); cell >= 0; cell = rest_cells_next(&single)) {
        RestLines line = lines_at(search, part, cell);
        RestCells on_line = cells_left(search, part, rest_lines_next(&line));
        on_line = rest_cells_and(on_line, crossings);
        RestCells in_use = rest_cells_and(on_line, *used);
        if (rest_cells_count(in_use) == 0) rest_cells_add(used, rest_cells_next(&on_line));
    }
}

/* The attack that refuted the part before comes first. */
static bool survives_all(CruxSearch *search, const Node *part, const Crossings *crossings, int depth, int *refuting,
                         RestCells *used) {
    Attacks attacks = {crossings->cells, {{0}}};
    while (!rest_cells_is_empty(attacks.left)) {
        bool is_known = *refuting >= 0 && rest_cells_has(&attacks.left, *refuting);
        int attack = is_known ? *refuting : heaviest(crossings, attacks.left);
        if (survives(search, part, attack, depth, &attacks)) continue;
        *refuting = attack;
        return false;
    }
    use_crossings(search, part, crossings->cells, &attacks.used);
    *used = attacks.used;
    return true;
}

/* The cells of a line with two empty ones, one of which is on no other line; or none. */
static RestCells find_exchange(const CruxSearch *search, const Node *node, RestCells crossings) {
    RestLines lines = node->lines;
    for (int line = rest_lines_next(&lines); line >= 0; line = rest_lines_next(&lines)) {
        RestCells both = cells_left(search, node, line);
        if (rest_cells_count(both) == 2 && !rest_cells_is_empty(rest_cells_minus(both, crossings))) return both;
    }
    return rest_cells_none();
}

/* Plays all exchanges, of which the cells are added to `used`. Returns their lines. */
static RestLines exchange(const CruxSearch *search, Node *node, RestCells *used) {
    RestLines before = node->lines;
    RestCells crossings = find_crossings(search, node), both = find_exchange(search, node, crossings);
    for (; !rest_cells_is_empty(both); both = find_exchange(search, node, crossings)) {
        RestCells single = rest_cells_minus(both, crossings);
        int answer = rest_cells_next(&single);
        *used = rest_cells_or(*used, both);
        rest_cells_remove(&both, answer);
        attack_at(node, rest_cells_next(&both));
        defend_at(search, node, answer);
    }
    return rest_lines_minus(before, node->lines);
}

/* The entry of the part; one of another part is given up. */
static Known *known_part(CruxSearch *search, const Node *part) {
    uint64_t hash = 0;
    for (int i = 0; i < REST_LINE_WORDS; i++) hash = (hash ^ part->lines.word[i]) * UINT64_C(0x9E3779B97F4A7C15);
    for (int i = 0; i < REST_CELL_WORDS; i++)
        hash = (hash ^ hash >> 31 ^ part->cells.word[i]) * UINT64_C(0x9E3779B97F4A7C15);
    Known *known = &search->known[hash >> (64 - KNOWN_BITS)];
    bool is_same = known->run == search->run && memcmp(&known->lines, &part->lines, sizeof part->lines) == 0 &&
                   memcmp(&known->cells, &part->cells, sizeof part->cells) == 0;
    if (!is_same) *known = (Known){.run = search->run, .attack = -1, .lines = part->lines, .cells = part->cells};
    return known;
}

static bool search_part(CruxSearch *search, const Node *part, int depth, int *refuting, RestCells *used) {
    Crossings crossings;
    list_crossings(search, part, ATTACKER, &crossings);
    if (lack(part) > largest_gain(&crossings, depth)) return refute(search, part->lines, false);
    return survives_all(search, part, &crossings, depth, refuting, used);
}

static bool part_holds(CruxSearch *search, const Node *part, int depth, RestCells *used) {
    if (total_weight(search, part) < FULL_WEIGHT / 2) {
        *used = rest_cells_or(*used, part->cells);
        return true;
    }
    const Known *known = known_part(search, part);
    if (known->holds) {
        *used = rest_cells_or(*used, known->used);
        return true;
    }
    if (known->fails_at >= depth) return refute(search, known->refuted, known->fails_at == DEPTHS_MAX);
    RestCells inside = {{0}};
    int refuting = known->attack;
    bool fine = search_part(search, part, depth, &refuting, &inside);
    Known *entry = known_part(search, part);
    if (fine) {
        entry->holds = true;
        entry->used = inside;
        *used = rest_cells_or(*used, inside);
    } else if (!search->is_spent) {
        entry->fails_at = (uint8_t)(search->refutation.is_final ? DEPTHS_MAX : depth);
        entry->refuted = search->refutation.lines;
        entry->attack = (int16_t)refuting;
    }
    return fine;
}

/* The lines that hang together with the first one, and their cells, as a node of their own. */
static void split_off(const CruxSearch *search, Node *node, Node *part) {
    RestLines left = node->lines, waiting = {{0}};
    *part = *node;
    part->cells = (RestCells){{0}};
    part->lines = (RestLines){{0}};
    rest_lines_add(&waiting, rest_lines_next(&left));
    for (int line = rest_lines_next(&waiting); line >= 0; line = rest_lines_next(&waiting)) {
        RestCells cells = cells_left(search, node, line);
        rest_lines_add(&part->lines, line);
        for (int i = 0; i < REST_CELL_WORDS; i++) cells.word[i] &= ~part->cells.word[i];
        part->cells = rest_cells_or(part->cells, cells);
        for (int cell = rest_cells_next(&cells); cell >= 0; cell = rest_cells_next(&cells)) {
            RestLines near = lines_at(search, node, cell);
            near = rest_lines_minus(near, part->lines);
            for (int i = 0; i < REST_LINE_WORDS; i++) waiting.word[i] |= near.word[i];
        }
    }
    node->lines = rest_lines_minus(node->lines, part->lines);
}

static bool parts_hold(CruxSearch *search, Node *crux, int depth, RestCells *used) {
    RestLines short_lines = threatening(search, crux, crux->lines);
    if (!rest_lines_is_empty(short_lines)) return refute(search, first_of(short_lines), true);
    while (!rest_lines_is_empty(crux->lines)) {
        Node part;
        split_off(search, crux, &part);
        if (!part_holds(search, &part, depth, used)) return false;
    }
    return true;
}

static bool effort_is_spent(const RestEffort *effort) {
    return effort->nodes == 0 || watch_step(effort->watch, 1);
}

/* The attacker is to move. Within this many moves of the attacker the defender comes to hold all lines; the cells that
 * this takes are added to `used`. */
static bool holds(CruxSearch *search, const Node *before, int depth, RestCells *used) {
    search->is_spent = search->is_spent || effort_is_spent(search->effort);
    if (search->is_spent) return false;
    search->effort->nodes--;
    Node node = *before;
    cut_to_crux(search, &node, depth == 0, used);
    if (depth == 0) return rest_lines_is_empty(node.lines) || refute(search, node.lines, false);
    RestLines exchanged = exchange(search, &node, used);
    if (!rest_lines_is_empty(exchanged)) cut_to_crux(search, &node, false, used);
    return parts_hold(search, &node, depth, used) || refute_forced(search, exchanged);
}

/* From outside */

static void start(CruxSearch *search, const Rest *crux, RestEffort *effort, Node *node) {
    memset(node, 0, sizeof *node);
    memset(search->cell_lines, 0, sizeof search->cell_lines);
    for (int line = 0; line < crux->lines; line++) {
        search->line_cells[line] = (RestCells){{0}};
        rest_lines_add(&node->lines, line);
        for (int i = 0; i < crux->size[line]; i++) {
            int cell = crux->cell[line][i];
            rest_cells_add(&search->line_cells[line], cell);
            rest_lines_add(&search->cell_lines[cell], line);
            rest_cells_add(&node->cells, cell);
        }
    }
    search->effort = effort;
    search->is_spent = false;
    search->run++;
}

static bool search_holds(void *memory, const Rest *crux, RestEffort *effort) {
    CruxSearch *search = memory;
    Node node;
    start(search, crux, effort, &node);
    int deepest = crux->cells / 2 + 1;
    if (effort->depth > deepest) effort->depth = deepest;
    for (;; effort->depth++) {
        RestCells used = {{0}};
        bool fine = holds(search, &node, effort->depth, &used);
        for (int cell = rest_cells_next(&used); fine && cell >= 0; cell = rest_cells_next(&used))
            cells_add(&effort->used, cell);
        if (fine || search->is_spent || search->refutation.is_final || effort->depth == deepest) return fine;
    }
}

/* The attacker's last move is not known, so all lines may threaten. */
static int first_answer(CruxSearch *search, const Node *node, int depth) {
    RestCells used, last = left_on_lines(search, node, threatening(search, node, node->lines));
    if (rest_cells_count(last) == 0) return find_answer(search, node, depth, &used);
    int answer = rest_cells_next(&last);
    return answer_holds(search, node, answer, depth, &used) ? answer : -1;
}

static int search_answer(void *memory, const Rest *crux, RestEffort *effort) {
    CruxSearch *search = memory;
    Node node;
    start(search, crux, effort, &node);
    int deepest = crux->cells / 2 + 1;
    int depth = effort->depth < 1 ? 1 : effort->depth > deepest ? deepest : effort->depth;
    for (; depth <= deepest && !search->is_spent; depth++) {
        int answer = first_answer(search, &node, depth);
        if (answer >= 0) return answer;
        if (search->refutation.is_final) return -1;
    }
    return -1;
}

#ifndef CRUX_SIZE
#define CRUX_SIZE crux_small
#endif

const CruxSize CRUX_SIZE = {REST_CELLS_MAX, REST_LINES_MAX, sizeof(CruxSearch), search_holds, search_answer};
