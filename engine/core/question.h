/* What the host asks for, by position, options and limits, settled before anything is looked for.
 *
 * What a level sees, which moves may be played and whether proofs may answer is decided here and nowhere else. */
#ifndef ROWAN_CORE_QUESTION_H
#define ROWAN_CORE_QUESTION_H

#include "core/options.h"
#include "core/root_moves.h"
#include "rules/shape.h"

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

#endif
