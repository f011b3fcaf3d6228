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

#include "base/compiler.h"
#include "base/watch.h"
#include "rules/board.h"

enum {
    THREAT_TABLE_SIZE = 1 << 12,
    THREAT_PLIES_ANY = 2 * SIZE_CELLS,
    THREAT_PLANES = 2 + (SIZE_EDGE_MAX > 4) + (SIZE_EDGE_MAX > 8), /* bits for the stones on an incomplete line */
};

typedef struct {
    int length; /* attacker, defender, attacker ...: whole, up to the stone that completes a line */
    uint16_t cell[SIZE_CELLS];
    CellSet needs; /* one more stone of the defender anywhere else leaves it a win */
} ThreatLine;

typedef struct {
    uint64_t nodes;       /* of all searches so far */
    uint64_t node_end;    /* give up when nodes gets here */
    uint64_t look_at;     /* look at the watch when nodes gets here */
    int plies_max;        /* the longest line that is of interest */
    uint64_t failed_step; /* sets apart what failed with so many plies left; 0: that plays no part */
    Watch *watch;         /* breaks off long searches; NULL: none does. Whoever gave it counts the nodes */
    uint64_t failed[THREAT_TABLE_SIZE];
} ThreatSearch;

typedef struct {
    ThreatSearch *search;
    const Grid *grid;
    Side attacker;
    ThreatLine *line;
    CellSet first; /* cells to try before others that are as promising; none: the order does not matter */
} ThreatContext;

/* A position with the attacker to move, without a threat of its own on the board. It keeps of a Board what lines of
 * threats change, so that a move costs little. */
typedef struct {
    LineSet mine, theirs;         /* lines with at least one stone of the attacker, of the defender */
    LineSet count[THREAT_PLANES]; /* stones on lines that only one of them has touched, in binary */
    LineSet two_left, three_left; /* the attacker's open lines with so many empty cells */
    LineSet counter;              /* the defender's with two */
    CellSet empty;
    uint64_t key;
    int at; /* moves of the line before this one */
} ThreatNode;

/* What a node knows about the attacker's pairs.
 *
 * Two lines share at most one cell. So the pairs of a cell have different partners: a stone on a cell of two pairs
 * makes threats on two different cells, and one reply cannot stop both. With lines that share more cells (k in a row on
 * a larger board) two pairs could have the same partner, and `twice` would promise false wins. */
typedef struct {
    CellSet once;  /* cells of one pair or more */
    CellSet twice; /* cells of two pairs: a stone there makes two threats */
    uint16_t partner[SIZE_CELLS];
    /* Where no cell has two pairs: */
    LineSet on_two;   /* lines through cells of two pairs */
    CellSet growing;  /* cells on a line with three left, which a stone makes a pair */
    CellSet harmless; /* cells whose reply, on the partner, makes no threat: they can be played in any order */
} Pairs;

static inline void threat_search_init(ThreatSearch *search) {
    memset(search, 0, sizeof *search);
    search->plies_max = THREAT_PLIES_ANY;
}

/* Positions */

static inline void threat_set_up(const Grid *grid, const Board *board, Side attacker, ThreatNode *node) {
    node->mine = board->touched[attacker];
    node->theirs = board->touched[side_other(attacker)];
    for (int plane = 0; plane < THREAT_PLANES; plane++) node->count[plane] = board->count[plane];
    node->two_left = board_lines_with_empty(grid, board, attacker, 2);
    node->three_left = board_lines_with_empty(grid, board, attacker, 3);
    node->counter = board_lines_with_empty(grid, board, side_other(attacker), 2);
    node->empty = board_empty(grid, board);
    node->key = board->key;
    node->at = 0;
}

