#include "engine.h"

#include <stdlib.h>

#include "book.h"
#include "candidates.h"
#include "clock.h"
#include "pool.h"
#include "solver.h"
#include "thread.h"

/* Everything that depends on the game. Replaced as a whole, so that a failure leaves the old one in place. */
typedef struct {
    Geometry *geometry;
    Symmetries *symmetries;
    Grid *grid;
} Shape;

struct Engine {
    EngineListener listener;
    Settings settings;
    Shape shape;
    Position position;
    Book *book;
    Tt *tt;
    Pool *pool; /* for the shape and the number of threads; made when first needed */

    /* The search under way. */
    Thread thread;
    bool thread_is_joinable;
    SearchShared shared;
    SearchJob job;
    Limits limits;
    int perft_plies;  /* 0: a search */
    int64_t begun_us; /* when `go` came, whatever the clock says */

    Mutex mutex; /* guards what follows, and is held while the best move is reported */
    Condition changed;
    bool searching;
    bool held_back; /* the best move must wait for stop or ponderhit */
};

static void shape_free(Shape *shape) {
    geometry_free(shape->geometry);
    symmetries_free(shape->symmetries);
    free(shape->grid);
    *shape = (Shape){0};
}

static bool shape_init(Shape *shape, const Game *game, Reason *why) {
    *shape = (Shape){.geometry = geometry_new(game), .grid = malloc(sizeof *shape->grid)};
    if (shape->geometry != NULL) shape->symmetries = symmetries_new(shape->geometry);
    if (shape->symmetries == NULL || shape->grid == NULL) {
        shape_free(shape);
        return refuse(why, "not enough memory for this game");
    }
    grid_init(shape->grid, shape->geometry);
    return true;
}

static void start_position(Position *position, const Grid *grid) {
    *position = (Position){.grid = grid, .last_move = MOVE_NONE};
    board_init(&position->board);
}

/* Takes over a new shape. Workers of another game are of no use; table entries are, when that game comes back. */
static void adopt_shape(Engine *engine, Shape *shape) {
    if (shape->geometry == engine->shape.geometry) return;
    pool_free(engine->pool);
    engine->pool = NULL;
    shape_free(&engine->shape);
    engine->shape = *shape;
}

Engine *engine_new(const EngineListener *listener) {
    Engine *engine = calloc(1, sizeof *engine);
    if (engine == NULL) return NULL;
    engine->listener = *listener;
    settings_init(&engine->settings);
    engine->tt = tt_new((size_t)engine->settings.hash_mb);
    engine->book = book_new();
    Reason why;
    bool complete =
        engine->tt != NULL && engine->book != NULL && shape_init(&engine->shape, &engine->settings.game, &why);
    if (!complete || !mutex_init(&engine->mutex)) {
        shape_free(&engine->shape);
        book_free(engine->book);
        tt_free(engine->tt);
        free(engine);
        return NULL;
    }
    condition_init(&engine->changed);
    start_position(&engine->position, engine->shape.grid);
    return engine;
}

void engine_free(Engine *engine) {
    if (engine == NULL) return;
    engine_stop(engine);
    if (engine->thread_is_joinable) thread_join(engine->thread);
    pool_free(engine->pool);
    shape_free(&engine->shape);
    book_free(engine->book);
    tt_free(engine->tt);
    condition_destroy(&engine->changed);
    mutex_destroy(&engine->mutex);
    free(engine);
}

static bool refuse_while_searching(Engine *engine, Reason *why) {
    return !engine_is_searching(engine) || refuse(why, "not while a search is on");
}

const Settings *engine_settings(const Engine *engine) {
    return &engine->settings;
}

static bool apply_hash(Engine *engine, int megabytes, Reason *why) {
    if (megabytes == engine->settings.hash_mb) return true;
    Tt *tt = tt_new((size_t)megabytes);
    if (tt == NULL) return refuse(why, "not enough memory for a table of %d MB", megabytes);
    tt_free(engine->tt);
    engine->tt = tt;
    return true;
}

