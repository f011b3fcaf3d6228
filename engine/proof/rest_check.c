/* How the search works, and why it is right:
 *
 *     pairs    Lines that can be given two cells of their own are held for good: the defender answers one with the
 *              other. A largest such assignment leaves a core: the lines that got too few cells, and all lines that
 *              hold cells of a line in the core. Every cell of the core belongs to a line of the core, so the lines
 *              outside keep their pairs whatever happens inside. Without a core the defender holds everything.
 *     weight   The defender also holds if the sum of 2^-(cells) over the lines of the core is below 1/2 (Erdos and
 *              Selfridge 1973).
 *     attack   Otherwise the attacker tries the cells of the core. One that is on a single line is no better than any
 *              other cell of this line, and is left out. The defender takes the last cell of a line where it must, and
 *              else tries all cells of the core, the heaviest first.
 *     depth    The depth grows step by step, so that bad answers are given up soon. With half the cells as depth the
 *              search is complete.
 *     lack     The core lacks 2 * lines - cells cells. A move each takes two cells, and all lines through the answer
 *              with it, so the lack falls by at most 2 * (lines through a cell) - 2. Where that cannot bring it to 0
 *              within the depth, the search goes no further; at full depth this never happens.
 *     table    A core is its lines and its empty cells, and the table compares all of them.
 */
#include "proof/rest_check.h"

#include <stdlib.h>
#include <string.h>

enum { TABLE_BITS = 16, CELL_WORDS_KEPT = CELLS_MAX / 64, LINE_WORDS_KEPT = (LINES_MAX + 63) / 64, NOBODY = -1 };

typedef struct {
    uint64_t word[CELL_WORDS_KEPT];
} CellBits;

typedef struct {
    uint64_t lines[LINE_WORDS_KEPT];
    CellBits cells;
} CoreKey;

typedef struct {
    CoreKey key;
    int16_t holds_at, fails_at; /* depths at which it is known to hold, from 1, and not to be shown to */
    CellBits used;
} KnownCore;

typedef struct {
    int16_t owner[CELLS_MAX]; /* the line that a cell is given to, or NOBODY */
    bool has_line[LINES_MAX];
    int lines, cells; /* of the core */
    uint16_t cell[CELLS_MAX];
    int on[CELLS_MAX];        /* lines of the core through a cell */
    double weight[CELLS_MAX]; /* the sum of 2^-(cells) over them */
    double total;             /* the same over all lines of the core */
} Core;

typedef struct {
    const CutLines *game;
    int through[CELLS_MAX];
    uint16_t line[CELLS_MAX][LINES_PER_CELL_MAX];
    bool is_taken[CELLS_MAX];
    int left[LINES_MAX];    /* empty cells of a line */
    int blocked[LINES_MAX]; /* stones of the defender on it */
    int asked[CELLS_MAX];   /* by which attempt to find a cell */
    int attempt;
    uint16_t last_attack[CELLS_MAX]; /* by depth: it refuted the last answer, and may refute the next */
    KnownCore *table;
    RestBudget *budget;
    bool is_spent;
} Search;

/* The attacker's moves that remain to be answered, and the cells that the answers to the others use. */
typedef struct {
    CellBits left, used;
} Attacks;

static void bits_add(CellBits *bits, int cell) {
    bits->word[cell / 64] |= UINT64_C(1) << cell % 64;
}

static bool bits_has(const CellBits *bits, int cell) {
    return (bits->word[cell / 64] >> cell % 64 & 1) != 0;
}

static void bits_join(CellBits *bits, const CellBits *more) {
    for (int i = 0; i < CELL_WORDS_KEPT; i++) bits->word[i] |= more->word[i];
}

static void take(Search *search, int cell, bool by_defender) {
    search->is_taken[cell] = true;
    for (int i = 0; i < search->through[cell]; i++) {
        search->left[search->line[cell][i]]--;
        search->blocked[search->line[cell][i]] += by_defender;
    }
}

static void give_back(Search *search, int cell, bool by_defender) {
    search->is_taken[cell] = false;
    for (int i = 0; i < search->through[cell]; i++) {
        search->left[search->line[cell][i]]++;
        search->blocked[search->line[cell][i]] -= by_defender;
    }
}

/* Pairs, and the core that they leave */

/* A cell for the line, where other lines may have to change theirs. */
static bool find_cell(Search *search, Core *core, int line) {
    const CutLines *game = search->game;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < game->size[line]; i++) {
            int cell = game->cell[line][i], owner = core->owner[cell];
            if (search->is_taken[cell] || owner == line || search->asked[cell] == search->attempt) continue;
            if (pass == 0 && owner != NOBODY) continue;
            search->asked[cell] = search->attempt;
            if (owner == NOBODY || find_cell(search, core, owner)) {
                core->owner[cell] = (int16_t)line;
                return true;
            }
        }
    }
    return false;
}

