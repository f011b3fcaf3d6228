/* One run of any program: all its input at once, then all its output and its exit status.
 *
 * For a conversation in which an answer depends on what came before there is session.h; to drive the engine by its
 * protocol, host.h. For one thread. */
#ifndef ROWAN_TESTS_SUPPORT_PROGRAM_RUN_H
#define ROWAN_TESTS_SUPPORT_PROGRAM_RUN_H

#include "greatest.h"

/* Through pipes. `command` is split as programs.h says. The output, standard error included, to be freed; NULL if the
 * program could not be run. */
char *program_run(const char *command, const char *input, int *status);

/* The same as a check, for CHECK_CALL or as the last line of a test: the program ends with that status, and the
 * expected text is in its output. */
enum greatest_test_res program_says(const char *command, const char *input, int status, const char *expected);

#endif
