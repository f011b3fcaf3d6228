/* The answers to `query`: what hosts ask about the position. */
#ifndef ROWAN_UGI_QUERY_H
#define ROWAN_UGI_QUERY_H

#include "rules/position.h"
#include "rules/shape.h"

enum { QUERY_ANSWER_SIZE = 16384 };

/* What the question is about. */
typedef struct {
    const Position *position;
    const Shape *shape; /* of its game */
} QuerySubject;

/* The text behind `response` to what follows the word `query`; refuses what it does not know. */
bool query_answer(const QuerySubject *subject, const char *arguments, char answer[QUERY_ANSWER_SIZE], Reason *why);

#endif
