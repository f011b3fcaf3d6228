/* What the suites consist of: the sections of each file, what their positions are made from, and how their values are
 * known. A read-only table. */
#ifndef ROWAN_SUITES_SUITE_SECTION_H
#define ROWAN_SUITES_SUITE_SECTION_H

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

#endif
