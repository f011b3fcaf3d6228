/* The bench: its statistics, its tables and plots, and the program with all its modes, run short. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/rng.h"
#include "core/search_trial.h"
#include "greatest.h"
#include "harness/engine_runs.h"
#include "harness/machine.h"
#include "harness/match_score.h"
#include "harness/plot.h"
#include "harness/results.h"
#include "harness/sample.h"
#include "harness/suite.h"
#include "support/build.h"
#include "support/program_run.h"
#include "support/programs.h"
#include "support/scratch.h"

static const char *const qubic = "x3/4/4/x2o//4/4/4/4//1o2/4/2o1/4//x2o/1x2/1xoo/o1xx x";

static Sample sample_of(const double values[], int count) {
    Sample sample = {0};
    for (int i = 0; i < count; i++) sample_add(&sample, values[i]);
    return sample;
}

TEST medians_and_deviations_agree_with_hand_calculation(void) {
    Sample odd = sample_of((const double[]){1, 1, 2, 2, 4, 6, 9}, 7), even = sample_of((const double[]){4, 1, 3, 2}, 4);
    Sample none = {0};
    ASSERT_EQ(2, sample_median(&odd));
    ASSERT_EQ(1, sample_mad(&odd));
    ASSERT_EQ(2.5, sample_median(&even));
    ASSERT_EQ(9, sample_max(&odd));
    ASSERT_EQ(2, sample_quantile(&even, 0.5));
    ASSERT_EQ(0, sample_median(&none));
    PASS();
}

TEST only_values_far_from_the_rest_are_outliers(void) {
    Sample sample = sample_of((const double[]){10, 10.1, 9.9, 20, 10.05, 9.95}, 6);
    for (int i = 0; i < sample.count; i++) ASSERT_EQ(i == 3, sample_is_outlier(&sample, i));
    PASS();
}

/* Nearly normal, mean 0. */
static double random_error(Rng *rng) {
    double sum = -6;
    for (int i = 0; i < 12; i++) sum += (double)(rng_next(rng) >> 11) / 9007199254740992.0;
    return sum;
}

/* 95% of the intervals of 8 values must contain the true mean: of 500 about 475, with a standard deviation of 5. */
TEST intervals_contain_the_true_mean_as_often_as_they_claim(void) {
    enum { SAMPLES = 500 };
    Rng rng = {.state = 42};
    int held = 0;
    for (int i = 0; i < SAMPLES; i++) {
        Sample sample = {0};
        for (int j = 0; j < 8; j++) sample_add(&sample, random_error(&rng));
        Interval interval = sample_mean_interval(&sample);
        ASSERT(interval.low <= interval.middle && interval.middle <= interval.high);
        held += interval.low <= 0 && 0 <= interval.high;
    }
    ASSERT_IN_RANGE(475, held, 17);
    PASS();
}

/* Counted in whole numbers, in rows of Pascal's triangle: of nine values the second, for 1 + 9 of 512 is less than 2.5%
 * and 1 + 9 + 36 is more. */
TEST the_median_lies_between_the_ranks_of_the_sign_test(void) {
    static const struct {
        int count, low, high;
    } cases[] = {{6, 1, 6}, {8, 1, 8}, {9, 2, 8}, {12, 3, 10}, {15, 4, 12}, {21, 6, 16}, {50, 18, 33}, {100, 40, 61}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Sample sample = {0};
        for (int rank = cases[i].count; rank >= 1; rank--) sample_add(&sample, rank);
        Interval interval = sample_median_interval(&sample);
        ASSERT_EQ(sample_median(&sample), interval.middle);
        ASSERT_EQ_FMT(cases[i].low, (int)interval.low, "%d");
        ASSERT_EQ_FMT(cases[i].high, (int)interval.high, "%d");
    }
    PASS();
}

TEST few_values_have_no_interval(void) {
    Sample none = {0}, three = sample_of((const double[]){1, 2, 3}, 3),
           five = sample_of((const double[]){1, 2, 3, 4, 5}, 5);
    Interval intervals[] = {sample_mean_interval(&three), sample_median_interval(&five), sample_median_interval(&none)};
    for (int i = 0; i < 3; i++) ASSERT(isinf(intervals[i].low) && isinf(intervals[i].high));
    PASS();
}

/* The ways counted by hand: of 8 results with 6 wins, 4 go to the second player; in C(6,2) of C(8,4) it gets both
 * losses. */
