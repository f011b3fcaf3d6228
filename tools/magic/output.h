/* What the program says about a figure, on standard output. Each function returns the exit status. */
#ifndef ROWAN_MAGIC_OUTPUT_H
#define ROWAN_MAGIC_OUTPUT_H

#include "magic/figure.h"

enum { EXIT_MAGIC, EXIT_NOT_MAGIC, EXIT_USAGE };

/* The magic figure of this order, or that there is none. */
int output_magic(int n, int d);
/* Which numbers and sums are right, and which are wrong. */
int output_check(const Figure *figure);

#endif
