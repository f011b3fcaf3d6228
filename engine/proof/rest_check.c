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
 *     answer    The defender takes the last cell of a line where it must, and else tries all cells of the core, those
 *               on most lines first.
 *     used      What was shown after an attack rests on certain cells: the answers, the pairs, the attacks that were
 *               tried. An attack on any other cell is answered as if the attacker had played that one, so it is not
 *               tried. What was shown of a cell on a single line was shown of another cell of this line, so it rests
 *               on them all.
 *     depth     The depth, in moves of the attacker, grows step by step, so that bad answers are given up soon.
 *     lack      A part lacks 2 * lines - cells cells. A move each takes two cells, and all lines through the answer
 *               with it, so the lack falls by 2 * (lines through the answer) - 2. The attacker can take the cell on
 *               most lines, so that the answer is the second at best, the next one the fourth. Where that cannot bring
 *               the lack to 0 within the depth, the search goes no further.
 *     table     A part is its lines and its empty cells, and the table compares all of them.
 *
 * It is easiest to read from the end. */
#include "proof/rest_check.h"

#include <stdlib.h>
#include <string.h>

/* A new table takes as long as so many steps. */
enum { TABLE_BITS = 16, TABLE_STEPS = 1 << 13 };

enum { CELL_SET_WORDS = CELLS_MAX / 64, LINE_SET_WORDS = (LINES_MAX + 63) / 64, NOBODY = -1 };

/* A set of cells, and with it a set of lines, as bits. */
typedef struct {
    uint64_t word[CELL_SET_WORDS];
} Cells;

typedef struct {
    uint64_t lines[LINE_SET_WORDS];
    Cells cells;
} CoreKey;

typedef struct {
    CoreKey key;
    int16_t holds_at, fails_at; /* depths at which it is known to hold, from 1, and not to be shown to */
    Cells used;                 /* what it rests on if it holds */
} KnownCore;

typedef struct {
    CoreKey key;
    int lines, cells;
    uint16_t cell[CELLS_MAX]; /* the heaviest first */
    int on[CELLS_MAX];        /* lines of the core through a cell */
    int weight[CELLS_MAX];    /* of a cell: these lines, the more the shorter they are */
} Core;

typedef struct {
    const CutLines *game;
    int through[CELLS_MAX];
    uint16_t line[CELLS_MAX][LINES_PER_CELL_MAX];
    bool is_taken[CELLS_MAX];
    int left[LINES_MAX];       /* empty cells of a line */
    int blocked[LINES_MAX];    /* stones of the defender on it */
    int owner[CELLS_MAX];      /* the line that a cell was given to by the last find_core, or NOBODY */
    uint64_t asked[CELLS_MAX]; /* by which attempt to find a cell */
    uint64_t attempt;
    int answer; /* the last one that was tried */
    KnownCore *table;
    Work *work;
    uint64_t nodes;
} Search;

static bool has_cell(const Cells *set, int cell) {
    return (set->word[cell / 64] >> cell % 64 & 1) != 0;
}

static void add_cell(Cells *set, int cell) {
    set->word[cell / 64] |= UINT64_C(1) << cell % 64;
}

static void add_cells(Cells *set, const Cells *more) {
    for (int i = 0; i < CELL_SET_WORDS; i++) set->word[i] |= more->word[i];
}

static void change(Search *search, int cell, bool is_taken, int stones_of_defender) {
    search->is_taken[cell] = is_taken;
    for (int i = 0; i < search->through[cell]; i++) {
        search->left[search->line[cell][i]] += is_taken ? -1 : 1;
        search->blocked[search->line[cell][i]] += stones_of_defender;
    }
}

/* Pairs, and the core that they leave */

