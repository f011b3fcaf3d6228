#include "referee/runner.h"

#include <stdlib.h>

#include "base/thread.h"
#include "common/progress_line.h"
#include "referee/engine_game.h"
#include "referee/swiss_knockout.h"

enum { VOIDS_MAX = 10 };

typedef struct {
    const TournamentRun *run;
    EngineLog log;
    Monitor monitor; /* guards what follows, which the game threads share */
    TournamentEnd end;
    Reason why;
    int next_number;
    int active; /* game threads */
    bool is_stopping;
    bool is_checked; /* all engines: games may begin */
    FinishedGame *finished, **finished_end;
    Reason *warnings; /* the last one about each engine */
} Runner;

typedef struct {
    Runner *runner;
    int number; /* from 1 */
    Thread thread;
    EngineHost host;
    EngineProcess *engines;
} GameThread;

static void warn(void *context, const EngineConfig *config, const char *text) {
    Runner *runner = context;
    Reason *last = &runner->warnings[config - runner->run->tournament->engines];
    monitor_lock(&runner->monitor);
    if (strcmp(last->text, text) != 0) {
        progress_line_erase();
        fprintf(stderr, "referee: engine %s: %s\n", config->name, text);
        reason_set(last, "%s", text);
    }
    monitor_unlock(&runner->monitor);
}

/* Stopping */

/* Games that threads wait for are not played any more. */
static void release_waiting(Runner *runner) {
    monitor_lock(&runner->monitor);
    runner->is_stopping = true;
    monitor_notify(&runner->monitor);
    monitor_unlock(&runner->monitor);
}

/* The first end counts. */
static void stop_all(Runner *runner, TournamentEnd end, const Reason *why) {
    monitor_lock(&runner->monitor);
    if (runner->end == TOURNAMENT_DONE) {
        runner->end = end;
        runner->why = *why;
    }
    monitor_unlock(&runner->monitor);
    release_waiting(runner);
    cancel_ask(runner->run->cancel);
}

/* Game threads */

/* The number of the next game to play; 0: none. */
static int take_number(Runner *runner) {
    const Schedule *schedule = &runner->run->tournament->schedule;
    const GameOrder *order = runner->run->collector->order;
    int number = 0, games = schedule_games(schedule);
    monitor_lock(&runner->monitor);
    while (!runner->is_stopping && runner->next_number <= games && number == 0) {
        if (!schedule_is_known(schedule, runner->next_number)) {
            monitor_wait(&runner->monitor); /* for the end of the round */
            continue;
        }
        bool is_ours = schedule_is_ours(schedule, runner->next_number);
        if (is_ours && game_order_at(order, runner->next_number) == NULL) number = runner->next_number;
        runner->next_number++;
    }
    monitor_unlock(&runner->monitor);
    return number;
}

static void hand_over(Runner *runner, FinishedGame *game) {
    monitor_lock(&runner->monitor);
    *runner->finished_end = game;
    runner->finished_end = &game->next;
    monitor_notify(&runner->monitor);
    monitor_unlock(&runner->monitor);
}

/* As often as it takes for the referee not to be held up in it. */
static GameEnd play_until_valid(Runner *runner, const EngineGame *game, Reason *why) {
    for (int i = 0; i < VOIDS_MAX; i++) {
        FinishedGame *finished;
        GameEnd end = engine_game_play(game, &finished, why);
        if (finished != NULL) hand_over(runner, finished);
        if (end != GAME_VOID) return end;
    }
    reason_set(why, "game %d was void %d times in a row: the referee is held up again and again", game->number,
               VOIDS_MAX);
    return GAME_FAILED;
}

