#include "referee/report.h"

void report_print_game(const TournamentReport *report, FILE *stream, int number, const char *reason) {
    const Tournament *tournament = report->tournament;
    Fixture fixture = schedule_fixture(&tournament->schedule, number);
    const GameResult *result = &report->results[number - 1];
    fprintf(stream, "game %d of %d: %s - %s  %s  %s (%d %s)\n", number, schedule_games(&tournament->schedule),
            tournament->engines[fixture.x].name, tournament->engines[fixture.o].name,
            outcome_text((Outcome)result->outcome), reason, result->plies, result->plies == 1 ? "ply" : "plies");
}

void report_print_progress(const TournamentReport *report, double seconds, char text[PROGRESS_SIZE]) {
    const Tournament *tournament = report->tournament;
    int all = schedule_games(&tournament->schedule);
    Writer writer = writer_on(text, PROGRESS_SIZE);
    writer_add(&writer, "%d of %d games", report->games, all);
    if (tournament->engine_count == 2) {
        char elo_text[STATS_TEXT_SIZE];
        Elo elo = tally_elo(report_versus(report, 0, 1));
        elo_print(&elo, elo_text);
        writer_add(&writer, ", %.20s %.1f - %.1f %.20s, Elo %s", tournament->engines[0].name,
                   tally_points(&report->standings[0].total), tally_points(&report->standings[1].total),
                   tournament->engines[1].name, elo_text);
    }
    if (tournament->has_sprt) writer_add(&writer, ", LLR %.2f", report->sprt.llr);
    if (seconds > 0) writer_add(&writer, ", %.0f s", seconds);
}

/* Columns of the standings */
enum { NAME_WIDTH_MIN = 14, SHARE_SIZE = 16, WDL_SIZE = 64, PAIRS_SIZE = 128 };

static void print_wdl(const Tally *tally, char text[WDL_SIZE]) {
    snprintf(text, WDL_SIZE, "%ld/%ld/%ld", tally->wins, tally->draws, tally->losses);
}

static void print_pairs(const Tally *tally, char text[PAIRS_SIZE]) {
    const long *pairs = tally->pairs;
    if (pairs[0] + pairs[1] + pairs[2] + pairs[3] + pairs[4] == 0) {
        snprintf(text, PAIRS_SIZE, "-");
    } else {
        snprintf(text, PAIRS_SIZE, "%ld/%ld/%ld/%ld/%ld", pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]);
    }
}

static void print_standing(const TournamentReport *report, FILE *stream, int rank, int engine, int width) {
    const Standing *standing = &report->standings[engine];
    const Tally *total = &standing->total;
    char as_x[WDL_SIZE], as_o[WDL_SIZE], elo_text[STATS_TEXT_SIZE], pairs[PAIRS_SIZE];
    char los[SHARE_SIZE] = "-", score[SHARE_SIZE] = "-";
    long games = tally_games(total);
    Elo elo = tally_elo(total);
    elo_print(&elo, elo_text);
    print_wdl(&standing->as_side[SIDE_X], as_x);
    print_wdl(&standing->as_side[SIDE_O], as_o);
    print_pairs(total, pairs);
    if (games > 0) {
        snprintf(los, sizeof los, "%.1f%%", 100 * tally_los(total));
        snprintf(score, sizeof score, "%.1f%%", 100 * tally_points(total) / (double)games);
    }
    fprintf(stream, "%3d  %-*s %6ld %7.1f %6s  %-12s %-12s %-24s %6s  %-16s %d\n", rank, width,
            report->tournament->engines[engine].name, games, tally_points(total), score, as_x, as_o, elo_text, los,
            pairs, standing->faults);
}

