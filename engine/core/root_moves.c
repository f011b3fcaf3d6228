#include "core/root_moves.h"

#include "rules/canonical.h"

bool root_moves_allow(const GoLimits *limits, int move) {
    if (!limits->moves_are_listed) return true;
    for (int i = 0; i < limits->allowed_count; i++) {
        if (limits->allowed[i] == move) return true;
    }
    return false;
}

void root_moves_list(RootMoves *moves, const Position *position, const GoLimits *limits) {
    moves->count = 0;
    if (!position_can_go_on(position)) return;
    for (CellSet empty = board_empty(position->grid, &position->board); !cells_is_empty(empty);) {
        int move = cells_take(&empty);
        if (!root_moves_allow(limits, move)) continue;
        moves->cells[moves->count] = 1;
        moves->move[moves->count++] = (uint16_t)move;
    }
}

static void find_origins(const RootMoves *moves, const Board *board, const Symmetries *symmetries, Mirrors *mirrors) {
    for (int cell = 0; cell < CELLS_MAX; cell++) mirrors->origin[cell] = MOVE_NONE;
    for (int i = 0; i < moves->count; i++) {
        mirrors->origin[moves->move[i]] = moves->move[i];
        mirrors->symmetry[moves->move[i]] = 0;
    }
    for (int index = 1; index < symmetries->count; index++) {
        const uint16_t *image = symmetry_row(symmetries, index);
        if (!canonical_keeps(image, board->stones)) continue;
        for (int i = 0; i < moves->count; i++) {
            int cell = image[moves->move[i]];
            if (mirrors->origin[cell] == MOVE_NONE || moves->move[i] >= mirrors->origin[cell]) continue;
            mirrors->origin[cell] = moves->move[i];
            mirrors->symmetry[cell] = (uint16_t)index;
        }
    }
}

void root_moves_drop_mirrored(RootMoves *moves, const Board *board, const Symmetries *symmetries, Mirrors *mirrors) {
    uint16_t cells[CELLS_MAX] = {0};
    find_origins(moves, board, symmetries, mirrors);
    for (int i = 0; i < moves->count; i++) cells[mirrors->origin[moves->move[i]]]++;
    int kept = 0;
    for (int i = 0; i < moves->count; i++) {
        uint16_t move = moves->move[i];
        if (mirrors->origin[move] != move) continue;
        moves->cells[kept] = cells[move];
        moves->move[kept++] = move;
    }
    moves->count = kept;
}

static void swap_moves(RootMoves *moves, int i, int j) {
    uint16_t swapped = moves->move[i];
    moves->move[i] = moves->move[j];
    moves->move[j] = swapped;
}

void root_moves_shuffle(RootMoves *moves, const Board *board, uint64_t seed) {
    Rng rng = {.state = board->key ^ seed};
    rng.state = rng_next(&rng);
    for (int i = moves->count - 1; i > 0; i--) swap_moves(moves, i, rng_below(&rng, i + 1));
}

/* Nobody who knows the rules overlooks a line that can be completed now. */
void root_moves_cut(RootMoves *moves, const Position *position, int kept) {
    const Grid *grid = position->grid;
    const Board *board = &position->board;
    CellSet urgent = cells_or(board_winning_cells(grid, board, SIDE_X), board_winning_cells(grid, board, SIDE_O));
    int first = 0;
    if (kept == 0) {
        moves->count = moves->count > 0;
        return;
    }
    for (int i = 0; i < moves->count; i++) {
        if (cells_has(&urgent, moves->move[i])) swap_moves(moves, first++, i);
    }
    if (moves->count > kept + first) moves->count = kept + first;
}
