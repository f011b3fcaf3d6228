#include "core/engine.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/thread.h"
#include "core/answer.h"

typedef struct {
    int best, ponder; /* MOVE_NONE where there is none */
} Choice;

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
    Question question;
    DrawMemory draws;   /* pictures found in this game */
    int lines_reported; /* with several of them: how many of this iteration the host has */
    GoLimits limits;
    int perft_plies;        /* 0: a search */
    int64_t begun_us;       /* when `go` came, whatever the clock says */
    int64_t reported_us;    /* when the host last heard of the search */
    uint64_t proving_nodes; /* of `go prove`, before its short search */

    /* Guards what follows once the search's thread runs, and is held while the best move is reported. */
    Monitor monitor;
    bool searching;
    bool held_back;   /* the best move must wait for stop or ponderhit */
    bool has_decided; /* it is known, and waits */
    Choice choice;
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
    draw_memory_release(&engine->draws);
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

/* Hosts that send all their options again do not mean to begin another game. */
static bool apply_game(Engine *engine, const Game *game, Reason *why) {
    if (game_equal(game, &engine->settings.game)) return true;
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
        draw_memory_forget(&engine->draws);
        return true;
    case OPTION_ID_THREADS:
        if (settings->threads == engine->settings.threads) return true;
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

bool engine_make_ready(Engine *engine, Reason *why) {
    if (!is_idle(engine, why)) return false;
    if (engine->pool == NULL) engine->pool = pool_new(engine->shape, engine->settings.threads);
    if (engine->pool == NULL || !draw_memory_prepare(&engine->draws, engine->shape))
        return refuse(why, "not enough memory to search");
    tt_populate(engine->tt, engine->settings.threads);
    return true;
}

bool engine_new_game(Engine *engine, Reason *why) {
    if (!is_idle(engine, why)) return false;
    tt_clear(engine->tt);
    draw_memory_forget(&engine->draws);
    if (engine->pool != NULL) pool_clear(engine->pool);
    return true;
}

bool engine_set_position(Engine *engine, const Setup *setup, const char *moves, Reason *why) {
    if (!is_idle(engine, why)) return false;
    Shape *shape = shape_for(engine, setup != NULL ? &setup->game : &engine->settings.game, why);
    Position position;
    if (shape == NULL) return false;
    position_init(&position, &shape->grid);
    if ((setup != NULL && !position_set_up(&position, &shape->grid, setup, why)) ||
        !position_play_all(&position, moves, why)) {
        if (shape != engine->shape) shape_free(shape);
        return false;
    }
    adopt_shape(engine, shape);
    engine->position = position;
    if (engine->settings.use_proofs) book_open(engine->book, &shape->grid.game);
    return true;
}

bool engine_play(Engine *engine, const char *moves, Reason *why) {
    if (!is_idle(engine, why)) return false;
    Position position = engine->position;
    if (!position_play_all(&position, moves, why)) return false;
    engine->position = position;
    return true;
}

const Position *engine_position(const Engine *engine) {
    return &engine->position;
}

const Shape *engine_shape(const Engine *engine) {
    return engine->shape;
}

Wdl engine_expects(const Engine *engine, const SearchLine *line) {
    if (line->is_contest) return wdl_proven(VALUE_DRAW);
    if (line->proven || line->move_is_proven) return wdl_proven(line->value);
    return wdl_expected(wdl_fit_for(engine->shape->geometry, &engine->position.grid->game), line->value);
}

/* The search, in a thread of its own: what it reports, where its move comes from, how it ends. */

/* The host hears something now: how long after `go` that is. */
static int64_t time_of_report(Engine *engine) {
    engine->reported_us = clock_now_us();
    return engine->reported_us - engine->begun_us;
}

static EngineProgress progress_of(Engine *engine) {
    return (EngineProgress){.nodes = engine->proving_nodes + pool_nodes(engine->pool),
                            .time_us = time_of_report(engine),
                            .hash_permille = tt_full_permille(engine->tt)};
}

static void report_line(Engine *engine, const SearchLine *line) {
    EngineProgress progress = progress_of(engine);
    progress.line = line;
    engine->listener.progress(engine->listener.context, &progress);
}

/* Less than a second, so that with all that comes between no second passes in silence. */
enum { SILENCE_MS = 800 };

static bool report_activity(Engine *engine, const SearchPlace *place) {
    if (engine->listener.activity == NULL) return true;
    EngineProgress progress = progress_of(engine);
    progress.place = *place;
    return engine->listener.activity(engine->listener.context, &progress);
}

static bool pulse(void *context, const SearchPlace *place) {
    Engine *engine = context;
    return clock_now_us() - engine->reported_us >= SILENCE_MS * 1000 && !report_activity(engine, place);
}

/* The line and its mirror images, one for each cell, as far as the host has asked for so many. */
static void report_mirrored(Engine *engine, const SearchLine *line) {
    const Mirrors *mirrors = &engine->question.mirrors;
    if (line->multipv == 1) engine->lines_reported = 0;
    for (int cell = 0; cell < engine->shape->grid.cells; cell++) {
        if (mirrors->origin[cell] != line->pv[0] || engine->lines_reported == engine->settings.multipv) continue;
        const uint16_t *image = symmetries_row(engine->shape->symmetries, mirrors->symmetry[cell]);
        SearchLine mirrored = *line;
        mirrored.multipv = ++engine->lines_reported;
        for (int i = 0; i < line->pv_length; i++) mirrored.pv[i] = image[line->pv[i]];
        report_line(engine, &mirrored);
    }
}

static void report(void *context, const SearchLine *line) {
    Engine *engine = context;
    if (engine->settings.multipv > 1) {
        report_mirrored(engine, line);
    } else {
        report_line(engine, line);
    }
}

static const Choice no_choice = {MOVE_NONE, MOVE_NONE};

static Choice choice_of(const Engine *engine, const SearchLine *line) {
    bool may_ponder = line->pv_length > 1 && engine->settings.ponder && !engine->question.wants_proof;
    return (Choice){line->pv[0], may_ponder ? line->pv[1] : MOVE_NONE};
}

static void count_sequences(Engine *engine) {
    const Kernel *kernel = pool_kernel(engine->pool);
    Worker *worker = pool_first(engine->pool);
    uint64_t total = 0;
    RootMoves all = {.count = 0};
    if (!position_is_over(&engine->position)) question_list_moves(&all, &engine->position, &engine->limits);
    for (int i = 0; i < all.count; i++) {
        int move = all.move[i];
        uint64_t sequences =
            kernel->perft(worker, &engine->question.job.root, move, engine->perft_plies, &engine->shared.stop);
        if (atomic_load(&engine->shared.stop)) return;
        engine->listener.perft(engine->listener.context, move, sequences);
        total += sequences;
    }
    engine->listener.perft(engine->listener.context, MOVE_NONE, total);
}

static void report_proof_line(void *context, const SearchLine *line) {
    Engine *engine = context;
    EngineProgress progress = {.line = line, .time_us = time_of_report(engine), .from_proof = true};
    engine->listener.progress(engine->listener.context, &progress);
}

static void report_proving(void *context, const SolveProgress *progress) {
    Engine *engine = context;
    EngineProving proving = {.time_us = time_of_report(engine), .progress = progress};
    engine->listener.proving(engine->listener.context, &proving);
}

static void report_proved(void *context, const SolveResult *result) {
    Engine *engine = context;
    EngineProving proving = {.time_us = time_of_report(engine), .result = result};
    engine->listener.proving(engine->listener.context, &proving);
    engine->proving_nodes = result->nodes;
}

static Choice choose(Engine *engine) {
    const AnswerListener listener = {engine, report_proof_line, report_proving, report_proved};
    AnswerHelp help = {engine->pool, engine->book, &engine->draws, &listener};
    SearchLine line;
    if (engine->question.job.root_moves.count == 0) return no_choice;
    answer_find(&engine->question, &help, &line);
    /* Nobody should take a mate that was not found for one that does not exist. */
    if (line.mate == MATE_NONE || line.mate == MATE_OPEN)
        engine->listener.no_mate(engine->listener.context, engine->limits.mate, line.mate == MATE_NONE);
    return choice_of(engine, &line);
}

/* The search is over and its move reported in one step under the lock: a host that has read the best move may send the
 * next position at once. */
static void deliver(Engine *engine) {
    engine->searching = false;
    engine->listener.best_move(engine->listener.context, engine->choice.best, engine->choice.ponder);
    monitor_notify(&engine->monitor);
}

/* As long as the best move is held back, the host goes on hearing of us. Under the lock, so that nothing is said after
 * the best move. */
static void stay_in_touch(Engine *engine) {
    static const SearchPlace nowhere = {.move = MOVE_NONE};
    while (engine->held_back && THREADS_MAX > 1) {
        int64_t silent_ms = (clock_now_us() - engine->reported_us) / 1000;
        if (silent_ms < SILENCE_MS && monitor_wait_for(&engine->monitor, SILENCE_MS - (int)silent_ms)) continue;
        if (engine->held_back) report_activity(engine, &nowhere);
    }
}

/* Where the host holds the best move back, it is kept until release_best_move. */
static void finish(Engine *engine, Choice choice) {
    monitor_lock(&engine->monitor);
    engine->choice = choice;
    engine->has_decided = true;
    if (!engine->held_back) deliver(engine);
    stay_in_touch(engine);
    monitor_unlock(&engine->monitor);
}

static void run(void *argument) {
    Engine *engine = argument;
    if (engine->perft_plies > 0) count_sequences(engine);
    finish(engine, engine->perft_plies > 0 ? no_choice : choose(engine));
}

/* Starting a search, and what the host may say while it is on */

static void prepare(Engine *engine) {
    const Board *board = &engine->position.board;
    int empty_cells = engine->shape->grid.cells - board->ply;
    Budget budget = limits_budget(&engine->limits, board_side(board), empty_cells, engine->settings.move_overhead_ms);
    SearchJob *job = &engine->question.job;
    question_init(&engine->question, engine->shape, &engine->position, &engine->settings, &engine->limits,
                  &engine->shared);
    engine->question.begun_us = engine->begun_us;
    job->report = report;
    job->pulse = pulse;
    job->context = engine;
    search_shared_start(&engine->shared, engine->tt, budget, engine->begun_us);
    atomic_store(&engine->shared.clock_is_on, !engine->limits.ponder);
}

static bool start(Engine *engine, const GoLimits *limits, int perft_plies, Reason *why) {
    if (!is_idle(engine, why) || !engine_make_ready(engine, why)) return false;
    int64_t now_us = clock_now_us();
    if (engine->thread_is_joinable) thread_join(engine->thread);
    engine->thread_is_joinable = false;
    engine->begun_us = engine->reported_us = now_us;
    engine->limits = *limits;
    engine->perft_plies = perft_plies;
    engine->proving_nodes = 0;
    /* No lock: the thread of the last search is joined, that of the next one not yet started. */
    engine->searching = true;
    engine->has_decided = false;
    engine->held_back = limits->infinite || limits->ponder;
    prepare(engine);
    pool_reset_nodes(engine->pool);
    tt_next_search(engine->tt);
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
    if (engine->searching && engine->has_decided) deliver(engine);
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

bool engine_evaluate(Engine *engine, int *value, Reason *why) {
    if (!engine_make_ready(engine, why)) return false;
    Placement position = placement_of_board(&engine->position.board);
    *value = pool_kernel(engine->pool)->evaluate(pool_first(engine->pool), &position);
    return true;
}
