#include "referee/report.h"

#include <stdlib.h>

#include "common/files.h"

bool report_init(Report *report, const TournamentSetup *setup) {
    size_t engines = (size_t)setup->engine_count;
    *report = (Report){
        .setup = setup,
        .results = calloc((size_t)schedule_games(&setup->schedule), sizeof *report->results),
        .standings = calloc(engines, sizeof *report->standings),
        .versus = calloc(engines * engines, sizeof *report->versus),
    };
    if (setup->has_sprt) report->sprt = sprt_state(&setup->sprt, &(Tally){0});
    return report->results != NULL && report->standings != NULL && report->versus != NULL;
}

void report_free(Report *report) {
    free(report->results);
    free(report->standings);
    free(report->versus);
    *report = (Report){0};
}

static Tally *versus(const Report *report, int engine, int other) {
    return &report->versus[engine * report->setup->engine_count + other];
}

static Result result_for(Outcome outcome, Side side) {
    if (outcome == OUTCOME_DRAW) return RESULT_DRAW;
    return (outcome == OUTCOME_X_WINS) == (side == SIDE_X) ? RESULT_WIN : RESULT_LOSS;
}

static void add_pair(Report *report, const Fixture *fixture) {
    Outcome now = (Outcome)report->results[fixture->number - 1].outcome;
    Outcome before = (Outcome)report->results[fixture->number - 2].outcome;
    int players[2] = {fixture->x, fixture->o};
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        Result first = result_for(before, side_other((Side)side)), second = result_for(now, (Side)side);
        tally_add_pair(&report->standings[players[side]].total, first, second);
        tally_add_pair(versus(report, players[side], players[1 - side]), first, second);
    }
}

void report_add(Report *report) {
    Fixture fixture = schedule_fixture(&report->setup->schedule, ++report->games);
    const GameResult *result = &report->results[fixture.number - 1];
    int players[2] = {fixture.x, fixture.o};
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        Standing *standing = &report->standings[players[side]];
        Result own = result_for((Outcome)result->outcome, (Side)side);
        tally_add_game(&standing->total, own);
        tally_add_game(&standing->as_side[side], own);
        tally_add_game(versus(report, players[side], players[1 - side]), own);
        if (ending_is_fault((Ending)result->ending) && own == RESULT_LOSS) standing->faults++;
    }
    if (fixture.closes_pair) add_pair(report, &fixture);
    /* Half a pair says nothing yet. */
    if (report->setup->has_sprt && (fixture.closes_pair || !fixture.is_paired)) {
        report->sprt = sprt_state(&report->setup->sprt, versus(report, 0, 1));
    }
}

/* Text */

static void print_points(double points, char text[16]) {
    snprintf(text, 16, "%.1f", points);
}

void report_print_game(const Report *report, FILE *stream, int number, const char *reason) {
    const TournamentSetup *setup = report->setup;
    Fixture fixture = schedule_fixture(&setup->schedule, number);
    const GameResult *result = &report->results[number - 1];
    fprintf(stream, "game %d of %d: %s - %s  %s  %s (%d plies)\n", number, schedule_games(&setup->schedule),
            setup->engines[fixture.x].name, setup->engines[fixture.o].name, outcome_text((Outcome)result->outcome),
            reason, result->plies);
}

void report_print_progress(const Report *report, double seconds, char text[160]) {
    const TournamentSetup *setup = report->setup;
    int all = schedule_games(&setup->schedule);
    Writer writer = writer_on(text, 160);
    writer_add(&writer, "%d of %d games", report->games, all);
    if (setup->engine_count == 2) {
        char elo_text[STATS_TEXT_SIZE];
        Elo elo = tally_elo(versus(report, 0, 1));
        elo_print(&elo, elo_text);
        writer_add(&writer, ", %.20s %.1f - %.1f %.20s, Elo %s", setup->engines[0].name,
                   tally_points(&report->standings[0].total), tally_points(&report->standings[1].total),
                   setup->engines[1].name, elo_text);
    }
    if (setup->has_sprt) writer_add(&writer, ", LLR %.2f", report->sprt.llr);
    if (seconds > 0) writer_add(&writer, ", %.0f s", seconds);
}

