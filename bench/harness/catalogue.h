/* Positions to measure on, read from a suite and sorted by game.
 *
 * Owns the suite that it was read from. Read-only once read, so any thread may use it. */
#ifndef ROWAN_BENCH_HARNESS_CATALOGUE_H
#define ROWAN_BENCH_HARNESS_CATALOGUE_H

#include "harness/suite.h"
#include "rules/notation.h"

typedef struct {
    Setup setup;
    const SuitePosition *entry;
} CataloguePosition;

typedef struct {
    Suite suite;
    int count;
    CataloguePosition *positions; /* those of one game are together; games are in the order of the file */
} Catalogue;

/* All positions of the file, or those of one game. False with the reason if it cannot be read or has none. */
bool catalogue_read(Catalogue *catalogue, const char *path, const Game *only, Reason *why);
void catalogue_free(Catalogue *catalogue);

/* One past the last position that is of the same game as the one at `first`. */
int catalogue_game_end(const Catalogue *catalogue, int first);

#endif