static bool apply_game(Engine *engine, const Game *game, Reason *why) {
    Shape shape = engine->shape;
    if (!game_equal(game, &engine->shape.geometry->game) && !shape_init(&shape, game, why)) return false;
    adopt_shape(engine, &shape);
    start_position(&engine->position, engine->shape.grid);
    return true;
}

static bool apply(Engine *engine, const Settings *settings, OptionId changed, Reason *why) {
    switch (changed) {
    case OPTION_ID_GAME:
        return apply_game(engine, &settings->game, why);
    case OPTION_ID_HASH:
        return apply_hash(engine, settings->hash_mb, why);
    case OPTION_ID_PROOF_FILE:
        return book_load(engine->book, settings->proof_file, why);
    case OPTION_ID_CLEAR_HASH:
        tt_clear(engine->tt);
        return true;
    case OPTION_ID_THREADS:
        pool_free(engine->pool);
        engine->pool = NULL;
        return true;
    default:
        return true;
    }
}

bool engine_set_option(Engine *engine, Word name, const char *value, OptionId *changed, Reason *why) {
    Settings settings = engine->settings;
    if (!refuse_while_searching(engine, why)) return false;
    if (!option_set(&settings, name, value, changed, why)) return false;
    if (!apply(engine, &settings, *changed, why)) return false;
    engine->settings = settings;
    return true;
}

bool engine_new_game(Engine *engine, Reason *why) {
    if (!refuse_while_searching(engine, why)) return false;
    tt_clear(engine->tt);
    if (engine->pool != NULL) pool_clear(engine->pool);
    return true;
}

/* Plays the moves; the word "moves" may stand among them. */
static bool play_moves(Position *position, const char *moves, Reason *why) {
    Word word;
    while (word_next(&moves, &word)) {
        if (word_is(word, "moves")) continue;
        int cell;
        const Grid *grid = position->grid;
        if (!move_parse(&grid->game, word, &cell, why)) return false;
        CellSet occupied = board_occupied(&position->board);
        if (cells_has(&occupied, cell)) return refuse(why, "%.*s is occupied", word_shown(word), word.at);
        if (board_outcome(grid, &position->board) != OUTCOME_NONE) {
            return refuse(why, "%.*s comes after the end of the game", word_shown(word), word.at);
        }
        board_play(grid, &position->board, cell);
        position->last_move = cell;
    }
    return true;
}

static bool set_up(const Grid *grid, const Diagram *diagram, const char *moves, Position *position, Reason *why) {
    start_position(position, grid);
    if (diagram != NULL && !diagram_to_board(diagram, grid, &position->board, why)) return false;
    return play_moves(position, moves, why);
}

bool engine_set_position(Engine *engine, const Diagram *diagram, const char *moves, Reason *why) {
    if (!refuse_while_searching(engine, why)) return false;
    const Game *game = diagram != NULL ? &diagram->game : &engine->settings.game;
    Shape shape = engine->shape;
    bool is_new = !game_equal(game, &engine->shape.geometry->game);
    if (is_new && !shape_init(&shape, game, why)) return false;
    Position position;
    if (!set_up(shape.grid, diagram, moves, &position, why)) {
        if (is_new) shape_free(&shape);
        return false;
    }
    adopt_shape(engine, &shape);
    engine->position = position;
    return true;
}

const Position *engine_position(const Engine *engine) {
    return &engine->position;
}

static void report(void *context, const SearchLine *line) {
    Engine *engine = context;
    EngineProgress progress = {.line = line,
                               .nodes = pool_nodes(engine->pool),
                               .time_us = clock_now_us() - engine->begun_us,
                               .hash_permille = tt_full_permille(engine->tt)};
    engine->listener.progress(engine->listener.context, &progress);
}

