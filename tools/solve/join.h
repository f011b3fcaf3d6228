/* The command --join: puts the proofs of the jobs of a folder together into one. */
#ifndef ROWAN_SOLVE_JOIN_H
#define ROWAN_SOLVE_JOIN_H

#include "solve/arguments.h"

/* What is missing or wrong is printed, with the names of the files; *is_whole tells if nothing was, and the proof, if
 * one was asked for, is checked and written. False, with the reason, if the folder cannot be used or written to. */
bool join_run(const SolveArguments *arguments, const char *program, bool *is_whole, Reason *why);

#endif