static void print_wdl(const Tally *tally, char text[32]) {
    snprintf(text, 32, "%ld/%ld/%ld", tally->wins, tally->draws, tally->losses);
}

static void print_pairs(const Tally *tally, char text[64]) {
    const long *pairs = tally->pairs;
    if (pairs[0] + pairs[1] + pairs[2] + pairs[3] + pairs[4] == 0) {
        snprintf(text, 64, "-");
    } else {
        snprintf(text, 64, "%ld/%ld/%ld/%ld/%ld", pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]);
    }
}

static void print_standing(const Report *report, FILE *stream, int rank, int engine, int width) {
    const Standing *standing = &report->standings[engine];
    const Tally *total = &standing->total;
    char points[16], as_x[32], as_o[32], elo_text[STATS_TEXT_SIZE], pairs[64], los[16] = "-", share[16] = "-";
    long games = tally_games(total);
    Elo elo = tally_elo(total);
    elo_print(&elo, elo_text);
    print_points(tally_points(total), points);
    print_wdl(&standing->as_side[SIDE_X], as_x);
    print_wdl(&standing->as_side[SIDE_O], as_o);
    print_pairs(total, pairs);
    if (games > 0) {
        snprintf(los, sizeof los, "%.1f%%", 100 * tally_los(total));
        snprintf(share, sizeof share, "%.1f%%", 100 * tally_points(total) / (double)games);
    }
    fprintf(stream, "%3d  %-*s %6ld %7s %6s  %-12s %-12s %-24s %6s  %-16s %d\n", rank, width,
            report->setup->engines[engine].name, games, points, share, as_x, as_o, elo_text, los, pairs,
            standing->faults);
}

/* By share of points, then as listed. */
static void rank_engines(const Report *report, int ranked[ENGINES_MAX]) {
    double shares[ENGINES_MAX];
    for (int i = 0; i < report->setup->engine_count; i++) {
        const Tally *total = &report->standings[i].total;
        long games = tally_games(total);
        shares[i] = games > 0 ? tally_points(total) / (double)games : 0;
        int at = i;
        for (; at > 0 && shares[ranked[at - 1]] < shares[i]; at--) ranked[at] = ranked[at - 1];
        ranked[at] = i;
    }
}

static void print_crosstable(const Report *report, FILE *stream, const int ranked[ENGINES_MAX], int width) {
    int count = report->setup->engine_count;
    fprintf(stream, "\n     %-*s", width, "points against");
    for (int j = 0; j < count; j++) fprintf(stream, " %11d", j + 1);
    fputc('\n', stream);
    for (int i = 0; i < count; i++) {
        fprintf(stream, "%3d  %-*s", i + 1, width, report->setup->engines[ranked[i]].name);
        for (int j = 0; j < count; j++) {
            const Tally *tally = versus(report, ranked[i], ranked[j]);
            char cell[32] = "-";
            if (tally_games(tally) > 0) {
                snprintf(cell, sizeof cell, "%.1f/%ld", tally_points(tally), tally_games(tally));
            }
            fprintf(stream, " %11s", cell);
        }
        fputc('\n', stream);
    }
}

static void print_sprt(const Report *report, FILE *stream) {
    const Sprt *sprt = &report->setup->sprt;
    const SprtState *state = &report->sprt;
    const char *name = report->setup->engines[0].name;
    fprintf(stream, "SPRT elo0=%g elo1=%g alpha=%g beta=%g %s: LLR %.2f (%.2f, %.2f), ", sprt->elo0, sprt->elo1,
            sprt->alpha, sprt->beta, sprt->model == SPRT_LOGISTIC ? "logistic" : "normalised", state->llr, state->lower,
            state->upper);
    switch (state->verdict) {
    case SPRT_GOES_ON:
        fprintf(stream, "no decision yet\n");
        break;
    case SPRT_ACCEPTS_H0:
        fprintf(stream, "H0 accepted: %s is not %g Elo better, rather %g or less\n", name, sprt->elo1, sprt->elo0);
        break;
    case SPRT_ACCEPTS_H1:
        fprintf(stream, "H1 accepted: %s is better, rather by %g Elo or more than by %g\n", name, sprt->elo1,
                sprt->elo0);
        break;
    }
}

