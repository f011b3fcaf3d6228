#include "common/proof_file.h"

#include <stdio.h>

#include "common/files.h"

bool proof_file_read(const char *path, Proof *proof, Reason *why) {
    FILE *file = file_open_plain(path);
    if (file == NULL) return refuse_errno(why, "cannot read it");
    fclose(file);
    return proof_read(path, proof, why);
}

bool proof_file_is_about(const Proof *proof, const Game *game, const Board *board) {
    const Setup *start = &proof->start;
    return game_equal(&start->game, game) && cells_equal(start->stones[SIDE_X], board->stones[SIDE_X]) &&
           cells_equal(start->stones[SIDE_O], board->stones[SIDE_O]) && start->to_move == board_side(board);
}

size_t proof_file_write(const Proof *proof, const char *path) {
    if (!file_is_replaceable(path)) return proof_write(proof, path);
    char *written = file_new_beside(path);
    if (written == NULL) return 0;
    size_t bytes = proof_write(proof, written);
    return file_replace(path, written, bytes > 0) ? bytes : 0;
}

void proof_file_print(const Proof *proof, size_t bytes) {
    static const char *const one[] = {
        [PROOF_STRATEGY] = "entry", [PROOF_PAIRING] = "pair", [PROOF_BLOCKS] = "line", [PROOF_OUTLINE] = "entry"};
    static const char *const several[] = {
        [PROOF_STRATEGY] = "entries", [PROOF_PAIRING] = "pairs", [PROOF_BLOCKS] = "lines", [PROOF_OUTLINE] = "entries"};
    if (proof->kind == PROOF_SEARCH) {
        printf("proof  %zu bytes: the checker searches\n", bytes);
    } else {
        printf("proof  %d %s, %zu bytes\n", proof->count,
               text_plural(proof->count, one[proof->kind], several[proof->kind]), bytes);
    }
}
