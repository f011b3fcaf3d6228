#include "blocks/block_game.h"

#include <string.h>

#include "rules/sets.h"

enum { RUNS_MAX = (1 << (63 - 2 * SMALL_CELLS_MAX)) - 1 };

/* The empty cells of the lines that the defender has not stopped. A cell on a single line is never worth more than one
 * where it crosses another, to either side, and a line that crosses no other needs nothing but two empty cells. */
typedef struct {
    uint32_t cells;
    uint32_t crossings, thick; /* cells on at least two lines, and three */
    uint32_t last;             /* the last cells of lines */
    uint32_t weight;           /* of the lines, where one without empty cells has FULL_WEIGHT */
    bool is_complete;
} OpenCells;

enum { FULL_WEIGHT = 1 << SMALL_CELLS_MAX };

static OpenCells open_cells(const SmallGame *game, uint32_t attackers, uint32_t defenders) {
    OpenCells open = {.cells = 0};
    for (int i = 0; i < game->lines; i++) {
        if ((game->line[i] & defenders) != 0) continue;
        uint32_t left = game->line[i] & ~attackers;
        open.thick |= open.crossings & left;
        open.crossings |= open.cells & left;
        open.cells |= left;
        if ((left & (left - 1)) == 0) open.last |= left;
        open.weight += (uint32_t)FULL_WEIGHT >> sets_count_bits(left);
        open.is_complete = open.is_complete || left == 0;
    }
    return open;
}

/* One of these answers holds. */
static bool one_holds(SmallGame *game, uint32_t attackers, uint32_t defenders, uint32_t answers) {
    for (; answers != 0; answers &= answers - 1) {
        if (small_game_holds_with(game, attackers, defenders | (answers & (~answers + 1)))) return true;
    }
    return false;
}

static bool has_answer(SmallGame *game, uint32_t attackers, uint32_t defenders) {
    OpenCells open = open_cells(game, attackers, defenders);
    if (open.is_complete || (open.last & (open.last - 1)) != 0) return false;
    if (open.last != 0) return small_game_holds_with(game, attackers, defenders | open.last);
    return open.crossings == 0 || one_holds(game, attackers, defenders, open.thick) ||
           one_holds(game, attackers, defenders, open.crossings & ~open.thick);
}

static bool survives_all(SmallGame *game, uint32_t attackers, uint32_t defenders, uint32_t attacks) {
    for (; attacks != 0; attacks &= attacks - 1) {
        if (!has_answer(game, attackers | (attacks & (~attacks + 1)), defenders)) return false;
    }
    return true;
}

/* Weight holds by Erdos and Selfridge (1973). */
bool small_game_holds_with(SmallGame *game, uint32_t attackers, uint32_t defenders) {
    OpenCells open = open_cells(game, attackers, defenders);
    if (open.is_complete || open.last != 0) return false;
    if (open.crossings == 0 || open.weight < FULL_WEIGHT / 2) return true;
    uint64_t key = (uint64_t)attackers << SMALL_CELLS_MAX | defenders;
    uint64_t *known = &game->memo[key * UINT64_C(0x9E3779B97F4A7C15) >> (64 - SMALL_MEMO_BITS)];
    if (*known >> 1 == (game->run << 2 * SMALL_CELLS_MAX | key)) return (*known & 1) != 0;
    game->is_spent = game->is_spent || watch_step(game->watch, 1);
    bool fine = !game->is_spent && survives_all(game, attackers, defenders, open.thick) &&
                survives_all(game, attackers, defenders, open.crossings & ~open.thick);
    if (!game->is_spent) *known = (game->run << 2 * SMALL_CELLS_MAX | key) << 1 | fine;
    return fine;
}

void small_game_set(SmallGame *game, const uint32_t line[], int lines, Watch *watch) {
    if (game->run == RUNS_MAX) *game = (SmallGame){.run = 0};
    memcpy(game->line, line, sizeof line[0] * (size_t)lines);
    game->lines = lines;
    game->watch = watch;
    game->is_spent = false;
    game->run++;
}

bool small_game_holds(SmallGame *game, const uint32_t line[], int lines, Watch *watch) {
    small_game_set(game, line, lines, watch);
    return small_game_holds_with(game, 0, 0);
}