TEST chances_of_a_drop_agree_with_hand_calculation(void) {
    static const struct {
        MatchScore first, second;
        double chance;
    } cases[] = {
        {{4, 0, 0}, {2, 0, 2}, 15.0 / 70},
        {{4, 0, 0}, {0, 0, 4}, 1.0 / 70},
        {{4, 0, 0}, {4, 0, 0}, 1},
        {{3, 0, 1}, {3, 0, 1}, 55.0 / 70},
        {{0, 0, 4}, {4, 0, 0}, 1},
        {{2, 0, 0}, {0, 2, 0}, 1.0 / 6},
        {{1, 1, 0}, {0, 1, 1}, 2.0 / 6},
        {{8, 0, 0}, {1, 0, 7}, 9.0 / 12870},
        {{40, 0, 0}, {38, 0, 2}, 40.0 * 39 / (80 * 79)},
        {{0, 0, 0}, {0, 0, 0}, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ASSERT_IN_RANGE(cases[i].chance, match_score_drop_chance(&cases[i].first, &cases[i].second), 1e-12);
    }
    PASS();
}

static char *printed(const Results *results, ResultsFormat format) {
    enum { SIZE = 8192 };
    FILE *file = tmpfile();
    char *text = calloc(1, SIZE);
    if (file == NULL || text == NULL) abort();
    results_print(results, format, file);
    rewind(file);
    size_t length = fread(text, 1, SIZE - 1, file);
    text[length] = '\0';
    fclose(file);
    return text;
}

TEST tables_print_as_text_json_and_csv(void) {
    static const TableHead table = {"t", "A table", {"game", "nodes", "time ms"}, {"time: of day"}};
    static const struct {
        ResultsFormat format;
        const char *expected;
    } forms[] = {
        {RESULTS_AS_TEXT, "game        nodes  time ms\na, \"b\"  1,234,567        -\nlong          -12      0.5\n\n  "
                          "time: of day\n\nall well\n"},
        {RESULTS_AS_JSON, "{\"game\": \"a, \\\"b\\\"\", \"nodes\": 1234567, \"time ms\": null}"},
        {RESULTS_AS_CSV, "table,game,nodes,time ms\nt,\"a, \"\"b\"\"\",1234567,\nt,long,-12,0.5\n# all well\n"},
        {RESULTS_AS_JSON, "\"title\": \"A table\", \"summary\": \"all well\", \"rows\": ["},
    };
    Results *results = calloc(1, sizeof *results);
    ASSERT(results != NULL);
    results_init(results, "bench t");
    results_table(results, &table);
    results_text(results, "a, \"b\"");
    results_number(results, 1234567, 0);
    results_nothing(results);
    results_text(results, "long");
    results_number(results, -12, 0);
    results_number(results, 0.5, 1);
    results_summary(results, "all %s", "well");
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        char *text = printed(results, forms[i].format);
        if (strstr(text, forms[i].expected) == NULL) printf("\n%s", text);
        ASSERT(strstr(text, forms[i].expected) != NULL);
        free(text);
    }
    results_free(results);
    free(results);
    PASS();
}

/* Even of curves that end at the same point. */
TEST names_of_curves_do_not_overlap(void) {
    Plot *plot = calloc(1, sizeof *plot);
    ASSERT(plot != NULL);
    plot->x_label = plot->y_label = "";
    plot->y_is_logarithmic = true;
    for (int i = 0; i < 6; i++) {
        PlotCurve *curve = plot_curve(plot, "name");
        for (int x = 1; x < 5; x++) plot_point(curve, x, x * (1 + 1e-3 * i));
    }
    Reason why;
    ASSERT(plot_write(plot, scratch_file("plot.svg"), &why));
    char *text = scratch_text(scratch_file("plot.svg"));
    ASSERT(strncmp(text, "<svg ", 5) == 0 && strstr(text, "</svg>") != NULL);
    double y[6];
    int count = 0;
    for (const char *at = text; (at = strstr(at, "class=\"name\"")) != NULL; at++) {
        const char *value = strstr(at, " y=\"");
        ASSERT(value != NULL && count < 6);
        y[count++] = strtod(value + 4, NULL);
        for (int i = 0; i < count - 1; i++) ASSERT(fabs(y[i] - y[count - 1]) > 14);
    }
    ASSERT_EQ(6, count);
    free(text);
    free(plot);
    PASS();
}

