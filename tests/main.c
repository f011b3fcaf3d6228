/* Runs the tests: all of them, or with -s SUITE and -t TEST those whose names contain these words. -v names each test,
 * -l only lists them. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "greatest.h"

/* The macros of greatest convert between types freely. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
GREATEST_MAIN_DEFS();
#pragma GCC diagnostic pop

SUITE_EXTERN(text);
SUITE_EXTERN(clocks);
SUITE_EXTERN(rng);
SUITE_EXTERN(threads);
SUITE_EXTERN(game);
SUITE_EXTERN(magic);
SUITE_EXTERN(geometry);
SUITE_EXTERN(symmetry);
SUITE_EXTERN(board);
SUITE_EXTERN(notation);
SUITE_EXTERN(proof);
SUITE_EXTERN(proof_refusals);
SUITE_EXTERN(verify);
SUITE_EXTERN(forged_proofs);
SUITE_EXTERN(outlines);
SUITE_EXTERN(campaign);
SUITE_EXTERN(blocks);
SUITE_EXTERN(draws);
SUITE_EXTERN(cover);
SUITE_EXTERN(book);
SUITE_EXTERN(prove);
SUITE_EXTERN(exact);
SUITE_EXTERN(search);
SUITE_EXTERN(differential);
SUITE_EXTERN(contest);
SUITE_EXTERN(table);
SUITE_EXTERN(limits);
SUITE_EXTERN(threats);
SUITE_EXTERN(bounds);
SUITE_EXTERN(evaluation);
SUITE_EXTERN(levels);
SUITE_EXTERN(textbook);
SUITE_EXTERN(stats);
SUITE_EXTERN(ratings);
SUITE_EXTERN(openings);
SUITE_EXTERN(schedule);
SUITE_EXTERN(pairing_rules);
SUITE_EXTERN(time_control);
SUITE_EXTERN(client_parse);
SUITE_EXTERN(record);
SUITE_EXTERN(pgn);
SUITE_EXTERN(merging);
SUITE_EXTERN(sparring);
SUITE_EXTERN(standings);
SUITE_EXTERN(referee);
SUITE_EXTERN(referee_deadlines);
SUITE_EXTERN(referee_trust);
SUITE_EXTERN(referee_files);
SUITE_EXTERN(referee_faults);
SUITE_EXTERN(referee_settings);
SUITE_EXTERN(common);
SUITE_EXTERN(processes);
SUITE_EXTERN(referee_options);
SUITE_EXTERN(compliance);
SUITE_EXTERN(protocol);
SUITE_EXTERN(protocol_search);
SUITE_EXTERN(protocol_errors);
SUITE_EXTERN(protocol_order);
SUITE_EXTERN(protocol_words);
SUITE_EXTERN(protocol_analysis);
SUITE_EXTERN(explanations);
SUITE_EXTERN(analyse);
SUITE_EXTERN(protocol_input);
SUITE_EXTERN(transcripts);
SUITE_EXTERN(protocol_games);
SUITE_EXTERN(queries);
SUITE_EXTERN(multipv);
SUITE_EXTERN(fuzz);
SUITE_EXTERN(documents);
SUITE_EXTERN(protocol_document);
SUITE_EXTERN(classic);
SUITE_EXTERN(magic_tool);
SUITE_EXTERN(play);
SUITE_EXTERN(play_dialogue);
SUITE_EXTERN(play_engines);
SUITE_EXTERN(play_records);
SUITE_EXTERN(board_parsers);
SUITE_EXTERN(board_server);
SUITE_EXTERN(page_sources);
SUITE_EXTERN(benchmarks);
SUITE_EXTERN(programs);
SUITE_EXTERN(tools);
SUITE_EXTERN(fault_injection);

/* What computes. */
static void run_first_half(void) {
    RUN_SUITE(text);
    RUN_SUITE(clocks);
    RUN_SUITE(rng);
    RUN_SUITE(threads);
    RUN_SUITE(game);
    RUN_SUITE(magic);
    RUN_SUITE(geometry);
    RUN_SUITE(symmetry);
    RUN_SUITE(board);
    RUN_SUITE(notation);
    RUN_SUITE(proof);
    RUN_SUITE(proof_refusals);
    RUN_SUITE(verify);
    RUN_SUITE(forged_proofs);
    RUN_SUITE(outlines);
    RUN_SUITE(campaign);
    RUN_SUITE(blocks);
    RUN_SUITE(draws);
    RUN_SUITE(cover);
    RUN_SUITE(book);
    RUN_SUITE(prove);
    RUN_SUITE(exact);
    RUN_SUITE(search);
    RUN_SUITE(differential);
    RUN_SUITE(contest);
    RUN_SUITE(table);
    RUN_SUITE(limits);
    RUN_SUITE(threats);
    RUN_SUITE(bounds);
    RUN_SUITE(evaluation);
    RUN_SUITE(levels);
    RUN_SUITE(textbook);
}

