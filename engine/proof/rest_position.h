/* A position of the checker's search (proof/rest_solver.c): stones, and what can be said without trying moves.
 *
 *     pairs     Lines that can be given two cells of their own are held for good: the defender answers one with the
 *               other. A largest such assignment leaves a crux: the lines that got too few cells, and all lines that
 *               hold cells of a line in the crux. Every cell of the crux belongs to a line of the crux, so the lines
 *               outside keep their pairs whatever happens inside. Without a crux the defender holds everything.
 *     parts     Parts of the crux without a common cell are games of their own: an attack is answered in its part.
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
} RestPosition;

static inline Set rest_position_cells_on(const LineGame *game, const RestPosition *position, int line) {
    return set_and(game->line_cells[line], position->cells);
}

static inline Set rest_position_lines_through(const LineGame *game, const RestPosition *position, int cell) {
    return set_and(game->cell_lines[cell], position->lines);
}

static inline int rest_position_lack(const RestPosition *position) {
    return 2 * set_count(position->lines) - set_count(position->cells);
}

/* Stones */

static inline void rest_position_attack(RestPosition *position, int cell) {
    set_remove(&position->cells, cell);
    if (!set_has(&position->given, cell)) return;
    int line = position->owner[cell];
    set_remove(&position->given, cell);
    set_remove(set_has(&position->with_two, line) ? &position->with_two : &position->with_one, line);
}

/* The lines through the cell leave the game, and the cells that they were given are free again. */
static inline void rest_position_defend(const LineGame *game, RestPosition *position, int cell) {
    Set stopped = rest_position_lines_through(game, position, cell);
    position->lines = set_minus(position->lines, stopped);
    SET_EACH(line, stopped) {
        Set given = set_and(game->line_cells[line], position->given);
        SET_EACH(on_line, given) {
            if (position->owner[on_line] == line) set_remove(&position->given, on_line);
        }
    }
    set_remove(&position->cells, cell);
}

/* Pairs, and the crux that they leave */

static inline bool rest_position_give(RestPosition *position, int line, int cell) {
    set_add(&position->given, cell);
    position->owner[cell] = (uint16_t)line;
    return true;
}

/* Gives the line one cell more, where other lines may have to change theirs. Cells are asked only once. */
static bool rest_position_give_cell(const LineGame *game, RestPosition *position, int line, Set *asked) {
    Set all = rest_position_cells_on(game, position, line), left = set_minus(all, *asked);
    Set unowned = set_minus(left, position->given);
    if (!set_is_empty(unowned)) return rest_position_give(position, line, set_first(&unowned));
    *asked = set_or(*asked, all);
    SET_EACH(cell, left) {
        int owner = position->owner[cell];
        if (owner != line && rest_position_give_cell(game, position, owner, asked))
            return rest_position_give(position, line, cell);
    }
    return false;
}

static inline Set rest_position_without_pair(const RestPosition *position) {
    return set_minus(position->lines, position->with_two);
}

/* Two cells for the line. Cells that were asked in vain are out of reach for all lines that come later. */
static inline bool rest_position_give_pair(const LineGame *game, RestPosition *position, int line, Set *out_of_reach) {
    while (!set_has(&position->with_two, line)) {
        Set asked = *out_of_reach;
        if (!rest_position_give_cell(game, position, line, &asked)) {
            *out_of_reach = asked;
            return false;
        }
        set_add(set_has(&position->with_one, line) ? &position->with_two : &position->with_one, line);
    }
    return true;
}

/* Gives back cells that the search would rather spare, where there are others for the line. */
static inline void rest_position_spare(const LineGame *game, RestPosition *position, Set spare, Set out_of_reach) {
    Set blocked = set_or(spare, out_of_reach), given = set_and(position->given, position->cells);
    Set left = set_minus(set_and(given, spare), out_of_reach);
    SET_EACH(cell, left) {
        Set unowned = set_minus(position->cells, position->given), asked = blocked;
        if (set_is_empty(set_minus(unowned, blocked))) return;
        bool has_another = rest_position_give_cell(game, position, position->owner[cell], &asked);
        if (has_another) set_remove(&position->given, cell);
        if (!has_another) blocked = asked;
    }
}

