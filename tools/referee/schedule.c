#include "referee/schedule.h"

#include <assert.h>

int schedule_pairings(const Schedule *schedule) {
    if (schedule->format == SCHEDULE_ROUND_ROBIN) return schedule->engines * (schedule->engines - 1) / 2;
    return schedule->engines - 1;
}

int schedule_games(const Schedule *schedule) {
    return schedule_pairings(schedule) * schedule->rounds * schedule->games;
}

static int openings_per_round(const Schedule *schedule) {
    return (schedule->games + 1) / 2;
}

int schedule_openings(const Schedule *schedule) {
    return schedule->rounds * openings_per_round(schedule);
}

/* 0-1, 0-2, ..., 1-2, ...; a match and a gauntlet have only the first of these. */
static void find_pairing(const Schedule *schedule, int index, int *first, int *second) {
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
    int round = encounter / schedule_pairings(schedule), first, second;
    find_pairing(schedule, encounter % schedule_pairings(schedule), &first, &second);
    /* With an odd number of games per round, sides alternate from round to round. */
    bool is_swapped = (index + (schedule->games % 2 == 1 ? round : 0)) % 2 == 1;
    return (Fixture){
        .number = number,
        .round = round + 1,
        .x = is_swapped ? second : first,
        .o = is_swapped ? first : second,
        .opening = round * openings_per_round(schedule) + index / 2,
        .is_paired = index % 2 == 1 || index + 1 < schedule->games,
        .closes_pair = index % 2 == 1,
    };
}
