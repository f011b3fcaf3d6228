/* Which engines meet in which game, with which side and opening. */
#include <string.h>

#include "greatest.h"
#include "referee/schedule.h"

static const Schedule schedules[] = {
    {.format = SCHEDULE_MATCH, .engines = 2, .rounds = 1, .games = 2},
    {.format = SCHEDULE_MATCH, .engines = 2, .rounds = 7, .games = 1},
    {.format = SCHEDULE_MATCH, .engines = 2, .rounds = 3, .games = 10},
    {.format = SCHEDULE_ROUND_ROBIN, .engines = 5, .rounds = 4, .games = 2},
    {.format = SCHEDULE_ROUND_ROBIN, .engines = 4, .rounds = 2, .games = 3},
    {.format = SCHEDULE_GAUNTLET, .engines = 6, .rounds = 3, .games = 4},
    {.format = SCHEDULE_ROUND_ROBIN, .engines = 2, .rounds = 5, .games = 2},
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

TEST parts_deal_out_whole_pairs(void) {
    for (int i = 0; i < SCHEDULES; i++) {
        for (int parts = 1; parts <= 4; parts++) {
            int games = 0;
            for (int part = 0; part < parts; part++) {
                Schedule schedule = schedules[i];
                schedule.part = part;
                schedule.parts = parts;
                games += schedule_our_games(&schedule);
                for (int number = 1; number <= schedule_games(&schedule); number++) {
                    Fixture game = schedule_fixture(&schedule, number);
                    if (!game.closes_pair) continue;
                    ASSERT_EQ(schedule_is_ours(&schedule, number - 1), schedule_is_ours(&schedule, number));
                }
            }
            ASSERT_EQ(schedule_games(&schedules[i]), games);
        }
    }
    PASS();
}

TEST a_policy_says_when_the_next_opening_is_taken(void) {
    Schedule schedule = {.format = SCHEDULE_ROUND_ROBIN, .engines = 3, .rounds = 2, .games = 4, .first_opening = 10};
    static const int expected[3][6] = {{10, 10, 11, 11, 10, 10}, {10, 10, 11, 11, 12, 12}, {10, 10, 10, 10, 10, 10}};
    static const int counts[3] = {14, 22, 12};
    for (int policy = POLICY_PAIR; policy <= POLICY_ROUND; policy++) {
        schedule.policy = (OpeningPolicy)policy;
        for (int i = 0; i < 6; i++) ASSERT_EQ(expected[policy][i], schedule_fixture(&schedule, i + 1).opening);
        ASSERT_EQ(counts[policy], schedule_openings(&schedule));
    }
    PASS();
}

TEST without_swapping_there_are_no_pairs(void) {
    Schedule schedule = {.format = SCHEDULE_MATCH, .engines = 2, .rounds = 2, .games = 3, .no_swap = true};
    for (int number = 1; number <= 6; number++) {
        Fixture game = schedule_fixture(&schedule, number);
        ASSERT(game.x == 0 && game.o == 1 && !game.is_paired && !game.closes_pair);
        ASSERT_EQ(number - 1, game.opening);
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
    Schedule schedule = {.format = SCHEDULE_ROUND_ROBIN, .engines = 3, .rounds = 4, .games = 4};
    int used[8] = {0};
    for (int number = 1; number <= schedule_games(&schedule); number++) {
        Fixture game = schedule_fixture(&schedule, number);
        if (game.x + game.o == 1) used[game.opening]++;
    }
    for (int i = 0; i < schedule_openings(&schedule); i++) ASSERT_EQ(2, used[i]);
    PASS();
}

SUITE(schedule) {
    RUN_TEST(parts_deal_out_whole_pairs);
    RUN_TEST(a_policy_says_when_the_next_opening_is_taken);
    RUN_TEST(without_swapping_there_are_no_pairs);
    RUN_TEST(pairs_share_an_opening_with_colours_swapped);
    RUN_TEST(every_pairing_gets_the_same_games);
    RUN_TEST(more_rounds_only_add_games);
    RUN_TEST(every_opening_is_used_once_by_a_pairing);
}
