/* What follows the word go, as far as the sparring partners know it. */
#ifndef ROWAN_SPARRING_GO_NUMBERS_H
#define ROWAN_SPARRING_GO_NUMBERS_H

#include "rules/game.h"

/* 0: not given. Times are in milliseconds. */
typedef struct {
    int64_t depth, nodes, movetime, time[2], increment[2], movestogo;
    bool is_held; /* infinite, ponder, or nothing at all: the answer waits for stop or ponderhit */
} GoNumbers;

/* False with the first thing that is wrong; the rest is taken all the same, because every go gets a bestmove. */
bool go_numbers_parse(const char *text, GoNumbers *numbers, Reason *why);
/* How long this side may search: movetime, or a share of its clock; 0: no limit. */
int64_t go_numbers_time_ms(const GoNumbers *numbers, Side side);

#endif
