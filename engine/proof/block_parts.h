/* What the lines of a proof by blocks mean in a position: the games inside its blocks and pairs, and the one that is
 * left. A position here says whose stones stop lines and whose do not. Pure; any thread. */
#ifndef ROWAN_PROOF_BLOCK_PARTS_H
#define ROWAN_PROOF_BLOCK_PARTS_H

#include "proof/block_game.h"
#include "proof/rest_check.h"

typedef enum { EMPTY, ATTACKER, DEFENDER } BlockStone;

typedef struct {
    const Geometry *geometry;
    BlockStone stone[CELLS_MAX];
} BlockPosition;

void block_position_init(BlockPosition *position, const Geometry *geometry, const CellSet stones[2], Side attacker);

/* The `against` lines of a proof, sorted by side and moves, so that lines that begin with the same moves stand
 * together, the shortest first. Returns their number. */
int block_parts_against(const Proof *proof, const ProofItem *order[]);

/* No stone of the defender is on it. */
bool block_position_is_open(const BlockPosition *position, int line);

/* The lines of a block, or the one of a pair, by their numbers; -1 for two cells that are on no line of the game.
 * Returns how many. */
int block_parts_lines(const Geometry *geometry, const ProofItem *item, int lines[PROOF_BLOCK_LINES_MAX]);

/* All lines that hold two cells or more of a block. Returns how many. */
int block_parts_all_lines(const Geometry *geometry, const ProofItem *item, int lines[LINES_MAX]);

typedef struct {
    int cells;
    uint16_t cell[PROOF_BLOCK_CELLS_MAX]; /* bit i of a set in the game stands for cell[i] */
    BlockGame game;
} BlockPart;

/* A block or pair: cells that hold a stone are no part of it, and lines that are not open are stopped already. */
void block_part_init(BlockPart *part, const BlockPosition *position, const ProofItem *item);

/* What some items of a proof leave: the empty cells outside all of them, and the open lines that none of them takes,
 * cut down to these cells. Cells and lines keep the numbers they have on the board. */
void block_parts_rest(CutLines *rest, bool is_left[CELLS_MAX], const BlockPosition *position, const ProofItem items[],
                      int count);

#endif