/* False: no more games. */
static bool play_next(const GameThread *thread) {
    Runner *runner = thread->runner;
    const TournamentRun *run = runner->run;
    Reason why;
    int number = take_number(runner);
    if (number == 0) return false;
    Fixture fixture = schedule_fixture(&run->tournament->schedule, number);
    EngineGame game = {
        .number = number,
        .round = fixture.round,
        .tournament = run->tournament,
        .grid = &run->shape->grid,
        .opening = &run->openings->list[fixture.opening % run->openings->count],
        .engines = {&thread->engines[fixture.x], &thread->engines[fixture.o]},
    };
    GameEnd end = play_until_valid(runner, &game, &why);
    if (end == GAME_NO_START) stop_all(runner, TOURNAMENT_NO_START, &why);
    if (end == GAME_FAILED) stop_all(runner, TOURNAMENT_FAILED, &why);
    if (end == GAME_CANCELLED) release_waiting(runner);
    return end == GAME_PLAYED;
}

/* Starts nothing yet. False when memory is short. */
static bool init_engines(GameThread *thread) {
    Runner *runner = thread->runner;
    const Tournament *tournament = runner->run->tournament;
    thread->host = (EngineHost){
        .game = &tournament->game,
        .cancel = runner->run->cancel,
        .log = &runner->log,
        .thread_number = thread->number,
        .warns = tournament->is_lenient,
        .warn = warn,
        .context = runner,
    };
    thread->engines = calloc((size_t)tournament->engine_count, sizeof *thread->engines);
    bool is_fine = thread->engines != NULL;
    for (int i = 0; is_fine && i < tournament->engine_count; i++) {
        is_fine = engine_process_init(&thread->engines[i], &tournament->engines[i], &thread->host);
    }
    return is_fine;
}

/* An engine that never got ready would lose every game, and one that refused an option would play another tournament
 * than the one asked for: better to hear of it now than in the morning. False: the tournament is stopped. */
static bool check_engine(Runner *runner, EngineProcess *engine) {
    Reason why;
    ClientResult result = engine_process_check(engine);
    bool is_refusal = result == CLIENT_OK && engine->refusal.text[0] != '\0';
    if (result == CLIENT_CANCELLED) return false;
    if (result == CLIENT_OK && !is_refusal) return true;
    reason_set(&why, "engine %s: %s", engine->config->name,
               is_refusal ? engine->refusal.text : client_reason(engine->client));
    stop_all(runner, result == CLIENT_ERROR ? TOURNAMENT_FAILED : TOURNAMENT_NO_START, &why);
    return false;
}

/* The first thread checks all engines; the others wait for it. */
static void await_check(const GameThread *thread) {
    Runner *runner = thread->runner;
    const Tournament *tournament = runner->run->tournament;
    bool is_fine = thread->number == 1 && !tournament->is_lenient;
    for (int i = 0; is_fine && i < tournament->engine_count; i++) is_fine = check_engine(runner, &thread->engines[i]);
    monitor_lock(&runner->monitor);
    if (thread->number == 1) {
        runner->is_checked = true;
        monitor_notify(&runner->monitor);
    }
    while (!runner->is_checked && !runner->is_stopping) monitor_wait(&runner->monitor);
    monitor_unlock(&runner->monitor);
}

/* Before a game that is not the thread's first; ends at once when the tournament does. */
static void pause_between_games(const Runner *runner) {
    int wait_ms = runner->run->tournament->wait_ms;
    if (wait_ms > 0) (void)cancel_is_asked(runner->run->cancel, wait_ms);
}

static void add_active(Runner *runner, int change) {
    monitor_lock(&runner->monitor);
    runner->active += change;
    monitor_notify(&runner->monitor);
    monitor_unlock(&runner->monitor);
}

static void play_games(void *argument) {
    GameThread *thread = argument;
    Runner *runner = thread->runner;
    const Tournament *tournament = runner->run->tournament;
    bool is_fine = init_engines(thread);
    if (!is_fine) stop_all(runner, TOURNAMENT_FAILED, &(Reason){"not enough memory"});
    if (is_fine && !affinity_bind(&tournament->cpus, thread->number - 1, tournament->concurrency)) {
        stop_all(runner, TOURNAMENT_FAILED, &(Reason){"--cpus: the system does not bind a game to these processors"});
    }
    if (is_fine) await_check(thread);
    while (is_fine && play_next(thread)) pause_between_games(runner);
    for (int i = 0; thread->engines != NULL && i < tournament->engine_count; i++) {
        engine_process_close(&thread->engines[i]);
    }
    free(thread->engines);
    add_active(runner, -1);
}

