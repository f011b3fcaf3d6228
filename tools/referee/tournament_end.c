#include "referee/tournament_end.h"

#include "common/cancel.h"
#include "common/command_line.h"
#include "common/files.h"
#include "common/printable.h"

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
static void print_end(const Collector *collector, TournamentEnd end) {
    FILE *stream = tournament_stream(collector->report->tournament);
    int games = collector->report->games, pending = game_order_pending(collector->order);
    if (end == TOURNAMENT_DECIDED && pending > 0) {
        fprintf(stream, "\n%d more %s ended after the decision and %s not counted.\n", pending,
                text_plural(pending, "game", "games"), text_plural(pending, "is", "are"));
    }
    if (end == TOURNAMENT_FAULT)
        fprintf(stream, "\nStopped after game %d: an engine was at fault and --strict is set.\n", games);
    if (end != TOURNAMENT_STOPPED) return;
    fprintf(stream, "\nInterrupted after %d %s.", games, text_plural(games, "game", "games"));
    if (pending > 0 && collector->record->path != NULL) {
        fprintf(stream, " The record also has %d %s that finished ahead of a lower-numbered one.", pending,
                text_plural(pending, "game", "games"));
    }
    fprintf(stream, "\n");
}

static void print_resume_command(const Collector *collector, const char *program, TournamentEnd end) {
    FILE *stream = tournament_stream(collector->report->tournament);
    const char *path = collector->record->path;
    if (collector->report->tournament->is_continuing) {
        fputs("To go on, run the same command again.\n", stream);
    } else if (path != NULL) {
        fputs("To resume: ", stream);
        printable_put_word(stream, program);
        fputs(" --resume ", stream);
        printable_put_word(stream, path);
        fputs(end == TOURNAMENT_FAULT ? " --recover\n" : "\n", stream);
    } else if (collector->report->games > 0) {
        fprintf(stream, "The tournament cannot be resumed, because no record was kept; see --record.\n");
    }
}

/* The status as it was, or the one for output that was lost. */
static int status_after(int status, bool is_written, const Reason *trouble) {
    return is_written ? status : command_line_complain("referee", trouble->text, EXIT_FAILED);
}

int tournament_end_conclude(const Collector *collector, const char *program, TournamentEnd end, const Reason *why) {
    Reason trouble;
    int status = ends[end].status + (end == TOURNAMENT_STOPPED ? cancel_signal() : 0);
    const TournamentReport *report = collector->report;
    const Tournament *tournament = report->tournament;
    const char *json_path = tournament->json_path, *epd_path = tournament->epd_path;
    bool is_over = end == TOURNAMENT_DONE || end == TOURNAMENT_DECIDED;
    bool is_verdict = tournament->is_verdict && ends[end].status == EXIT_DONE;
    if (is_verdict) {
        report_print_verdict(report, tournament_stream(tournament));
        if (end != TOURNAMENT_DECIDED) status = EXIT_UNDECIDED;
    } else {
        print_standings(report);
        print_end(collector, end);
    }
    if (end == TOURNAMENT_NO_START || end == TOURNAMENT_FAILED)
        (void)command_line_complain("referee", why->text, status);
    if (end == TOURNAMENT_NO_START) record_file_discard(collector->record);
    status = status_after(status, record_file_finish(collector->record, is_over, &trouble), &trouble);
    if (!is_over && tournament->merge_count == 0) print_resume_command(collector, program, end);
    status = status_after(status, pgn_file_close(collector->pgn, &trouble), &trouble);
    /* Writing to a pipe may wait for its reader for ever, so a signal may end us now: the games are safe. */
    if (epd_path != NULL && !file_is_replaceable(epd_path)) cancel_on_signals(NULL);
    if (epd_path != NULL) status = status_after(status, report_write_epd(report, epd_path, &trouble), &trouble);
    if (json_path == NULL) return status;
    if (tournament_prints_json(tournament) || !file_is_replaceable(json_path)) cancel_on_signals(NULL);
    return status_after(status, report_write_json(report, json_path, ends[end].word, &trouble), &trouble);
}
