#include "verify/explain.h"

#include <stdio.h>

#include "verify/checking.h"
#include "verify/explain_moves.h"
#include "verify/explain_pictures.h"

/* A win is the winner's, a draw is for both to hold. */
static int explain_sides(const Proof *proof, const Shape *shape, const VerifyArguments *arguments) {
    Tree tree;
    Reason why;
    bool fine = true;
    if (!arguments->as_dot) putchar('\n');
    tree_begin(&tree, arguments->as_dot);
    for (int side = SIDE_X; side <= SIDE_O && fine; side++) {
        ProofPlayer player = {proof, shape, (Side)side, arguments->steps_max};
        if (proof_player_can_play(proof, player.side)) fine = explain_moves(&tree, &player, arguments->depth, &why);
    }
    tree_end(&tree);
    return fine ? EXIT_HOLDS : complain(why.text);
}

int explain(const Proof *proof, const Shape *shape, const VerifyArguments *arguments) {
    switch (proof->kind) {
    case PROOF_PAIRING:
        explain_pairs(proof, shape->geometry, arguments->as_dot);
        return EXIT_HOLDS;
    case PROOF_BLOCKS:
        return explain_blocks(proof, shape, arguments) ? EXIT_HOLDS : complain("not enough memory to explain it");
    default:
        return explain_sides(proof, shape, arguments);
    }
}
