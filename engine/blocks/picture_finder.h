/* Finds a picture that holds a side: blocks by annealing (blocks/block_packing.h), what they leave by search
 * (blocks/rest.h). The proof checker shares no code with any of this.
 *
 * Where the defender is to move, its replies are worth what a packing costs after them. The heaviest get a short
 * annealing each, the cheapest of them come first and get several pictures, by different costs. The search looks at the
 * pictures in rounds, at many for a moment and at few, the cheapest, for long. */
#ifndef ROWAN_BLOCKS_PICTURE_FINDER_H
#define ROWAN_BLOCKS_PICTURE_FINDER_H

#include <stdatomic.h>

#include "blocks/block_packing.h"

enum { FINDER_ROUNDS_MAX = 5, FINDER_REPLIES_MAX = 16, FINDER_PICTURES_MAX = 8 };

typedef struct {
    uint64_t nodes; /* of the search, for each picture, */
    int pictures;   /* and for how many; in the first round, each time that all replies have got one more */
} FinderRound;

typedef struct {
    int replies;      /* of the defender: the heaviest that get a short annealing, */
    int glance_steps; /* which is this short, */
    int replies_kept; /* and the cheapest of these, which get pictures, */
    int pictures;     /* so many each */
    int steps;        /* of annealing, for a picture */
    int cost_max;     /* a picture that costs more is not searched, in tenths of a cell */
    int lack_max;     /* where pairs alone lack more cells than this, nothing is tried */
    int rounds;
    FinderRound round[FINDER_ROUNDS_MAX];
    uint64_t seed;
    uint64_t work; /* that is left, about a microsecond each; UINT64_MAX: as much as it takes */
    Watch *watch;  /* NULL: none */
} FinderEffort;

/* What takes about a second where there is something to find, and up to half a minute where there is nothing: for
 * 5x5x5 after a few moves. */
FinderEffort finder_thorough(void);
/* Within an amount of work, in the middle of a game. */
FinderEffort finder_brief(uint64_t work);

typedef struct {
    int reply; /* MOVE_NONE: the attacker was to move */
    Picture picture;
    CellSet used;   /* what the picture rests on, beside its blocks: elsewhere the attacker may have stones more */
    uint64_t nodes; /* of all searches */
    int replies;    /* all that were looked at, */
    int order[FINDER_REPLIES_MAX]; /* those with the cheapest packings first; set whether or not something was found */
} Finding;

/* The store of blocks and other working memory, for one game and one thread. */
typedef struct Finder Finder;
/* NULL when memory is short. */
Finder *finder_new(const Geometry *geometry);
void finder_free(Finder *finder);
/* Forgets the blocks that were made. */
void finder_clear(Finder *finder);
/* For looks at pictures. */
PictureMemory *finder_memory(Finder *finder);

/* A picture that holds the attacker, who is to move. Work that is done is taken from the effort. Without a limit on
 * time the outcome depends on the position and the effort alone, and on what the finder did before only by the blocks
 * for which there was work. */
bool finder_hold(Finder *finder, const Lineup *lineup, FinderEffort *effort, Finding *finding);
/* The same for the defender to move: a reply, and a picture after it. */
bool finder_reply(Finder *finder, const Lineup *lineup, FinderEffort *effort, Finding *finding);

/* The heaviest replies of the defender, those with the cheapest packings first. Returns how many. */
int finder_sort_replies(Finder *finder, const Lineup *lineup, FinderEffort *effort, int replies[FINDER_REPLIES_MAX]);

/* Long runs of annealing with all blocks of a plane, on several threads: for the empty board. */
typedef struct {
    int threads;
    int runs;             /* of annealing, at most, by all threads together */
    int steps;            /* of each */
    uint64_t check_nodes; /* that the search of what is left may take */
    uint64_t seed;
    int64_t deadline_us;
    const _Atomic bool *stop;
    void (*pulse)(void *context); /* many times a second, in the thread of the caller; NULL: never */
    void *context;
} RunsEffort;

/* Finds a picture for the attacker to move, whose side the lineup says. *nodes counts those of the searches. */
bool finder_run(const Lineup *lineup, const RunsEffort *effort, Picture *picture, uint64_t *nodes);

#endif
