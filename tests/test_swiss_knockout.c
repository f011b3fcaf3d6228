/* Swiss and knockout: who meets whom, by results that are drawn at random, and through the program. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "greatest.h"
#include "referee/swiss_knockout.h"
#include "support/arena.h"

enum { RESULTS_MAX = 4096 };

static Encounter encounters[RESULTS_MAX];
static FinishedGame finished[RESULTS_MAX], *by_number[RESULTS_MAX];
static GameOrder order = {.games = by_number};

static void end_game(int number, Outcome outcome) {
    finished[number - 1].outcome = outcome;
    by_number[number - 1] = &finished[number - 1];
}

static Schedule schedule_of(ScheduleFormat format, int engines, int rounds) {
    Schedule schedule = {.format = format, .engines = engines, .rounds = rounds, .games = 2, .encounters = encounters};
    if (format == SCHEDULE_KNOCKOUT) schedule.rounds = schedule_rounds_of_knockout(engines);
    for (int i = 0; i < RESULTS_MAX; i++) encounters[i] = (Encounter){ENCOUNTER_UNKNOWN, ENCOUNTER_UNKNOWN};
    memset(by_number, 0, sizeof by_number);
    return schedule;
}

/* Plays round after round, with random results; every round must be drawn just when it can be. */
static bool play(const Schedule *schedule, uint64_t seed) {
    Rng rng = {.state = seed};
    order.schedule = schedule;
    for (int number = 1; number <= schedule_games(schedule); number++) {
        swiss_knockout_update(&order);
        if (!schedule_is_known(schedule, number)) return false;
        end_game(number, (Outcome)(1 + rng_below(&rng, 3)));
    }
    return true;
}

TEST a_swiss_round_has_everybody_once_and_no_rematch(void) {
    for (int engines = 2; engines <= 17; engines++) {
        int rounds = schedule_rounds_of_knockout(engines);
        Schedule schedule = schedule_of(SCHEDULE_SWISS, engines, rounds);
        ASSERT(play(&schedule, (uint64_t)engines));
        bool have_met[32][32] = {{false}};
        int byes[32] = {0};
        for (int round = 0; round < rounds; round++) {
            int first = schedule_first_encounter(&schedule, round), played[32] = {0};
            for (int i = first; i < first + schedule_pairings_in(&schedule, round); i++) {
                int a = encounters[i].first, b = encounters[i].second;
                played[a]++;
                played[b]++;
                ASSERT_FALSE(have_met[a][b]);
                have_met[a][b] = have_met[b][a] = true;
            }
            for (int i = 0; i < engines; i++) {
                ASSERT(played[i] <= 1);
                byes[i] += played[i] == 0;
            }
        }
        for (int i = 0; i < engines; i++) ASSERT(byes[i] <= (engines % 2 == 1));
    }
    PASS();
}

/* In the second round the two leaders meet if they have not met before: here all first ones have won. */
TEST a_swiss_round_pairs_equals(void) {
    Schedule schedule = schedule_of(SCHEDULE_SWISS, 8, 3);
    order.schedule = &schedule;
    swiss_knockout_update(&order);
    for (int number = 1; number <= 8; number++) {
        Fixture fixture = schedule_fixture(&schedule, number);
        int lower = fixture.x < fixture.o ? fixture.x : fixture.o; /* the better one on the command line wins */
        end_game(number, fixture.x == lower ? OUTCOME_X_WINS : OUTCOME_O_WINS);
    }
    swiss_knockout_update(&order);
    for (int i = 4; i < 8; i++) {
        bool is_winner[2] = {encounters[i].first % 2 == 0, encounters[i].second % 2 == 0}; /* 0-1, 2-3, 4-5, 6-7 met */
        ASSERT_EQ(is_winner[0], is_winner[1]);
    }
    PASS();
}

TEST who_loses_a_knockout_is_out(void) {
    for (int engines = 2; engines <= 17; engines++) {
        Schedule schedule = schedule_of(SCHEDULE_KNOCKOUT, engines, 0);
        ASSERT_EQ(engines - 1, schedule_encounters(&schedule));
        ASSERT(play(&schedule, (uint64_t)engines));
        bool is_out[32] = {false};
        for (int i = 0; i < engines - 1; i++) {
            int a = encounters[i].first, b = encounters[i].second, winner = swiss_knockout_winner(&order, i);
            ASSERT(a != b && !is_out[a] && !is_out[b] && (winner == a || winner == b));
            is_out[winner == a ? b : a] = true;
        }
        int left = 0;
        for (int i = 0; i < engines; i++) left += !is_out[i];
        ASSERT_EQ(1, left);
    }
    PASS();
}

