#include "verify/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/proof_labels.h"
#include "common/screen.h"
#include "proof/block_parts.h"
#include "verify/tree.h"
#include "verify/wording.h"

/* What all pictures have in common */

static void add_letter(Writer *text, int index) {
    char letter[LABEL_SIZE];
    proof_labels_letter(index, letter);
    writer_add(text, "%-2s", letter);
}

static void add_cell(Writer *text, const Game *game, const char *before, int cell) {
    writer_add(text, "%s%s", before, notation_move(game, cell).text);
}

static void say_harmless(Side side) {
    putchar('\n');
    screen_paragraph(
        0,
        "Against %c nothing is needed: its open lines weigh too little (Erdos and Selfridge 1973). %c takes "
        "the cell that takes most from their weight.",
        side_letter(side), side_letter(side_other(side)));
}

/* Pairs */

/* The pairs against O are those against X, in the same order. */
static bool pairs_are_alike(const Proof *proof) {
    int half = proof->count / 2;
    if (proof->count % 2 != 0 || wording_count_pairs(proof, SIDE_X) != half) return false;
    for (int i = 0; i < half; i++) {
        const ProofPair *one = &proof->pairs[i], *other = &proof->pairs[half + i];
        if (one->side == other->side || memcmp(one->cell, other->cell, sizeof one->cell) != 0) return false;
    }
    return true;
}

/* The pairs with their letters, some to a row. */
static void list_pairs(const Proof *proof, const Game *game, Side side) {
    enum { GAP = 3, PAIR_WIDTH_MAX = 12 };
    char buffer[PAIR_WIDTH_MAX + 1];
    int room = (screen_width(stdout) + GAP) / (PAIR_WIDTH_MAX + GAP), wanted = game->d == 2 ? 6 : 4;
    int per_row = room < wanted ? room : wanted, count = 0;
    for (int i = 0; i < proof->count; i++) {
        if (proof->pairs[i].side != side) continue;
        Writer text = writer_on(buffer, sizeof buffer);
        if (count > 0) fputs(count % per_row == 0 ? "\n" : "   ", stdout);
        add_letter(&text, count++);
        add_cell(&text, game, " ", proof->pairs[i].cell[0]);
        add_cell(&text, game, " ", proof->pairs[i].cell[1]);
        fputs(buffer, stdout);
    }
    putchar('\n');
}

static void draw_pairs(const Proof *proof, const Geometry *geometry, Side side) {
    const Game *game = &geometry->game;
    Labels labels;
    putchar('\n');
    labels_of_stones(&labels, game, proof->start.stones);
    proof_labels_mark_parts(&labels, proof, side);
    proof_labels_print(game, &labels, MOVE_NONE);
    putchar('\n');
    list_pairs(proof, game, side);
}

static void explain_pairs_against(const Proof *proof, const Geometry *geometry, Side side) {
    char stopped = side_letter(side), stopper = side_letter(side_other(side));
    if (wording_count_pairs(proof, side) == 0) {
        say_harmless(side);
        return;
    }
    putchar('\n');
    screen_paragraph(
        0,
        "Against %c: when %c takes one cell of a pair, %c takes the other, so that %c never gets both. Every "
        "line that is open for %c holds a pair.",
        stopped, stopped, stopper, stopped, stopped);
    draw_pairs(proof, geometry, side);
}

static void draw_pairs_as_graph(const Proof *proof) {
    Tree tree;
    tree_begin(&tree, true);
    int root = tree_add(&tree, 0, 0, "the position of the proof");
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        if (!wording_claims(proof, (Side)side)) continue;
        tree_add(&tree, root, 1, "%d pairs stop %c", wording_count_pairs(proof, (Side)side), side_letter((Side)side));
    }
    tree_end(&tree);
}

static void draw_all_pairs(const Proof *proof, const Geometry *geometry, bool as_dot) {
    if (as_dot) {
        draw_pairs_as_graph(proof);
        return;
    }
    if (proof->count > 0 && pairs_are_alike(proof)) {
        putchar('\n');
        screen_paragraph(0,
                         "The same pairs stop both sides: when a side takes one cell of a pair, the other side takes "
                         "the other, so that nobody gets both. Every open line holds a pair.");
        draw_pairs(proof, geometry, SIDE_X);
        return;
    }
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        if (wording_claims(proof, (Side)side)) explain_pairs_against(proof, geometry, (Side)side);
    }
}

/* Blocks */

typedef struct {
    const Proof *proof;
    const Geometry *geometry;
    const Symmetries *symmetries;
    Tree tree;
    const ProofItem **order; /* the `against` lines, by side and moves */
    int count;
    bool *is_named; /* an `against` line, in the tree so far */
} Album;

/* The pictures are numbered from 1 as they stand in the file. */
static int picture_number(const Proof *proof, int against) {
    int number = 0;
    for (int i = 0; i <= against; i++) {
        bool begins = proof->items[i].kind == ITEM_AGAINST && (i == 0 || proof->items[i - 1].kind != ITEM_AGAINST);
        number += begins;
    }
    return number;
}

