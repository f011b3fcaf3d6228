/* The tables of a report: the standings and the crosstable, as wide as the screen. */
#include "common/screen.h"
#include "referee/rating_fit.h"
#include "referee/report.h"
#include "referee/table.h"

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

/* Some of the opponents, from this place on. Returns the place after the last one that fits. */
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

static void print_crosstable(const TournamentReport *report, FILE *stream, const int ranked[ENGINES_MAX]) {
    for (int first = 0; first < report->tournament->engine_count;) {
        first = print_opponents(report, stream, ranked, first);
    }
}

void report_print_standings(const TournamentReport *report, FILE *stream, bool is_final) {
    Table table;
    int ranked[ENGINES_MAX];
    bool has_imagined_draws = fill_standings(report, stream, ranked, &table);
    table_print(&table, stream);
    if (!is_final || report_is_match(report)) return;
    if (has_imagined_draws) {
        fputs("(Some engines won or lost all games against the others. So that every Elo is\n"
              "finite, each has one draw more, against an imagined engine of Elo 0.)\n",
              stream);
    }
    print_crosstable(report, stream, ranked);
}

static const char *const meanings[COLUMNS] = {
    [COLUMN_X] = "wins, draws and losses as X; the next column has those as O",
    [COLUMN_INTERVAL] = "the confidence interval of the Elo",
    [COLUMN_LOS] = "likelihood of superiority: that it is the stronger one",
    [COLUMN_PAIRS] = "pairs of games (one opening) that gave 0, 1/2, 1, 3/2, 2 points",
    [COLUMN_FAULTS] = "games lost by a crash, an illegal move, a late answer ...",
};

void report_print_left_out(const TournamentReport *report, FILE *stream) {
    Table table;
    int ranked[ENGINES_MAX];
    bool is_first = true;
    fill_standings(report, stream, ranked, &table);
    for (int i = 0; i < COLUMNS; i++) {
        if (table.is_shown[i]) continue;
        fprintf(stream, is_first ? "\nLeft out (COLUMNS=130 shows all): %s" : ", %s", standing_columns[i].title);
        is_first = false;
    }
    if (!is_first) fputc('\n', stream);
}

void report_print_columns(const TournamentReport *report, FILE *stream) {
    Table table;
    int ranked[ENGINES_MAX];
    fill_standings(report, stream, ranked, &table);
    for (int i = 0; i < COLUMNS; i++) {
        const char *meaning = meanings[i];
        if (i == COLUMN_ELO)
            meaning = report_is_match(report) ? "against the other engine" : "by all games together; the mean is 0";
        if (table.is_shown[i] && meaning != NULL) fprintf(stream, "%-14s  %s\n", standing_columns[i].title, meaning);
    }
    if (!report_is_match(report)) fputs("points against  points/games against the engine in that place\n", stream);
}