static int cells_owned(const Search *search, const Core *core, int line) {
    int count = 0;
    for (int i = 0; i < search->game->size[line]; i++) count += core->owner[search->game->cell[line][i]] == line;
    return count;
}

static void add_to_core(const Search *search, Core *core, int line) {
    const CutLines *game = search->game;
    if (core->has_line[line]) return;
    core->has_line[line] = true;
    core->lines++;
    double weight = 1;
    for (int i = 0; i < search->left[line]; i++) weight /= 2;
    core->total += weight;
    for (int i = 0; i < game->size[line]; i++) {
        int cell = game->cell[line][i];
        if (search->is_taken[cell]) continue;
        if (core->on[cell]++ == 0) core->cell[core->cells++] = (uint16_t)cell;
        core->weight[cell] += weight;
    }
    for (int i = 0; i < game->size[line]; i++) {
        int cell = game->cell[line][i];
        if (!search->is_taken[cell] && core->owner[cell] != NOBODY) add_to_core(search, core, core->owner[cell]);
    }
}

/* The core of the present position; the pairs of the one before are a good start. */
static void find_core(Search *search, const Core *before, Core *core) {
    const CutLines *game = search->game;
    bool lacks[LINES_MAX] = {false};
    memset(core, 0, sizeof *core);
    for (int cell = 0; cell < game->cells; cell++) {
        int owner = before == NULL ? NOBODY : before->owner[cell];
        bool stays = owner != NOBODY && !search->is_taken[cell] && search->blocked[owner] == 0;
        core->owner[cell] = (int16_t)(stays ? owner : NOBODY);
    }
    for (int line = 0; line < game->lines; line++) {
        if (search->blocked[line] > 0) continue;
        for (int owned = cells_owned(search, core, line); owned < 2 && !lacks[line]; owned++) {
            search->attempt++;
            lacks[line] = !find_cell(search, core, line);
        }
    }
    for (int line = 0; line < game->lines; line++) {
        if (lacks[line]) add_to_core(search, core, line);
    }
}

/* The pairs outside the core. */
static void add_pairs(const Search *search, const Core *core, CellBits *used) {
    for (int cell = 0; cell < search->game->cells; cell++) {
        int owner = core->owner[cell];
        if (owner != NOBODY && !core->has_line[owner]) bits_add(used, cell);
    }
}

/* The table */

static CoreKey key_of(const Core *core) {
    CoreKey key;
    memset(&key, 0, sizeof key);
    for (int line = 0; line < LINES_MAX; line++) {
        if (core->has_line[line]) key.lines[line / 64] |= UINT64_C(1) << line % 64;
    }
    for (int i = 0; i < core->cells; i++) bits_add(&key.cells, core->cell[i]);
    return key;
}

/* The entry for the core; one of another core is given up. */
static KnownCore *known_core(Search *search, const CoreKey *key) {
    uint64_t hash = 0;
    for (int i = 0; i < LINE_WORDS_KEPT; i++) hash = (hash ^ key->lines[i]) * UINT64_C(0x9E3779B97F4A7C15);
    for (int i = 0; i < CELL_WORDS_KEPT; i++)
        hash = (hash ^ hash >> 29 ^ key->cells.word[i]) * UINT64_C(0x9E3779B97F4A7C15);
    KnownCore *known = &search->table[hash >> (64 - TABLE_BITS)];
    if (memcmp(&known->key, key, sizeof *key) != 0) *known = (KnownCore){.key = *key};
    return known;
}

/* The search */

static bool holds(Search *search, const Core *before, int depth, CellBits *used);

/* How much of the lack this many moves each can make good. */
static int largest_gain(const Core *core, int moves) {
    int most = 0;
    for (int i = 0; i < core->cells; i++) {
        if (core->on[core->cell[i]] > most) most = core->on[core->cell[i]];
    }
    return moves * (2 * most - 2);
}

static int lack(const Core *core) {
    return 2 * core->lines - core->cells;
}

/* The cells that the attacker, who has just taken this one, threatens to complete lines with, as far as two of them. */
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

static bool answer_holds(Search *search, const Core *core, int answer, int depth, CellBits *used) {
    take(search, answer, true);
    bool fine = holds(search, core, depth - 1, used);
    give_back(search, answer, true);
    bits_add(used, answer);
    return fine;
}