/* The attacker's pairs after its stone on `cell` and the reply on `partner`. False when there are none. */
static inline bool threat_pairs_after(const Grid *grid, const ThreatNode *node, int cell, int partner,
                                      LineSet *two_left) {
    const LineSet *on_cell = &grid->through[cell], *on_partner = &grid->through[partner];
    uint64_t any = 0;
    for (int i = 0; i < LINE_WORDS; i++) {
        uint64_t lines = node->two_left.word[i] | (node->three_left.word[i] & on_cell->word[i]);
        two_left->word[i] = lines & ~on_partner->word[i];
        any |= two_left->word[i];
    }
    return any != 0;
}

/* Cells where one more stone of the defender makes a threat, and so breaks into the attacker's line. */
static inline CellSet threat_counter_cells(const Grid *grid, const ThreatNode *node) {
    return cells_and(grid_cells_of(grid, node->counter), node->empty);
}

/* Pairs */

static inline void pairs_add(CellSet cells, Pairs *pairs) {
    pairs->twice = cells_or(pairs->twice, cells_and(pairs->once, cells));
    pairs->once = cells_or(pairs->once, cells);
    int one = cells_take(&cells), other = cells_first(&cells);
    pairs->partner[one] = (uint16_t)other;
    pairs->partner[other] = (uint16_t)one;
}

static inline void pairs_find(const Grid *grid, const ThreatNode *node, Pairs *pairs) {
    pairs->once = pairs->twice = cells_none();
    for (int i = 0; i < LINE_WORDS; i++) {
        for (uint64_t left = node->two_left.word[i]; left != 0; left &= left - 1) {
            pairs_add(cells_and(grid->line_cells[i * 64 + sets_first_bit(left)], node->empty), pairs);
        }
    }
}

/* Adds the cell or not, without a branch: nothing could predict it. */
static inline void pairs_mark(CellSet *cells, int cell, bool is_in) {
    cells->word[sets_word_of(cell, CELL_WORDS)] |= (uint64_t)is_in << ((unsigned)cell % 64);
}

/* What each cell is good for. */
static inline void pairs_judge(const Grid *grid, const ThreatNode *node, Pairs *pairs) {
    LineSet on_one = lines_none(), on_two = lines_none();
    CellSet growing = cells_none(), harmful = cells_none();
    for (CellSet left = pairs->once; !cells_is_empty(left);) {
        int cell = cells_take(&left);
        const LineSet *through = &grid->through[cell];
        for (int i = 0; i < LINE_WORDS; i++) {
            on_two.word[i] |= on_one.word[i] & through->word[i];
            on_one.word[i] |= through->word[i];
        }
        pairs_mark(&growing, cell, lines_meet(through, &node->three_left));
        pairs_mark(&harmful, pairs->partner[cell], lines_meet(through, &node->counter));
    }
    pairs->on_two = on_two;
    pairs->growing = growing;
    pairs->harmless = cells_minus(pairs->once, harmful);
}

/* Lines of threats */

/* The other empty cell of a line with two. */
static inline int threat_other_cell(const Grid *grid, const ThreatNode *node, int line, int cell) {
    CellSet cells = cells_and(grid->line_cells[line], node->empty);
    cells_remove(&cells, cell);
    return cells_first(&cells);
}

/* The stone on `cell` makes two threats; the defender stops one, the other is completed. */
static inline void threat_finish_with_two(ThreatContext *context, const ThreatNode *node, int cell) {
    const Grid *grid = context->grid;
    ThreatLine *line = context->line;
    LineSet lines = lines_and(node->two_left, grid->through[cell]);
    line->needs = threat_counter_cells(grid, node);
    cells_add(&line->needs, cell);
    line->cell[node->at] = (uint16_t)cell;
    for (int i = 0; i < 2; i++) {
        int other = threat_other_cell(grid, node, lines_take(&lines), cell);
        cells_add(&line->needs, other);
        line->cell[node->at + i + 1] = (uint16_t)other;
    }
    line->length = node->at + 3;
}

/* Cells of two pairs on one line with three cells left: the first makes a threat and a new pair, the second then two
 * threats, unless the reply to the first makes a threat itself. Returns the first cell, or MOVE_NONE. */
