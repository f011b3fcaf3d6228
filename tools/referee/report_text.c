/* Results as text for people: the line of a game, progress, standings and crosstable as wide as the screen. */
#include "common/progress_line.h"
#include "common/screen.h"
#include "referee/rating_fit.h"
#include "referee/report.h"
#include "referee/swiss_knockout.h"
#include "referee/table.h"

void report_print_game(const TournamentReport *report, FILE *stream, const FinishedGame *game) {
    const Tournament *tournament = report->tournament;
    Fixture fixture = schedule_fixture(&tournament->schedule, game->number);
    bool is_void = game->ending == ENDING_VOID;
    char of[32] = "";
    if (!tournament->is_open) snprintf(of, sizeof of, " of %d", schedule_games(&tournament->schedule));
    fprintf(stream, "game %d%s: %s - %s  %s  %s (%d %s)%s\n", game->number, of, tournament->engines[fixture.x].name,
            tournament->engines[fixture.o].name, is_void ? "void" : record_outcome_text(game->outcome), game->reason,
            game->plies, text_plural(game->plies, "ply", "plies"), is_void ? "; it is played again" : "");
}

/* A part alone decides nothing. */
static bool shows_sprt(const TournamentReport *report) {
    return report->tournament->has_sprt && report->tournament->schedule.parts <= 1;
}

/* "7 of 20 games", or "7 games" if nobody knows how many there will be. */
static void print_games(Writer *writer, const TournamentReport *report) {
    writer_add(writer, "%d", report->games);
    if (!report->tournament->is_open) writer_add(writer, " of %d", report->planned);
    bool is_one = report->tournament->is_open && report->games == 1;
    writer_add(writer, is_one ? " game" : " games");
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
    if (played <= 0 || left <= 0 || report->tournament->is_open) return;
    writer_add(writer, ", ");
    print_duration(writer, seconds / played * left);
    writer_add(writer, " left");
}

void report_show_progress(const TournamentReport *report, double seconds, int games_before) {
    const Tournament *tournament = report->tournament;
    char text[200];
    Writer writer = writer_on(text, sizeof text);
    print_games(&writer, report);
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
    progress_line_write("%s", text);
}

/* Tables */

enum {
    COLUMN_RANK,
    COLUMN_ENGINE,
    COLUMN_GAMES,
    COLUMN_POINTS,
    COLUMN_SCORE,
    COLUMN_X,
    COLUMN_O,
    COLUMN_ELO,
    COLUMN_INTERVAL,
    COLUMN_LOS,
    COLUMN_PAIRS,
    COLUMN_FAULTS,
    COLUMNS
};

/* On 80 columns there is room for all but the results by side, the games and the LOS. */
static const TableColumn standing_columns[COLUMNS] = {
    [COLUMN_RANK] = {"#", 0, false},           [COLUMN_ENGINE] = {"engine", 0, true},
    [COLUMN_GAMES] = {"games", 3, false},      [COLUMN_POINTS] = {"points", 0, false},
    [COLUMN_SCORE] = {"score", 0, false},      [COLUMN_X] = {"X +/=/-", 4, false},
    [COLUMN_O] = {"O +/=/-", 4, false},        [COLUMN_ELO] = {"Elo", 0, false},
    [COLUMN_INTERVAL] = {"95%", 0, false},     [COLUMN_LOS] = {"LOS", 2, false},
    [COLUMN_PAIRS] = {"pairs 0..2", 1, false}, [COLUMN_FAULTS] = {"faults", 0, false},
};

static void print_wdl(const Tally *tally, char text[TABLE_CELL_SIZE]) {
    snprintf(text, TABLE_CELL_SIZE, "%ld/%ld/%ld", tally->wins, tally->draws, tally->losses);
}

static void print_pairs(const Tally *tally, char text[TABLE_CELL_SIZE]) {
    const long *pairs = tally->pairs;
    if (pairs[0] + pairs[1] + pairs[2] + pairs[3] + pairs[4] == 0) {
        snprintf(text, TABLE_CELL_SIZE, "-");
    } else {
        snprintf(text, TABLE_CELL_SIZE, "%ld/%ld/%ld/%ld/%ld", pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]);
    }
}

/* Then the results tell more about the machine, or a bug, than about the engines. */
static void print_faults(const TournamentReport *report, FILE *stream) {
    enum { ONE_IN = 20 };
    int faults = 0;
    for (int i = 0; i < report->tournament->engine_count; i++) faults += report->standings[i].faults;
    if (faults * ONE_IN <= report->games) return;
    fprintf(stream, "%d of %d games were lost on time or by a fault: beware of the Elo.\n", faults, report->games);
}

