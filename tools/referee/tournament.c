#include "referee/tournament.h"

#include <stdlib.h>

bool tournament_init(Tournament *tournament) {
    *tournament = (Tournament){
        .engines = calloc(ENGINES_MAX, sizeof *tournament->engines),
        .game = {.n = 4, .d = 3, .rule = RULE_LINE},
        .schedule = {.rounds = 1, .games = GAMES_DEFAULT},
        .plies = OPENING_PLIES_ALL,
        .seed = 1,
        .concurrency = 1,
    };
    return tournament->engines != NULL;
}

void tournament_free(Tournament *tournament) {
    for (int i = 0; tournament->engines != NULL && i < tournament->engine_count; i++)
        engine_config_release(&tournament->engines[i]);
    free(tournament->engines);
    *tournament = (Tournament){0};
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

bool tournament_check(Tournament *tournament, Reason *why) {
    if (tournament->engine_count < 2)
        return refuse(why, "a tournament needs at least two engines: --engine name=A cmd=...");
    for (int i = 0; i < tournament->engine_count; i++) {
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
    int64_t games = (int64_t)schedule_pairings(schedule) * schedule->rounds * schedule->games;
    if (games > SCHEDULE_GAMES_MAX) return refuse(why, "more than %d games", SCHEDULE_GAMES_MAX);
    if (tournament->plies > game_cells(&tournament->game))
        return refuse(why, "--plies: the board has only %d cells", game_cells(&tournament->game));
    if (tournament->plies == OPENING_PLIES_ALL && tournament->openings_path == NULL)
        tournament->plies = OPENING_PLIES_DEFAULT;
    return true;
}
