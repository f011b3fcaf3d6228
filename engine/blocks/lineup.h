/* A position as pictures see it, whose stones stop lines and whose do not, and the defender's replies by weight. Plain
 * data; any thread. */
#ifndef ROWAN_BLOCKS_LINEUP_H
#define ROWAN_BLOCKS_LINEUP_H

#include "rules/board.h"

typedef struct {
    const Geometry *geometry;
    bool is_empty[CELLS_MAX];
    bool is_attackers[CELLS_MAX];
    bool is_open[LINES_MAX]; /* no stone of the defender is on the line */
    const CellSet *settled;  /* stones of the attacker against which the picture is known to hold; NULL: not known */
} Lineup;

/* With nothing settled. */
void lineup_init(Lineup *lineup, const Geometry *geometry, const Board *board, Side attacker);
/* A stone of the defender on an empty cell. */
void lineup_defend(Lineup *lineup, int cell);
/* A stone of the attacker. */
void lineup_attack(Lineup *lineup, int cell);

/* The weight of each empty cell is that of the attacker's open lines through it, a line twice as much for each stone;
 * -1 for stones. A threat outweighs everything. */
void lineup_weigh(const Lineup *lineup, int64_t weight[CELLS_MAX]);
/* The heaviest of these cells, MOVE_NONE if there is none. */
int lineup_heaviest(const int64_t weight[CELLS_MAX], CellSet among);
/* Replies of the defender: the heaviest empty cells, at most `count`; only one if the attacker threatens to complete a
 * line. */
int lineup_replies(const Lineup *lineup, int count, int replies[]);

#endif