/* Gives the line one cell more, where other lines may have to change theirs. */
static bool find_cell(Search *search, int line) {
    const CutLines *game = search->game;
    work_add(search->work, game->size[line]);
    for (int i = 0; i < game->size[line]; i++) {
        int cell = game->cell[line][i], owner = search->owner[cell];
        if (search->is_taken[cell] || owner == line || search->asked[cell] == search->attempt) continue;
        search->asked[cell] = search->attempt;
        if (owner == NOBODY || find_cell(search, owner)) {
            search->owner[cell] = line;
            return true;
        }
    }
    return false;
}

static bool core_has_line(const Core *core, int line) {
    return (core->key.lines[line / 64] >> line % 64 & 1) != 0;
}

static void add_line(const Search *search, Core *core, int line) {
    const CutLines *game = search->game;
    core->key.lines[line / 64] |= UINT64_C(1) << line % 64;
    core->lines++;
    for (int i = 0; i < game->size[line]; i++) {
        int cell = game->cell[line][i];
        if (search->is_taken[cell]) continue;
        add_cell(&core->key.cells, cell);
        if (core->on[cell]++ == 0) core->cell[core->cells++] = (uint16_t)cell;
        core->weight[cell] += 1 << (EDGE_MAX - search->left[line]);
    }
}

/* The line, and those that hold its cells. */
static void add_to_core(const Search *search, Core *core, int line) {
    const CutLines *game = search->game;
    if (core_has_line(core, line)) return;
    add_line(search, core, line);
    for (int i = 0; i < game->size[line]; i++) {
        int cell = game->cell[line][i];
        if (!search->is_taken[cell] && search->owner[cell] != NOBODY) add_to_core(search, core, search->owner[cell]);
    }
}

/* The line of a core, and those that share its cells. */
static void add_to_part(const Search *search, const Core *core, Core *part, int line) {
    const CutLines *game = search->game;
    if (core_has_line(part, line)) return;
    add_line(search, part, line);
    for (int i = 0; i < game->size[line]; i++) {
        int cell = game->cell[line][i];
        if (search->is_taken[cell]) continue;
        for (int k = 0; k < search->through[cell]; k++) {
            int other = search->line[cell][k];
            if (core_has_line(core, other)) add_to_part(search, core, part, other);
        }
    }
}

/* The largest first. */
static void sort_cells(Core *core, const int by[CELLS_MAX]) {
    for (int i = 1; i < core->cells; i++) {
        uint16_t cell = core->cell[i];
        int j = i;
        for (; j > 0 && by[core->cell[j - 1]] < by[cell]; j--) core->cell[j] = core->cell[j - 1];
        core->cell[j] = cell;
    }
}

/* The position differs by a few stones from the one before: what was given then still counts where it can. */
static void keep_cells(Search *search, int owned[LINES_MAX]) {
    for (int cell = 0; cell < search->game->cells; cell++) {
        int line = search->owner[cell];
        if (line == NOBODY) continue;
        if (search->is_taken[cell] || search->blocked[line] > 0) {
            search->owner[cell] = NOBODY;
        } else {
            owned[line]++;
        }
    }
}

/* The core of the present position. */
static void find_core(Search *search, Core *core) {
    const CutLines *game = search->game;
    bool lacks[LINES_MAX] = {false};
    int owned[LINES_MAX] = {0};
    memset(core, 0, sizeof *core);
    keep_cells(search, owned);
    for (int line = 0; line < game->lines; line++) {
        for (; owned[line] < 2 && search->blocked[line] == 0 && !lacks[line]; owned[line]++) {
            search->attempt++;
            lacks[line] = !find_cell(search, line);
        }
    }
    for (int line = 0; line < game->lines; line++) {
        if (lacks[line]) add_to_core(search, core, line);
    }
    work_add(search->work, game->cells + game->lines);
}

static int lack(const Core *core) {
    return 2 * core->lines - core->cells;
}

