/* The moves that are worth proving: which of the attacker's moves in a position go into the graph, and in what order.
 *
 * First quiet moves with the fewest survivors; then those with more, which stay hidden behind a lower bound until they
 * look cheap; last the attacker's own threats, which matter only where the forced-win search missed something or
 * nothing else wins. What is left out for good loses to a forced win of the defender, or cannot win by weight or
 * pairing: so a position whose listing is empty, with nothing hidden, is disproven.
 *
 * Survivors are replies after which the attacker has no forced win by threats: their exact number is the move's first
 * proof number.
 *
 * A Scout does this for one thread. It reads positions and fills listings; the graph itself it never touches. */
#ifndef ROWAN_PROVE_PROVE_MOVES_H
#define ROWAN_PROVE_PROVE_MOVES_H

#include <stdatomic.h>

#include "eval/eval.h"
#include "eval/pairing.h"
#include "prove/prove_graph.h"
#include "search/threat.h"

enum {
    SYMMETRIC_STONES = 6, /* with more, hardly a position has symmetries of its own */
    MARGIN = 1,           /* list moves with up to this many more survivors than the best */
    QUIET_QUARTERS = 12,  /* first proof numbers of moves that threaten nothing grow by rank: pursue one plan */
};

/* Nodes for one search for a forced win; on 4x4x4 they take 17 on average. */
#define SCOUT_ALLOWANCE UINT64_C(100000)

typedef struct {
    const Grid *grid;
    const Symmetries *symmetries;
    Side attacker;
    const _Atomic bool *ends; /* a listing under way is given up */
    ThreatSearch threats;
    ThreatLine line; /* of the forced win found last */
} Scout;

/* What a listing is to hold. */
typedef struct {
    int floor;         /* all moves with at most this many survivors */
    bool beside_win;   /* also when one without survivors is found */
    bool with_threats; /* and the attacker's threats */
} ListingScope;

static inline void scout_init(Scout *scout, const Grid *grid, const Symmetries *symmetries, Side attacker,
                              const _Atomic bool *ends) {
    scout->grid = grid;
    scout->symmetries = symmetries;
    scout->attacker = attacker;
    scout->ends = ends;
    threat_search_init(&scout->threats);
}

/* A forced win of the side, which is to move; its line is in scout->line. */
static inline bool scout_finds_win(Scout *scout, const Board *board, Side side) {
    return threat_win(&scout->threats, scout->grid, board, side, SCOUT_ALLOWANCE, &scout->line);
}

/* The replies after which the attacker has no forced win, with the defender to move, who has no line to complete; when
 * there are more than `limit`, at least that many more. */
static inline CellSet scout_survivors(Scout *scout, const Board *board, int limit) {
    ThreatContext context = {&scout->threats, scout->grid, scout->attacker, &scout->line};
    return threat_survivors(&context, board, SCOUT_ALLOWANCE, limit);
}

static inline ProveMove scout_examine_move(Scout *scout, const Board *after, int cell, int limit) {
    CellSet survivors = scout_survivors(scout, after, limit), classes = survivors;
    if (after->ply <= SYMMETRIC_STONES) {
        classes = canonical_representatives(scout->symmetries, after->stones, survivors);
    }
    return (ProveMove){.survivors = survivors,
                       .pn = (uint32_t)cells_count(classes),
                       .dn = cells_is_empty(survivors) ? PN_INFINITE : 1,
                       .replies = NO_INDEX,
                       .cell = (uint16_t)cell,
                       .is_quiet = cells_equal(survivors, board_empty(scout->grid, after))};
}

/* Which moves */

typedef struct {
    CellSet cells;
    CellSet threats;    /* beside these, cells that make a threat */
    bool defender_wins; /* would win by threats if the attacker passed, so every move must be tested */
    bool is_forced;     /* the defender threatens to complete a line */
} Attack;

static inline Attack scout_find_attack(Scout *scout, const Board *board) {
    const Grid *grid = scout->grid;
    Side attacker = scout->attacker, defender = side_other(attacker);
    CellSet block = board_winning_cells(grid, board, defender);
    if (!cells_is_empty(block)) {
        return (Attack){.cells = cells_count(block) > 1 ? cells_none() : block,
                        .threats = cells_none(),
                        .defender_wins = true,
                        .is_forced = true};
    }
    CellSet pairs = board_empty_cells_of(grid, board, board_lines_with_empty(grid, board, attacker, 2));
    Attack attack = {.cells = board_empty(grid, board), .threats = pairs};
    if (scout_finds_win(scout, board, defender)) {
        attack.cells = cells_and(attack.cells, scout->line.needs);
        attack.defender_wins = true;
    }
    attack.cells = cells_minus(attack.cells, pairs);
    if (board->ply <= SYMMETRIC_STONES) {
        attack.cells = canonical_representatives(scout->symmetries, board->stones, attack.cells);
        attack.threats = canonical_representatives(scout->symmetries, board->stones, attack.threats);
    }
    return attack;
}