/* In a match the difference between the two engines; among more, the place of each on one scale. */
static Elo elo_in(const TournamentReport *report, const RatingFit *fit, int engine) {
    const Rating *rating = &fit->ratings[engine];
    const Tally *total = &report->standings[engine].total;
    if (report_is_match(report) || stats_games(total) == 0) return stats_elo(total);
    return (Elo){.kind = ELO_INTERVAL, .elo = rating->elo, .low = rating->low, .high = rating->high};
}

static void fill_standing(const TournamentReport *report, const RatingFit *fit, int engine,
                          char cells[][TABLE_CELL_SIZE]) {
    const Standing *standing = &report->standings[engine];
    const Tally *total = &standing->total;
    long games = stats_games(total);
    Elo elo = elo_in(report, fit, engine);
    snprintf(cells[COLUMN_ENGINE], TABLE_CELL_SIZE, "%s", report->tournament->engines[engine].name);
    snprintf(cells[COLUMN_GAMES], TABLE_CELL_SIZE, "%ld", games);
    snprintf(cells[COLUMN_POINTS], TABLE_CELL_SIZE, "%.1f", stats_points(total));
    snprintf(cells[COLUMN_FAULTS], TABLE_CELL_SIZE, "%d", standing->faults);
    print_wdl(&standing->as_side[SIDE_X], cells[COLUMN_X]);
    print_wdl(&standing->as_side[SIDE_O], cells[COLUMN_O]);
    print_pairs(total, cells[COLUMN_PAIRS]);
    stats_print_elo_columns(&elo, cells[COLUMN_ELO], cells[COLUMN_INTERVAL]);
    if (games == 0) return;
    snprintf(cells[COLUMN_SCORE], TABLE_CELL_SIZE, "%.1f%%", 100 * stats_points(total) / (double)games);
    snprintf(cells[COLUMN_LOS], TABLE_CELL_SIZE, "%.1f%%", 100 * stats_los(total));
}

/* By points in a match, otherwise by rating; then in the order of the command line. */
static void rank_engines(const TournamentReport *report, const RatingFit *fit, int ranked[ENGINES_MAX]) {
    double strength[ENGINES_MAX];
    for (int i = 0; i < report->tournament->engine_count; i++) {
        const Tally *total = &report->standings[i].total;
        bool has_played = stats_games(total) > 0;
        strength[i] = report_is_match(report) ? stats_points(total) : has_played ? fit->ratings[i].elo : -2.0 * ELO_FAR;
        int at = i;
        for (; at > 0 && strength[ranked[at - 1]] < strength[i] - 1e-6; at--) ranked[at] = ranked[at - 1];
        ranked[at] = i;
    }
}

/* Fills in and fits the table; returns whether the ratings needed imagined draws. */
static bool fill_standings(const TournamentReport *report, FILE *stream, int ranked[ENGINES_MAX], Table *table) {
    static _Thread_local RatingFit fit;
    int count = report->tournament->engine_count;
    fit.has_imagined_draws = false;
    if (!report_is_match(report)) rating_fit(&fit, report->versus, count);
    rank_engines(report, &fit, ranked);
    table_init(table, standing_columns, COLUMNS, count);
    for (int i = 0; i < count; i++) {
        snprintf(table->cells[i][COLUMN_RANK], TABLE_CELL_SIZE, "%d", i + 1);
        fill_standing(report, &fit, ranked[i], table->cells[i]);
    }
    table_fit(table, screen_width(stream));
    return fit.has_imagined_draws;
}

enum { OPPONENTS_AT_ONCE = 12, PLACE_SIZE = 16 };

static void print_versus(const TournamentReport *report, int engine, int other, char text[TABLE_CELL_SIZE]) {
    const Tally *tally = report_versus(report, engine, other);
    if (stats_games(tally) == 0) {
        snprintf(text, TABLE_CELL_SIZE, "-");
    } else {
        snprintf(text, TABLE_CELL_SIZE, "%.1f/%ld", stats_points(tally), stats_games(tally));
    }
}

/* A part of the crosstable: some of the opponents, from this place on. Returns the place after the last one that fits.
 */
static int print_opponents(const TournamentReport *report, FILE *stream, const int ranked[ENGINES_MAX], int first) {
    Table table;
    TableColumn columns[OPPONENTS_AT_ONCE + 2] = {{"#", 0, false}, {"points against", 0, true}};
    char places[OPPONENTS_AT_ONCE][PLACE_SIZE];
    int count = report->tournament->engine_count;
    int here = count - first < OPPONENTS_AT_ONCE ? count - first : OPPONENTS_AT_ONCE;
    for (int j = 0; j < here; j++) {
        snprintf(places[j], PLACE_SIZE, "%d", first + j + 1);
        columns[j + 2] = (TableColumn){places[j], j, false}; /* the first one must stay, the last ones can wait */
    }
    table_init(&table, columns, here + 2, count);
    for (int i = 0; i < count; i++) {
        snprintf(table.cells[i][0], TABLE_CELL_SIZE, "%d", i + 1);
        snprintf(table.cells[i][1], TABLE_CELL_SIZE, "%s", report->tournament->engines[ranked[i]].name);
        for (int j = 0; j < here; j++) print_versus(report, ranked[i], ranked[first + j], table.cells[i][j + 2]);
    }
    table_fit(&table, screen_width(stream));
    fputc('\n', stream);
    table_print(&table, stream);
    while (!table.is_shown[here + 1]) here--;
    return first + here;
}