/* How much of the lack this many moves each can make good, if the attacker always takes the cell on most lines. */
static int largest_gain(const Core *core, int moves) {
    int crossings[LINES_PER_CELL_MAX + 1] = {0}; /* how many cells are on so many lines */
    int gain = 0, on = LINES_PER_CELL_MAX;
    for (int i = 0; i < core->cells; i++) crossings[core->on[core->cell[i]]]++;
    for (int stones = 1; stones <= 2 * moves; stones++) {
        while (on > 1 && crossings[on] == 0) on--;
        if (on <= 1) break;
        crossings[on]--;
        if (stones % 2 == 0) gain += 2 * on - 2;
    }
    return gain;
}

/* The entry for the core; one of another core is given up. */
static KnownCore *known_core(Search *search, const CoreKey *key) {
    uint64_t hash = 0;
    for (int i = 0; i < LINE_SET_WORDS; i++) hash = (hash ^ key->lines[i]) * UINT64_C(0x9E3779B97F4A7C15);
    for (int i = 0; i < CELL_SET_WORDS; i++)
        hash = (hash ^ hash >> 29 ^ key->cells.word[i]) * UINT64_C(0x9E3779B97F4A7C15);
    KnownCore *known = &search->table[hash >> (64 - TABLE_BITS)];
    if (memcmp(&known->key, key, sizeof *key) != 0) *known = (KnownCore){.key = *key};
    return known;
}

/* What the last find_core gave to lines outside the core. */
static void add_pairs(const Search *search, const Core *core, Cells *used) {
    for (int cell = 0; cell < search->game->cells; cell++) {
        if (search->owner[cell] != NOBODY && !core_has_line(core, search->owner[cell])) add_cell(used, cell);
    }
}

/* The search. What a function shows to hold rests on cells that it adds to `used`. */

static bool holds(Search *search, int depth, Cells *used);

static bool answer_holds(Search *search, int answer, int depth, Cells *used) {
    change(search, answer, true, 1);
    bool fine = holds(search, depth - 1, used);
    change(search, answer, false, -1);
    search->answer = answer;
    add_cell(used, answer);
    return fine;
}

static int other_empty_cell(const Search *search, int line, int cell) {
    for (int i = 0; i < search->game->size[line]; i++) {
        int other = search->game->cell[line][i];
        if (other != cell && !search->is_taken[other]) return other;
    }
    return MOVE_NONE;
}

/* The cells with which the attacker, who has just taken this one, threatens to complete lines, as far as two. */
static int threats(const Search *search, int cell, int threatened[2]) {
    int count = 0;
    for (int i = 0; i < search->through[cell] && count < 2; i++) {
        int line = search->line[cell][i];
        if (search->blocked[line] > 0 || search->left[line] > 1) continue;
        for (int k = 0; k < search->game->size[line]; k++) {
            int last = search->game->cell[line][k];
            if (!search->is_taken[last] && (count == 0 || threatened[0] != last)) threatened[count++] = last;
        }
    }
    return count;
}

/* The attacker has just taken a cell. */
static bool has_answer(Search *search, int attack, int depth, Cells *used) {
    int threatened[2];
    int count = threats(search, attack, threatened);
    if (count > 0) return count == 1 && answer_holds(search, threatened[0], depth, used);
    Core core;
    find_core(search, &core);
    search->answer = MOVE_NONE;
    if (core.lines == 0) add_pairs(search, &core, used);
    if (core.lines == 0) return true;
    sort_cells(&core, core.weight);
    sort_cells(&core, core.on);
    int gain = largest_gain(&core, depth - 1);
    for (int i = 0; i < core.cells && !work_is_spent(search->work); i++) {
        Cells used_here = {{0}};
        if (lack(&core) + 1 - 2 * core.on[core.cell[i]] > gain) continue;
        if (!answer_holds(search, core.cell[i], depth, &used_here)) continue;
        add_cells(used, &used_here);
        return true;
    }
    return false;
}

static bool survives(Search *search, int attack, int depth, Cells *used) {
    change(search, attack, true, 0);
    bool fine = has_answer(search, attack, depth, used);
    change(search, attack, false, 0);
    add_cell(used, attack);
    return fine;
}

