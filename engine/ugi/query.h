/* What hosts ask about the position: the answers to `query`, and the longer ones to `d` and `eval full`. */
#ifndef ROWAN_UGI_QUERY_H
#define ROWAN_UGI_QUERY_H

#include "rules/position.h"
#include "rules/shape.h"
#include "ugi/output.h"

enum { QUERY_ANSWER_SIZE = 16384 };

/* What the question is about. */
typedef struct {
    const Position *position;
    const Shape *shape; /* of its game */
} QuerySubject;

/* The text behind `response` to what follows the word `query`; refuses what it does not know. */
bool query_answer(const QuerySubject *subject, const char *arguments, char answer[QUERY_ANSWER_SIZE], Reason *why);

/* What each kind of line contributes to the static value, and what a stone on each cell would make of it, as `info
 * string` lines; the game must not be over. */
void query_explain_value(const Position *position, Output *output);

#endif
