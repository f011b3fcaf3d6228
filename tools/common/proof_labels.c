#include "common/proof_labels.h"

#include <stdio.h>
#include <string.h>

#include "common/screen.h"

void proof_labels_letter(int index, char text[LABEL_SIZE]) {
    static const char letters[] = "ABCDEFGHIJKLMNPQRSTUVWYZ";
    enum { LETTERS = sizeof letters - 1 };
    index %= LETTERS * LETTERS + LETTERS;
    if (index < LETTERS) {
        snprintf(text, LABEL_SIZE, "%c", letters[index]);
    } else {
        snprintf(text, LABEL_SIZE, "%c%c", letters[index / LETTERS - 1], letters[index % LETTERS]);
    }
}

void proof_labels_mark(Labels *labels, int cell, int index) {
    if (strcmp(labels->cell[cell], ".") == 0) proof_labels_letter(index, labels->cell[cell]);
}

static void mark_all(Labels *labels, const uint16_t cells[], int count, int index) {
    for (int i = 0; i < count; i++) proof_labels_mark(labels, cells[i], index);
}

static int mark_pairs(Labels *labels, const Proof *proof, Side side) {
    int count = 0;
    for (int i = 0; i < proof->count; i++) {
        if (proof->pairs[i].side == side) mark_all(labels, proof->pairs[i].cell, 2, count++);
    }
    return count;
}

/* The parts stand below the first line that is against this side; lines right below it share them. */
static int mark_items(Labels *labels, const Proof *proof, Side side) {
    const ProofItem *items = proof->items;
    int i = 0, count = 0;
    while (i < proof->count && (items[i].kind != ITEM_AGAINST || items[i].side != side)) i++;
    while (i < proof->count && items[i].kind == ITEM_AGAINST) i++;
    for (; i < proof->count && items[i].kind != ITEM_AGAINST; i++)
        mark_all(labels, items[i].cell, items[i].cells, count++);
    return count;
}

int proof_labels_mark_parts(Labels *labels, const Proof *proof, Side side) {
    if (proof->kind == PROOF_PAIRING) return mark_pairs(labels, proof, side);
    return proof->kind == PROOF_BLOCKS ? mark_items(labels, proof, side) : 0;
}

void proof_labels_print(const Game *game, const Labels *labels, int marked) {
    char text[DIAGRAM_SIZE];
    diagram_print(game, labels, marked, screen_width(stdout), text);
    fputs(text, stdout);
}
