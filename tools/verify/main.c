/* Verifies a proof: `verify FILE`. Exit status 0 only if the proof holds, 1 if it does not, 2 if it could not be tried:
 * wrong usage, a file that cannot be read, output that cannot be written.
 *
 * Links the rules and the checker of engine/proof, no search. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/files.h"
#include "proof/proof.h"

enum { EXIT_HOLDS, EXIT_REFUSED, EXIT_NOT_TRIED };

static const char usage[] = "usage: verify FILE      checks a proof that solve wrote, with the rules alone\n";

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

/* The verdict on a text, which is the proof of something if all is well. */
static int verify(const char *text, size_t size) {
    static const char *const values[] = {"", "a win for X", "a win for O", "a draw"};
    static ProofReport report;
    Proof proof;
    Reason why;
    if (!proof_parse(text, size, &proof, &why)) {
        printf("refused: %s\n", why.text);
        return EXIT_REFUSED;
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
    return holds ? EXIT_HOLDS : EXIT_REFUSED;
}

static int complain(const char *what) {
    fprintf(stderr, "verify: %s\n", what);
    return EXIT_NOT_TRIED;
}

int main(int argc, char **argv) {
    Reason why;
    size_t size;
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(usage, stdout);
        return output_close("verify", EXIT_HOLDS, EXIT_NOT_TRIED);
    }
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] != '-') continue;
        refuse(&why, "there is no option '%.60s'", argv[i]);
        return complain(why.text);
    }
    if (argc != 2) return complain("one file is wanted; --help tells more");
    char *text = proof_load(argv[1], &size, &why);
    if (text == NULL) return complain(why.text);
    int status = verify(text, size);
    free(text);
    return output_close("verify", status, EXIT_NOT_TRIED);
}