TEST a_suite_groups_positions_by_game(void) {
    static const char text[] = "3/3/3 x ; value draw ; best - ; source none\n"
                               "5/5/5/5/5 x ; value draw ; best - ; source none\n"
                               "x2/3/3 o ; value draw ; best b2 ; source none\n";
    Suite suite;
    Reason why;
    Game square = {.n = 5, .d = 2}, cube = {.n = 4, .d = 3};
    ASSERT(scratch_write(scratch_file("mixed.txt"), text));
    ASSERT(suite_read(&suite, scratch_file("mixed.txt"), NULL, &why));
    ASSERT_EQ(3, suite.count);
    ASSERT_EQ(2, suite_game_end(&suite, 0));
    ASSERT_EQ(3, suite_game_end(&suite, 2));
    suite_free(&suite);
    ASSERT(suite_read(&suite, scratch_file("mixed.txt"), &square, &why));
    ASSERT_EQ(1, suite.count);
    suite_free(&suite);
    ASSERT_FALSE(suite_read(&suite, scratch_file("mixed.txt"), &cube, &why));
    PASS();
}

TEST a_repeated_trial_takes_the_same_nodes(void) {
    const char *fen = qubic;
    Setup setup;
    Board board;
    Reason why;
    TrialLimits limits = {.techniques = USE_ALL, .depth = 6, .nodes = UINT64_MAX, .time_us = INT64_MAX};
    static TrialResult once, again;
    ASSERT(setup_parse(&fen, &setup, &why));
    Trial *trial = trial_new(&setup.game, 1, 1);
    ASSERT(trial != NULL && setup_to_board(&setup, trial_grid(trial), &board, &why));
    trial_run(trial, &board, &limits, &once);
    trial_run(trial, &board, &limits, &again);
    ASSERT_EQ(once.total.nodes, again.total.nodes);
    ASSERT_EQ(6, once.depth);
    for (int depth = 2; depth <= 6; depth++) {
        ASSERT(once.at_depth[depth].nodes > once.at_depth[depth - 1].nodes);
        ASSERT_EQ(once.at_depth[depth].nodes, again.at_depth[depth].nodes);
    }
    trial_free(trial);
    PASS();
}

/* The program */

/* Its output, for the caller to free. */
static char *bench(const char *arguments, int *status) {
    char command[4096];
    snprintf(command, sizeof command, "bench %s", arguments);
    char *text = program_run(command, "", status);
    if (text == NULL) abort();
    return text;
}

static bool bench_says(const char *arguments, int status, const char *expected) {
    int found;
    char *text = bench(arguments, &found);
    bool fine = found == status && strstr(text, expected) != NULL;
    if (!fine) printf("\nbench %s: status %d\n%s\n", arguments, found, text);
    free(text);
    return fine;
}

TEST wrong_commands_are_refused_with_a_reason(void) {
    ASSERT(bench_says("sped", 2, "no mode 'sped'"));
    ASSERT(bench_says("speed --depht 3", 2, "unknown option '--depht'; did you mean --depth?"));
    ASSERT(bench_says("speed --depth", 2, "--depth needs a value"));
    ASSERT(bench_says("speed --depth 0", 2, "from 1 to"));
    ASSERT(bench_says("speed --threads 1,x", 2, "--threads"));
    ASSERT(bench_says("speed --file nowhere.txt", 2, "nowhere.txt"));
    ASSERT(bench_says("speed fast", 2, "unexpected argument 'fast'"));
    ASSERT(bench_says("compare one", 2, "two engines"));
    ASSERT(bench_says("strength --game 3x3", 2, "no opponent for this game"));
    ASSERT(bench_says("levels --game 7x7", 2, "not measured on this game"));
    ASSERT(bench_says("strength --game 5x5 --engine nowhere/rowan", 2, "nowhere/rowan"));
    ASSERT(bench_says("compare nowhere/a nowhere/b", 2, "nowhere/a"));
    ASSERT(bench_says("signature --depth 1 --signature nowhere/file", 2, "--write"));
    PASS();
}

