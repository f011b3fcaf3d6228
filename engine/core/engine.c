#include "core/engine.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/thread.h"
#include "core/host_request.h"
#include "core/root_moves.h"
#include "kernel/pool.h"

struct Engine {
    EngineListener listener;
    Settings settings;
    Shape *shape; /* replaced as a whole, so that a failure leaves the old one in place */
    Position position;
    Book *book;
    Tt *tt;
    Pool *pool; /* for the shape and the number of threads; made when first needed */

    /* The search under way. */
    Thread thread;
    bool thread_is_joinable;
    SearchShared shared;
    SearchJob job;
    GoLimits limits;
    int perft_plies;        /* 0: a search */
    int64_t begun_us;       /* when `go` came, whatever the clock says */
    uint64_t proving_nodes; /* of `go prove`, before its short search */

    /* Guards what follows once the search's thread runs, and is held while the best move is reported. */
    Monitor monitor;
    bool searching;
    bool held_back; /* the best move must wait for stop or ponderhit */
};

/* The game, and the engine's own beginning and end */

/* Takes over a new shape. Workers of another game are of no use; table entries are, when that game comes back. */
static void adopt_shape(Engine *engine, Shape *shape) {
    if (shape == engine->shape) return;
    pool_free(engine->pool);
    engine->pool = NULL;
    shape_free(engine->shape);
    engine->shape = shape;
}

static void release_memory(Engine *engine) {
    pool_free(engine->pool);
    shape_free(engine->shape);
    book_free(engine->book);
    tt_free(engine->tt);
    free(engine);
}

Engine *engine_new(const EngineListener *listener) {
    Engine *engine = calloc(1, sizeof *engine);
    if (engine == NULL) return NULL;
    engine->listener = *listener;
    settings_init(&engine->settings);
    engine->tt = tt_new((size_t)engine->settings.hash_mb);
    engine->book = book_new();
    engine->shape = shape_new(&engine->settings.game);
    bool complete = engine->tt != NULL && engine->book != NULL && engine->shape != NULL;
    if (complete && monitor_init(&engine->monitor)) {
        position_init(&engine->position, &engine->shape->grid);
        return engine;
    }
    release_memory(engine);
    return NULL;
}

void engine_free(Engine *engine) {
    if (engine == NULL) return;
    engine_stop(engine);
    if (engine->thread_is_joinable) thread_join(engine->thread);
    monitor_destroy(&engine->monitor);
    release_memory(engine);
}

/* Settings and position */

static bool is_idle(Engine *engine, Reason *why) {
    return !engine_is_searching(engine) || refuse(why, "not during a search");
}

const Settings *engine_settings(const Engine *engine) {
    return &engine->settings;
}

static bool apply_hash(Engine *engine, int megabytes, Reason *why) {
    if (megabytes == engine->settings.hash_mb) return true;
    Tt *tt = tt_new((size_t)megabytes);
    if (tt == NULL) return refuse(why, "not enough memory for a table of %d MiB", megabytes);
    tt_free(engine->tt);
    engine->tt = tt;
    return true;
}

/* The shape of the game: the present one if it fits, else a new one, which adopt_shape takes over. */
static Shape *shape_for(const Engine *engine, const Game *game, Reason *why) {
    if (game_equal(game, &engine->shape->grid.game)) return engine->shape;
    Shape *shape = shape_new(game);
    if (shape == NULL) refuse(why, "not enough memory for this game");
    return shape;
}

static bool apply_game(Engine *engine, const Game *game, Reason *why) {
    Shape *shape = shape_for(engine, game, why);
    if (shape == NULL) return false;
    adopt_shape(engine, shape);
    position_init(&engine->position, &shape->grid);
    return true;
}

/* What has to happen before the settings may say so. */
static bool apply_option(Engine *engine, const Settings *settings, OptionId changed, Reason *why) {
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
    if (!is_idle(engine, why)) return false;
    if (!option_set(&settings, name, value, changed, why)) return false;
    if (!apply_option(engine, &settings, *changed, why)) return false;
    engine->settings = settings;
    return true;
}

bool engine_new_game(Engine *engine, Reason *why) {
    if (!is_idle(engine, why)) return false;
    tt_clear(engine->tt);
    if (engine->pool != NULL) pool_clear(engine->pool);
    return true;
}

static bool set_up(const Grid *grid, const Diagram *diagram, const char *moves, Position *position, Reason *why) {
    position_init(position, grid);
    if (diagram != NULL && !position_set_up(position, grid, diagram, why)) return false;
    return position_play_all(position, moves, why);
}

bool engine_set_position(Engine *engine, const Diagram *diagram, const char *moves, Reason *why) {
    if (!is_idle(engine, why)) return false;
    Shape *shape = shape_for(engine, diagram != NULL ? &diagram->game : &engine->settings.game, why);
    Position position;
    if (shape == NULL) return false;
    if (!set_up(&shape->grid, diagram, moves, &position, why)) {
        if (shape != engine->shape) shape_free(shape);
        return false;
    }
    adopt_shape(engine, shape);
    engine->position = position;
    return true;
}

