#include "core/draws.h"

#include "core/draw_6x6x6.h"
#include "core/draw_7x7x7.h"
#include "eval/pairing.h"
#include "proof/proof.h"

/* What one look at a picture may take: some tenths of a second. */
enum { PICTURE_NODES = 40000 };

static int line_through(const Geometry *geometry, const uint16_t cells[2]) {
    for (int i = 0; i < geometry->lines_through[cells[0]]; i++) {
        int line = geometry->cell_lines[cells[0]][i];
        for (int k = 0; k < geometry->n; k++) {
            if (geometry->line_cells[line][k] == cells[1]) return line;
        }
    }
    return 0;
}

static void add_block(const Geometry *geometry, const ProofItem *item, Picture *picture) {
    Block *block = &picture->block[picture->count++];
    *block = (Block){.cells = (uint8_t)item->cells, .lines = (uint8_t)item->lines};
    memcpy(block->cell, item->cell, sizeof block->cell[0] * (size_t)item->cells);
    for (int i = 0; i < item->lines; i++) block->line[i] = (uint16_t)line_through(geometry, item->line[i]);
}

static bool read_picture(const Geometry *geometry, const char *text, size_t size, Picture *picture) {
    Proof proof;
    Reason why;
    picture->count = 0;
    if (!proof_parse(text, size, &proof, &why)) return false;
    for (int i = 0; i < proof.count && picture->count < PICTURE_BLOCKS_MAX; i++) {
        if (proof.items[i].kind == ITEM_BLOCK) add_block(geometry, &proof.items[i], picture);
    }
    proof_release(&proof);
    return true;
}

bool draws_picture(const Geometry *geometry, Picture *picture) {
    const Game *game = &geometry->game;
    if (game->rule != RULE_LINE || game->d != 3) return false;
    if (game->n == 6) return read_picture(geometry, draw_6x6x6, draw_6x6x6_size, picture);
    if (game->n == 7) return read_picture(geometry, draw_7x7x7, draw_7x7x7_size, picture);
    return false;
}

static void list_safe_moves(const bool is_safe[CELLS_MAX], int cells, RootMoves *moves) {
    moves->count = 0;
    for (int cell = 0; cell < cells; cell++) {
        if (!is_safe[cell]) continue;
        moves->cells[moves->count] = 1;
        moves->move[moves->count++] = (uint16_t)cell;
    }
}

void draws_guide(const Shape *shape, const Board *board, SearchJob *job) {
    Side side = board_side(board);
    Picture picture;
    Pairing pairing;
    Lineup lineup;
    bool is_safe[CELLS_MAX];
    /* A pairing allows more moves than a picture. */
    if (!job->free_choice || pairing_find(&shape->grid, board, side_other(side), &pairing)) return;
    if (!draws_picture(shape->geometry, &picture)) return;
    lineup_init(&lineup, shape->geometry, &job->root, side_other(side));
    int count = picture_safe_moves(&picture, &lineup, &(RestEffort){.nodes = PICTURE_NODES}, is_safe);
    if (count == 0) return;
    job->moves_hold_draw = true;
    if (count < shape->geometry->cells - board->ply) list_safe_moves(is_safe, shape->geometry->cells, &job->root_moves);
    lineup_init(&lineup, shape->geometry, &job->root, side);
    job->cannot_win = picture_holds(&picture, &lineup, &(RestEffort){.nodes = PICTURE_NODES});
}
