#include "referee/tournament_settings.h"

#include <stdlib.h>

#include "common/files.h"
#include "referee/engine_file.h"

bool tournament_init(Tournament *tournament) {
    *tournament = (Tournament){
        .engines = calloc(ENGINES_MAX, sizeof *tournament->engines),
        .game = {.n = 4, .d = 3, .rule = RULE_LINE},
        .plies = OPENING_PLIES_ALL,
        .seed = 1,
        .concurrency = 1,
        .report_every = REPORT_EVERY_DEFAULT,
        .event = "",
        .site = "",
    };
    return tournament->engines != NULL;
}

void tournament_free(Tournament *tournament) {
    for (int i = 0; tournament->engines != NULL && i < tournament->engine_count; i++)
        engine_config_release(&tournament->engines[i]);
    free(tournament->engines);
    free(tournament->schedule.encounters);
    *tournament = (Tournament){0};
}

int tournament_report_every(const Tournament *tournament, int games) {
    enum { LEAST = 20, REPORTS = 10, OPEN = 100 };
    if (tournament->report_every != REPORT_EVERY_DEFAULT) return tournament->report_every;
    if (tournament->is_quiet) return 0;
    if (tournament->is_open) return OPEN;
    int share = (games + REPORTS - 1) / REPORTS;
    return share > LEAST ? share + share % 2 : LEAST;
}

static bool is_dash(const char *path) {
    return path != NULL && strcmp(path, "-") == 0;
}

bool tournament_prints_json(const Tournament *tournament) {
    return is_dash(tournament->json_path);
}

FILE *tournament_stream(const Tournament *tournament) {
    return tournament_prints_json(tournament) ? stderr : stdout;
}

static bool check_names(const Tournament *tournament, Reason *why) {
    for (int i = 0; i < tournament->engine_count; i++) {
        for (int j = 0; j < i; j++) {
            if (strcmp(tournament->engines[i].name, tournament->engines[j].name) == 0) {
                return refuse(why, "two engines are called %s; give them different names", tournament->engines[i].name);
            }
        }
    }
    return true;
}

/* A knockout has as many as it takes, a swiss by default as many as find a winner, a sequential test as many as there
 * can be. */
static void complete_rounds(Tournament *tournament) {
    Schedule *schedule = &tournament->schedule;
    int enough = schedule_rounds_of_knockout(schedule->engines);
    bool is_bounded = schedule->rounds > 0 || schedule->games > 0 || schedule->format >= SCHEDULE_SWISS;
    tournament->is_open = tournament->has_sprt && !is_bounded;
    if (schedule->games == 0) schedule->games = GAMES_DEFAULT;
    if (tournament->is_open) schedule->rounds = SCHEDULE_GAMES_MAX / GAMES_DEFAULT;
    if (schedule->format == SCHEDULE_KNOCKOUT) schedule->rounds = enough;
    if (schedule->rounds == 0) schedule->rounds = schedule->format == SCHEDULE_SWISS ? enough : 1;
}

/* Nobody is drawn yet. */
static bool prepare_encounters(Schedule *schedule, Reason *why) {
    if (schedule->format < SCHEDULE_SWISS) return true;
    int count = schedule_encounters(schedule);
    schedule->encounters = malloc((size_t)count * sizeof *schedule->encounters);
    if (schedule->encounters == NULL) return refuse(why, "not enough memory");
    for (int i = 0; i < count; i++) schedule->encounters[i] = (Encounter){ENCOUNTER_UNKNOWN, ENCOUNTER_UNKNOWN};
    return true;
}