/* The position after so many moves of an `against` line. */
static void find_position(const Proof *proof, const ProofItem *against, int moves, CellSet stones[2]) {
    Side to_move = proof->start.to_move;
    stones[SIDE_X] = proof->start.stones[SIDE_X];
    stones[SIDE_O] = proof->start.stones[SIDE_O];
    for (int i = 0; i < moves; i++) {
        cells_add(&stones[to_move], against->cell[i]);
        to_move = side_other(to_move);
    }
}

/* For each move of the attacker that the lines go on with: how many moves that are not listed are its images. Of listed
 * ones that are images of each other, the first has them all. */
static void count_images(const Album *album, int from, int to, int moves, int images[CELLS_MAX]) {
    CellSet stones[2], listed = cells_none();
    uint16_t first[CELLS_MAX];
    find_position(album->proof, album->order[from], moves, stones);
    canonical_classes(album->symmetries, stones, first);
    for (int i = from; i < to; i++) {
        images[album->order[i]->cell[moves]] = 0;
        cells_add(&listed, album->order[i]->cell[moves]);
    }
    for (int cell = 0; cell < album->symmetries->cells; cell++) {
        int at = from;
        if (cells_has(&listed, cell)) continue;
        while (at < to && first[album->order[at]->cell[moves]] != first[cell]) at++;
        if (at < to) images[album->order[at]->cell[moves]]++;
    }
}

/* The lines from `from` to before `to` begin with the same `moves` moves. */
static void add_moves(Album *album, int parent, int level, int from, int to, int moves, int depth) {
    const Proof *proof = album->proof;
    const ProofItem *first = album->order[from];
    if (first->cells == moves) {
        int item = (int)(first - proof->items);
        album->is_named[item] = true;
        tree_add(&album->tree, parent, level, "picture %d", picture_number(proof, item));
        return;
    }
    bool attacker_moves = (moves % 2 == 0) == (proof->start.to_move == first->side);
    char side = side_letter(attacker_moves ? first->side : side_other(first->side));
    int images[CELLS_MAX];
    if (attacker_moves) count_images(album, from, to, moves, images);
    for (int at = from, end; at < to; at = end) {
        char alike[32] = "";
        int move = album->order[at]->cell[moves];
        for (end = at; end < to && album->order[end]->cell[moves] == move;) end++;
        bool is_cut = !attacker_moves && depth == 1 && album->order[at]->cells > moves + 1;
        if (attacker_moves && images[move] > 0) snprintf(alike, sizeof alike, " and %d like it", images[move]);
        int node = tree_add(&album->tree, parent, level, "%c %s%s%s", side,
                            notation_move(&album->geometry->game, move).text, alike, is_cut ? " ..." : "");
        if (!is_cut) add_moves(album, node, level + 1, at, end, moves + 1, attacker_moves ? depth : depth - 1);
    }
}

static void add_sides(Album *album, int depth) {
    int end;
    for (int from = 0; from < album->count; from = end) {
        Side side = album->order[from]->side;
        for (end = from; end < album->count && album->order[end]->side == side;) end++;
        int root = tree_add(&album->tree, 0, 0, "%c is stopped", side_letter(side));
        add_moves(album, root, 1, from, end, 0, depth);
    }
}

/* Where the picture holds: the `against` lines above it, as far as a person reads them. */
static void print_captions(const Album *album, int first, int parts) {
    enum { SHOWN = 8 };
    char buffer[SCREEN_PARAGRAPH_SIZE];
    Writer text = writer_on(buffer, sizeof buffer);
    writer_add(&text, "Picture %d", picture_number(album->proof, first));
    for (int i = first; i < parts && i < first + SHOWN; i++) {
        const ProofItem *item = &album->proof->items[i];
        writer_add(&text, "%s %c", i == first ? ": against" : "; against", side_letter(item->side));
        for (int k = 0; k < item->cells; k++) {
            add_cell(&text, &album->geometry->game, k == 0 ? " after " : " ", item->cell[k]);
        }
    }
    if (parts > first + SHOWN) writer_add(&text, "; and %d more", parts - first - SHOWN);
    putchar('\n');
    screen_paragraph(0, "%s", buffer);
    putchar('\n');
}

static void print_item(const Album *album, int item) {
    const Game *game = &album->geometry->game;
    const ProofItem *part = &album->proof->items[item];
    char buffer[SCREEN_PARAGRAPH_SIZE];
    Writer text = writer_on(buffer, sizeof buffer);
    add_letter(&text, wording_letter(album->proof, item));
    if (part->kind == ITEM_PAIR) {
        add_cell(&text, game, " pair ", part->cell[0]);
        add_cell(&text, game, " ", part->cell[1]);
    } else {
        writer_add(&text, " %d cells, %d %s:", part->cells, part->lines, text_plural(part->lines, "line", "lines"));
    }
    for (int i = 0; i < part->lines; i++) {
        add_cell(&text, game, " ", part->line[i][0]);
        add_cell(&text, game, "-", part->line[i][1]);
    }
    screen_paragraph(3, "%s", buffer);
}

