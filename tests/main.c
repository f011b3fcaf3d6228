/* Runs all suites: `build/tests`, or `build/tests -s <suite> -t <test>` for some of them; -v tells about each test. */
#include <stdio.h>

#include "greatest.h"

/* The macros of greatest convert freely. */
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
SUITE_EXTERN(exact);
SUITE_EXTERN(documents);
SUITE_EXTERN(classic);
SUITE_EXTERN(magic_tool);
SUITE_EXTERN(play);

int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
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
    RUN_SUITE(exact);
    RUN_SUITE(documents);
    RUN_SUITE(classic);
    RUN_SUITE(magic_tool);
    RUN_SUITE(play);
    GREATEST_PRINT_REPORT();

    struct greatest_report_t report;
    greatest_get_report(&report);
    printf("%u passed, %u failed\n", report.passed, report.failed);
    return report.failed > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
