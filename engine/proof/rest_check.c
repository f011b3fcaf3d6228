/* How the search works, and why it is right:
 *
 *     pairs     Lines that can be given two cells of their own are held for good: the defender answers one with the
 *               other. A largest such assignment leaves a core: the lines that got too few cells, and all lines that
 *               hold cells of a line in the core. Every cell of the core belongs to a line of the core, so the lines
 *               outside keep their pairs whatever happens inside. Without a core the defender holds everything.
 *     parts     Parts of the core without a common cell are games of their own: an attack is answered in its part.
 *     weight    A part whose sum of 2^-(empty cells), over its lines, is below 1/2 is held (Erdos and Selfridge 1973).
 *     exchange  If one of the last two cells of a line is on no other line, the defender sets both aside, as if the
 *               attacker had the other and it had this one. Should the attacker take either, it takes the other, which
 *               is this position or a better one.
 *     attack    Otherwise the attacker tries the cells of the part. One that is on a single line of the part is no
 *               better than any other cell of this line, and is left out.
 *     answer    The defender takes the last cell of a line where it must, and else tries all crossings of the core,
 *               those on most lines first. Far from the leaves the first few are tried out, and the one that leaves
 *               the smallest core comes first.
 *     used      What was shown after an attack rests on certain cells: the answers, the pairs, the attacks that were
 *               tried. An attack on any other cell is answered as if the attacker had played that one, so it is not
 *               tried. What was shown of a cell on a single line was shown of a crossing of this line, so it rests
 *               on that as well.
 *     memory    A part is its lines and its empty cells, and the memory compares all of them. All empty cells of a
 *               line are cells of its part, so the part says how each line is cut: what is known of it holds in every
 *               game that has it.
 *
 * It is easiest to read from the end. */
#include "proof/rest_check.h"

#include <stdlib.h>
#include <string.h>

#include "proof/checker_sets.h"

enum { MEMORY_BYTES_MAX = 1 << 26, MEMORY_BITS_MAX = 20 };

/* Lines that the defender has not stopped, and their empty cells. Some of these are given to lines, for pairs. */
typedef struct {
    Set lines, cells;
    Set given;
    uint16_t owner[CELLS_MAX];   /* of a cell that is given: the line */
    uint8_t given_to[LINES_MAX]; /* how many cells a line has */
} Position;

/* What is known of a part. Three sets follow in the memory, each of as many words as the board needs: the lines and the
 * cells of the part, and the cells that it rests on if it holds. */
typedef struct {
    bool holds, fails;
    uint64_t word[];
} KnownPart;

enum { PART_LINES, PART_CELLS, PART_USED, PART_SETS };

struct RestMemory {
    int words; /* of sets */
    int bits;  /* there are 2^bits entries */
    uint64_t entries[];
};

typedef struct {
    const CutLines *game;
    int words; /* of sets */
    Set line_cells[LINES_MAX];
    Set cell_lines[CELLS_MAX];
    int answer;     /* the last one that was tried */
    int refutation; /* the attack that the last answer failed to, which may refute the next */
    RestMemory *memory;
    Work *work;
    uint64_t nodes;
} Search;

static Set cells_on(const Search *search, const Position *position, int line) {
    return set_and(search->words, &search->line_cells[line], &position->cells);
}

static int list_cells_on(const Search *search, const Position *position, int line, uint16_t cells[EDGE_MAX]) {
    return set_list_common(search->words, &search->line_cells[line], &position->cells, cells);
}

static int list_lines_through(const Search *search, const Position *position, int cell,
                              uint16_t lines[LINES_PER_CELL_MAX]) {
    return set_list_common(search->words, &search->cell_lines[cell], &position->lines, lines);
}

/* Stones */

static void attack_at(Position *position, int cell) {
    set_remove(&position->cells, cell);
    if (!set_has(&position->given, cell)) return;
    set_remove(&position->given, cell);
    position->given_to[position->owner[cell]]--;
}