/* Cells that are used, and on a single line of the core, bring all cells of this line. */
static void use_whole_lines(const Search *search, const Core *core, Cells *used) {
    const CutLines *game = search->game;
    for (int line = 0; line < game->lines; line++) {
        bool is_used = false;
        for (int i = 0; i < game->size[line] && core_has_line(core, line); i++) {
            int cell = game->cell[line][i];
            is_used = is_used || (core->on[cell] == 1 && has_cell(used, cell));
        }
        for (int i = 0; i < game->size[line] && is_used; i++) add_cell(used, game->cell[line][i]);
    }
}

/* Attacks on cells of a single line are not tried, nor those that the answer to another attack does not mind. */
static bool survives_all(Search *search, Core *core, int depth, Cells *used) {
    bool is_safe[CELLS_MAX] = {false};
    sort_cells(core, core->weight);
    for (int i = 0; i < core->cells; i++) {
        int attack = core->cell[i];
        Cells used_here = {{0}};
        if (core->on[attack] == 1 || is_safe[attack]) continue;
        if (!survives(search, attack, depth, &used_here)) return false;
        for (int k = 0; k < core->cells; k++) {
            if (!has_cell(&used_here, core->cell[k])) is_safe[core->cell[k]] = true;
        }
        add_cells(used, &used_here);
    }
    use_whole_lines(search, core, used);
    return true;
}

static bool attacker_completes_line(const Search *search, const Core *core) {
    for (int line = 0; line < search->game->lines; line++) {
        if (core_has_line(core, line) && search->left[line] < 2) return true;
    }
    return false;
}

static bool holds_by_weight(const Search *search, const Core *part) {
    int total = 0;
    for (int line = 0; line < search->game->lines; line++) {
        if (core_has_line(part, line)) total += 1 << (EDGE_MAX - search->left[line]);
    }
    return total < 1 << (EDGE_MAX - 1);
}

/* Lines outside this part leave the game, or come back. */
static void set_aside(Search *search, const Core *part, bool comes_back) {
    for (int line = 0; line < search->game->lines; line++) {
        if (!core_has_line(part, line)) search->blocked[line] += comes_back ? -1 : 1;
    }
}

/* A line with two empty cells, one of which, the answer, is on no other line; false if there is none. */
static bool find_exchange(const Search *search, const Core *part, int *attack, int *answer) {
    for (int i = 0; i < part->cells; i++) {
        *answer = part->cell[i];
        if (part->on[*answer] > 1) continue;
        for (int k = 0; k < search->through[*answer]; k++) {
            int line = search->line[*answer][k];
            if (!core_has_line(part, line) || search->left[line] != 2) continue;
            *attack = other_empty_cell(search, line, *answer);
            return true;
        }
    }
    return false;
}

static bool holds_after_exchange(Search *search, int attack, int answer, int depth, Cells *used) {
    change(search, attack, true, 0);
    change(search, answer, true, 1);
    bool fine = holds(search, depth, used);
    change(search, answer, false, -1);
    change(search, attack, false, 0);
    add_cell(used, attack);
    add_cell(used, answer);
    return fine;
}

static bool holds_alone(Search *search, Core *part, int depth, Cells *used) {
    int attack, answer;
    set_aside(search, part, false);
    bool fine = find_exchange(search, part, &attack, &answer)
                    ? holds_after_exchange(search, attack, answer, depth, used)
                    : survives_all(search, part, depth, used);
    set_aside(search, part, true);
    return fine;
}

/* By what is known, or by trying all attacks. */
static bool part_holds(Search *search, Core *part, int depth, Cells *used) {
    Cells inside = {{0}};
    const KnownCore *known = known_core(search, &part->key);
    if (known->holds_at > 0 && known->holds_at <= depth) {
        add_cells(used, &known->used);
        return true;
    }
    if (known->fails_at >= depth) return false;
    bool fine = holds_alone(search, part, depth, &inside);
    KnownCore *entry = known_core(search, &part->key);
    if (fine) {
        entry->holds_at = (int16_t)depth;
        entry->used = inside;
        add_cells(used, &inside);
    } else if (!work_is_spent(search->work)) {
        entry->fails_at = (int16_t)depth;
    }
    return fine;
}

