/* What a search is told and what it reports: the types shared by the code that is compiled for every size class and the
 * code that is compiled once. */
#ifndef ROWAN_JOB_SEARCH_JOB_H
#define ROWAN_JOB_SEARCH_JOB_H

#include <stdatomic.h>

#include "job/limits.h"
#include "job/tt.h"
#include "job/value.h"
#include "rules/placement.h"

/* The techniques of the search; all of them unless a level or a benchmark leaves some out. */
typedef enum {
    USE_ORDER = 1,   /* move ordering */
    USE_TABLE = 2,   /* transposition table */
    USE_THREATS = 4, /* forced wins by threats, and with ordering the choice of moves that relies on them */
    USE_BOUNDS = 8,  /* proofs that a side cannot win any more */
    USE_PLAIN = 3,   /* what a textbook has: the first two */
    USE_ALL = 15,
} Techniques;

enum { BUSY_SLOTS = 1024 };

/* One thread of a search. What it is made of is known only to the code of its size class. */
typedef struct Worker Worker;

/* What all workers of one search share; the caller owns it and it outlives the search. */
typedef struct {
    _Atomic bool stop;
    _Atomic bool is_done;     /* the worker that reports has finished: its helpers may */
    _Atomic int64_t start_us; /* of the time that counts: moved on by ponderhit */
    _Atomic bool clock_is_on; /* false while pondering */
    Budget budget;
    Tt *tt;
    _Atomic uint64_t busy[BUSY_SLOTS]; /* keys of positions that some worker is searching */
} SearchShared;

/* Whether there is a win in the number of moves that the host asked for. */
typedef enum {
    MATE_NOT_ASKED,
    MATE_FOUND,
    MATE_NONE, /* there is none */
    MATE_OPEN, /* none was found, but not everything was looked at */
} MateAnswer;

/* Who cannot win any more, whatever they play. */
typedef enum {
    HELD_NONE,
    HELD_OTHER, /* the side that is not to move, by the moves that are left */
    HELD_BOTH,  /* the draw is certain */
} HeldSides;

typedef struct {
    int multipv; /* 1 is the best line */
    int depth;
    int seldepth; /* the longest line looked at, in plies; forced wins count to their end */
    int value;
    Bound bound;         /* BOUND_EXACT, or what the window proved so far */
    bool proven;         /* the value holds at any depth */
    bool move_is_proven; /* the value of its first move holds at any depth, whatever other moves are worth */
    bool is_contest;     /* a draw is proven, and the value says who has the better chances */
    MateAnswer mate;     /* of the line that is the result of a search */
    int pv_length;
    uint16_t pv[CELLS_MAX];
} SearchLine;

/* A win by threats alone, whole: up to the stone that completes a line. */
typedef struct {
    int length;
    uint16_t cell[CELLS_MAX];
    uint64_t needs[CELLS_MAX / 64]; /* one more stone of the other side anywhere else leaves it a win */
} ForcedWin;

/* Where a search is: the iteration, the move of the first ply, and how many such moves it has come to, this one
 * included. The move is MOVE_NONE before the first one. */
typedef struct {
    int depth, move, number;
} SearchPlace;

/* The moves to search in the first ply, in the order to try them. */
typedef struct {
    int count;
    uint16_t move[CELLS_MAX];
    uint16_t cells[CELLS_MAX]; /* how many each stands for, as mirror images are left out; 0: only itself */
} RootMoves;

typedef struct {
    Placement root;
    RootMoves root_moves;
    int depth_limit;
    uint64_t node_limit;  /* UINT64_MAX: none */
    int mate_limit;       /* LIMIT_NONE, or stop at a win in that many moves */
    bool keep_going;      /* a proven value is no reason to stop */
    bool stops_at_draw;   /* but a proven draw is, as it has to be played on */
    bool overlooks_moves; /* some are missing among the root moves, so that only a win is proven of the position */
    bool solves_points;   /* tries to solve the game exactly beside the search, where lines are points */
    int multipv;          /* how many cells the best lines should stand for */
    Techniques techniques;
    uint64_t order_seed; /* for exact solving in another order of moves, to check a result with; usually 0 */
    int index;           /* 0 is the worker that reports */
    SearchShared *shared;
    void (*report)(void *context, const SearchLine *line);
    /* Every thousand nodes or so the worker that reports says where it is; true ends the search. NULL: never. */
    bool (*pulse)(void *context, const SearchPlace *place);
    void *context;
} SearchJob;

/* A job without limits: one line, all techniques. The caller adds the root moves, limits and whom to report to. */
static inline SearchJob search_job_for(const Board *root, SearchShared *shared) {
    return (SearchJob){.root = placement_of_board(root),
                       .depth_limit = DEPTH_MAX,
                       .node_limit = UINT64_MAX,
                       .mate_limit = LIMIT_NONE,
                       .multipv = 1,
                       .techniques = USE_ALL,
                       .shared = shared};
}

/* Before each search: nothing has stopped it, and its clock starts now, unless it is held. */
static inline void search_shared_start(SearchShared *shared, Tt *tt, Budget budget, int64_t now_us) {
    atomic_store(&shared->stop, false);
    atomic_store(&shared->is_done, false);
    atomic_store(&shared->start_us, now_us);
    atomic_store(&shared->clock_is_on, true);
    shared->budget = budget;
    shared->tt = tt;
}

#endif
