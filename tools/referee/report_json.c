#include "common/files.h"
#include "referee/report.h"

/* The length in bytes of the character that the text begins with; 0 if it is not valid UTF-8: an overlong form, a
 * surrogate, or beyond the last character. */
static size_t utf8_length(const char *text) {
    const unsigned char *c = (const unsigned char *)text;
    if (c[0] < 0x80) return 1;
    size_t length = c[0] >= 0xf0 ? 4 : c[0] >= 0xe0 ? 3 : 2;
    if (c[0] < 0xc2 || c[0] > 0xf4) return 0;
    for (size_t i = 1; i < length; i++) {
        if ((c[i] & 0xc0) != 0x80) return 0;
    }
    bool is_overlong = (c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xf0 && c[1] < 0x90);
    bool is_no_character = (c[0] == 0xed && c[1] > 0x9f) || (c[0] == 0xf4 && c[1] > 0x8f);
    return is_overlong || is_no_character ? 0 : length;
}

/* JSON is UTF-8. A byte that is not part of a valid character is written as the character with its number. */
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

/* Unknown values are null. */
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

static void put_engine(const TournamentReport *report, FILE *stream, int engine) {
    const Standing *standing = &report->standings[engine];
    fputs("    {\"name\": ", stream);
    put_string(stream, report->tournament->engines[engine].name);
    fputs(", \"total\": ", stream);
    put_tally(stream, &standing->total);
    put_elo(stream, &standing->total);
    fputs("}, \"x\": ", stream);
    put_tally(stream, &standing->as_side[SIDE_X]);
    fputs("}, \"o\": ", stream);
    put_tally(stream, &standing->as_side[SIDE_O]);
    fprintf(stream, "}, \"faults\": %d}", standing->faults);
}

static void put_game(const TournamentReport *report, FILE *stream, int number) {
    Fixture fixture = schedule_fixture(&report->tournament->schedule, number);
    const GameResult *result = &report->results[number - 1];
    fprintf(stream, "    {\"number\": %d, \"round\": %d, \"x\": ", number, fixture.round);
    put_string(stream, report->tournament->engines[fixture.x].name);
    fputs(", \"o\": ", stream);
    put_string(stream, report->tournament->engines[fixture.o].name);
    fprintf(stream, ", \"result\": \"%s\", \"ending\": \"%s\", \"plies\": %d}", outcome_text((Outcome)result->outcome),
            ending_name((Ending)result->ending), result->plies);
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
            game, end, schedule_games(&report->tournament->schedule), report->games);
    if (report->tournament->has_sprt) put_sprt(report, stream);
    fputs("  \"engines\": [\n", stream);
    for (int i = 0; i < report->tournament->engine_count; i++) {
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
    if (file_is_replaceable(path)) {
        char *written = file_new_beside(path);
        is_fine = written != NULL && file_replace(path, written, write_json(report, written, end));
    } else {
        is_fine = write_json(report, path, end);
    }
    return is_fine || refuse_errno(why, "cannot write '%.150s'", path);
}