static bool all_parts_hold(Search *search, const Core *core, int depth, Cells *used) {
    Core part;
    bool is_done[LINES_MAX] = {false};
    for (int line = 0; line < search->game->lines; line++) {
        if (!core_has_line(core, line) || is_done[line]) continue;
        memset(&part, 0, sizeof part);
        add_to_part(search, core, &part, line);
        for (int other = line; other < search->game->lines; other++) {
            is_done[other] = is_done[other] || core_has_line(&part, other);
        }
        if (holds_by_weight(search, &part)) {
            add_cells(used, &part.key.cells);
        } else if (lack(&part) > largest_gain(&part, depth) || !part_holds(search, &part, depth, used)) {
            return false;
        }
    }
    return true;
}

/* The attacker is to move; within this many moves of the attacker, the defender comes to hold all lines. False also if
 * the work is spent. */
static bool holds(Search *search, int depth, Cells *used) {
    Core core;
    search->nodes++;
    if (!work_goes_on(search->work)) return false;
    find_core(search, &core);
    add_pairs(search, &core, used);
    if (core.lines == 0) return true;
    if (attacker_completes_line(search, &core)) return false;
    return all_parts_hold(search, &core, depth, used);
}

static Search *search_new(const CutLines *game, Work *work) {
    Search *search = calloc(1, sizeof *search);
    KnownCore *table = calloc((size_t)1 << TABLE_BITS, sizeof *table);
    if (search == NULL || table == NULL) {
        free(search);
        free(table);
        return NULL;
    }
    *search = (Search){.game = game, .table = table, .work = work};
    for (int cell = 0; cell < game->cells; cell++) search->owner[cell] = NOBODY;
    work_add(work, TABLE_STEPS);
    for (int line = 0; line < game->lines; line++) {
        search->left[line] = game->size[line];
        for (int i = 0; i < game->size[line]; i++) {
            int cell = game->cell[line][i];
            search->line[cell][search->through[cell]++] = (uint16_t)line;
        }
    }
    return search;
}

static void search_free(Search *search) {
    free(search->table);
    free(search);
}

RestVerdict rest_check(const CutLines *game, Work *work, uint64_t *nodes) {
    Search *search = search_new(game, work);
    bool fine = false;
    if (search == NULL) return REST_NO_MEMORY;
    for (int depth = 0; depth <= game->cells / 2 + 1 && !fine; depth++) fine = holds(search, depth, &(Cells){{0}});
    *nodes += search->nodes;
    search_free(search);
    return fine ? REST_HOLDS : work_is_spent(work) ? REST_TOO_MUCH : REST_FAILS;
}

/* A cell outside the core: the other cell of its pair, or MOVE_NONE. */
static int partner(const Search *search, int cell) {
    int line = search->owner[cell];
    for (int i = 0; line != NOBODY && i < search->game->size[line]; i++) {
        int other = search->game->cell[line][i];
        if (other != cell && search->owner[other] == line) return other;
    }
    return MOVE_NONE;
}

RestVerdict rest_answer(const CutLines *game, int attack, Work *work, int *answer) {
    Search *search = search_new(game, work);
    bool fine = false;
    if (search == NULL) return REST_NO_MEMORY;
    Core core;
    find_core(search, &core);
    if (core.on[attack] == 0) {
        fine = true;
        search->answer = partner(search, attack);
    }
    for (int depth = 1; depth <= game->cells / 2 + 1 && !fine; depth++)
        fine = survives(search, attack, depth, &(Cells){{0}});
    *answer = search->answer;
    search_free(search);
    return fine ? REST_HOLDS : work_is_spent(work) ? REST_TOO_MUCH : REST_FAILS;
}
