/* Clocks: read, printed, run down and refilled. */
#include "greatest.h"
#include "referee/time_control.h"

TEST clocks_are_read_and_printed(void) {
    static const struct {
        const char *text, *printed;
    } known[] = {
        {"60", "tc=60"},       {"0.15", "tc=0.15"},          {"60+0.5", "tc=60+0.5"},
        {"40/60", "tc=40/60"}, {"40/5:00+1", "tc=40/300+1"}, {"1:30.5", "tc=90.5"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        TimeControl control = {0};
        char text[RECORD_CONTROL_SIZE];
        ASSERTm(known[i].text, time_control_parse_clock(&control, word_of(known[i].text)));
        time_control_print(&control, text);
        ASSERT_STR_EQ(known[i].printed, text);
    }
    TimeControl all = {.session_ms = 1000, .move_ms = 250, .depth = 3, .nodes = 5000};
    char text[RECORD_CONTROL_SIZE];
    time_control_print(&all, text);
    ASSERT_STR_EQ("tc=1 st=0.25 depth=3 nodes=5000", text);
    time_control_print(&(TimeControl){0}, text);
    ASSERT_STR_EQ("", text);
    PASS();
}

TEST wrong_clocks_change_nothing(void) {
    static const char *const wrong[] = {"", "0", "-3", "1/", "/5", "0/60", "60+", "60+x", "1:2:3", "1e3", "5 "};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        TimeControl control = {.session_ms = 7};
        ASSERT_FALSEm(wrong[i], time_control_parse_clock(&control, word_of(wrong[i])));
        ASSERT_EQ(7, control.session_ms);
    }
    PASS();
}

TEST a_clock_runs_down_and_is_refilled(void) {
    TimeControl control = {.session_moves = 2, .session_ms = 10, .increment_ms = 1};
    GameClock clock;
    time_control_start(&clock, &control);
    ASSERT_EQ(10000, time_control_allowed_us(&clock, &control));
    time_control_stop(&clock, &control, 4000);
    ASSERT_EQ(7000, time_control_allowed_us(&clock, &control));
    ASSERT_EQ(1, clock.moves_left);
    time_control_stop(&clock, &control, 9000); /* within the margin: nothing is left but nothing is owed */
    ASSERT_EQ(11000, time_control_allowed_us(&clock, &control));
    ASSERT_EQ(2, clock.moves_left);
    control.move_ms = 3;
    ASSERT_EQ(3000, time_control_allowed_us(&clock, &control));
    PASS();
}

TEST without_a_clock_there_is_no_limit(void) {
    TimeControl control = {.depth = 3};
    GameClock clock;
    ASSERT(time_control_is_limited(&control));
    ASSERT_FALSE(time_control_is_limited(&(TimeControl){.margin_ms = 10}));
    time_control_start(&clock, &control);
    time_control_stop(&clock, &control, 1000000);
    ASSERT_EQ(INT64_MAX, time_control_allowed_us(&clock, &control));
    PASS();
}

SUITE(time_control) {
    RUN_TEST(clocks_are_read_and_printed);
    RUN_TEST(wrong_clocks_change_nothing);
    RUN_TEST(a_clock_runs_down_and_is_refilled);
    RUN_TEST(without_a_clock_there_is_no_limit);
}