const Position *engine_position(const Engine *engine) {
    return &engine->position;
}

/* The search, in a thread of its own: what it reports, where its move comes from, how it ends. */

static HostRequest request_of(const Engine *engine) {
    return (HostRequest){.position = &engine->position,
                         .symmetries = engine->shape->symmetries,
                         .settings = &engine->settings,
                         .limits = &engine->limits,
                         .book = engine->book};
}

static void report(void *context, const SearchLine *line) {
    Engine *engine = context;
    EngineProgress progress = {.line = line,
                               .nodes = engine->proving_nodes + pool_nodes(engine->pool),
                               .time_us = clock_now_us() - engine->begun_us,
                               .hash_permille = tt_full_permille(engine->tt)};
    engine->listener.progress(engine->listener.context, &progress);
}

static void count_sequences(Engine *engine) {
    const Kernel *kernel = pool_kernel(engine->pool);
    Worker *worker = pool_first(engine->pool);
    uint64_t total = 0;
    RootMoves all;
    root_moves_list(&all, &engine->position, &engine->limits);
    for (int i = 0; i < all.count; i++) {
        int move = all.move[i];
        uint64_t sequences = kernel->perft(worker, &engine->job.root, move, engine->perft_plies, &engine->shared.stop);
        if (atomic_load(&engine->shared.stop)) return;
        engine->listener.perft(engine->listener.context, move, sequences);
        total += sequences;
    }
    engine->listener.perft(engine->listener.context, MOVE_NONE, total);
}

