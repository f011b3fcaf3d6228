/* All that exact solving wants to know about a position of few cells, found out once: its cells, what can be proven
 * about its value at once, and which moves are worth trying. */
#ifndef ROWAN_KERNEL_POINTS_SURVEY_H
#define ROWAN_KERNEL_POINTS_SURVEY_H

#include "kernel/eval/prospects.h"

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

/* The most points each side can make, without credit for threats of the other. Unlike the bounds above these hold at
 * every moment of the game, so also when points end it. */
static inline void survey_most_points(const Grid *grid, const Prospects *p, const Survey *survey, int *mine,
                                      int *theirs) {
    int half = 1 << (grid_n(grid) - 1);
    Potentials potentials = prospects_potentials(grid, p);
    Pushes pushes = {0, 0, 0};
    potentials.mine += half * survey->their_threats;
    potentials.theirs += half * survey->my_threats;
    for (int i = 0; i < survey->cells; i++) {
        const CellProspects *at = &survey->at[i];
        pushes_add(&pushes, at->push_mine - half * at->lose, at->push_theirs - half * at->win);
    }
    *mine = prospects_most_for_mover(grid, potentials, &pushes);
    *theirs = prospects_most_for_other(grid, potentials, &pushes);
}

/* With nothing but threats left both sides take the most valuable cell each time. A cell with m threats of mine and t
 * of theirs is worth -t, and m + t more to the side to move if it takes it. */
static inline int survey_share_out(const Survey *survey) {
    int number[LINES_PER_CELL_MAX + 1] = {0}, most = 0, taken = 0, points = -survey->their_threats;
    for (int i = 0; i < survey->cells; i++) {
        int swing = cell_prospects_swing(&survey->at[i]);
        number[swing]++;
        if (swing > most) most = swing;
    }
    for (int swing = most; swing > 0; swing--) {
        for (int i = 0; i < number[swing]; i++) points += taken++ % 2 == 0 ? swing : 0;
    }
    return points;
}

/* Whose points may still end the game: then not only the difference matters, but that side's own count. */
typedef struct {
    bool mine, theirs;
} Race;

/* Taking c is at least as good as taking d if, when the other side then takes d, what c has brought covers all that d
 * could have: play c, imagine d played and c still empty; when the other side takes d, imagine that it took c. Each
 * line of d costs at most one point, each threat on c has brought one, and a line through both is dead either way. */
static inline bool survey_makes_superfluous(const Grid *grid, const Prospects *p, const Survey *survey, Race race,
                                            const CellProspects *c, const CellProspects *d) {
    if (cell_prospects_swing(c) < cell_prospects_swing(d) + cell_prospects_longer(d) - 1) return false;
    LineSet both = lines_and(lines_and(grid->through[c->cell], grid->through[d->cell]), survey->longer);
    bool meet = !lines_is_empty(both), is_neutral = lines_meet(&both, &p->neutral), is_mine = false;
    if (cell_prospects_swing(c) < cell_prospects_swing(d) + cell_prospects_longer(d) - meet) return false;
    for (int empty = 2; empty < grid_n(grid) && race.mine + race.theirs > 0; empty++) {
        is_mine = is_mine || lines_meet(&both, &p->mine[empty]);
    }
    int meet_mine = is_neutral || is_mine, meet_theirs = meet && !is_mine;
    if (race.mine && c->win < d->win + d->mine + d->neutral - meet_mine) return false;
    return !race.theirs || c->lose >= d->lose + d->theirs + d->neutral - meet_theirs;
}

#endif
