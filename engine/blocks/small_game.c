#include "blocks/small_game.h"

#include <string.h>

enum { RUNS_MAX = (1 << (63 - 2 * SMALL_CELLS_MAX)) - 1 };

/* The empty cells of the lines that the defender has not stopped. */
typedef struct {
    uint32_t cells;
    uint32_t last; /* of these, the last cells of lines */
    bool is_complete;
} OpenCells;

static OpenCells open_cells(const SmallGame *game, uint32_t attackers, uint32_t defenders) {
    OpenCells open = {0, 0, false};
    for (int i = 0; i < game->lines; i++) {
        if ((game->line[i] & defenders) != 0) continue;
        uint32_t left = game->line[i] & ~attackers;
        open.cells |= left;
        if ((left & (left - 1)) == 0) open.last |= left;
        open.is_complete = open.is_complete || left == 0;
    }
    return open;
}

/* The lines have so many cells between them that the defender holds by weight (Erdos and Selfridge 1973). */
static bool holds_by_weight(const SmallGame *game, uint32_t attackers, uint32_t defenders) {
    double weight = 0;
    for (int i = 0; i < game->lines; i++) {
        if ((game->line[i] & defenders) != 0) continue;
        weight += 1.0 / (double)(1u << __builtin_popcount(game->line[i] & ~attackers));
    }
    return weight < 0.5;
}

static bool holds(SmallGame *game, uint32_t attackers, uint32_t defenders);

static bool has_answer(SmallGame *game, uint32_t attackers, uint32_t defenders) {
    OpenCells open = open_cells(game, attackers, defenders);
    if (open.is_complete || (open.last & (open.last - 1)) != 0) return false;
    uint32_t answers = open.last != 0 ? open.last : open.cells;
    if (answers == 0) return true;
    for (; answers != 0; answers &= answers - 1) {
        if (holds(game, attackers, defenders | (answers & (~answers + 1)))) return true;
    }
    return false;
}

static bool survives_all(SmallGame *game, uint32_t attackers, uint32_t defenders, uint32_t attacks) {
    for (; attacks != 0; attacks &= attacks - 1) {
        if (!has_answer(game, attackers | (attacks & (~attacks + 1)), defenders)) return false;
    }
    return true;
}

/* The attacker is to move. */
static bool holds(SmallGame *game, uint32_t attackers, uint32_t defenders) {
    OpenCells open = open_cells(game, attackers, defenders);
    if (open.is_complete || open.last != 0) return false;
    if (open.cells == 0 || holds_by_weight(game, attackers, defenders)) return true;
    uint64_t key = (uint64_t)attackers << SMALL_CELLS_MAX | defenders;
    uint64_t *known = &game->memo[key * UINT64_C(0x9E3779B97F4A7C15) >> (64 - SMALL_MEMO_BITS)];
    if (*known >> 1 == (game->run << 2 * SMALL_CELLS_MAX | key)) return (*known & 1) != 0;
    bool fine = survives_all(game, attackers, defenders, open.cells);
    *known = (game->run << 2 * SMALL_CELLS_MAX | key) << 1 | fine;
    return fine;
}

bool small_game_holds(SmallGame *game, const uint32_t line[], int lines) {
    game->lines = lines;
    if (game->run == RUNS_MAX) *game = (SmallGame){.lines = lines, .run = 0};
    memcpy(game->line, line, sizeof line[0] * (size_t)lines);
    game->run++;
    return holds(game, 0, 0);
}
