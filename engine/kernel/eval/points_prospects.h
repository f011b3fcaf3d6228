/* What is still to be had under the rules that count points, and bounds on it.
 *
 * Prospects are from the point of view of the side to move. Every line that can still count is in exactly one plane, by
 * its owner and its number of empty cells; completed and dead lines are in none. Stones matter only through these
 * planes, so positions that differ in nothing else have the same prospects. Points made so far are the caller's
 * business.
 *
 * More stones never hurt: whoever has one too many plays as if its cell were empty and, when that cell is due, plays
 * any other and imagines that one empty. So a cell on no open line is a pass that nobody needs: such cells drop out. */
#ifndef ROWAN_KERNEL_EVAL_POINTS_PROSPECTS_H
#define ROWAN_KERNEL_EVAL_POINTS_PROSPECTS_H

#include "rules/board.h"

typedef struct {
    LineSet neutral;                                    /* no stone yet */
    LineSet mine[SIZE_EDGE_MAX], theirs[SIZE_EDGE_MAX]; /* by empty cells, from 1: a threat */
    CellSet empty;
} Prospects;

/* What a cell means to both sides. */
typedef struct {
    int32_t push_mine, push_theirs; /* by how much a stone of either side moves a side's potential; see below */
    int32_t merit;                  /* for the order of moves */
    uint16_t cell;
    uint8_t win, lose;             /* threats on it: of the side to move, of the other */
    uint8_t mine, theirs, neutral; /* longer open lines through it */
} CellProspects;

static inline int cell_prospects_swing(const CellProspects *at) {
    return at->win + at->lose;
}

static inline int cell_prospects_longer(const CellProspects *at) {
    return at->mine + at->theirs + at->neutral;
}

static inline void prospects_of(const Grid *grid, const Board *board, Prospects *p) {
    Side side = board_side(board), other = side_other(side);
    p->neutral = board_untouched_lines(grid, board);
    p->empty = board_empty(grid, board);
    for (int empty = 1; empty < grid_n(grid); empty++) {
        p->mine[empty] = board_lines_with(board, side, grid_n(grid) - empty);
        p->theirs[empty] = board_lines_with(board, other, grid_n(grid) - empty);
    }
}

/* Plays a cell for the side to move; the result is seen by the other side. Returns the points made. */
static inline int prospects_play(const Grid *grid, const Prospects *from, int cell, Prospects *to) {
    int n = grid_n(grid);
    LineSet at = grid->through[cell];
    to->neutral = lines_minus(from->neutral, at);
    for (int empty = 1; empty < n; empty++) {
        LineSet grown = empty == n - 1 ? from->neutral : from->mine[empty + 1];
        to->theirs[empty] = lines_or(lines_minus(from->mine[empty], at), lines_and(grown, at));
        to->mine[empty] = lines_minus(from->theirs[empty], at);
    }
    to->empty = from->empty;
    cells_remove(&to->empty, cell);
    return lines_count(lines_and(from->mine[1], at));
}

/* The same seen by the other side: as if the side to move had passed. */
static inline void prospects_swap(const Grid *grid, Prospects *p) {
    for (int empty = 1; empty < grid_n(grid); empty++) {
        LineSet mine = p->mine[empty];
        p->mine[empty] = p->theirs[empty];
        p->theirs[empty] = mine;
    }
}

static inline LineSet prospects_longer_lines(const Grid *grid, const Prospects *p) {
    LineSet lines = p->neutral;
    for (int empty = 2; empty < grid_n(grid); empty++) {
        lines = lines_or(lines, lines_or(p->mine[empty], p->theirs[empty]));
    }
    return lines;
}

static inline LineSet prospects_open_lines(const Grid *grid, const Prospects *p) {
    return lines_or(prospects_longer_lines(grid, p), lines_or(p->mine[1], p->theirs[1]));
}

/* The weights were chosen by node counts on 3x3x3; neighbouring ones cost up to 40% more. */
static inline CellProspects prospects_at(const Grid *grid, const Prospects *p, int cell) {
    enum { MERIT_SWING = 8, MERIT_MINE = 3, MERIT_THEIRS = 2, MERIT_NEUTRAL = 2 };
    int n = grid_n(grid);
    LineSet through = grid->through[cell];
    int win = lines_count(lines_and(through, p->mine[1])), lose = lines_count(lines_and(through, p->theirs[1]));
    int neutral = lines_count(lines_and(through, p->neutral)), mine = 0, theirs = 0;
    int push_mine = ((win + lose) << (n - 1)) + neutral, push_theirs = push_mine;
    int merit = MERIT_SWING * (win + lose) << (n - 3);
    for (int empty = 2; empty < n; empty++) {
        int of_mine = lines_count(lines_and(through, p->mine[empty]));
        int of_theirs = lines_count(lines_and(through, p->theirs[empty]));
        mine += of_mine;
        theirs += of_theirs;
        push_mine += of_mine << (n - empty);
        push_theirs += of_theirs << (n - empty);
        merit += (MERIT_MINE * of_mine + MERIT_THEIRS * of_theirs) << (n - 1 - empty);
    }
    merit += MERIT_NEUTRAL * neutral;
    return (CellProspects){.push_mine = push_mine,
                           .push_theirs = push_theirs,
                           .merit = merit,
                           .cell = (uint16_t)cell,
                           .win = (uint8_t)win,
                           .lose = (uint8_t)lose,
                           .mine = (uint8_t)mine,
                           .theirs = (uint8_t)theirs,
                           .neutral = (uint8_t)neutral};
}

