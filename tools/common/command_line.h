/* What every program of Rowan answers on its command line in the same way: -h, --help and --version. */
#ifndef ROWAN_COMMON_COMMAND_LINE_H
#define ROWAN_COMMON_COMMAND_LINE_H

#include <stdbool.h>

/* If one of these is among the arguments: prints the answer, sets *status to 0, or to `failure` if it could not be
 * written, and returns true. */
bool command_line_answers(int argc, char **argv, const char *program, const char *usage, int failure, int *status);

#endif
