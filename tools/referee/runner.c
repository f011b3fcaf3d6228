#include "referee/runner.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/thread.h"
#include "common/files.h"
#include "referee/match.h"

/* A game on its way from a worker to the record. */
typedef struct Finished {
    struct Finished *next;
    int number;
    GameResult result;
    Reason reason;
    char *text;
} Finished;

typedef struct {
    const Run *run;
    FILE *log; /* NULL: none */
    int64_t start_us;
    bool has_terminal;
    char **reasons; /* of games that wait for an earlier one before they are printed; by number - 1 */
    RunEnd end;     /* decided by the main thread, or by a worker with a failure */
    Reason why;
    Monitor monitor; /* for what follows, which the workers share */
    int next_number;
    int active; /* workers */
    bool is_stopping;
    Finished *finished, **finished_end;
    Reason *warnings; /* the last one of each engine */
} Runner;

typedef struct {
    Runner *runner;
    int index;
    Thread thread;
    Seat *seats; /* of every engine */
} Worker;

/* Context of a seat's callbacks. */
typedef struct {
    Runner *runner;
    int worker;
    const EngineSetup *engine;
} Voice;

/* Terminal and log */

static void erase_progress(const Runner *runner) {
    if (!runner->has_terminal) return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
}

static void show_progress(const Runner *runner) {
    char text[160];
    if (!runner->has_terminal) return;
    report_print_progress(runner->run->report, (double)(clock_now_us() - runner->start_us) / 1e6, text);
    fprintf(stderr, "\r\033[K%.79s", text); /* a second row could not be erased */
    fflush(stderr);
}

static void warn(void *context, const EngineSetup *engine, const char *text) {
    Voice *voice = context;
    Runner *runner = voice->runner;
    Reason *last = &runner->warnings[engine - runner->run->setup->engines];
    monitor_lock(&runner->monitor);
    if (strcmp(last->text, text) != 0) {
        erase_progress(runner);
        fprintf(stderr, "referee: engine %s: %s\n", engine->name, text);
        refuse(last, "%s", text);
    }
    monitor_unlock(&runner->monitor);
}

static void log_line(void *context, bool is_from_engine, const char *line) {
    Voice *voice = context;
    Runner *runner = voice->runner;
    double seconds = (double)(clock_now_us() - runner->start_us) / 1e6;
    /* One call, one line: stdio locks its stream. */
    fprintf(runner->log, "%.6f %d %s %c %s\n", seconds, voice->worker, voice->engine->name, is_from_engine ? '<' : '>',
            line);
}

/* Workers */

static void stop_all(Runner *runner) {
    monitor_lock(&runner->monitor);
    runner->is_stopping = true;
    monitor_unlock(&runner->monitor);
    ssize_t written;
    do written = write(runner->run->cancel_fds[1], "x", 1);
    while (written < 0 && errno == EINTR);
}

/* The number of the next game to play; 0: none. */
static int take_number(Runner *runner) {
    const Report *report = runner->run->report;
    int number = 0, games = schedule_games(&runner->run->setup->schedule);
    monitor_lock(&runner->monitor);
    while (!runner->is_stopping && runner->next_number <= games && number == 0) {
        if (!report->results[runner->next_number - 1].is_played) number = runner->next_number;
        runner->next_number++;
    }
    monitor_unlock(&runner->monitor);
    return number;
}

static void hand_over(Runner *runner, Finished *finished) {
    monitor_lock(&runner->monitor);
    *runner->finished_end = finished;
    runner->finished_end = &finished->next;
    monitor_notify(&runner->monitor);
    monitor_unlock(&runner->monitor);
}

static void fail(Runner *runner, RunEnd end, const Reason *why) {
    monitor_lock(&runner->monitor);
    if (runner->end == RUN_DONE) {
        runner->end = end;
        runner->why = *why;
    }
    monitor_unlock(&runner->monitor);
    stop_all(runner);
}

static bool finished_new(const GameRecord *record, Finished **finished) {
    *finished = calloc(1, sizeof **finished);
    if (*finished == NULL) return false;
    **finished = (Finished){
        .number = record->number,
        .result = {true, (uint8_t)record->outcome, (uint8_t)record->ending, (uint16_t)record->plies},
        .reason = record->reason,
        .text = record_game_text(record),
    };
    if ((*finished)->text != NULL) return true;
    free(*finished);
    return false;
}

