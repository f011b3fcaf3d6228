/* The referee: tournaments between engines that speak the protocol. This file puts the parts together: command line,
 * record, openings, the games, and the last words. README.md has the options and the exit statuses. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/client.h"
#include "common/files.h"
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

static bool open_cancel_pipe(int fds[2], Reason *why) {
    if (pipe(fds) != 0) return refuse(why, "no pipe to be had");
    for (int i = 0; i < 2; i++) {
        if (fcntl(fds[i], F_SETFD, FD_CLOEXEC) != 0) return refuse(why, "no pipe to be had");
    }
    /* A handler must never wait, however often it is called. */
    if (fcntl(fds[1], F_SETFL, O_NONBLOCK) != 0) return refuse(why, "no pipe to be had");
    cancel_write_fd = fds[1];
    return true;
}

static void handle_signals(void (*handler)(int)) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) sigaction(signals[i], &action, NULL);
    proc_ignore_sigpipe();
}

typedef struct {
    int argc; /* the command line without the program's name and without --resume FILE */
    char **argv;
    char **recorded; /* the arguments that the record began with */
    TournamentSetup setup;
    Geometry *geometry;
    Grid *grid;
    Openings openings;
    Report report;
    Ledger ledger;
    int cancel_fds[2];
} Referee;

/* Setting up */

static bool has_new_engines(const TournamentSetup *setup) {
    return setup->engine_count > 0 || setup->each.setting_count > 0;
}

/* With --resume, the arguments of the record come first and those of the command line may add to them. */
static bool parse_arguments(Referee *referee, int argc, char **argv, Reason *why) {
    TournamentSetup *setup = &referee->setup;
    RecordReader reader;
    if (!setup_init(setup)) return refuse(why, "no memory");
    if (!setup_parse(setup, argc, argv, why)) return false;
    if (setup->wants_help) return true;
    if (setup->resume_path == NULL) return setup_check(setup, why);
    if (has_new_engines(setup)) return refuse(why, "--resume: the engines are those of the record");
    if (setup->record_path != NULL) return refuse(why, "--resume FILE goes on with that file: leave out --record");
    const char *path = setup->resume_path;
    if (!record_open(&reader, path, &referee->recorded, why)) return false;
    record_close(&reader);
    int recorded = 0;
    while (referee->recorded[recorded] != NULL) recorded++;
    setup_free(setup);
    if (!setup_init(setup)) return refuse(why, "no memory");
    return setup_parse(setup, recorded, referee->recorded, why) && setup_parse(setup, argc, argv, why) &&
           setup_check(setup, why);
}

static bool prepare_game(Referee *referee, Reason *why) {
    referee->geometry = geometry_new(&referee->setup.game);
    referee->grid = malloc(sizeof *referee->grid);
    if (referee->geometry == NULL || referee->grid == NULL) return refuse(why, "no memory");
    grid_init(referee->grid, referee->geometry);
    return true;
}

static bool prepare_openings(Referee *referee, Reason *why) {
    const TournamentSetup *setup = &referee->setup;
    Openings *openings = &referee->openings;
    int wanted = schedule_openings(&setup->schedule);
    if (setup->openings_path != NULL) {
        if (!openings_load(openings, setup->openings_path, referee->grid, setup->plies, why)) return false;
        if (setup->order == ORDER_RANDOM) openings_shuffle(openings, (uint64_t)setup->seed);
    } else if (!openings_random(openings, referee->geometry, referee->grid, setup->plies, wanted, (uint64_t)setup->seed,
                                why)) {
        return false;
    }
    if (openings->count < wanted && !setup->is_quiet) {
        fprintf(stderr, "referee: %d openings for %d pairs: they repeat%s\n", openings->count, wanted,
                openings->was_exhausted ? " (--plies: there are no more that differ)" : "");
    }
    return true;
}

/* A game of the record must be the one of that number. */
static bool take_recorded(void *context, const GameRecord *record, Reason *why) {
    Referee *referee = context;
    const TournamentSetup *setup = &referee->setup;
    Fixture fixture = schedule_fixture(&setup->schedule, record->number);
    const Opening *opening = &referee->openings.list[fixture.opening % referee->openings.count];
    bool is_same = strcmp(record->names[SIDE_X], setup->engines[fixture.x].name) == 0 &&
                   strcmp(record->names[SIDE_O], setup->engines[fixture.o].name) == 0 &&
                   game_equal(&record->game, &setup->game) && record->opening_plies == opening->plies &&
                   strcmp(record->start, opening->start != NULL ? opening->start : "") == 0;
    for (int i = 0; is_same && i < opening->plies; i++) is_same = record->moves[i].cell == opening->cells[i];
    if (!is_same) {
        return refuse(why, "record: game %d is another one than this tournament's (changed openings or options?)",
                      record->number);
    }
    referee->report.results[record->number - 1] =
        (GameResult){true, (uint8_t)record->outcome, (uint8_t)record->ending, (uint16_t)record->plies};
    return true;
}

/* Whatever cannot be written is found before the first game, not after the last. */
static bool check_paths(const TournamentSetup *setup, Reason *why) {
    if (setup->json_path != NULL && !report_json_is_possible(setup->json_path, why)) return false;
    if (setup->log_path == NULL || file_is_writable(setup->log_path)) return true;
    return refuse_errno(why, "log %.150s: it cannot be written", setup->log_path);
}

static void tell_dropped(const Ledger *ledger) {
    if (ledger->dropped == 0) return;
    fprintf(stderr, "referee: record %s: dropped %lld bytes behind its last whole game\n", ledger->path,
            (long long)ledger->dropped);
}

