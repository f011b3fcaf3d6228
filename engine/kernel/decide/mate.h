/* `go mate N`: is there a win in at most N moves of the side to move, whatever the other side does?
 *
 * Unlike the search, this one passes over nothing but what cannot matter, so "no" is an answer, too. The attacker makes
 * threats, each of which has one answer, or moves quietly; then the defender may play anywhere. For a quiet move to
 * work there must be a win if the defender passes, and only replies that break this win need a closer look. Rounds
 * allow no quiet move, then one in a row of moves, then two, and so on: most mates need few.
 *
 * Which replies break a win. A win `needs` cells: those that it is played on, and those on which a stone of the
 * defender could help it to a threat that must be answered on the way. A win below `free` quiet moves may meet as many
 * stones that it did not reckon with, one for each reply that was found harmless further up. So lines of the defender
 * with up to free + 1 empty cells are dangerous.
 *
 * Where all lines that could be completed in time weigh too little (Erdos and Selfridge 1973), there is no mate. */
#ifndef ROWAN_KERNEL_DECIDE_MATE_H
#define ROWAN_KERNEL_DECIDE_MATE_H

#include <stdlib.h>

#include "kernel/decide/root_moves.h"

enum { MATE_TABLE_SIZE = 1 << 15 };

typedef struct {
    Worker *worker;
    const Grid *grid;
    Side attacker;
    CellSet first_moves;              /* the moves that the host allows */
    int round;                        /* how many quiet moves in a row of moves it allows */
    bool was_cut;                     /* a quiet move was left out because there would be too many */
    uint64_t failed[MATE_TABLE_SIZE]; /* keys of positions without such a mate, of this round */
} MateSearch;

/* What is asked at a node. */
typedef struct {
    int moves;     /* of the attacker */
    int quiet;     /* how many of them may be quiet */
    int free;      /* quiet moves above */
    bool is_first; /* the root, where not all moves may be allowed */
} MateTask;

static bool mate_attack(MateSearch *search, const Board *board, MateTask task, ThreatLine *line);

/* The attacker's lines that can be completed in so many moves, against the bound of Erdos and Selfridge. */
static inline bool mate_is_out_of_reach(const MateSearch *search, const Board *board, int moves, bool attacker_moves) {
    int most = moves < grid_n(search->grid) ? moves : grid_n(search->grid), weight = 0;
    for (int empty = 1; empty <= most; empty++) {
        weight += lines_count(board_lines_with_empty(search->grid, board, search->attacker, empty)) << (most - empty);
    }
    return weight < 1 << (attacker_moves ? most - 1 : most);
}

/* Cells from which the defender could break in, with so many stones more than reckoned with. */
static inline CellSet mate_counter_cells(const MateSearch *search, const Board *board, int free) {
    LineSet lines = lines_none();
    for (int empty = 2; empty <= free + 1 && empty <= grid_n(search->grid); empty++) {
        Side defender = side_other(search->attacker);
        lines = lines_or(lines, board_lines_with_empty(search->grid, board, defender, empty));
    }
    return board_empty_cells_of(search->grid, board, lines);
}

static inline void mate_prepend(ThreatLine *line, int move, int reply) {
    memmove(line->cell + 2, line->cell, sizeof line->cell[0] * (size_t)line->length);
    line->cell[0] = (uint16_t)move;
    line->cell[1] = (uint16_t)reply;
    line->length += 2;
    cells_add(&line->needs, move);
    cells_add(&line->needs, reply);
}

/* A stone on one of the cells makes two threats. */
static inline bool mate_finishes(MateSearch *search, const Board *board, MateTask task, CellSet finals,
                                 ThreatLine *line) {
    if (task.is_first) finals = cells_and(finals, search->first_moves);
    if (cells_is_empty(finals)) return false;
    ThreatContext context = {&search->worker->threats, search->grid, search->attacker, line, cells_none()};
    ThreatNode node;
    threat_set_up(search->grid, board, search->attacker, &node);
    threat_finish_with_two(&context, &node, cells_first(&finals));
    line->needs = cells_or(line->needs, mate_counter_cells(search, board, task.free));
    return true;
}

/* The attacker's threat, the answer to it, and on. */
static inline bool mate_threaten(MateSearch *search, const Board *board, MateTask task, int cell, int answer,
                                 ThreatLine *line) {
    Board next = *board;
    board_put(search->grid, &next, search->attacker, cell);
    board_put(search->grid, &next, side_other(search->attacker), answer);
    task.moves--;
    task.is_first = false;
    if (!mate_attack(search, &next, task, line)) return false;
    mate_prepend(line, cell, answer);
    line->needs = cells_or(line->needs, mate_counter_cells(search, board, task.free));
    return true;
}

