#include "solve/drawing.h"

#include <stdio.h>
#include <string.h>

#include "common/labels.h"

/* Which pair or block a cell is in, from 1. */
typedef struct {
    int count;
    int of_cell[CELLS_MAX];
} Parts;

static void add_pairs(Parts *parts, const Proof *proof, Side side) {
    for (int i = 0; i < proof->count; i++) {
        const ProofPair *pair = &proof->pairs[i];
        if (pair->side != side) continue;
        parts->count++;
        for (int k = 0; k < 2; k++) parts->of_cell[pair->cell[k]] = parts->count;
    }
}

/* The parts below the first line that is against this side; lines right below it share them. */
static void add_items(Parts *parts, const Proof *proof, Side side) {
    int i = 0;
    while (i < proof->count && (proof->items[i].kind != ITEM_AGAINST || proof->items[i].side != side)) i++;
    while (i < proof->count && proof->items[i].kind == ITEM_AGAINST) i++;
    for (; i < proof->count && proof->items[i].kind != ITEM_AGAINST; i++) {
        parts->count++;
        for (int k = 0; k < proof->items[i].cells; k++) parts->of_cell[proof->items[i].cell[k]] = parts->count;
    }
}

static Parts parts_of(const Proof *proof, Side side) {
    Parts parts = {.count = 0};
    if (proof->kind == PROOF_PAIRING) add_pairs(&parts, proof, side);
    if (proof->kind == PROOF_BLOCKS) add_items(&parts, proof, side);
    return parts;
}

int drawing_parts(const Proof *proof) {
    int against_x = parts_of(proof, SIDE_X).count, against_o = parts_of(proof, SIDE_O).count;
    return against_x > against_o ? against_x : against_o;
}

static void print_parts(const Proof *proof, const Parts *parts, const char *title) {
    const Game *game = &proof->start.game;
    Labels labels;
    if (parts->count == 0) return;
    labels_of_stones(&labels, game, proof->start.stones);
    for (int cell = 0; cell < game_cells(game); cell++) {
        if (parts->of_cell[cell] > 0) labels_mark(&labels, cell, parts->of_cell[cell] - 1);
    }
    printf("\n%s\n", title);
    labels_print(game, &labels, MOVE_NONE);
}

void drawing_print(const Proof *proof) {
    Parts against_x = parts_of(proof, SIDE_X), against_o = parts_of(proof, SIDE_O);
    bool is_same = memcmp(against_x.of_cell, against_o.of_cell, sizeof against_x.of_cell) == 0;
    print_parts(proof, &against_x, is_same ? "against X, and against O:" : "against X:");
    if (!is_same) print_parts(proof, &against_o, "against O:");
}
