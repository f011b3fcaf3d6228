#include "proof/block_game.h"

#include <string.h>

/* To clear the memo takes as long as so many steps. */
enum { SETUP_STEPS = 1 << 13 };

/* The empty cells of open lines; if the attacker threatens to complete one, only the cells that do so. */
static unsigned useful_moves(BlockSolver *solver, unsigned attackers, unsigned defenders) {
    const BlockGame *game = &solver->game;
    unsigned moves = 0, completing = 0;
    work_add(solver->work, game->lines);
    for (int i = 0; i < game->lines; i++) {
        unsigned left = game->line[i] & ~attackers;
        if ((game->line[i] & defenders) != 0) continue;
        moves |= left;
        if ((left & (left - 1)) == 0) completing |= left;
    }
    return completing != 0 ? completing : moves;
}

static bool attacker_has_line(const BlockGame *game, unsigned attackers) {
    for (int i = 0; i < game->lines; i++) {
        if ((game->line[i] & ~attackers) == 0) return true;
    }
    return false;
}

/* Two cells that complete lines cannot both be taken; whichever is tried, block_game_holds sees the other. */
static bool has_answer(BlockSolver *solver, unsigned attackers, unsigned defenders) {
    unsigned answers = useful_moves(solver, attackers, defenders);
    if (attacker_has_line(&solver->game, attackers)) return false;
    for (unsigned left = answers; left != 0; left &= left - 1) {
        unsigned answer = left & (~left + 1);
        if (block_game_holds(solver, attackers, defenders | answer)) return true;
    }
    return answers == 0;
}

static bool survives_all(BlockSolver *solver, unsigned attackers, unsigned defenders) {
    if (attacker_has_line(&solver->game, attackers)) return false;
    for (unsigned left = useful_moves(solver, attackers, defenders); left != 0; left &= left - 1) {
        unsigned attack = left & (~left + 1);
        if (!has_answer(solver, attackers | attack, defenders)) return false;
    }
    return true;
}

bool block_game_holds(BlockSolver *solver, unsigned attackers, unsigned defenders) {
    uint32_t key = (uint32_t)(attackers << PROOF_BLOCK_CELLS_MAX | defenders);
    KnownBlock *known = &solver->memo[(key * UINT32_C(0x9E3779B1)) >> (32 - BLOCK_MEMO_BITS)];
    if (known->is_known && known->key == key) return known->holds;
    solver->nodes++;
    if (!work_goes_on(solver->work)) return false;
    bool holds = survives_all(solver, attackers, defenders);
    *known = (KnownBlock){key, !work_is_spent(solver->work), holds};
    return holds;
}

unsigned block_game_answers(BlockSolver *solver, unsigned attackers, unsigned defenders) {
    unsigned answers = 0;
    for (unsigned left = useful_moves(solver, attackers, defenders); left != 0; left &= left - 1) {
        unsigned answer = left & (~left + 1);
        if (block_game_holds(solver, attackers, defenders | answer)) answers |= answer;
    }
    return answers;
}

void block_solver_set(BlockSolver *solver, const BlockGame *game) {
    solver->game = *game;
    memset(solver->memo, 0, sizeof solver->memo);
    work_add(solver->work, SETUP_STEPS);
}
