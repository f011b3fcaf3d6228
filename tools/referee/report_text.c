#include <unistd.h>

#include "referee/pairing_rules.h"
#include "referee/report.h"

void report_print_game(const TournamentReport *report, FILE *stream, const FinishedGame *game) {
    const Tournament *tournament = report->tournament;
    Fixture fixture = schedule_fixture(&tournament->schedule, game->number);
    fprintf(stream, "game %d of %d: %s - %s  %s  %s (%d %s)\n", game->number, schedule_games(&tournament->schedule),
            tournament->engines[fixture.x].name, tournament->engines[fixture.o].name, outcome_text(game->outcome),
            game->reason, game->plies, text_plural(game->plies, "ply", "plies"));
}

/* A part alone decides nothing. */
static bool shows_sprt(const TournamentReport *report) {
    return report->tournament->has_sprt && report->tournament->schedule.parts <= 1;
}

/* "45 s", "12 min", "3 h 20 min" */
static void print_duration(Writer *writer, double seconds) {
    long minutes = (long)(seconds / 60 + 0.5);
    if (seconds < 100) {
        writer_add(writer, "%.0f s", seconds);
    } else if (minutes < 100) {
        writer_add(writer, "%ld min", minutes);
    } else {
        writer_add(writer, "%ld h %ld min", minutes / 60, minutes % 60);
    }
}

static void print_times(Writer *writer, const TournamentReport *report, double seconds, int games_before) {
    int played = report->games - games_before, left = report->planned - report->games;
    if (seconds <= 0) return;
    writer_add(writer, ", ");
    print_duration(writer, seconds);
    if (played <= 0 || left <= 0) return;
    writer_add(writer, ", ");
    print_duration(writer, seconds / played * left);
    writer_add(writer, " left");
}

void report_erase_progress(void) {
    if (isatty(STDERR_FILENO) != 1) return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
}

void report_show_progress(const TournamentReport *report, double seconds, int games_before) {
    const Tournament *tournament = report->tournament;
    char text[80]; /* a second row could not be erased */
    Writer writer = writer_on(text, sizeof text);
    if (isatty(STDERR_FILENO) != 1) return;
    writer_add(&writer, "%d of %d games", report->games, report->planned);
    print_times(&writer, report, seconds, games_before); /* early in the line, because its end may be cut off */
    if (tournament->engine_count == 2) {
        char elo_text[STATS_TEXT_SIZE];
        Elo elo = stats_elo(report_versus(report, 0, 1));
        stats_print_elo(&elo, elo_text);
        writer_add(&writer, ", %.20s %.1f - %.1f %.20s, Elo %s", tournament->engines[0].name,
                   stats_points(&report->standings[0].total), stats_points(&report->standings[1].total),
                   tournament->engines[1].name, elo_text);
    }
    if (shows_sprt(report)) writer_add(&writer, ", LLR %.2f", report->sprt.llr);
    fprintf(stderr, "\r\033[K%s", text);
    fflush(stderr);
}

/* The lines about a match that its table has no room for. */
static void print_match(const TournamentReport *report, FILE *stream) {
    const Tally *tally = report_versus(report, 0, 1);
    Elo elo = stats_elo(tally);
    PairStats stats = stats_pairs(tally);
    char won_lost[STATS_TEXT_SIZE], split_drawn[STATS_TEXT_SIZE], nelo[STATS_TEXT_SIZE] = "-";
    if (stats_games(tally) == 0) return;
    stats_print_ratio(stats.won, stats.lost, won_lost);
    stats_print_ratio(stats.split, stats.drawn, split_drawn);
    if (elo.kind == ELO_INTERVAL) snprintf(nelo, sizeof nelo, "%+.1f +- %.1f", elo.nelo, elo.nelo_error);
    fprintf(stream, "%.30s: nElo %s, LOS %.1f%%, draws %.1f%%\n", report->tournament->engines[0].name, nelo,
            100 * stats_los(tally), 100 * stats.draw_ratio);
    if (stats.pairs == 0) return;
    fprintf(stream, "pairs 0..2 %ld/%ld/%ld/%ld/%ld, won/lost %s, WL/DD %s (%ld/%ld)\n", tally->pairs[0],
            tally->pairs[1], tally->pairs[2], tally->pairs[3], tally->pairs[4], won_lost, split_drawn, stats.split,
            stats.drawn);
}