/* False: no more games. */
static bool play_next(Worker *worker, GameRecord *record) {
    Runner *runner = worker->runner;
    const Run *run = runner->run;
    Reason why = {"no memory"};
    int number = take_number(runner);
    if (number == 0) return false;
    Fixture fixture = schedule_fixture(&run->setup->schedule, number);
    Seat *seats[2] = {&worker->seats[fixture.x], &worker->seats[fixture.o]};
    record->number = number;
    record->round = fixture.round;
    const Opening *opening = &run->openings->list[fixture.opening % run->openings->count];
    MatchEnd end = match_play(run->setup, run->grid, opening, seats, record, &why);
    Finished *finished;
    if (end == MATCH_CANCELLED) return false;
    if (end == MATCH_PLAYED && finished_new(record, &finished)) {
        hand_over(runner, finished);
        return true;
    }
    fail(runner, end == MATCH_NO_START ? RUN_NO_START : RUN_FAILED, &why);
    return false;
}

static bool open_seats(Worker *worker, Voice *voices) {
    Runner *runner = worker->runner;
    const TournamentSetup *setup = runner->run->setup;
    worker->seats = calloc((size_t)setup->engine_count, sizeof *worker->seats);
    for (int i = 0; worker->seats != NULL && i < setup->engine_count; i++) {
        voices[i] = (Voice){runner, worker->index, &setup->engines[i]};
        bool is_fine = seat_init(&worker->seats[i], &setup->engines[i], &setup->game, runner->run->cancel_fds[0],
                                 runner->log != NULL ? log_line : NULL, warn, &voices[i]);
        if (!is_fine) return false;
    }
    return worker->seats != NULL;
}

static void work(void *argument) {
    Worker *worker = argument;
    Runner *runner = worker->runner;
    int engines = runner->run->setup->engine_count;
    GameRecord *record = calloc(1, sizeof *record);
    Voice *voices = calloc((size_t)engines, sizeof *voices);
    if (record != NULL && voices != NULL && open_seats(worker, voices)) {
        while (play_next(worker, record)) {
        }
    } else {
        fail(runner, RUN_FAILED, &(Reason){"no memory"});
    }
    for (int i = 0; worker->seats != NULL && i < engines; i++) seat_close(&worker->seats[i]);
    free(worker->seats);
    free(voices);
    free(record);
    monitor_lock(&runner->monitor);
    runner->active--;
    monitor_notify(&runner->monitor);
    monitor_unlock(&runner->monitor);
}

/* The calling thread */

static bool must_end(Runner *runner, RunEnd end) {
    bool is_first;
    monitor_lock(&runner->monitor);
    is_first = runner->end == RUN_DONE;
    if (is_first) runner->end = end;
    monitor_unlock(&runner->monitor);
    if (is_first) stop_all(runner);
    return true;
}

/* Adds up and prints what is complete from the first game on. True: enough, the tournament ends here. */
static bool report_in_order(Runner *runner, bool is_printed) {
    const Run *run = runner->run;
    Report *report = run->report;
    int games = schedule_games(&run->setup->schedule);
    while (report->games < games && report->results[report->games].is_played) {
        int number = report->games + 1;
        report_add(report);
        if (is_printed && !run->setup->is_quiet) {
            const char *reason = runner->reasons[number - 1];
            report_print_game(report, stdout, number, reason != NULL ? reason : "");
        }
        free(runner->reasons[number - 1]);
        runner->reasons[number - 1] = NULL;
        bool is_due = run->setup->report_every > 0 && number % run->setup->report_every == 0 && number < games;
        if (is_printed && is_due) report_print(report, stdout);
        bool is_fault = ending_is_fault((Ending)report->results[number - 1].ending);
        if (run->setup->is_strict && is_fault) return must_end(runner, RUN_FAULT);
        if (run->setup->has_sprt && report->sprt.verdict != SPRT_GOES_ON) return must_end(runner, RUN_DECIDED);
    }
    return false;
}

/* Waits for games; NULL when all workers have gone home. */
static Finished *take_finished(Runner *runner) {
    monitor_lock(&runner->monitor);
    while (runner->finished == NULL && runner->active > 0) monitor_wait(&runner->monitor);
    Finished *list = runner->finished;
    runner->finished = NULL;
    runner->finished_end = &runner->finished;
    monitor_unlock(&runner->monitor);
    return list;
}

/* First to the disk, then to the world. */
static void settle(Runner *runner, Finished *list) {
    Reason why;
    const Run *run = runner->run;
    bool is_fine = true;
    for (Finished *game = list; is_fine && game != NULL; game = game->next) {
        is_fine = ledger_append(run->ledger, game->number, game->text, &why);
        if (!is_fine) break;
        run->report->results[game->number - 1] = game->result;
        runner->reasons[game->number - 1] = strdup(game->reason.text); /* without memory only the line is poorer */
    }
    is_fine = ledger_sync(run->ledger, is_fine ? &why : &(Reason){""}) && is_fine;
    if (!is_fine) fail(runner, RUN_FAILED, &why);
    while (list != NULL) {
        Finished *next = list->next;
        free(list->text);
        free(list);
        list = next;
    }
}

