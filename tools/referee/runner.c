#include "referee/runner.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/thread.h"
#include "common/files.h"
#include "common/printable.h"
#include "referee/engine_game.h"
#include "referee/overruns.h"
#include "referee/pairing_rules.h"

/* A game on its way from its thread to the record. */
typedef struct FinishedGame {
    struct FinishedGame *next;
    int number;
    GameResult result;
    Reason reason;
    GameNote note;
    char *text;
} FinishedGame;

typedef struct {
    const TournamentRun *run;
    FILE *log; /* NULL: none */
    int64_t start_us;
    int games_before; /* that were played before, by a referee whose record we resume */
    bool has_terminal;
    Overruns overruns;
    char **reasons;  /* of games that cannot be printed before an earlier one; by number - 1 */
    Monitor monitor; /* guards what follows, which the game threads share */
    RunnerEnd end;
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
} GameThread;

/* The context of an engine's callbacks. */
typedef struct {
    Runner *runner;
    int thread_number;
    const EngineConfig *config;
} EngineContext;

/* Terminal and log */

static void erase_progress(const Runner *runner) {
    if (!runner->has_terminal) return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
}

static void show_progress(const Runner *runner) {
    char text[PROGRESS_SIZE];
    if (!runner->has_terminal) return;
    ProgressTime time = {(double)(clock_now_us() - runner->start_us) / 1e6, runner->games_before};
    report_print_progress(runner->run->report, &time, text);
    fprintf(stderr, "\r\033[K%.79s", text); /* a second row could not be erased */
    fflush(stderr);
}

static void warn(void *context, const EngineConfig *config, const char *text) {
    Runner *runner = ((EngineContext *)context)->runner;
    Reason *last = &runner->warnings[config - runner->run->tournament->engines];
    monitor_lock(&runner->monitor);
    if (strcmp(last->text, text) != 0) {
        erase_progress(runner);
        fprintf(stderr, "referee: engine %s: %s\n", config->name, text);
        reason_set(last, "%s", text);
    }
    monitor_unlock(&runner->monitor);
}

/* What an engine sent may steer the terminal of whoever reads the log, so bytes that are not printable are written as
 * \xNN. The stream is locked: a line of one thread must not break into that of another. */
static void put_log_line(const EngineContext *engine, char direction, const char *line) {
    FILE *log = engine->runner->log;
    double seconds = (double)(clock_now_us() - engine->runner->start_us) / 1e6;
    flockfile(log);
    fprintf(log, "%.6f %d %s %c ", seconds, engine->thread_number, engine->config->name, direction);
    while (*line != '\0') {
        size_t length = *line == '\t' ? 1 : printable_length(line);
        if (length == 0) fprintf(log, "\\x%02x", (unsigned char)*line);
        if (length > 0) fwrite(line, 1, length, log);
        line += length > 0 ? length : 1;
    }
    fputc('\n', log);
    funlockfile(log);
}

static void log_line(void *context, bool is_from_engine, const char *line) {
    put_log_line(context, is_from_engine ? '<' : '>', line);
}

static void log_error_line(void *context, const char *line) {
    put_log_line(context, '!', line);
}

/* Without waiting for a reader if it is a pipe; only writing waits. Engines must not inherit it. */
static int open_without_waiting(const char *path) {
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);
    if (fd >= 0) (void)fcntl(fd, F_SETFL, O_APPEND);
    return fd;
}

static bool open_log(Runner *runner, Reason *why) {
    const char *path = runner->run->tournament->log_path;
    if (path == NULL) return true;
    int fd = open_without_waiting(path);
    if (fd < 0 && errno == ENXIO) return refuse(why, "log %.150s: nobody reads from this pipe", path);
    if (fd >= 0) runner->log = fdopen(fd, "a");
    if (fd >= 0 && runner->log == NULL) close(fd);
    return runner->log != NULL || refuse_errno(why, "cannot open '%.150s'", path);
}

static bool refuse_log(const Runner *runner, Reason *why) {
    return refuse_errno(why, "cannot write '%.150s'", runner->run->tournament->log_path);
}

/* Stopping */

/* The first end counts; *why may be NULL. */
static void stop_all(Runner *runner, RunnerEnd end, const Reason *why) {
    monitor_lock(&runner->monitor);
    if (runner->end == RUNNER_DONE) {
        runner->end = end;
        if (why != NULL) runner->why = *why;
    }
    runner->is_stopping = true;
    monitor_notify(&runner->monitor);
    monitor_unlock(&runner->monitor);
    ssize_t written;
    do written = write(runner->run->cancel_fds[1], "x", 1);
    while (written < 0 && errno == EINTR);
}

