#include "proof/proof.h"

#include <stdlib.h>

void proof_init(Proof *proof, const Setup *start, Outcome value, ProofKind kind) {
    *proof = (Proof){.start = *start, .value = value, .kind = kind};
}

void proof_release(Proof *proof) {
    free(proof->entries);
    free(proof->pairs);
    free(proof->items);
    proof->entries = NULL;
    proof->pairs = NULL;
    proof->items = NULL;
    proof->count = proof->capacity = 0;
}

/* Makes room for one more in an array of such elements. */
static void *grown(Proof *proof, void *array, size_t size) {
    if (proof->count < proof->capacity) return array;
    int capacity = proof->capacity == 0 ? 64 : proof->capacity * 2;
    void *larger = realloc(array, size * (size_t)capacity);
    if (larger != NULL) proof->capacity = capacity;
    if (larger == NULL) proof->is_short_of_memory = true;
    return larger;
}

bool proof_add_entry(Proof *proof, const CellSet canonical[2], int move) {
    ProofEntry *entries = grown(proof, proof->entries, sizeof *entries);
    if (entries == NULL) return false;
    proof->entries = entries;
    entries[proof->count++] = (ProofEntry){{canonical[SIDE_X], canonical[SIDE_O]}, (uint16_t)move, 0};
    return true;
}

bool proof_add_pair(Proof *proof, Side held, int one, int other) {
    ProofPair *pairs = grown(proof, proof->pairs, sizeof *pairs);
    if (pairs == NULL) return false;
    proof->pairs = pairs;
    pairs[proof->count++] = (ProofPair){(uint16_t)held, {(uint16_t)one, (uint16_t)other}};
    return true;
}

bool proof_add_item(Proof *proof, const ProofItem *item) {
    ProofItem *items = grown(proof, proof->items, sizeof *items);
    if (items == NULL) return false;
    proof->items = items;
    items[proof->count++] = *item;
    return true;
}

int proof_compare_stones(const CellSet a[2], const CellSet b[2]) {
    int order = canonical_compare(a[SIDE_X], b[SIDE_X]);
    return order != 0 ? order : canonical_compare(a[SIDE_O], b[SIDE_O]);
}

/* Of several moves in one position the first cell comes first, whatever the C library does with equals. */
static int compare_entries(const void *a, const void *b) {
    const ProofEntry *one = a, *other = b;
    int order = proof_compare_stones(one->stones, other->stones);
    return order != 0 ? order : one->move - other->move;
}

void proof_sort(Proof *proof) {
    if (proof->count > 0 && proof_has_entries(proof)) {
        qsort(proof->entries, (size_t)proof->count, sizeof *proof->entries, compare_entries);
    }
}

int proof_block_positions(const Proof *proof) {
    int count = 0;
    for (int i = 0; i < proof->count && proof->kind == PROOF_BLOCKS; i++) {
        count += proof->items[i].kind == ITEM_AGAINST;
    }
    return count;
}

int proof_find(const Proof *proof, const CellSet canonical[2], int *index) {
    int low = 0, high = proof_has_entries(proof) ? proof->count : 0;
    while (low < high) {
        int middle = low + (high - low) / 2;
        int order = proof_compare_stones(proof->entries[middle].stones, canonical);
        if (order == 0) {
            *index = middle;
            return proof->entries[middle].move;
        }
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return MOVE_NONE;
}
