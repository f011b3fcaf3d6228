/* The referee: tournaments between engines that speak the protocol. This file puts the parts together: command line,
 * record, openings, games, and what is said at the end. README.md is the manual. */
#include <stdlib.h>

#include "common/command_line.h"
#include "common/files.h"
#include "common/printable.h"
#include "common/proc.h"
#include "referee/compliance.h"
#include "referee/merge.h"
#include "referee/opening_choice.h"
#include "referee/referee_options.h"
#include "referee/runner.h"
#include "referee/swiss_knockout.h"
#include "referee/trust.h"

enum { EXIT_DONE = 0, EXIT_FAULT = 1, EXIT_UNDECIDED = 1, EXIT_USAGE = 2, EXIT_FAILED = 3, EXIT_BY_SIGNAL = 128 };

typedef struct {
    const char *program; /* as it was called */
    char **arguments;    /* the command line without the program's name */
    char **completed;    /* the same on the heap, if an option was added; else NULL */
    char **recorded;     /* with --resume, the arguments that the record begins with; else NULL */
    Tournament tournament;
    Shape *shape;
    Openings openings;
    GameOrder order;
    TournamentReport report;
    RecordFile record;
    PgnFile pgn;
    char balanced_path[BALANCED_PATH_SIZE];
    Merge *merge; /* with --merge, the parts; else NULL */
    Cancel *cancel;
} Referee;

static void complain(const Reason *why) {
    fprintf(stderr, "referee: %s\n", why->text);
}

/* Preparation */

/* Begins anew with arguments that come first; those of the command line may add to them. */
static bool parse_after(Referee *referee, char *const first[], Reason *why) {
    Tournament *tournament = &referee->tournament;
    tournament_free(tournament);
    if (!tournament_init(tournament)) return refuse(why, "not enough memory");
    if (!referee_options_parse(tournament, first, why)) return false;
    tournament->is_trusting = tournament->is_continuing = false; /* a record cannot vouch for itself */
    tournament->check_command = NULL;
    return referee_options_parse(tournament, referee->arguments, why);
}

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
    return parse_after(referee, referee->recorded, why);
}

/* The record may have been begun before, by the same command. Nobody has to be trusted then: what is run is what the
 * command line says. */
static bool continue_arguments(Referee *referee, Reason *why) {
    Tournament *tournament = &referee->tournament;
    if (tournament->record_path == NULL || tournament->resume_path != NULL || tournament->merge_count > 0) {
        return refuse(why, "--continue is for --record, and neither for --resume nor for --merge");
    }
    if (!record_file_is_begun(tournament->record_path)) return true;
    tournament->resume_path = tournament->record_path;
    return merge_continues(tournament->record_path, referee->arguments, why);
}

static bool merge_arguments(Referee *referee, Reason *why) {
    Tournament *tournament = &referee->tournament;
    if (tournament->engine_count > 0 || tournament->each.setting_count > 0 || tournament->resume_path != NULL) {
        return refuse(why, "--merge takes the tournament from its parts: leave out --engine, --each and --resume");
    }
    referee->merge = merge_open(tournament->merge_paths, tournament->merge_count, why);
    return referee->merge != NULL && parse_after(referee, merge_common_arguments(referee->merge), why);
}

/* A default that depends on the files of this machine is written to the record like an option that was given. */
static bool choose_openings(Referee *referee, Reason *why) {
    Tournament *tournament = &referee->tournament;
    bool was_balanced = tournament->is_balanced;
    int count = 0;
    if (!opening_choice_make(tournament, referee->program, false, referee->balanced_path, why)) return false;
    if (was_balanced || !tournament->is_balanced) return true;
    while (referee->arguments[count] != NULL) count++;
    referee->completed = calloc((size_t)count + 2, sizeof *referee->completed);
    if (referee->completed == NULL) return refuse(why, "not enough memory");
    memcpy(referee->completed, referee->arguments, (size_t)count * sizeof *referee->completed);
    referee->completed[count] = "--balanced";
    referee->arguments = referee->completed;
    return true;
}

static bool parse_arguments(Referee *referee, Reason *why) {
    Tournament *tournament = &referee->tournament;
    if (referee->arguments[0] == NULL) return refuse(why, "no engines given; see --help");
    if (!tournament_init(tournament)) return refuse(why, "not enough memory");
    if (!referee_options_parse(tournament, referee->arguments, why)) return false;
    if (tournament->check_command != NULL) return true; /* nothing else matters then */
    bool is_resumed = tournament->resume_path != NULL && !tournament->is_continuing;
    bool is_recorded = is_resumed || tournament->merge_count > 0;
    if (!is_recorded && !choose_openings(referee, why)) return false;
    if (tournament->is_continuing && !continue_arguments(referee, why)) return false;
    if (is_resumed && !resume_arguments(referee, why)) return false;
    if (tournament->merge_count > 0 && !merge_arguments(referee, why)) return false;
    if (is_recorded && !opening_choice_make(tournament, referee->program, true, referee->balanced_path, why))
        return false;
    return tournament_check(tournament, why);
}