typedef struct {
    int cells, lines;
} Left;

static Left count_left(const BlockPosition *position, const ProofItem items[], int count) {
    CutLines rest;
    bool is_left[CELLS_MAX];
    Left left = {0, 0};
    block_parts_rest(&rest, is_left, position, items, count);
    for (int cell = 0; cell < rest.cells; cell++) left.cells += is_left[cell];
    for (int line = 0; line < rest.lines; line++) left.lines += !rest.is_out[line];
    return left;
}

/* What the parts leave is not the same in all positions that share the picture. */
static void say_what_is_left(const Left *left, int positions, bool has_parts) {
    char where[80] = "";
    if (positions > 1) snprintf(where, sizeof where, "In the first of these %d positions, drawn here, ", positions);
    if (left->lines == 0) {
        if (positions > 1) screen_paragraph(0, "%sno other line is open.", where);
        return;
    }
    char lines[48];
    snprintf(lines, sizeof lines, has_parts ? "The other open lines, %d," : "All %d open lines", left->lines);
    if (positions > 1) lines[0] = has_parts ? 't' : 'a';
    screen_paragraph(0, "%s%s are held on the %d cells with a dot: verify has searched them%s.", where, lines,
                     left->cells, positions > 1 ? ", and those of the other positions" : "");
}

/* The picture that begins with this `against` line. */
static void draw_picture(const Album *album, int first) {
    const Proof *proof = album->proof;
    int parts = first, end;
    CellSet stones[2];
    Labels labels;
    BlockPosition position;
    while (parts < proof->count && proof->items[parts].kind == ITEM_AGAINST) parts++;
    for (end = parts; end < proof->count && proof->items[end].kind != ITEM_AGAINST;) end++;
    print_captions(album, first, parts);
    find_position(proof, &proof->items[first], proof->items[first].cells, stones);
    labels_of_stones(&labels, &album->geometry->game, stones);
    for (int i = parts; i < end; i++) {
        for (int k = 0; k < proof->items[i].cells; k++) proof_labels_mark(&labels, proof->items[i].cell[k], i - parts);
    }
    proof_labels_print(&album->geometry->game, &labels, MOVE_NONE);
    putchar('\n');
    for (int i = parts; i < end; i++) print_item(album, i);
    block_position_init(&position, album->geometry, stones, proof->items[first].side);
    Left left = count_left(&position, &proof->items[parts], end - parts);
    bool is_empty = cells_is_empty(stones[SIDE_X]) && cells_is_empty(stones[SIDE_O]);
    say_what_is_left(&left, is_empty ? 1 : parts - first, end > parts); /* without stones it is one for both sides */
}

static void draw_pictures(const Album *album) {
    const Proof *proof = album->proof;
    bool is_stopped[2] = {false, false};
    if (wording_has_parts(proof)) {
        putchar('\n');
        screen_paragraph(0,
                         "A letter marks the cells of a block: there the defender, moving second, gets a stone on all "
                         "lines of the block. It answers each move where it was made.");
    }
    for (int i = 0; i < proof->count; i++) {
        bool begins = proof->items[i].kind == ITEM_AGAINST && (i == 0 || proof->items[i - 1].kind != ITEM_AGAINST);
        bool is_named = false;
        for (int k = i; k < proof->count && proof->items[k].kind == ITEM_AGAINST; k++) {
            is_named = is_named || album->is_named[k];
            is_stopped[proof->items[k].side] = true;
        }
        if (begins && is_named) draw_picture(album, i);
    }
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        if (!is_stopped[side] && wording_claims(proof, (Side)side)) say_harmless((Side)side);
    }
}

static bool draw_blocks(const Proof *proof, const Shape *shape, const VerifyArguments *arguments) {
    Album album = {.proof = proof, .geometry = shape->geometry, .symmetries = shape->symmetries};
    album.order = calloc((size_t)proof->count + 1, sizeof *album.order);
    album.is_named = calloc((size_t)proof->count + 1, sizeof *album.is_named);
    bool fine = album.order != NULL && album.is_named != NULL;
    if (fine) {
        album.count = block_parts_against(proof, album.order);
        if (!arguments->as_dot) putchar('\n');
        tree_begin(&album.tree, arguments->as_dot);
        add_sides(&album, arguments->depth);
        tree_end(&album.tree);
        if (!arguments->as_dot) draw_pictures(&album);
    }
    free(album.order);
    free(album.is_named);
    return fine;
}

int verify_draw(const Proof *proof, const Shape *shape, const VerifyArguments *arguments) {
    if (proof->kind == PROOF_PAIRING) draw_all_pairs(proof, shape->geometry, arguments->as_dot);
    bool fine = proof->kind == PROOF_PAIRING || draw_blocks(proof, shape, arguments);
    return fine ? VERIFY_HOLDS : verify_complain("not enough memory to explain it");
}
