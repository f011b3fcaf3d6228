/* It is easiest to read from the end. */
#include "reference/second_checker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_KNOWN_BITS = 18, SYMMETRIES_MAX = 20000 };

typedef struct {
    uint32_t key; /* cells of both sides, plus 1 at the top; 0: nothing */
    bool is_held;
} KnownBlock;

typedef struct {
    RefProof proof;
    char *why;
    RestGame *rest;
    uint64_t *nodes;
    bool gave_up;
    RefSet cells_of[REF_SET_SIZE]; /* a line */
    RefSet stones[2];              /* of the attacker, of the defender */
    char attacker;
    bool attacker_begins;
    bool *is_met; /* entries */
    bool looks_at_pictures;
    void (*progress)(int done, int all);
    int done;
    uint8_t (*images)[REF_SET_SIZE]; /* of all cells, for each symmetry */
    int symmetries;
    int block_lines; /* of the block that is played */
    unsigned block_line[REF_BLOCK_LINES_MAX];
    KnownBlock known[1 << BLOCK_KNOWN_BITS];
} Second;

static bool refuse(Second *second, const char *why) {
    snprintf(second->why, REF_WHY_SIZE, "%s", why);
    return false;
}

/* Blocks: all moves are tried, but that a line about to be completed must be stopped. */

static bool block_is_held(Second *second, unsigned attackers, unsigned defenders);

static bool block_has_answer(Second *second, unsigned attackers, unsigned defenders) {
    unsigned useful = 0, must = 0;
    for (int i = 0; i < second->block_lines; i++) {
        unsigned left = second->block_line[i] & ~attackers;
        if ((second->block_line[i] & defenders) != 0) continue;
        if (left == 0) return false;
        if ((left & (left - 1)) == 0) must |= left;
        useful |= left;
    }
    if (useful == 0) return true;
    if (must != 0 && (must & (must - 1)) != 0) return false;
    for (unsigned left = must != 0 ? must : useful; left != 0; left &= left - 1) {
        if (block_is_held(second, attackers, defenders | (left & -left))) return true;
    }
    return false;
}

static bool block_is_held(Second *second, unsigned attackers, unsigned defenders) {
    uint32_t key = (uint32_t)(attackers << 16 | defenders);
    KnownBlock *known = &second->known[(key * UINT32_C(0x85EBCA6B)) >> (32 - BLOCK_KNOWN_BITS)];
    unsigned attacks = 0;
    if (known->key == key + 1) return known->is_held;
    if (*second->nodes == 0) second->gave_up = true;
    if (second->gave_up) return false;
    --*second->nodes;
    for (int i = 0; i < second->block_lines; i++) {
        if ((second->block_line[i] & ~attackers) == 0) return false;
        if ((second->block_line[i] & defenders) == 0) attacks |= second->block_line[i] & ~attackers;
    }
    bool is_held = true;
    for (; attacks != 0 && is_held; attacks &= attacks - 1)
        is_held = block_has_answer(second, attackers | (attacks & -attacks), defenders);
    if (!second->gave_up) *known = (KnownBlock){key + 1, is_held};
    return is_held;
}

static bool is_open(const Second *second, int line) {
    return (second->cells_of[line] & second->stones[1]) == 0;
}

static RefSet empty_cells(const Second *second) {
    int count = second->proof.game.cell_count;
    RefSet all = count == REF_SET_SIZE ? ~(RefSet)0 : ref_set_of(count) - 1;
    return all & ~second->stones[0] & ~second->stones[1];
}

/* Its lines that are open, cut down to its empty cells, which become the bits of a number. */
static bool check_block(Second *second, const RefBlock *block) {
    int bit_of[REF_SET_SIZE], bits = 0;
    for (RefSet left = block->cells & empty_cells(second); left != 0; left &= left - 1)
        bit_of[ref_set_first(left)] = bits++;
    second->block_lines = 0;
    for (RefSet left = block->lines; left != 0; left &= left - 1) {
        int line = ref_set_first(left);
        unsigned *cut = &second->block_line[second->block_lines];
        if (!is_open(second, line)) continue;
        *cut = 0;
        for (RefSet on = second->cells_of[line] & block->cells & empty_cells(second); on != 0; on &= on - 1)
            *cut |= 1u << bit_of[ref_set_first(on)];
        second->block_lines++;
    }
    memset(second->known, 0, sizeof second->known);
    return block_is_held(second, 0, 0) || refuse(second, "the attacker wins in a block");
}

