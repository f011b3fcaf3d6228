/* Results for programs, as files: JSON, and EPD with the last positions. */
#include "common/files.h"
#include "common/printable.h"
#include "referee/rating_fit.h"
#include "referee/report.h"

/* Beyond U+FFFF it takes two. */
static void put_escape(FILE *stream, uint32_t code) {
    if (code > 0xffff) fprintf(stream, "\\u%04x", (unsigned)(0xd7c0 + (code >> 10)));
    fprintf(stream, "\\u%04x", (unsigned)(code > 0xffff ? 0xdc00 + (code & 0x3ff) : code));
}

/* JSON is UTF-8. A byte that is not part of a valid character is written as the character with its number. */
static void put_string(FILE *stream, const char *text) {
    fputc('"', stream);
    while (*text != '\0') {
        size_t length = printable_utf8_length(text), step = length > 0 ? length : 1;
        if (printable_length(text) == 0) {
            put_escape(stream, length > 0 ? printable_code_point(text, length) : (unsigned char)*text);
        } else {
            if (*text == '"' || *text == '\\') fputc('\\', stream);
            fwrite(text, 1, length, stream);
        }
        text += step;
    }
    fputc('"', stream);
}

/* ', "name": ' and the text, or null. */
static void put_member(FILE *stream, const char *name, const char *text) {
    fprintf(stream, ", \"%s\": ", name);
    if (text != NULL) {
        put_string(stream, text);
    } else {
        fputs("null", stream);
    }
}

static void put_tally(FILE *stream, const Tally *tally) {
    fprintf(stream, "{\"games\": %ld, \"wins\": %ld, \"draws\": %ld, \"losses\": %ld, \"points\": %.1f",
            stats_games(tally), tally->wins, tally->draws, tally->losses, stats_points(tally));
}

/* Unknown values are null. */
static void put_real(FILE *stream, const char *name, bool is_known, double value) {
    fprintf(stream, is_known ? ", \"%s\": %.4f" : ", \"%s\": null", name, value);
}

static void put_elo(FILE *stream, const Tally *tally) {
    Elo elo = stats_elo(tally);
    bool is_known = elo.kind == ELO_INTERVAL || elo.kind == ELO_ALIKE, has_games = stats_games(tally) > 0;
    put_real(stream, "elo", is_known, elo.elo);
    put_real(stream, "elo_low", elo.low > -ELO_FAR && (is_known || elo.kind == ELO_AT_LEAST), elo.low);
    put_real(stream, "elo_high", elo.high < ELO_FAR && (is_known || elo.kind == ELO_AT_MOST), elo.high);
    put_real(stream, "los", has_games, stats_los(tally));
    put_real(stream, "nelo", elo.kind == ELO_INTERVAL, elo.nelo);
    put_real(stream, "nelo_error", elo.kind == ELO_INTERVAL, elo.nelo_error);
    put_real(stream, "draw_ratio", has_games, stats_pairs(tally).draw_ratio);
    fputs(", \"pairs\": [", stream);
    for (int i = 0; i < 5; i++) fprintf(stream, i > 0 ? ", %ld" : "%ld", tally->pairs[i]);
    fprintf(stream, "], \"split_pairs\": %ld", tally->split_pairs);
}

static void put_rating(FILE *stream, const Rating *rating) {
    put_real(stream, "rating", rating->is_known, rating->elo);
    put_real(stream, "rating_low", rating->is_known, rating->low);
    put_real(stream, "rating_high", rating->is_known, rating->high);
}

