#include "referee/collector.h"

#include <stdlib.h>

#include "base/clock.h"
#include "common/files.h"
#include "common/progress_line.h"
#include "referee/opening_choice.h"

static bool take_recorded(void *context, const GameRecord *record, const Grid *grid, Reason *why) {
    const Collector *collector = context;
    const TournamentReport *report = collector->report;
    const Tournament *tournament = report->tournament;
    if (!opening_choice_fits(record, tournament, report->openings, collector->order)) {
        return refuse(why, "record %.100s: game %d does not belong to this tournament (different openings or options?)",
                      tournament->resume_path, record->number);
    }
    FinishedGame *game = finished_game_new(record, grid, tournament->pgn_path != NULL);
    if (game == NULL) return refuse(why, "not enough memory");
    game_order_put(collector->order, game);
    return true;
}

bool collector_open_record(Collector *collector, char *const arguments[], Reason *why) {
    const Tournament *tournament = collector->report->tournament;
    RecordFile *file = collector->record;
    int games = schedule_games(&tournament->schedule);
    if (tournament->resume_path != NULL) {
        RecordFileVisitor visitor = {take_recorded, collector};
        if (!record_file_resume(file, tournament->resume_path, games, &visitor, why)) return false;
        if (file->torn > 0) {
            fprintf(stderr, "referee: record %s: its last game is incomplete (%lld %s) and does not count\n",
                    file->path, (long long)file->torn, text_plural(file->torn, "byte", "bytes"));
        }
        return true;
    }
    if (tournament->record_path == NULL) return true;
    return record_file_create(file, tournament->record_path, games, arguments, why);
}

static bool is_void(const FinishedGame *game) {
    return game->ending == ENDING_VOID;
}

static bool record_game(const Collector *collector, const FinishedGame *game, Reason *why) {
    if (is_void(game)) return record_file_append_void(collector->record, game->text, why);
    return record_file_append(collector->record, game->number, game->text, why);
}

/* It is in no standings: all that is heard of it is this line. */
static void print_void(const Collector *collector, const FinishedGame *game) {
    progress_line_erase();
    report_print_game(collector->report, tournament_stream(collector->report->tournament), game);
}

/* Writes the games to the record; only a game that is there counts as played. */
static bool record_games(Collector *collector, FinishedGame *list, Reason *why) {
    Reason ignored;
    bool is_fine = true;
    for (FinishedGame *game = list, *next; game != NULL; game = next) {
        next = game->next;
        is_fine = is_fine && record_game(collector, game, why);
        free(game->text);
        game->text = NULL;
        bool counts = is_fine && !is_void(game);
        if (is_fine && is_void(game)) print_void(collector, game);
        if (counts) game_order_put(collector->order, game);
        if (!counts) finished_game_free(game);
    }
    return record_file_sync(collector->record, is_fine ? why : &ignored) && is_fine;
}

static void print_game(const Collector *collector, const FinishedGame *game) {
    const TournamentReport *report = collector->report;
    const Tournament *tournament = report->tournament;
    int every = tournament_report_every(tournament, report->planned);
    FILE *stream = tournament_stream(tournament);
    bool is_due = every > 0 && report->games % every == 0 && report->games < report->planned;
    if (!tournament->is_quiet) report_print_game(report, stream, game);
    if (is_due) report_print(report, stream, false);
}

static void note_overrun(Collector *collector, const FinishedGame *game) {
    Reason text;
    Fixture fixture = schedule_fixture(collector->order->schedule, game->number);
    int loser = game->outcome == OUTCOME_X_WINS ? fixture.o : fixture.x;
    if (overruns_add(&collector->overruns, game->ending == ENDING_TIME ? loser : -1, &text))
        fprintf(stderr, "referee: %s\n", text.text);
}

/* Adds up, and prints if wanted, the games without a gap from the first one on. */
static TournamentEnd hand_on(Collector *collector, bool is_printed, Reason *why) {
    const Tournament *tournament = collector->report->tournament;
    for (const FinishedGame *game; (game = game_order_next(collector->order)) != NULL;) {
        report_add(collector->report, game);
        if (!pgn_file_take(collector->pgn, collector->order, game->number, why)) return TOURNAMENT_FAILED;
        if (is_printed) print_game(collector, game);
        if (is_printed) note_overrun(collector, game);
        if (tournament->is_strict && ending_is_fault(game->ending)) return TOURNAMENT_FAULT;
        /* A part alone decides nothing: the test looks at all games together, when they are merged. */
        bool is_part = tournament->schedule.parts > 1;
        if (!is_part && report_is_decided(collector->report)) return TOURNAMENT_DECIDED;
    }
    return TOURNAMENT_DONE;
}

static void show_progress(const Collector *collector) {
    double seconds = (double)(clock_now_us() - collector->start_us) / 1e6;
    report_show_progress(collector->report, seconds, collector->games_before);
}

TournamentEnd collector_begin(Collector *collector, Reason *why) {
    collector->start_us = clock_now_us();
    TournamentEnd end = hand_on(collector, false, why);
    collector->games_before = collector->report->games;
    if (end == TOURNAMENT_DONE && !game_order_is_complete(collector->order)) show_progress(collector);
    return end;
}

TournamentEnd collector_take(Collector *collector, FinishedGame *list, Reason *why) {
    bool is_recorded = record_games(collector, list, why);
    if (collector->is_over) return is_recorded ? TOURNAMENT_DONE : TOURNAMENT_FAILED;
    progress_line_erase();
    TournamentEnd end = hand_on(collector, true, why);
    collector->is_over = end != TOURNAMENT_DONE;
    /* Games that nobody could learn about are not worth playing. */
    bool is_printed = file_flush(tournament_stream(collector->report->tournament));
    if (end == TOURNAMENT_DONE && !is_printed) end = TOURNAMENT_OUTPUT_FAILED;
    show_progress(collector);
    return is_recorded ? end : TOURNAMENT_FAILED;
}
