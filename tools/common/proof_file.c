#include "common/proof_file.h"

#include <stdio.h>

#include "common/files.h"

static bool is_plain(const char *path, Reason *why) {
    FILE *file = file_open_plain(path);
    return file != NULL ? fclose(file) == 0 : refuse_errno(why, "cannot read it");
}

char *proof_file_load(const char *path, size_t *size, Reason *why) {
    return is_plain(path, why) ? proof_load(path, size, why) : NULL;
}

bool proof_file_read(const char *path, Proof *proof, Reason *why) {
    return is_plain(path, why) && proof_read(path, proof, why);
}

bool proof_file_is_about(const Proof *proof, const Game *game, const Board *board) {
    const Setup *start = &proof->start;
    return game_equal(&start->game, game) && cells_equal(start->stones[SIDE_X], board->stones[SIDE_X]) &&
           cells_equal(start->stones[SIDE_O], board->stones[SIDE_O]) && start->to_move == board_side(board);
}

size_t proof_file_write(const Proof *proof, ProofForm form, const char *path) {
    if (!file_is_replaceable(path)) {
        FILE *held = file_open_output(path, true); /* then nobody waits for the reader of a pipe */
        size_t bytes = held != NULL ? proof_write(proof, form, path) : 0;
        if (held != NULL) fclose(held);
        return bytes;
    }
    char *written = file_new_beside(path);
    if (written == NULL) return 0;
    size_t bytes = proof_write(proof, form, written);
    return file_replace(path, written, bytes > 0) ? bytes : 0;
}

void proof_file_print(const Proof *proof, size_t bytes) {
    static const char *const names[][2] = {[PROOF_STRATEGY] = {"entry", "entries"},
                                           [PROOF_PAIRING] = {"pair", "pairs"},
                                           [PROOF_BLOCKS] = {"position", "positions"},
                                           [PROOF_OUTLINE] = {"entry", "entries"}};
    int count = proof->kind == PROOF_BLOCKS ? proof_block_positions(proof) : proof->count;
    if (proof->kind == PROOF_SEARCH) {
        printf("proof  %zu bytes: the checker searches\n", bytes);
    } else {
        printf("proof  %d %s, %zu bytes\n", count, text_plural(count, names[proof->kind][0], names[proof->kind][1]),
               bytes);
    }
}
