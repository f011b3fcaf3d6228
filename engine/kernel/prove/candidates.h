/* The moves that are worth proving: which of the attacker's moves in a position go into the graph, and in what order.
 *
 * First quiet moves with the fewest survivors, as far as the most promising cells show them: after some moves without
 * improvement the rest is not looked at. Then those with more survivors or not looked at, which stay hidden behind one
 * number until they look cheap; last the attacker's own threats, which matter only where the forced-win search missed
 * something or nothing else wins. What is left out for good loses to a forced win of the defender, or cannot win by
 * weight or pairing: so a position whose listing is empty, with nothing hidden, is disproven.
 *
 * Survivors are replies after which the attacker has no forced win by threats: what they take to prove, by a first
 * guess, is the move's first proof number.
 *
 * A Scout does this for one thread. It reads positions and fills listings; the graph itself it never touches. */
#ifndef ROWAN_KERNEL_PROVE_CANDIDATES_H
#define ROWAN_KERNEL_PROVE_CANDIDATES_H

#include "kernel/eval/held.h"
#include "kernel/prove/pn_graph.h"
#include "kernel/prove/survivors.h"

enum {
    QUIET_STEP = 2, /* first proof numbers of moves that threaten nothing grow by rank: pursue one plan */
    FEW_SURVIVORS = 4,
    PATIENCE = 8,     /* a listing ends after so many moves that leave no fewer survivors than the best */
    PATIENCE_FEW = 4, /* when the best leaves few */
};

/* What a listing is to hold. */
typedef struct {
    int floor;         /* all moves with at most this many survivors; 0: the best, without looking at all moves */
    bool beside_win;   /* also when one without survivors is found */
    bool with_threats; /* and the attacker's threats */
} ListingScope;

static inline ProveMove candidates_examine_move(Scout *scout, const Board *after, int cell, int rank, int limit) {
    Survivors survivors = scout_survivors(scout, after, limit);
    return (ProveMove){.survivors = survivors.cells,
                       .pn = survivors.pn * (uint32_t)(survivors.is_quiet ? 1 + QUIET_STEP * rank : 1),
                       .dn = survivors.count == 0 ? PN_INFINITE : 1,
                       .replies = NO_INDEX,
                       .cell = (uint16_t)cell,
                       .rank = (uint16_t)rank,
                       .win_plies = (uint16_t)survivors.win_plies,
                       .is_quiet = survivors.is_quiet};
}

/* Which moves */

typedef struct {
    CellSet cells;
    CellSet threats;    /* beside these, cells that make a threat */
    bool defender_wins; /* would win by threats if the attacker passed, so every move must be tested */
    bool is_forced;     /* the defender threatens to complete a line */
} Attack;

static inline Attack candidates_find_attack(Scout *scout, const Board *board) {
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
    bool defender_wins = scout_finds_win(scout, board, defender);
    CellSet cells = defender_wins ? scout->line.needs : grid->all_cells;
    cells = scout_representatives(scout, board, cells_or(cells_and(cells, board_empty(grid, board)), pairs));
    return (Attack){
        .cells = cells_minus(cells, pairs), .threats = cells_and(cells, pairs), .defender_wins = defender_wins};
}

/* The move could lead to a win: lines are left, and the defender does not win by threats. */
static inline bool candidates_is_worth_examining(Scout *scout, const Board *after, bool defender_wins) {
    const Grid *grid = scout->grid;
    if (board_is_full(grid, after) || lines_is_empty(board_open_lines(grid, after, scout->attacker))) return false;
    if (!defender_wins || !cells_is_empty(board_winning_cells(grid, after, scout->attacker))) return true;
    return !scout_finds_win(scout, after, side_other(scout->attacker));
}

/* In what order */

/* Promise of a cell for the attacker: its open lines, those with stones most; then the defender's. */
static inline int candidates_promise(const Scout *scout, const Board *board, int cell) {
    Side attacker = scout->attacker, defender = side_other(attacker);
    const LineSet *through = &scout->grid->through[cell];
    LineSet open = lines_minus(*through, board->touched[defender]);
    LineSet theirs = lines_minus(lines_and(*through, board->touched[defender]), board->touched[attacker]);
    return 2 * lines_count(open) + 4 * lines_count(lines_and(open, board->touched[attacker])) + lines_count(theirs);
}