TEST an_even_encounter_is_won_by_wins_as_o_then_by_place(void) {
    Schedule schedule = schedule_of(SCHEDULE_KNOCKOUT, 2, 0);
    order.schedule = &schedule;
    swiss_knockout_update(&order);
    schedule.games = 2;
    end_game(1, OUTCOME_X_WINS);
    end_game(2, OUTCOME_X_WINS);
    ASSERT_EQ(0, swiss_knockout_winner(&order, 0));
    schedule.games = 3; /* O wins once for the second engine, X once for the first; a draw */
    end_game(1, OUTCOME_O_WINS);
    end_game(2, OUTCOME_DRAW);
    end_game(3, OUTCOME_X_WINS);
    ASSERT_EQ(1, swiss_knockout_winner(&order, 0));
    PASS();
}

#define SIX                                                                                                            \
    "@B/referee --engine name=a cmd='@B/sparring random' --engine name=b cmd='@B/sparring random' option.Seed=2 "      \
    "--engine name=c cmd='@B/sparring random' option.Seed=3 --engine name=d cmd='@B/sparring rules' --engine name=e "  \
    "cmd='@B/sparring alphabeta 2' --engine name=f cmd='@B/sparring random' option.Seed=4 --each depth=2 --game "      \
    "3x3x3 "                                                                                                           \
    "--quiet "

TEST the_program_plays_them_the_same_whatever_the_concurrency(void) {
    static const char *const formats[] = {"swiss --rounds 4", "knockout"};
    static const int games[] = {24, 10};
    for (int i = 0; i < 2; i++) {
        int count;
        arena_open();
        ASSERT_EQ(0, RUN(SIX "--format %s --record @D/one", formats[i]));
        char *printed = strdup(arena_output()), *text = arena_games(arena_file("one"), &count);
        ASSERT_EQ(games[i], count);
        ASSERT_EQ(0, RUN(SIX "--format %s --concurrency 4 --record @D/four", formats[i]));
        ASSERT_STR_EQ(printed, arena_output());
        char *other = arena_games(arena_file("four"), &count);
        ASSERT_STR_EQ(text, other);
        free(printed);
        free(text);
        free(other);
        arena_close();
    }
    arena_open();
    ASSERT_EQ(2, RUN(SIX "--format swiss --part 1/2"));
    ASSERT(arena_says("--part: the rounds of a swiss or knockout depend on the games of all parts"));
    arena_close();
    PASS();
}

/* Each with its own points, even if the same two met before; alpha-beta wins all games against a random mover here. */
TEST the_rounds_of_a_swiss_are_listed(void) {
    static const char players[] = "@B/referee --engine name=a cmd='@B/sparring random' --engine name=b "
                                  "cmd='@B/sparring alphabeta 2' --each depth=2 --game 4x4x4 --format swiss --quiet ";
    arena_open();
    ASSERT_EQ(0, RUN("%s --rounds 2", players));
    ASSERT(arena_says("\nround 1\n  a - b  0.0 - 2.0\n\nround 2\n  a - b  0.0 - 2.0\n"));
    ASSERT_EQ(0, RUN("%s --engine name=c cmd='@B/sparring rules' --rounds 3", players));
    ASSERT(arena_says("\nround 1\n  a - b  0.0 - 2.0\n  c has a bye\n"));
    ASSERT(arena_says("\n  a has a bye\n") && arena_says("\n  b has a bye\n"));
    arena_close();
    PASS();
}

/* Threads that wait for the end of a round do not keep the referee from ending. */
TEST a_signal_ends_a_swiss_round(void) {
    arena_open();
    Proc *proc = arena_start(arena_command(
        "@B/referee --engine name=a cmd='@B/fake_engine slow 300 @M' --engine name=b "
        "cmd='@B/fake_engine instant @M' --engine name=c cmd='@B/fake_engine instant @M' --each depth=1 --game 3x3 "
        "--format swiss --rounds 2 --concurrency 3 --record @D/stopped --quiet"));
    arena_sleep_ms(500);
    ASSERT_EQ(0, kill(proc_pid(proc), SIGTERM));
    ASSERT_EQ(128 + SIGTERM, arena_end(proc));
    ASSERT(arena_is_empty());
    arena_close();
    PASS();
}

SUITE(swiss_knockout) {
    RUN_TEST(a_swiss_round_has_everybody_once_and_no_rematch);
    RUN_TEST(a_swiss_round_pairs_equals);
    RUN_TEST(who_loses_a_knockout_is_out);
    RUN_TEST(an_even_encounter_is_won_by_wins_as_o_then_by_place);
    RUN_TEST(the_program_plays_them_the_same_whatever_the_concurrency);
    RUN_TEST(the_rounds_of_a_swiss_are_listed);
    RUN_TEST(a_signal_ends_a_swiss_round);
}