static void count_sequences(Engine *engine) {
    const Kernel *kernel = pool_kernel(engine->pool);
    Worker *worker = pool_first(engine->pool);
    uint64_t total = 0;
    Candidates all;
    candidates_list(&all, engine->position.grid, &engine->position.board, &engine->limits);
    for (int i = 0; i < all.count; i++) {
        int move = all.move[i];
        uint64_t sequences = kernel->perft(worker, &engine->job.root, move, engine->perft_plies, &engine->shared.stop);
        if (atomic_load(&engine->shared.stop)) return;
        engine->listener.perft(engine->listener.context, move, sequences);
        total += sequences;
    }
    engine->listener.perft(engine->listener.context, MOVE_NONE, total);
}

/* Waits for the host where it must, then reports the move and frees the engine in one step: a host that has read the
 * best move may send the next position at once. */
static void finish(Engine *engine, int best, int ponder) {
    mutex_lock(&engine->mutex);
    while (engine->held_back) condition_wait(&engine->changed, &engine->mutex);
    engine->searching = false;
    engine->listener.best_move(engine->listener.context, best, ponder);
    condition_broadcast(&engine->changed);
    mutex_unlock(&engine->mutex);
}

/* Several lines, or a win within so many moves, are questions for the search. */
static bool book_is_on(const Engine *engine) {
    const Settings *settings = &engine->settings;
    return settings->own_book != 0 && settings->level == LEVEL_MASTER && settings->multipv == 1 &&
           engine->limits.mate == LIMIT_NONE;
}

/* The move of a proof, reported as a win that takes no more moves than there are cells; MOVE_NONE if there is none. */
static int answer_from_book(Engine *engine) {
    const Position *position = &engine->position;
    if (!book_is_on(engine)) return MOVE_NONE;
    int move = book_move(engine->book, position->grid, engine->shape.symmetries, &position->board);
    if (move == BOOK_NO_MOVE || !candidates_allow(&engine->limits, move)) return MOVE_NONE;
    SearchLine line = {.multipv = 1,
                       .depth = 1,
                       .seldepth = 1,
                       .value = value_win_at(position->grid->cells - position->board.ply),
                       .bound = BOUND_LOWER,
                       .proven = true,
                       .pv_length = 1,
                       .pv = {(uint16_t)move}};
    EngineProgress progress = {
        .line = &line, .time_us = clock_now_us() - engine->begun_us, .hash_permille = 0, .from_proof = true};
    engine->listener.progress(engine->listener.context, &progress);
    return move;
}

static void report_proving(void *context, Side attacker, const ProveProgress *progress) {
    Engine *engine = context;
    EngineProving proving = {.attacker = attacker,
                             .nodes = progress->nodes,
                             .time_us = clock_now_us() - engine->begun_us,
                             .progress = *progress};
    engine->listener.proving(engine->listener.context, &proving);
}

/* Proves the value and reports it. The winning move, or MOVE_NONE where there is none or it is not known. */
static int prove(Engine *engine) {
    const Budget *budget = &engine->shared.budget;
    SolverSpec spec = {engine->shape.geometry, engine->shape.symmetries, engine->shape.grid, &engine->position.board,
                       (size_t)engine->settings.hash_mb};
    SolveLimits limits = {.threads = engine->settings.threads,
                          .node_limit = engine->job.node_limit,
                          .deadline_us = budget->hard_us == INT64_MAX ? INT64_MAX : engine->begun_us + budget->hard_us,
                          .stop = &engine->shared.stop,
                          .report = report_proving,
                          .context = engine};
    SolveResult result = {.value = OUTCOME_NONE, .end = SOLVE_FULL, .move = MOVE_NONE};
    Solver *solver = solver_new(&spec);
    if (solver != NULL) solver_run(solver, &limits, &result);
    solver_free(solver);
    EngineProving proving = {.is_over = true,
                             .value = result.value,
                             .is_full = result.end == SOLVE_FULL,
                             .nodes = result.nodes,
                             .time_us = clock_now_us() - engine->begun_us};
    engine->listener.proving(engine->listener.context, &proving);
    return result.move;
}

