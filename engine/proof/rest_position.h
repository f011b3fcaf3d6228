/* A position of the checker's search (proof/rest_solver.c): stones, and what can be said without trying moves.
 *
 *     pairs     Lines that can be given two cells of their own are held for good: the defender answers one with the
 *               other. A largest such assignment leaves a core: the lines that got too few cells, and all lines that
 *               hold cells of a line in the core. Every cell of the core belongs to a line of the core, so the lines
 *               outside keep their pairs whatever happens inside. Without a core the defender holds everything.
 *     parts     Parts of the core without a common cell are games of their own: an attack is answered in its part.
 *     weight    A part whose sum of 2^-(empty cells), over its lines, is below 1/2 is held (Erdos and Selfridge 1973).
 *     exchange  If one of the last two cells of a line is on no other line, the defender sets both aside, as if the
 *               attacker had the other and it had this one. Should the attacker take either, it takes the other, which
 *               is this position or a better one.
 *
 * Positions are copied and assignments are repaired: after a stone, only lines that lost a cell look for another. */
#ifndef ROWAN_PROOF_REST_POSITION_H
#define ROWAN_PROOF_REST_POSITION_H

#include "proof/checker_sets.h"

/* Which cells are on which lines does not change. */
typedef struct {
    Set line_cells[SET_SIZE];
    Set cell_lines[SET_SIZE];
} LineGame;

/* Lines that the defender has not stopped, and their empty cells. Some of these are given to lines, for pairs. What
 * the other members say of lines and cells that are gone does not matter. */
typedef struct {
    Set lines, cells;
    Set given;
    Set with_one, with_two;   /* lines that have been given a cell, and two */
    uint16_t owner[SET_SIZE]; /* of a cell that is given: the line */
} Position;

static inline Set position_cells_on(const LineGame *game, const Position *position, int line) {
    return set_and(game->line_cells[line], position->cells);
}

static inline Set position_lines_through(const LineGame *game, const Position *position, int cell) {
    return set_and(game->cell_lines[cell], position->lines);
}

static inline int position_lack(const Position *position) {
    return 2 * set_count(position->lines) - set_count(position->cells);
}

/* Stones */

static inline void position_attack(Position *position, int cell) {
    set_remove(&position->cells, cell);
    if (!set_has(&position->given, cell)) return;
    int line = position->owner[cell];
    set_remove(&position->given, cell);
    set_remove(set_has(&position->with_two, line) ? &position->with_two : &position->with_one, line);
}

/* The lines through the cell leave the game, and the cells that they were given are free again. */
static inline void position_defend(const LineGame *game, Position *position, int cell) {
    Set stopped = position_lines_through(game, position, cell);
    position->lines = set_minus(position->lines, stopped);
    SET_EACH(line, stopped) {
        Set given = set_and(game->line_cells[line], position->given);
        SET_EACH(on_line, given) {
            if (position->owner[on_line] == line) set_remove(&position->given, on_line);
        }
    }
    set_remove(&position->cells, cell);
}

/* Pairs, and the core that they leave */

static inline bool position_give(Position *position, int line, int cell) {
    set_add(&position->given, cell);
    position->owner[cell] = (uint16_t)line;
    return true;
}

/* Gives the line one cell more, where other lines may have to change theirs. Cells are asked only once. */
static bool position_give_cell(const LineGame *game, Position *position, int line, Set *asked) {
    Set all = position_cells_on(game, position, line), left = set_minus(all, *asked);
    Set unowned = set_minus(left, position->given);
    if (!set_is_empty(unowned)) return position_give(position, line, set_first(&unowned));
    *asked = set_or(*asked, all);
    SET_EACH(cell, left) {
        int owner = position->owner[cell];
        if (owner != line && position_give_cell(game, position, owner, asked))
            return position_give(position, line, cell);
    }
    return false;
}

static inline Set position_without_pair(const Position *position) {
    return set_minus(position->lines, position->with_two);
}

/* Two cells for the line. Cells that were asked in vain are out of reach for all lines that come later. */
static inline bool position_give_pair(const LineGame *game, Position *position, int line, Set *out_of_reach) {
    while (!set_has(&position->with_two, line)) {
        Set asked = *out_of_reach;
        if (!position_give_cell(game, position, line, &asked)) {
            *out_of_reach = asked;
            return false;
        }
        set_add(set_has(&position->with_one, line) ? &position->with_two : &position->with_one, line);
    }
    return true;
}

