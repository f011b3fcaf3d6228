/* The arguments of the command `go`. */
#ifndef ROWAN_UGI_GO_H
#define ROWAN_UGI_GO_H

#include "job/limits.h"
#include "rules/position.h"

typedef struct {
    GoLimits limits;
    int perft_plies; /* 0: a search */
} GoCommand;

/* Refuses unknown words, numbers out of range and searchmoves that are not legal in the position. */
bool go_parse(const char *arguments, const Position *position, GoCommand *go, Reason *why);

#endif
