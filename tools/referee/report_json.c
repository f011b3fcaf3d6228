#include "common/files.h"
#include "referee/pair_stats.h"
#include "referee/rating_fit.h"
#include "referee/report_json_setup.h"

static void put_tally(FILE *stream, const Tally *tally) {
    fprintf(stream, "{\"games\": %ld, \"wins\": %ld, \"draws\": %ld, \"losses\": %ld, \"points\": %.1f",
            tally_games(tally), tally->wins, tally->draws, tally->losses, tally_points(tally));
}

/* Unknown values are null. */
static void put_elo(FILE *stream, const Tally *tally) {
    Elo elo = tally_elo(tally);
    bool is_known = elo.kind == ELO_INTERVAL || elo.kind == ELO_ALIKE;
    bool has_low = elo.low > -ELO_FAR && (is_known || elo.kind == ELO_AT_LEAST);
    bool has_high = elo.high < ELO_FAR && (is_known || elo.kind == ELO_AT_MOST);
    const struct {
        const char *name;
        bool is_known;
        double value;
    } items[] = {{"elo", is_known, elo.elo},
                 {"elo_low", has_low, elo.low},
                 {"elo_high", has_high, elo.high},
                 {"los", tally_games(tally) > 0, tally_los(tally)},
                 {"nelo", elo.kind == ELO_INTERVAL, elo.nelo},
                 {"nelo_error", elo.kind == ELO_INTERVAL, elo.nelo_error},
                 {"draw_ratio", tally_games(tally) > 0, pair_stats(tally).draw_ratio}};
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
    fprintf(stream, "], \"split_pairs\": %ld", tally->split_pairs);
}

static void put_rating(FILE *stream, const Rating *rating) {
    if (!rating->is_known) {
        fputs(", \"rating\": null, \"rating_low\": null, \"rating_high\": null", stream);
    } else {
        fprintf(stream, ", \"rating\": %.4f, \"rating_low\": %.4f, \"rating_high\": %.4f", rating->elo, rating->low,
                rating->high);
    }
}

static void put_engine(const TournamentReport *report, FILE *stream, int engine, const Rating *rating) {
    const Standing *standing = &report->standings[engine];
    fputs("    {\"name\": ", stream);
    json_put_string(stream, report->tournament->engines[engine].name);
    fputs(", \"total\": ", stream);
    put_tally(stream, &standing->total);
    put_elo(stream, &standing->total);
    fputs("}, \"x\": ", stream);
    put_tally(stream, &standing->as_side[SIDE_X]);
    fputs("}, \"o\": ", stream);
    put_tally(stream, &standing->as_side[SIDE_O]);
    fprintf(stream, "}, \"faults\": %d", standing->faults);
    put_rating(stream, rating);
    report_json_put_config(&report->tournament->engines[engine], stream);
    fputc('}', stream);
}

static void put_game(const TournamentReport *report, FILE *stream, int number) {
    Fixture fixture = schedule_fixture(&report->tournament->schedule, number);
    const GameResult *result = &report->results[number - 1];
    fprintf(stream, "    {\"number\": %d, \"round\": %d, \"x\": ", number, fixture.round);
    json_put_string(stream, report->tournament->engines[fixture.x].name);
    fputs(", \"o\": ", stream);
    json_put_string(stream, report->tournament->engines[fixture.o].name);
    fprintf(stream, ", \"result\": \"%s\", \"ending\": \"%s\", \"plies\": %d", outcome_text((Outcome)result->outcome),
            ending_name((Ending)result->ending), result->plies);
    if (report->notes != NULL) json_put_member(stream, "reason", report->notes[number - 1].reason);
    report_json_put_opening(report, stream, &fixture);
    if (report->notes != NULL) json_put_member(stream, "final", report->notes[number - 1].final);
    fputc('}', stream);
}

static void put_sprt(const TournamentReport *report, FILE *stream) {
    static const char *const verdicts[] = {"none", "H0", "H1"};
    const Sprt *sprt = &report->tournament->sprt;
    fprintf(stream,
            "  \"sprt\": {\"elo0\": %g, \"elo1\": %g, \"alpha\": %g, \"beta\": %g, \"model\": \"%s\", \"llr\": %.4f, "
            "\"lower\": %.4f, \"upper\": %.4f, \"accepted\": \"%s\"},\n",
            sprt->elo0, sprt->elo1, sprt->alpha, sprt->beta, sprt->model == SPRT_LOGISTIC ? "logistic" : "normalised",
            report->sprt.llr, report->sprt.lower, report->sprt.upper, verdicts[report->sprt.verdict]);
}

static void put_json(const TournamentReport *report, FILE *stream, const char *end) {
    char game[GAME_NAME_SIZE];
    game_name(&report->tournament->game, game);
    fprintf(stream, "{\n  \"game\": \"%s\",\n  \"end\": \"%s\",\n  \"games_planned\": %d,\n  \"games_played\": %d,\n",
            game, end, report->planned, report->games);
    static _Thread_local RatingFit fit;
    rating_fit(&fit, report->versus, report->tournament->engine_count);
    report_json_put_setup(report, stream);
    if (report->tournament->has_sprt) put_sprt(report, stream);
    fputs("  \"engines\": [\n", stream);
    for (int i = 0; i < report->tournament->engine_count; i++) {
        if (i > 0) fputs(",\n", stream);
        put_engine(report, stream, i, &fit.ratings[i]);
    }
    fputs("\n  ],\n", stream);
    report_json_put_crosstable(report, stream);
    fputs("  \"games\": [\n", stream);
    bool is_first = true;
    for (int number = 1; number <= report->upto; number++) {
        if (!report->results[number - 1].is_played) continue;
        if (!is_first) fputs(",\n", stream);
        is_first = false;
        put_game(report, stream, number);
    }
    fputs("\n  ]\n}\n", stream);
}

bool report_json_is_possible(const char *path, Reason *why) {
    return output_is_possible(path) || refuse_errno(why, "cannot write '%.150s'", path);
}

static bool write_json(const TournamentReport *report, const char *path, const char *end) {
    FILE *stream = fopen(path, "w");
    if (stream == NULL) return false;
    put_json(report, stream, end);
    return stream_close(stream);
}

bool report_write_json(const TournamentReport *report, const char *path, const char *end, Reason *why) {
    bool is_fine;
    if (tournament_prints_json(report->tournament)) {
        put_json(report, stdout, end);
        return stream_flush(stdout) || refuse_errno(why, "cannot write to standard output");
    }
    if (file_is_replaceable(path)) {
        char *written = file_new_beside(path);
        is_fine = written != NULL && file_replace(path, written, write_json(report, written, end));
    } else {
        is_fine = write_json(report, path, end);
    }
    return is_fine || refuse_errno(why, "cannot write '%.150s'", path);
}
