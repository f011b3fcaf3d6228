/* What the suites consist of, and their random positions, which depend on a seed alone. What is known of a position is
 * found without the engine, by brute force or by a proof (tests/reference). */
#ifndef ROWAN_SUITES_SUITES_H
#define ROWAN_SUITES_SUITES_H

#include <stdio.h>

#include "base/text.h"
#include "reference/reference.h"

/* Where positions come from. */
typedef enum {
    PLAYED, /* random play that never gives a win away at once */
    BUILT,  /* lines nearly completed by either side, among random stones: by chance alone large boards have none */
    CHAIN,  /* lines in a chain: a stone on one leaves the next with two empty cells. A long forced win */
} Origin;

/* Why a value is known. */
typedef enum {
    BY_REFERENCE,   /* brute force */
    BY_PAIRING,     /* a draw */
    BY_THREATS,     /* a win for the side to move */
    BY_THREATS_MET, /* a loss: the position after the first move of such a win */
    BY_REPLIES,     /* a loss: every move leaves the other side a win by threats */
    BY_QUIET_MOVE,  /* a win: no threats alone do it, but some move leads to such a loss */
    NOT_KNOWN,      /* no forced win in sight for either side: a midgame to be searched */
} Evidence;

typedef struct {
    const char *suite; /* the file, without .txt; from its first digit on it is a game, with - for the colon */
    const char *title;
    int wanted; /* positions; 0: the title is a line to be written as it is */
    int stones_min, stones_max;
    Origin origin;
    Evidence evidence;
    int plies_min; /* of forced wins */
} SuiteSection;

/* Those of a suite are together. The last one is of none. */
extern const SuiteSection suite_sections[];

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

/* Prints puzzles for the board in the browser, sorted by number of threats within each board: the positions of these
 * suites in which the side to move wins by threats alone. False, with a reason, if a suite cannot be read. */
bool suites_print_puzzles(char *const paths[], int count, Reason *why);

#endif
