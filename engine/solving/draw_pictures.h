/* Draws that are known before the search: by pictures that are built in or made for the position (blocks/picture.h).
 *
 * 6x6x6 and 7x7x7 have one picture each from the empty board, which holds both sides. As long as the engine answers
 * inside the block where the other side has played, it cannot lose, at any limit; and as long as the other side does
 * the same, the draw is proven. The proofs are files as build/solve writes them; the tests verify them.
 *
 * In the middle of a game on 5x5x5, 6x6x6 and 7x7x7 pictures are looked for where pairs do not suffice, within a small
 * share of the search's time or nodes. One that was found is remembered, and the engine goes on to play by it. All
 * blocks that were made are kept for the game. */
#ifndef ROWAN_SOLVING_DRAW_PICTURES_H
#define ROWAN_SOLVING_DRAW_PICTURES_H

#include "blocks/picture_finder.h"
#include "job/search_job.h"
#include "rules/shape.h"

/* The picture of a game, if there is one. */
bool draw_pictures_built_in(const Geometry *geometry, Picture *picture);

/* A position in which a picture held an attacker, or held after any of these moves. It goes on to do so while all
 * stones of the defender stay, one of them on such a move, and the attacker has no others. */
typedef struct {
    bool is_valid;
    bool is_built_in;  /* which picture: the one built in, or the one found in this game */
    CellSet stones[2]; /* of X and O */
    CellSet moves;     /* of the defender; empty: it needs none */
} KeptPicture;

/* Pictures of this game, by the side that they hold, and memory to look at them. Those that were found are checked anew
 * in every position, so it does no harm to remember them too long. Starts as zeros. */
typedef struct {
    Game game;
    Finder *finder; /* NULL: pictures are of no use in this game */
    bool has_built_in;
    Picture built_in; /* for both sides */
    bool is_known[2];
    Picture picture[2];
    KeptPicture kept[2]; /* by the last search against this side */
} DrawMemory;

/* Gets ready for a game, which takes memory and a few milliseconds. False when memory is short. */
bool draw_memory_prepare(DrawMemory *memory, const Shape *shape);
void draw_memory_release(DrawMemory *memory);
/* Another game begins on the same board. */
void draw_memory_forget(DrawMemory *memory);

/* What looking for draws may take. */
typedef struct {
    uint64_t work;       /* for pictures that are made, about a microsecond each; 0: none */
    int64_t deadline_us; /* by which all is over that need not be known: half of the time that the search has at most */
    const _Atomic bool *stop;
} DrawEffort;

/* The share of a search with these limits that may go into it. begun_us is when it started. */
DrawEffort draw_effort_for(const SearchJob *job, int64_t begun_us);

/* What pictures say of a position. */
typedef struct {
    bool moves_hold; /* every root move that is left holds the other side */
    bool is_held;    /* the side to move is held, too */
} Holding;

/* Leaves the job only root moves that hold the draw, where a picture is needed to know them, and says what is proven.
 * The nodes of the job are fewer afterwards by what was spent. The memory is prepared for the game. */
void draw_pictures_guide(const Shape *shape, const Board *board, const DrawEffort *effort, DrawMemory *memory,
                         SearchJob *job, Holding *holding);

#endif
