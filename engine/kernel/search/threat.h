/* Forced wins: does a side win by threats alone?
 *
 * Each attacking move turns an open line with two empty cells (a pair) into a threat, which the other side must answer
 * on the partner cell, until a move makes two threats at once. Only moves with an answer are looked at, so lines of
 * twenty plies and more are within reach. A win that is found is real; "no" may also mean that the allowance ran out or
 * that a rule of thumb below passed it over.
 *
 * Moves of such a line mostly commute, so most of the work is not to visit the same set of pairs in another order:
 * pairs that failed earlier at a node are asleep below their later siblings, and positions that failed are kept in a
 * table small enough for the first-level cache. A ThreatSearch belongs to one thread. */
#ifndef ROWAN_KERNEL_SEARCH_THREAT_H
#define ROWAN_KERNEL_SEARCH_THREAT_H

#include "rules/board.h"

enum { THREAT_TABLE_SIZE = 1 << 12, THREAT_PLIES_ANY = 2 * SIZE_CELLS };

typedef struct {
    int length; /* attacker, defender, attacker ...: whole, up to the stone that completes a line */
    uint16_t cell[SIZE_CELLS];
    CellSet needs; /* one more stone of the defender anywhere else leaves it a win */
} ThreatLine;

typedef struct {
    uint64_t nodes;                 /* of all searches so far */
    uint64_t node_end;              /* give up when nodes gets here */
    uint64_t poll_at;               /* ask is_over when nodes gets here */
    int plies_max;                  /* the longest line that is of interest */
    uint64_t failed_step;           /* sets apart what failed with so many plies left; 0: that plays no part */
    bool (*is_over)(void *context); /* must a long search be broken off? NULL: never */
    void *context;
    uint64_t failed[THREAT_TABLE_SIZE];
} ThreatSearch;

typedef struct {
    ThreatSearch *search;
    const Grid *grid;
    Side attacker;
    ThreatLine *line;
    CellSet first; /* cells to try before others */
} ThreatContext;

/* What a node knows about the attacker's pairs.
 *
 * Two lines share at most one cell. So the pairs of a cell have different partners: a stone on a cell of two pairs
 * makes threats on two different cells, and one reply cannot stop both. With lines that share more cells (k in a row on
 * a larger board) two pairs could have the same partner, and `twice` would promise false wins. */
typedef struct {
    CellSet once;  /* cells of one pair or more */
    CellSet twice; /* cells of two pairs: a stone there makes two threats */
    uint16_t partner[SIZE_CELLS];
} Pairs;

/* A position with the attacker to move, without a threat of its own on the board. Whoever makes one sets the first
 * three; the node finds the rest. */
typedef struct {
    Board board;
    int at;             /* moves of the line before this one */
    LineSet two_left;   /* the attacker's open lines with two empty cells */
    LineSet three_left; /* and with three */
    LineSet counter;    /* the defender's with two */
    CellSet empty;
    Pairs pairs;
} ThreatNode;

static inline void threat_search_init(ThreatSearch *search) {
    memset(search, 0, sizeof *search);
    search->plies_max = THREAT_PLIES_ANY;
}

static inline void pairs_find(const Grid *grid, LineSet two_left, CellSet empty, Pairs *pairs) {
    pairs->once = pairs->twice = cells_none();
    while (!lines_is_empty(two_left)) {
        CellSet cells = cells_and(grid->line_cells[lines_take(&two_left)], empty);
        pairs->twice = cells_or(pairs->twice, cells_and(pairs->once, cells));
        pairs->once = cells_or(pairs->once, cells);
        int one = cells_take(&cells), other = cells_first(&cells);
        pairs->partner[one] = (uint16_t)other;
        pairs->partner[other] = (uint16_t)one;
    }
}

/* Cells where one more stone of the defender makes a threat, and so breaks into the attacker's line. */
static inline CellSet threat_counter_cells(const ThreatContext *context, const Board *board) {
    LineSet lines = board_lines_with_empty(context->grid, board, side_other(context->attacker), 2);
    return board_empty_cells_of(context->grid, board, lines);
}

/* The stone on `cell` makes two threats; the defender stops one, the other is completed. */
static inline void threat_finish_with_two(ThreatContext *context, const ThreatNode *node, int cell) {
    ThreatLine *line = context->line;
    LineSet through = lines_and(node->two_left, context->grid->through[cell]);
    line->needs = threat_counter_cells(context, &node->board);
    line->cell[node->at] = (uint16_t)cell;
    for (int i = 1; i <= 2; i++) {
        CellSet cells = cells_and(context->grid->line_cells[lines_take(&through)], node->empty);
        line->needs = cells_or(line->needs, cells);
        cells_remove(&cells, cell);
        line->cell[node->at + i] = (uint16_t)cells_first(&cells);
    }
    line->length = node->at + 3;
}

