/* The answer to a question: which move to play, and what is said on the way.
 *
 * Advisers are asked one after the other, in the order of the list in answer.c. Each may answer, or narrow what those
 * after it may choose from. Everything happens in the caller's thread, but for the helpers of the pool. */
#ifndef ROWAN_CORE_ANSWER_H
#define ROWAN_CORE_ANSWER_H

#include "core/question.h"
#include "kernel/pool.h"
#include "solving/draw_pictures.h"
#include "solving/proof_book.h"
#include "solving/solver.h"

typedef struct {
    void *context;
    /* The move of a proof, with the longest line that may follow. */
    void (*proof_line)(void *context, const SearchLine *line);
    void (*proving)(void *context, const SolveProgress *progress);
    void (*proved)(void *context, const SolveResult *result);
} AnswerListener;

/* With whose help. Without a book and pictures no proof answers; the listener is then not asked. */
typedef struct {
    Pool *pool;
    Book *book;
    DrawMemory *draws;
    const AnswerListener *listener;
} AnswerHelp;

/* The best line, whose first move is the answer. The question's moves must not be empty; its job's limits and moves are
 * narrowed on the way. */
void answer_find(Question *question, const AnswerHelp *help, SearchLine *best);

#endif