/* Two outputs into one file would destroy each other. */
static bool are_paths_different(const Tournament *tournament, Reason *why) {
    const struct {
        const char *option, *path;
    } files[] = {{"--record", tournament->resume_path == NULL ? tournament->record_path : NULL},
                 {tournament->is_continuing ? "--record" : "--resume", tournament->resume_path},
                 {"--json", tournament->json_path},
                 {"--epd", tournament->epd_path},
                 {"--pgn", tournament->pgn_path},
                 {"--log", tournament->log_path},
                 {"--openings", tournament->openings_path}};
    enum { FILES = sizeof files / sizeof files[0] };
    for (int i = 0; i < FILES; i++) {
        for (int j = 0; j < i; j++) {
            if (files[i].path == NULL || files[j].path == NULL || !file_is_same(files[i].path, files[j].path)) continue;
            if (!file_is_replaceable(files[i].path)) continue; /* a device, say */
            return refuse(why, "%s and %s name the same file, '%.150s'", files[j].option, files[i].option,
                          files[i].path);
        }
    }
    return true;
}

static bool is_dash(const char *path) {
    return path != NULL && strcmp(path, "-") == 0;
}

/* What cannot be written is found before the first game, not after the last. */
static bool check_paths(const Tournament *tournament, Reason *why) {
    const char *const replaced[] = {is_dash(tournament->json_path) ? NULL : tournament->json_path,
                                    tournament->epd_path};
    if (is_dash(tournament->record_path) || is_dash(tournament->log_path) || is_dash(tournament->epd_path) ||
        is_dash(tournament->pgn_path)) {
        return refuse(why, "only --json can write to standard output; for a file of that name use ./-");
    }
    if (!are_paths_different(tournament, why)) return false;
    for (int i = 0; i < 2; i++) {
        if (replaced[i] == NULL) continue;
        if (!file_output_is_possible(replaced[i])) return refuse_errno(why, "cannot write '%.150s'", replaced[i]);
        file_remove_leftovers(replaced[i]);
    }
    const char *const written[] = {tournament->log_path, tournament->pgn_path};
    for (int i = 0; i < 2; i++) {
        if (written[i] != NULL && !file_is_writable(written[i]))
            return refuse_errno(why, "cannot write '%.150s'", written[i]);
    }
    return true;
}

static bool take_recorded(void *context, const GameRecord *record, Reason *why) {
    Referee *referee = context;
    if (!opening_choice_fits(record, &referee->tournament, &referee->openings, &referee->order)) {
        return refuse(why, "record %.100s: game %d does not belong to this tournament (different openings or options?)",
                      referee->tournament.resume_path, record->number);
    }
    FinishedGame *game = finished_game_new(record, &referee->shape->grid, referee->tournament.pgn_path != NULL);
    if (game == NULL) return refuse(why, "not enough memory");
    game_order_put(&referee->order, game);
    return true;
}

static bool prepare_record(Referee *referee, Reason *why) {
    const Tournament *tournament = &referee->tournament;
    RecordFile *file = &referee->record;
    int games = schedule_games(&tournament->schedule);
    if (tournament->resume_path != NULL) {
        RecordFileVisitor visitor = {take_recorded, referee};
        if (!record_file_resume(file, tournament->resume_path, games, &visitor, why)) return false;
        if (file->torn > 0) {
            fprintf(stderr, "referee: record %s: its last game is incomplete (%lld %s) and will be played again\n",
                    file->path, (long long)file->torn, text_plural(file->torn, "byte", "bytes"));
        }
        return true;
    }
    if (tournament->record_path == NULL) return true;
    return record_file_create(file, tournament->record_path, games, referee->arguments, why);
}

static bool prepare(Referee *referee, Reason *why) {
    if (!check_paths(&referee->tournament, why)) return false;
    referee->shape = shape_new(&referee->tournament.game);
    if (referee->shape == NULL) return refuse(why, "not enough memory");
    if (!opening_choice_load(&referee->openings, &referee->tournament, referee->shape, why)) return false;
    if (!game_order_init(&referee->order, &referee->tournament.schedule) ||
        !report_init(&referee->report, &referee->tournament, &referee->order, &referee->openings)) {
        return refuse(why, "not enough memory");
    }
    swiss_knockout_update(&referee->order); /* draws the first round, where that is needed */
    if (referee->merge != NULL) return true;
    referee->cancel = cancel_new();
    if (referee->cancel == NULL) return refuse_errno(why, "cannot open a pipe");
    return prepare_record(referee, why);
}

