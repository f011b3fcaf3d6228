#include "core/root_moves.h"

bool candidates_allow(const Limits *limits, int move) {
    for (int i = 0; i < limits->allowed_count; i++) {
        if (limits->allowed[i] == move) return true;
    }
    return limits->allowed_count == 0;
}

void candidates_list(Candidates *candidates, const Grid *grid, const Board *board, const Limits *limits) {
    candidates->count = 0;
    if (board_outcome(grid, board) != OUTCOME_NONE) return;
    for (CellSet empty = board_empty(grid, board); !cells_is_empty(empty);) {
        int move = cells_take(&empty);
        if (candidates_allow(limits, move)) candidates->move[candidates->count++] = (uint16_t)move;
    }
}

static bool keeps_stones(const Board *board, const uint16_t image[]) {
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        for (CellSet stones = board->stones[side]; !cells_is_empty(stones);) {
            if (!cells_has(&board->stones[side], image[cells_take(&stones)])) return false;
        }
    }
    return true;
}

void candidates_drop_mirrored(Candidates *candidates, const Board *board, const Symmetries *symmetries) {
    bool is_mirrored[CELLS_MAX] = {false};
    for (int i = 0; i < symmetries->count; i++) {
        const uint16_t *image = symmetry_row(symmetries, i);
        if (!keeps_stones(board, image)) continue;
        for (int k = 0; k < candidates->count; k++) {
            int move = candidates->move[k];
            if (image[move] > move) is_mirrored[image[move]] = true;
        }
    }
    int kept = 0;
    for (int k = 0; k < candidates->count; k++) {
        if (!is_mirrored[candidates->move[k]]) candidates->move[kept++] = candidates->move[k];
    }
    candidates->count = kept;
}

void candidates_shuffle(Candidates *candidates, const Board *board, uint64_t seed, int kept) {
    Rng rng = {.state = board->key ^ seed};
    rng.state = rng_next(&rng);
    for (int i = candidates->count - 1; i > 0; i--) {
        int j = rng_below(&rng, i + 1);
        uint16_t swapped = candidates->move[i];
        candidates->move[i] = candidates->move[j];
        candidates->move[j] = swapped;
    }
    if (candidates->count > kept) candidates->count = kept;
}
