/* The end of a tournament: last words to people, files for programs, and the exit status. For the main thread. */
#ifndef ROWAN_REFEREE_TOURNAMENT_END_H
#define ROWAN_REFEREE_TOURNAMENT_END_H

#include "referee/collector.h"

enum { EXIT_DONE = 0, EXIT_FAULT = 1, EXIT_UNDECIDED = 1, EXIT_USAGE = 2, EXIT_FAILED = 3, EXIT_BY_SIGNAL = 128 };

/* Prints the results and what ended the tournament, finishes its files, and returns the exit status. The program is
 * named in the command that resumes the tournament; the reason is that of an end that has one. */
int tournament_end_conclude(const Collector *collector, const char *program, TournamentEnd end, const Reason *why);

#endif