/* What mostly waits for programs. */
static void run_second_half(void) {
    RUN_SUITE(stats);
    RUN_SUITE(ratings);
    RUN_SUITE(openings);
    RUN_SUITE(schedule);
    RUN_SUITE(pairing_rules);
    RUN_SUITE(time_control);
    RUN_SUITE(client_parse);
    RUN_SUITE(record);
    RUN_SUITE(pgn);
    RUN_SUITE(merging);
    RUN_SUITE(sparring);
    RUN_SUITE(standings);
    RUN_SUITE(referee);
    RUN_SUITE(referee_deadlines);
    RUN_SUITE(referee_trust);
    RUN_SUITE(referee_files);
    RUN_SUITE(referee_faults);
    RUN_SUITE(common);
    RUN_SUITE(processes);
    RUN_SUITE(referee_settings);
    RUN_SUITE(referee_options);
    RUN_SUITE(compliance);
    RUN_SUITE(protocol);
    RUN_SUITE(protocol_search);
    RUN_SUITE(protocol_errors);
    RUN_SUITE(protocol_order);
    RUN_SUITE(protocol_words);
    RUN_SUITE(protocol_analysis);
    RUN_SUITE(explanations);
    RUN_SUITE(analyse);
    RUN_SUITE(protocol_input);
    RUN_SUITE(transcripts);
    RUN_SUITE(protocol_games);
    RUN_SUITE(queries);
    RUN_SUITE(multipv);
    RUN_SUITE(fuzz);
    RUN_SUITE(protocol_document);
    RUN_SUITE(documents);
    RUN_SUITE(classic);
    RUN_SUITE(magic_tool);
    RUN_SUITE(play);
    RUN_SUITE(play_dialogue);
    RUN_SUITE(play_engines);
    RUN_SUITE(play_records);
    RUN_SUITE(board_parsers);
    RUN_SUITE(board_server);
    RUN_SUITE(page_sources);
    RUN_SUITE(benchmarks);
    RUN_SUITE(programs);
    RUN_SUITE(tools);
    RUN_SUITE(fault_injection);
}

/* ROWAN_TEST_HALF is 1 or 2, for two processes at the same time; without it one process runs all. */
static bool is_wanted(const char *half) {
    const char *wanted = getenv("ROWAN_TEST_HALF");
    return wanted == NULL || strcmp(wanted, half) == 0;
}

int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
    if (is_wanted("1")) run_first_half();
    if (is_wanted("2")) run_second_half();
    GREATEST_PRINT_REPORT();

    struct greatest_report_t report;
    greatest_get_report(&report);
    printf("%u passed, %u failed\n", report.passed, report.failed);
    /* A run without a single test, because of a misspelt filter for example, is a failure. */
    bool has_tested = report.passed + report.failed > 0 || GREATEST_LIST_ONLY();
    return report.failed > 0 || !has_tested ? EXIT_FAILURE : EXIT_SUCCESS;
}