/* The lines through the cell leave the game, and the cells that they were given are free again. */
static void defend_at(const Search *search, Position *position, int cell) {
    uint16_t line[LINES_PER_CELL_MAX], on_line[EDGE_MAX];
    int lines = list_lines_through(search, position, cell, line);
    for (int i = 0; i < lines; i++) {
        int count = set_list_common(search->words, &search->line_cells[line[i]], &position->given, on_line);
        for (int k = 0; k < count; k++) {
            if (position->owner[on_line[k]] == line[i]) set_remove(&position->given, on_line[k]);
        }
        position->given_to[line[i]] = 0;
        set_remove(&position->lines, line[i]);
    }
    set_remove(&position->cells, cell);
}

/* Pairs, and the core that they leave */

static bool give_cell(const Search *search, Position *position, int line, Set *asked);

/* A cell that no line has. */
static bool give_free_cell(const Search *search, Position *position, int line) {
    const Set *on_line = &search->line_cells[line];
    for (int i = 0; i < search->words; i++) {
        uint64_t not_given = on_line->word[i] & position->cells.word[i] & ~position->given.word[i];
        if (not_given == 0) continue;
        int cell = 64 * i + __builtin_ctzll(not_given);
        set_add(&position->given, cell);
        position->owner[cell] = (uint16_t)line;
        return true;
    }
    return false;
}

/* A cell of another line, which gets another one in its place. */
static bool take_cell(const Search *search, Position *position, int line, Set *asked) {
    const Set *on_line = &search->line_cells[line];
    for (int i = 0; i < search->words; i++) {
        uint64_t left = on_line->word[i] & position->cells.word[i];
        for (; (left &= ~asked->word[i]) != 0; left &= left - 1) {
            int cell = 64 * i + __builtin_ctzll(left), owner = position->owner[cell];
            if (owner == line) continue;
            set_add(asked, cell);
            if (!give_cell(search, position, owner, asked)) continue;
            position->owner[cell] = (uint16_t)line;
            return true;
        }
    }
    return false;
}

/* Gives the line one cell more, where other lines may have to change theirs. Cells are asked only once. If there is
 * none to be had, those of the line itself count as asked, too. */
static bool give_cell(const Search *search, Position *position, int line, Set *asked) {
    if (give_free_cell(search, position, line) || take_cell(search, position, line, asked)) return true;
    Set on_line = cells_on(search, position, line);
    set_add_all(search->words, asked, &on_line);
    return false;
}

/* Two cells for the line. Cells that were asked in vain are out of reach for all lines that come later. */
static bool give_pair(const Search *search, Position *position, int line, Set *out_of_reach) {
    for (; position->given_to[line] < 2; position->given_to[line]++) {
        Set asked = *out_of_reach;
        if (give_cell(search, position, line, &asked)) continue;
        *out_of_reach = asked;
        return false;
    }
    return true;
}

/* Leaves only the core. The pairs outside it are used. */
static void cut_to_core(const Search *search, Position *position, Set *used) {
    Set core = {{0}}, out_of_reach = {{0}};
    uint16_t list[LINES_MAX];
    int count = set_list(search->words, &position->lines, list);
    work_add(search->work, 5 * count);
    for (int i = 0; i < count; i++) {
        if (!give_pair(search, position, list[i], &out_of_reach)) set_add(&core, list[i]);
    }
    Set given = set_and(search->words, &position->given, &position->cells);
    Set pairs = set_minus(search->words, &given, &out_of_reach);
    given = set_and(search->words, &given, &out_of_reach);
    count = set_list(search->words, &given, list);
    for (int i = 0; i < count; i++) set_add(&core, position->owner[list[i]]);
    set_add_all(search->words, used, &pairs);
    position->lines = core;
    position->cells = set_and(search->words, &position->cells, &out_of_reach);
}

/* Cells and what they weigh */

typedef struct {
    int cell;
    int on;     /* lines through it */
    int weight; /* of these lines, the more the fewer empty cells they have */
} Candidate;