/* Pictures */

static bool check_rest(Second *second, RefSet given_cells, RefSet given_lines) {
    RefSet cells = empty_cells(second) & ~given_cells, lines = 0, on_lines = 0;
    for (int line = 0; line < second->proof.game.line_count; line++) {
        if (!is_open(second, line) || (given_lines & ref_set_of(line)) != 0) continue;
        lines |= ref_set_of(line);
        on_lines |= second->cells_of[line];
    }
    RestGameResult result = rest_game_solve(second->rest, lines, cells & on_lines, second->nodes);
    if (result == REST_GAME_GIVEN_UP) second->gave_up = true;
    return result == REST_GAME_HELD || refuse(second, "the attacker completes a line outside the blocks");
}

static bool check_picture(Second *second, int picture) {
    const RefProof *proof = &second->proof;
    RefSet cells = 0, lines = 0;
    if (!second->looks_at_pictures) return true;
    for (int i = proof->picture[picture]; i < proof->picture[picture + 1]; i++) {
        const RefBlock *block = &proof->blocks[proof->parts[i]];
        if (block->is_wrong || (block->cells & cells) != 0 || (block->lines & lines) != 0)
            return refuse(second, "a cell or a line is given twice, or a line is none");
        cells |= block->cells;
        lines |= block->lines;
    }
    for (int i = proof->picture[picture]; i < proof->picture[picture + 1]; i++) {
        if (!check_block(second, &proof->blocks[proof->parts[i]])) return false;
    }
    if (!check_rest(second, cells, lines)) return false;
    if (second->progress != NULL) second->progress(++second->done, proof->entry_count);
    return true;
}

/* The tree of moves */

static bool keeps_stones(const Second *second, const uint8_t image[]) {
    for (int side = 0; side < 2; side++) {
        for (RefSet left = second->stones[side]; left != 0; left &= left - 1) {
            if ((second->stones[side] & ref_set_of(image[ref_set_first(left)])) == 0) return false;
        }
    }
    return true;
}

/* The moves and all their images under symmetries that keep the stones. */
static RefSet with_images(const Second *second, RefSet moves) {
    RefSet all = moves;
    for (int i = 0; i < second->symmetries; i++) {
        if (!keeps_stones(second, second->images[i])) continue;
        for (RefSet left = moves; left != 0; left &= left - 1)
            all |= ref_set_of(second->images[i][ref_set_first(left)]);
    }
    return all;
}

static bool settle(Second *second, const int entries[], int count, int moves);

/* The entries that go on with this move. */
static bool settle_after(Second *second, const int entries[], int count, int moves, int move, int who) {
    int *chosen = malloc(sizeof *chosen * (size_t)count), chosen_count = 0;
    if (chosen == NULL) return second->gave_up = true, refuse(second, "no memory");
    for (int i = 0; i < count; i++) {
        const RefEntry *entry = &second->proof.entries[entries[i]];
        if (entry->moves > moves && entry->move[moves] == move) chosen[chosen_count++] = entries[i];
    }
    second->stones[who] |= ref_set_of(move);
    bool is_settled = settle(second, chosen, chosen_count, moves + 1);
    second->stones[who] &= ~ref_set_of(move);
    free(chosen);
    return is_settled;
}

/* The position after so many moves, which all these entries share. */
static bool settle(Second *second, const int entries[], int count, int moves) {
    RefSet next = 0;
    for (int i = 0; i < count; i++) {
        const RefEntry *entry = &second->proof.entries[entries[i]];
        if (entry->moves == moves) {
            second->is_met[entries[i]] = true;
            return check_picture(second, entry->picture);
        }
        next |= ref_set_of(entry->move[moves]);
    }
    if ((next & ~empty_cells(second)) != 0) return refuse(second, "a move to a cell that is not empty");
    bool is_attack = (moves % 2 == 0) == second->attacker_begins;
    if (!is_attack && ref_set_count(next) != 1) return refuse(second, "two answers of the defender");
    for (RefSet left = next; left != 0; left &= left - 1) {
        if (!settle_after(second, entries, count, moves, ref_set_first(left), is_attack ? 0 : 1)) return false;
    }
    if (!is_attack || (empty_cells(second) & ~with_images(second, next)) == 0) return true;
    return refuse(second, "a move of the attacker is not answered");
}

