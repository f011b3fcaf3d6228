/* The referee: tournaments between engines that speak the protocol. This file puts the parts together: command line,
 * record, openings, games, and what is said at the end. README.md is the manual. */
#include "common/command_line.h"
#include "common/files.h"
#include "common/proc.h"
#include "referee/arguments.h"
#include "referee/compliance.h"
#include "referee/referee_options.h"
#include "referee/runner.h"
#include "referee/swiss_knockout.h"
#include "referee/tournament_end.h"
#include "referee/trust.h"

typedef struct {
    RefereeArguments arguments;
    Tournament tournament;
    Shape *shape;
    Openings openings;
    GameOrder order;
    TournamentReport report;
    RecordFile record;
    PgnFile pgn;
    Collector collector; /* has the four above */
    Cancel *cancel;
} Referee;

static bool prepare(Referee *referee, Reason *why) {
    if (!tournament_check_paths(&referee->tournament, why)) return false;
    referee->shape = shape_new(&referee->tournament.game);
    if (referee->shape == NULL) return refuse(why, "not enough memory");
    if (!opening_choice_load(&referee->openings, &referee->tournament, referee->shape, why)) return false;
    if (!game_order_init(&referee->order, &referee->tournament.schedule) ||
        !report_init(&referee->report, &referee->tournament, &referee->order, &referee->openings)) {
        return refuse(why, "not enough memory");
    }
    swiss_knockout_update(&referee->order); /* draws the first round, where that is needed */
    if (referee->arguments.merge != NULL) return true;
    referee->cancel = cancel_new();
    if (referee->cancel == NULL) return refuse_errno(why, "cannot open a pipe");
    return collector_open_record(&referee->collector, referee->arguments.list, why);
}

static void clean_up(Referee *referee) {
    cancel_free(referee->cancel);
    record_file_close(&referee->record);
    report_free(&referee->report);
    game_order_free(&referee->order);
    openings_free(&referee->openings);
    shape_free(referee->shape);
    tournament_free(&referee->tournament);
    referee_arguments_free(&referee->arguments);
}

static int check_engine(const char *command) {
    ComplianceResult result;
    Reason why;
    proc_take_charge(true);
    if (!compliance_check(command, stdout, &result, &why))
        return command_line_complain("referee", why.text, EXIT_USAGE);
    printf("\n%d of %d steps passed, %d failed, %d skipped\n", result.passed,
           result.passed + result.failed + result.skipped, result.failed, result.skipped);
    return result.failed > 0 ? EXIT_FAULT : EXIT_DONE;
}

static TournamentEnd play(Referee *referee, Reason *why) {
    proc_take_charge(false);
    cancel_on_signals(referee->cancel); /* until here there was nothing to save, and a signal just ended us */
    TournamentRun run = {
        .tournament = &referee->tournament,
        .shape = referee->shape,
        .openings = &referee->openings,
        .collector = &referee->collector,
        .cancel = referee->cancel,
    };
    return runner_play(&run, why);
}

static int hold_tournament(Referee *referee) {
    Reason why;
    bool is_fine = referee_arguments_parse(&referee->arguments, &referee->tournament, &why);
    if (is_fine && referee->tournament.check_command != NULL) return check_engine(referee->tournament.check_command);
    bool needs_trust = referee->tournament.resume_path != NULL && !referee->tournament.is_continuing;
    if (is_fine && needs_trust) is_fine = trust_is_given(&referee->tournament, &why);
    referee->pgn.path = referee->tournament.pgn_path;
    if (!is_fine || !prepare(referee, &why)) return command_line_complain("referee", why.text, EXIT_USAGE);
    if (!referee->tournament.is_verdict) {
        FILE *stream = tournament_stream(&referee->tournament);
        opening_choice_print(&referee->tournament, stream);
        (void)fflush(stream); /* the first game may take long */
    }
    Merge *merge = referee->arguments.merge;
    TournamentEnd end = merge != NULL ? merge_collect(merge, &referee->collector, &why) : play(referee, &why);
    return tournament_end_conclude(&referee->collector, referee->arguments.program, end, &why);
}

int main(int argc, char **argv) {
    static Referee referee = {
        .record = {.fd = -1},
        .collector = {
            .order = &referee.order, .report = &referee.report, .record = &referee.record, .pgn = &referee.pgn}};
    char help[REFEREE_HELP_SIZE];
    int status;
    file_ignore_signals();
    referee_options_help(help);
    if (command_line_answers(argc, argv, "referee", help, EXIT_FAILED, &status)) return status;
    referee.arguments.program = argv[0];
    referee.arguments.list = argv + 1;
    status = hold_tournament(&referee);
    clean_up(&referee);
    return file_close_stdout("referee", status, EXIT_FAILED);
}