void report_print(const Report *report, FILE *stream) {
    const TournamentSetup *setup = report->setup;
    int ranked[ENGINES_MAX], width = 14;
    char game[GAME_NAME_SIZE];
    game_name(&setup->game, game);
    rank_engines(report, ranked);
    for (int i = 0; i < setup->engine_count; i++) {
        int length = (int)strlen(setup->engines[i].name);
        if (length > width) width = length;
    }
    fprintf(stream, "\n%s, %d of %d games; Elo against the field with its 95%% interval\n", game, report->games,
            schedule_games(&setup->schedule));
    fprintf(stream, "  #  %-*s %6s %7s %6s  %-12s %-12s %-24s %6s  %-16s %s\n", width, "engine", "games", "points", "",
            "X +/=/-", "O +/=/-", "Elo", "LOS", "pairs 0..2", "faults");
    for (int i = 0; i < setup->engine_count; i++) print_standing(report, stream, i + 1, ranked[i], width);
    if (setup->engine_count > 2) print_crosstable(report, stream, ranked, width);
    if (setup->has_sprt) print_sprt(report, stream);
}

/* JSON */

/* The bytes of the character that the text begins with; 0 if that is not UTF-8: too long a form, a surrogate, or
 * beyond the last one. */
static size_t utf8_length(const char *text) {
    const unsigned char *c = (const unsigned char *)text;
    if (c[0] < 0x80) return 1;
    size_t length = c[0] >= 0xf0 ? 4 : c[0] >= 0xe0 ? 3 : 2;
    if (c[0] < 0xc2 || c[0] > 0xf4) return 0;
    for (size_t i = 1; i < length; i++) {
        if ((c[i] & 0xc0) != 0x80) return 0;
    }
    bool is_too_long = (c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xf0 && c[1] < 0x90);
    bool is_no_character = (c[0] == 0xed && c[1] > 0x9f) || (c[0] == 0xf4 && c[1] > 0x8f);
    return is_too_long || is_no_character ? 0 : length;
}

/* JSON is UTF-8; a byte that is not stands there as the character of its number. */
static void put_string(FILE *stream, const char *text) {
    fputc('"', stream);
    while (*text != '\0') {
        unsigned char c = (unsigned char)*text;
        size_t length = utf8_length(text);
        if (c < ' ' || length == 0) {
            fprintf(stream, "\\u%04x", c);
            text++;
            continue;
        }
        if (c == '"' || c == '\\') fputc('\\', stream);
        fwrite(text, 1, length, stream);
        text += length;
    }
    fputc('"', stream);
}

static void put_tally(FILE *stream, const Tally *tally) {
    fprintf(stream, "{\"games\": %ld, \"wins\": %ld, \"draws\": %ld, \"losses\": %ld, \"points\": %.1f",
            tally_games(tally), tally->wins, tally->draws, tally->losses, tally_points(tally));
}

/* What is not known is null. */
static void put_elo(FILE *stream, const Tally *tally) {
    Elo elo = tally_elo(tally);
    bool is_known = elo.kind == ELO_INTERVAL || elo.kind == ELO_EVEN_ONLY;
    bool has_low = elo.low > -ELO_FAR && (elo.kind == ELO_INTERVAL || elo.kind == ELO_AT_LEAST);
    bool has_high = elo.high < ELO_FAR && (elo.kind == ELO_INTERVAL || elo.kind == ELO_AT_MOST);
    const struct {
        const char *name;
        bool is_known;
        double value;
    } items[] = {{"elo", is_known, elo.elo},
                 {"elo_low", has_low, elo.low},
                 {"elo_high", has_high, elo.high},
                 {"los", tally_games(tally) > 0, tally_los(tally)}};
    for (size_t i = 0; i < sizeof items / sizeof items[0]; i++) {
        fprintf(stream, ", \"%s\": ", items[i].name);
        if (items[i].is_known) {
            fprintf(stream, "%.4f", items[i].value);
        } else {
            fputs("null", stream);
        }
    }
    fputs(", \"pairs\": [", stream);
    for (int i = 0; i < 5; i++) fprintf(stream, i > 0 ? ", %ld" : "%ld", tally->pairs[i]);
    fputc(']', stream);
}

