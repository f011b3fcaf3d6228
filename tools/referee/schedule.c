#include "referee/schedule.h"

#include <assert.h>
#include <stddef.h>

const char *const schedule_formats[] = {"match", "roundrobin", "gauntlet", "swiss", "knockout", NULL};
const char *const schedule_policies[] = {"pair", "encounter", "round", NULL};

int schedule_rounds_of_knockout(int engines) {
    int rounds = 0;
    while (1 << rounds < engines) rounds++;
    return rounds;
}

int schedule_pairings_in(const Schedule *schedule, int round) {
    int engines = schedule->engines, places = 1 << schedule_rounds_of_knockout(engines);
    switch (schedule->format) {
    case SCHEDULE_ROUND_ROBIN:
        return engines * (engines - 1) / 2;
    case SCHEDULE_SWISS:
        return engines / 2;
    case SCHEDULE_KNOCKOUT:
        /* Byes make the second round full. */
        return round == 0 ? engines - places / 2 : places >> (round + 1);
    default:
        return engines - 1;
    }
}

int schedule_first_encounter(const Schedule *schedule, int round) {
    if (schedule->format != SCHEDULE_KNOCKOUT) return round * schedule_pairings_in(schedule, 0);
    int first = 0;
    for (int i = 0; i < round; i++) first += schedule_pairings_in(schedule, i);
    return first;
}

int schedule_encounters(const Schedule *schedule) {
    return schedule_first_encounter(schedule, schedule->rounds);
}

int schedule_games(const Schedule *schedule) {
    return schedule_encounters(schedule) * schedule->games;
}

bool schedule_is_known(const Schedule *schedule, int number) {
    int encounter = (number - 1) / schedule->games;
    return schedule->encounters == NULL || schedule->encounters[encounter].first != ENCOUNTER_UNKNOWN;
}

static int round_of(const Schedule *schedule, int encounter) {
    if (schedule->format != SCHEDULE_KNOCKOUT) return encounter / schedule_pairings_in(schedule, 0);
    int round = 0;
    while (schedule_first_encounter(schedule, round + 1) <= encounter) round++;
    return round;
}

/* Games that share an opening. */
static int pair_size(const Schedule *schedule) {
    return schedule->no_swap ? 1 : 2;
}

static int pairs_per_encounter(const Schedule *schedule) {
    return (schedule->games + pair_size(schedule) - 1) / pair_size(schedule);
}

int schedule_openings(const Schedule *schedule) {
    int count = schedule->policy == POLICY_ENCOUNTER ? schedule_encounters(schedule) : schedule->rounds;
    if (schedule->policy != POLICY_ROUND) count *= pairs_per_encounter(schedule);
    return schedule->first_opening + count;
}

/* From 0, through all encounters. */
static int pair_index(const Schedule *schedule, int number) {
    int index = (number - 1) % schedule->games, encounter = (number - 1) / schedule->games;
    return encounter * pairs_per_encounter(schedule) + index / pair_size(schedule);
}

static int opening_index(const Schedule *schedule, int number, int round) {
    int pair = pair_index(schedule, number), per_encounter = pairs_per_encounter(schedule);
    switch (schedule->policy) {
    case POLICY_ENCOUNTER:
        return schedule->first_opening + pair;
    case POLICY_ROUND:
        return schedule->first_opening + round;
    default:
        return schedule->first_opening + round * per_encounter + pair % per_encounter;
    }
}

int schedule_part(const Schedule *schedule, int parts, int number) {
    return pair_index(schedule, number) % parts;
}

bool schedule_is_ours(const Schedule *schedule, int number) {
    return schedule->parts <= 1 || schedule_part(schedule, schedule->parts, number) == schedule->part;
}

int schedule_our_games(const Schedule *schedule) {
    int count = 0, games = schedule_games(schedule);
    if (schedule->parts <= 1) return games;
    for (int number = 1; number <= games; number++) count += schedule_is_ours(schedule, number);
    return count;
}

/* 0-1, 0-2, ..., 1-2, ...; a match and a gauntlet have only the first of these. */
static void find_pairing(const Schedule *schedule, int encounter, int *first, int *second) {
    if (schedule->encounters != NULL) {
        *first = schedule->encounters[encounter].first;
        *second = schedule->encounters[encounter].second;
        return;
    }
    int index = encounter % schedule_pairings_in(schedule, 0);
    *first = 0;
    for (int opponents = schedule->engines - 1; index >= opponents; opponents--) {
        index -= opponents;
        (*first)++;
    }
    *second = *first + 1 + index;
}

Fixture schedule_fixture(const Schedule *schedule, int number) {
    assert(number >= 1 && number <= schedule_games(schedule));
    int index = (number - 1) % schedule->games, encounter = (number - 1) / schedule->games;
    int round = round_of(schedule, encounter), first, second;
    find_pairing(schedule, encounter, &first, &second);
    /* With an odd number of games per round, sides alternate from round to round. */
    bool is_swapped = !schedule->no_swap && (index + (schedule->games % 2 == 1 ? round : 0)) % 2 == 1;
    bool has_pairs = !schedule->no_swap;
    return (Fixture){
        .number = number,
        .round = round + 1,
        .x = is_swapped ? second : first,
        .o = is_swapped ? first : second,
        .opening = opening_index(schedule, number, round),
        .is_paired = has_pairs && (index % 2 == 1 || index + 1 < schedule->games),
        .closes_pair = has_pairs && index % 2 == 1,
    };
}
