/* The seam between the code that is compiled once and the code that is compiled for every size class.
 *
 * Everything that touches nodes of the search lives in headers (board, eval, order, threat, search ...) which kernel.c
 * gathers for one size class. What is above sees only this: a worker is made for a game, searches a position when told
 * to, and reports through a callback. A worker belongs to one thread at a time. */
#ifndef ROWAN_KERNEL_H
#define ROWAN_KERNEL_H

#include <stdatomic.h>

#include "board.h"
#include "limits.h"
#include "score.h"
#include "symmetry.h"
#include "tt.h"

/* Any position, as every size class can read it: bit c of the words is cell c. */
typedef struct {
    uint64_t stones[2][CELLS_MAX / 64];
    Side to_move;
} Setup;

static inline Setup setup_of_board(const Board *board) {
    Setup setup = {.to_move = board_side(board)};
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        memcpy(setup.stones[side], board->stones[side].word, sizeof board->stones[side].word);
    }
    return setup;
}

/* The techniques of the search; all of them unless a level or a benchmark leaves some out. */
typedef enum {
    USE_ORDER = 1,   /* move ordering */
    USE_TABLE = 2,   /* transposition table */
    USE_THREATS = 4, /* forced wins by threats, and with ordering the choice of moves that relies on them */
    USE_BOUNDS = 8,  /* proofs that a side cannot win any more */
    USE_ALL = 15,
} Techniques;

enum { BUSY_SLOTS = 1024 };

/* What all workers of one search share; the caller owns it and it outlives the search. */
typedef struct {
    _Atomic bool stop;
    _Atomic int64_t start_us; /* of the time that counts: moved on by ponderhit */
    _Atomic bool clock_is_on; /* false while pondering */
    Budget budget;
    Tt *tt;
    _Atomic uint64_t busy[BUSY_SLOTS]; /* keys of positions that some worker is searching */
} SearchShared;

typedef struct {
    int multipv; /* 1 is the best line */
    int depth;
    int seldepth; /* the longest line looked at, in plies */
    int value;
    Bound bound; /* BOUND_EXACT, or what the window proved so far */
    bool proven; /* the value holds at any depth */
    int pv_length;
    uint16_t pv[CELLS_MAX];
} SearchLine;

typedef struct {
    Setup root;
    int root_move_count;
    uint16_t root_moves[CELLS_MAX];
    bool free_choice; /* one line is asked for, and any move may be played */
    bool must_win;    /* a strategy promises a forced win: look for it first, whatever the limits */
    int depth_limit;
    uint64_t node_limit; /* UINT64_MAX: none */
    int mate_limit;      /* LIMIT_NONE, or stop at a win in that many moves */
    bool keep_going;     /* `infinite`: a proven value is no reason to stop */
    int multipv;
    Techniques techniques;
    uint64_t order_seed; /* for exact solving in another order of moves, to check a result with; usually 0 */
    int index;           /* 0 is the worker that reports */
    SearchShared *shared;
    void (*report)(void *context, const SearchLine *line);
    void *context;
} SearchJob;

typedef struct Worker Worker;

/* A prover tries to prove that one side, the attacker, wins from a position under RULE_LINE. */
typedef struct Prover Prover;

typedef enum {
    PROVE_UNKNOWN, /* a limit or stop came first; running again goes on from there */
    PROVE_WON,     /* the attacker wins */
    PROVE_NOT_WON, /* the attacker cannot win */
    PROVE_FULL,    /* unknown, and no memory is left to go on */
} ProveStatus;

typedef struct {
    uint64_t expansions; /* positions whose moves were listed */
    uint64_t positions;  /* in the graph */
    uint64_t nodes;      /* of the searches for forced wins, and expansions */
    uint32_t proof_number, disproof_number;
    int full_permille;
} ProveProgress;

typedef struct {
    int threads;
    uint64_t expansion_limit; /* in all since the prover was made; UINT64_MAX: none */
    uint64_t node_limit;      /* likewise */
    int64_t deadline_us;      /* by clock_now_us; INT64_MAX: none */
    const _Atomic bool *stop;
    void (*report)(void *context, const ProveProgress *progress); /* now and then; NULL: never */
    void *context;
} ProveJob;

/* How hard to look for a strategy with few entries. */
typedef struct {
    int rounds;          /* 0: take the moves that are proven already */
    int extra_survivors; /* look at moves that leave the other side up to so many replies */
    int budget;          /* expansions for a move, as a multiple of what the present one costs in entries */
} StrategyEffort;

typedef struct {
    void (*entry)(void *context, const Setup *position, int move); /* canonical; not in order */
    void (*round)(void *context, int round, int entries);          /* after each */
    void *context;
} StrategyListener;

typedef struct {
    const char *name;
    int cell_words, line_words, edge_min, edge_max;

    /* NULL when memory is short. The geometry and the symmetries must outlive the worker. */
    Worker *(*worker_new)(const Geometry *geometry, const Symmetries *symmetries);
    void (*worker_free)(Worker *worker);
    /* Forgets what it has learnt about moves. */
    void (*worker_clear)(Worker *worker);
    /* Its count of nodes starts again. */
    void (*reset_nodes)(Worker *worker);
    /* Searches until a limit or stop; the best line found is in *best, with at least one move. */
    void (*search)(Worker *worker, const SearchJob *job, SearchLine *best);
    /* Nodes of the search under way or last done; any thread may ask. */
    uint64_t (*nodes)(const Worker *worker);
    /* Under the rules that count points: the exact value, with a line that leads there. False when a limit or stop came
     * first, or more than 64 cells are on open lines. Bounds are reported as they are proven. */
    bool (*solve)(Worker *worker, const SearchJob *job, SearchLine *best);
    int (*evaluate)(Worker *worker, const Setup *setup);
    /* Move sequences of exactly `plies` plies that begin with this move; 0 when stopped. */
    uint64_t (*perft)(Worker *worker, const Setup *setup, int move, int plies, const _Atomic bool *stop);

    /* In at most that much memory; NULL when there is none. The game must not be over. */
    Prover *(*prover_new)(const Geometry *geometry, const Symmetries *symmetries, const Setup *setup, Side attacker,
                          size_t megabytes);
    void (*prover_free)(Prover *prover);
    ProveStatus (*prover_run)(Prover *prover, const ProveJob *job);
    ProveProgress (*prover_progress)(const Prover *prover);
    /* After PROVE_WON: a winning move, if it is the attacker's turn; else MOVE_NONE. */
    int (*prover_move)(const Prover *prover);
    /* After PROVE_WON: hands over the entries of a strategy and returns their number; -1 when memory is short. */
    int (*prover_strategy)(Prover *prover, const StrategyEffort *effort, const ProveJob *limits,
                           const StrategyListener *listener);
} Kernel;

/* The narrowest size class that holds the game. */
const Kernel *kernel_for(const Geometry *geometry);

#endif