/* Lines that hold at least two cells of the set. */
static inline LineSet threat_lines_through_two_of(const Grid *grid, CellSet cells) {
    LineSet on_one = lines_none(), on_two = lines_none();
    while (!cells_is_empty(cells)) {
        LineSet through = grid->through[cells_take(&cells)];
        on_two = lines_or(on_two, lines_and(on_one, through));
        on_one = lines_or(on_one, through);
    }
    return on_two;
}

/* The reply to a stone on `cell` threatens nothing. */
static inline bool threat_reply_is_harmless(const Grid *grid, const ThreatNode *node, int cell) {
    return !lines_meet(grid->through[node->pairs.partner[cell]], node->counter);
}

/* Cells of two pairs on one line with three cells left: the first makes a threat and a new pair, the second then two
 * threats, unless the reply to the first makes a threat itself. Returns the first cell, or MOVE_NONE. */
static inline int threat_find_two_step(const Grid *grid, const ThreatNode *node, LineSet lines) {
    while (!lines_is_empty(lines)) {
        CellSet cells = cells_and(grid->line_cells[lines_take(&lines)], node->pairs.once);
        while (!cells_is_empty(cells)) {
            int cell = cells_take(&cells);
            if (threat_reply_is_harmless(grid, node, cell)) return cell;
        }
    }
    return MOVE_NONE;
}

/* Cells whose reply makes no threat: such pairs can be played in any order. */
static inline CellSet threat_commuting_cells(const Grid *grid, const ThreatNode *node) {
    CellSet commuting = cells_none();
    for (CellSet left = node->pairs.once; !cells_is_empty(left);) {
        int cell = cells_take(&left);
        if (threat_reply_is_harmless(grid, node, cell)) cells_add(&commuting, cell);
    }
    return commuting;
}

static inline void threat_set_poll(ThreatSearch *search) {
    enum { POLL_PERIOD = 512 };
    uint64_t next = search->nodes + POLL_PERIOD;
    search->poll_at = next < search->node_end ? next : search->node_end;
}

/* Is the allowance used up? Now and then asks whether the whole search is over. */
static inline bool threat_gives_up(ThreatSearch *search) {
    if (search->nodes < search->poll_at) return false;
    if (search->nodes < search->node_end && search->is_over != NULL && search->is_over(search->context)) {
        search->node_end = search->nodes;
    }
    threat_set_poll(search);
    return search->nodes >= search->node_end;
}

/* Takes one of the cells out of the set, if possible one of `first`. */
static inline int threat_take_next(CellSet *left, CellSet first) {
    CellSet preferred = cells_and(*left, first);
    if (cells_is_empty(preferred)) return cells_take(left);
    int cell = cells_first(&preferred);
    cells_remove(left, cell);
    return cell;
}

/* Is there anything to look at? A cell that the attacker must block has to be one of a pair. Needs no board; counts as
 * a node. */
static inline bool threat_goes_on(ThreatContext *context, const ThreatNode *node, CellSet block) {
    ThreatSearch *search = context->search;
    if (lines_is_empty(node->two_left) || node->at + 3 > search->plies_max || threat_gives_up(search)) return false;
    search->nodes++;
    return cells_is_empty(block) || lines_meet(node->two_left, context->grid->through[cells_first(&block)]);
}

static bool threat_node(ThreatContext *context, ThreatNode *node, CellSet block, CellSet asleep);

/* Attacker on `cell`, defender on its partner; what the reply threatens must be blocked next. The pairs that this
 * leaves are known before there is a board. */
static inline bool threat_try_pair(ThreatContext *context, const ThreatNode *node, int cell, CellSet asleep) {
    const Grid *grid = context->grid;
    int partner = node->pairs.partner[cell];
    CellSet block = board_empty_cells_of(grid, &node->board, lines_and(node->counter, grid->through[partner]));
    cells_remove(&block, partner);
    if (cells_count(block) > 1) return false;
    ThreatNode next;
    next.at = node->at + 2;
    next.two_left = lines_or(node->two_left, lines_and(node->three_left, grid->through[cell]));
    next.two_left = lines_minus(next.two_left, grid->through[partner]);
    if (!threat_goes_on(context, &next, block)) return false;
    next.board = node->board;
    board_put(grid, &next.board, context->attacker, cell);
    board_put(grid, &next.board, side_other(context->attacker), partner);
    if (!threat_node(context, &next, block, asleep)) return false;
    ThreatLine *line = context->line;
    line->cell[node->at] = (uint16_t)cell;
    line->cell[node->at + 1] = (uint16_t)partner;
    line->needs = cells_or(line->needs, threat_counter_cells(context, &node->board));
    cells_add(&line->needs, cell);
    cells_add(&line->needs, partner);
    return true;
}

/* Attacker to move without a threat of its own on the board; `block` is the cell of a pair it must take, if any.
 * `asleep` are cells of pairs known to fail here, because the same two pairs failed in the other order. */