/* The move of a proof, reported as a win that takes no more moves than there are cells; MOVE_NONE if there is none. */
static int answer_from_book(Engine *engine) {
    const Position *position = &engine->position;
    HostRequest request = request_of(engine);
    int move = host_request_book_move(&request);
    if (move == MOVE_NONE) return MOVE_NONE;
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

static void report_proving(void *context, const SolveProgress *progress) {
    Engine *engine = context;
    EngineProving proving = {.nodes = progress->nodes,
                             .time_us = clock_now_us() - engine->begun_us,
                             .attacker = progress->attacker,
                             .progress = progress->prover};
    engine->listener.proving(engine->listener.context, &proving);
}

/* The part of the time that `go prove` keeps for the short search that gives a move where nothing is proven. */
static int64_t brief_us(int64_t hard_us) {
    enum { SHARE = 8, MOST_US = 100000 };
    return hard_us / SHARE < MOST_US ? hard_us / SHARE : MOST_US;
}

/* Proves the value and reports it. The winning move, or MOVE_NONE where there is none or it is not known. */
static int prove(Engine *engine) {
    int64_t hard_us = engine->shared.budget.hard_us;
    SolverSpec spec = {
        .shape = engine->shape, .board = &engine->position.board, .hash_mb = (size_t)engine->settings.hash_mb};
    SolveLimits limits = {.threads = engine->settings.threads,
                          .node_limit = engine->job.node_limit,
                          .deadline_us =
                              hard_us == INT64_MAX ? INT64_MAX : engine->begun_us + hard_us - brief_us(hard_us),
                          .stop = &engine->shared.stop,
                          .report = report_proving,
                          .context = engine};
    SolveResult result = {.value = OUTCOME_NONE, .end = SOLVE_FULL, .move = MOVE_NONE};
    Solver *solver = solver_new(&spec);
    if (solver != NULL) solver_run(solver, &limits, &result);
    solver_free(solver);
    EngineProving proving = {.is_over = true,
                             .value = result.value,
                             .end = result.end,
                             .nodes = result.nodes,
                             .time_us = clock_now_us() - engine->begun_us};
    engine->listener.proving(engine->listener.context, &proving);
    engine->proving_nodes = result.nodes;
    return result.move;
}

/* A move for a position that was not proven won: what a short search says, in the time that is left. The nodes are
 * beyond the limit, and `stop` does not count: it has ended the proving. */
static int search_briefly(Engine *engine) {
    enum { BRIEF_NODES = 20000 };
    SearchLine line;
    SearchJob job = engine->job;
    job.node_limit = BRIEF_NODES;
    job.keep_going = false;
    engine->shared.budget.soft_us = engine->shared.budget.hard_us;
    atomic_store(&engine->shared.stop, false);
    pool_search(engine->pool, &job, &line);
    return line.pv[0];
}

/* Games that count points need no prover: their search goes on until the value is exact. */
static bool is_for_prover(const Engine *engine) {
    return engine->limits.prove && !game_counts_points(&engine->position.grid->game);
}

typedef struct {
    int best, ponder; /* MOVE_NONE where there is none */
} Choice;

static Choice search(Engine *engine) {
    SearchLine line;
    pool_search(engine->pool, &engine->job, &line);
    bool may_ponder = line.pv_length > 1 && engine->settings.ponder;
    return (Choice){line.pv[0], may_ponder ? line.pv[1] : MOVE_NONE};
}

static Choice choose(Engine *engine) {
    if (engine->job.root_moves.count == 0) return (Choice){MOVE_NONE, MOVE_NONE};
    if (is_for_prover(engine)) {
        int winning = prove(engine);
        return (Choice){winning != MOVE_NONE ? winning : search_briefly(engine), MOVE_NONE};
    }
    int known = answer_from_book(engine);
    return known != MOVE_NONE ? (Choice){known, MOVE_NONE} : search(engine);
}

/* Waits for the host where it must. The search is over and its move reported in one step under the lock: a host that
 * has read the best move may send the next position at once. */
static void finish(Engine *engine, Choice choice) {
    monitor_lock(&engine->monitor);
    while (engine->held_back) monitor_wait(&engine->monitor);
    engine->searching = false;
    engine->listener.best_move(engine->listener.context, choice.best, choice.ponder);
    monitor_notify(&engine->monitor);
    monitor_unlock(&engine->monitor);
}

static void run(void *argument) {
    Engine *engine = argument;
    Choice choice = {MOVE_NONE, MOVE_NONE};
    if (engine->perft_plies > 0) {
        count_sequences(engine);
    } else {
        choice = choose(engine);
    }
    finish(engine, choice);
}

/* Starting a search, and what the host may say while it is on */

static void prepare(Engine *engine) {
    HostRequest request = request_of(engine);
    host_request_to_job(&request, &engine->shared, &engine->job);
    engine->job.report = report;
    engine->job.context = engine;
    search_shared_start(&engine->shared, engine->tt, host_request_budget(&request), engine->begun_us);
    atomic_store(&engine->shared.clock_is_on, !engine->limits.ponder);
}

static bool ensure_pool(Engine *engine, Reason *why) {
    if (engine->pool == NULL) {
        engine->pool = pool_new(engine->shape, engine->settings.threads);
    }
    return engine->pool != NULL || refuse(why, "not enough memory to search");
}

static bool start(Engine *engine, const GoLimits *limits, int perft_plies, Reason *why) {
    int64_t now_us = clock_now_us();
    if (!is_idle(engine, why) || !ensure_pool(engine, why)) return false;
    if (engine->thread_is_joinable) thread_join(engine->thread);
    engine->thread_is_joinable = false;
    engine->begun_us = now_us;
    engine->limits = *limits;
    engine->perft_plies = perft_plies;
    engine->proving_nodes = 0;
    /* No lock: the thread of the last search is joined, that of the next one not yet started. */
    engine->searching = true;
    engine->held_back = limits->infinite || limits->ponder;
    prepare(engine);
    tt_next_age(engine->tt);
    engine->thread_is_joinable = thread_start(&engine->thread, run, engine);
    if (engine->thread_is_joinable) return true;
    engine->searching = false;
    return refuse(why, "the system has no thread to spare");
}

bool engine_go(Engine *engine, const GoLimits *limits, Reason *why) {
    return start(engine, limits, 0, why);
}

bool engine_go_perft(Engine *engine, const GoLimits *limits, int plies, Reason *why) {
    GoLimits of_count = *limits;
    of_count.infinite = of_count.ponder = false;
    return start(engine, &of_count, plies, why);
}

static void release_best_move(Engine *engine) {
    monitor_lock(&engine->monitor);
    engine->held_back = false;
    monitor_notify(&engine->monitor);
    monitor_unlock(&engine->monitor);
}

void engine_stop(Engine *engine) {
    if (!engine_is_searching(engine)) return;
    atomic_store(&engine->shared.stop, true);
    release_best_move(engine);
}

bool engine_ponderhit(Engine *engine, Reason *why) {
    bool pondering = engine_is_searching(engine) && engine->limits.ponder;
    if (!pondering) return refuse(why, "ponderhit without go ponder");
    engine->limits.ponder = false;
    atomic_store(&engine->shared.start_us, clock_now_us());
    atomic_store(&engine->shared.clock_is_on, true);
    if (!engine->limits.infinite) release_best_move(engine);
    return true;
}

bool engine_is_searching(Engine *engine) {
    monitor_lock(&engine->monitor);
    bool searching = engine->searching;
    monitor_unlock(&engine->monitor);
    return searching;
}

bool engine_is_unbounded(Engine *engine) {
    Side side = board_side(&engine->position.board);
    return engine_is_searching(engine) && engine->perft_plies == 0 && !limits_are_bounded(&engine->limits, side);
}

void engine_wait(Engine *engine) {
    monitor_lock(&engine->monitor);
    while (engine->searching) monitor_wait(&engine->monitor);
    monitor_unlock(&engine->monitor);
}

int engine_evaluate(Engine *engine) {
    Reason why;
    if (!ensure_pool(engine, &why)) return VALUE_DRAW;
    Placement position = placement_of_board(&engine->position.board);
    return pool_kernel(engine->pool)->evaluate(pool_first(engine->pool), &position);
}