static void fail_without_memory(Runner *runner) {
    stop_all(runner, RUNNER_FAILED, &(Reason){"not enough memory"});
}

/* Game threads */

/* The number of the next game to play; 0: none. */
static int take_number(Runner *runner) {
    const TournamentReport *report = runner->run->report;
    int number = 0, games = schedule_games(&runner->run->tournament->schedule);
    monitor_lock(&runner->monitor);
    while (!runner->is_stopping && runner->next_number <= games && number == 0) {
        if (!schedule_is_known(&runner->run->tournament->schedule, runner->next_number)) {
            monitor_wait(&runner->monitor); /* for the end of the round */
            continue;
        }
        bool is_ours = schedule_is_ours(&runner->run->tournament->schedule, runner->next_number);
        if (is_ours && !report->results[runner->next_number - 1].is_played) number = runner->next_number;
        runner->next_number++;
    }
    monitor_unlock(&runner->monitor);
    return number;
}

/* The games that other threads wait for are not played any more. */
static void release_waiting(Runner *runner) {
    monitor_lock(&runner->monitor);
    runner->is_stopping = true;
    monitor_notify(&runner->monitor);
    monitor_unlock(&runner->monitor);
}

static void hand_over(Runner *runner, FinishedGame *game) {
    monitor_lock(&runner->monitor);
    *runner->finished_end = game;
    runner->finished_end = &game->next;
    monitor_notify(&runner->monitor);
    monitor_unlock(&runner->monitor);
}

/* NULL when memory is short. */
static FinishedGame *finished_game_new(const Runner *runner, const GameRecord *record) {
    FinishedGame *game = calloc(1, sizeof *game);
    if (game == NULL) return NULL;
    *game = (FinishedGame){
        .number = record->number,
        .result = game_result_of(record),
        .reason = record->reason,
        .text = record_game_text(record),
    };
    bool wants_note = runner->run->report->notes != NULL;
    if (wants_note) game->note = game_note_of(record, &runner->run->shape->grid);
    if (game->text != NULL) return game;
    game_note_release(&game->note);
    free(game);
    return NULL;
}

/* False: no more games. */
static bool play_next(Runner *runner, EngineProcess *engines, GameRecord *record) {
    const TournamentRun *run = runner->run;
    Reason why;
    int number = take_number(runner);
    if (number == 0) return false;
    Fixture fixture = schedule_fixture(&run->tournament->schedule, number);
    EngineGame game = {
        .tournament = run->tournament,
        .grid = &run->shape->grid,
        .opening = &run->openings->list[fixture.opening % run->openings->count],
        .engines = {&engines[fixture.x], &engines[fixture.o]},
    };
    record->number = number;
    record->round = fixture.round;
    GameEnd end = engine_game_play(&game, record, &why);
    if (end == GAME_NO_START || end == GAME_FAILED) {
        stop_all(runner, end == GAME_NO_START ? RUNNER_NO_START : RUNNER_FAILED, &why);
    }
    if (end == GAME_CANCELLED) release_waiting(runner);
    if (end != GAME_PLAYED) return false;
    FinishedGame *finished = finished_game_new(runner, record);
    if (finished != NULL) {
        hand_over(runner, finished);
    } else {
        fail_without_memory(runner);
    }
    return finished != NULL;
}

static bool init_engines(const GameThread *thread, EngineProcess *engines, EngineContext *contexts) {
    Runner *runner = thread->runner;
    const Tournament *tournament = runner->run->tournament;
    for (int i = 0; i < tournament->engine_count; i++) {
        const EngineConfig *config = &tournament->engines[i];
        contexts[i] = (EngineContext){runner, thread->number, config};
        bool has_log = runner->log != NULL;
        EngineCallbacks callbacks = {has_log ? log_line : NULL, has_log ? log_error_line : NULL, warn, &contexts[i]};
        int cancel_fd = runner->run->cancel_fds[0];
        if (!engine_process_init(&engines[i], config, &tournament->game, cancel_fd, &callbacks)) return false;
        engines[i].warns = tournament->is_lenient;
    }
    return true;
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
    stop_all(runner, result == CLIENT_ERROR ? RUNNER_FAILED : RUNNER_NO_START, &why);
    return false;
}

/* The first thread checks all engines; the others wait for it. */
static void await_check(const GameThread *thread, EngineProcess *engines) {
    Runner *runner = thread->runner;
    const Tournament *tournament = runner->run->tournament;
    bool is_fine = thread->number == 1 && !tournament->is_lenient;
    for (int i = 0; is_fine && i < tournament->engine_count; i++) is_fine = check_engine(runner, &engines[i]);
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
    struct pollfd cancel = {.fd = runner->run->cancel_fds[0], .events = POLLIN};
    if (wait_ms > 0) (void)poll(&cancel, 1, wait_ms);
}