/* By weight, or by a pairing: the attacker, to move, cannot complete a line any more. */
static inline bool scout_attacker_is_harmless(const Scout *scout, const Board *board) {
    Pairing pairing;
    Census census = census_take(scout->grid, board);
    return census_side_cannot_win(scout->grid, &census, scout->attacker, scout->attacker) ||
           pairing_find(scout->grid, board, scout->attacker, &pairing);
}

/* The move could lead to a win: lines are left, and the defender does not win by threats. */
static inline bool scout_is_worth_examining(Scout *scout, const Board *after, bool defender_wins) {
    const Grid *grid = scout->grid;
    if (board_is_full(grid, after) || lines_is_empty(board_open_lines(grid, after, scout->attacker))) return false;
    if (!defender_wins || !cells_is_empty(board_winning_cells(grid, after, scout->attacker))) return true;
    return !scout_finds_win(scout, after, side_other(scout->attacker));
}

/* In what order */

/* Promise of a cell for the attacker: its open lines, those with stones most; then the defender's. */
static inline int scout_promise(const Scout *scout, const Board *board, int cell) {
    Side attacker = scout->attacker, defender = side_other(attacker);
    const LineSet *through = &scout->grid->through[cell];
    LineSet open = lines_minus(*through, board->touched[defender]);
    LineSet theirs = lines_minus(lines_and(*through, board->touched[defender]), board->touched[attacker]);
    return 2 * lines_count(open) + 4 * lines_count(lines_and(open, board->touched[attacker])) + lines_count(theirs);
}

static inline int scout_order_by_promise(const Scout *scout, const Board *board, CellSet cells,
                                         uint16_t order[SIZE_CELLS]) {
    int count = 0, promise[SIZE_CELLS];
    while (!cells_is_empty(cells)) {
        int cell = cells_take(&cells), value = scout_promise(scout, board, cell), i = count++;
        for (; i > 0 && promise[i - 1] < value; i--) {
            promise[i] = promise[i - 1];
            order[i] = order[i - 1];
        }
        promise[i] = value;
        order[i] = (uint16_t)cell;
    }
    return count;
}

/* Keeps the moves within the limit, fewest survivors first. */
static inline void listing_hide_poor_moves(Listing *listing, int limit) {
    int listed = 0;
    for (int i = 0; i < listing->count; i++) {
        ProveMove move = listing->moves[i];
        if ((int)move.pn > limit) {
            listing->hidden_pn = (uint32_t)limit + 1;
            continue;
        }
        int j = listed++;
        for (; j > 0 && listing->moves[j - 1].pn > move.pn; j--) listing->moves[j] = listing->moves[j - 1];
        listing->moves[j] = move;
    }
    listing->count = listed;
    for (int i = 0; i < listed; i++) {
        ProveMove *move = &listing->moves[i];
        if (move->is_quiet) move->pn = move->pn * (uint32_t)(4 + QUIET_QUARTERS * move->rank) / 4;
    }
}

/* The listing */

/* False when the run was ended meanwhile, and the listing is of no use. */
static inline bool scout_list(Scout *scout, const CellSet stones[2], ListingScope scope, Listing *listing) {
    Board board;
    board_set_up(scout->grid, &board, stones, scout->attacker);
    listing->count = 0;
    listing->hidden_pn = PN_INFINITE;
    listing->is_forced = false;
    if (scout_attacker_is_harmless(scout, &board)) return true;
    Attack attack = scout_find_attack(scout, &board);
    listing->is_forced = attack.is_forced;
    CellSet cells = scope.with_threats ? cells_or(attack.cells, attack.threats) : attack.cells;
    uint16_t order[SIZE_CELLS];
    int count = scout_order_by_promise(scout, &board, cells, order), best = SIZE_CELLS;
    for (int i = 0; i < count && (best > 0 || scope.beside_win); i++) {
        if (atomic_load_explicit(scout->ends, memory_order_relaxed)) return false;
        Board after = board;
        board_place(scout->grid, &after, order[i]);
        if (!scout_is_worth_examining(scout, &after, attack.defender_wins)) continue;
        ProveMove *move = &listing->moves[listing->count++];
        *move = scout_examine_move(scout, &after, order[i], graph_larger(best + MARGIN, scope.floor));
        move->rank = (uint16_t)i;
        if ((int)move->pn < best) best = (int)move->pn;
    }
    listing_hide_poor_moves(listing, graph_larger(best + MARGIN, scope.floor));
    bool threats_are_left = !scope.with_threats && !cells_is_empty(attack.threats);
    if (listing->hidden_pn == PN_INFINITE && threats_are_left) listing->hidden_pn = PN_THREATS;
    return true;
}

#endif
