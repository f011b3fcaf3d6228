/* The command line of the solver, parsed and checked. */
#ifndef ROWAN_SOLVE_ARGUMENTS_H
#define ROWAN_SOLVE_ARGUMENTS_H

#include "solve/subject.h"

extern const char solve_usage[];

/* Paths point into argv. */
typedef struct {
    const char *called;            /* this program, as the user wrote it */
    char words[SUBJECT_TEXT_SIZE]; /* what is no option, with blanks between */
    Subject subject;               /* points into the words */
    bool with_picture;
    bool once;                                            /* a proof that is there already is kept */
    bool has_stop;                                        /* only that a side cannot win is asked, or split: */
    Side stop;                                            /* this one */
    int tree;                                             /* levels of moves above the pictures; 0: none */
    int split;                                            /* at least so many jobs; 0: not asked for */
    Outcome aim;                                          /* of the jobs; OUTCOME_NONE: what is likely */
    const char *jobs_folder, *join_folder, *again_folder; /* NULL: not asked for */
    int hash_mb;                                          /* with --again, of this and the next two: 0: as before */
    int threads;
    int64_t time_ms; /* 0: no limit */
    int rounds;
    int order;
    bool is_outline;        /* the proof leaves decisive moves out */
    const char *proof_path; /* NULL: no proof is wanted */
} SolveArguments;

bool solve_arguments_parse(int argc, char **argv, SolveArguments *arguments, Reason *why);

#endif