static void print_sprt(const TournamentReport *report, FILE *stream) {
    const Sprt *sprt = &report->tournament->sprt;
    const SprtState *state = &report->sprt;
    const char *name = report->tournament->engines[0].name;
    const char *unit = sprt->model == SPRT_LOGISTIC ? "Elo" : "normalised Elo";
    double bound = state->llr < 0 ? state->lower : state->upper;
    fprintf(stream, "SPRT elo0=%g elo1=%g alpha=%g beta=%g model=%s\n", sprt->elo0, sprt->elo1, sprt->alpha, sprt->beta,
            sprt->model == SPRT_LOGISTIC ? "logistic" : "normalised");
    fprintf(stream, "LLR %.2f, %.0f%% of the way to %.2f; bounds %.2f and %.2f\n", state->llr, 100 * state->llr / bound,
            bound, state->lower, state->upper);
    switch (state->verdict) {
    case SPRT_GOES_ON:
        fprintf(stream, "No decision yet.\n");
        break;
    case SPRT_ACCEPTS_H0:
        fprintf(stream, "H0 accepted: a lead of %g %s for %s fits the results better than one of %g.\n", sprt->elo0,
                unit, name, sprt->elo1);
        break;
    case SPRT_ACCEPTS_H1:
        fprintf(stream, "H1 accepted: a lead of %g %s for %s fits the results better than one of %g.\n", sprt->elo1,
                unit, name, sprt->elo0);
        break;
    }
}

static void print_encounter(const TournamentReport *report, FILE *stream, int encounter) {
    const Schedule *schedule = &report->tournament->schedule;
    const EngineConfig *engines = report->tournament->engines;
    const Encounter *pair = &schedule->encounters[encounter];
    double points = pairing_rules_points(report->order, encounter);
    bool is_last = encounter + 1 == schedule_encounters(schedule);
    fprintf(stream, "  %.24s - %.24s  %.1f - %.1f", engines[pair->first].name, engines[pair->second].name, points,
            schedule->games - points);
    if (schedule->format == SCHEDULE_KNOCKOUT) {
        int winner = pairing_rules_winner(report->order, encounter);
        fprintf(stream, ", %.24s %s", engines[winner].name, is_last ? "wins" : "goes on");
    }
    fputc('\n', stream);
}

/* In a swiss, who sits out. */
static void print_bye(const TournamentReport *report, FILE *stream, int first, int next) {
    bool plays[ENGINES_MAX] = {false};
    for (int i = first; i < next; i++) {
        const Encounter *pair = &report->tournament->schedule.encounters[i];
        plays[pair->first] = plays[pair->second] = true;
    }
    for (int i = 0; i < report->tournament->engine_count; i++) {
        if (!plays[i]) fprintf(stream, "  %.24s has a bye\n", report->tournament->engines[i].name);
    }
}

/* The rounds of a swiss or knockout that are over. */
static void print_rounds(const TournamentReport *report, FILE *stream) {
    const Schedule *schedule = &report->tournament->schedule;
    bool is_knockout = schedule->format == SCHEDULE_KNOCKOUT;
    for (int round = 0; round < schedule->rounds; round++) {
        int first = schedule_first_encounter(schedule, round), next = schedule_first_encounter(schedule, round + 1);
        if (report->order->upto < next * schedule->games) return;
        bool is_final = is_knockout && round + 1 == schedule->rounds;
        fprintf(stream, is_final ? "\nfinal\n" : "\nround %d\n", round + 1);
        for (int i = first; i < next; i++) print_encounter(report, stream, i);
        if (!is_knockout) print_bye(report, stream, first, next);
    }
}

void report_print(const TournamentReport *report, FILE *stream, bool is_final) {
    const Tournament *tournament = report->tournament;
    const Schedule *schedule = &tournament->schedule;
    char game[GAME_NAME_SIZE];
    game_name(&tournament->game, game);
    fprintf(stream, "\n%s, ", game);
    if (schedule->parts > 1) fprintf(stream, "part %d/%d, ", schedule->part + 1, schedule->parts);
    fprintf(stream, "%d of %d games\n", report->games, report->planned);
    report_print_standings(report, stream, is_final);
    if (report_is_match(report)) print_match(report, stream);
    if (is_final && schedule->encounters != NULL) print_rounds(report, stream);
    if (shows_sprt(report)) print_sprt(report, stream);
    if (!is_final) fputc('\n', stream);
}

void report_print_legend(const TournamentReport *report, FILE *stream) {
    fputc('\n', stream);
    report_print_columns(report, stream);
    if (report_is_match(report)) {
        fputs("nElo            normalised Elo: relative to the spread of the results\n"
              "draws           pairs that ended 1-1 (without pairs: drawn games)\n"
              "won/lost        pairs won to pairs lost\n"
              "WL/DD           pairs that ended 1-1 by a win each, to those of two draws\n",
              stream);
    }
    if (shows_sprt(report)) {
        fputs("LLR             log-likelihood ratio; at its bounds H0 or H1 is accepted\n", stream);
    }
    report_print_left_out(report, stream);
}
