/* How the search works, and why it is right:
 *
 *     pairs    Lines that can be given two cells of their own are held for good: the defender answers one with the
 *              other. A largest such assignment leaves a core: the lines that got too few cells, and all lines that
 *              hold cells of a line in the core. Every cell of the core belongs to a line of the core, so the lines
 *              outside keep their pairs whatever happens inside. Without a core the defender holds everything.
 *     attack   Otherwise the attacker tries the cells of the core. One that is on a single line of the core is no
 *              better than any other cell of this line, and is left out.
 *     answer   The defender takes the last cell of a line where it must, and else tries all cells of the core, those
 *              on many short lines first.
 *     depth    The depth, in moves of the attacker, grows step by step, so that bad answers are given up soon. With
 *              half the cells as depth the search is complete.
 *     lack     The core lacks 2 * lines - cells cells. A move each takes two cells, and all lines through the answer
 *              with it, so the lack falls by at most 2 * (lines through a cell) - 2. Where that cannot bring it to 0
 *              within the depth, the search goes no further; at full depth this never happens.
 *     table    A core is its lines and its empty cells, and the table compares all of them.
 *
 * It is easiest to read from the end. */
#include "proof/rest_check.h"

#include <stdlib.h>
#include <string.h>

/* A new table takes as long as so many steps. */
enum { TABLE_BITS = 16, TABLE_STEPS = 1 << 13 };

enum { CELL_SET_WORDS = CELLS_MAX / 64, LINE_SET_WORDS = (LINES_MAX + 63) / 64, NOBODY = -1 };

/* A set of lines and a set of cells, as bits. */
typedef struct {
    uint64_t lines[LINE_SET_WORDS], cells[CELL_SET_WORDS];
} CoreKey;

typedef struct {
    CoreKey key;
    int16_t holds_at, fails_at; /* depths at which it is known to hold, from 1, and not to be shown to */
} KnownCore;

