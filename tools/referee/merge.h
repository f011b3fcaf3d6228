/* The parts of a tournament, which several machines have played, put together.
 *
 * Every part is a record whose command line is that of the others but for --part and what only concerns its machine:
 * where output goes, how many games at a time. Nothing is merged unless everything fits: a part of another tournament,
 * a game that is there twice and one that is missing are refused, with file and line. For the main thread. */
#ifndef ROWAN_REFEREE_MERGE_H
#define ROWAN_REFEREE_MERGE_H

#include "referee/collector.h"

typedef struct Merge Merge;

/* Reads the command lines of the parts. The paths must outlive it. NULL: something is wrong. */
Merge *merge_open(char *const paths[], int count, Reason *why);
/* The command line that the parts have in common, up to NULL. */
char *const *merge_common_arguments(const Merge *merge);
void merge_free(Merge *merge); /* NULL is fine */

/* Whether the record was begun by this command line, --part included, but for what only concerns the machine. */
bool merge_continues(const char *path, char *const arguments[], Reason *why);

/* Adds up the games of all parts, as a tournament in one piece would; writes them to a new record, if one is kept. */
TournamentEnd merge_collect(Merge *merge, const Collector *collector, Reason *why);

#endif