static bool start_threads(Runner *runner, GameThread *threads, int *started) {
    int count = runner->run->tournament->concurrency;
    for (*started = 0; *started < count; (*started)++) {
        GameThread *thread = &threads[*started];
        *thread = (GameThread){.runner = runner, .number = *started + 1};
        add_active(runner, 1);
        if (thread_start(&thread->thread, play_games, thread)) continue;
        add_active(runner, -1);
        return false;
    }
    return true;
}

/* The calling thread */

/* Waits for games; NULL when all game threads have ended. */
static FinishedGame *take_finished(Runner *runner) {
    monitor_lock(&runner->monitor);
    while (runner->finished == NULL && runner->active > 0) monitor_wait(&runner->monitor);
    FinishedGame *list = runner->finished;
    runner->finished = NULL;
    runner->finished_end = &runner->finished;
    monitor_unlock(&runner->monitor);
    return list;
}

/* The games may be the last ones of a round. */
static void draw_next_round(Runner *runner) {
    monitor_lock(&runner->monitor);
    swiss_knockout_update(runner->run->collector->order);
    monitor_notify(&runner->monitor);
    monitor_unlock(&runner->monitor);
}

static void collect_games(Runner *runner) {
    Reason why = {""};
    for (FinishedGame *list; (list = take_finished(runner)) != NULL;) {
        TournamentEnd end = collector_take(runner->run->collector, list, &why);
        if (end != TOURNAMENT_DONE) stop_all(runner, end, &why);
        if (!engine_log_flush(&runner->log, &why)) stop_all(runner, TOURNAMENT_FAILED, &why);
        draw_next_round(runner);
    }
    progress_line_erase();
}

static void play_in_threads(Runner *runner) {
    GameThread *threads = calloc((size_t)runner->run->tournament->concurrency, sizeof *threads);
    int started = 0;
    if (threads == NULL) {
        stop_all(runner, TOURNAMENT_FAILED, &(Reason){"not enough memory"});
    } else if (!start_threads(runner, threads, &started)) {
        stop_all(runner, TOURNAMENT_FAILED, &(Reason){"the system has no more threads"});
    }
    collect_games(runner);
    for (int i = 0; i < started; i++) thread_join(threads[i].thread);
    free(threads);
}

static bool runner_init(Runner *runner, const TournamentRun *run, Reason *why) {
    *runner = (Runner){
        .run = run,
        .warnings = calloc((size_t)run->tournament->engine_count, sizeof *runner->warnings),
        .next_number = 1,
    };
    runner->finished_end = &runner->finished;
    bool is_fine = runner->warnings != NULL || refuse(why, "not enough memory");
    if (is_fine && !monitor_init(&runner->monitor)) is_fine = refuse(why, "the system has no more locks");
    if (is_fine && engine_log_open(&runner->log, run->tournament->log_path, why)) return true;
    if (is_fine) monitor_destroy(&runner->monitor);
    free(runner->warnings);
    return false;
}

/* All threads have ended. The engines' last lines may still be on their way to the log. */
static TournamentEnd runner_close(Runner *runner, Reason *why) {
    *why = runner->why;
    bool is_done = runner->end == TOURNAMENT_DONE;
    if (!engine_log_close(&runner->log, is_done ? why : &runner->why) && is_done) runner->end = TOURNAMENT_FAILED;
    monitor_destroy(&runner->monitor);
    free(runner->warnings);
    bool is_complete = game_order_is_complete(runner->run->collector->order);
    return runner->end == TOURNAMENT_DONE && !is_complete ? TOURNAMENT_STOPPED : runner->end;
}

TournamentEnd runner_play(const TournamentRun *run, Reason *why) {
    Runner runner;
    if (!runner_init(&runner, run, why)) return TOURNAMENT_FAILED;
    runner.end = collector_begin(run->collector, &runner.why);
    bool is_over = runner.end != TOURNAMENT_DONE || game_order_is_complete(run->collector->order);
    if (!is_over) play_in_threads(&runner);
    return runner_close(&runner, why);
}
