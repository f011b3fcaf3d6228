/* One visit to the board in the browser, from start to end: the page is loaded, an engine is asked for a move, the
 * program is ended as by Ctrl-C. Whatever fails on the way is let be. For one thread. */
#ifndef ROWAN_TESTS_SUPPORT_BOARD_VISIT_H
#define ROWAN_TESTS_SUPPORT_BOARD_VISIT_H

/* `command` is split as programs.h says; the input is not used. All that the program printed, to be freed; NULL if it
 * could not be run. */
char *board_visit(const char *command, const char *input, int *status);

#endif
