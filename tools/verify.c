/* Verifies a proof: `verify FILE`. Exit status 0 only if the proof holds, 1 if it does not, 2 if it could not be tried.
 *
 * Links the rules and the checker of engine/proof, no search. */
#include <inttypes.h>
#include <stdio.h>

#include "proof.h"

static bool is_start_of_game(const Proof *proof) {
    return cells_is_empty(proof->start.stones[SIDE_X]) && cells_is_empty(proof->start.stones[SIDE_O]);
}

/* "4x4x4" for a whole game, else the position. */
static void print_subject(const Proof *proof) {
    Geometry *geometry = geometry_new(&proof->start.game);
    static Grid grid;
    char text[POSITION_TEXT_SIZE];
    if (geometry == NULL || is_start_of_game(proof)) {
        game_name(&proof->start.game, text);
    } else {
        Board board;
        grid_init(&grid, geometry);
        board_set_up(&grid, &board, proof->start.stones, proof->start.to_move);
        position_print(&grid, &board, text);
    }
    geometry_free(geometry);
    printf("%s", text);
}

static void print_extent(const Proof *proof, const ProofReport *report) {
    int against_x = 0;
    switch (proof->kind) {
    case PROOF_STRATEGY:
        printf("%" PRIu64 " positions, %d entries\n", report->positions, proof->count);
        break;
    case PROOF_PAIRING:
        for (int i = 0; i < proof->count; i++) against_x += proof->pairs[i].side == SIDE_X;
        printf("%d pairs against X, %d pairs against O\n", against_x, proof->count - against_x);
        break;
    case PROOF_SEARCH:
        printf("%" PRIu64 " positions searched\n", report->positions);
        break;
    }
}

int main(int argc, char **argv) {
    static const char *const values[] = {"", "a win for X", "a win for O", "a draw"};
    if (argc != 2 || argv[1][0] == '-') {
        fputs("usage: verify FILE\n", stderr);
        return 2;
    }
    Proof proof;
    Reason why;
    static ProofReport report;
    if (!proof_read(argv[1], &proof, &why)) {
        printf("refused: %s\n", why.text);
        return 1;
    }
    bool holds = proof_check(&proof, &report);
    if (holds) {
        printf("verified: ");
        print_subject(&proof);
        printf(" is %s: ", values[proof.value]);
        print_extent(&proof, &report);
    } else {
        printf("refused: %s\n", report.why.text);
        if (report.position[0] != '\0') printf("in %s\n", report.position);
    }
    proof_release(&proof);
    return holds ? 0 : 1;
}
