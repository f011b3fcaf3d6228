/* The command line of the solver, parsed and checked. */
#ifndef ROWAN_SOLVE_ARGUMENTS_H
#define ROWAN_SOLVE_ARGUMENTS_H

#include "rules/position.h"

extern const char solve_usage[];

/* Text points into argv. */
typedef struct {
    bool has_start;
    Diagram start; /* the empty board of the game, or the position given */
    int move_count;
    char **moves; /* to play from there */
    int hash_mb;
    int threads;
    int64_t time_ms; /* 0: no limit */
    int rounds;
    int order;
    bool is_outline;        /* the proof leaves decisive moves out */
    const char *proof_path; /* NULL: no proof is wanted */
} SolveArguments;

bool solve_arguments_parse(int argc, char **argv, SolveArguments *arguments, Reason *why);

#endif
