/* The parts of verify: its command line, the check, and what may follow a proof that holds. For one thread. */
#ifndef ROWAN_VERIFY_VERIFY_H
#define ROWAN_VERIFY_VERIFY_H

#include <stdio.h>

#include "common/command_line.h"
#include "proof/proof.h"
#include "rules/shape.h"

typedef enum { VERIFY_CHECK, VERIFY_EXPLAIN, VERIFY_PLAY, VERIFY_REWRITE } VerifyTask;

typedef struct {
    VerifyTask task;
    const char *path;
    int depth;     /* of an explanation */
    bool as_dot;   /* the tree for Graphviz */
    bool has_side; /* the user wants to play this one: */
    Side side;
    bool has_steps; /* the user has set them: */
    uint64_t steps_max;
    bool is_plain;       /* try every reply and every threat */
    const char *rewrite; /* the file to write, in this form: */
    ProofForm form;
} VerifyArguments;

extern const OptionHelp verify_help;
/* Leaves in argv what is no option. */
bool verify_parse(char **argv, VerifyArguments *arguments, Reason *why);

/* The exit status, which all that follows returns. */
enum { VERIFY_HOLDS, VERIFY_REFUSED, VERIFY_NOT_TRIED };

/* One line on standard error; returns VERIFY_NOT_TRIED. */
int verify_complain(const char *what);
/* Reads and checks a proof and prints the verdict with its time to `out`, or a complaint to standard error if there is
 * none; shows progress. The proof is the caller's to release. */
int verify_check(const VerifyArguments *arguments, FILE *out, Proof *proof);
/* Reads a proof and writes it to another file, unchecked. */
int verify_rewrite(const VerifyArguments *arguments);

/* What a proof that holds says, for people: its strategy as a tree, or its pictures. */
int verify_explain(const Proof *proof, const Shape *shape, const VerifyArguments *arguments);
/* Pairs and blocks drawn on the board, each with its letter, and the moves that lead to the pictures. */
int verify_draw(const Proof *proof, const Shape *shape, const VerifyArguments *arguments);
/* A game in the terminal against a proof that holds: the proof plays one side, the user the other. */
int verify_play(const Proof *proof, const Shape *shape, const VerifyArguments *arguments);

#endif
