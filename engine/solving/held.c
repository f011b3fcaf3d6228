#include "solving/held.h"

#include <string.h>

#include "base/clock.h"
#include "kernel/eval/eval.h"

void held_find(Held *held, const Shape *shape, const Board *board) {
    const Grid *grid = &shape->grid;
    Census census = census_take(grid, board);
    held->reply = MOVE_NONE;
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

/* On 5x5x5 there is no chance before the board has filled a little. */
bool held_may_have_blocks(const Shape *shape, const Board *board) {
    enum { FIRST_PLY_5 = 6 };
    const Geometry *geometry = shape->geometry;
    return geometry->game.d == 3 && (geometry->n > 5 || (geometry->n == 5 && board->ply >= FIRST_PLY_5));
}

/* How long to anneal, measured on the empty board: on 7x7x7 the first short run succeeds, on 6x6x6 one of two
 * does, each run with another seed. */
static RunsEffort effort_for(const Geometry *geometry, const RunsEffort *limits) {
    RunsEffort effort = *limits;
    effort.steps = geometry->n == 6 ? 2000000 : 1000000;
    effort.runs = 24;
    effort.check_nodes = 600000;
    effort.seed = 28; /* its first run on 6x6x6 succeeds */
    return effort;
}

static bool is_over(const void *context) {
    const RunsEffort *effort = context;
    if (effort->pulse != NULL) effort->pulse(effort->context);
    return atomic_load(effort->stop) || clock_now_us() >= effort->deadline_us;
}

/* Blocks made for the position take a second or two, as provers come next. Where the defender is to move, it replies
 * first. */
static bool find_for_position(const Lineup *lineup, bool is_attackers, const RunsEffort *limits, Finding *finding) {
    enum { LACK_MAX = 60, WORK = 2000000, FIRST_LOOK = 64 };
    Watch watch;
    Finder *finder = finder_new(lineup->geometry);
    FinderEffort effort = finder_thorough();
    effort.work = WORK;
    effort.lack_max = LACK_MAX;
    effort.watch = &watch;
    watch_start(&watch, is_over, limits, FIRST_LOOK);
    bool is_found = finder != NULL && (is_attackers ? finder_hold : finder_reply)(finder, lineup, &effort, finding);
    finder_free(finder);
    return is_found;
}

/* With stones on the board, blocks made for the position do better than the library; on 5x5x5 there are always some. */
static bool find_picture(const Shape *shape, const Board *board, Side attacker, const RunsEffort *limits,
                         Finding *finding) {
    Lineup lineup;
    lineup_init(&lineup, shape->geometry, board, attacker);
    *finding = (Finding){.reply = MOVE_NONE};
    if (board->ply > 0 && find_for_position(&lineup, board_side(board) == attacker, limits, finding)) return true;
    RunsEffort effort = effort_for(shape->geometry, limits);
    uint64_t spent = 0;
    finding->reply = MOVE_NONE;
    bool is_found = shape->geometry->n > 5 && finder_run(&lineup, &effort, &finding->picture, &spent);
    finding->nodes += spent;
    return is_found;
}

bool held_find_blocks(Held *held, const Shape *shape, const Board *board, const RunsEffort *limits, uint64_t *nodes) {
    *nodes = 0;
    if (!held_may_have_blocks(shape, board)) return false;
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        Finding finding;
        if (held->kind[side] != HELD_NOT) continue;
        bool is_found = find_picture(shape, board, (Side)side, limits, &finding);
        *nodes += finding.nodes;
        if (!is_found) return true;
        held->kind[side] = HELD_BY_BLOCKS;
        held->picture[side] = finding.picture;
        if (finding.reply != MOVE_NONE) held->reply = finding.reply;
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

/* The side that is not to move may be held only after a reply. */
static ProofItem against_side(const Held *held, const Board *board, Side side) {
    ProofItem against = {.kind = ITEM_AGAINST, .side = side};
    bool takes_reply = held->reply != MOVE_NONE && side != board_side(board);
    if (takes_reply) against.cell[against.cells++] = (uint16_t)held->reply;
    return against;
}

bool held_to_proof(const Held *held, const Shape *shape, const Board *board, Proof *proof) {
    ProofItem against[2] = {against_side(held, board, SIDE_X), against_side(held, board, SIDE_O)};
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