static int line_weight(const Search *search, const Position *position, int line) {
    int count = 0;
    for (int i = 0; i < search->words; i++)
        count += __builtin_popcountll(search->line_cells[line].word[i] & position->cells.word[i]);
    return 1 << (EDGE_MAX - count);
}

static int list_candidates(const Search *search, const Position *position, Candidate candidates[]) {
    uint16_t list[CELLS_MAX > LINES_MAX ? CELLS_MAX : LINES_MAX];
    int weight[LINES_MAX], lines = set_list(search->words, &position->lines, list);
    for (int i = 0; i < lines; i++) weight[list[i]] = line_weight(search, position, list[i]);
    int count = set_list(search->words, &position->cells, list);
    work_add(search->work, 5 * lines + 20 * count);
    for (int i = 0; i < count; i++) {
        uint16_t line[LINES_PER_CELL_MAX];
        candidates[i] = (Candidate){.cell = list[i], .on = list_lines_through(search, position, list[i], line)};
        for (int k = 0; k < candidates[i].on; k++) candidates[i].weight += weight[line[k]];
    }
    return count;
}

typedef bool (*ComesFirst)(const Candidate *a, const Candidate *b);

static bool is_heavier(const Candidate *a, const Candidate *b) {
    return a->weight > b->weight;
}

static bool is_on_more_lines(const Candidate *a, const Candidate *b) {
    return a->on != b->on ? a->on > b->on : a->weight > b->weight;
}

static void sort_candidates(Candidate candidates[], int count, ComesFirst comes_first) {
    for (int i = 1; i < count; i++) {
        Candidate candidate = candidates[i];
        int j = i;
        for (; j > 0 && comes_first(&candidate, &candidates[j - 1]); j--) candidates[j] = candidates[j - 1];
        candidates[j] = candidate;
    }
}

/* Only cells on two lines or more stay. */
static int keep_crossings(Candidate candidates[], int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (candidates[i].on > 1) candidates[kept++] = candidates[i];
    }
    return kept;
}

static int lack(const Search *search, const Position *position) {
    return 2 * set_count(search->words, &position->lines) - set_count(search->words, &position->cells);
}

/* The search. What a function shows to hold rests on cells that it adds to `used`. */

static bool holds(Search *search, const Position *before, Set *used);

static bool answer_holds(Search *search, const Position *position, int answer, Set *used) {
    Position next = *position;
    defend_at(search, &next, answer);
    bool fine = holds(search, &next, used);
    search->answer = answer;
    set_add(used, answer);
    return fine;
}

/* The cells with which the attacker, who has just taken this one, threatens to complete lines. */
static Set threats(const Search *search, const Position *position, int cell) {
    Set last = {{0}};
    uint16_t line[LINES_PER_CELL_MAX], left[EDGE_MAX];
    int count = list_lines_through(search, position, cell, line);
    for (int i = 0; i < count; i++) {
        if (list_cells_on(search, position, line[i], left) == 1) set_add(&last, left[0]);
    }
    return last;
}

/* What an answer leaves to do: cells that are lacking most of all, and lines. */
static int price_of_answer(const Search *search, const Position *core, int answer) {
    enum { LACK_PRICE = 4 };
    Position next = *core;
    defend_at(search, &next, answer);
    cut_to_core(search, &next, &(Set){{0}});
    return LACK_PRICE * lack(search, &next) + set_count(search->words, &next.lines);
}

/* Of the first answers, the one that leaves least comes first. */
static void look_ahead(const Search *search, const Position *core, Candidate candidates[], int count) {
    enum { TRIED = 5 };
    int price[TRIED];
    for (int i = 0; i < TRIED && i < count; i++) {
        Candidate candidate = candidates[i];
        int price_here = price_of_answer(search, core, candidate.cell), j = i;
        for (; j > 0 && price[j - 1] > price_here; j--) {
            price[j] = price[j - 1];
            candidates[j] = candidates[j - 1];
        }
        price[j] = price_here;
        candidates[j] = candidate;
    }
}