static void print_standings(const TournamentReport *report, FILE *stream, bool is_final) {
    Table table;
    int ranked[ENGINES_MAX];
    bool has_imagined_draws = fill_standings(report, stream, ranked, &table);
    table_print(&table, stream);
    print_faults(report, stream);
    if (!is_final || report_is_match(report)) return;
    if (has_imagined_draws) {
        fputs("(Some engines won or lost all games against the others. So that every Elo is\n"
              "finite, each has one draw more, against an imagined engine of Elo 0.)\n",
              stream);
    }
    for (int first = 0; first < report->tournament->engine_count;) {
        first = print_opponents(report, stream, ranked, first);
    }
}

static const char *const meanings[COLUMNS] = {
    [COLUMN_X] = "wins, draws and losses as X; the next column has those as O",
    [COLUMN_INTERVAL] = "the confidence interval of the Elo",
    [COLUMN_LOS] = "likelihood of superiority: that it is the stronger one",
    [COLUMN_PAIRS] = "pairs of games (one opening) that gave 0, 1/2, 1, 3/2, 2 points",
    [COLUMN_FAULTS] = "games lost by a crash, an illegal move, a late answer ...",
};

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

void report_print_verdict(const TournamentReport *report, FILE *stream) {
    static const char *const verdicts[] = {
        [SPRT_GOES_ON] = "not decided", [SPRT_ACCEPTS_H0] = "H0 accepted", [SPRT_ACCEPTS_H1] = "H1 accepted"};
    const SprtState *state = &report->sprt;
    fprintf(stream, "%s after %d %s: LLR %.2f, bounds %.2f and %.2f\n", verdicts[state->verdict], report->games,
            text_plural(report->games, "game", "games"), state->llr, state->lower, state->upper);
}

static void print_encounter(const TournamentReport *report, FILE *stream, int encounter) {
    const Schedule *schedule = &report->tournament->schedule;
    const EngineConfig *engines = report->tournament->engines;
    const Encounter *pair = &schedule->encounters[encounter];
    double points = swiss_knockout_points(report->order, encounter);
    bool is_last = encounter + 1 == schedule_encounters(schedule);
    fprintf(stream, "  %.24s - %.24s  %.1f - %.1f", engines[pair->first].name, engines[pair->second].name, points,
            schedule->games - points);
    if (schedule->format == SCHEDULE_KNOCKOUT) {
        int winner = swiss_knockout_winner(report->order, encounter);
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
    char games[64];
    Writer writer = writer_on(games, sizeof games);
    print_games(&writer, report);
    fprintf(stream, "\n%s, ", game_name(&tournament->game).text);
    if (schedule->parts > 1) fprintf(stream, "part %d/%d, ", schedule->part + 1, schedule->parts);
    fprintf(stream, "%s\n", games);
    print_standings(report, stream, is_final);
    if (report_is_match(report)) print_match(report, stream);
    if (is_final && schedule->encounters != NULL) print_rounds(report, stream);
    if (shows_sprt(report)) print_sprt(report, stream);
    if (!is_final) fputc('\n', stream);
}

/* What the columns mean that are shown. */
static void print_columns(const TournamentReport *report, FILE *stream, const Table *table) {
    bool is_match = report_is_match(report);
    for (int i = 0; i < COLUMNS; i++) {
        const char *meaning = meanings[i];
        if (i == COLUMN_ELO) meaning = is_match ? "against the other engine" : "by all games together; the mean is 0";
        if (table->is_shown[i] && meaning != NULL) fprintf(stream, "%-14s  %s\n", standing_columns[i].title, meaning);
    }
    if (!is_match) fputs("points against  points/games against the engine in that place\n", stream);
}

/* Those that are not, for want of room. */
static void print_left_out(FILE *stream, const Table *table) {
    bool is_first = true;
    for (int i = 0; i < COLUMNS; i++) {
        if (table->is_shown[i]) continue;
        fprintf(stream, is_first ? "\nLeft out (COLUMNS=130 shows all): %s" : ", %s", standing_columns[i].title);
        is_first = false;
    }
    if (!is_first) fputc('\n', stream);
}

void report_print_legend(const TournamentReport *report, FILE *stream) {
    Table table;
    int ranked[ENGINES_MAX];
    fill_standings(report, stream, ranked, &table);
    fputc('\n', stream);
    print_columns(report, stream, &table);
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
    print_left_out(stream, &table);
}
