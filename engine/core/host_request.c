#include "core/host_request.h"

#include "core/root_moves.h"

/* What the levels below master do without: forced wins, bounds, depth. */
typedef struct {
    int depth;
    int root_moves;
    Techniques techniques;
} Strength;

static const Strength strengths[] = {
    [LEVEL_EASY] = {2, 8, USE_ORDER | USE_TABLE},
    [LEVEL_MEDIUM] = {4, CELLS_MAX, USE_ORDER | USE_TABLE},
    [LEVEL_HARD] = {6, CELLS_MAX, USE_ORDER | USE_TABLE},
    [LEVEL_MASTER] = {DEPTH_MAX, CELLS_MAX, USE_ALL},
};

/* Several lines, or a win within a number of moves, are questions for the search. */
static bool book_is_on(const HostRequest *request) {
    const Settings *settings = request->settings;
    return settings->own_book != 0 && settings->level == LEVEL_MASTER && settings->multipv == 1 &&
           request->limits->mate == LIMIT_NONE;
}

int host_request_book_move(const HostRequest *request) {
    if (!book_is_on(request)) return MOVE_NONE;
    int move = book_move(request->book, request->position->grid, request->symmetries, &request->position->board);
    return move != MOVE_NONE && root_moves_allow(request->limits, move) ? move : MOVE_NONE;
}

/* Below master the seed orders the moves, which decides between equals, and the lowest level sees only some of them. At
 * master mirror images are left out, unless the host asks for several lines or certain moves. */
static void list_root_moves(const HostRequest *request, SearchJob *job) {
    const Settings *settings = request->settings;
    const Board *board = &request->position->board;
    RootMoves *moves = &job->root_moves;
    root_moves_list(moves, request->position, request->limits);
    job->free_choice = request->limits->allowed_count == 0 && settings->multipv == 1;
    if (settings->level != LEVEL_MASTER) {
        root_moves_shuffle(moves, board, (uint64_t)settings->seed, strengths[settings->level].root_moves);
    } else if (job->free_choice) {
        root_moves_drop_mirrored(moves, board, request->symmetries);
    }
}

/* Between the positions of a strategy its side wins at once, by threats, or blocks. The search finds the wins before it
 * looks at any limit; blocks are made the only move here, so that the shortest time will do. */
static void follow_strategy(const HostRequest *request, SearchJob *job) {
    const Grid *grid = request->position->grid;
    const Board *board = &request->position->board;
    if (!book_is_on(request) || !job->free_choice || !book_covers(request->book, grid, board)) return;
    job->must_win = true;
    Side side = board_side(board);
    CellSet wins = board_winning_cells(grid, board, side);
    CellSet blocks = board_winning_cells(grid, board, side_other(side));
    if (!cells_is_empty(wins) || cells_count(blocks) != 1 || job->root_moves.count == 0) return;
    job->root_moves.count = 1;
    job->root_moves.move[0] = (uint16_t)cells_first(&blocks);
}

static int depth_limit(const GoLimits *limits, int level) {
    int depth = strengths[level].depth;
    if (limits->depth != LIMIT_NONE && limits->depth < depth) depth = limits->depth;
    /* The winner's N-th move is ply 2N - 1. */
    if (limits->mate != LIMIT_NONE && limits->mate * 2 - 1 < depth) depth = limits->mate * 2 - 1;
    return depth;
}

void host_request_to_job(const HostRequest *request, SearchShared *shared, SearchJob *job) {
    const GoLimits *limits = request->limits;
    const Settings *settings = request->settings;
    *job = search_job_for(&request->position->board, shared);
    job->depth_limit = depth_limit(limits, settings->level);
    if (limits->nodes != LIMIT_NONE) job->node_limit = (uint64_t)limits->nodes;
    job->mate_limit = limits->mate;
    job->keep_going = limits->infinite;
    job->multipv = settings->multipv;
    job->techniques = strengths[settings->level].techniques;
    list_root_moves(request, job);
    follow_strategy(request, job);
}

Budget host_request_budget(const HostRequest *request) {
    const Board *board = &request->position->board;
    int empty_cells = request->position->grid->cells - board->ply;
    return limits_budget(request->limits, board_side(board), empty_cells, request->settings->move_overhead_ms);
}