/* The defender is to move, and nothing threatens it yet. The line begins with its reply. */
static inline bool mate_defence_fails(MateSearch *search, const Board *board, MateTask task, int quiet_move,
                                      ThreatLine *longest) {
    ThreatLine line;
    if (mate_is_out_of_reach(search, board, task.moves, false)) return false;
    task.free++;
    task.is_first = false;
    if (!mate_attack(search, board, task, longest)) return false;
    CellSet empty = board_empty(search->grid, board), needs = longest->needs, left = cells_and(empty, needs);
    CellSet harmless = cells_minus(empty, left);
    int reply = MOVE_NONE;
    if (!cells_is_empty(harmless)) reply = cells_first(&harmless);
    while (!cells_is_empty(left)) {
        int cell = cells_take(&left);
        Board next = *board;
        board_put(search->grid, &next, side_other(search->attacker), cell);
        if (!mate_attack(search, &next, task, &line)) return false;
        needs = cells_or(needs, line.needs);
        left = cells_and(left, line.needs);
        if (reply != MOVE_NONE && line.length <= longest->length) continue;
        *longest = line;
        reply = cell;
    }
    longest->needs = needs;
    mate_prepend(longest, quiet_move, reply);
    return true;
}

static inline bool mate_move_quietly(MateSearch *search, const Board *board, MateTask task, int cell,
                                     ThreatLine *line) {
    Board next = *board;
    board_put(search->grid, &next, search->attacker, cell);
    task.moves--;
    if (task.quiet == 0) {
        search->was_cut = search->was_cut || !mate_is_out_of_reach(search, &next, task.moves, false);
        return false;
    }
    task.quiet--;
    if (!mate_defence_fails(search, &next, task, cell, line)) return false;
    line->needs = cells_or(line->needs, mate_counter_cells(search, board, task.free));
    return true;
}

/* Empty cells of lines that can be completed in so many moves. */
static inline CellSet mate_useful_cells(const MateSearch *search, const Board *board, int moves) {
    LineSet lines = lines_none();
    for (int empty = 1; empty <= moves && empty <= grid_n(search->grid); empty++) {
        lines = lines_or(lines, board_lines_with_empty(search->grid, board, search->attacker, empty));
    }
    return board_empty_cells_of(search->grid, board, lines);
}

static inline uint64_t *mate_slot(MateSearch *search, const Board *board, MateTask task, uint64_t *key) {
    uint64_t what = ((uint64_t)task.moves << 10 | (uint64_t)task.quiet) << 10 | (uint64_t)search->round;
    *key = (board->key ^ what * UINT64_C(0x9E3779B97F4A7C15)) | 1;
    return &search->failed[(*key >> 1) % MATE_TABLE_SIZE];
}

/* Threats first, then quiet moves, all within `moves`. */
static inline bool mate_try_moves(MateSearch *search, const Board *board, MateTask task, CellSet moves,
                                  const Pairs *pairs, ThreatLine *line) {
    CellSet threats = cells_and(moves, pairs->once), quiet = cells_minus(moves, pairs->once);
    while (!cells_is_empty(threats)) {
        int cell = cells_take(&threats);
        if (mate_threaten(search, board, task, cell, pairs->partner[cell], line)) return true;
        if (search->worker->stopped) return false;
    }
    while (!cells_is_empty(quiet)) {
        if (mate_move_quietly(search, board, task, cells_take(&quiet), line)) return true;
        if (search->worker->stopped) return false;
    }
    return false;
}

/* The attacker is to move: true if it wins in so many moves, and then how. */
static bool mate_attack(MateSearch *search, const Board *board, MateTask task, ThreatLine *line) {
    const Grid *grid = search->grid;
    CellSet wins = board_winning_cells(grid, board, search->attacker);
    if (task.is_first) wins = cells_and(wins, search->first_moves);
    if (!cells_is_empty(wins)) {
        *line = (ThreatLine){.length = 1, .cell = {(uint16_t)cells_first(&wins)}, .needs = wins};
        return true;
    }
    if (task.moves < 2 || mate_is_out_of_reach(search, board, task.moves, true)) return false;
    worker_count_node(search->worker);
    if (search->worker->stopped) return false;
    CellSet block = board_winning_cells(grid, board, side_other(search->attacker));
    if (cells_count(block) > 1) return false;
    uint64_t key, *slot = mate_slot(search, board, task, &key);
    if (*slot == key) return false;
    ThreatNode node;
    Pairs pairs;
    threat_set_up(grid, board, search->attacker, &node);
    pairs_find(grid, &node, &pairs);
    CellSet finals = cells_is_empty(block) ? pairs.twice : cells_and(pairs.twice, block);
    if (mate_finishes(search, board, task, finals, line)) return true;
    CellSet moves = cells_is_empty(block) ? mate_useful_cells(search, board, task.moves) : block;
    if (task.is_first) moves = cells_and(moves, search->first_moves);
    if (task.moves > 2 && mate_try_moves(search, board, task, moves, &pairs, line)) return true;
    if (!search->worker->stopped) *slot = key;
    return false;
}

