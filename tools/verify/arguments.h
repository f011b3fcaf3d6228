/* The command line of verify. */
#ifndef ROWAN_VERIFY_ARGUMENTS_H
#define ROWAN_VERIFY_ARGUMENTS_H

#include "base/text.h"
#include "rules/game.h"

typedef enum { VERIFY_CHECK, VERIFY_EXPLAIN, VERIFY_PLAY } VerifyTask;

typedef struct {
    VerifyTask task;
    const char *path;
    int depth;     /* of an explanation */
    bool as_dot;   /* the tree for Graphviz */
    bool has_side; /* the user wants to play this one: */
    Side side;
    bool has_steps; /* the user has set them: */
    uint64_t steps_max;
    bool is_plain; /* every reply and every threat is tried */
} VerifyArguments;

void arguments_help(Writer *text);
/* Leaves in argv what is no option. */
bool arguments_parse(char **argv, VerifyArguments *arguments, Reason *why);

#endif
