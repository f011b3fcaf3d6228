/* The referee: tournaments between engines that speak the protocol. This file puts the parts together: command line,
 * record, openings, games, and what is said at the end. README.md is the manual. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/command_line.h"
#include "common/files.h"
#include "common/proc.h"
#include "referee/referee_options.h"
#include "referee/runner.h"

enum { EXIT_DONE = 0, EXIT_FAULT = 1, EXIT_USAGE = 2, EXIT_FAILED = 3, EXIT_BY_SIGNAL = 128 };

/* All that a signal handler may touch. */
static volatile sig_atomic_t caught_signal;
static volatile sig_atomic_t cancel_write_fd = -1;

static void on_signal(int number) {
    caught_signal = number;
    ssize_t written = write((int)cancel_write_fd, "x", 1);
    (void)written;
}

static void handle_signals(void (*handler)(int)) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) sigaction(signals[i], &action, NULL);
    proc_ignore_sigpipe();
}

typedef struct {
    char **arguments; /* the command line without the program's name */
    char **recorded;  /* with --resume, the arguments that the record begins with; else NULL */
    Tournament tournament;
    Shape *shape;
    Openings openings;
    TournamentReport report;
    RecordFile record;
    int cancel_fds[2]; /* -1: not open */
} Referee;

static void complain(const Reason *why) {
    fprintf(stderr, "referee: %s\n", why->text);
}

/* Preparation */

/* The arguments in the record come first, those of the command line may add to them. */
static bool resume_arguments(Referee *referee, Reason *why) {
    Tournament *tournament = &referee->tournament;
    RecordReader reader;
    if (tournament->engine_count > 0 || tournament->each.setting_count > 0) {
        return refuse(why, "--resume takes the engines from the record: leave out --engine and --each");
    }
    if (tournament->record_path != NULL) {
        return refuse(why, "--resume writes to the record that it resumes: leave out --record");
    }
    if (!record_open(&reader, tournament->resume_path, &referee->recorded, why)) return false;
    record_close(&reader);
    tournament_free(tournament);
    if (!tournament_init(tournament)) return refuse(why, "not enough memory");
    return referee_options_parse(tournament, referee->recorded, why) &&
           referee_options_parse(tournament, referee->arguments, why);
}

static bool parse_arguments(Referee *referee, Reason *why) {
    Tournament *tournament = &referee->tournament;
    if (referee->arguments[0] == NULL) return refuse(why, "no engines given; see --help");
    if (!tournament_init(tournament)) return refuse(why, "not enough memory");
    if (!referee_options_parse(tournament, referee->arguments, why)) return false;
    if (tournament->resume_path != NULL && !resume_arguments(referee, why)) return false;
    return tournament_check(tournament, why);
}

/* What cannot be written is found before the first game, not after the last. */
static bool check_paths(const Tournament *tournament, Reason *why) {
    if (tournament->json_path != NULL && !report_json_is_possible(tournament->json_path, why)) return false;
    if (tournament->log_path == NULL || file_is_writable(tournament->log_path)) return true;
    return refuse_errno(why, "cannot write '%.150s'", tournament->log_path);
}

static void warn_of_repetition(const Openings *openings, int wanted) {
    fprintf(stderr, "referee: %d pairs of games but only %d %s, so openings repeat%s\n", wanted, openings->count,
            text_plural(openings->count, "opening", "openings"),
            openings->was_exhausted ? " (there are no more of this length; see --plies)" : "");
}

static bool prepare_openings(Referee *referee, Reason *why) {
    const Tournament *tournament = &referee->tournament;
    Openings *openings = &referee->openings;
    uint64_t seed = (uint64_t)tournament->seed;
    int wanted = schedule_openings(&tournament->schedule);
    if (tournament->openings_path != NULL) {
        const Grid *grid = &referee->shape->grid;
        if (!openings_load(openings, tournament->openings_path, grid, tournament->plies, why)) return false;
        if (tournament->order == ORDER_RANDOM) openings_shuffle(openings, seed);
    } else {
        RandomOpenings random = {.plies = tournament->plies, .count = wanted, .seed = seed};
        if (!openings_random(openings, referee->shape, &random, why)) return false;
    }
    if (openings->count < wanted && !tournament->is_quiet) warn_of_repetition(openings, wanted);
    return true;
}