static inline int threat_find_two_step(const Grid *grid, const ThreatNode *node, const Pairs *pairs) {
    for (int i = 0; i < LINE_WORDS; i++) {
        for (uint64_t left = node->three_left.word[i] & pairs->on_two.word[i]; left != 0; left &= left - 1) {
            CellSet cells = cells_and(grid->line_cells[i * 64 + sets_first_bit(left)], pairs->harmless);
            if (!cells_is_empty(cells)) return cells_first(&cells);
        }
    }
    return MOVE_NONE;
}

/* Cells of pairs that are worth a stone: it makes a new pair, or the cell shares a bare line with another pair. */
static inline CellSet threat_promising_cells(const Grid *grid, const ThreatNode *node, const Pairs *pairs) {
    LineSet bare = lines_minus(lines_minus(pairs->on_two, node->mine), node->theirs);
    return cells_or(pairs->growing, cells_and(pairs->once, grid_cells_of(grid, bare)));
}

static inline void threat_set_look(ThreatSearch *search) {
    uint64_t next = search->watch != NULL ? search->nodes + (uint64_t)search->watch->period : UINT64_MAX;
    search->look_at = next < search->node_end ? next : search->node_end;
}

/* Asks whether the whole search is over. */
NOINLINE static bool threat_poll(ThreatSearch *search) {
    if (search->nodes < search->node_end && watch_look(search->watch)) search->node_end = search->nodes;
    threat_set_look(search);
    return search->nodes >= search->node_end;
}

/* Is the allowance used up? */
static inline bool threat_gives_up(ThreatSearch *search) {
    return search->nodes >= search->look_at && threat_poll(search);
}

/* Those of the cells that are preferred; if none is, all. */
static inline CellSet threat_prefer(CellSet cells, CellSet preferred) {
    CellSet both = cells_and(cells, preferred);
    return cells_is_empty(both) ? cells : both;
}

/* Takes one of the cells out of the set, if possible one of `first`. */
static inline int threat_take_next(CellSet *left, CellSet first) {
    CellSet choice = threat_prefer(*left, first);
    int cell = cells_first(&choice);
    cells_remove(left, cell);
    return cell;
}

/* Takes the next cell to try out of the set: harmless ones first, since others mostly fail, and of these a cell that
 * makes a new pair. */
static inline int threat_take_cell(const ThreatContext *context, const Pairs *pairs, CellSet *left) {
    if (cells_is_empty(context->first)) return cells_take(left);
    CellSet best = threat_prefer(threat_prefer(*left, pairs->harmless), pairs->growing);
    return threat_take_next(left, threat_prefer(best, context->first));
}

/* Is there anything to look at? Counts as a node. */
static inline bool threat_visits(ThreatSearch *search, int at) {
    if (at + 3 > search->plies_max || threat_gives_up(search)) return false;
    search->nodes++;
    return true;
}

/* The cell that the attacker must block after a reply on `partner`; MOVE_NONE: none. False when there are several. */
static inline bool threat_find_block(const Grid *grid, const ThreatNode *node, int partner, int *block) {
    LineSet lines = lines_and(node->counter, grid->through[partner]);
    *block = lines_is_empty(lines) ? MOVE_NONE : threat_other_cell(grid, node, lines_first(&lines), partner);
    return lines_count(lines) < 2;
}

/* A stone on `cell`, the reply on `partner`, and what the attacker must then block. */
typedef struct {
    int cell, partner;
    int block; /* a cell of a pair; MOVE_NONE: nothing */
    LineSet two_left;
} ThreatStep;

/* All that can be told of a pair before there is a position: true if it may lead to a win. Harmless is one whose reply
 * makes no threat. */
