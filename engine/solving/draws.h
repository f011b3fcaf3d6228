/* Draws that are known before the search: by pictures that are built in or made for the position (blocks/picture.h).
 *
 * 6x6x6 and 7x7x7 have one picture each from the empty board, which holds both sides. As long as the engine answers
 * inside the block where the other side has played, it cannot lose, at any limit; and as long as the other side does
 * the same, the draw is proven. The proofs are files as build/solve writes them; the tests verify them.
 *
 * In the middle of a game on 5x5x5, 6x6x6 and 7x7x7 pictures are looked for where pairs do not suffice, within a small
 * share of the search's time or nodes. One that was found is remembered, and the engine goes on to play by it. */
#ifndef ROWAN_SOLVING_DRAWS_H
#define ROWAN_SOLVING_DRAWS_H

#include "blocks/finder.h"
#include "job/search_job.h"
#include "rules/shape.h"

/* The picture of a game, if there is one. */
bool draws_picture(const Geometry *geometry, Picture *picture);

/* Pictures found in this game, by the side that they hold. Each is checked anew in every position, so it does no harm
 * to remember them too long. Starts as zeros. */
typedef struct {
    Game game;
    bool is_known[2];
    Picture picture[2];
    bool is_kept[2]; /* the built-in picture was kept by the last move against this side */
} DrawMemory;

static inline void draws_forget(DrawMemory *memory) {
    memory->is_known[SIDE_X] = memory->is_known[SIDE_O] = false;
    memory->is_kept[SIDE_X] = memory->is_kept[SIDE_O] = false;
}

/* What looking for draws may take. */
typedef struct {
    uint64_t work;       /* for pictures that are made, about a microsecond each; 0: none */
    int64_t deadline_us; /* by which all must be over: half of the time that the search has at most */
    const _Atomic bool *stop;
} DrawEffort;

/* The share of a search with these limits that may go into it. begun_us is when it started. */
DrawEffort draws_effort(const SearchJob *job, int64_t begun_us);

/* What pictures say of a position. */
typedef struct {
    bool moves_hold; /* every root move that is left holds the other side */
    bool is_held;    /* the side to move is held, too */
} Holding;

/* Leaves the job only root moves that hold the draw, where a picture is needed to know them, and says what is proven.
 * The nodes of the job are fewer afterwards by what was spent. */
void draws_guide(const Shape *shape, const Board *board, const DrawEffort *effort, DrawMemory *memory, SearchJob *job,
                 Holding *holding);

#endif
