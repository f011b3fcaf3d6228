/* The two forms of a proof by blocks: the one with tables says the same as the plain one, in fewer bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "greatest.h"
#include "proof/cells_text.h"
#include "proof/proof.h"
#include "reference/reference.h"
#include "support/scratch.h"

static const char *const set_games[] = {"3x3", "5x5x5", "8x8x8", "3x3x3x3", "4x4x4x4", "12x12"};

static bool parse_set(const Game *game, const char *text, uint16_t cells[CELLS_MAX], int *count) {
    const char *cursor = text;
    Word word;
    Reason why;
    *count = 0;
    while (word_next(&cursor, &word)) {
        if (!cells_text_parse(game, word, cells, CELLS_MAX, count, &why)) return false;
    }
    return true;
}

TEST sets_of_cells_are_read_as_they_were_written(void) {
    static char text[CELLS_TEXT_SIZE];
    uint64_t seed = 3;
    for (int i = 0; i < 600; i++) {
        Game game;
        Reason why;
        uint16_t cells[CELLS_MAX], read[CELLS_MAX];
        bool is_in[CELLS_MAX] = {false};
        int count = 0, read_count = 0, share = 1 + ref_random(&seed, 20);
        ASSERT(game_parse(word_of(set_games[i % 6]), &game, &why));
        for (int cell = 0; cell < game_cells(&game); cell++) {
            if (ref_random(&seed, share) != 0) continue;
            is_in[cell] = true;
            cells[count++] = (uint16_t)cell;
        }
        if (count == 0) continue;
        cells_text_print(&game, cells, count, ' ', text);
        ASSERTm(text, parse_set(&game, text, read, &read_count));
        ASSERT_EQm(text, count, read_count);
        for (int k = 0; k < read_count; k++) ASSERTm(text, is_in[read[k]]);
    }
    PASS();
}

TEST a_set_names_its_cells(void) {
    Game game = {.n = 5, .d = 3, .rule = RULE_LINE};
    uint16_t cells[CELLS_MAX];
    int count;
    ASSERT(parse_set(&game, "bd15a c3c", cells, &count));
    ASSERT_EQ(5, count);
    ASSERT_EQ(1, cells[0]);          /* b1a */
    ASSERT_EQ(3, cells[1]);          /* d1a */
    ASSERT_EQ(1 + 4 * 5, cells[2]);  /* b5a */
    ASSERT_EQ(3 + 4 * 5, cells[3]);  /* d5a */
    ASSERT_EQ(5 * 25 / 2, cells[4]); /* c3c */
    PASS();
}