ALWAYS_INLINE bool threat_leads_on(ThreatContext *context, const ThreatNode *node, int cell, int partner,
                                   bool is_harmless, ThreatStep *step) {
    const Grid *grid = context->grid;
    step->cell = cell;
    step->partner = partner;
    step->block = MOVE_NONE;
    if (!is_harmless && !threat_find_block(grid, node, partner, &step->block)) return false;
    if (!threat_pairs_after(grid, node, cell, partner, &step->two_left)) return false;
    if (!threat_visits(context->search, node->at + 2)) return false;
    return step->block == MOVE_NONE || lines_meet(&step->two_left, &grid->through[step->block]);
}

/* All ones where this bit of the number is 0. */
static inline uint64_t threat_flip(int number, int bit) {
    return (number >> bit & 1) != 0 ? 0 : ~UINT64_C(0);
}

/* The lines after a step. No line that is still open holds both stones, so one addition counts both. */
static inline void threat_play_lines(const Grid *grid, const ThreatNode *node, const ThreatStep *step,
                                     ThreatNode *restrict next) {
    const LineSet *on_cell = &grid->through[step->cell], *on_partner = &grid->through[step->partner];
    int n = grid_n(grid);
    for (int i = 0; i < LINE_WORDS; i++) {
        uint64_t mine = node->mine.word[i] | on_cell->word[i], theirs = node->theirs.word[i] | on_partner->word[i];
        uint64_t carry = (on_cell->word[i] & ~theirs) | (on_partner->word[i] & ~mine);
        uint64_t three_left = (n > 3 ? mine : grid->all_lines.word[i] & ~mine) & ~theirs, counter = theirs & ~mine;
        for (int plane = 0; plane < THREAT_PLANES; plane++) {
            uint64_t count = node->count[plane].word[i], sum = count ^ carry;
            carry &= count;
            three_left &= sum ^ threat_flip(n - 3, plane);
            counter &= sum ^ threat_flip(n - 2, plane);
            next->count[plane].word[i] = sum;
        }
        next->mine.word[i] = mine;
        next->theirs.word[i] = theirs;
        next->three_left.word[i] = three_left;
        next->counter.word[i] = counter;
    }
    next->two_left = step->two_left;
}

static inline void threat_play(const ThreatContext *context, const ThreatNode *node, const ThreatStep *step,
                               ThreatNode *next) {
    const Grid *grid = context->grid;
    threat_play_lines(grid, node, step, next);
    next->empty = node->empty;
    cells_remove(&next->empty, step->cell);
    cells_remove(&next->empty, step->partner);
    next->key = node->key ^ grid->cell_keys[context->attacker][step->cell] ^
                grid->cell_keys[side_other(context->attacker)][step->partner];
    next->at = node->at + 2;
}

static bool threat_node(ThreatContext *context, const ThreatNode *node, CellSet asleep);
static bool threat_block(ThreatContext *context, const ThreatNode *node, int block);

static bool threat_follow(ThreatContext *context, const ThreatNode *node, const ThreatStep *step, CellSet asleep) {
    ThreatNode next;
    threat_play(context, node, step, &next);
    bool won =
        step->block == MOVE_NONE ? threat_node(context, &next, asleep) : threat_block(context, &next, step->block);
    if (!won) return false;
    ThreatLine *line = context->line;
    line->cell[node->at] = (uint16_t)step->cell;
    line->cell[node->at + 1] = (uint16_t)step->partner;
    line->needs = cells_or(line->needs, threat_counter_cells(context->grid, node));
    cells_add(&line->needs, step->cell);
    cells_add(&line->needs, step->partner);
    return true;
}

/* The attacker must take this cell of a pair. */
static bool threat_block(ThreatContext *context, const ThreatNode *node, int block) {
    LineSet lines = lines_and(node->two_left, context->grid->through[block]);
    if (lines_count(lines) == 1) {
        ThreatStep step;
        int partner = threat_other_cell(context->grid, node, lines_first(&lines), block);
        return threat_leads_on(context, node, block, partner, false, &step) &&
               threat_follow(context, node, &step, cells_none());
    }
    threat_finish_with_two(context, node, block);
    return true;
}

