#include "solving/held.h"

#include <string.h>

#include "base/clock.h"
#include "kernel/eval/eval.h"

void held_find(Held *held, const Shape *shape, const Board *board) {
    const Grid *grid = &shape->grid;
    Census census = census_take(grid, board);
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        bool is_light =
            !game_counts_points(&grid->game) && census_side_is_held(grid, &census, (Side)side, board_side(board));
        bool is_paired = pairing_find(grid, board, (Side)side, &held->pairing[side]);
        held->kind[side] = is_paired ? HELD_BY_PAIRING : is_light ? HELD_BY_WEIGHT : HELD_NOT;
    }
}

bool held_both(const Held *held) {
    return held->kind[SIDE_X] != HELD_NOT && held->kind[SIDE_O] != HELD_NOT;
}

/* How long to anneal, measured on the empty board: on 7x7x7 the first short run succeeds, on 6x6x6 one of two or three
 * does, each run with another seed. On 5x5x5 there is no chance before the board has filled a little, and little time
 * is spent, as provers come next. */
static bool effort_for(const Geometry *geometry, const Board *board, FinderEffort *effort) {
    enum { FIRST_PLY_5 = 14 };
    if (geometry->game.d != 3 || geometry->n < 5) return false;
    if (geometry->n == 5 && board->ply < FIRST_PLY_5) return false;
    effort->steps = geometry->n == 5 ? 300000 : geometry->n == 6 ? 2000000 : 1000000;
    effort->runs = geometry->n == 5 ? 2 : 24;
    effort->check_nodes = 600000;
    effort->seed = 22; /* its first run on 6x6x6 succeeds */
    return true;
}

bool held_may_have_blocks(const Shape *shape, const Board *board) {
    FinderEffort effort;
    return effort_for(shape->geometry, board, &effort);
}

static bool is_over(const void *context) {
    const FinderEffort *effort = context;
    if (effort->pulse != NULL) effort->pulse(effort->context);
    return atomic_load(effort->stop) || clock_now_us() >= effort->deadline_us;
}

/* Blocks made for the position take a second or two, and with stones on the board they do better than the library. */
static bool find_picture(const Lineup *lineup, const Board *board, const FinderEffort *effort, Picture *picture,
                         uint64_t *nodes) {
    enum { LACK_MAX = 30 };
    WorkEffort work = {.work = 2000000, .lack_max = LACK_MAX, .is_over = is_over, .context = effort};
    *nodes = 0;
    return (board->ply > 0 && finder_try(lineup, &work, picture)) || finder_run(lineup, effort, picture, nodes);
}

bool held_find_blocks(Held *held, const Shape *shape, const Board *board, const FinderEffort *limits, uint64_t *nodes) {
    FinderEffort effort = *limits;
    *nodes = 0;
    if (!effort_for(shape->geometry, board, &effort)) return false;
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        Lineup lineup;
        uint64_t spent = 0;
        if (held->kind[side] != HELD_NOT) continue;
        lineup_init(&lineup, shape->geometry, board, (Side)side);
        bool is_found = find_picture(&lineup, board, &effort, &held->picture[side], &spent);
        *nodes += spent;
        if (!is_found) return true;
        held->kind[side] = HELD_BY_BLOCKS;
        /* Without stones both sides have the same lines. */
        if (board->ply > 0 || held->kind[SIDE_O] != HELD_NOT) continue;
        held->kind[SIDE_O] = HELD_BY_BLOCKS;
        held->picture[SIDE_O] = held->picture[SIDE_X];
    }
    return true;
}

/* As a proof */

static bool add_pairs(const Held *held, const Shape *shape, const Board *board, Side side, Proof *proof) {
    LineSet lines = board_open_lines(&shape->grid, board, side);
    while (!lines_is_empty(lines)) {
        int pair[2];
        pairing_pair(&shape->grid, &held->pairing[side], lines_take(&lines), pair);
        ProofItem item = {.kind = ITEM_PAIR, .cells = 2, .cell = {(uint16_t)pair[0], (uint16_t)pair[1]}};
        bool is_added =
            proof->kind == PROOF_PAIRING ? proof_add_pair(proof, side, pair[0], pair[1]) : proof_add_item(proof, &item);
        if (!is_added) return false;
    }
    return true;
}

bool held_add_blocks(const Picture *picture, const Geometry *geometry, Proof *proof) {
    for (int i = 0; i < picture->count; i++) {
        const Block *block = &picture->block[i];
        ProofItem item = {.kind = ITEM_BLOCK, .cells = block->cells, .lines = block->lines};
        memcpy(item.cell, block->cell, sizeof block->cell[0] * block->cells);
        for (int k = 0; k < block->lines; k++) {
            const uint16_t *cells = geometry->line_cells[block->line[k]];
            item.line[k][0] = cells[0];
            item.line[k][1] = cells[geometry->n - 1];
        }
        if (!proof_add_item(proof, &item)) return false;
    }
    return true;
}

bool held_add_side(const Held *held, const Shape *shape, const Board *board, const ProofItem *against, Proof *proof) {
    Side side = against->side;
    if (held->kind[side] == HELD_BY_WEIGHT) return true;
    if (proof->kind == PROOF_BLOCKS && !proof_add_item(proof, against)) return false;
    return held->kind[side] == HELD_BY_PAIRING ? add_pairs(held, shape, board, side, proof)
                                               : held_add_blocks(&held->picture[side], shape->geometry, proof);
}

static bool is_shared(const Held *held) {
    return held->kind[SIDE_X] == HELD_BY_BLOCKS && held->kind[SIDE_O] == HELD_BY_BLOCKS &&
           memcmp(&held->picture[SIDE_X], &held->picture[SIDE_O], sizeof(Picture)) == 0;
}

bool held_to_proof(const Held *held, const Shape *shape, const Board *board, Proof *proof) {
    static const ProofItem against[] = {{.kind = ITEM_AGAINST, .side = SIDE_X}, {.kind = ITEM_AGAINST, .side = SIDE_O}};
    bool has_blocks = held->kind[SIDE_X] == HELD_BY_BLOCKS || held->kind[SIDE_O] == HELD_BY_BLOCKS;
    proof->kind = has_blocks ? PROOF_BLOCKS : PROOF_PAIRING;
    if (is_shared(held))
        return proof_add_item(proof, &against[SIDE_X]) && held_add_side(held, shape, board, &against[SIDE_O], proof);
    /* A picture without blocks comes last: lines `against` that follow each other share one picture. */
    bool x_comes_last = held->kind[SIDE_X] == HELD_BY_BLOCKS && held->picture[SIDE_X].count == 0;
    Side first = x_comes_last ? SIDE_O : SIDE_X;
    return held_add_side(held, shape, board, &against[first], proof) &&
           held_add_side(held, shape, board, &against[side_other(first)], proof);
}
