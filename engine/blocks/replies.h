/* The defender's replies by weight: a cell weighs what the attacker's open lines through it do, a line twice as much
 * for each stone. Pure; any thread. */
#ifndef ROWAN_BLOCKS_REPLIES_H
#define ROWAN_BLOCKS_REPLIES_H

#include "blocks/picture.h"
#include "rules/sets.h"

/* Of each empty cell; -1 for stones. A threat outweighs everything. */
void replies_weigh(const Lineup *lineup, int64_t weight[CELLS_MAX]);
/* The heaviest of these cells, MOVE_NONE if there is none. */
int replies_heaviest(const int64_t weight[CELLS_MAX], CellSet among);
/* The heaviest empty cells, at most `count`; only one if the attacker threatens to complete a line. */
int replies_list(const Lineup *lineup, int count, int replies[]);

#endif