static void play_games(void *argument) {
    GameThread *thread = argument;
    Runner *runner = thread->runner;
    int count = runner->run->tournament->engine_count;
    GameRecord *record = calloc(1, sizeof *record);
    EngineProcess *engines = calloc((size_t)count, sizeof *engines);
    EngineContext *contexts = calloc((size_t)count, sizeof *contexts);
    bool is_fine = record != NULL && engines != NULL && contexts != NULL && init_engines(thread, engines, contexts);
    if (!is_fine) fail_without_memory(runner);
    const Tournament *tournament = runner->run->tournament;
    if (is_fine && !affinity_bind(&tournament->cpus, thread->number - 1, tournament->concurrency)) {
        stop_all(runner, RUNNER_FAILED, &(Reason){"--cpus: the system does not bind a game to these processors"});
    }
    if (is_fine) await_check(thread, engines);
    while (is_fine && play_next(runner, engines, record)) pause_between_games(runner);
    for (int i = 0; engines != NULL && i < count; i++) engine_process_close(&engines[i]);
    free(contexts);
    free(engines);
    free(record);
    monitor_lock(&runner->monitor);
    runner->active--;
    monitor_notify(&runner->monitor);
    monitor_unlock(&runner->monitor);
}

static bool start_threads(Runner *runner, GameThread *threads, int *started) {
    int count = runner->run->tournament->concurrency;
    for (*started = 0; *started < count; (*started)++) {
        GameThread *thread = &threads[*started];
        *thread = (GameThread){.runner = runner, .number = *started + 1};
        monitor_lock(&runner->monitor);
        runner->active++;
        monitor_unlock(&runner->monitor);
        if (thread_start(&thread->thread, play_games, thread)) continue;
        monitor_lock(&runner->monitor);
        runner->active--;
        monitor_unlock(&runner->monitor);
        return false;
    }
    return true;
}

/* The calling thread */

static void print_result(Runner *runner, int number) {
    const Tournament *tournament = runner->run->tournament;
    const TournamentReport *report = runner->run->report;
    const char *reason = runner->reasons[number - 1];
    int every = tournament_report_every(tournament, report->planned);
    FILE *stream = tournament_stream(tournament);
    bool is_due = every > 0 && report->games % every == 0 && report->games < report->planned;
    if (!tournament->is_quiet) report_print_game(report, stream, number, reason != NULL ? reason : "");
    if (is_due) report_print(report, stream, false);
}

static void note_overrun(Runner *runner, int number) {
    Reason text;
    const GameResult *result = &runner->run->report->results[number - 1];
    Fixture fixture = schedule_fixture(&runner->run->tournament->schedule, number);
    int loser = result->outcome == OUTCOME_X_WINS ? fixture.o : fixture.x;
    if (!overruns_add(&runner->overruns, result->ending == ENDING_TIME ? loser : -1)) return;
    overruns_explain(&runner->overruns, &text);
    fprintf(stderr, "referee: %s\n", text.text);
}

/* Adds up, and prints if wanted, the games without a gap from the first one on. True: the tournament ends here. */
static bool report_in_order(Runner *runner, bool is_printed) {
    const Tournament *tournament = runner->run->tournament;
    TournamentReport *report = runner->run->report;
    for (int number; (number = report_next(report)) != 0 && report->results[number - 1].is_played;) {
        report_add(report);
        if (is_printed) print_result(runner, number);
        if (is_printed) note_overrun(runner, number);
        free(runner->reasons[number - 1]);
        runner->reasons[number - 1] = NULL;
        bool is_fault = ending_is_fault((Ending)report->results[number - 1].ending);
        /* A part alone decides nothing: the test looks at all games together, when they are merged. */
        bool is_part = tournament->schedule.parts > 1;
        bool is_decided = tournament->has_sprt && !is_part && report->sprt.verdict != SPRT_GOES_ON;
        if (!(tournament->is_strict && is_fault) && !is_decided) continue;
        stop_all(runner, tournament->is_strict && is_fault ? RUNNER_FAULT : RUNNER_DECIDED, NULL);
        return true;
    }
    return false;
}

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

/* Writes the games to the record; only a game that is there counts as played. */
static bool record_games(Runner *runner, FinishedGame *list, Reason *why) {
    const TournamentRun *run = runner->run;
    Reason ignored;
    for (FinishedGame *game = list; game != NULL; game = game->next) {
        if (!record_file_append(run->record, game->number, game->text, why)) {
            (void)record_file_sync(run->record, &ignored);
            return false;
        }
        report_take(run->report, game->number, game->result, game->note);
        game->note = (GameNote){0};
        runner->reasons[game->number - 1] = strdup(game->reason.text); /* if memory is short the line has no reason */
    }
    return record_file_sync(run->record, why);
}