typedef struct {
    int count;
    uint16_t cell[SIZE_CELLS]; /* the most promising first */
    bool defender_wins;        /* as in Attack */
} MoveOrder;

static inline void candidates_order_by_promise(const Scout *scout, const Board *board, CellSet cells,
                                               MoveOrder *order) {
    enum { PROMISE_MAX = 6 * LINES_PER_CELL_MAX }; /* no line counts for more than 6 */
    CellSet by_promise[PROMISE_MAX + 1] = {{{0}}};
    int highest = 0;
    while (!cells_is_empty(cells)) {
        int cell = cells_take(&cells), promise = candidates_promise(scout, board, cell);
        cells_add(&by_promise[promise], cell);
        highest = graph_larger(highest, promise);
    }
    order->count = 0;
    for (int promise = highest; promise >= 0; promise--) {
        CellSet *left = &by_promise[promise];
        while (!cells_is_empty(*left)) order->cell[order->count++] = (uint16_t)cells_take(left);
    }
}

/* Keeps the moves within the limit, fewest survivors first. */
static inline void candidates_hide_poor_moves(Listing *listing, int limit) {
    int listed = 0;
    for (int i = 0; i < listing->count; i++) {
        ProveMove move = listing->moves[i];
        int count = cells_count(move.survivors);
        if (count > limit) {
            listing->hidden_pn = (uint32_t)limit + 1;
            continue;
        }
        int j = listed++;
        for (; j > 0 && cells_count(listing->moves[j - 1].survivors) > count; j--) {
            listing->moves[j] = listing->moves[j - 1];
        }
        listing->moves[j] = move;
    }
    listing->count = listed;
}

/* The listing */

static inline int candidates_patience(const Scout *scout, ListingScope scope, int best) {
    if (scope.floor > 0 || scope.beside_win || scout->is_thorough) return SIZE_CELLS;
    return best <= FEW_SURVIVORS ? PATIENCE_FEW : PATIENCE;
}

/* Examines the moves in the given order until it is enough. Returns how many survivors a listed move may
 * leave; -1 when the run was ended meanwhile. */
static inline int candidates_examine_moves(Scout *scout, const Board *board, const MoveOrder *order, ListingScope scope,
                                           Listing *listing) {
    int best = SIZE_CELLS, limit = SIZE_CELLS, i = 0;
    scout->suspects = cells_none();
    for (int idle = 0; i < order->count && (best > 0 || scope.beside_win); i++) {
        if (idle++ >= candidates_patience(scout, scope, best)) break;
        if (atomic_load_explicit(scout->ends, memory_order_relaxed)) return -1;
        Board after = *board;
        board_place(scout->grid, &after, order->cell[i]);
        if (!candidates_is_worth_examining(scout, &after, order->defender_wins)) continue;
        ProveMove *move = &listing->moves[listing->count++];
        *move = candidates_examine_move(scout, &after, order->cell[i], i, limit);
        int count = cells_count(move->survivors);
        if (count >= best) continue;
        best = count;
        limit = graph_larger(best + scout->is_thorough, scope.floor);
        idle = 0;
    }
    if (i < order->count && best > 0) listing->hidden_pn = (uint32_t)limit + 1;
    return limit;
}

/* False when the run was ended meanwhile, and the listing is of no use. */
static inline bool candidates_fill(Scout *scout, const CellSet stones[2], ListingScope scope, Listing *listing) {
    Board board;
    board_set_up(scout->grid, &board, stones, scout->attacker);
    listing->count = 0;
    listing->hidden_pn = PN_INFINITE;
    listing->is_forced = false;
    if (held_by_count(scout->grid, &board, scout->attacker)) return true;
    Attack attack = candidates_find_attack(scout, &board);
    listing->is_forced = attack.is_forced;
    MoveOrder order = {.defender_wins = attack.defender_wins};
    candidates_order_by_promise(scout, &board,
                                scope.with_threats ? cells_or(attack.cells, attack.threats) : attack.cells, &order);
    int limit = candidates_examine_moves(scout, &board, &order, scope, listing);
    if (limit < 0) return false;
    candidates_hide_poor_moves(listing, limit);
    bool threats_are_left = !scope.with_threats && !cells_is_empty(attack.threats);
    if (listing->hidden_pn == PN_INFINITE && threats_are_left) listing->hidden_pn = PN_THREATS;
    return true;
}

#endif