/* Round after round, until there is a mate or nothing was left out. */
static inline MateAnswer mate_search_rounds(MateSearch *search, const Board *board, int moves, ThreatLine *line) {
    for (search->round = 0;; search->round++) {
        search->was_cut = false;
        MateTask task = {.moves = moves, .quiet = search->round, .is_first = true};
        if (mate_attack(search, board, task, line)) return MATE_FOUND;
        if (search->worker->stopped) return MATE_OPEN;
        if (!search->was_cut) return MATE_NONE;
    }
}

/* Part of the nodes and the time is left for the search that follows; without a limit of nodes this one has its own. */
static inline void mate_set_limits(Worker *worker) {
    enum { SHARE = 8, NODES_MAX = 20000000 };
    uint64_t nodes = worker->job->node_limit;
    int64_t hard_us = worker->job->shared->budget.hard_us;
    worker->node_limit = nodes == UINT64_MAX ? worker_nodes(worker) + NODES_MAX : nodes - nodes / SHARE;
    if (hard_us != INT64_MAX) worker->time_limit_us = hard_us - hard_us / SHARE;
}

/* The attacker's moves to look ahead: its last one in a row of p plies is number (p + 1) / 2. */
static inline int mate_moves_within_limits(const Worker *worker, const Board *board) {
    int moves = worker->job->mate_limit, by_depth = (worker->job->depth_limit + 1) / 2;
    int by_cells = (worker->grid.cells - board->ply + 1) / 2;
    if (by_depth < moves) moves = by_depth;
    return by_cells < moves ? by_cells : moves;
}

/* Then a short search for a move will do. */
static inline bool mate_is_all_that_is_asked(const SearchJob *job) {
    return job->node_limit == UINT64_MAX && job->shared->budget.hard_us == INT64_MAX && !job->keep_going;
}

/* Does the side to move win in the number of moves that the job asks for? */
NOINLINE static MateAnswer mate_find(Worker *worker, ThreatLine *line) {
    const Board *board = &worker->root;
    enum { BRIEF = 100000 };
    MateSearch *search = calloc(1, sizeof *search);
    if (search == NULL) return MATE_OPEN;
    int moves = mate_moves_within_limits(worker, board);
    search->worker = worker;
    search->grid = &worker->grid;
    search->attacker = board_side(board);
    for (int i = 0; i < worker->root_move_count; i++) cells_add(&search->first_moves, worker->root_moves[i].move);
    mate_set_limits(worker);
    MateAnswer answer = mate_search_rounds(search, board, moves, line);
    free(search);
    /* A limit by depth may have kept it from looking further. */
    bool is_shallow = worker->job->depth_limit < 2 * moves + 1 && moves < worker->job->mate_limit;
    if (answer == MATE_NONE && is_shallow) answer = MATE_OPEN;
    /* Only this search is over: a limit of the job would be noticed again at once. */
    worker->node_limit =
        mate_is_all_that_is_asked(worker->job) ? worker_nodes(worker) + BRIEF : worker->job->node_limit;
    worker->time_limit_us = worker->job->shared->budget.hard_us;
    worker->stopped = false;
    return answer;
}

/* A win in the number of moves that the host asked for. */
static inline MateAnswer mate_in_moves(Worker *worker) {
    ThreatLine line;
    if (worker->job->mate_limit == LIMIT_NONE || worker->grid.game.rule != RULE_LINE) return MATE_NOT_ASKED;
    if (root_moves_have_mate(worker)) return MATE_FOUND;
    if (!worker_uses(worker, USE_THREATS)) return MATE_OPEN;
    MateAnswer answer = mate_find(worker, &line);
    if (answer == MATE_FOUND) root_moves_take_win(worker, &line);
    return answer;
}

#endif