/* Whatever the engine was told before. */
TEST the_bench_and_the_engine_have_the_same_signature(void) {
    char arguments[512], expected[64];
    int status;
    char *first = program_run("rowan", "bench 4\n", &status);
    char *second =
        program_run("rowan", "setoption name Threads value 2\nposition startpos moves a1a\nbench 4\n", &status);
    ASSERT(first != NULL && second != NULL);
    const char *last = strrchr(first, '\n');
    while (last > first && last[-1] != '\n') last--;
    long nodes = strtol(last, NULL, 10), speed = 0;
    ASSERT(sscanf(last, "%ld nodes %ld nps", &nodes, &speed) == 2 && nodes > 0 && speed > 0);
    snprintf(expected, sizeof expected, "\n%ld nodes ", nodes);
    ASSERT(strstr(second, expected) != NULL);
    snprintf(arguments, sizeof arguments, "signature --depth 4 --write --signature %s", scratch_file("signature"));
    snprintf(expected, sizeof expected, "signature %ld nodes", nodes);
    ASSERT(bench_says(arguments, 0, expected));
    snprintf(arguments, sizeof arguments, "signature --depth 4 --signature %s", scratch_file("signature"));
    ASSERT(bench_says(arguments, 0, "as in the file"));
    free(first);
    free(second);
    PASS();
}

TEST a_different_signature_is_exit_status_1(void) {
    char arguments[512], text[512];
    snprintf(text, sizeof text, "7 1 %s\n", qubic);
    ASSERT(scratch_write(scratch_file("other"), text));
    snprintf(arguments, sizeof arguments, "signature --depth 1 --signature %s", scratch_file("other"));
    ASSERT(bench_says(arguments, 1, "differs from the file"));
    PASS();
}

TEST results_say_how_to_repeat_them(void) {
    static const char arguments[] = "speed --game 5x5 --nodes 50 --repeats 1";
    ASSERT(bench_says(arguments, 0, "bench speed --game 5x5 --nodes 50 --repeats 1\n"));
    ASSERT(bench_says(arguments, 0, "\n--nodes 50 --seconds 1 --repeats 1 --hash 64\n"));
    ASSERT(bench_says(arguments, 0, "\nto quote: 5x5, 1 thread, "));
    PASS();
}

/* A commit that changes the search also changes bench/signature. */
TEST the_committed_signature_is_up_to_date(void) {
    ASSERT(bench_says("signature", 0, "as in the file"));
    PASS();
}

/* The figures of the CSV line that starts like this; false if there is none. */
static bool csv_row(const char *text, const char *start, double figures[3]) {
    const char *row = strstr(text, start);
    return row != NULL && sscanf(row + strlen(start), "%lf,%lf,%lf", &figures[0], &figures[1], &figures[2]) == 3;
}

/* An engine that answers `bench` with a line, refuses any Hash and does something before each move. */
static bool write_engine(const char *path, const char *bench_line, const char *before_move) {
    char text[1024];
    snprintf(text, sizeof text,
             "#!/bin/sh\n"
             "while read -r line; do case $line in\n"
             "bench*) echo '%s';;\n"
             "ugi) echo option name Hash type spin; echo ugiok;;\n"
             "setoption*) echo info string error too large;;\n"
             "isready) echo readyok;;\n"
             "go*) %s; echo info depth 1 nodes 9; echo bestmove a1a;;\n"
             "quit) exit;; esac; done\n",
             bench_line, before_move);
    return scratch_write(path, text) && chmod(path, 0755) == 0;
}

static bool compare_once(const char *engines, double figures[3]) {
    char arguments[2048];
    int status;
    snprintf(arguments, sizeof arguments, "compare %s --csv", engines);
    char *text = bench(arguments, &status);
    bool fine = status == 0 && csv_row(text, "\ncompare,bench,", figures);
    if (!fine) printf("\n%s", text);
    free(text);
    return fine;
}

/* One interval in twenty may miss, so there are three tries. */
TEST an_engine_is_as_fast_as_itself(void) {
    if (BUILT_TO_BE_SLOW) SKIP();
    double figures[3];
    bool held = false;
    for (int i = 0; i < 3 && !held; i++) {
        ASSERT(compare_once("%/rowan %/rowan --rounds 6 --depth 3 --nodes 100 --positions 1", figures));
        held = figures[1] <= 1 && 1 <= figures[2];
    }
    ASSERT(held);
    PASS();
}

/* Engines that count their own nodes per second. */
static bool write_two_engines(const char *first, const char *second, char engines[512]) {
    const char *paths[2] = {scratch_file("first-engine"), scratch_file("second-engine")};
    snprintf(engines, 512, "%s %s --rounds 4 --positions 1", paths[0], paths[1]);
    return write_engine(paths[0], first, ":") && write_engine(paths[1], second, ":");
}