/* Gives back cells that the search would rather spare, where there are others for the line. */
static inline void position_spare(const LineGame *game, Position *position, Set spare, Set out_of_reach) {
    Set blocked = set_or(spare, out_of_reach), given = set_and(position->given, position->cells);
    Set left = set_minus(set_and(given, spare), out_of_reach);
    SET_EACH(cell, left) {
        Set unowned = set_minus(position->cells, position->given), asked = blocked;
        if (set_is_empty(set_minus(unowned, blocked))) return;
        bool has_another = position_give_cell(game, position, position->owner[cell], &asked);
        if (has_another) set_remove(&position->given, cell);
        if (!has_another) blocked = asked;
    }
}

/* Leaves only the core. The pairs outside it are added to `used`. */
static inline void position_cut_to_core(const LineGame *game, Position *position, Set spare, Set *used) {
    Set core = {{0}}, out_of_reach = {{0}}, without_pair = position_without_pair(position);
    SET_EACH(line, without_pair) {
        if (!position_give_pair(game, position, line, &out_of_reach)) set_add(&core, line);
    }
    position_spare(game, position, spare, out_of_reach);
    Set given = set_and(position->given, position->cells), inside = set_and(given, out_of_reach);
    *used = set_or(*used, set_minus(given, out_of_reach));
    SET_EACH(cell, inside) set_add(&core, position->owner[cell]);
    position->lines = core;
    position->cells = set_and(position->cells, out_of_reach);
}

/* There is no core. *used are then the pairs; and if there is one, cells that make it so. */
static inline bool position_has_pairs(const LineGame *game, Position *position, Set spare, Set *used) {
    Set out_of_reach = {{0}}, without_pair = position_without_pair(position);
    SET_EACH(line, without_pair) {
        if (position_give_pair(game, position, line, &out_of_reach)) continue;
        *used = set_and(position->cells, out_of_reach);
        return false;
    }
    position_spare(game, position, spare, out_of_reach);
    *used = set_and(position->given, position->cells);
    return true;
}

/* Crossings: cells on two lines or more */

static inline Set position_crossings(const LineGame *game, const Position *position) {
    Set once = {{0}}, twice = {{0}}, lines = position->lines;
    SET_EACH(line, lines) {
        Set cells = position_cells_on(game, position, line);
        twice = set_or(twice, set_and(once, cells));
        once = set_or(once, cells);
    }
    return twice;
}

/* A line with two empty cells, one of which is on no other line: its cells, or none. */
static inline Set position_exchange_cells(const LineGame *game, const Position *position, Set crossings) {
    Set lines = position->lines;
    SET_EACH(line, lines) {
        Set both = position_cells_on(game, position, line);
        if (set_count(both) == 2 && !set_is_empty(set_minus(both, crossings))) return both;
    }
    return set_none();
}

/* Plays all exchanges. Returns their cells. The only line that one stops has none but its two cells, so that what was a
 * crossing remains one. */
static inline Set position_exchange(const LineGame *game, Position *position) {
    Set exchanged = {{0}}, crossings = position_crossings(game, position);
    for (;;) {
        Set both = position_exchange_cells(game, position, crossings), single = set_minus(both, crossings);
        int answer = set_next(&single);
        if (answer < 0) return exchanged;
        exchanged = set_or(exchanged, both);
        set_remove(&both, answer);
        position_attack(position, set_next(&both));
        position_defend(game, position, answer);
    }
}

/* Moves the lines that hang together with the first one from the core to a part of their own. */
static inline void position_split_off(const LineGame *game, Position *core, Position *part) {
    Set left = core->lines, waiting = {{0}};
    *part = *core;
    part->lines = part->cells = (Set){{0}};
    set_add(&waiting, set_next(&left));
    for (int line = set_next(&waiting); line >= 0; line = set_next(&waiting)) {
        Set cells = set_minus(position_cells_on(game, core, line), part->cells);
        set_add(&part->lines, line);
        part->cells = set_or(part->cells, cells);
        SET_EACH(cell, cells) {
            Set near = position_lines_through(game, core, cell);
            waiting = set_or(waiting, set_minus(near, part->lines));
        }
    }
    core->lines = set_minus(core->lines, part->lines);
}

/* In units of 2^-EDGE_MAX. */
static inline int position_weight(const LineGame *game, const Position *position) {
    int weight = 0;
    Set lines = position->lines;
    SET_EACH(line, lines)
    weight += 1 << (EDGE_MAX - set_count(position_cells_on(game, position, line)));
    return weight;
}

#endif