/* A move for a position that was not proven won: what a short search says, after all limits are used up. */
static int search_briefly(Engine *engine) {
    enum { BRIEF_NODES = 20000 };
    SearchLine line;
    SearchJob job = engine->job;
    job.node_limit = BRIEF_NODES;
    job.keep_going = false;
    engine->shared.budget = (Budget){INT64_MAX, INT64_MAX};
    atomic_store(&engine->shared.stop, false);
    pool_search(engine->pool, &job, &line);
    return line.pv[0];
}

/* Games that count points need no prover: their search goes on until the value is exact. */
static bool is_for_prover(const Engine *engine) {
    return engine->limits.prove && !game_counts_points(&engine->position.grid->game);
}

static void run(void *argument) {
    Engine *engine = argument;
    int best = MOVE_NONE, ponder = MOVE_NONE;
    if (engine->perft_plies > 0) {
        count_sequences(engine);
    } else if (is_for_prover(engine) && engine->job.root_move_count > 0) {
        best = prove(engine);
        if (best == MOVE_NONE) best = search_briefly(engine);
    } else if (engine->job.root_move_count > 0 && (best = answer_from_book(engine)) != MOVE_NONE) {
        ponder = MOVE_NONE;
    } else if (engine->job.root_move_count > 0) {
        SearchLine line;
        pool_search(engine->pool, &engine->job, &line);
        best = line.pv[0];
        if (line.pv_length > 1 && engine->settings.ponder) ponder = line.pv[1];
    }
    finish(engine, best, ponder);
}

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

/* Below master the seed orders the moves, which decides between equals, and the lowest level sees only some of them. At
 * master mirror images are left out, unless the host asks for several lines or certain moves. */
static void list_root_moves(Engine *engine, SearchJob *job) {
    const Position *position = &engine->position;
    const Settings *settings = &engine->settings;
    Candidates candidates;
    candidates_list(&candidates, position->grid, &position->board, &engine->limits);
    job->free_choice = engine->limits.allowed_count == 0 && settings->multipv == 1;
    if (settings->level != LEVEL_MASTER) {
        candidates_shuffle(&candidates, &position->board, (uint64_t)settings->seed,
                           strengths[settings->level].candidates);
    } else if (job->free_choice) {
        candidates_drop_mirrored(&candidates, &position->board, engine->shape.symmetries);
    }
    job->root_move_count = candidates.count;
    memcpy(job->root_moves, candidates.move, sizeof candidates.move[0] * (size_t)candidates.count);
}

/* Between the positions of a strategy its side wins at once, by threats, or blocks. The search finds the wins before it
 * looks at any limit; blocks are made the only move here, so that the shortest time will do. */
static void follow_strategy(const Engine *engine, SearchJob *job) {
    const Position *position = &engine->position;
    const Board *board = &position->board;
    if (!book_is_on(engine) || !job->free_choice || !book_covers(engine->book, position->grid, board)) return;
    job->must_win = true;
    Side side = board_side(board);
    CellSet wins = board_winning_cells(position->grid, board, side);
    CellSet blocks = board_winning_cells(position->grid, board, side_other(side));
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

static Setup setup_of(const Board *board) {
    Setup setup = {.to_move = board_side(board)};
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        memcpy(setup.stones[side], board->stones[side].word, sizeof setup.stones[side]);
    }
    return setup;
}