static int compare_texts(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The positions of a proof, each with the blocks that stop it, in order: what it says, whatever its form. */
static int list_claims(const Proof *proof, char *claims[], int max) {
    int count = 0;
    for (int i = 0; i < proof->count && count < max; i++) {
        const ProofItem *item = &proof->items[i];
        if (item->kind != ITEM_AGAINST) continue;
        char *claim = malloc(1 << 13);
        Writer writer = writer_on(claim, 1 << 13);
        for (int k = 0; k < item->cells; k++) writer_add(&writer, "%03d ", item->cell[k]);
        int part = i;
        while (part < proof->count && proof->items[part].kind == ITEM_AGAINST) part++;
        for (; part < proof->count && proof->items[part].kind != ITEM_AGAINST; part++) {
            bool is_in[CELLS_MAX] = {false};
            for (int k = 0; k < proof->items[part].cells; k++) is_in[proof->items[part].cell[k]] = true;
            writer_add(&writer, "|");
            for (int cell = 0; cell < CELLS_MAX; cell++) {
                if (is_in[cell]) writer_add(&writer, " %d", cell);
            }
            writer_add(&writer, " %d", proof->items[part].lines);
        }
        claims[count++] = claim;
    }
    qsort(claims, (size_t)count, sizeof claims[0], compare_texts);
    return count;
}

enum { CLAIMS_MAX = 4000 };

static bool claims_the_same(const Proof *a, const Proof *b) {
    static char *one[CLAIMS_MAX], *other[CLAIMS_MAX];
    int ones = list_claims(a, one, CLAIMS_MAX), others = list_claims(b, other, CLAIMS_MAX);
    bool is_same = ones == others && ones > 0;
    for (int i = 0; i < ones && i < others; i++) is_same = is_same && strcmp(one[i], other[i]) == 0;
    for (int i = 0; i < ones; i++) free(one[i]);
    for (int i = 0; i < others; i++) free(other[i]);
    return is_same;
}

static bool files_are_equal(const char *path, const char *other_path) {
    size_t size, other_size;
    Reason why;
    char *text = proof_load(path, &size, &why), *other = proof_load(other_path, &other_size, &why);
    bool are_equal = text != NULL && other != NULL && size == other_size && memcmp(text, other, size) == 0;
    free(text);
    free(other);
    return are_equal;
}

/* To the plain form and back: the same claims, then the same bytes. */
TEST a_large_proof_keeps_its_meaning_in_both_forms(void) {
    char tables[512], plain[512], again[512];
    Proof proof, spelled_out;
    Reason why;
    snprintf(tables, sizeof tables, "%s", scratch_file("tables.proof"));
    snprintf(plain, sizeof plain, "%s", scratch_file("plain.proof"));
    snprintf(again, sizeof again, "%s", scratch_file("again.proof"));
    ASSERTm(why.text, proof_read("bench/proofs/5x5x5/c2a-c3c-c4e.proof", &proof, &why));
    size_t small = proof_write(&proof, PROOF_WITH_TABLES, tables), large = proof_write(&proof, PROOF_PLAIN, plain);
    ASSERT(small > 0 && small * 7 < large);
    ASSERTm(why.text, proof_read(plain, &spelled_out, &why));
    bool is_same = claims_the_same(&proof, &spelled_out);
    bool is_written = proof_write(&spelled_out, PROOF_WITH_TABLES, again) == small;
    proof_release(&spelled_out);
    proof_release(&proof);
    ASSERT(is_same && is_written);
    ASSERT(files_are_equal(tables, again));
    PASS();
}

enum { EDGE = 5, CUBE = EDGE * EDGE * EDGE, CENTRE = CUBE / 2, CLASSES = 92 };

/* The image of a cell of 5x5x5 under one of 384 maps: axes permuted and reflected, and the layers of all axes renamed
 * so that opposite ones stay opposite. Each symmetry is among them several times. */
static int image_of(int cell, int map) {
    static const int axes[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    static const int layers[8][EDGE] = {{0, 1, 2, 3, 4}, {4, 1, 2, 3, 0}, {0, 3, 2, 1, 4}, {4, 3, 2, 1, 0},
                                        {1, 0, 2, 4, 3}, {3, 0, 2, 4, 1}, {1, 4, 2, 0, 3}, {3, 4, 2, 0, 1}};
    int from[3] = {cell % EDGE, cell / EDGE % EDGE, cell / EDGE / EDGE}, to[3];
    for (int i = 0; i < 3; i++) {
        int at = from[axes[map % 6][i]];
        to[i] = layers[map / 6 % 8][(map / 48 >> i & 1) != 0 ? EDGE - 1 - at : at];
    }
    return to[0] + EDGE * (to[1] + EDGE * to[2]);
}

/* The smallest image of two stones of X, with O in the centre. */
static int class_of(int one, int other) {
    int smallest = CUBE * CUBE;
    for (int map = 0; map < 6 * 8 * 8; map++) {
        int a = image_of(one, map), b = image_of(other, map), pair = a < b ? a * CUBE + b : b * CUBE + a;
        if (pair < smallest) smallest = pair;
    }
    return smallest;
}

static int cell_named(const char *name) {
    return name[0] - 'a' + EDGE * (name[1] - '1' + EDGE * (name[2] - 'a'));
}

/* Each file is about the position in its name. After two moves of X, with O in the centre, none is left out: so X
 * cannot win unless it begins in the centre. */
TEST the_proofs_of_5x5x5_leave_no_position_out(void) {
    static bool is_proven[CUBE * CUBE];
    int classes = 0, proven = 0;
    char row[1024], name[64], path[256];
    FILE *table = fopen("bench/proofs/5x5x5/README.md", "r");
    ASSERT(table != NULL);
    while (fgets(row, sizeof row, table) != NULL) {
        Proof proof;
        Reason why;
        if (sscanf(row, "| `%63[^`]`", name) != 1) continue;
        snprintf(path, sizeof path, "bench/proofs/5x5x5/%s", name);
        ASSERTm(why.text, proof_read(path, &proof, &why));
        int one = cell_named(name), centre = cell_named(name + 4), other = cell_named(name + 8);
        const CellSet *stones = proof.start.stones;
        bool is_about = cells_count(stones[SIDE_X]) == 2 && cells_has(&stones[SIDE_X], one) &&
                        cells_has(&stones[SIDE_X], other) && cells_count(stones[SIDE_O]) == 1 && centre == CENTRE &&
                        cells_has(&stones[SIDE_O], CENTRE) && proof.start.to_move == SIDE_O;
        bool is_claim = proof.value == OUTCOME_NONE && proof.held == SIDE_X;
        proof_release(&proof);
        ASSERTm(path, is_about && is_claim);
        is_proven[class_of(one, other)] = true;
    }
    fclose(table);
    for (int i = 0; i < CUBE * CUBE; i++) {
        int one = i / CUBE, other = i % CUBE;
        if (one >= other || one == CENTRE || other == CENTRE || class_of(one, other) != i) continue;
        classes++;
        proven += is_proven[i];
    }
    ASSERT_EQ(CLASSES, classes);
    ASSERT_EQ(CLASSES, proven);
    PASS();
}

/* The steps that the table of the folder says are within what `verify` does without --steps. */
TEST the_proofs_of_5x5x5_are_checked_without_options(void) {
    char row[1024], path[256];
    FILE *table = fopen("bench/proofs/5x5x5/README.md", "r");
    int count = 0;
    ASSERT(table != NULL);
    while (fgets(row, sizeof row, table) != NULL) {
        char name[64];
        double billions;
        Proof proof;
        Reason why;
        if (sscanf(row, "| `%63[^`]` | %*[^|]| %*[^|]| %*[^|]| %lf G steps", name, &billions) != 2) continue;
        snprintf(path, sizeof path, "bench/proofs/5x5x5/%s", name);
        ASSERTm(why.text, proof_read(path, &proof, &why));
        bool is_enough = (double)proof_steps_max(&proof) > billions * 1e9;
        proof_release(&proof);
        ASSERTm(path, is_enough);
        count++;
    }
    fclose(table);
    ASSERT_EQ(CLASSES, count);
    PASS();
}

SUITE(proof_forms) {
    RUN_TEST(the_proofs_of_5x5x5_leave_no_position_out);
    RUN_TEST(the_proofs_of_5x5x5_are_checked_without_options);
    RUN_TEST(sets_of_cells_are_read_as_they_were_written);
    RUN_TEST(a_set_names_its_cells);
    RUN_TEST(a_large_proof_keeps_its_meaning_in_both_forms);
}