/* By share of points, then in the order of the command line. */
static void rank_engines(const TournamentReport *report, int ranked[ENGINES_MAX]) {
    double shares[ENGINES_MAX];
    for (int i = 0; i < report->tournament->engine_count; i++) {
        const Tally *total = &report->standings[i].total;
        long games = tally_games(total);
        shares[i] = games > 0 ? tally_points(total) / (double)games : 0;
        int at = i;
        for (; at > 0 && shares[ranked[at - 1]] < shares[i]; at--) ranked[at] = ranked[at - 1];
        ranked[at] = i;
    }
}

static void print_crosstable(const TournamentReport *report, FILE *stream, const int ranked[ENGINES_MAX], int width) {
    int count = report->tournament->engine_count;
    fprintf(stream, "\n     %-*s", width, "points against");
    for (int j = 0; j < count; j++) fprintf(stream, " %11d", j + 1);
    fputc('\n', stream);
    for (int i = 0; i < count; i++) {
        fprintf(stream, "%3d  %-*s", i + 1, width, report->tournament->engines[ranked[i]].name);
        for (int j = 0; j < count; j++) {
            const Tally *tally = report_versus(report, ranked[i], ranked[j]);
            char cell[64] = "-";
            if (tally_games(tally) > 0) {
                snprintf(cell, sizeof cell, "%.1f/%ld", tally_points(tally), tally_games(tally));
            }
            fprintf(stream, " %11s", cell);
        }
        fputc('\n', stream);
    }
}

static void print_sprt(const TournamentReport *report, FILE *stream) {
    const Sprt *sprt = &report->tournament->sprt;
    const SprtState *state = &report->sprt;
    const char *name = report->tournament->engines[0].name;
    const char *unit = sprt->model == SPRT_LOGISTIC ? "Elo" : "normalised Elo";
    fprintf(stream, "\nSPRT elo0=%g elo1=%g alpha=%g beta=%g model=%s: LLR %.2f, bounds %.2f and %.2f\n", sprt->elo0,
            sprt->elo1, sprt->alpha, sprt->beta, sprt->model == SPRT_LOGISTIC ? "logistic" : "normalised", state->llr,
            state->lower, state->upper);
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

static int name_width(const Tournament *tournament) {
    int width = NAME_WIDTH_MIN;
    for (int i = 0; i < tournament->engine_count; i++) {
        int length = (int)strlen(tournament->engines[i].name);
        if (length > width) width = length;
    }
    return width;
}

void report_print(const TournamentReport *report, FILE *stream) {
    const Tournament *tournament = report->tournament;
    int ranked[ENGINES_MAX], width = name_width(tournament);
    char game[GAME_NAME_SIZE];
    game_name(&tournament->game, game);
    rank_engines(report, ranked);
    fprintf(stream, "\n%s, %d of %d games\n", game, report->games, schedule_games(&tournament->schedule));
    fprintf(stream, "  #  %-*s %6s %7s %6s  %-12s %-12s %-24s %6s  %-16s %s\n", width, "engine", "games", "points",
            "score", "X +/=/-", "O +/=/-", "Elo", "LOS", "pairs 0..2", "faults");
    for (int i = 0; i < tournament->engine_count; i++) print_standing(report, stream, i + 1, ranked[i], width);
    if (tournament->engine_count > 2) print_crosstable(report, stream, ranked, width);
    if (tournament->has_sprt) print_sprt(report, stream);
}

void report_print_legend(const TournamentReport *report, FILE *stream) {
    fputs("\n+/=/-           wins, draws and losses, as X and as O\n"
          "Elo             against all opponents together, with its 95% confidence interval\n"
          "LOS             likelihood of superiority: the chance that the engine is stronger than its opponents\n"
          "pairs 0..2      pairs of games (same opening, sides swapped) that gave 0, 1/2, 1, 3/2 and 2 points\n"
          "faults          games lost by a crash, an illegal move, a late answer or the like\n",
          stream);
    if (report->tournament->engine_count > 2) {
        fputs("points against  points/games against the engine in that place\n", stream);
    }
    if (report->tournament->has_sprt) {
        fputs("LLR             log-likelihood ratio: H0 is accepted at the lower bound, H1 at the upper\n", stream);
    }
}