/* Erdos and Selfridge, in units of 2^-n. */
static bool is_light(const Second *second) {
    int n = second->proof.game.n;
    int64_t weight = 0;
    for (int line = 0; line < second->proof.game.line_count; line++) {
        int empty = ref_set_count(second->cells_of[line] & ~second->stones[0]);
        if (is_open(second, line)) weight += INT64_C(1) << (n - empty);
    }
    return weight < INT64_C(1) << (second->attacker_begins ? n - 1 : n);
}

static void set_up(Second *second, char attacker) {
    const RefPosition *start = &second->proof.start;
    second->attacker = attacker;
    second->attacker_begins = ref_side(start) == attacker;
    second->stones[0] = second->stones[1] = 0;
    for (int cell = 0; cell < second->proof.game.cell_count; cell++) {
        if (start->cell[cell] != '.') second->stones[start->cell[cell] == attacker ? 0 : 1] |= ref_set_of(cell);
    }
}

static bool check_side(Second *second, char attacker) {
    const RefProof *proof = &second->proof;
    int *entries = malloc(sizeof *entries * ((size_t)proof->entry_count + 1)), count = 0;
    if (entries == NULL) return second->gave_up = true, refuse(second, "no memory");
    set_up(second, attacker);
    for (int i = 0; i < proof->entry_count; i++) {
        if (proof->entries[i].side == attacker) entries[count++] = i;
    }
    bool fine =
        count > 0 ? settle(second, entries, count, 0) : is_light(second) || refuse(second, "nothing stops a side");
    free(entries);
    return fine;
}

static bool check_sides(Second *second, bool (*check)(Second *second, char attacker)) {
    char value = second->proof.value;
    return (value == 'o' || check(second, 'x')) && (value == 'x' || check(second, 'o'));
}

static bool check_blocks(Second *second) {
    if (!check_sides(second, check_side)) return false;
    for (int i = 0; i < second->proof.entry_count; i++) {
        if (!second->is_met[i]) return refuse(second, "an entry is never met");
    }
    second->looks_at_pictures = true;
    return check_sides(second, check_side);
}

/* Pairs */

static bool check_pairs_against(Second *second, char attacker) {
    const RefProof *proof = &second->proof;
    RefSet taken = 0, paired = 0; /* cells, lines */
    set_up(second, attacker);
    for (int i = 0; i < proof->pair_count; i++) {
        const RefPair *pair = &proof->pairs[i];
        if (pair->side != attacker) {
            if (proof->value != 'd') return refuse(second, "a pair against the other side");
            continue;
        }
        RefSet both = ref_set_of(pair->cell[0]) | ref_set_of(pair->cell[1]);
        if (ref_set_count(both) != 2 || (both & ~empty_cells(second)) != 0 || (both & taken) != 0)
            return refuse(second, "a pair is not two empty cells of its own");
        taken |= both;
        for (int line = 0; line < proof->game.line_count; line++) {
            if ((both & ~second->cells_of[line]) == 0) paired |= ref_set_of(line);
        }
    }
    if (taken == 0 && is_light(second)) return true;
    for (int line = 0; line < proof->game.line_count; line++) {
        if (is_open(second, line) && (paired & ref_set_of(line)) == 0) return refuse(second, "a line without a pair");
    }
    return true;
}

/* Symmetries */

static bool next_permutation(int order[], int count) {
    int i = count - 2, j = count - 1;
    while (i >= 0 && order[i] > order[i + 1]) i--;
    if (i < 0) return false;
    while (order[j] < order[i]) j--;
    int kept = order[i];
    order[i] = order[j];
    order[j] = kept;
    for (int low = i + 1, high = count - 1; low < high; low++, high--) {
        kept = order[low];
        order[low] = order[high];
        order[high] = kept;
    }
    return true;
}

