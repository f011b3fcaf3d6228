#include "referee/report_json_setup.h"

#include "common/printable.h"

/* JSON is UTF-8. A byte that is not part of a valid character is written as the character with its number. */
void json_put_string(FILE *stream, const char *text) {
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

void json_put_member(FILE *stream, const char *name, const char *text) {
    fprintf(stream, ", \"%s\": ", name);
    if (text != NULL) {
        json_put_string(stream, text);
    } else {
        fputs("null", stream);
    }
}

static void put_adjudication(FILE *stream, const char *name, const Adjudication *adjudication) {
    if (adjudication->moves == 0) {
        fprintf(stream, ", \"%s\": null", name);
    } else {
        fprintf(stream, ", \"%s\": {\"moves\": %d, \"score\": %lld, \"plies\": %d}", name, adjudication->moves,
                (long long)adjudication->score_cp, adjudication->from_ply);
    }
}

void report_json_put_setup(const TournamentReport *report, FILE *stream) {
    static const char *const formats[] = {"match", "roundrobin", "gauntlet", "swiss", "knockout"};
    static const char *const policies[] = {"pair", "encounter", "round"};
    const Tournament *tournament = report->tournament;
    const Schedule *schedule = &tournament->schedule;
    fprintf(stream, "  \"setup\": {\"format\": \"%s\", \"rounds\": %d, \"games\": %d, \"swap\": %s",
            formats[schedule->format], schedule->rounds, schedule->games, schedule->no_swap ? "false" : "true");
    fprintf(stream, ", \"part\": %d, \"parts\": %d, \"seed\": %lld", schedule->parts > 1 ? schedule->part + 1 : 1,
            schedule->parts > 1 ? schedule->parts : 1, (long long)tournament->seed);
    json_put_member(stream, "openings", tournament->openings_path);
    fprintf(stream, ", \"openings_start\": %d, \"policy\": \"%s\", \"order\": \"%s\"", schedule->first_opening + 1,
            policies[schedule->policy], tournament->order == ORDER_RANDOM ? "random" : "sequential");
    fprintf(stream, ", \"plies\": %d, \"concurrency\": %d, \"max_plies\": %d", tournament->plies,
            tournament->concurrency, tournament->max_plies);
    put_adjudication(stream, "draw", &tournament->draw);
    put_adjudication(stream, "resign", &tournament->resign);
    fputs("},\n", stream);
}

void report_json_put_config(const EngineConfig *config, FILE *stream) {
    char control[RECORD_CONTROL_SIZE];
    time_control_print(&config->control, control);
    json_put_member(stream, "command", config->command);
    json_put_member(stream, "arguments", config->arguments);
    json_put_member(stream, "folder", config->dir);
    json_put_member(stream, "control", control);
    fprintf(stream, ", \"margin_ms\": %lld, \"ponder\": %s, \"restart\": %s, \"options\": {",
            (long long)config->control.margin_ms, config->ponders ? "true" : "false",
            config->restarts ? "true" : "false");
    for (int i = 0; i < config->option_count; i++) {
        if (i > 0) fputs(", ", stream);
        json_put_string(stream, config->options[i].name);
        fputs(": ", stream);
        json_put_string(stream, config->options[i].value != NULL ? config->options[i].value : "");
    }
    fputc('}', stream);
}

void report_json_put_opening(const TournamentReport *report, FILE *stream, const Fixture *fixture) {
    const Openings *openings = report->openings;
    if (openings == NULL || openings->count == 0) return;
    const Opening *opening = &openings->list[fixture->opening % openings->count];
    json_put_member(stream, "start", opening->start);
    fputs(", \"opening\": \"", stream);
    for (int i = 0; i < opening->plies; i++) {
        char move[MOVE_TEXT_SIZE];
        notation_print_move(&report->tournament->game, opening->cells[i], move);
        fprintf(stream, i > 0 ? " %s" : "%s", move);
    }
    fputc('"', stream);
}

void report_json_put_crosstable(const TournamentReport *report, FILE *stream) {
    int count = report->tournament->engine_count;
    fputs("  \"crosstable\": [\n", stream);
    for (int i = 0; i < count; i++) {
        fputs("    [", stream);
        for (int j = 0; j < count; j++) {
            const Tally *tally = report_versus(report, i, j);
            fprintf(stream, "%s{\"points\": %.1f, \"games\": %ld}", j > 0 ? ", " : "", tally_points(tally),
                    tally_games(tally));
        }
        fprintf(stream, "]%s\n", i + 1 < count ? "," : "");
    }
    fputs("  ],\n", stream);
}
