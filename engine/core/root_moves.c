#include "core/root_moves.h"

#include "rules/canonical.h"

bool root_moves_allow(const GoLimits *limits, int move) {
    for (int i = 0; i < limits->allowed_count; i++) {
        if (limits->allowed[i] == move) return true;
    }
    return limits->allowed_count == 0;
}

void root_moves_list(RootMoves *moves, const Position *position, const GoLimits *limits) {
    moves->count = 0;
    if (position_is_over(position)) return;
    for (CellSet empty = board_empty(position->grid, &position->board); !cells_is_empty(empty);) {
        int move = cells_take(&empty);
        if (root_moves_allow(limits, move)) moves->move[moves->count++] = (uint16_t)move;
    }
}

void root_moves_drop_mirrored(RootMoves *moves, const Board *board, const Symmetries *symmetries) {
    CellSet cells = cells_none();
    for (int i = 0; i < moves->count; i++) cells_add(&cells, moves->move[i]);
    cells = canonical_representatives(symmetries, board->stones, cells);
    int kept = 0;
    for (int i = 0; i < moves->count; i++) {
        if (cells_has(&cells, moves->move[i])) moves->move[kept++] = moves->move[i];
    }
    moves->count = kept;
}

void root_moves_shuffle(RootMoves *moves, const Board *board, uint64_t seed, int kept) {
    Rng rng = {.state = board->key ^ seed};
    rng.state = rng_next(&rng);
    for (int i = moves->count - 1; i > 0; i--) {
        int j = rng_below(&rng, i + 1);
        uint16_t swapped = moves->move[i];
        moves->move[i] = moves->move[j];
        moves->move[j] = swapped;
    }
    if (moves->count > kept) moves->count = kept;
}