static bool maps_lines_to_lines(const Second *second, const uint8_t image[]) {
    int lines = second->proof.game.line_count;
    for (int line = 0; line < lines; line++) {
        RefSet mapped = 0;
        int same = 0;
        for (RefSet left = second->cells_of[line]; left != 0; left &= left - 1)
            mapped |= ref_set_of(image[ref_set_first(left)]);
        while (same < lines && second->cells_of[same] != mapped) same++;
        if (same == lines) return false;
    }
    return true;
}

/* Each coordinate goes to another axis and through the permutation of 0 ... n-1, and may be reversed there. */
static void add_symmetry(Second *second, const int axes[], const int coordinates[], int reversed) {
    const RefGame *game = &second->proof.game;
    uint8_t *image = second->images[second->symmetries];
    for (int cell = 0; cell < game->cell_count; cell++) {
        int to = 0;
        for (int axis = game->d - 1; axis >= 0; axis--) {
            int at = coordinates[ref_coordinate(game, cell, axes[axis])];
            to = to * game->n + ((reversed >> axis & 1) != 0 ? game->n - 1 - at : at);
        }
        image[cell] = (uint8_t)to;
    }
    if (second->symmetries + 1 < SYMMETRIES_MAX && maps_lines_to_lines(second, image)) second->symmetries++;
}

static void list_symmetries(Second *second) {
    int n = second->proof.game.n, d = second->proof.game.d, coordinates[REF_MAX_N];
    for (int i = 0; i < n; i++) coordinates[i] = i;
    do {
        bool commutes = true;
        for (int i = 0; i < n; i++) commutes = commutes && coordinates[n - 1 - i] == n - 1 - coordinates[i];
        if (!commutes) continue;
        int axes[4] = {0, 1, 2, 3};
        do {
            for (int reversed = 0; reversed < 1 << d; reversed++) add_symmetry(second, axes, coordinates, reversed);
        } while (next_permutation(axes, d));
    } while (n >= 4 && n <= 7 && next_permutation(coordinates, n));
}

/* All of it */

static SecondVerdict check(Second *second) {
    const RefGame *game = &second->proof.game;
    for (int line = 0; line < game->line_count; line++) {
        for (int i = 0; i < game->n; i++) second->cells_of[line] |= ref_set_of(game->line[line][i]);
    }
    if (ref_is_over(&second->proof.start)) return refuse(second, "the game is over"), SECOND_REFUSED;
    if (second->proof.is_pairing) return check_sides(second, check_pairs_against) ? SECOND_HOLDS : SECOND_REFUSED;
    second->rest = rest_game_new(game);
    second->images = calloc(SYMMETRIES_MAX, sizeof *second->images);
    second->is_met = calloc((size_t)second->proof.entry_count + 1, sizeof *second->is_met);
    bool has_memory = second->rest != NULL && second->images != NULL && second->is_met != NULL;
    if (has_memory) list_symmetries(second);
    bool holds = has_memory ? check_blocks(second) : refuse(second, "no memory");
    rest_game_free(second->rest);
    free(second->images);
    free(second->is_met);
    if (!has_memory || second->gave_up) return SECOND_GIVEN_UP;
    return holds ? SECOND_HOLDS : SECOND_REFUSED;
}

SecondVerdict second_check(const char *text, size_t size, uint64_t *nodes, void (*progress)(int done, int all),
                           char why[REF_WHY_SIZE]) {
    Second *second = calloc(1, sizeof *second);
    SecondVerdict verdict = SECOND_GIVEN_UP;
    snprintf(why, REF_WHY_SIZE, "no memory");
    if (second == NULL) return verdict;
    snprintf(why, REF_WHY_SIZE, "another kind of proof, or a larger board");
    second->why = why;
    second->nodes = nodes;
    second->progress = progress;
    ProofTextResult result = proof_text_read(text, size, &second->proof, why);
    second->proof.start.game = &second->proof.game;
    if (result == PROOF_TEXT_READ) verdict = check(second);
    if (result == PROOF_TEXT_WRONG) verdict = SECOND_REFUSED;
    if (result == PROOF_TEXT_NOT_MINE) verdict = SECOND_NOT_MINE;
    proof_text_free(&second->proof);
    free(second);
    return verdict;
}