/* Nobody would learn of the games to come. */
static void end_unless_heard(Runner *runner) {
    Reason why = {""};
    if (!stream_flush(stdout)) {
        fail(runner, RUN_UNHEARD, &why);
    } else if (runner->log != NULL && !stream_flush(runner->log)) {
        refuse_errno(&why, "log %.150s: it cannot be written", runner->run->setup->log_path);
        fail(runner, RUN_FAILED, &why);
    }
}

static void follow(Runner *runner) {
    bool is_enough = false;
    show_progress(runner);
    for (Finished *list; (list = take_finished(runner)) != NULL;) {
        settle(runner, list);
        if (is_enough) continue;
        erase_progress(runner);
        is_enough = report_in_order(runner, true);
        end_unless_heard(runner);
        show_progress(runner);
    }
    erase_progress(runner);
}

static bool start_workers(Runner *runner, Worker *workers, int count, int *started) {
    for (*started = 0; *started < count; (*started)++) {
        Worker *worker = &workers[*started];
        *worker = (Worker){.runner = runner, .index = *started + 1};
        monitor_lock(&runner->monitor);
        runner->active++;
        monitor_unlock(&runner->monitor);
        if (thread_start(&worker->thread, work, worker)) continue;
        monitor_lock(&runner->monitor);
        runner->active--;
        monitor_unlock(&runner->monitor);
        return false;
    }
    return true;
}

/* Without waiting for who reads from a pipe; only writing waits. Engines must not inherit it. */
static int open_at_once(const char *path) {
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);
    if (fd >= 0) (void)fcntl(fd, F_SETFL, O_APPEND);
    return fd;
}

static bool open_log(Runner *runner, Reason *why) {
    const char *path = runner->run->setup->log_path;
    if (path == NULL) return true;
    int fd = open_at_once(path);
    if (fd < 0 && errno == ENXIO) return refuse(why, "log %.150s: nobody reads from the pipe", path);
    if (fd >= 0) runner->log = fdopen(fd, "a");
    if (fd >= 0 && runner->log == NULL) close(fd);
    return runner->log != NULL || refuse_errno(why, "log %.150s: it cannot be opened", path);
}

static bool runner_init(Runner *runner, const Run *run, Reason *why) {
    int games = schedule_games(&run->setup->schedule);
    *runner = (Runner){
        .run = run,
        .start_us = clock_now_us(),
        .has_terminal = isatty(STDERR_FILENO) == 1,
        .reasons = calloc((size_t)games, sizeof *runner->reasons),
        .warnings = calloc((size_t)run->setup->engine_count, sizeof *runner->warnings),
        .next_number = 1,
    };
    runner->finished_end = &runner->finished;
    if (runner->reasons == NULL || runner->warnings == NULL) return refuse(why, "no memory");
    if (!monitor_init(&runner->monitor)) return refuse(why, "the system has no lock to spare");
    if (open_log(runner, why)) return true;
    monitor_destroy(&runner->monitor);
    return false;
}

/* The engines' last words may still be on their way to the log. */
static void close_log(Runner *runner) {
    if (runner->log == NULL || stream_close(runner->log) || runner->end != RUN_DONE) return;
    runner->end = RUN_FAILED;
    refuse_errno(&runner->why, "log %.150s: it cannot be written", runner->run->setup->log_path);
}

static void runner_close(Runner *runner) {
    monitor_destroy(&runner->monitor);
    for (int i = 0; i < schedule_games(&runner->run->setup->schedule); i++) free(runner->reasons[i]);
    free(runner->reasons);
    free(runner->warnings);
}

RunEnd run_games(const Run *run, Reason *why) {
    Runner runner;
    int started = 0, games = schedule_games(&run->setup->schedule);
    Worker *workers = calloc((size_t)run->setup->concurrency, sizeof *workers);
    if (!runner_init(&runner, run, why) || workers == NULL) return RUN_FAILED;
    /* What was played before may have decided it already. */
    if (!report_in_order(&runner, false) && run->report->games < games) {
        if (!start_workers(&runner, workers, run->setup->concurrency, &started)) {
            fail(&runner, RUN_FAILED, &(Reason){"no thread to play in"});
        }
        follow(&runner);
        for (int i = 0; i < started; i++) thread_join(workers[i].thread);
    }
    close_log(&runner);
    RunEnd end = runner.end;
    if (end == RUN_DONE && run->report->games < games) end = RUN_STOPPED;
    *why = runner.why;
    runner_close(&runner);
    free(workers);
    return end;
}