TEST a_faster_engine_is_found_faster(void) {
    char engines[512];
    double figures[3];
    ASSERT(write_two_engines("9 nodes 2000 nps", "9 nodes 1000 nps", engines));
    ASSERT(compare_once(engines, figures));
    ASSERT_IN_RANGE(2, figures[0], 1e-3);
    ASSERT(figures[1] > 1);
    PASS();
}

TEST engines_with_different_signatures_get_no_verdict(void) {
    char engines[512], arguments[600];
    ASSERT(write_two_engines("9 nodes 2000 nps", "8 nodes 1000 nps", engines));
    snprintf(arguments, sizeof arguments, "compare %s --csv", engines);
    ASSERT(bench_says(arguments, 1, "\ncompare,bench,,,,no verdict,9,8,"));
    snprintf(arguments, sizeof arguments, "compare %s --force", engines);
    ASSERT(bench_says(arguments, 0, "A is faster"));
    PASS();
}

/* As many nodes, but another score. */
TEST engines_with_different_answers_get_no_verdict(void) {
    char arguments[512];
    const char *first = scratch_file("answers"), *second = scratch_file("answers-otherwise");
    ASSERT(write_engine(first, "", ":") && write_engine(second, "", "echo info score cp 5"));
    snprintf(arguments, sizeof arguments, "compare %s %s --rounds 4 --positions 1 --game 5x5x5 --csv", first, second);
    ASSERT(bench_says(arguments, 1, "\ncompare,5x5x5,,,,no verdict,9,9,"));
    PASS();
}

/* One engine does nothing before a move, the other counts first. */
TEST engines_are_compared_by_game(void) {
    char arguments[512];
    double figures[3];
    int status;
    const char *fast = scratch_file("fast"), *slow = scratch_file("slow");
    ASSERT(write_engine(fast, "9 nodes 9 nps", ":"));
    ASSERT(write_engine(slow, "9 nodes 9 nps", "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done"));
    snprintf(arguments, sizeof arguments, "compare %s %s --rounds 4 --positions 1 --game 5x5x5 --csv", slow, fast);
    ASSERT(bench_says(arguments, 0, "\ncompare,5x5x5,,,,too few nodes,9,9,"));
    strcat(arguments, " --force");
    char *text = bench(arguments, &status);
    ASSERT_EQ(0, status);
    ASSERT(csv_row(text, "\ncompare,5x5x5,", figures));
    ASSERT(figures[2] < 1);
    ASSERT(strstr(text, "\ncompare,bench,") == NULL && strstr(text, "\ncompare,4x4x4,") == NULL);
    free(text);
    ASSERT(bench_says("compare %/rowan %/rowan --rounds 4 --positions 1 --nodes 100 --depth 1 --csv", 0,
                      "\ncompare,8x8x8:score,"));
    PASS();
}

/* Each has a row and a curve, and alpha-beta takes fewer nodes than minimax. */
TEST the_ladder_has_a_rung_for_each_technique(void) {
    static const char *const names[] = {"minimax",    "alpha-beta",       "plus ordering",
                                        "plus table", "plus forced wins", "plus bounds"};
    char arguments[512];
    double minimax[3], alphabeta[3];
    int status;
    snprintf(arguments, sizeof arguments, "ladder --positions 2 --depth 3 --csv --svg %s", scratch_file("ladder.svg"));
    char *text = bench(arguments, &status), *svg = scratch_text(scratch_file("ladder.svg"));
    ASSERT_EQ(0, status);
    ASSERT(csv_row(text, "\nnodes,minimax,", minimax) && csv_row(text, "\nnodes,alpha-beta,", alphabeta));
    ASSERT(minimax[0] == alphabeta[0] && minimax[1] > alphabeta[1] && minimax[2] > alphabeta[2]);
    for (int i = 0; i < 6; i++) ASSERT(strstr(text, names[i]) != NULL && strstr(svg, names[i]) != NULL);
    free(text);
    free(svg);
    PASS();
}

TEST solve_tells_right_values_from_wrong_ones(void) {
    char arguments[512];
    ASSERT(scratch_write(scratch_file("right.txt"), "xx1/oo1/3 x ; value win 1 ; best c1 ; source none\n"
                                                    "3/3/3 x score ; value 0 ; best - ; source none\n"));
    ASSERT(scratch_write(scratch_file("wrong.txt"), "xx1/oo1/3 x ; value loss 2 ; best a3 ; source none\n"));
    snprintf(arguments, sizeof arguments, "solve %s", scratch_file("right.txt"));
    ASSERT(bench_says(arguments, 0, "2       2      0       1          1"));
    snprintf(arguments, sizeof arguments, "solve %s", scratch_file("wrong.txt"));
    ASSERT(bench_says(arguments, 1, "WRONG"));
    ASSERT(bench_says("solve bench/positions/starts.txt", 0, "15      15      0"));
    PASS();
}

