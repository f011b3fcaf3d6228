/* A position of a suite and what is known about it: found without the engine, by brute force or by a proof
 * (tests/reference). */
#ifndef ROWAN_SUITES_SUITE_ENTRY_H
#define ROWAN_SUITES_SUITE_ENTRY_H

#include <stdio.h>

#include "reference/reference.h"
#include "suites/suite_spec.h"

typedef struct {
    RefPosition position;
    RefValue value;
    bool has_distance; /* under line: value.plies is known */
    bool best_is_known;
    const char *source;
} SuiteEntry;

/* Finds the value of entry->position by the evidence that the section names; false if there is none. With
 * BY_THREATS_MET the position becomes the one after the first move. */
bool suite_entry_establish(SuiteEntry *entry, const SuiteSection *section);
/* As a line of the file; bench/harness/suite.h has the format. */
void suite_entry_print(FILE *file, const SuiteEntry *entry, const SuiteSection *section);

#endif
