/* Verifies a proof: `verify FILE`. Exit status 0 only if the proof holds, 1 if it does not, 2 if it could not be tried:
 * wrong usage, a file that cannot be read, output that cannot be written.
 *
 * Links the rules and the checker of engine/proof, no search. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/command_line.h"
#include "common/files.h"
#include "proof/proof.h"

enum { EXIT_HOLDS, EXIT_REFUSED, EXIT_NOT_TRIED };

static const char usage[] = "usage: verify FILE\n"
                            "\n"
                            "Checks a proof that solve wrote, with the rules of the game alone.\n"
                            "\n"
                            "  -h, --help    show this text\n"
                            "  --version     show the version\n"
                            "\n"
                            "Exit status: 0 the proof holds, 1 it does not, 2 it could not be checked.\n";

static bool is_start_of_game(const Proof *proof) {
    return cells_is_empty(proof->start.stones[SIDE_X]) && cells_is_empty(proof->start.stones[SIDE_O]);
}

/* "4x4x4" for a whole game, else the position. */
static void print_subject(const Proof *proof) {
    char text[POSITION_TEXT_SIZE];
    if (is_start_of_game(proof)) {
        game_name(&proof->start.game, text);
    } else {
        diagram_print(&proof->start, text);
    }
    printf("%s", text);
}

static void print_parts(const Proof *proof, const ProofReport *report) {
    int count[] = {[ITEM_AGAINST] = 0, [ITEM_BLOCK] = 0, [ITEM_PAIR] = 0};
    for (int i = 0; i < proof->count; i++) count[proof->items[i].kind]++;
    printf("%d %s, %d %s, %" PRIu64 " %s searched\n", count[ITEM_BLOCK],
           text_plural(count[ITEM_BLOCK], "block", "blocks"), count[ITEM_PAIR],
           text_plural(count[ITEM_PAIR], "pair", "pairs"), report->nodes,
           text_plural((int64_t)report->nodes, "node", "nodes"));
}

static void print_extent(const Proof *proof, const ProofReport *report) {
    int against_x = 0;
    const char *positions = text_plural((int64_t)report->positions, "position", "positions");
    switch (proof->kind) {
    case PROOF_STRATEGY:
        printf("%" PRIu64 " %s, %d %s\n", report->positions, positions, proof->count,
               text_plural(proof->count, "entry", "entries"));
        break;
    case PROOF_OUTLINE:
        printf("%" PRIu64 " %s, %d %s, %d %s found\n", report->positions, positions, proof->count,
               text_plural(proof->count, "entry", "entries"), report->moves_found,
               text_plural(report->moves_found, "move", "moves"));
        break;
    case PROOF_PAIRING:
        for (int i = 0; i < proof->count; i++) against_x += proof->pairs[i].side == SIDE_X;
        printf("%d %s against X, %d against O\n", against_x, text_plural(against_x, "pair", "pairs"),
               proof->count - against_x);
        break;
    case PROOF_SEARCH:
        printf("%" PRIu64 " %s searched\n", report->positions, positions);
        break;
    case PROOF_BLOCKS:
        print_parts(proof, report);
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
        if (proof.value != OUTCOME_NONE) printf(" is %s: ", values[proof.value]);
        if (proof.value == OUTCOME_NONE) printf(": %c cannot win: ", side_letter(proof.harmless));
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
    int status;
    if (command_line_answers(argc, argv, "verify", usage, EXIT_NOT_TRIED, &status)) return status;
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] != '-') continue;
        refuse(&why, "unknown option '%.60s'; see --help", argv[i]);
        return complain(why.text);
    }
    if (argc != 2) return complain("give one proof file; see --help");
    char *text = proof_load(argv[1], &size, &why);
    if (text == NULL) return complain(why.text);
    status = verify(text, size);
    free(text);
    return output_close("verify", status, EXIT_NOT_TRIED);
}