/* What an engine was told. */
static void put_config(const EngineConfig *config, FILE *stream) {
    char control[RECORD_CONTROL_SIZE];
    time_control_print(&config->control, control);
    put_member(stream, "command", config->command);
    put_member(stream, "arguments", config->arguments);
    put_member(stream, "folder", config->dir);
    put_member(stream, "control", control);
    fprintf(stream, ", \"margin_ms\": %lld, \"ponder\": %s, \"restart\": %s, \"options\": {",
            (long long)config->control.margin_ms, config->ponders ? "true" : "false",
            config->restarts ? "true" : "false");
    for (int i = 0; i < config->option_count; i++) {
        if (i > 0) fputs(", ", stream);
        put_string(stream, config->options[i].name);
        fputs(": ", stream);
        put_string(stream, config->options[i].value != NULL ? config->options[i].value : "");
    }
    fputc('}', stream);
}

static void put_engine(const TournamentReport *report, FILE *stream, int engine, const Rating *rating) {
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
    fprintf(stream, "}, \"faults\": %d", standing->faults);
    put_rating(stream, rating);
    put_config(&report->tournament->engines[engine], stream);
    fputc('}', stream);
}

static void put_opening(const TournamentReport *report, FILE *stream, const Fixture *fixture) {
    const Openings *openings = report->openings;
    const Opening *opening = &openings->list[fixture->opening % openings->count];
    put_member(stream, "start", opening->start);
    fputs(", \"opening\": \"", stream);
    for (int i = 0; i < opening->plies; i++) {
        fprintf(stream, i > 0 ? " %s" : "%s", notation_move(&report->tournament->game, opening->cells[i]).text);
    }
    fputc('"', stream);
}

static void put_game(const TournamentReport *report, FILE *stream, const FinishedGame *game) {
    Fixture fixture = schedule_fixture(&report->tournament->schedule, game->number);
    fprintf(stream, "    {\"number\": %d, \"round\": %d, \"x\": ", game->number, fixture.round);
    put_string(stream, report->tournament->engines[fixture.x].name);
    fputs(", \"o\": ", stream);
    put_string(stream, report->tournament->engines[fixture.o].name);
    fprintf(stream, ", \"result\": \"%s\", \"ending\": \"%s\", \"plies\": %d", record_outcome_text(game->outcome),
            ending_name(game->ending), game->plies);
    put_member(stream, "reason", game->reason);
    put_opening(report, stream, &fixture);
    put_member(stream, "final", game->final);
    fputc('}', stream);
}

static void put_adjudication(FILE *stream, const char *name, const Adjudication *adjudication) {
    if (adjudication->moves == 0) {
        fprintf(stream, ", \"%s\": null", name);
    } else {
        fprintf(stream, ", \"%s\": {\"moves\": %d, \"score\": %lld, \"plies\": %d}", name, adjudication->moves,
                (long long)adjudication->score_cp, adjudication->from_ply);
    }
}

