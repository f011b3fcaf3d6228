/* The second checker (reference/second_checker.h) against verify's: both accept and refuse the same proofs by blocks,
 * among them thousands in which a block, a line or a move was changed. test_forged_proofs.c compares them, too, on
 * proofs of many positions; here the proofs are larger. The search of the rest is compared with trying every move.
 *
 * ROWAN_TEST_FORGERIES is how many are tried. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "greatest.h"
#include "proof/proof.h"
#include "reference/second_checker.h"
#include "support/build.h"
#include "support/games.h"
#include "support/scratch.h"

static SecondVerdict judge_again(const Proof *proof, ProofForm form, uint64_t nodes, char why[REF_WHY_SIZE]) {
    const char *path = scratch_file("second.proof");
    size_t size = proof_write(proof, form, path);
    Reason reason;
    char *text = size > 0 ? proof_load(path, &size, &reason) : NULL;
    snprintf(why, REF_WHY_SIZE, "not written");
    SecondVerdict verdict = text != NULL ? second_check(text, size, &nodes, NULL, why) : SECOND_GIVEN_UP;
    free(text);
    return verdict;
}

/* Both accept it, both refuse it, or both give up. */
static enum greatest_test_res agree(const Proof *proof, ProofForm form, uint64_t steps, uint64_t nodes, int *holding) {
    static const SecondVerdict expected[] = {[PROOF_REFUSED] = SECOND_REFUSED,
                                             [PROOF_HOLDS] = SECOND_HOLDS,
                                             [PROOF_TOO_MUCH] = SECOND_GIVEN_UP,
                                             [PROOF_NO_MEMORY] = SECOND_GIVEN_UP};
    static ProofFindings findings;
    char why[REF_WHY_SIZE];
    Work work = {.steps_max = steps};
    proof_check_within(proof, &work, &findings);
    SecondVerdict verdict = judge_again(proof, form, nodes, why);
    *holding += verdict == SECOND_HOLDS;
    if (expected[findings.verdict] != verdict) {
        printf("%s: the one says '%s', the other %d, '%s'\n", scratch_file("second.proof"), findings.why.text,
               (int)verdict, why);
    }
    ASSERT_EQ(expected[findings.verdict], verdict);
    PASS();
}

static void change_move(Proof *proof, uint64_t *seed) {
    ProofItem *item = &proof->items[ref_random(seed, proof->count)];
    if (item->kind != ITEM_AGAINST) return;
    switch (ref_random(seed, 4)) {
    case 0:
        if (item->cells > 0) item->cell[ref_random(seed, item->cells)] = (uint16_t)ref_random(seed, 16);
        break;
    case 1:
        if (item->cells > 0) item->cells--;
        break;
    case 2:
        item->side = side_other(item->side);
        break;
    default:
        if (item->cells < 4) item->cell[item->cells++] = (uint16_t)ref_random(seed, 16);
    }
}

static void change_block(Proof *proof, uint64_t *seed) {
    ProofItem *item = &proof->items[ref_random(seed, proof->count)];
    int cells = game_cells(&proof->start.game);
    if (item->kind == ITEM_AGAINST) return;
    switch (ref_random(seed, 4)) {
    case 0:
        item->cell[ref_random(seed, item->cells)] = (uint16_t)ref_random(seed, cells);
        break;
    case 1:
        if (item->kind == ITEM_BLOCK && item->lines > 1) item->lines--;
        break;
    case 2:
        if (item->kind == ITEM_BLOCK && item->cells > 1) item->cells--;
        break;
    default:
        if (item->lines > 0)
            item->line[ref_random(seed, item->lines)][ref_random(seed, 2)] = (uint16_t)ref_random(seed, cells);
    }
}

static void change_items(Proof *proof, uint64_t *seed) {
    int from = ref_random(seed, proof->count), to = ref_random(seed, proof->count);
    switch (ref_random(seed, 3)) {
    case 0: /* left out */
        if (from > 0)
            memmove(&proof->items[from], &proof->items[from + 1],
                    sizeof *proof->items * (size_t)(--proof->count - from));
        break;
    case 1: /* another in its place */
        if (from > 0 && proof->items[to].kind == proof->items[from].kind) proof->items[from] = proof->items[to];
        break;
    default: /* twice */
        if (proof->items[to].kind != ITEM_AGAINST) proof_add_item(proof, &proof->items[to]);
    }
}

TEST both_checkers_agree_about_forged_pictures(const char *path, int forgeries) {
    static void (*const ways[])(Proof *, uint64_t *) = {change_move, change_block, change_items};
    uint64_t seed = 5;
    int holding = 0;
    for (int i = 0; i < forgeries; i++) {
        Proof proof;
        Reason why;
        ASSERTm(path, proof_read(path, &proof, &why));
        for (int changes = ref_random(&seed, 4); changes > 0; changes--) ways[ref_random(&seed, 3)](&proof, &seed);
        ProofForm form = ref_random(&seed, 2) == 0 ? PROOF_PLAIN : PROOF_WITH_TABLES;
        enum greatest_test_res result = agree(&proof, form, UINT64_MAX, UINT64_MAX, &holding);
        proof_release(&proof);
        if (result != GREATEST_TEST_RES_PASS) return result;
    }
    ASSERTm(path, holding > 0 && holding < forgeries);
    PASS();
}