/* Leaves only the crux. The pairs outside it are added to `used`. */
static inline void rest_position_cut_to_crux(const LineGame *game, RestPosition *position, Set spare, Set *used) {
    Set crux = {{0}}, out_of_reach = {{0}}, without_pair = rest_position_without_pair(position);
    SET_EACH(line, without_pair) {
        if (!rest_position_give_pair(game, position, line, &out_of_reach)) set_add(&crux, line);
    }
    rest_position_spare(game, position, spare, out_of_reach);
    Set given = set_and(position->given, position->cells), inside = set_and(given, out_of_reach);
    *used = set_or(*used, set_minus(given, out_of_reach));
    SET_EACH(cell, inside) set_add(&crux, position->owner[cell]);
    position->lines = crux;
    position->cells = set_and(position->cells, out_of_reach);
}

/* There is no crux. *used are then the pairs; and if there is one, cells that make it so. */
static inline bool rest_position_has_pairs(const LineGame *game, RestPosition *position, Set spare, Set *used) {
    Set out_of_reach = {{0}}, without_pair = rest_position_without_pair(position);
    SET_EACH(line, without_pair) {
        if (rest_position_give_pair(game, position, line, &out_of_reach)) continue;
        *used = set_and(position->cells, out_of_reach);
        return false;
    }
    rest_position_spare(game, position, spare, out_of_reach);
    *used = set_and(position->given, position->cells);
    return true;
}

/* Crossings: cells on two lines or more */

static inline Set rest_position_crossings(const LineGame *game, const RestPosition *position) {
    Set once = {{0}}, twice = {{0}}, lines = position->lines;
    SET_EACH(line, lines) {
        Set cells = rest_position_cells_on(game, position, line);
        twice = set_or(twice, set_and(once, cells));
        once = set_or(once, cells);
    }
    return twice;
}

/* A line with two empty cells, one of which is on no other line: its cells, or none. */
static inline Set rest_position_exchange_cells(const LineGame *game, const RestPosition *position, Set crossings) {
    Set lines = position->lines;
    SET_EACH(line, lines) {
        Set both = rest_position_cells_on(game, position, line);
        if (set_count(both) == 2 && !set_is_empty(set_minus(both, crossings))) return both;
    }
    return set_none();
}

/* Plays all exchanges. Returns their cells. The only line that one stops has none but its two cells, so that what was a
 * crossing remains one. */
static inline Set rest_position_exchange(const LineGame *game, RestPosition *position) {
    Set exchanged = {{0}}, crossings = rest_position_crossings(game, position);
    for (;;) {
        Set both = rest_position_exchange_cells(game, position, crossings), single = set_minus(both, crossings);
        int answer = set_next(&single);
        if (answer < 0) return exchanged;
        exchanged = set_or(exchanged, both);
        set_remove(&both, answer);
        rest_position_attack(position, set_next(&both));
        rest_position_defend(game, position, answer);
    }
}

/* Moves the lines that hang together with the first one from the crux to a part of their own. */
static inline void rest_position_split_off(const LineGame *game, RestPosition *crux, RestPosition *part) {
    Set left = crux->lines, waiting = {{0}};
    *part = *crux;
    part->lines = part->cells = (Set){{0}};
    set_add(&waiting, set_next(&left));
    for (int line = set_next(&waiting); line >= 0; line = set_next(&waiting)) {
        Set cells = set_minus(rest_position_cells_on(game, crux, line), part->cells);
        set_add(&part->lines, line);
        part->cells = set_or(part->cells, cells);
        SET_EACH(cell, cells) {
            Set near = rest_position_lines_through(game, crux, cell);
            waiting = set_or(waiting, set_minus(near, part->lines));
        }
    }
    crux->lines = set_minus(crux->lines, part->lines);
}

/* In units of 2^-EDGE_MAX. */
static inline int rest_position_weight(const LineGame *game, const RestPosition *position) {
    int weight = 0;
    Set lines = position->lines;
    SET_EACH(line, lines)
    weight += 1 << (EDGE_MAX - set_count(rest_position_cells_on(game, position, line)));
    return weight;
}

#endif
