/* Survivors: the replies of the defender after which the attacker has no forced win by threats.
 *
 * One winning line refutes all replies outside the cells that it needs, so counting survivors costs far less than a
 * search for each reply. Most of a proof's time goes into this all the same, hence hints, which change what it costs
 * and nothing else. Replies that survived other moves of the attacker are tried first, because the count may end early;
 * of several the one that breaks the last winning line earliest, because the next line then differs most and leaves
 * fewer replies. The next search prefers the cells of the last winning line. A Scout belongs to one thread. */
#ifndef ROWAN_KERNEL_PROVE_SURVIVORS_H
#define ROWAN_KERNEL_PROVE_SURVIVORS_H

#include <stdatomic.h>

#include "kernel/prove/pn_graph.h"
#include "kernel/search/threat.h"

enum {
    SYMMETRIC_STONES = 6, /* with more, hardly a position has symmetries of its own */
    QUIET_PN = 2,         /* the first proof number of a reply to a move that threatens nothing */
};

/* Nodes for one search for a forced win; on 4x4x4 they take 15 on average. */
#define SCOUT_ALLOWANCE UINT64_C(100000)

typedef struct {
    const Grid *grid;
    const Symmetries *symmetries;
    Side attacker;
    const _Atomic bool *ends; /* a listing under way is given up */
    bool is_thorough;         /* list more moves: for small strategies, not for quick proofs */
    ThreatSearch threats;
    ThreatLine line;  /* of the forced win found last */
    CellSet winning;  /* the attacker's cells in its last forced win */
    CellSet suspects; /* replies that survived other moves in the same position */
} Scout;

typedef struct {
    CellSet cells; /* one of each class of replies */
    int count;
    uint32_t pn;   /* the sum of their first proof numbers */
    int win_plies; /* of the longest win that refutes the others */
    bool is_quiet; /* the attacker threatens nothing: every reply survives */
} Survivors;

static inline void scout_init(Scout *scout, const Grid *grid, const Symmetries *symmetries, Side attacker,
                              const _Atomic bool *ends) {
    scout->grid = grid;
    scout->symmetries = symmetries;
    scout->attacker = attacker;
    scout->ends = ends;
    scout->is_thorough = false;
    scout->winning = scout->suspects = cells_none();
    threat_search_init(&scout->threats);
}

/* A forced win of the side, which is to move; its line is in scout->line. */
static inline bool scout_finds_win(Scout *scout, const Board *board, Side side) {
    return threat_win(&scout->threats, scout->grid, board, side, SCOUT_ALLOWANCE, &scout->line);
}

/* The same for the attacker, with the cells of its last win tried first. */
static inline bool scout_attack_wins(Scout *scout, const Board *board) {
    ThreatLine *line = &scout->line;
    if (!threat_win_trying(&scout->threats, scout->grid, board, scout->attacker, SCOUT_ALLOWANCE, line, scout->winning))
        return false;
    scout->winning = cells_none();
    for (int i = 0; i < line->length; i += 2) cells_add(&scout->winning, line->cell[i]);
    return true;
}

/* Of the cells that symmetries of the position exchange only one: the others fare alike. */
static inline CellSet scout_representatives(const Scout *scout, const Board *board, CellSet cells) {
    return board->ply <= SYMMETRIC_STONES ? canonical_representatives(scout->symmetries, board->stones, cells) : cells;
}

static inline Survivors scout_quiet_survivors(CellSet cells) {
    int count = cells_count(cells);
    return (Survivors){.cells = cells, .count = count, .pn = QUIET_PN * (uint32_t)count, .is_quiet = true};
}

/* Takes the next reply to try out of the set. */
static inline int scout_take_reply(const Scout *scout, CellSet *left) {
    const ThreatLine *line = &scout->line;
    CellSet choice = threat_prefer(*left, scout->suspects);
    int i = 0;
    while (i < line->length && !cells_has(&choice, line->cell[i])) i++;
    int reply = i < line->length ? line->cell[i] : cells_first(&choice);
    cells_remove(left, reply);
    return reply;
}

/* Where the attacker has no threat on the board. Replies that one class stands for are refuted with it, so any line
 * may strike out any reply. */
static inline Survivors scout_surviving_replies(Scout *scout, const Board *board, int limit) {
    const Grid *grid = scout->grid;
    CellSet left = scout_representatives(scout, board, board_empty(grid, board));
    if (!scout_attack_wins(scout, board)) return scout_quiet_survivors(left);
    left = cells_and(left, scout->line.needs);
    Survivors survivors = {.cells = cells_none(), .win_plies = scout->line.length};
    while (!cells_is_empty(left)) {
        int reply = scout_take_reply(scout, &left);
        Board next = *board;
        board_put(grid, &next, side_other(scout->attacker), reply);
        if (scout_attack_wins(scout, &next)) {
            if (scout->line.length > survivors.win_plies) survivors.win_plies = scout->line.length;
            left = cells_and(left, scout->line.needs);
            continue;
        }
        cells_add(&survivors.cells, reply);
        cells_add(&scout->suspects, reply);
        survivors.pn += graph_first_pn(grid, &next, scout->attacker);
        if (++survivors.count > limit) break;
    }
    return survivors;
}

/* Where the attacker has made threats: only the answer to a single one can survive. */
static inline Survivors scout_surviving_answer(Scout *scout, const Board *board, CellSet threats) {
    if (cells_count(threats) > 1) return (Survivors){.cells = cells_none(), .win_plies = 1};
    Board next = *board;
    board_put(scout->grid, &next, side_other(scout->attacker), cells_first(&threats));
    if (scout_attack_wins(scout, &next)) return (Survivors){.cells = cells_none(), .win_plies = scout->line.length};
    uint32_t pn = graph_first_pn(scout->grid, &next, scout->attacker);
    return (Survivors){.cells = threats, .count = 1, .pn = pn, .win_plies = 1};
}

/* With the defender to move, who has no line to complete. When there are more than `limit`, some more than that. */
static inline Survivors scout_survivors(Scout *scout, const Board *board, int limit) {
    CellSet threats = board_winning_cells(scout->grid, board, scout->attacker);
    return cells_is_empty(threats) ? scout_surviving_replies(scout, board, limit)
                                   : scout_surviving_answer(scout, board, threats);
}

#endif