static void clean_up(Referee *referee) {
    cancel_free(referee->cancel);
    record_file_close(&referee->record);
    report_free(&referee->report);
    game_order_free(&referee->order);
    openings_free(&referee->openings);
    shape_free(referee->shape);
    tournament_free(&referee->tournament);
    free(referee->completed);
    record_free_arguments(referee->recorded);
    merge_free(referee->merge);
}

/* The end */

/* How the tournament ended, in a word for programs and as our exit status. */
static const struct {
    const char *word;
    int status;
} ends[] = {
    [TOURNAMENT_DONE] = {"done", EXIT_DONE},
    [TOURNAMENT_DECIDED] = {"sprt", EXIT_DONE},
    [TOURNAMENT_FAULT] = {"fault", EXIT_FAULT},
    [TOURNAMENT_STOPPED] = {"stopped", EXIT_BY_SIGNAL}, /* to which the signal is added */
    [TOURNAMENT_NO_START] = {"no-start", EXIT_USAGE},
    [TOURNAMENT_FAILED] = {"failed", EXIT_FAILED},
    [TOURNAMENT_OUTPUT_FAILED] = {"output-failed", EXIT_FAILED},
};

static void print_standings(const TournamentReport *report) {
    if (report->games == 0) return;
    FILE *stream = tournament_stream(report->tournament);
    report_print(report, stream, true);
    report_print_legend(report, stream);
}

/* Why the tournament ended before its last game. */
static void print_end(const Referee *referee, TournamentEnd end) {
    FILE *stream = tournament_stream(&referee->tournament);
    int games = referee->report.games, pending = game_order_pending(&referee->order);
    if (end == TOURNAMENT_DECIDED && pending > 0) {
        fprintf(stream, "\n%d more %s ended after the decision and %s not counted.\n", pending,
                text_plural(pending, "game", "games"), text_plural(pending, "is", "are"));
    }
    if (end == TOURNAMENT_FAULT)
        fprintf(stream, "\nStopped after game %d: an engine was at fault and --strict is set.\n", games);
    if (end != TOURNAMENT_STOPPED) return;
    fprintf(stream, "\nInterrupted after %d %s.", games, text_plural(games, "game", "games"));
    if (pending > 0 && referee->record.path != NULL) {
        fprintf(stream, " The record also has %d %s that finished ahead of a lower-numbered one.", pending,
                text_plural(pending, "game", "games"));
    }
    fprintf(stream, "\n");
}

static void print_resume_command(const Referee *referee, TournamentEnd end) {
    FILE *stream = tournament_stream(&referee->tournament);
    const char *path = referee->record.path;
    if (referee->tournament.is_continuing) {
        fputs("To go on, run the same command again.\n", stream);
    } else if (path != NULL) {
        fputs("To resume: ", stream);
        printable_put_word(stream, referee->program);
        fputs(" --resume ", stream);
        printable_put_word(stream, path);
        fputs(end == TOURNAMENT_FAULT ? " --recover\n" : "\n", stream);
    } else if (referee->report.games > 0) {
        fprintf(stream, "The tournament cannot be resumed, because no record was kept; see --record.\n");
    }
}

/* The status as it was, or the one for output that was lost. */
static int status_after(int status, bool is_written, const Reason *trouble) {
    if (is_written) return status;
    complain(trouble);
    return EXIT_FAILED;
}

static int conclude(Referee *referee, TournamentEnd end, const Reason *why) {
    Reason trouble;
    int status = ends[end].status + (end == TOURNAMENT_STOPPED ? cancel_signal() : 0);
    const TournamentReport *report = &referee->report;
    const char *json_path = referee->tournament.json_path, *epd_path = referee->tournament.epd_path;
    bool is_verdict = referee->tournament.is_verdict && ends[end].status == EXIT_DONE;
    if (is_verdict) {
        report_print_verdict(report, tournament_stream(&referee->tournament));
        if (end != TOURNAMENT_DECIDED) status = EXIT_UNDECIDED;
    } else {
        print_standings(report);
        print_end(referee, end);
    }
    if (end == TOURNAMENT_NO_START || end == TOURNAMENT_FAILED) complain(why);
    if (end == TOURNAMENT_NO_START) record_file_discard(&referee->record);
    status = status_after(status, record_file_finish(&referee->record, &trouble), &trouble);
    if (end != TOURNAMENT_DONE && end != TOURNAMENT_DECIDED && referee->merge == NULL)
        print_resume_command(referee, end);
    status = status_after(status, pgn_file_close(&referee->pgn, &trouble), &trouble);
    /* Writing to a pipe may wait for its reader for ever, so a signal may end us now: the games are safe. */
    if (epd_path != NULL && !file_is_replaceable(epd_path)) cancel_on_signals(NULL);
    if (epd_path != NULL) status = status_after(status, report_write_epd(report, epd_path, &trouble), &trouble);
    if (json_path == NULL) return status;
    if (is_dash(json_path) || !file_is_replaceable(json_path)) cancel_on_signals(NULL);
    return status_after(status, report_write_json(report, json_path, ends[end].word, &trouble), &trouble);
}