/* Cells of the core, the heaviest first. */
static void sort_by_weight(const Core *core, uint16_t cells[]) {
    for (int i = 0; i < core->cells; i++) {
        uint16_t cell = core->cell[i];
        int j = i;
        for (; j > 0 && core->weight[cells[j - 1]] < core->weight[cell]; j--) cells[j] = cells[j - 1];
        cells[j] = cell;
    }
}

/* The attacker has just taken a cell. */
static bool has_answer(Search *search, const Core *before, int attack, int depth, CellBits *used) {
    int threatened[2];
    int count = threats(search, attack, threatened);
    if (count > 0) return count == 1 && answer_holds(search, before, threatened[0], depth, used);
    Core core;
    uint16_t answers[CELLS_MAX];
    find_core(search, before, &core);
    if (core.lines == 0) {
        add_pairs(search, &core, used);
        return true;
    }
    sort_by_weight(&core, answers);
    int gain = largest_gain(&core, depth - 1);
    for (int i = 0; i < core.cells && !search->is_spent; i++) {
        if (lack(&core) + 1 - 2 * core.on[answers[i]] > gain) continue;
        *used = (CellBits){{0}};
        if (answer_holds(search, &core, answers[i], depth, used)) return true;
    }
    return false;
}

/* On success, the cells of the core that are left are those where the same answer might not do. */
static bool survives(Search *search, const Core *core, int attack, int depth, Attacks *attacks) {
    CellBits used = {{0}};
    take(search, attack, false);
    bool fine = has_answer(search, core, attack, depth, &used);
    give_back(search, attack, false);
    if (!fine) search->last_attack[depth] = (uint16_t)attack;
    for (int i = 0; i < CELL_WORDS_KEPT; i++) {
        attacks->left.word[i] &= used.word[i];
        attacks->used.word[i] |= used.word[i];
    }
    bits_add(&attacks->used, attack);
    attacks->left.word[attack / 64] &= ~(UINT64_C(1) << attack % 64);
    return fine;
}

/* An attack on a cell of this line alone is answered as if it had been on another cell of the line, with the two cells
 * in each other's place: both must be among those used. */
static void add_rest_of_line(const Search *search, const Core *core, int line, CellBits *used) {
    const CutLines *game = search->game;
    bool uses_own_cell = false;
    for (int i = 0; i < game->size[line]; i++) {
        int cell = game->cell[line][i];
        uses_own_cell = uses_own_cell || (core->on[cell] == 1 && bits_has(used, cell));
    }
    for (int i = 0; i < game->size[line] && uses_own_cell; i++) {
        if (!search->is_taken[game->cell[line][i]]) bits_add(used, game->cell[line][i]);
    }
}

/* Every attack on the core, the one that worked last time first. */
static bool survives_all(Search *search, const Core *core, int depth, CellBits *used) {
    uint16_t order[CELLS_MAX];
    Attacks attacks = {{{0}}, {{0}}};
    for (int i = 0; i < core->cells; i++) {
        if (core->on[core->cell[i]] > 1) bits_add(&attacks.left, core->cell[i]);
    }
    int last = search->last_attack[depth];
    if (bits_has(&attacks.left, last) && !survives(search, core, last, depth, &attacks)) return false;
    sort_by_weight(core, order);
    for (int i = 0; i < core->cells; i++) {
        if (bits_has(&attacks.left, order[i]) && !survives(search, core, order[i], depth, &attacks)) return false;
    }
    *used = attacks.used;
    for (int line = 0; line < search->game->lines; line++) {
        if (core->has_line[line]) add_rest_of_line(search, core, line, used);
    }
    return true;
}

/* A line with two cells left, one of which is on no other line of the core: the attacker can take the other at any
 * time, and the defender must answer with the first, which stops nothing else. So it may as well happen at once. */
static bool find_exchange(const Search *search, const Core *core, int *attack, int *answer) {
    for (int line = 0; line < search->game->lines; line++) {
        if (!core->has_line[line] || search->left[line] != 2) continue;
        *attack = *answer = NOBODY;
        for (int i = 0; i < search->game->size[line]; i++) {
            int cell = search->game->cell[line][i];
            if (search->is_taken[cell]) continue;
            *(core->on[cell] == 1 && *answer == NOBODY ? answer : attack) = cell;
        }
        if (*answer != NOBODY) return true;
    }
    return false;
}

static bool exchange_holds(Search *search, const Core *core, int attack, int answer, int depth, CellBits *used) {
    take(search, attack, false);
    take(search, answer, true);
    bool fine = holds(search, core, depth, used);
    give_back(search, answer, true);
    give_back(search, attack, false);
    bits_add(used, attack);
    bits_add(used, answer);
    return fine;
}