typedef struct {
    CoreKey key;
    int lines, cells;
    uint16_t cell[CELLS_MAX]; /* the heaviest first */
    uint8_t on[CELLS_MAX];    /* lines of the core through a cell */
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

static void add_to_core(const Search *search, Core *core, int line) {
    const CutLines *game = search->game;
    if (core_has_line(core, line)) return;
    core->key.lines[line / 64] |= UINT64_C(1) << line % 64;
    core->lines++;
    for (int i = 0; i < game->size[line]; i++) {
        int cell = game->cell[line][i];
        if (search->is_taken[cell]) continue;
        core->key.cells[cell / 64] |= UINT64_C(1) << cell % 64;
        if (core->on[cell]++ == 0) core->cell[core->cells++] = (uint16_t)cell;
        core->weight[cell] += 1 << (EDGE_MAX - search->left[line]);
        if (search->owner[cell] != NOBODY) add_to_core(search, core, search->owner[cell]);
    }
}

static void sort_by_weight(Core *core) {
    for (int i = 1; i < core->cells; i++) {
        uint16_t cell = core->cell[i];
        int j = i;
        for (; j > 0 && core->weight[core->cell[j - 1]] < core->weight[cell]; j--) core->cell[j] = core->cell[j - 1];
        core->cell[j] = cell;
    }
}

/* The core of the present position. */
static void find_core(Search *search, Core *core) {
    const CutLines *game = search->game;
    bool lacks[LINES_MAX] = {false};
    memset(core, 0, sizeof *core);
    for (int cell = 0; cell < game->cells; cell++) search->owner[cell] = NOBODY;
    for (int line = 0; line < game->lines; line++) {
        for (int owned = 0; owned < 2 && search->blocked[line] == 0 && !lacks[line]; owned++) {
            search->attempt++;
            lacks[line] = !find_cell(search, line);
        }
    }
    for (int line = 0; line < game->lines; line++) {
        if (lacks[line]) add_to_core(search, core, line);
    }
    sort_by_weight(core);
    work_add(search->work, game->cells + game->lines);
}

static int lack(const Core *core) {
    return 2 * core->lines - core->cells;
}

/* How much of the lack this many moves each can make good. */
static int largest_gain(const Core *core, int moves) {
    int most = 1;
    for (int i = 0; i < core->cells; i++) {
        if (core->on[core->cell[i]] > most) most = core->on[core->cell[i]];
    }
    return moves * (2 * most - 2);
}

/* The entry for the core; one of another core is given up. */
static KnownCore *known_core(Search *search, const CoreKey *key) {
    uint64_t hash = 0;
    for (int i = 0; i < LINE_SET_WORDS; i++) hash = (hash ^ key->lines[i]) * UINT64_C(0x9E3779B97F4A7C15);
    for (int i = 0; i < CELL_SET_WORDS; i++) hash = (hash ^ hash >> 29 ^ key->cells[i]) * UINT64_C(0x9E3779B97F4A7C15);
    KnownCore *known = &search->table[hash >> (64 - TABLE_BITS)];
    if (memcmp(&known->key, key, sizeof *key) != 0) *known = (KnownCore){.key = *key};
    return known;
}

/* The search */

static bool holds(Search *search, int depth);

static bool answer_holds(Search *search, int answer, int depth) {
    change(search, answer, true, 1);
    bool fine = holds(search, depth - 1);
    change(search, answer, false, -1);
    search->answer = answer;
    return fine;
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
static bool has_answer(Search *search, int attack, int depth) {
    int threatened[2];
    int count = threats(search, attack, threatened);
    if (count > 0) return count == 1 && answer_holds(search, threatened[0], depth);
    Core core;
    find_core(search, &core);
    search->answer = MOVE_NONE;
    int gain = largest_gain(&core, depth - 1);
    for (int i = 0; i < core.cells && !work_is_spent(search->work); i++) {
        int answer = core.cell[i];
        if (lack(&core) + 1 - 2 * core.on[answer] <= gain && answer_holds(search, answer, depth)) return true;
    }
    return core.lines == 0;
}

static bool survives(Search *search, int attack, int depth) {
    change(search, attack, true, 0);
    bool fine = has_answer(search, attack, depth);
    change(search, attack, false, 0);
    return fine;
}

static bool survives_all(Search *search, const Core *core, int depth) {
    for (int i = 0; i < core->cells; i++) {
        if (core->on[core->cell[i]] > 1 && !survives(search, core->cell[i], depth)) return false;
    }
    return true;
}

static bool attacker_completes_line(const Search *search, const Core *core) {
    for (int line = 0; line < search->game->lines; line++) {
        if (core_has_line(core, line) && search->left[line] < 2) return true;
    }
    return false;
}

/* The attacker is to move; within this many moves of the attacker, the defender comes to hold all lines. False also if
 * the work is spent. */
static bool holds(Search *search, int depth) {
    Core core;
    search->nodes++;
    if (!work_goes_on(search->work)) return false;
    find_core(search, &core);
    if (core.lines == 0) return true;
    if (attacker_completes_line(search, &core)) return false;
    if (lack(&core) > largest_gain(&core, depth)) return false;
    const KnownCore *known = known_core(search, &core.key);
    if (known->holds_at > 0 && known->holds_at <= depth) return true;
    if (known->fails_at >= depth) return false;
    bool fine = survives_all(search, &core, depth);
    KnownCore *entry = known_core(search, &core.key);
    if (fine) entry->holds_at = (int16_t)depth;
    if (!fine && !work_is_spent(search->work)) entry->fails_at = (int16_t)depth;
    return fine;
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
    for (int depth = 0; depth <= game->cells / 2 + 1 && !fine; depth++) fine = holds(search, depth);
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
    for (int depth = 1; depth <= game->cells / 2 + 1 && !fine; depth++) fine = survives(search, attack, depth);
    *answer = search->answer;
    search_free(search);
    return fine ? REST_HOLDS : work_is_spent(work) ? REST_TOO_MUCH : REST_FAILS;
}
