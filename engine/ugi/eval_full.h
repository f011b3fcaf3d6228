/* The static value, explained: what each kind of line contributes, and what a stone on each cell would make of it. */
#ifndef ROWAN_UGI_EVAL_FULL_H
#define ROWAN_UGI_EVAL_FULL_H

#include "rules/position.h"
#include "ugi/output.h"

/* `info string` lines; the game must not be over. */
void eval_full_send(const Position *position, Output *output);

#endif