/* How the tournament was set up, so that it can be repeated. */
static void put_setup(const TournamentReport *report, FILE *stream) {
    const Tournament *tournament = report->tournament;
    const Schedule *schedule = &tournament->schedule;
    fprintf(stream, "  \"setup\": {\"format\": \"%s\", \"rounds\": %d, \"games\": %d, \"swap\": %s",
            schedule_formats[schedule->format], schedule->rounds, schedule->games,
            schedule->no_swap ? "false" : "true");
    fprintf(stream, ", \"part\": %d, \"parts\": %d, \"seed\": %lld", schedule->parts > 1 ? schedule->part + 1 : 1,
            schedule->parts > 1 ? schedule->parts : 1, (long long)tournament->seed);
    put_member(stream, "openings", tournament->openings_path);
    fprintf(stream, ", \"openings_start\": %d, \"policy\": \"%s\", \"order\": \"%s\"", schedule->first_opening + 1,
            schedule_policies[schedule->policy], tournament->order == ORDER_RANDOM ? "random" : "sequential");
    fprintf(stream, ", \"plies\": %d, \"concurrency\": %d, \"max_plies\": %d", tournament->plies,
            tournament->concurrency, tournament->max_plies);
    put_adjudication(stream, "draw", &tournament->draw);
    put_adjudication(stream, "resign", &tournament->resign);
    fputs("},\n", stream);
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

/* Rows and columns in the order of the engines. */
static void put_crosstable(const TournamentReport *report, FILE *stream) {
    int count = report->tournament->engine_count;
    fputs("  \"crosstable\": [\n", stream);
    for (int i = 0; i < count; i++) {
        fputs("    [", stream);
        for (int j = 0; j < count; j++) {
            const Tally *tally = report_versus(report, i, j);
            fprintf(stream, "%s{\"points\": %.1f, \"games\": %ld}", j > 0 ? ", " : "", stats_points(tally),
                    stats_games(tally));
        }
        fprintf(stream, "]%s\n", i + 1 < count ? "," : "");
    }
    fputs("  ],\n", stream);
}

static void put_json(const TournamentReport *report, FILE *stream, const char *end) {
    char planned[16] = "null"; /* nobody knows */
    if (!report->tournament->is_open) snprintf(planned, sizeof planned, "%d", report->planned);
    fprintf(stream, "{\n  \"game\": \"%s\",\n  \"end\": \"%s\",\n  \"games_planned\": %s,\n  \"games_played\": %d,\n",
            game_name(&report->tournament->game).text, end, planned, report->games);
    static _Thread_local RatingFit fit;
    rating_fit(&fit, report->versus, report->tournament->engine_count);
    put_setup(report, stream);
    if (report->tournament->has_sprt) put_sprt(report, stream);
    fputs("  \"engines\": [\n", stream);
    for (int i = 0; i < report->tournament->engine_count; i++) {
        if (i > 0) fputs(",\n", stream);
        put_engine(report, stream, i, &fit.ratings[i]);
    }
    fputs("\n  ],\n", stream);
    put_crosstable(report, stream);
    fputs("  \"games\": [\n", stream);
    bool is_first = true;
    for (int number = 1; number <= report->order->upto; number++) {
        const FinishedGame *game = game_order_at(report->order, number);
        if (game == NULL) continue;
        if (!is_first) fputs(",\n", stream);
        is_first = false;
        put_game(report, stream, game);
    }
    fputs("\n  ]\n}\n", stream);
}

/* Files */

typedef struct {
    const char *path;
    char *beside; /* a new file that takes its place; NULL: it is a link, pipe or device, which is written to */
    FILE *stream; /* NULL: it cannot be opened */
} ReportFile;

static ReportFile open_file(const char *path) {
    ReportFile file = {.path = path};
    bool is_replaced = file_is_replaceable(path);
    if (is_replaced) file.beside = file_new_beside(path);
    if (!is_replaced || file.beside != NULL) file.stream = file_open_output(is_replaced ? file.beside : path, false);
    return file;
}

static bool close_file(const ReportFile *file, Reason *why) {
    bool is_fine = file->stream != NULL && file_close(file->stream);
    if (file->beside != NULL) is_fine = file_replace(file->path, file->beside, is_fine);
    return is_fine || refuse_errno(why, "cannot write '%.150s'", file->path);
}

bool report_write_json(const TournamentReport *report, const char *path, const char *end, Reason *why) {
    if (tournament_prints_json(report->tournament)) {
        put_json(report, stdout, end);
        return file_flush(stdout) || refuse_errno(why, "cannot write to standard output");
    }
    ReportFile file = open_file(path);
    if (file.stream != NULL) put_json(report, file.stream, end);
    return close_file(&file, why);
}

static void put_epd(const TournamentReport *report, FILE *stream) {
    for (int number = 1; number <= report->order->upto; number++) {
        const FinishedGame *game = game_order_at(report->order, number);
        if (game == NULL) continue;
        fprintf(stream, "%s ; game %d ; result %s ; ending %s\n", game->final, number,
                record_outcome_text(game->outcome), ending_name(game->ending));
    }
}

bool report_write_epd(const TournamentReport *report, const char *path, Reason *why) {
    ReportFile file = open_file(path);
    if (file.stream != NULL) put_epd(report, file.stream);
    return close_file(&file, why);
}
