/* The arguments of the command `go`. */
#ifndef ROWAN_UGI_GO_H
#define ROWAN_UGI_GO_H

#include "job/limits.h"
#include "rules/position.h"

typedef struct {
    GoLimits limits;
    int perft_plies; /* 0: a search */
} GoCommand;

/* Takes what it understands, so that every `go` can be answered, and always leaves a command that can be carried out:
 * false, with the first reason, when it had to skip or to guess something. */
bool go_parse(const char *arguments, const Position *position, GoCommand *go, Reason *why);

#endif
