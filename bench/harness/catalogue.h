/* Positions to measure on, sorted by game. Owns the suite that it was read from; read-only once read. */
#ifndef ROWAN_BENCH_HARNESS_CATALOGUE_H
#define ROWAN_BENCH_HARNESS_CATALOGUE_H

#include "common/suite.h"
#include "rules/notation.h"

typedef struct {
    Diagram diagram;
    const SuitePosition *entry;
} Specimen;

typedef struct {
    Suite suite;
    int count;
    Specimen *specimens; /* those of a game stand together, games in the order of the file */
} Catalogue;

/* All positions of the file, or those of one game. False with the reason if it cannot be read, or holds none. */
bool catalogue_read(Catalogue *catalogue, const char *path, const Game *only, Reason *why);
void catalogue_free(Catalogue *catalogue);

/* One past the last specimen of the game of the one at `first`. */
int catalogue_game_end(const Catalogue *catalogue, int first);

#endif