TEST solve_shows_nothing_where_nothing_is_known(void) {
    ASSERT(bench_says("solve bench/midgames/points20.txt --nodes 1000 --csv", 0, "\nsolve,points20.txt,8,0,0,0,,,,,"));
    PASS();
}

TEST games_are_proven(void) {
    int status;
    char *text = bench("prove 3x3x3 5x5 3x3:score --csv", &status);
    ASSERT_EQ(0, status);
    ASSERT(strstr(text, "\nprove,3x3x3,1,X wins,") != NULL);
    ASSERT(strstr(text, "\nprove,5x5,1,draw,") != NULL);
    ASSERT(strstr(text, "\nprove,3x3:score,1,+0 for X,") != NULL);
    free(text);
    PASS();
}

/* The value is part of what the command takes. */
TEST whole_commands_are_timed(void) {
    double figures[3];
    int status;
    char *text = bench("commands 3x3x3 5x5 --repeats 1 --csv", &status);
    ASSERT_EQ(0, status);
    ASSERT(csv_row(text, "\ncommands,3x3x3,1,", figures) && csv_row(text, "\ncommands,5x5,1,", figures));
    free(text);
    ASSERT(bench_says("commands 3x3x3 --engine nowhere/rowan", 2, "nowhere/solve"));
    PASS();
}

/* `true` is no engine, so the instructions per node cannot be counted. */
TEST speed_and_depth_have_a_row_for_each_number_of_threads(void) {
    char arguments[512];
    int status;
    snprintf(arguments, sizeof arguments,
             "speed --game 4x4x4 --positions 1 --repeats 1 --nodes 2000 --threads 1,2 --engine true --csv --svg %s",
             scratch_file("speed.svg"));
    char *text = bench(arguments, &status);
    ASSERT_EQ(0, status);
    ASSERT(strstr(text, "\nspeed,4x4x4,1,1,") != NULL && strstr(text, "\nspeed,4x4x4,2,1,") != NULL);
    ASSERT(strstr(text, "instructions per node: not counted") != NULL);
    free(text);
    text = bench("depth --game 6x6x6 --positions 1 --repeats 1 --depth 2 --threads 1,2 --csv", &status);
    ASSERT_EQ(0, status);
    ASSERT(strstr(text, "\ndepth,6x6x6,1,2,1 of 1,") != NULL && strstr(text, "\ndepth,6x6x6,2,2,1 of 1,") != NULL);
    free(text);
    PASS();
}

TEST latency_is_measured_for_every_answer(void) {
    static const char *const rows[] = {"isready to readyok", "isready to readyok in a search",
                                       "go depth 1",         "stop to bestmove",
                                       "10 ms on the clock", "50 ms on the clock"};
    int status;
    char *text = bench("latency --repeats 2", &status);
    ASSERT_EQ(0, status);
    for (int i = 0; i < 6; i++) ASSERT(strstr(text, rows[i]) != NULL);
    free(text);
    PASS();
}

static bool write_script(const char *path, const char *format, const char *program) {
    char text[1024], program_at[PROGRAM_PATH_SIZE];
    program_path(program, program_at);
    snprintf(text, sizeof text, format, program_at);
    return scratch_write(path, text) && chmod(path, 0755) == 0;
}

/* An engine that sleeps is late by the wall clock alone; one that computes, also by processor time. */
TEST overruns_are_counted_by_both_clocks(void) {
    static const char row[] = "\noverrun,4x4x4,2,";
    char arguments[512];
    double asleep[3], at_work[3];
    int status;
    ASSERT(write_engine(scratch_file("asleep"), "", "sleep 0.1"));
    ASSERT(write_engine(scratch_file("at-work"), "", "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done"));
    snprintf(arguments, sizeof arguments, "overrun --game 4x4x4 --positions 2 --csv --engine %s",
             scratch_file("asleep"));
    char *text = bench(arguments, &status);
    ASSERT_EQ(0, status);
    ASSERT(csv_row(text, row, asleep));
    ASSERT(asleep[1] >= 99 && asleep[0] < asleep[1]);
    free(text);
    snprintf(arguments, sizeof arguments, "overrun --game 4x4x4 --positions 2 --csv --engine %s",
             scratch_file("at-work"));
    text = bench(arguments, &status);
    ASSERT_EQ(0, status);
    ASSERT(csv_row(text, row, at_work));
    ASSERT(at_work[0] > 1);
    free(text);
    PASS();
}

