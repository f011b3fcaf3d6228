/* The options that every program of Rowan has: -h, --help and --version. */
#ifndef ROWAN_COMMON_COMMAND_LINE_H
#define ROWAN_COMMON_COMMAND_LINE_H

#include <stdbool.h>

/* True if one of these is among the arguments. Then the answer is printed, and *status is 0, or `failure` if it could
 * not be written. */
bool command_line_answers(int argc, char **argv, const char *program, const char *usage, int failure, int *status);

#endif