static void put_engine(const Report *report, FILE *stream, int engine) {
    const Standing *standing = &report->standings[engine];
    fputs("    {\"name\": ", stream);
    put_string(stream, report->setup->engines[engine].name);
    fputs(", \"total\": ", stream);
    put_tally(stream, &standing->total);
    put_elo(stream, &standing->total);
    fputs("}, \"x\": ", stream);
    put_tally(stream, &standing->as_side[SIDE_X]);
    fputs("}, \"o\": ", stream);
    put_tally(stream, &standing->as_side[SIDE_O]);
    fprintf(stream, "}, \"faults\": %d}", standing->faults);
}

static void put_game(const Report *report, FILE *stream, int number) {
    Fixture fixture = schedule_fixture(&report->setup->schedule, number);
    const GameResult *result = &report->results[number - 1];
    fprintf(stream, "    {\"number\": %d, \"round\": %d, \"x\": ", number, fixture.round);
    put_string(stream, report->setup->engines[fixture.x].name);
    fputs(", \"o\": ", stream);
    put_string(stream, report->setup->engines[fixture.o].name);
    fprintf(stream, ", \"result\": \"%s\", \"ending\": \"%s\", \"plies\": %d}", outcome_text((Outcome)result->outcome),
            ending_name((Ending)result->ending), result->plies);
}

static void put_sprt(const Report *report, FILE *stream) {
    static const char *const verdicts[] = {"none", "H0", "H1"};
    const Sprt *sprt = &report->setup->sprt;
    fprintf(stream,
            "  \"sprt\": {\"elo0\": %g, \"elo1\": %g, \"alpha\": %g, \"beta\": %g, \"model\": \"%s\", \"llr\": %.4f, "
            "\"lower\": %.4f, \"upper\": %.4f, \"accepted\": \"%s\"},\n",
            sprt->elo0, sprt->elo1, sprt->alpha, sprt->beta, sprt->model == SPRT_LOGISTIC ? "logistic" : "normalised",
            report->sprt.llr, report->sprt.lower, report->sprt.upper, verdicts[report->sprt.verdict]);
}

static void put_json(const Report *report, FILE *stream, const char *end) {
    char game[GAME_NAME_SIZE];
    game_name(&report->setup->game, game);
    fprintf(stream, "{\n  \"game\": \"%s\",\n  \"end\": \"%s\",\n  \"games_planned\": %d,\n  \"games_played\": %d,\n",
            game, end, schedule_games(&report->setup->schedule), report->games);
    if (report->setup->has_sprt) put_sprt(report, stream);
    fputs("  \"engines\": [\n", stream);
    for (int i = 0; i < report->setup->engine_count; i++) {
        if (i > 0) fputs(",\n", stream);
        put_engine(report, stream, i);
    }
    fputs("\n  ],\n  \"games\": [\n", stream);
    for (int number = 1; number <= report->games; number++) {
        if (number > 1) fputs(",\n", stream);
        put_game(report, stream, number);
    }
    fputs("\n  ]\n}\n", stream);
}

bool report_json_is_possible(const char *path, Reason *why) {
    return output_is_possible(path) || refuse_errno(why, "%.150s cannot be written", path);
}

static bool write_json(const Report *report, const char *path, const char *end) {
    FILE *stream = fopen(path, "w");
    if (stream == NULL) return false;
    put_json(report, stream, end);
    return stream_close(stream);
}

bool report_write_json(const Report *report, const char *path, const char *end, Reason *why) {
    bool is_fine;
    if (file_is_replaceable(path)) {
        char *written = file_new_beside(path);
        is_fine = written != NULL && file_replace(path, written, write_json(report, written, end));
    } else {
        is_fine = write_json(report, path, end);
    }
    return is_fine || refuse_errno(why, "%.150s cannot be written", path);
}