static bool threat_node(ThreatContext *context, ThreatNode *node, CellSet block, CellSet asleep) {
    const Grid *grid = context->grid;
    ThreatSearch *search = context->search;
    const Board *board = &node->board;

    /* 1. Two threats at once win. */
    node->empty = board_empty(grid, board);
    pairs_find(grid, node->two_left, node->empty, &node->pairs);
    bool must_block = !cells_is_empty(block);
    CellSet finals = must_block ? cells_and(node->pairs.twice, block) : node->pairs.twice;
    if (!cells_is_empty(finals)) {
        threat_finish_with_two(context, node, cells_first(&finals));
        return true;
    }

    /* 2. A block must be a threat as well. */
    node->counter = board_lines_with_empty(grid, board, side_other(context->attacker), 2);
    node->three_left = board_lines_with_empty(grid, board, context->attacker, 3);
    if (must_block) return threat_try_pair(context, node, cells_first(&block), cells_none());

    /* 3. Nothing, if it failed here before. */
    uint64_t key =
        board->key + (uint64_t)context->attacker + search->failed_step * (uint64_t)(search->plies_max - node->at);
    uint64_t *slot = &search->failed[key % THREAT_TABLE_SIZE];
    if (*slot == key) return false;

    /* 4. A threat that makes two threats possible. */
    LineSet on_two = threat_lines_through_two_of(grid, node->pairs.once);
    int first = threat_find_two_step(grid, node, lines_and(node->three_left, on_two));
    if (first != MOVE_NONE && threat_try_pair(context, node, first, cells_none())) return true;

    /* 5. Any threat. A stone that makes no new pair now matters only through a bare line shared with another pair's
     *    cell. */
    LineSet promising = lines_or(node->three_left, lines_and(on_two, board_untouched_lines(grid, board)));
    CellSet commuting = threat_commuting_cells(grid, node), done = cells_and(asleep, commuting);
    for (CellSet left = cells_minus(node->pairs.once, asleep); !cells_is_empty(left);) {
        int cell = threat_take_next(&left, context->first);
        if (!lines_meet(grid->through[cell], promising)) continue;
        bool commutes = cells_has(&commuting, cell);
        if (threat_try_pair(context, node, cell, commutes ? done : cells_none())) return true;
        if (commutes) cells_add(&done, cell);
    }
    if (search->nodes < search->node_end) *slot = key;
    return false;
}

/* True if the attacker, to move, wins by threats; *line is then the win. Looks at no more than `allowance` nodes, and
 * tries the cells of `first` before others. */
static inline bool threat_win_trying(ThreatSearch *search, const Grid *grid, const Board *board, Side attacker,
                                     uint64_t allowance, ThreatLine *line, CellSet first) {
    ThreatContext context = {search, grid, attacker, line, first};
    CellSet wins = board_winning_cells(grid, board, attacker);
    if (!cells_is_empty(wins)) {
        line->length = 1;
        line->cell[0] = (uint16_t)cells_first(&wins);
        line->needs = wins;
        return true;
    }
    CellSet block = board_winning_cells(grid, board, side_other(attacker));
    if (cells_count(block) > 1) return false;
    search->node_end = search->nodes + allowance;
    threat_set_poll(search);
    ThreatNode root;
    root.board = *board;
    root.at = 0;
    root.two_left = board_lines_with_empty(grid, board, attacker, 2);
    return threat_goes_on(&context, &root, block) && threat_node(&context, &root, block, cells_none());
}

/* The same without a preference. */
static inline bool threat_win(ThreatSearch *search, const Grid *grid, const Board *board, Side attacker,
                              uint64_t allowance, ThreatLine *line) {
    return threat_win_trying(search, grid, board, attacker, allowance, line, cells_none());
}

/* The same for a win of at most that many plies, which are odd. */
static inline bool threat_win_within(ThreatSearch *search, const Grid *grid, const Board *board, Side attacker,
                                     uint64_t allowance, int plies, ThreatLine *line) {
    search->plies_max = plies;
    search->failed_step = UINT64_C(0x9E3779B97F4A7C15);
    bool won = threat_win(search, grid, board, attacker, allowance, line);
    search->plies_max = THREAT_PLIES_ANY;
    search->failed_step = 0;
    return won;
}

/* Makes the win shorter, down to `enough` plies: at once, or else step by step, as long as that is possible within the
 * allowance, which is for each attempt. */
static inline void threat_shorten(ThreatSearch *search, const Grid *grid, const Board *board, Side attacker,
                                  uint64_t allowance, int enough, ThreatLine *line) {
    enum { SHORTEST = 3 }; /* but for a line that can be completed at once */
    ThreatLine shorter;
    int longest = (enough - 1) | 1; /* of the wins that are short enough: lines have an odd number of plies */
    bool can_leap = longest >= SHORTEST && longest < line->length;
    if (can_leap && threat_win_within(search, grid, board, attacker, allowance, longest, &shorter)) *line = shorter;
    while (line->length > SHORTEST && line->length > enough &&
           threat_win_within(search, grid, board, attacker, allowance, line->length - 2, &shorter)) {
        *line = shorter;
    }
}

#endif