/* The moves of a large proof; its pictures would take too long, so that both give up where the moves are right. */
TEST both_checkers_agree_about_forged_moves(int forgeries) {
    uint64_t seed = 6;
    int holding = 0;
    for (int i = 0; i < forgeries; i++) {
        Proof proof;
        Reason why;
        ASSERTm(why.text, proof_read("bench/proofs/5x5x5/a1a-c3c-c2a.proof", &proof, &why));
        for (int changes = 30 * ref_random(&seed, 2); changes > 0; changes--) change_move(&proof, &seed);
        ProofForm form = ref_random(&seed, 2) == 0 ? PROOF_PLAIN : PROOF_WITH_TABLES;
        enum greatest_test_res result = agree(&proof, form, 100000000, 5000, &holding);
        proof_release(&proof);
        if (result != GREATEST_TEST_RES_PASS) return result;
    }
    ASSERT_EQ(0, holding);
    PASS();
}

/* The game of the rest once more, by trying every move. Cells are bits. */
enum { PLAIN_CELLS_MAX = 11 };

typedef struct {
    int cells, lines;
    unsigned line[REF_SET_SIZE];
    char known[1 << 2 * PLAIN_CELLS_MAX]; /* 0: not yet; else 'h' or 'l' */
} PlainRest;

static bool is_held_plainly(PlainRest *plain, unsigned attackers, unsigned defenders);

static bool has_plain_answer(PlainRest *plain, unsigned attackers, unsigned defenders) {
    unsigned empty = ((1u << plain->cells) - 1) & ~attackers & ~defenders;
    if (empty == 0) return is_held_plainly(plain, attackers, defenders);
    for (; empty != 0; empty &= empty - 1) {
        if (is_held_plainly(plain, attackers, defenders | (empty & -empty))) return true;
    }
    return false;
}

static bool is_held_plainly(PlainRest *plain, unsigned attackers, unsigned defenders) {
    char *known = &plain->known[attackers << plain->cells | defenders];
    unsigned empty = ((1u << plain->cells) - 1) & ~attackers & ~defenders;
    bool is_held = true;
    if (*known != 0) return *known == 'h';
    for (int i = 0; i < plain->lines; i++) is_held = is_held && (plain->line[i] & ~attackers) != 0;
    for (; empty != 0 && is_held; empty &= empty - 1)
        is_held = has_plain_answer(plain, attackers | (empty & -empty), defenders);
    *known = is_held ? 'h' : 'l';
    return is_held;
}

/* Some cells of a board, and most of the lines that have two of them or more. */
static void random_rest(const RefGame *game, uint64_t *seed, PlainRest *plain, RefSet *lines, RefSet *cells) {
    int bit_of[REF_MAX_CELLS], wanted = 5 + ref_random(seed, PLAIN_CELLS_MAX - 4), dropped = ref_random(seed, 60);
    *lines = *cells = 0;
    plain->cells = plain->lines = 0;
    while (plain->cells < wanted) {
        int cell = ref_random(seed, game->cell_count);
        if ((*cells & ref_set_of(cell)) == 0) bit_of[cell] = plain->cells++;
        *cells |= ref_set_of(cell);
    }
    for (int line = 0; line < game->line_count; line++) {
        unsigned cut = 0;
        for (int i = 0; i < game->n; i++) {
            if ((*cells & ref_set_of(game->line[line][i])) != 0) cut |= 1u << bit_of[game->line[line][i]];
        }
        if ((cut & (cut - 1)) == 0 || ref_random(seed, 100) < dropped) continue;
        *lines |= ref_set_of(line);
        plain->line[plain->lines++] = cut;
    }
    memset(plain->known, 0, (size_t)1 << 2 * plain->cells);
}

/* Each shortcut of the search of the rest must agree with it, in both directions. */
TEST the_rest_is_held_where_trying_every_move_says_so(const char *board, int positions) {
    static PlainRest plain;
    RefGame game;
    uint64_t seed = 7;
    int held = 0;
    ASSERT(ref_game_init(&game, board));
    RestGame *rest = rest_game_new(&game);
    ASSERT(rest != NULL);
    for (int i = 0; i < positions; i++) {
        RefSet lines, cells;
        uint64_t nodes = UINT64_MAX;
        random_rest(&game, &seed, &plain, &lines, &cells);
        bool is_held = is_held_plainly(&plain, 0, 0);
        held += is_held;
        ASSERT_EQ(is_held ? REST_GAME_HELD : REST_GAME_LOST, rest_game_solve(rest, lines, cells, &nodes));
    }
    rest_game_free(rest);
    ASSERT(held > positions / 10 && held < positions - positions / 10);
    PASS();
}

SUITE(second_checker) {
    enum { HEAVY_MAX = 20 }; /* a picture of 5x5x5 takes a second or more */
    int usual = number_wanted("ROWAN_TEST_FORGERIES", BUILT_TO_BE_SLOW ? 40 : 200);
    int heavy = usual / 20 < HEAVY_MAX ? usual / 20 : HEAVY_MAX;
    RUN_TESTp(both_checkers_agree_about_forged_pictures, "tests/fuzz/seeds/proofs/5x5-blocks.proof", usual);
    RUN_TESTp(both_checkers_agree_about_forged_pictures, "tests/fuzz/seeds/proofs/4x4-tree.proof", usual);
    RUN_TESTp(both_checkers_agree_about_forged_pictures, "tests/fuzz/seeds/proofs/5x5x5-picture.proof", heavy);
    RUN_TESTp(both_checkers_agree_about_forged_moves, heavy);
    RUN_TESTp(the_rest_is_held_where_trying_every_move_says_so, "4x4", 100 * usual);
    RUN_TESTp(the_rest_is_held_where_trying_every_move_says_so, "3x3x3", 100 * usual);
    RUN_TESTp(the_rest_is_held_where_trying_every_move_says_so, "4x4x4", 100 * usual);
}
