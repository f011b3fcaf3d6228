/* Runs the tests of the page in a real browser; the arguments are those of the other tests. Without Chromium it says so
 * and succeeds. */
#include <stdio.h>
#include <string.h>

#include "browser/browser.h"
#include "greatest.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
GREATEST_MAIN_DEFS();
#pragma GCC diagnostic pop

SUITE_EXTERN(board_page);
SUITE_EXTERN(board_view);
SUITE_EXTERN(board_story);
SUITE_EXTERN(single_page);
SUITE_EXTERN(single_view);
SUITE_EXTERN(single_story);

int main(int argc, char **argv) {
    char path[BROWSER_PATH_SIZE];
    if (!browser_find(path)) {
        puts("skipped: the tests in a browser (Chromium is not installed)");
        return EXIT_SUCCESS;
    }
    GREATEST_MAIN_BEGIN();
    RUN_SUITE(board_page);
    RUN_SUITE(board_view);
    RUN_SUITE(board_story);
    RUN_SUITE(single_page);
    RUN_SUITE(single_view);
    RUN_SUITE(single_story);
    GREATEST_PRINT_REPORT();

    struct greatest_report_t report;
    greatest_get_report(&report);
    printf("%u passed, %u failed\n", report.passed, report.failed);
    bool has_tested = report.passed + report.failed > 0 || GREATEST_LIST_ONLY();
    return report.failed > 0 || !has_tested ? EXIT_FAILURE : EXIT_SUCCESS;
}