bool tournament_check(Tournament *tournament, Reason *why) {
    if (tournament->engine_count < 2)
        return refuse(why, "a tournament needs at least two engines: --engine name=A cmd=...");
    for (int i = 0; i < tournament->engine_count; i++) {
        const char *conf = engine_config_given(&tournament->engines[i], "conf");
        const char *path = tournament->engines_path;
        if (conf != NULL && !engine_file_find(&tournament->engines[i], path, conf, why)) return false;
        if (!engine_config_complete(&tournament->engines[i], &tournament->each, i + 1, why)) return false;
    }
    if (!check_names(tournament, why)) return false;
    Schedule *schedule = &tournament->schedule;
    schedule->engines = tournament->engine_count;
    if (!tournament->has_format) schedule->format = schedule->engines == 2 ? SCHEDULE_MATCH : SCHEDULE_ROUND_ROBIN;
    if (schedule->format == SCHEDULE_MATCH && schedule->engines != 2) {
        return refuse(why, "--format match needs exactly two engines");
    }
    if (tournament->has_sprt && schedule->engines != 2) return refuse(why, "--sprt needs exactly two engines");
    if (tournament->is_verdict && (tournament->merge_count == 0 || !tournament->has_sprt)) {
        return refuse(why, "--verdict is for --merge, and for matches with --sprt");
    }
    if (schedule->format >= SCHEDULE_SWISS && schedule->parts > 1) {
        return refuse(why, "--part: the rounds of a swiss or knockout depend on the games of all parts");
    }
    complete_rounds(tournament);
    if (tournament->is_open || tournament->is_verdict) tournament->allows_gaps = true;
    int64_t encounters = schedule->format == SCHEDULE_KNOCKOUT
                             ? schedule->engines - 1
                             : (int64_t)schedule_pairings_in(schedule, 0) * schedule->rounds;
    if (encounters * schedule->games > SCHEDULE_GAMES_MAX) return refuse(why, "more than %d games", SCHEDULE_GAMES_MAX);
    if (tournament->plies > game_cells(&tournament->game))
        return refuse(why, "--plies: the board has only %d cells", game_cells(&tournament->game));
    if (tournament->plies == OPENING_PLIES_ALL && tournament->openings_path == NULL)
        tournament->plies = OPENING_PLIES_DEFAULT;
    return prepare_encounters(schedule, why);
}

/* Two outputs into one file would destroy each other. */
static bool are_paths_different(const Tournament *tournament, Reason *why) {
    const struct {
        const char *option, *path;
    } files[] = {{"--record", tournament->resume_path == NULL ? tournament->record_path : NULL},
                 {tournament->is_continuing ? "--record" : "--resume", tournament->resume_path},
                 {"--json", tournament->json_path},
                 {"--epd", tournament->epd_path},
                 {"--pgn", tournament->pgn_path},
                 {"--log", tournament->log_path},
                 {"--openings", tournament->openings_path}};
    enum { FILES = sizeof files / sizeof files[0] };
    for (int i = 0; i < FILES; i++) {
        for (int j = 0; j < i; j++) {
            if (files[i].path == NULL || files[j].path == NULL || !file_is_same(files[i].path, files[j].path)) continue;
            if (!file_is_replaceable(files[i].path)) continue; /* a device, say */
            return refuse(why, "%s and %s name the same file, '%.150s'", files[j].option, files[i].option,
                          files[i].path);
        }
    }
    return true;
}

bool tournament_check_paths(const Tournament *tournament, Reason *why) {
    const char *const replaced[] = {tournament_prints_json(tournament) ? NULL : tournament->json_path,
                                    tournament->epd_path};
    if (is_dash(tournament->record_path) || is_dash(tournament->log_path) || is_dash(tournament->epd_path) ||
        is_dash(tournament->pgn_path)) {
        return refuse(why, "only --json can write to standard output; for a file of that name use ./-");
    }
    if (!are_paths_different(tournament, why)) return false;
    for (int i = 0; i < 2; i++) {
        if (replaced[i] == NULL) continue;
        if (!file_output_is_possible(replaced[i])) return refuse_errno(why, "cannot write '%.150s'", replaced[i]);
        file_remove_leftovers(replaced[i]);
    }
    const char *const written[] = {tournament->log_path, tournament->pgn_path};
    for (int i = 0; i < 2; i++) {
        if (written[i] != NULL && !file_is_writable(written[i]))
            return refuse_errno(why, "cannot write '%.150s'", written[i]);
    }
    return true;
}
