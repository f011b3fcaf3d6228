/* A random position of a suite, which depends on a seed alone, and what is known about it: found without the engine, by
 * brute force or by a proof (tests/reference). */
#ifndef ROWAN_SUITES_SUITE_ENTRY_H
#define ROWAN_SUITES_SUITE_ENTRY_H

#include <stdio.h>

#include "reference/reference.h"
#include "suites/suite_section.h"

typedef struct {
    RefPosition position;
    RefValue value;
    bool has_distance; /* under line: value.plies is known */
    bool best_is_known;
    const char *source;
} SuiteEntry;

/* As the section wants it, undecided, with its value by the evidence that the section names. Steps the seed. False if
 * this attempt led to nothing. */
bool suite_entry_make(SuiteEntry *entry, const RefGame *game, const SuiteSection *section, uint64_t *seed);
/* As a line of the file; bench/harness/suite.h has the format. */
void suite_entry_print(FILE *file, const SuiteEntry *entry, const SuiteSection *section);

#endif