/* The games may be the last ones of a round. */
static void draw_next_round(Runner *runner) {
    const TournamentRun *run = runner->run;
    monitor_lock(&runner->monitor);
    pairing_rules_update(&run->tournament->schedule, run->report->results);
    monitor_notify(&runner->monitor);
    monitor_unlock(&runner->monitor);
}

static void finished_games_free(FinishedGame *list) {
    while (list != NULL) {
        FinishedGame *next = list->next;
        game_note_release(&list->note);
        free(list->text);
        free(list);
        list = next;
    }
}

/* Games that nobody could learn about are not worth playing. */
static void stop_if_output_fails(Runner *runner) {
    Reason why;
    if (!stream_flush(tournament_stream(runner->run->tournament))) {
        stop_all(runner, RUNNER_OUTPUT_FAILED, NULL);
    } else if (runner->log != NULL && !stream_flush(runner->log)) {
        refuse_log(runner, &why);
        stop_all(runner, RUNNER_FAILED, &why);
    }
}

static void collect_games(Runner *runner) {
    bool is_over = false;
    Reason why;
    show_progress(runner);
    for (FinishedGame *list; (list = take_finished(runner)) != NULL;) {
        if (!record_games(runner, list, &why)) stop_all(runner, RUNNER_FAILED, &why);
        finished_games_free(list);
        if (runner->run->tournament->schedule.encounters != NULL) draw_next_round(runner);
        if (is_over) continue;
        erase_progress(runner);
        is_over = report_in_order(runner, true);
        stop_if_output_fails(runner);
        show_progress(runner);
    }
    erase_progress(runner);
}

static bool play_in_threads(Runner *runner, Reason *why) {
    GameThread *threads = calloc((size_t)runner->run->tournament->concurrency, sizeof *threads);
    int started;
    if (threads == NULL) return refuse(why, "not enough memory");
    if (!start_threads(runner, threads, &started)) {
        stop_all(runner, RUNNER_FAILED, &(Reason){"the system has no more threads"});
    }
    collect_games(runner);
    for (int i = 0; i < started; i++) thread_join(threads[i].thread);
    free(threads);
    return true;
}

static void release_memory(Runner *runner) {
    int games = schedule_games(&runner->run->tournament->schedule);
    for (int i = 0; runner->reasons != NULL && i < games; i++) free(runner->reasons[i]);
    free(runner->reasons);
    free(runner->warnings);
}

static bool runner_init(Runner *runner, const TournamentRun *run, Reason *why) {
    *runner = (Runner){
        .run = run,
        .start_us = clock_now_us(),
        .has_terminal = isatty(STDERR_FILENO) == 1,
        .reasons = calloc((size_t)schedule_games(&run->tournament->schedule), sizeof *runner->reasons),
        .warnings = calloc((size_t)run->tournament->engine_count, sizeof *runner->warnings),
        .next_number = 1,
    };
    runner->finished_end = &runner->finished;
    bool is_fine = runner->reasons != NULL && runner->warnings != NULL;
    if (!is_fine) reason_set(why, "not enough memory");
    if (is_fine && !monitor_init(&runner->monitor)) is_fine = refuse(why, "the system has no more locks");
    if (is_fine && open_log(runner, why)) return true;
    if (is_fine) monitor_destroy(&runner->monitor);
    release_memory(runner);
    return false;
}

/* All threads have ended. The engines' last lines may still be on their way to the log. */
static RunnerEnd runner_close(Runner *runner, Reason *why) {
    const TournamentRun *run = runner->run;
    *why = runner->why;
    if (runner->log != NULL && !stream_close(runner->log) && runner->end == RUNNER_DONE) {
        runner->end = RUNNER_FAILED;
        refuse_log(runner, why);
    }
    bool is_complete = report_next(run->report) == 0;
    monitor_destroy(&runner->monitor);
    release_memory(runner);
    return runner->end == RUNNER_DONE && !is_complete ? RUNNER_STOPPED : runner->end;
}

RunnerEnd runner_play(const TournamentRun *run, Reason *why) {
    Runner runner;
    Reason trouble;
    if (!runner_init(&runner, run, why)) return RUNNER_FAILED;
    /* The games that were played before may have decided it already. */
    bool is_over = report_in_order(&runner, false);
    is_over = is_over || report_next(run->report) == 0;
    runner.games_before = run->report->games;
    if (!is_over && !play_in_threads(&runner, &trouble)) stop_all(&runner, RUNNER_FAILED, &trouble);
    return runner_close(&runner, why);
}
