#include "core/host_request.h"

#include "core/root_moves.h"

/* What the levels below master do without: forced wins, bounds, depth. */
typedef struct {
    int depth;
    int candidates;
    Techniques techniques;
} Strength;

static const Strength strengths[] = {
    [LEVEL_EASY] = {2, 8, USE_ORDER | USE_TABLE},
    [LEVEL_MEDIUM] = {4, CELLS_MAX, USE_ORDER | USE_TABLE},
    [LEVEL_HARD] = {6, CELLS_MAX, USE_ORDER | USE_TABLE},
    [LEVEL_MASTER] = {DEPTH_MAX, CELLS_MAX, USE_ALL},
};

/* Several lines, or a win within so many moves, are questions for the search. */
static bool book_is_on(const Request *request) {
    const Settings *settings = request->settings;
    return settings->own_book != 0 && settings->level == LEVEL_MASTER && settings->multipv == 1 &&
           request->limits->mate == LIMIT_NONE;
}

int request_book_move(const Request *request) {
    if (!book_is_on(request)) return MOVE_NONE;
    int move = book_move(request->book, request->grid, request->symmetries, request->board);
    return move != MOVE_NONE && candidates_allow(request->limits, move) ? move : MOVE_NONE;
}

/* Below master the seed orders the moves, which decides between equals, and the lowest level sees only some of them. At
 * master mirror images are left out, unless the host asks for several lines or certain moves. */
static void list_root_moves(const Request *request, SearchJob *job) {
    const Settings *settings = request->settings;
    Candidates candidates;
    candidates_list(&candidates, request->grid, request->board, request->limits);
    job->free_choice = request->limits->allowed_count == 0 && settings->multipv == 1;
    if (settings->level != LEVEL_MASTER) {
        int kept = strengths[settings->level].candidates;
        candidates_shuffle(&candidates, request->board, (uint64_t)settings->seed, kept);
    } else if (job->free_choice) {
        candidates_drop_mirrored(&candidates, request->board, request->symmetries);
    }
    job->root_move_count = candidates.count;
    memcpy(job->root_moves, candidates.move, sizeof candidates.move[0] * (size_t)candidates.count);
}

/* Between the positions of a strategy its side wins at once, by threats, or blocks. The search finds the wins before it
 * looks at any limit; blocks are made the only move here, so that the shortest time will do. */
static void follow_strategy(const Request *request, SearchJob *job) {
    const Board *board = request->board;
    if (!book_is_on(request) || !job->free_choice || !book_covers(request->book, request->grid, board)) return;
    job->must_win = true;
    Side side = board_side(board);
    CellSet wins = board_winning_cells(request->grid, board, side);
    CellSet blocks = board_winning_cells(request->grid, board, side_other(side));
    if (!cells_is_empty(wins) || cells_count(blocks) != 1 || job->root_move_count == 0) return;
    job->root_move_count = 1;
    job->root_moves[0] = (uint16_t)cells_first(&blocks);
}

static int depth_limit(const Limits *limits, int level) {
    int depth = strengths[level].depth;
    if (limits->depth != LIMIT_NONE && limits->depth < depth) depth = limits->depth;
    /* The winner's N-th move is ply 2N - 1. */
    if (limits->mate != LIMIT_NONE && limits->mate * 2 - 1 < depth) depth = limits->mate * 2 - 1;
    return depth;
}

void request_to_job(const Request *request, SearchJob *job) {
    const Limits *limits = request->limits;
    const Settings *settings = request->settings;
    *job = (SearchJob){.root = placement_of_board(request->board),
                       .depth_limit = depth_limit(limits, settings->level),
                       .node_limit = limits->nodes == LIMIT_NONE ? UINT64_MAX : (uint64_t)limits->nodes,
                       .mate_limit = limits->mate,
                       .keep_going = limits->infinite,
                       .multipv = settings->multipv,
                       .techniques = strengths[settings->level].techniques};
    list_root_moves(request, job);
    follow_strategy(request, job);
}

Budget request_budget(const Request *request) {
    const Board *board = request->board;
    int empty_cells = request->grid->cells - board->ply;
    return limits_budget(request->limits, board_side(board), empty_cells, request->settings->move_overhead_ms);
}