TEST overruns_have_a_row_for_each_kind_of_board(void) {
    static const char *const rows[] = {"\noverrun,3x3,1,",     "\noverrun,15x15,1,", "\noverrun,8x8x8:score,1,",
                                       "\noverrun,4x4x4x4,1,", "\noverrun,7x7x7,1,", "\noverrun,7x7x7:magic,1,",
                                       "\noverrun,3x3x3x3,1,", "\n# longest: "};
    int status;
    char *text = bench("overrun --positions 1 --csv", &status);
    ASSERT_EQ(0, status);
    for (int i = 0; i < 8; i++) ASSERT(strstr(text, rows[i]) != NULL);
    free(text);
    PASS();
}

/* The least of several tries, as other programs on the machine make some of them longer. In processor time, all of it:
 * with movetime 1 the engine has no more than that to do. */
static double least_cpu_ms(Client *client, const char *game, const char *moves) {
    enum { TRIES = 5 };
    double least_ms = INFINITY;
    ClientAnswer answer;
    for (int i = 0; i < TRIES; i++) {
        bool fine = client_set_option(client, "Game", game) == CLIENT_OK && client_new_game(client) == CLIENT_OK &&
                    client_position(client, NULL, moves) == CLIENT_OK && client_ready(client) == CLIENT_OK;
        int64_t begun_us = machine_child_cpu_us(client_pid(client));
        if (!fine || client_go(client, "movetime 1", 10000, &answer) != CLIENT_OK) return INFINITY;
        least_ms = fmin(least_ms, (double)(machine_child_cpu_us(client_pid(client)) - begun_us) / 1000);
    }
    return least_ms;
}

/* Each of these took 5 to 20 ms: the answer to a first attack, games inside blocks, moves that leave a pairing. */
TEST movetime_is_kept_where_draws_are_looked_for(void) {
    static const struct {
        const char *game, *moves;
    } searches[] = {
        {"6x6x6", "a1a"},
        {"6x6x6", "f6f"},
        {"7x7x7", "b1a"},
        {"7x7x7", "b4d a2d a3g g1g b1a e2g f4d f5a e2d g5d c2d b1f a3d d7b d7e g6b b5a f5c e2a b6d d2e c2a"},
    };
    char path[PROGRAM_PATH_SIZE];
    Reason why;
    program_path("rowan", path);
    Client *client = engine_runs_client(path, &why);
    ASSERT(client != NULL && client_set_option(client, "UseProofs", "true") == CLIENT_OK);
    for (int i = 0; i < 4; i++) {
        ASSERTm(searches[i].moves, least_cpu_ms(client, searches[i].game, searches[i].moves) < 3);
    }
    client_free(client);
    PASS();
}

TEST the_first_search_is_measured_by_size_of_the_table(void) {
    double figures[3];
    int status;
    char *text = bench("first --game 4x4x4 --hash 2 --repeats 2 --csv", &status);
    ASSERT_EQ(0, status);
    ASSERT(csv_row(text, "\nfirst,2,2,", figures));
    ASSERT(figures[0] > 0 && figures[2] > 0);
    free(text);
    PASS();
}

TEST a_refused_table_is_a_note(void) {
    char arguments[512];
    ASSERT(write_engine(scratch_file("refuses"), "", ":"));
    snprintf(arguments, sizeof arguments, "first --hash 7 --repeats 2 --engine %s", scratch_file("refuses"));
    ASSERT(bench_says(arguments, 0, "Hash 7: too large"));
    PASS();
}

/* Two games against a random mover: here it only matters that they are played and counted. */
TEST wdl_plays_games_and_fits_the_chances(void) {
    ASSERT(bench_says("wdl --game 5x5x5 --rounds 2 --nodes 100 --csv", 0, "wdl,5x5x5,"));
    PASS();
}

TEST strength_plays_the_games_and_counts_them(void) {
    ASSERT(bench_says("strength --game 5x5 --rounds 1 --nodes 200 --csv", 0, "5x5,random,no,2,"));
    ASSERT(bench_says("strength --game 5x5 --rounds 2 --nodes 200", 0,
                      "\n200 nodes a move; 2 random openings of 2 plies, played from both sides\n"));
    PASS();
}

