#include "core/host_request.h"

#include "core/strength.h"

static Strength strength(const HostRequest *request) {
    return strength_of(request->settings, request->position->board.key);
}

bool host_request_is_analysis(const HostRequest *request) {
    return request->limits->infinite || request->settings->analyse_mode != 0;
}

/* A win within a number of moves is a question for the search, and so are several lines, unless it goes on anyway. */
bool host_request_uses_proofs(const HostRequest *request) {
    const Settings *settings = request->settings;
    bool one_line = settings->multipv == 1 || host_request_is_analysis(request);
    return settings->use_proofs != 0 && strength(request).is_full && one_line && request->limits->mate == LIMIT_NONE;
}

bool host_request_book_line(const HostRequest *request, const Shape *shape, Worker *worker, CourseLine *line) {
    BookQuery query = {shape, kernel_for(shape->geometry), worker, &request->position->board};
    return host_request_uses_proofs(request) && book_find(request->book, &query, line) &&
           root_moves_allow(request->limits, line->cell[0]);
}

/* Where three stones make a line every move counts: with some left out, even a player without any foresight is better.
 */
static int moves_considered(const Strength *own, const Grid *grid) {
    return own->root_moves > 0 && grid_n(grid) == 3 ? CELLS_MAX : own->root_moves;
}

/* Below full strength the seed orders the moves, which decides between equals, and the lowest levels see only some of
 * them. Mirror images are left out where any of them will do, and where several lines are asked for: they have the same
 * value, and whoever reports the lines adds them again. */
static void list_root_moves(const HostRequest *request, SearchJob *job, Mirrors *mirrors) {
    const Settings *settings = request->settings;
    const Board *board = &request->position->board;
    RootMoves *moves = &job->root_moves;
    Strength own = strength(request);
    root_moves_list(moves, request->position, request->limits);
    job->free_choice = !request->limits->moves_are_listed && settings->multipv == 1;
    if (!own.is_full) {
        root_moves_shuffle(moves, board, (uint64_t)settings->seed);
        root_moves_cut(moves, request->position, moves_considered(&own, request->position->grid));
    }
    bool any_will_do = job->free_choice && own.is_full;
    if (any_will_do || settings->multipv > 1) root_moves_drop_mirrored(moves, board, request->symmetries, mirrors);
}

/* Between the positions of a strategy its side wins at once, by threats, or blocks. The search finds the wins before it
 * looks at any limit; blocks are made the only move here, so that the shortest time will do. */
static void follow_strategy(const HostRequest *request, SearchJob *job) {
    const Grid *grid = request->position->grid;
    const Board *board = &request->position->board;
    if (!host_request_uses_proofs(request) || !job->free_choice || !book_covers(request->book, grid, board)) return;
    job->must_win = true;
    Side side = board_side(board);
    CellSet wins = board_winning_cells(grid, board, side);
    CellSet blocks = board_winning_cells(grid, board, side_other(side));
    if (!cells_is_empty(wins) || cells_count(blocks) != 1 || job->root_moves.count == 0) return;
    job->root_moves.count = 1;
    job->root_moves.move[0] = (uint16_t)cells_first(&blocks);
}

static int depth_limit(const GoLimits *limits, int depth) {
    if (limits->depth != LIMIT_NONE && limits->depth < depth) depth = limits->depth;
    /* The winner's N-th move is ply 2N - 1. */
    if (limits->mate != LIMIT_NONE && limits->mate * 2 - 1 < depth) depth = limits->mate * 2 - 1;
    return depth;
}

void host_request_to_job(const HostRequest *request, SearchShared *shared, SearchJob *job, Mirrors *mirrors) {
    const GoLimits *limits = request->limits;
    const Settings *settings = request->settings;
    Strength own = strength(request);
    *job = search_job_for(&request->position->board, shared);
    job->depth_limit = depth_limit(limits, own.depth);
    job->node_limit = own.nodes;
    if (limits->nodes != LIMIT_NONE && (uint64_t)limits->nodes < own.nodes) job->node_limit = (uint64_t)limits->nodes;
    job->mate_limit = limits->mate;
    job->keep_going = host_request_is_analysis(request);
    job->multipv = settings->multipv;
    job->techniques = own.techniques;
    list_root_moves(request, job, mirrors);
    follow_strategy(request, job);
}

Budget host_request_budget(const HostRequest *request) {
    const Board *board = &request->position->board;
    int empty_cells = request->position->grid->cells - board->ply;
    return limits_budget(request->limits, board_side(board), empty_cells, request->settings->move_overhead_ms);
}