/* Potentials, in units of 2^-n: every line open for a side counts 2^-(empty cells), every threat of the other side
 * -1/2. A stone on a cell moves a side's potential by the cell's push, up if it is its own and down if not; only the
 * lines of the cell that are open for the side, and the threats of the other side on it, take part. The other side,
 * taking the cell with the largest push each time, keeps the potential from growing over a pair of moves: its stones
 * lower all pushes, but for new threats of its own, which have lowered the potential by as much before. In the end the
 * potential is at least the difference of the points made. After Erdos and Selfridge 1973. */
typedef struct {
    int mine, theirs;
} Potentials;

typedef struct {
    int mine;                        /* the largest */
    int theirs_first, theirs_second; /* the two largest */
} Pushes;

static inline Potentials prospects_potentials(const Grid *grid, const Prospects *p) {
    int n = grid_n(grid), neutral = lines_count(p->neutral);
    int balance = (lines_count(p->mine[1]) - lines_count(p->theirs[1])) * (1 << (n - 1));
    Potentials potentials = {neutral + balance, neutral - balance};
    for (int empty = 2; empty < n; empty++) {
        potentials.mine += lines_count(p->mine[empty]) << (n - empty);
        potentials.theirs += lines_count(p->theirs[empty]) << (n - empty);
    }
    return potentials;
}

static inline void pushes_add(Pushes *pushes, int mine, int theirs) {
    if (mine > pushes->mine) pushes->mine = mine;
    if (theirs > pushes->theirs_first) {
        pushes->theirs_second = pushes->theirs_first;
        pushes->theirs_first = theirs;
    } else if (theirs > pushes->theirs_second) {
        pushes->theirs_second = theirs;
    }
}

/* Of potentials: whole points, rounded down. */
static inline int prospects_whole_points(const Grid *grid, int potential) {
    int unit = 1 << grid_n(grid);
    return potential >= 0 ? potential / unit : -((unit - 1 - potential) / unit);
}

/* The side to move makes at most this much more than the other from here on. */
static inline int prospects_most_for_mover(const Grid *grid, Potentials potentials, const Pushes *pushes) {
    return prospects_whole_points(grid, potentials.mine + pushes->mine);
}

/* And the other at most this much more than the side to move, which takes the largest push before it. */
static inline int prospects_most_for_other(const Grid *grid, Potentials potentials, const Pushes *pushes) {
    return prospects_whole_points(grid, potentials.theirs - pushes->theirs_first + pushes->theirs_second);
}

/* Survey */

/* All that exact solving wants to know about a position of few cells, found out once: its cells, and what can be proven
 * about its value at once. */
enum { SURVEY_CELLS_MAX = 64 };

typedef struct {
    int cells;
    CellProspects at[SURVEY_CELLS_MAX];
    LineSet longer; /* open lines with more than one empty cell */
    int my_threats, their_threats;
    int lower, upper; /* proven bounds on the difference of the points made from here on */
} Survey;

/* The cells on an open line are counted; more than SURVEY_CELLS_MAX are too many to solve. */
static inline int survey_live_cells(const Grid *grid, const Prospects *p) {
    LineSet open = prospects_open_lines(grid, p);
    int live = 0;
    for (CellSet left = p->empty; !cells_is_empty(left);) live += lines_meet(&grid->through[cells_take(&left)], &open);
    return live;
}

/* Drops the cells on no open line from the prospects as well; returns how many these were. */
static inline int survey_take(const Grid *grid, Prospects *p, Survey *survey) {
    Pushes pushes = {0, 0, 0};
    int dropped = 0;
    survey->cells = 0;
    survey->longer = prospects_longer_lines(grid, p);
    survey->my_threats = lines_count(p->mine[1]);
    survey->their_threats = lines_count(p->theirs[1]);
    for (CellSet left = p->empty; !cells_is_empty(left);) {
        int cell = cells_take(&left);
        CellProspects at = prospects_at(grid, p, cell);
        if (cell_prospects_swing(&at) + cell_prospects_longer(&at) == 0) {
            cells_remove(&p->empty, cell);
            dropped++;
            continue;
        }
        survey->at[survey->cells++] = at;
        pushes_add(&pushes, at.push_mine, at.push_theirs);
    }
    Potentials potentials = prospects_potentials(grid, p);
    survey->upper = prospects_most_for_mover(grid, potentials, &pushes);
    survey->lower = -prospects_most_for_other(grid, potentials, &pushes);
    return dropped;
}

#endif
