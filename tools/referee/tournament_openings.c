#include "referee/tournament_openings.h"

static void warn_of_repetition(const Openings *openings, int wanted) {
    fprintf(stderr, "referee: %d openings are needed but there %s only %d, so openings repeat%s\n", wanted,
            text_plural(openings->count, "is", "are"), openings->count,
            openings->was_exhausted ? " (there are no more of this length; see --plies)" : "");
}

bool tournament_openings(Openings *openings, const Tournament *tournament, const Shape *shape, Reason *why) {
    uint64_t seed = (uint64_t)tournament->seed;
    int wanted = schedule_openings(&tournament->schedule);
    if (tournament->openings_path != NULL) {
        if (!openings_load(openings, tournament->openings_path, &shape->grid, tournament->plies, why)) return false;
        if (tournament->order == ORDER_RANDOM) openings_shuffle(openings, seed);
    } else {
        RandomOpenings random = {.plies = tournament->plies, .count = wanted, .seed = seed};
        if (!openings_random(openings, shape, &random, why)) return false;
    }
    if (openings->count < wanted && !tournament->is_quiet) warn_of_repetition(openings, wanted);
    return true;
}

static bool has_opening(const GameRecord *record, const Opening *opening) {
    if (record->opening_plies != opening->plies) return false;
    if (strcmp(record->start, opening->start != NULL ? opening->start : "") != 0) return false;
    for (int i = 0; i < opening->plies; i++) {
        if (record->moves[i].cell != opening->cells[i]) return false;
    }
    return true;
}

bool recorded_game_fits(const GameRecord *record, const Tournament *tournament, const Openings *openings) {
    if (record->number > schedule_games(&tournament->schedule)) return false;
    if (!schedule_is_ours(&tournament->schedule, record->number)) return false;
    Fixture fixture = schedule_fixture(&tournament->schedule, record->number);
    const Opening *opening = &openings->list[fixture.opening % openings->count];
    return strcmp(record->names[SIDE_X], tournament->engines[fixture.x].name) == 0 &&
           strcmp(record->names[SIDE_O], tournament->engines[fixture.o].name) == 0 &&
           game_equal(&record->game, &tournament->game) && has_opening(record, opening);
}
