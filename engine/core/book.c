#include "core/book.h"

#include <stdlib.h>

#include "core/book_4x4x4.h"

enum { BUILT_IN, LOADED, PROOFS };

struct Book {
    Proof proofs[PROOFS]; /* without entries: none */
};

Book *book_new(void) {
    Book *book = calloc(1, sizeof *book);
    Reason why;
    if (book == NULL || proof_parse(book_4x4x4, book_4x4x4_size, &book->proofs[BUILT_IN], &why)) return book;
    free(book);
    return NULL;
}

void book_free(Book *book) {
    if (book == NULL) return;
    for (int i = 0; i < PROOFS; i++) proof_release(&book->proofs[i]);
    free(book);
}

bool book_load(Book *book, const char *path, Reason *why) {
    Proof proof = {.count = 0};
    if (path[0] != '\0') {
        if (!proof_read(path, &proof, why)) return false;
        if (proof.kind != PROOF_STRATEGY) {
            proof_release(&proof);
            return refuse(why, "the proof in '%.150s' is not a strategy: it has no moves", path);
        }
    }
    proof_release(&book->proofs[LOADED]);
    book->proofs[LOADED] = proof;
    return true;
}

static bool is_about(const Proof *proof, const Grid *grid, const Board *board) {
    Side winner = proof->value == OUTCOME_X_WINS ? SIDE_X : SIDE_O;
    return proof->count > 0 && game_equal(&proof->start.game, &grid->game) && winner == board_side(board);
}

bool book_covers(const Book *book, const Grid *grid, const Board *board) {
    for (int i = 0; i < PROOFS; i++) {
        if (is_about(&book->proofs[i], grid, board)) return true;
    }
    return false;
}

int book_move(const Book *book, const Grid *grid, const Symmetries *symmetries, const Board *board) {
    if (!book_covers(book, grid, board)) return MOVE_NONE;
    CellSet canonical[2], empty = board_empty(grid, board);
    int symmetry = canonical_image(symmetries, board->stones, canonical);
    for (int i = 0; i < PROOFS; i++) {
        int index, move = proof_find(&book->proofs[i], canonical, &index);
        if (move == MOVE_NONE || !is_about(&book->proofs[i], grid, board)) continue;
        int cell = symmetry_origin(symmetries, symmetry, move);
        if (cells_has(&empty, cell)) return cell;
    }
    return MOVE_NONE;
}