/* Adds up the games of all parts, as a tournament in one piece would. */
static TournamentEnd merge_parts(Referee *referee, Reason *why) {
    const Tournament *tournament = &referee->tournament;
    GameOrder *order = &referee->order;
    order->skips_gaps = tournament->allows_gaps;
    if (!merge_read(referee->merge, tournament, &referee->openings, order, why)) return TOURNAMENT_NO_START;
    if (tournament->record_path != NULL) {
        char *const *arguments = merge_common_arguments(referee->merge);
        int games = schedule_games(&tournament->schedule);
        bool is_created = record_file_create(&referee->record, tournament->record_path, games, arguments, why);
        if (!is_created) return TOURNAMENT_NO_START;
        if (!merge_write(referee->merge, &referee->record, why)) {
            record_file_discard(&referee->record); /* unless it has games */
            return TOURNAMENT_FAILED;
        }
    }
    for (const FinishedGame *game; (game = game_order_next(order)) != NULL;) {
        report_add(&referee->report, game);
        if (!pgn_file_take(&referee->pgn, order, game->number, why)) return TOURNAMENT_FAILED;
        if (report_is_decided(&referee->report)) return TOURNAMENT_DECIDED;
    }
    return TOURNAMENT_DONE;
}

static int check_engine(const char *command) {
    ComplianceResult result;
    Reason why;
    proc_take_charge(true);
    if (!compliance_check(command, stdout, &result, &why)) {
        complain(&why);
        return EXIT_USAGE;
    }
    printf("\n%d of %d steps passed, %d failed, %d skipped\n", result.passed,
           result.passed + result.failed + result.skipped, result.failed, result.skipped);
    return result.failed > 0 ? EXIT_FAULT : EXIT_DONE;
}

static int hold_tournament(Referee *referee) {
    Reason why;
    bool is_fine = parse_arguments(referee, &why);
    if (is_fine && referee->tournament.check_command != NULL) return check_engine(referee->tournament.check_command);
    bool needs_trust = referee->tournament.resume_path != NULL && !referee->tournament.is_continuing;
    if (is_fine && needs_trust) is_fine = trust_is_given(&referee->tournament, &why);
    referee->pgn.path = referee->tournament.pgn_path;
    if (!is_fine || !prepare(referee, &why)) {
        complain(&why);
        return EXIT_USAGE;
    }
    if (!referee->tournament.is_verdict) {
        FILE *stream = tournament_stream(&referee->tournament);
        opening_choice_print(&referee->tournament, stream);
        (void)fflush(stream); /* the first game may take long */
    }
    if (referee->merge != NULL) {
        TournamentEnd end = merge_parts(referee, &why);
        return conclude(referee, end, &why);
    }
    proc_take_charge(false);
    cancel_on_signals(referee->cancel); /* until here there was nothing to save, and a signal just ended us */
    Collector collector = {
        .order = &referee->order, .report = &referee->report, .record = &referee->record, .pgn = &referee->pgn};
    TournamentRun run = {
        .tournament = &referee->tournament,
        .shape = referee->shape,
        .openings = &referee->openings,
        .collector = &collector,
        .cancel = referee->cancel,
    };
    TournamentEnd end = runner_play(&run, &why);
    return conclude(referee, end, &why);
}

int main(int argc, char **argv) {
    static Referee referee = {.record = {.fd = -1}};
    char help[REFEREE_HELP_SIZE];
    int status;
    file_ignore_signals();
    referee_options_help(help);
    if (command_line_answers(argc, argv, "referee", help, EXIT_FAILED, &status)) return status;
    referee.program = argv[0];
    referee.arguments = argv + 1;
    status = hold_tournament(&referee);
    clean_up(&referee);
    return file_close_stdout("referee", status, EXIT_FAILED);
}
