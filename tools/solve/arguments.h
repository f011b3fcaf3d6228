/* The command line of the solver, parsed and checked. */
#ifndef ROWAN_SOLVE_ARGUMENTS_H
#define ROWAN_SOLVE_ARGUMENTS_H

#include "common/command_line.h"
#include "common/typed_position.h"

/* Paths point into argv. */
typedef struct {
    char words[TYPED_POSITION_SIZE]; /* what is no option, with blanks between */
    TypedPosition subject;           /* points into the words */
    bool with_picture;
    bool once;        /* a proof that is there already is kept */
    bool has_stop;    /* only that a side cannot win is asked: */
    Side stop;        /* this one */
    Outcome expected; /* OUTCOME_NONE: any */
    int tree;         /* levels of moves above the pictures; 0: none */
    int hash_mb;
    int threads;
    int64_t time_ms; /* 0: no limit */
    int rounds;
    int order;
    bool is_outline;        /* the proof leaves decisive moves out */
    const char *proof_path; /* NULL: no proof is wanted */
} SolveArguments;

extern const OptionHelp solve_arguments_help;
/* Leaves in argv what is no option. */
bool solve_arguments_parse(char **argv, SolveArguments *arguments, Reason *why);

#endif
