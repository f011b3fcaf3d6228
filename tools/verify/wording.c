#include "verify/wording.h"

#include <stdio.h>

#include "common/proof_labels.h"

int wording_letter(const Proof *proof, int item) {
    int letter = 0;
    if (proof->kind == PROOF_BLOCKS) {
        while (item > 0 && proof->items[item - 1].kind != ITEM_AGAINST) {
            item--;
            letter++;
        }
        return letter;
    }
    for (int i = 0; i < item; i++) letter += proof->pairs[i].side == proof->pairs[item].side;
    return letter;
}

bool wording_claims(const Proof *proof, Side side) {
    return proof->value != OUTCOME_NONE || proof->held == side;
}

int wording_count_pairs(const Proof *proof, Side side) {
    int count = 0;
    for (int i = 0; i < proof->count; i++) count += proof->pairs[i].side == side;
    return count;
}

bool wording_has_parts(const Proof *proof) {
    int item = 0;
    while (item < proof->count && proof->items[item].kind == ITEM_AGAINST) item++;
    return item < proof->count;
}

void wording_of_move(const Proof *proof, const ProofMove *move, char text[WORDING_SIZE]) {
    static const char *const words[] = {
        [MOVE_COMPLETES] = "it completes a line",
        [MOVE_FORCES] = "threats alone win from here",
        [MOVE_BLOCKS] = "it blocks your line",
        [MOVE_LISTED] = "the proof lists it",
        [MOVE_DECIDES] = "after it threats and blocks win",
        [MOVE_SEARCHED] = "a search of all moves finds none better",
        [MOVE_PAIR] = "the other cell of pair",
        [MOVE_IN_BLOCK] = "the answer inside block",
        [MOVE_IN_REST] = "the answer outside all blocks",
        [MOVE_HEAVIEST] = "it takes most from your lines",
        [MOVE_FREE] = "nothing needs an answer",
    };
    bool has_letter = move->kind == MOVE_PAIR || move->kind == MOVE_IN_BLOCK;
    bool is_pair = move->kind == MOVE_IN_BLOCK && proof->items[move->item].kind == ITEM_PAIR;
    char letter[LABEL_SIZE];
    if (move->kind == MOVE_IN_REST && !wording_has_parts(proof)) {
        snprintf(text, WORDING_SIZE, "found by search");
        return;
    }
    if (has_letter) proof_labels_letter(wording_letter(proof, move->item), letter);
    snprintf(text, WORDING_SIZE, "%s%s%s", words[is_pair ? MOVE_PAIR : move->kind], has_letter ? " " : "",
             has_letter ? letter : "");
}