/* An answer in the core, which has lines. */
static bool find_answer(Search *search, const Position *core, Set *used) {
    enum { LOOK_AHEAD_LACK = 5 };
    Candidate candidates[CELLS_MAX];
    int count = keep_crossings(candidates, list_candidates(search, core, candidates));
    sort_candidates(candidates, count, is_on_more_lines);
    if (lack(search, core) >= LOOK_AHEAD_LACK) look_ahead(search, core, candidates, count);
    for (int i = 0; i < count && !work_is_spent(search->work); i++) {
        Set used_here = {{0}};
        if (!answer_holds(search, core, candidates[i].cell, &used_here)) continue;
        set_add_all(search->words, used, &used_here);
        return true;
    }
    return false;
}

/* The attacker takes a cell of a core, and leaves a core: the line that was given the cell lacks it now. */
static bool survives(Search *search, const Position *part, int attack, Set *used) {
    Position position = *part;
    uint16_t threatened[CELLS_MAX];
    attack_at(&position, attack);
    set_add(used, attack);
    Set last = threats(search, &position, attack);
    int count = set_list(search->words, &last, threatened);
    if (count > 0) return count == 1 && answer_holds(search, &position, threatened[0], used);
    search->answer = MOVE_NONE;
    return find_answer(search, &position, used);
}

/* Where a cell is used that is on a single line of the part, a crossing of this line must be used as well. */
static void use_crossings(const Search *search, const Position *part, const Set *crossings, Set *used) {
    Set single = set_minus(search->words, used, crossings);
    uint16_t cell[CELLS_MAX], line[LINES_PER_CELL_MAX], crossing[EDGE_MAX];
    single = set_and(search->words, &single, &part->cells);
    int count = set_list(search->words, &single, cell);
    for (int i = 0; i < count; i++) {
        list_lines_through(search, part, cell[i], line);
        Set on_line = cells_on(search, part, line[0]);
        on_line = set_and(search->words, &on_line, crossings);
        Set in_use = set_and(search->words, &on_line, used);
        if (!set_is_empty(search->words, &in_use)) continue;
        set_list(search->words, &on_line, crossing);
        set_add(used, crossing[0]);
    }
}

/* Puts the attack that is worth a try before all others first. */
static void bring_forward(Candidate candidates[], int count, int cell) {
    int at = 0;
    while (at < count && candidates[at].cell != cell) at++;
    if (at == count) return;
    Candidate candidate = candidates[at];
    for (; at > 0; at--) candidates[at] = candidates[at - 1];
    candidates[0] = candidate;
}

/* Attacks on cells of a single line are not tried, nor those that the answer to another attack does not mind. */
static bool survives_all(Search *search, const Position *part, Candidate candidates[], int count, Set *used) {
    Set crossings = {{0}};
    count = keep_crossings(candidates, count);
    sort_candidates(candidates, count, is_heavier);
    bring_forward(candidates, count, search->refutation);
    for (int i = 0; i < count; i++) set_add(&crossings, candidates[i].cell);
    Set left = crossings;
    for (int i = 0; i < count; i++) {
        int attack = candidates[i].cell;
        Set used_here = {{0}};
        if (!set_has(&left, attack)) continue;
        if (!survives(search, part, attack, &used_here)) {
            search->refutation = attack;
            return false;
        }
        left = set_and(search->words, &left, &used_here);
        set_add_all(search->words, used, &used_here);
    }
    use_crossings(search, part, &crossings, used);
    return true;
}

/* A line with two empty cells, one of which, the answer, is on no other line; false if there is none. */
static bool find_exchange(const Search *search, const Position *part, const Candidate candidates[], int count,
                          Position *after, Set *used) {
    for (int i = 0; i < count; i++) {
        uint16_t line[LINES_PER_CELL_MAX], cell[EDGE_MAX];
        if (candidates[i].on > 1) continue;
        list_lines_through(search, part, candidates[i].cell, line);
        if (list_cells_on(search, part, line[0], cell) != 2) continue;
        *after = *part;
        attack_at(after, cell[0] == candidates[i].cell ? cell[1] : cell[0]);
        defend_at(search, after, candidates[i].cell);
        set_add(used, cell[0]);
        set_add(used, cell[1]);
        return true;
    }
    return false;
}

