#include "referee/opening_choice.h"

#include <stdlib.h>
#include <unistd.h>

#include "common/sibling.h"
#include "referee/swiss_knockout.h"

/* "3x3x3:score10" -> "3x3x3-score10.txt" */
static void file_name(const Game *game, char name[GAME_NAME_SIZE + 4]) {
    snprintf(name, GAME_NAME_SIZE + 4, "%s.txt", game_name(game).text);
    char *colon = strchr(name, ':');
    if (colon != NULL) *colon = '-';
}

/* Where the balanced openings of a game are: in the folder that ROWAN_OPENINGS names, or beside the program that was
 * called so, in the source tree or where Rowan is installed. False: there are none. */
static bool find_balanced(const char *called, const Game *game, char path[BALANCED_PATH_SIZE], Reason *why) {
    /* From build/, from builds kept apart in build/<name>/ and build/<mode>/bin/, and from where Rowan is installed. */
    static const char *const beside[] = {"../bench/openings", "../../bench/openings", "../../../bench/openings",
                                         "../share/rowan/openings"};
    char folder[SIBLING_PATH_SIZE], name[GAME_NAME_SIZE + 4];
    const char *chosen = getenv("ROWAN_OPENINGS");
    file_name(game, name);
    if (chosen != NULL) {
        snprintf(path, BALANCED_PATH_SIZE, "%.4000s/%s", chosen, name);
        return access(path, R_OK) == 0 || refuse(why, "--balanced: cannot read '%.150s'", path);
    }
    sibling_folder(called, folder);
    for (size_t i = 0; i < sizeof beside / sizeof beside[0]; i++) {
        snprintf(path, BALANCED_PATH_SIZE, "%s%s/%s", folder, beside[i], name);
        if (access(path, R_OK) == 0) return true;
    }
    return refuse(why, "--balanced: there are no balanced openings of this game (%s); see bench/README.md", name);
}

static bool check_choice(const Tournament *tournament, Reason *why) {
    const char *const chosen[] = {tournament->openings_path != NULL ? "a file of --openings" : NULL,
                                  tournament->is_balanced ? "--balanced" : NULL,
                                  tournament->is_random ? "--random" : NULL};
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < i; j++) {
            if (chosen[i] != NULL && chosen[j] != NULL)
                return refuse(why, "%s and %s exclude each other", chosen[i], chosen[j]);
        }
    }
    return true;
}

/* By default the balanced openings, if there are any. */
static void choose_default(Tournament *tournament, const char *called, char path[BALANCED_PATH_SIZE]) {
    Reason none;
    tournament->is_balanced = find_balanced(called, &tournament->game, path, &none);
    tournament->is_random = !tournament->is_balanced;
    if (tournament->is_balanced) tournament->openings_path = path;
    tournament->openings_cause =
        tournament->is_balanced ? "the default; for random ones: --random" : "because this game has no balanced ones";
}

bool opening_choice_make(Tournament *tournament, const char *called, bool is_recorded, char path[BALANCED_PATH_SIZE],
                         Reason *why) {
    if (!check_choice(tournament, why)) return false;
    if (tournament->openings_path != NULL) {
        tournament->openings_cause = "because of --openings";
    } else if (tournament->is_balanced) {
        tournament->openings_cause = is_recorded ? "as the record says" : "because of --balanced";
        tournament->openings_path = path;
        return find_balanced(called, &tournament->game, path, why);
    } else if (tournament->is_random) {
        tournament->openings_cause = "because of --random";
    } else if (tournament->plies != OPENING_PLIES_ALL) {
        tournament->openings_cause = "because of --plies";
    } else if (is_recorded) {
        tournament->openings_cause = "because the record names no others";
    } else {
        choose_default(tournament, called, path);
    }
    return true;
}

void opening_choice_print(const Tournament *tournament, FILE *stream) {
    const char *path = tournament->openings_path, *slash = path != NULL ? strrchr(path, '/') : NULL;
    if (tournament->is_balanced) {
        fprintf(stream, "openings: balanced, from %s, %s\n", slash != NULL ? slash + 1 : path,
                tournament->openings_cause);
    } else if (path != NULL) {
        fprintf(stream, "openings: %s, %s\n", path, tournament->openings_cause);
    } else {
        fprintf(stream, "openings: random, %d %s, %s\n", tournament->plies,
                text_plural(tournament->plies, "ply", "plies"), tournament->openings_cause);
    }
}

static void warn_of_repetition(const Openings *openings, const Tournament *tournament, int wanted) {
    if (tournament->is_open) {
        fprintf(stderr,
                "referee: there %s only %d %s, to be repeated until the test decides; limits by depth or nodes alone "
                "then give the same games again\n",
                text_plural(openings->count, "is", "are"), openings->count,
                text_plural(openings->count, "opening", "openings"));
        return;
    }
    fprintf(stderr, "referee: %d openings are needed but there %s only %d, so openings repeat%s\n", wanted,
            text_plural(openings->count, "is", "are"), openings->count,
            openings->was_exhausted ? " (there are no more of this length; see --plies)" : "");
}

bool opening_choice_load(Openings *openings, const Tournament *tournament, const Shape *shape, Reason *why) {
    uint64_t seed = (uint64_t)tournament->seed;
    int wanted = schedule_openings(&tournament->schedule);
    if (tournament->openings_path != NULL) {
        if (!openings_load(openings, tournament->openings_path, &shape->grid, tournament->plies, why)) return false;
        if (tournament->order == ORDER_RANDOM) openings_shuffle(openings, seed);
    } else {
        RandomOpenings random = {.plies = tournament->plies, .count = wanted, .seed = seed};
        if (!openings_random(openings, shape, &random, why)) return false;
    }
    bool warns = !tournament->is_quiet && !tournament->is_verdict;
    if (openings->count < wanted && warns) warn_of_repetition(openings, tournament, wanted);
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

bool opening_choice_fits(const GameRecord *record, const Tournament *tournament, const Openings *openings,
                         const GameOrder *order) {
    const Schedule *schedule = &tournament->schedule;
    if (record->number > schedule_games(schedule) || !schedule_is_ours(schedule, record->number)) return false;
    if (!schedule_is_known(schedule, record->number)) swiss_knockout_update(order);
    if (!schedule_is_known(schedule, record->number)) return false;
    Fixture fixture = schedule_fixture(schedule, record->number);
    const Opening *opening = &openings->list[fixture.opening % openings->count];
    return strcmp(record->names[SIDE_X], tournament->engines[fixture.x].name) == 0 &&
           strcmp(record->names[SIDE_O], tournament->engines[fixture.o].name) == 0 &&
           game_equal(&record->game, &tournament->game) && has_opening(record, opening);
}