static void prepare_job(Engine *engine) {
    const Position *position = &engine->position;
    const Limits *limits = &engine->limits;
    engine->job = (SearchJob){.depth_limit = depth_limit(limits, engine->settings.level),
                              .node_limit = limits->nodes == LIMIT_NONE ? UINT64_MAX : (uint64_t)limits->nodes,
                              .mate_limit = limits->mate,
                              .keep_going = limits->infinite,
                              .multipv = engine->settings.multipv,
                              .techniques = strengths[engine->settings.level].techniques,
                              .shared = &engine->shared,
                              .report = report,
                              .context = engine};
    engine->job.root = setup_of(&position->board);
    list_root_moves(engine, &engine->job);
    follow_strategy(engine, &engine->job);
    atomic_store(&engine->shared.stop, false);
    atomic_store(&engine->shared.start_us, engine->begun_us);
    atomic_store(&engine->shared.clock_is_on, !limits->ponder);
    engine->shared.tt = engine->tt;
    engine->shared.budget =
        limits_budget(limits, board_side(&position->board), position->grid->cells - position->board.ply,
                      engine->settings.move_overhead_ms);
}

static bool ensure_pool(Engine *engine, Reason *why) {
    if (engine->pool == NULL) {
        engine->pool = pool_new(engine->shape.geometry, engine->shape.symmetries, engine->settings.threads);
    }
    return engine->pool != NULL || refuse(why, "not enough memory to search");
}

static bool start(Engine *engine, const Limits *limits, int perft_plies, Reason *why) {
    int64_t now_us = clock_now_us();
    if (!refuse_while_searching(engine, why) || !ensure_pool(engine, why)) return false;
    if (engine->thread_is_joinable) thread_join(engine->thread);
    engine->thread_is_joinable = false;
    engine->begun_us = now_us;
    engine->limits = *limits;
    engine->perft_plies = perft_plies;
    engine->searching = true;
    engine->held_back = limits->infinite || limits->ponder;
    prepare_job(engine);
    tt_next_age(engine->tt);
    engine->thread_is_joinable = thread_start(&engine->thread, run, engine);
    if (engine->thread_is_joinable) return true;
    engine->searching = false;
    return refuse(why, "the system has no thread to spare");
}

bool engine_go(Engine *engine, const Limits *limits, Reason *why) {
    return start(engine, limits, 0, why);
}

bool engine_go_perft(Engine *engine, const Limits *limits, int plies, Reason *why) {
    Limits of_count = *limits;
    of_count.infinite = of_count.ponder = false;
    return start(engine, &of_count, plies, why);
}

static void release(Engine *engine) {
    mutex_lock(&engine->mutex);
    engine->held_back = false;
    condition_broadcast(&engine->changed);
    mutex_unlock(&engine->mutex);
}

void engine_stop(Engine *engine) {
    if (!engine_is_searching(engine)) return;
    atomic_store(&engine->shared.stop, true);
    release(engine);
}

bool engine_ponderhit(Engine *engine, Reason *why) {
    bool pondering = engine_is_searching(engine) && engine->limits.ponder;
    if (!pondering) return refuse(why, "ponderhit without go ponder");
    engine->limits.ponder = false;
    atomic_store(&engine->shared.start_us, clock_now_us());
    atomic_store(&engine->shared.clock_is_on, true);
    if (!engine->limits.infinite) release(engine);
    return true;
}

bool engine_is_searching(Engine *engine) {
    mutex_lock(&engine->mutex);
    bool searching = engine->searching;
    mutex_unlock(&engine->mutex);
    return searching;
}

bool engine_is_unbounded(Engine *engine) {
    Side side = board_side(&engine->position.board);
    return engine_is_searching(engine) && engine->perft_plies == 0 && !limits_are_bounded(&engine->limits, side);
}

void engine_wait(Engine *engine) {
    mutex_lock(&engine->mutex);
    while (engine->searching) condition_wait(&engine->changed, &engine->mutex);
    mutex_unlock(&engine->mutex);
}

int engine_evaluate(Engine *engine) {
    Reason why;
    if (!ensure_pool(engine, &why)) return VALUE_DRAW;
    Setup setup = setup_of(&engine->position.board);
    return pool_kernel(engine->pool)->evaluate(pool_first(engine->pool), &setup);
}