static bool holds_by_search(Search *search, const Position *part, Set *used) {
    Candidate candidates[CELLS_MAX];
    int count = list_candidates(search, part, candidates);
    Position after;
    if (find_exchange(search, part, candidates, count, &after, used)) return holds(search, &after, used);
    return survives_all(search, part, candidates, count, used);
}

static size_t entry_words(int words) {
    return 1 + PART_SETS * (size_t)words;
}

static bool is_about(const KnownPart *known, int words, const Position *part) {
    uint64_t differ = 0;
    for (int i = 0; i < words; i++) {
        differ |= known->word[PART_LINES * words + i] ^ part->lines.word[i];
        differ |= known->word[PART_CELLS * words + i] ^ part->cells.word[i];
    }
    return differ == 0;
}

/* The entry for the part; one of another part is given up. */
static KnownPart *known_part(Search *search, const Position *part) {
    RestMemory *memory = search->memory;
    uint64_t hash = 0;
    int words = memory->words;
    for (int i = 0; i < words; i++) {
        hash = (hash ^ part->lines.word[i]) * UINT64_C(0x9E3779B97F4A7C15);
        hash = (hash ^ hash >> 29 ^ part->cells.word[i]) * UINT64_C(0x9E3779B97F4A7C15);
    }
    KnownPart *known = (KnownPart *)&memory->entries[(hash >> (64 - memory->bits)) * entry_words(words)];
    if (is_about(known, words, part)) return known;
    size_t size = sizeof known->word[0] * (size_t)words;
    *known = (KnownPart){.holds = false};
    memcpy(known->word + PART_LINES * words, part->lines.word, size);
    memcpy(known->word + PART_CELLS * words, part->cells.word, size);
    return known;
}

/* By what is known, or by trying all attacks. */
static bool part_holds(Search *search, const Position *part, Set *used) {
    Set inside = {{0}};
    int rests_on = PART_USED * search->words;
    const KnownPart *known = known_part(search, part);
    for (int i = 0; i < search->words && known->holds; i++) used->word[i] |= known->word[rests_on + i];
    if (known->holds || known->fails) return known->holds;
    bool fine = holds_by_search(search, part, &inside);
    KnownPart *entry = known_part(search, part);
    entry->holds = fine;
    entry->fails = !fine && !work_is_spent(search->work);
    memcpy(entry->word + rests_on, inside.word, sizeof inside.word[0] * (size_t)search->words);
    if (fine) set_add_all(search->words, used, &inside);
    return fine;
}

/* Moves the line, and all lines that hang together with it, from the core to a part. */
static void add_to_part(const Search *search, Position *core, Position *part, int line) {
    uint16_t cell[EDGE_MAX], other[LINES_PER_CELL_MAX];
    int count = list_cells_on(search, core, line, cell);
    set_remove(&core->lines, line);
    set_add(&part->lines, line);
    for (int i = 0; i < count; i++) {
        if (set_has(&part->cells, cell[i])) continue;
        set_add(&part->cells, cell[i]);
        int lines = list_lines_through(search, core, cell[i], other);
        for (int k = 0; k < lines; k++) {
            if (set_has(&core->lines, other[k])) add_to_part(search, core, part, other[k]);
        }
    }
}

/* Of all lines; the part is lost if one of them has fewer than two empty cells. */
static int total_weight(const Search *search, const Position *part, bool *is_lost) {
    uint16_t line[LINES_MAX];
    int total = 0, count = set_list(search->words, &part->lines, line);
    *is_lost = false;
    for (int i = 0; i < count; i++) {
        int weight = line_weight(search, part, line[i]);
        *is_lost = *is_lost || weight > 1 << (EDGE_MAX - 2);
        total += weight;
    }
    return total;
}