/* Attacker to move, with nothing to block. `asleep` are cells of pairs known to fail here, because the same two pairs
 * failed in the other order. */
static bool threat_node(ThreatContext *context, const ThreatNode *node, CellSet asleep) {
    const Grid *grid = context->grid;
    ThreatSearch *search = context->search;
    ThreatStep step;

    /* 1. Nothing, if it failed here before. */
    uint64_t key =
        node->key + (uint64_t)context->attacker + search->failed_step * (uint64_t)(search->plies_max - node->at);
    uint64_t *slot = &search->failed[key % THREAT_TABLE_SIZE];
    if (*slot == key) return false;

    /* 2. Two threats at once win. */
    Pairs pairs;
    pairs_find(grid, node, &pairs);
    if (!cells_is_empty(pairs.twice)) {
        threat_finish_with_two(context, node, cells_first(&pairs.twice));
        return true;
    }

    /* 3. A threat that makes two threats possible. */
    pairs_judge(grid, node, &pairs);
    int first = threat_find_two_step(grid, node, &pairs);
    if (first != MOVE_NONE && threat_leads_on(context, node, first, pairs.partner[first], true, &step) &&
        threat_follow(context, node, &step, cells_none()))
        return true;

    /* 4. Any threat that may make another possible. */
    CellSet done = cells_and(asleep, pairs.harmless);
    for (CellSet left = cells_minus(threat_promising_cells(grid, node, &pairs), asleep); !cells_is_empty(left);) {
        int cell = threat_take_cell(context, &pairs, &left);
        bool commutes = cells_has(&pairs.harmless, cell);
        if (threat_leads_on(context, node, cell, pairs.partner[cell], commutes, &step) &&
            threat_follow(context, node, &step, commutes ? done : cells_none()))
            return true;
        if (commutes) cells_add(&done, cell);
    }
    if (search->nodes < search->node_end) *slot = key;
    return false;
}

/* The first node; `block` is a cell that the attacker must take, if any. */
static inline bool threat_begin(ThreatContext *context, const Board *board, CellSet block, uint64_t allowance) {
    ThreatSearch *search = context->search;
    const Grid *grid = context->grid;
    search->node_end = search->nodes + allowance;
    threat_set_look(search);
    ThreatNode root;
    threat_set_up(grid, board, context->attacker, &root);
    if (lines_is_empty(root.two_left) || !threat_visits(search, 0)) return false;
    if (cells_is_empty(block)) return threat_node(context, &root, cells_none());
    int cell = cells_first(&block);
    return lines_meet(&root.two_left, &grid->through[cell]) && threat_block(context, &root, cell);
}

/* True if the attacker, to move, wins by threats; *line is then the win. Looks at no more than `allowance` nodes, and
 * tries the cells of `first` before others that are as promising. */
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
    return cells_count(block) <= 1 && threat_begin(&context, board, block, allowance);
}

/* The same where neither side can complete a line with its next stone, and without a preference. */
static inline bool threat_win_from_calm(ThreatSearch *search, const Grid *grid, const Board *board, Side attacker,
                                        uint64_t allowance, ThreatLine *line) {
    ThreatContext context = {search, grid, attacker, line, cells_none()};
    return threat_begin(&context, board, cells_none(), allowance);
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

/* Makes the win as short as can be, down to `enough` plies, unless an attempt takes more than the allowance. From
 * below: short wins are soon found or ruled out, so that nearly always the answer is the same for all images of a
 * position. */
static inline void threat_make_shortest(ThreatSearch *search, const Grid *grid, const Board *board, Side attacker,
                                        uint64_t allowance, int enough, ThreatLine *line) {
    ThreatLine shorter;
    for (int plies = enough < 3 ? 3 : (enough - 1) | 1; plies < line->length; plies += 2) {
        if (!threat_win_within(search, grid, board, attacker, allowance, plies, &shorter)) continue;
        *line = shorter;
        return;
    }
}

#endif
