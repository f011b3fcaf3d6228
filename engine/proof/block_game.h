/* The game inside one block, by brute force: the attacker wants all cells of a line, the defender, moving second, a
 * stone on every line. Both play inside the block alone. A set of its cells is a number, one bit for each cell.
 *
 * For one thread. */
#ifndef ROWAN_PROOF_BLOCK_GAME_H
#define ROWAN_PROOF_BLOCK_GAME_H

#include "proof/proof.h"
#include "proof/work.h"

typedef struct {
    int lines;
    unsigned line[PROOF_BLOCK_LINES_MAX];
} BlockGame;

enum { BLOCK_MEMO_BITS = 16 };

/* A position of the game, and who wins it. */
typedef struct {
    uint32_t key; /* the cells of both sides */
    bool is_known, holds;
} KnownBlock;

typedef struct {
    BlockGame game;
    Work *work;
    uint64_t nodes; /* looked at so far */
    KnownBlock memo[1 << BLOCK_MEMO_BITS];
} BlockSolver;

/* Another game, by the same solver. */
void block_solver_set(BlockSolver *solver, const BlockGame *game);

/* The defender holds, with the attacker to move; false also if the work is spent. */
bool block_game_holds(BlockSolver *solver, unsigned attackers, unsigned defenders);

/* Cells with which the defender, to move, holds; 0 if there is none. */
unsigned block_game_answers(BlockSolver *solver, unsigned attackers, unsigned defenders);

#endif
