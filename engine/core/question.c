#include "core/question.h"

#include "base/rng.h"
#include "core/strength.h"
#include "rules/canonical.h"

/* The moves of the first ply */

bool question_allows(const GoLimits *limits, int move) {
    if (!limits->moves_are_listed) return true;
    for (int i = 0; i < limits->allowed_count; i++) {
        if (limits->allowed[i] == move) return true;
    }
    return false;
}

void question_list_moves(RootMoves *moves, const Position *position, const GoLimits *limits) {
    moves->count = 0;
    if (!position_can_go_on(position)) return;
    for (CellSet empty = board_empty(position->grid, &position->board); !cells_is_empty(empty);) {
        int move = cells_take(&empty);
        if (!question_allows(limits, move)) continue;
        moves->cells[moves->count] = 1;
        moves->move[moves->count++] = (uint16_t)move;
    }
}

static void find_origins(const RootMoves *moves, const Board *board, const Symmetries *symmetries, Mirrors *mirrors) {
    for (int cell = 0; cell < CELLS_MAX; cell++) mirrors->origin[cell] = MOVE_NONE;
    for (int i = 0; i < moves->count; i++) {
        mirrors->origin[moves->move[i]] = moves->move[i];
        mirrors->symmetry[moves->move[i]] = 0;
    }
    for (int index = 1; index < symmetries->count; index++) {
        if (!canonical_keeps(symmetries, index, board->stones)) continue;
        const uint16_t *image = symmetries_row(symmetries, index);
        for (int i = 0; i < moves->count; i++) {
            int cell = image[moves->move[i]];
            if (mirrors->origin[cell] == MOVE_NONE || moves->move[i] >= mirrors->origin[cell]) continue;
            mirrors->origin[cell] = moves->move[i];
            mirrors->symmetry[cell] = (uint16_t)index;
        }
    }
}

void question_drop_mirrored(RootMoves *moves, const Board *board, const Symmetries *symmetries, Mirrors *mirrors) {
    uint16_t cells[CELLS_MAX] = {0};
    find_origins(moves, board, symmetries, mirrors);
    for (int i = 0; i < moves->count; i++) cells[mirrors->origin[moves->move[i]]]++;
    int kept = 0;
    for (int i = 0; i < moves->count; i++) {
        uint16_t move = moves->move[i];
        if (mirrors->origin[move] != move) continue;
        moves->cells[kept] = cells[move];
        moves->move[kept++] = move;
    }
    moves->count = kept;
}

static void swap_moves(RootMoves *moves, int i, int j) {
    uint16_t swapped = moves->move[i];
    moves->move[i] = moves->move[j];
    moves->move[j] = swapped;
}

void question_shuffle(RootMoves *moves, const Board *board, uint64_t seed) {
    Rng rng = {.state = board->key ^ seed};
    rng.state = rng_next(&rng);
    for (int i = moves->count - 1; i > 0; i--) swap_moves(moves, i, rng_below(&rng, i + 1));
}

/* Nobody who knows the rules overlooks a line that can be completed now. */
void question_cut(RootMoves *moves, const Position *position, int kept) {
    const Grid *grid = position->grid;
    const Board *board = &position->board;
    CellSet urgent = cells_or(board_winning_cells(grid, board, SIDE_X), board_winning_cells(grid, board, SIDE_O));
    int first = 0;
    if (kept == 0) {
        moves->count = moves->count > 0;
        return;
    }
    for (int i = 0; i < moves->count; i++) {
        if (cells_has(&urgent, moves->move[i])) swap_moves(moves, first++, i);
    }
    if (moves->count > kept + first) moves->count = kept + first;
}

/* The question */

/* Where three stones make a line every move counts: with some left out, even a player without any foresight is better.
 */
static int moves_considered(const Strength *own, const Grid *grid) {
    return own->root_moves > 0 && grid_n(grid) == 3 ? CELLS_MAX : own->root_moves;
}

/* Below full strength the seed orders the moves, which decides between equals, and the lowest levels see only some of
 * them. Mirror images are left out where any of them will do, and where several lines are asked for: they have the same
 * value, and whoever reports the lines adds them again. */
static void list_moves(Question *question, const Position *position, const Settings *settings, const Strength *own) {
    const Board *board = question->board;
    RootMoves *moves = &question->job.root_moves;
    question_list_moves(moves, position, question->limits);
    if (!own->is_full) {
        int all = moves->count;
        question_shuffle(moves, board, (uint64_t)settings->seed);
        question_cut(moves, position, moves_considered(own, position->grid));
        question->job.overlooks_moves = moves->count < all;
    }
    bool any_will_do = question->takes_any_move && own->is_full;
    if (any_will_do || settings->multipv > 1)
        question_drop_mirrored(moves, board, question->shape->symmetries, &question->mirrors);
}

static int depth_limit(const GoLimits *limits, int depth) {
    if (limits->depth != LIMIT_NONE && limits->depth < depth) depth = limits->depth;
    /* The winner's N-th move is ply 2N - 1. */
    if (limits->mate != LIMIT_NONE && limits->mate * 2 - 1 < depth) depth = limits->mate * 2 - 1;
    return depth;
}

static SearchJob job_of(const Board *board, const Settings *settings, const GoLimits *limits, const Strength *own,
                        SearchShared *shared) {
    SearchJob job = search_job_for(board, shared);
    job.depth_limit = depth_limit(limits, own->depth);
    job.node_limit = own->nodes;
    if (limits->nodes != LIMIT_NONE && (uint64_t)limits->nodes < own->nodes) job.node_limit = (uint64_t)limits->nodes;
    job.mate_limit = limits->mate;
    /* The host wants to see the search at work: a proof is reported, but ends nothing. */
    job.keep_going = limits->infinite || settings->analyse_mode != 0;
    job.multipv = settings->multipv;
    job.techniques = own->techniques;
    return job;
}

/* Not on levels below master, nor for hosts who ask for certain moves, several lines or a mate. */
static bool wants_chances(const Question *question) {
    enum { NEEDED = USE_BOUNDS | USE_THREATS };
    const SearchJob *job = &question->job;
    return question->takes_any_move && job->mate_limit == LIMIT_NONE && question->shape->grid.game.rule == RULE_LINE &&
           (job->techniques & NEEDED) == NEEDED;
}

void question_init(Question *question, const Shape *shape, const Position *position, const Settings *settings,
                   const GoLimits *limits, SearchShared *shared) {
    const Board *board = &position->board;
    bool is_analysis = limits->infinite || settings->analyse_mode != 0;
    Strength own = is_analysis ? strength_full() : strength_of(settings, board->key);
    *question = (Question){.shape = shape,
                           .board = board,
                           .limits = limits,
                           .job = job_of(board, settings, limits, &own, shared),
                           .takes_any_move = settings->multipv == 1 && !limits->moves_are_listed,
                           .hash_mb = (size_t)settings->hash_mb,
                           .threads = settings->threads};
    /* A win within a number of moves is a question for the search, and so are several lines, unless it goes on anyway.
     */
    question->takes_proofs = settings->use_proofs != 0 && own.is_full && !limits->prove &&
                             (settings->multipv == 1 || question->job.keep_going) && limits->mate == LIMIT_NONE;
    /* Games that count points need no prover: their search goes on until the value is exact. */
    question->wants_proof = limits->prove && !game_counts_points(&shape->grid.game);
    question->wants_chances = wants_chances(question);
    question->job.stops_at_draw = question->wants_chances;
    question->job.solves_points = question->takes_any_move;
    list_moves(question, position, settings, &own);
}
