/* What the host asks for, by position, options and limits, settled before anything is looked for.
 *
 * What a level sees, which moves may be played and whether proofs may answer is decided here and nowhere else. */
#ifndef ROWAN_CORE_QUESTION_H
#define ROWAN_CORE_QUESTION_H

#include "core/options.h"
#include "job/search_job.h"
#include "rules/position.h"
#include "rules/shape.h"

/* For each cell the move that is searched in its place. */
typedef struct {
    uint16_t origin[CELLS_MAX];   /* MOVE_NONE where the cell is not among the moves */
    uint16_t symmetry[CELLS_MAX]; /* that takes the origin, and the line that begins with it, to this cell */
} Mirrors;

typedef struct {
    const Shape *shape;
    const Board *board;
    const GoLimits *limits;
    SearchJob job;       /* limits, techniques, and the moves that may be played */
    bool takes_any_move; /* one line is asked for, and any move may be played */
    bool takes_proofs;   /* proofs may answer, and nothing is asked that only a search can tell */
    bool wants_proof;    /* `go prove` */
    bool wants_chances;  /* a proven draw is to be played on */
    Mirrors mirrors;     /* with several lines: which moves those of the search stand for */
    size_t hash_mb;      /* for a prover */
    int threads;         /* the same */
    int64_t begun_us;
} Question;

/* The question that the limits ask of the position, but for whom to report to. */
void question_init(Question *question, const Shape *shape, const Position *position, const Settings *settings,
                   const GoLimits *limits, SearchShared *shared);

/* The moves of the first ply: all legal ones, or those of `searchmoves`; none when the game is over. */
void question_list_moves(RootMoves *moves, const Position *position, const GoLimits *limits);
/* The move is not left out by `searchmoves`. */
bool question_allows(const GoLimits *limits, int move);
/* Keeps the first of each set of moves that a symmetry of the position maps onto each other. */
void question_drop_mirrored(RootMoves *moves, const Board *board, const Symmetries *symmetries, Mirrors *mirrors);
/* Puts them into an order that depends on the seed and the position. */
void question_shuffle(RootMoves *moves, const Board *board, uint64_t seed);
/* Keeps the first ones, and those that complete a line or stop one; of 0 just one, whatever it is. */
void question_cut(RootMoves *moves, const Position *position, int kept);

#endif
