#include "proof/player.h"

/* A value for every cell. */
typedef int (*CellValue)(const ProofPlayer *player, const Board *board, int cell);

/* The empty cell of the highest value. */
static int best_cell(const ProofPlayer *player, const Board *board, CellValue value) {
    int best = MOVE_NONE, most = -1;
    for (CellSet left = board_empty(&player->shape->grid, board); !cells_is_empty(left);) {
        int cell = cells_take(&left), worth = value(player, board, cell);
        if (worth <= most) continue;
        best = cell;
        most = worth;
    }
    return best;
}

/* The sum over the side's open lines through the cell of 2^(stones on it). */
static int weight_for(const ProofPlayer *player, const Board *board, int cell, Side side) {
    const Grid *grid = &player->shape->grid;
    LineSet open = lines_and(grid->through[cell], board_open_lines(grid, board, side));
    int weight = 0, touched = 0;
    for (int stones = 1; stones < grid->n; stones++) {
        int count = lines_count(lines_and(open, board_lines_with(board, side, stones)));
        weight += count << stones;
        touched += count;
    }
    return weight + lines_count(open) - touched;
}

static int weight_for_us(const ProofPlayer *player, const Board *board, int cell) {
    return weight_for(player, board, cell, player->side);
}

static int weight_for_them(const ProofPlayer *player, const Board *board, int cell) {
    return weight_for(player, board, cell, side_other(player->side));
}

static int completes_for_us(const ProofPlayer *player, const Board *board, int cell) {
    const Grid *grid = &player->shape->grid;
    LineSet threats = board_lines_with(board, player->side, grid->n - 1);
    return lines_count(lines_and(grid->through[cell], threats)) > 0 ? 1 : -1;
}

/* The pairs against the other side, or its weight where there are none. */
static void find_pair_move(const ProofPlayer *player, int attack, ProofMove *move) {
    const Proof *proof = player->proof;
    *move = (ProofMove){.kind = MOVE_HEAVIEST};
    for (int i = 0; i < proof->count; i++) {
        const ProofPair *pair = &proof->pairs[i];
        if (pair->side == player->side) continue;
        if (move->kind == MOVE_HEAVIEST) move->kind = MOVE_FREE;
        for (int k = 0; k < 2; k++) {
            if (pair->cell[k] == attack) *move = (ProofMove){MOVE_PAIR, pair->cell[1 - k], i};
        }
    }
}

static bool find_draw_move(const ProofPlayer *player, const Board *board, const uint16_t moves[], int count,
                           ProofMove *move, Reason *why) {
    const Game *game = &player->shape->grid.game;
    int winning = game_counts_points(game) ? MOVE_NONE : best_cell(player, board, completes_for_us);
    if (winning != MOVE_NONE) {
        *move = (ProofMove){.kind = MOVE_COMPLETES, .cell = winning};
        return true;
    }
    if (player->proof->kind == PROOF_BLOCKS && !player_blocks_move(player, moves, count, move, why)) return false;
    if (player->proof->kind == PROOF_PAIRING) find_pair_move(player, count > 0 ? moves[count - 1] : MOVE_NONE, move);
    CellSet empty = board_empty(&player->shape->grid, board);
    if (move->kind == MOVE_PAIR && !cells_has(&empty, move->cell)) move->kind = MOVE_FREE;
    if (move->kind == MOVE_HEAVIEST) move->cell = best_cell(player, board, weight_for_them);
    if (move->kind == MOVE_FREE) move->cell = best_cell(player, board, weight_for_us);
    return true;
}

bool proof_player_can_play(const Proof *proof, Side side) {
    if (proof->value == OUTCOME_NONE) return side != proof->held;
    return proof->value == OUTCOME_DRAW || (proof->value == OUTCOME_X_WINS) == (side == SIDE_X);
}

bool proof_player_move(const ProofPlayer *player, const uint16_t moves[], int count, ProofMove *move, Reason *why) {
    Board board;
    if (!setup_to_board(&player->proof->start, &player->shape->grid, &board, why)) return false;
    for (int i = 0; i < count; i++) board_play(&player->shape->grid, &board, moves[i]);
    switch (player->proof->kind) {
    case PROOF_STRATEGY:
    case PROOF_OUTLINE:
        return player_strategy_move(player, &board, move, why);
    case PROOF_SEARCH:
        return player_search_move(player, &board, move, why);
    case PROOF_PAIRING:
    case PROOF_BLOCKS:
        break;
    }
    return find_draw_move(player, &board, moves, count, move, why);
}