static bool core_holds(Search *search, const Core *core, int depth, CellBits *used) {
    CoreKey key = key_of(core);
    if (core->lines == 0) return true;
    if (core->total < 0.5) {
        bits_join(used, &key.cells);
        return true;
    }
    if (depth == 0 || lack(core) > largest_gain(core, depth)) return false;
    const KnownCore *known = known_core(search, &key);
    if (known->holds_at > 0 && known->holds_at <= depth) {
        bits_join(used, &known->used);
        return true;
    }
    if (known->fails_at >= depth) return false;
    CellBits inside = {{0}};
    int attack, answer;
    bool fine = find_exchange(search, core, &attack, &answer)
                    ? exchange_holds(search, core, attack, answer, depth, &inside)
                    : survives_all(search, core, depth, &inside);
    KnownCore *entry = known_core(search, &key);
    if (fine) {
        entry->holds_at = (int16_t)depth;
        entry->used = inside;
        bits_join(used, &inside);
    } else if (!search->is_spent) {
        entry->fails_at = (int16_t)depth;
    }
    return fine;
}

/* Marks the lines of the core that hang together with this one by empty cells. */
static void mark_part(const Search *search, const Core *core, int line, bool in_part[]) {
    const CutLines *game = search->game;
    in_part[line] = true;
    for (int i = 0; i < game->size[line]; i++) {
        int cell = game->cell[line][i];
        if (search->is_taken[cell] || core->on[cell] < 2) continue;
        for (int k = 0; k < search->through[cell]; k++) {
            int next = search->line[cell][k];
            if (core->has_line[next] && !in_part[next]) mark_part(search, core, next, in_part);
        }
    }
}

/* Parts of the core that share no cell are games of their own. All other lines are set aside for a while, as if they
 * were stopped. */
static bool part_holds(Search *search, const Core *core, const bool in_part[], int depth, CellBits *used) {
    int lines = search->game->lines;
    Core part;
    for (int line = 0; line < lines; line++) search->blocked[line] += !in_part[line];
    find_core(search, core, &part);
    bool fine = core_holds(search, &part, depth, used);
    for (int line = 0; line < lines; line++) search->blocked[line] -= !in_part[line];
    return fine;
}

static bool budget_is_spent(const RestBudget *budget) {
    enum { NODES_BETWEEN_LOOKS = 512 };
    if (budget->nodes == 0) return true;
    return budget->nodes % NODES_BETWEEN_LOOKS == 0 && budget->is_over != NULL && budget->is_over(budget->context);
}

/* The attacker is to move; within this many moves of the attacker, the defender comes to hold all lines. Adds the cells
 * that this takes to `used`: moves of the attacker on other cells can be ignored. */
static bool holds(Search *search, const Core *before, int depth, CellBits *used) {
    search->is_spent = search->is_spent || budget_is_spent(search->budget);
    if (search->is_spent) return false;
    search->budget->nodes--;
    Core core;
    bool done[LINES_MAX] = {false};
    find_core(search, before, &core);
    for (int line = 0; line < search->game->lines; line++) {
        if (core.has_line[line] && search->left[line] < 2) return false;
    }
    for (int line = 0; line < search->game->lines; line++) {
        if (!core.has_line[line] || done[line]) continue;
        bool in_part[LINES_MAX] = {false};
        mark_part(search, &core, line, in_part);
        if (!part_holds(search, &core, in_part, depth, used)) return false;
        for (int i = 0; i < search->game->lines; i++) done[i] = done[i] || in_part[i];
    }
    add_pairs(search, &core, used);
    return true;
}

static void set_up(Search *search, const CutLines *game, RestBudget *budget) {
    search->game = game;
    search->budget = budget;
    for (int line = 0; line < game->lines; line++) {
        search->left[line] = game->size[line];
        for (int i = 0; i < game->size[line]; i++) {
            int cell = game->cell[line][i];
            search->line[cell][search->through[cell]++] = (uint16_t)line;
        }
    }
}

RestVerdict rest_check(const CutLines *game, RestBudget *budget) {
    Search *search = calloc(1, sizeof *search);
    KnownCore *table = calloc((size_t)1 << TABLE_BITS, sizeof *table);
    RestVerdict verdict = REST_NO_MEMORY;
    if (search != NULL && table != NULL) {
        search->table = table;
        set_up(search, game, budget);
        bool fine = false;
        for (int depth = 0; depth <= game->cells / 2 + 1 && !fine && !search->is_spent; depth++) {
            CellBits used = {{0}};
            fine = holds(search, NULL, depth, &used);
        }
        verdict = fine ? REST_HOLDS : search->is_spent ? REST_TOO_MUCH : REST_FAILS;
    }
    free(table);
    free(search);
    return verdict;
}