static bool prepare_record(Referee *referee, int argc, char **argv, Reason *why) {
    const TournamentSetup *setup = &referee->setup;
    int games = schedule_games(&setup->schedule);
    referee->ledger = (Ledger){.fd = -1};
    if (setup->resume_path != NULL) {
        if (!ledger_resume(&referee->ledger, setup->resume_path, games, take_recorded, referee, why)) return false;
        tell_dropped(&referee->ledger);
        return true;
    }
    if (setup->record_path == NULL) return true;
    return ledger_create(&referee->ledger, setup->record_path, games, argc, argv, why);
}

static bool prepare(Referee *referee, int argc, char **argv, Reason *why) {
    if (!check_paths(&referee->setup, why) || !prepare_game(referee, why) || !prepare_openings(referee, why)) {
        return false;
    }
    if (!report_init(&referee->report, &referee->setup)) return refuse(why, "no memory");
    return open_cancel_pipe(referee->cancel_fds, why) && prepare_record(referee, argc, argv, why);
}

static void clean_up(Referee *referee) {
    ledger_close(&referee->ledger);
    report_free(&referee->report);
    openings_free(&referee->openings);
    free(referee->grid);
    geometry_free(referee->geometry);
    setup_free(&referee->setup);
    record_free_arguments(referee->recorded);
}

/* Last words */

static const char *describe_end(RunEnd end) {
    static const char *const texts[] = {"done", "sprt", "fault", "stopped", "no-start", "failed", "unheard"};
    return texts[end];
}

static void print_resume_command(const Referee *referee, RunEnd end, const char *program) {
    const char *path = referee->ledger.path;
    if (path == NULL) {
        if (referee->report.games > 0)
            printf("No record was kept, so there is nothing to resume from: see --record FILE.\n");
    } else {
        printf("To go on: %s --resume '%s'%s\n", program, path, end == RUN_FAULT ? " --recover" : "");
    }
}

static int exit_status(RunEnd end) {
    switch (end) {
    case RUN_DONE:
    case RUN_DECIDED:
        return EXIT_DONE;
    case RUN_FAULT:
        return EXIT_FAULT;
    case RUN_NO_START:
        return EXIT_USAGE;
    case RUN_STOPPED:
        return EXIT_BY_SIGNAL + (int)caught_signal;
    default:
        return EXIT_FAILED;
    }
}

/* Games that other workers ended after the decision: true, but not part of the result. */
static int games_beyond(const Referee *referee) {
    int count = 0, games = schedule_games(&referee->setup.schedule);
    for (int i = referee->report.games; i < games; i++) count += referee->report.results[i].is_played;
    return count;
}

static int conclude(Referee *referee, RunEnd end, const Reason *why, const char *program) {
    Reason trouble;
    int status = exit_status(end);
    const Report *report = &referee->report;
    if (report->games > 0) report_print(report, stdout);
    if (end == RUN_DECIDED && games_beyond(referee) > 0) {
        printf("%d more games ended after the decision; they are not counted.\n", games_beyond(referee));
    }
    if (end == RUN_FAULT) printf("Stopped after game %d: a fault, and --strict.\n", report->games);
    if (end == RUN_STOPPED) {
        printf("Interrupted after %d games", report->games);
        if (games_beyond(referee) > 0) printf("; %d more ended out of turn; they count later", games_beyond(referee));
        printf(".\n");
    }
    if (end == RUN_NO_START || end == RUN_FAILED) fprintf(stderr, "referee: %s\n", why->text);
    if (!ledger_finish(&referee->ledger, &trouble)) {
        fprintf(stderr, "referee: %s\n", trouble.text);
        status = EXIT_FAILED;
    }
    if (end != RUN_DONE && end != RUN_DECIDED) print_resume_command(referee, end, program);
    const char *json_path = referee->setup.json_path;
    /* Who waits for the reader of a pipe must be able to give up; the games are safe. */
    if (json_path != NULL && !file_is_replaceable(json_path)) handle_signals(SIG_DFL);
    if (json_path != NULL && !report_write_json(report, json_path, describe_end(end), &trouble)) {
        fprintf(stderr, "referee: %s\n", trouble.text);
        status = EXIT_FAILED;
    }
    return status;
}

int main(int argc, char **argv) {
    static Referee referee = {.ledger = {.fd = -1}};
    Reason why = {""};
    if (argc < 2 || !parse_arguments(&referee, argc - 1, argv + 1, &why)) {
        fprintf(stderr, "referee: %s\n", argc < 2 ? "--help lists the options" : why.text);
        clean_up(&referee);
        return EXIT_USAGE;
    }
    if (referee.setup.wants_help) {
        setup_print_help(stdout);
        clean_up(&referee);
        return output_close("referee", EXIT_DONE, EXIT_FAILED);
    }
    int status = EXIT_USAGE;
    if (prepare(&referee, argc - 1, argv + 1, &why)) {
        handle_signals(on_signal); /* until here there is nothing to save, and a signal just ends us */
        Run run = {&referee.setup,
                   referee.geometry,
                   referee.grid,
                   &referee.openings,
                   &referee.report,
                   &referee.ledger,
                   {referee.cancel_fds[0], referee.cancel_fds[1]}};
        RunEnd end = run_games(&run, &why);
        status = conclude(&referee, end, &why, argv[0]);
    } else {
        fprintf(stderr, "referee: %s\n", why.text);
    }
    clean_up(&referee);
    return output_close("referee", status, EXIT_FAILED);
}