static bool all_parts_hold(Search *search, Position *core, Set *used) {
    uint16_t line[LINES_MAX];
    int count = set_list(search->words, &core->lines, line);
    for (int i = 0; i < count; i++) {
        if (!set_has(&core->lines, line[i])) continue;
        Position part = *core;
        bool is_lost;
        part.lines = part.cells = (Set){{0}};
        add_to_part(search, core, &part, line[i]);
        bool is_light = total_weight(search, &part, &is_lost) < 1 << (EDGE_MAX - 1);
        if (is_light) {
            set_add_all(search->words, used, &part.cells);
        } else if (is_lost || !part_holds(search, &part, used)) {
            return false;
        }
    }
    return true;
}

/* The attacker is to move, and the defender comes to hold all lines. False also if the work is spent. */
static bool holds(Search *search, const Position *before, Set *used) {
    Position core = *before;
    search->nodes++;
    if (!work_goes_on(search->work)) return false;
    cut_to_core(search, &core, used);
    return all_parts_hold(search, &core, used);
}

RestMemory *rest_memory_new(int cells, int lines) {
    int words = (cells > lines ? cells : lines) / 64 + 1, bits = 1;
    size_t entry = sizeof(uint64_t) * entry_words(words);
    while (bits < MEMORY_BITS_MAX && entry << (bits + 1) <= MEMORY_BYTES_MAX) bits++;
    RestMemory *memory = calloc(1, sizeof *memory + (entry << bits));
    if (memory == NULL) return NULL;
    memory->words = words;
    memory->bits = bits;
    return memory;
}

void rest_memory_free(RestMemory *memory) {
    free(memory);
}

static void search_init(Search *search, Position *position, const CutLines *game, RestMemory *memory, Work *work) {
    memset(search, 0, sizeof *search);
    memset(position, 0, sizeof *position);
    search->game = game;
    search->words = memory->words;
    search->memory = memory;
    search->work = work;
    search->answer = MOVE_NONE;
    for (int line = 0; line < game->lines; line++) {
        if (game->is_out[line]) continue;
        set_add(&position->lines, line);
        for (int i = 0; i < game->size[line]; i++) {
            set_add(&position->cells, game->cell[line][i]);
            set_add(&search->line_cells[line], game->cell[line][i]);
            set_add(&search->cell_lines[game->cell[line][i]], line);
        }
    }
}

RestVerdict rest_check(const CutLines *game, RestMemory *memory, Work *work, uint64_t *nodes) {
    Search search;
    Position position;
    search_init(&search, &position, game, memory, work);
    bool fine = holds(&search, &position, &(Set){{0}});
    *nodes += search.nodes;
    return fine ? REST_HOLDS : work_is_spent(work) ? REST_TOO_MUCH : REST_FAILS;
}

/* A cell outside the core: the other cell of its pair, or MOVE_NONE. */
static int partner(const Search *search, const Position *position, int cell) {
    if (!set_has(&position->given, cell)) return MOVE_NONE;
    int line = position->owner[cell];
    for (int i = 0; i < search->game->size[line]; i++) {
        int other = search->game->cell[line][i];
        if (other != cell && set_has(&position->given, other) && position->owner[other] == line) return other;
    }
    return MOVE_NONE;
}

RestVerdict rest_check_answer(const CutLines *game, int attack, RestMemory *memory, Work *work, int *answer) {
    Search search;
    Position position, core;
    Set used = {{0}};
    search_init(&search, &position, game, memory, work);
    core = position;
    cut_to_core(&search, &core, &used);
    bool fine = !set_has(&core.cells, attack);
    if (fine) search.answer = partner(&search, &core, attack);
    fine = fine || survives(&search, &core, attack, &used);
    *answer = search.answer;
    return fine ? REST_HOLDS : work_is_spent(work) ? REST_TOO_MUCH : REST_FAILS;
}
