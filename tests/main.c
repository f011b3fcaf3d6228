/* Runs the tests: all of them, or with -s SUITE and -t TEST those whose names contain these words. -v names each test,
 * -l only lists them. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "greatest.h"

/* The macros of greatest convert between types freely. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
GREATEST_MAIN_DEFS();
#pragma GCC diagnostic pop

/* Every suite, in one of three parts that run at the same time. */

/* clang-format off */

/* What computes. */
#define COMPUTING_SUITES(X) \
    X(text) X(clocks) X(rng) X(threads) X(game) X(magic) X(geometry) X(symmetry) X(board) X(notation) X(proof) \
    X(proof_refusals) X(proof_forms) X(verify) X(forged_proofs) X(second_checker) X(footprints) X(outlines) \
    X(campaign) X(blocks) X(rest) X(draws) X(cover) X(book) X(prove) X(exact) X(search) X(differential) X(contest) \
    X(table) X(limits) X(threats) X(bounds) X(evaluation) X(levels) X(textbook)

/* What the referee does, most of it waiting for engines. */
#define REFEREE_SUITES(X) \
    X(stats) X(ratings) X(openings) X(schedule) X(swiss_knockout) X(time_control) X(client_parse) X(record) X(pgn) \
    X(merging) X(sparring) X(standings) X(referee) X(referee_deadlines) X(held_up) X(referee_trust) X(referee_files) \
    X(referee_faults) X(common) X(processes) X(referee_settings) X(referee_options) X(compliance)

/* Conversations with the engine and the other programs. */
#define TALKING_SUITES(X) \
    X(protocol) X(protocol_search) X(protocol_errors) X(protocol_order) X(protocol_words) X(protocol_analysis) \
    X(explanations) X(analyse) X(protocol_input) X(transcripts) X(protocol_games) X(queries) X(multipv) X(fuzz) \
    X(protocol_document) X(documents) X(classic) X(magic_tool) X(play) X(play_dialogue) X(play_engines) \
    X(play_records) X(board_parsers) X(board_server) X(page_sources) X(benchmarks) X(programs) X(tools) \
    X(fault_injection)

/* clang-format on */

typedef struct {
    const char *name;
    greatest_suite_cb *run;
    int64_t wall_us;
} TimedSuite;

#define DECLARE(name) SUITE_EXTERN(name);
COMPUTING_SUITES(DECLARE)
REFEREE_SUITES(DECLARE)
TALKING_SUITES(DECLARE)

#define ROW(name) {#name, name, 0},
static TimedSuite computing[] = {COMPUTING_SUITES(ROW)}, referee_part[] = {REFEREE_SUITES(ROW)},
                  talking[] = {TALKING_SUITES(ROW)};

#define COUNT(suites) ((int)(sizeof(suites) / sizeof((suites)[0])))

static int slower_first(const void *a, const void *b) {
    int64_t a_us = ((const TimedSuite *)a)->wall_us, b_us = ((const TimedSuite *)b)->wall_us;
    return (a_us < b_us) - (a_us > b_us);
}

/* Greatest counts processor time, which says nothing about suites that wait. */
static void print_slowest(const char *part, TimedSuite *suites, int count) {
    enum { WORTH_SHOWING_US = 1000000 };
    int64_t all_us = 0;
    for (int i = 0; i < count; i++) all_us += suites[i].wall_us;
    if (all_us < WORTH_SHOWING_US) return;
    qsort(suites, (size_t)count, sizeof *suites, slower_first);
    printf("\n%7.1f s %s, by the clock; the suites of a second or more:\n", (double)all_us / 1e6, part);
    for (int i = 0; i < count && suites[i].wall_us >= WORTH_SHOWING_US; i++) {
        printf("%7.1f s %s\n", (double)suites[i].wall_us / 1e6, suites[i].name);
    }
}

/* ROWAN_TEST_PART is the name of a part, for a process of its own; without it one process runs all. */
static void run_part(const char *part, TimedSuite *suites, int count) {
    const char *wanted = getenv("ROWAN_TEST_PART");
    if (wanted != NULL && strcmp(wanted, part) != 0) return;
    for (int i = 0; i < count; i++) {
        int64_t begun_us = clock_now_us();
        greatest_run_suite(suites[i].run, suites[i].name);
        suites[i].wall_us = clock_now_us() - begun_us;
    }
    if (!GREATEST_LIST_ONLY()) print_slowest(part, suites, count);
}

int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    run_part("computing", computing, COUNT(computing));
    run_part("referee", referee_part, COUNT(referee_part));
    run_part("talking", talking, COUNT(talking));
    GREATEST_PRINT_REPORT();

    struct greatest_report_t report;
    greatest_get_report(&report);
    printf("%u passed, %u failed\n", report.passed, report.failed);
    /* A run without a single test, because of a misspelt filter for example, is a failure. */
    bool has_tested = report.passed + report.failed > 0 || GREATEST_LIST_ONLY();
    return report.failed > 0 || !has_tested ? EXIT_FAILURE : EXIT_SUCCESS;
}