static bool has_opening(const GameRecord *record, const Opening *opening) {
    if (record->opening_plies != opening->plies) return false;
    if (strcmp(record->start, opening->start != NULL ? opening->start : "") != 0) return false;
    for (int i = 0; i < opening->plies; i++) {
        if (record->moves[i].cell != opening->cells[i]) return false;
    }
    return true;
}

/* A game in the record must be the one that the schedule has under its number. */
static bool take_recorded(void *context, const GameRecord *record, Reason *why) {
    Referee *referee = context;
    const Tournament *tournament = &referee->tournament;
    Fixture fixture = schedule_fixture(&tournament->schedule, record->number);
    const Opening *opening = &referee->openings.list[fixture.opening % referee->openings.count];
    bool is_scheduled = strcmp(record->names[SIDE_X], tournament->engines[fixture.x].name) == 0 &&
                        strcmp(record->names[SIDE_O], tournament->engines[fixture.o].name) == 0 &&
                        game_equal(&record->game, &tournament->game) && has_opening(record, opening);
    if (!is_scheduled) {
        return refuse(why, "record %.100s: game %d does not belong to this tournament (different openings or options?)",
                      tournament->resume_path, record->number);
    }
    referee->report.results[record->number - 1] = game_result_of(record);
    return true;
}

static bool prepare_record(Referee *referee, Reason *why) {
    const Tournament *tournament = &referee->tournament;
    RecordFile *file = &referee->record;
    int games = schedule_games(&tournament->schedule);
    if (tournament->resume_path != NULL) {
        RecordFileVisitor visitor = {take_recorded, referee};
        if (!record_file_resume(file, tournament->resume_path, games, &visitor, why)) return false;
        if (file->dropped > 0) {
            fprintf(stderr, "referee: record %s: dropped an unfinished game at its end (%lld %s)\n", file->path,
                    (long long)file->dropped, text_plural(file->dropped, "byte", "bytes"));
        }
        return true;
    }
    if (tournament->record_path == NULL) return true;
    return record_file_create(file, tournament->record_path, games, referee->arguments, why);
}

