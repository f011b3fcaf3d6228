/* The answers to `query`: what hosts ask about the position. */
#ifndef ROWAN_UGI_QUERY_H
#define ROWAN_UGI_QUERY_H

#include "rules/position.h"

enum { QUERY_ANSWER_SIZE = 16384 };

/* The text behind `response`; refuses what it does not know. */
bool query_answer(const Position *position, Word what, char answer[QUERY_ANSWER_SIZE], Reason *why);

#endif
