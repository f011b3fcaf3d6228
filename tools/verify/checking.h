/* The check itself, as people see it: the verdict with its time, and progress while it lasts. */
#ifndef ROWAN_VERIFY_CHECKING_H
#define ROWAN_VERIFY_CHECKING_H

#include <stdio.h>

#include "proof/proof.h"
#include "verify/arguments.h"

enum { EXIT_HOLDS, EXIT_REFUSED, EXIT_NOT_TRIED };

/* One line on standard error; returns EXIT_NOT_TRIED. */
int checking_complain(const char *what);

/* Reads and checks a proof and prints the verdict to `out`, or a complaint to standard error if there is none. Returns
 * the exit status; the proof is the caller's to release. */
int checking_run(const VerifyArguments *arguments, FILE *out, Proof *proof);

#endif