static bool open_cancel_pipe(int fds[2], Reason *why) {
    if (pipe(fds) != 0) {
        fds[0] = fds[1] = -1;
        return refuse_errno(why, "cannot open a pipe");
    }
    bool is_fine = fcntl(fds[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(fds[1], F_SETFD, FD_CLOEXEC) == 0;
    /* A signal handler must never wait, however often it is called. */
    is_fine = is_fine && fcntl(fds[1], F_SETFL, O_NONBLOCK) == 0;
    if (!is_fine) return refuse_errno(why, "cannot set up a pipe");
    cancel_write_fd = fds[1];
    return true;
}

static bool prepare(Referee *referee, Reason *why) {
    if (!check_paths(&referee->tournament, why)) return false;
    referee->shape = shape_new(&referee->tournament.game);
    if (referee->shape == NULL) return refuse(why, "not enough memory");
    if (!prepare_openings(referee, why)) return false;
    if (!report_init(&referee->report, &referee->tournament)) return refuse(why, "not enough memory");
    return open_cancel_pipe(referee->cancel_fds, why) && prepare_record(referee, why);
}

static void clean_up(Referee *referee) {
    cancel_write_fd = -1; /* signals are still caught */
    for (int i = 0; i < 2; i++) {
        if (referee->cancel_fds[i] >= 0) close(referee->cancel_fds[i]);
    }
    record_file_close(&referee->record);
    report_free(&referee->report);
    openings_free(&referee->openings);
    shape_free(referee->shape);
    tournament_free(&referee->tournament);
    record_free_arguments(referee->recorded);
}

/* The end */

static const char *end_word(RunnerEnd end) {
    static const char *const words[] = {
        [RUNNER_DONE] = "done",
        [RUNNER_DECIDED] = "sprt",
        [RUNNER_FAULT] = "fault",
        [RUNNER_STOPPED] = "stopped",
        [RUNNER_NO_START] = "no-start",
        [RUNNER_FAILED] = "failed",
        [RUNNER_OUTPUT_FAILED] = "output-failed",
    };
    return words[end];
}

static int exit_status(RunnerEnd end) {
    switch (end) {
    case RUNNER_DONE:
    case RUNNER_DECIDED:
        return EXIT_DONE;
    case RUNNER_FAULT:
        return EXIT_FAULT;
    case RUNNER_NO_START:
        return EXIT_USAGE;
    case RUNNER_STOPPED:
        return EXIT_BY_SIGNAL + (int)caught_signal;
    default:
        return EXIT_FAILED;
    }
}

static void print_standings(const TournamentReport *report) {
    if (report->games == 0) return;
    report_print(report, stdout);
    report_print_legend(report, stdout);
}

/* Why the tournament ended before its last game. */
static void print_end(const Referee *referee, RunnerEnd end) {
    int games = referee->report.games, pending = report_pending(&referee->report);
    if (end == RUNNER_DECIDED && pending > 0) {
        printf("\n%d more %s ended after the decision and %s not counted.\n", pending,
               text_plural(pending, "game", "games"), text_plural(pending, "is", "are"));
    }
    if (end == RUNNER_FAULT) printf("\nStopped after game %d: an engine was at fault and --strict is set.\n", games);
    if (end != RUNNER_STOPPED) return;
    printf("\nInterrupted after %d %s.", games, text_plural(games, "game", "games"));
    if (pending > 0 && referee->record.path != NULL) {
        printf(" The record also has %d %s that finished ahead of a lower-numbered one.", pending,
               text_plural(pending, "game", "games"));
    }
    printf("\n");
}

static void print_resume_command(const Referee *referee, RunnerEnd end, const char *program) {
    const char *path = referee->record.path;
    if (path != NULL) {
        printf("To resume: %s --resume '%s'%s\n", program, path, end == RUNNER_FAULT ? " --recover" : "");
    } else if (referee->report.games > 0) {
        printf("The tournament cannot be resumed, because no record was kept; see --record.\n");
    }
}

static int conclude(Referee *referee, RunnerEnd end, const Reason *why, const char *program) {
    Reason trouble;
    int status = exit_status(end);
    const TournamentReport *report = &referee->report;
    print_standings(report);
    print_end(referee, end);
    if (end == RUNNER_NO_START || end == RUNNER_FAILED) complain(why);
    if (!record_file_finish(&referee->record, &trouble)) {
        complain(&trouble);
        status = EXIT_FAILED;
    }
    if (end != RUNNER_DONE && end != RUNNER_DECIDED) print_resume_command(referee, end, program);
    const char *json_path = referee->tournament.json_path;
    if (json_path == NULL) return status;
    /* Writing to a pipe may wait for its reader for ever, so a signal may end us now: the games are safe. */
    if (!file_is_replaceable(json_path)) handle_signals(SIG_DFL);
    if (report_write_json(report, json_path, end_word(end), &trouble)) return status;
    complain(&trouble);
    return EXIT_FAILED;
}

static int hold_tournament(Referee *referee, const char *program) {
    Reason why;
    if (!parse_arguments(referee, &why) || !prepare(referee, &why)) {
        complain(&why);
        return EXIT_USAGE;
    }
    handle_signals(on_signal); /* until here there was nothing to save, and a signal just ended us */
    TournamentRun run = {
        .tournament = &referee->tournament,
        .shape = referee->shape,
        .openings = &referee->openings,
        .report = &referee->report,
        .record = &referee->record,
        .cancel_fds = {referee->cancel_fds[0], referee->cancel_fds[1]},
    };
    RunnerEnd end = runner_play(&run, &why);
    return conclude(referee, end, &why, program);
}

int main(int argc, char **argv) {
    static Referee referee = {.record = {.fd = -1}, .cancel_fds = {-1, -1}};
    char help[REFEREE_HELP_SIZE];
    int status;
    referee_options_help(help);
    if (command_line_answers(argc, argv, "referee", help, EXIT_FAILED, &status)) return status;
    referee.arguments = argv + 1;
    status = hold_tournament(&referee, argv[0]);
    clean_up(&referee);
    return output_close("referee", status, EXIT_FAILED);
}
