/* What the suites consist of: for each file its game and its sections, and for each section what its positions are made
 * from and how their values are known. Read-only tables. */
#ifndef ROWAN_SUITES_SUITE_SPEC_H
#define ROWAN_SUITES_SUITE_SPEC_H

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
    const char *title;
    int wanted;
    int stones_min, stones_max;
    Origin origin;
    Evidence evidence;
    int plies_min; /* of forced wins */
} SuiteSection;

enum { SECTIONS_MAX = 8, KNOWN_MAX = 4 };

typedef struct {
    const char *name; /* of the file, without .txt */
    const char *game;
    const char *known[KNOWN_MAX];        /* lines to be written as they are */
    SuiteSection sections[SECTIONS_MAX]; /* ends before one without positions */
} SuiteSpec;

/* The last one has no name. */
extern const SuiteSpec suite_specs[];

#endif
