/* One run of a program with all its input at once, as a check: its exit status, and a text that must be in what it
 * says. To be used with CHECK_CALL, or as the last word of a test. */
#ifndef ROWAN_TESTS_SUPPORT_SAYS_H
#define ROWAN_TESTS_SUPPORT_SAYS_H

#include "greatest.h"

/* `command` as talk_begin has it. */
enum greatest_test_res says(const char *command, const char *input, int status, const char *expected);

#endif
