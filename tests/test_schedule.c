/* Which engines meet in which game, with which side and opening. */
#include <string.h>

#include "greatest.h"
#include "referee/schedule.h"

static const Schedule schedules[] = {
    {SCHEDULE_MATCH, 2, 1, 2},       {SCHEDULE_MATCH, 2, 7, 1},       {SCHEDULE_MATCH, 2, 3, 10},
    {SCHEDULE_ROUND_ROBIN, 5, 4, 2}, {SCHEDULE_ROUND_ROBIN, 4, 2, 3}, {SCHEDULE_GAUNTLET, 6, 3, 4},
    {SCHEDULE_ROUND_ROBIN, 2, 5, 2},
};

enum { SCHEDULES = sizeof schedules / sizeof schedules[0] };

TEST pairs_share_an_opening_with_colours_swapped(void) {
    for (int i = 0; i < SCHEDULES; i++) {
        for (int number = 1; number <= schedule_games(&schedules[i]); number++) {
            Fixture game = schedule_fixture(&schedules[i], number);
            ASSERT_EQ(number, game.number);
            ASSERT(game.opening >= 0 && game.opening < schedule_openings(&schedules[i]));
            if (!game.closes_pair) continue;
            Fixture before = schedule_fixture(&schedules[i], number - 1);
            ASSERT(game.is_paired && before.is_paired && !before.closes_pair);
            ASSERT_EQ(before.opening, game.opening);
            ASSERT_EQ(before.x, game.o);
            ASSERT_EQ(before.o, game.x);
        }
    }
    PASS();
}

TEST every_pairing_gets_the_same_games(void) {
    for (int i = 0; i < SCHEDULES; i++) {
        int met[8][8] = {{0}}, expected = schedules[i].rounds * schedules[i].games;
        for (int number = 1; number <= schedule_games(&schedules[i]); number++) {
            Fixture game = schedule_fixture(&schedules[i], number);
            ASSERT(game.x != game.o && game.x < schedules[i].engines && game.o < schedules[i].engines);
            met[game.x][game.o]++;
        }
        for (int a = 0; a < schedules[i].engines; a++) {
            for (int b = a + 1; b < schedules[i].engines; b++) {
                bool do_meet = schedules[i].format != SCHEDULE_GAUNTLET || a == 0;
                ASSERT_EQ(do_meet ? expected : 0, met[a][b] + met[b][a]);
                ASSERT(met[a][b] - met[b][a] <= 1 && met[b][a] - met[a][b] <= 1);
            }
        }
    }
    PASS();
}

TEST more_rounds_only_add_games(void) {
    for (int i = 0; i < SCHEDULES; i++) {
        Schedule longer = schedules[i];
        longer.rounds += 3;
        for (int number = 1; number <= schedule_games(&schedules[i]); number++) {
            Fixture a = schedule_fixture(&schedules[i], number), b = schedule_fixture(&longer, number);
            ASSERT(a.x == b.x && a.o == b.o && a.opening == b.opening && a.round == b.round);
        }
    }
    PASS();
}

TEST every_opening_is_used_once_by_a_pairing(void) {
    Schedule schedule = {SCHEDULE_ROUND_ROBIN, 3, 4, 4};
    int used[8] = {0};
    for (int number = 1; number <= schedule_games(&schedule); number++) {
        Fixture game = schedule_fixture(&schedule, number);
        if (game.x + game.o == 1) used[game.opening]++;
    }
    for (int i = 0; i < schedule_openings(&schedule); i++) ASSERT_EQ(2, used[i]);
    PASS();
}

SUITE(schedule) {
    RUN_TEST(pairs_share_an_opening_with_colours_swapped);
    RUN_TEST(every_pairing_gets_the_same_games);
    RUN_TEST(more_rounds_only_add_games);
    RUN_TEST(every_opening_is_used_once_by_a_pairing);
}