TEST levels_play_the_same_opponents_and_are_compared(void) {
    ASSERT(bench_says("levels --game 3x3 --rounds 1 --nodes 200 --csv", 0, "3x3,alphabeta 3,2,"));
    ASSERT(
        bench_says("levels --game 3x3 --rounds 1 --nodes 200", 0, "\n200 nodes a move; 1 random opening of 2 plies,"));
    ASSERT(bench_says("levels --game 3x3 --rounds 1 --nodes 200", 0, "\n0 of 5 rows are not a ladder\n"));
    PASS();
}

/* An engine whose easy level plays like a master and all others like easy, beside the sparring partners. */
static bool make_upside_down_engine(const char *path) {
    static const char engine[] = "#!/bin/sh\n"
                                 "while read -r line; do case $line in\n"
                                 "*easy) echo \"${line%%easy}master\";;\n"
                                 "*medium | *hard | *master) echo \"${line%% *} easy\";;\n"
                                 "*) echo \"$line\";; esac; done | '%s'\n";
    return write_script(path, engine, "rowan") &&
           write_script(scratch_file("sparring"), "#!/bin/sh\nexec '%s' \"$@\"\n", "sparring");
}

TEST levels_that_are_no_ladder_are_exit_status_1(void) {
    char arguments[512];
    const char *path = scratch_file("upside-down");
    ASSERT(make_upside_down_engine(path));
    snprintf(arguments, sizeof arguments, "levels --game 4x4x4 --nodes 2000 --rounds 6 --engine %s", path);
    ASSERT(bench_says(arguments, 1, " of 5 rows are not a ladder\n"));
    PASS();
}

SUITE(benchmarks) {
    RUN_TEST(medians_and_deviations_agree_with_hand_calculation);
    RUN_TEST(only_values_far_from_the_rest_are_outliers);
    RUN_TEST(intervals_contain_the_true_mean_as_often_as_they_claim);
    RUN_TEST(the_median_lies_between_the_ranks_of_the_sign_test);
    RUN_TEST(few_values_have_no_interval);
    RUN_TEST(chances_of_a_drop_agree_with_hand_calculation);
    RUN_TEST(tables_print_as_text_json_and_csv);
    RUN_TEST(names_of_curves_do_not_overlap);
    RUN_TEST(a_suite_groups_positions_by_game);
    RUN_TEST(a_repeated_trial_takes_the_same_nodes);
    RUN_TEST(wrong_commands_are_refused_with_a_reason);
    RUN_TEST(the_bench_and_the_engine_have_the_same_signature);
    RUN_TEST(a_different_signature_is_exit_status_1);
    RUN_TEST(results_say_how_to_repeat_them);
    RUN_TEST(the_committed_signature_is_up_to_date);
    RUN_TEST(an_engine_is_as_fast_as_itself);
    RUN_TEST(a_faster_engine_is_found_faster);
    RUN_TEST(engines_with_different_signatures_get_no_verdict);
    RUN_TEST(engines_with_different_answers_get_no_verdict);
    RUN_TEST(engines_are_compared_by_game);
    RUN_TEST(the_ladder_has_a_rung_for_each_technique);
    RUN_TEST(solve_tells_right_values_from_wrong_ones);
    RUN_TEST(solve_shows_nothing_where_nothing_is_known);
    RUN_TEST(games_are_proven);
    RUN_TEST(whole_commands_are_timed);
    RUN_TEST(speed_and_depth_have_a_row_for_each_number_of_threads);
    RUN_TEST(latency_is_measured_for_every_answer);
    RUN_TEST(overruns_are_counted_by_both_clocks);
    RUN_TEST(overruns_have_a_row_for_each_kind_of_board);
    if (!BUILT_TO_BE_SLOW) RUN_TEST(movetime_is_kept_where_draws_are_looked_for);
    RUN_TEST(the_first_search_is_measured_by_size_of_the_table);
    RUN_TEST(a_refused_table_is_a_note);
    RUN_TEST(wdl_plays_games_and_fits_the_chances);
    RUN_TEST(strength_plays_the_games_and_counts_them);
    RUN_TEST(levels_play_the_same_opponents_and_are_compared);
    RUN_TEST(levels_that_are_no_ladder_are_exit_status_1);
}
