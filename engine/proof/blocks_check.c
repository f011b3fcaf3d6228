/* It is easiest to read from the end. */
#include "proof/blocks_check.h"

#include <stdio.h>
#include <stdlib.h>

#include "proof/block_parts.h"
#include "proof/findings.h"

typedef struct {
    const Proof *proof;
    const Symmetries *symmetries;
    ProofFindings *findings;
    Work *work;
    const ProofItem **order; /* the `against` lines, sorted by side and moves */
    int against_count;
    bool *item_is_used;
    BlockSolver *solver;
    RestMemory *memory;
    bool looks_at_pictures; /* only after the moves that lead to them, which are soon checked */
    Side attacker;
    bool attacker_is_to_move; /* at the start */
    BlockPosition position;
    int holds_on_empty_board; /* the first item of a picture that has been checked there, or 0 */
} BlocksCheck;

/* The `against` lines that begin with the moves played so far: from `from` to before `to` in the order. */
typedef struct {
    int from, to;
} Range;

static const Geometry *geometry_of(const BlocksCheck *check) {
    return check->position.geometry;
}

static bool fail(BlocksCheck *check, const char *why) {
    Setup setup = check->proof->start;
    for (int cell = 0; cell < geometry_of(check)->cells; cell++) {
        if (check->position.stone[cell] == EMPTY) continue;
        bool is_attackers = check->position.stone[cell] == ATTACKER;
        cells_add(&setup.stones[is_attackers ? check->attacker : side_other(check->attacker)], cell);
    }
    int balance = cells_count(setup.stones[SIDE_X]) - cells_count(setup.stones[SIDE_O]);
    setup.to_move = balance > 0 ? SIDE_O : SIDE_X;
    setup_print(&setup, check->findings->position);
    return refuse(&check->findings->why, "against %c: %s", side_letter(check->attacker), why);
}

static bool refuse_item(BlocksCheck *check, int item, const char *why) {
    const ProofItem *at = &check->proof->items[item];
    if (at->at == 0) return refuse(&check->findings->why, "item %d of the proof: %s", item + 1, why);
    if (at->number == 0) return refuse(&check->findings->why, "line %d of the proof: %s", at->at, why);
    return refuse(&check->findings->why, "line %d of the proof, block %d: %s", at->at, at->number, why);
}

/* Pictures */

static bool check_part(BlocksCheck *check, int item) {
    BlockPart part;
    block_part_init(&part, &check->position, &check->proof->items[item]);
    block_solver_set(check->solver, &part.game);
    if (block_game_holds(check->solver, 0, 0)) return true;
    return work_is_spent(check->work) ? findings_spent(check->findings, check->work)
                                      : refuse_item(check, item, "the attacker wins inside this block");
}

/* No cell and no line is given twice. */
static bool check_overlaps(BlocksCheck *check, int first, int end) {
    bool is_in_part[CELLS_MAX] = {false}, line_is_done[LINES_MAX] = {false};
    for (int index = first; index < end; index++) {
        const ProofItem *item = &check->proof->items[index];
        int lines[PROOF_BLOCK_LINES_MAX], count = block_parts_lines(geometry_of(check), item, lines);
        for (int i = 0; i < item->cells; i++) {
            bool *is_given = &is_in_part[item->cell[i]];
            if (*is_given) return refuse_item(check, index, "a cell is in two blocks or pairs, or twice");
            *is_given = true;
        }
        for (int i = 0; i < count; i++) {
            if (lines[i] < 0) return refuse_item(check, index, "two cells are not on a line of the game");
            if (line_is_done[lines[i]]) return refuse_item(check, index, "a line is stopped twice");
            line_is_done[lines[i]] = true;
        }
    }
    return true;
}

static bool check_rest(BlocksCheck *check, int first, int end) {
    CutLines rest;
    bool is_left[CELLS_MAX];
    block_parts_rest(&rest, is_left, &check->position, &check->proof->items[first], end - first);
    switch (rest_check(&rest, check->memory, check->work, &check->findings->nodes)) {
    case REST_HOLDS:
        return true;
    case REST_FAILS:
        return fail(check, "the attacker completes a line that no block stops");
    case REST_TOO_MUCH:
        break;
    }
    return findings_spent(check->findings, check->work);
}

static bool is_board_empty(const BlocksCheck *check) {
    for (int cell = 0; cell < geometry_of(check)->cells; cell++) {
        if (check->position.stone[cell] != EMPTY) return false;
    }
    return true;
}

/* The picture below an `against` line holds the attacker in the present position. */
static bool check_picture(BlocksCheck *check, int item) {
    const Proof *proof = check->proof;
    check->item_is_used[item] = true;
    if (!check->looks_at_pictures || proof->items[item].is_checked) return true;
    check->findings->positions++;
    while (item < proof->count && proof->items[item].kind == ITEM_AGAINST) item++;
    int end = item;
    while (end < proof->count && proof->items[end].kind != ITEM_AGAINST) end++;
    work_add(check->work, geometry_of(check)->cells + geometry_of(check)->lines);
    /* Without stones it is the same for both sides. */
    bool is_for_both = is_board_empty(check);
    if (is_for_both && check->holds_on_empty_board == item) return true;
    if (is_for_both) check->holds_on_empty_board = item;
    if (!check_overlaps(check, item, end)) return false;
    for (int i = item; i < end; i++) {
        if (!check_part(check, i)) return false;
    }
    return check_rest(check, item, end);
}

/* The moves that lead to the pictures */

static bool check_after(BlocksCheck *check, Range range, int count);

/* All lines of the range go on with the same move. */
static bool check_move(BlocksCheck *check, Range range, int count, BlockStone stone) {
    BlockStone *cell = &check->position.stone[check->order[range.from]->cell[count]];
    if (*cell != EMPTY) return fail(check, "a move of the proof is on a stone");
    *cell = stone;
    bool fine = check_after(check, range, count + 1);
    *cell = EMPTY;
    return fine;
}

/* The first lines of the range, as far as they go on with the same move. */
static Range with_same_move(const BlocksCheck *check, Range range, int count) {
    Range same = {range.from, range.from};
    int move = check->order[range.from]->cell[count];
    while (same.to < range.to && check->order[same.to]->cell[count] == move) same.to++;
    work_add(check->work, same.to - same.from);
    return same;
}

static bool keeps_stones(const BlocksCheck *check, const uint16_t image[]) {
    const BlockStone *stone = check->position.stone;
    int cells = geometry_of(check)->cells, cell = 0;
    while (cell < cells && stone[cell] == stone[image[cell]]) cell++;
    work_add(check->work, cell + 1);
    return cell == cells;
}

static void mark_images(const BlocksCheck *check, int move, bool is_answered[]) {
    for (int i = 0; i < check->symmetries->count; i++) {
        const uint16_t *image = symmetries_row(check->symmetries, i);
        if (!is_answered[image[move]]) is_answered[image[move]] = keeps_stones(check, image);
    }
}

/* Every move of the attacker is in the proof, or an image of one that is. */
static bool check_attacks(BlocksCheck *check, Range range, int count) {
    bool is_answered[CELLS_MAX] = {false};
    for (Range left = range; left.from < left.to;) {
        Range same = with_same_move(check, left, count);
        mark_images(check, check->order[same.from]->cell[count], is_answered);
        if (!check_move(check, same, count, ATTACKER)) return false;
        left.from = same.to;
    }
    for (int cell = 0; cell < geometry_of(check)->cells; cell++) {
        if (check->position.stone[cell] != EMPTY || is_answered[cell]) continue;
        char why[64];
        snprintf(why, sizeof why, "the move %s is not answered", notation_move(&geometry_of(check)->game, cell).text);
        return fail(check, why);
    }
    return true;
}

/* The position after these moves is settled: by a picture, by the defender's one move, or move by move of the
 * attacker. */
static bool check_after(BlocksCheck *check, Range range, int count) {
    if (!work_goes_on(check->work)) return findings_spent(check->findings, check->work);
    const ProofItem *first = check->order[range.from];
    if (first->cells == count) return check_picture(check, (int)(first - check->proof->items));
    if ((count % 2 == 0) == check->attacker_is_to_move) return check_attacks(check, range, count);
    Range same = with_same_move(check, range, count);
    if (same.to < range.to) return fail(check, "the defender has two moves");
    return check_move(check, range, count, DEFENDER);
}

/* Erdos and Selfridge 1973: the sum of 2^-(empty cells) over the open lines is below 1/2, or 1 if not to move. */
static bool is_held_by_weight(const BlocksCheck *check) {
    const Geometry *geometry = geometry_of(check);
    int64_t sum = 0; /* in units of 2^-n */
    for (int line = 0; line < geometry->lines; line++) {
        int stones = 0;
        for (int i = 0; i < geometry->n; i++) {
            stones += check->position.stone[geometry->line_cells[line][i]] == ATTACKER;
        }
        if (block_position_is_open(&check->position, line)) sum += INT64_C(1) << stones;
    }
    return sum < INT64_C(1) << (check->attacker_is_to_move ? geometry->n - 1 : geometry->n);
}

static bool check_side(BlocksCheck *check, Side attacker, const Geometry *geometry) {
    const Setup *start = &check->proof->start;
    check->attacker = attacker;
    check->attacker_is_to_move = start->to_move == attacker;
    block_position_init(&check->position, geometry, start->stones, attacker);
    Range range = {0, check->against_count}; /* X comes first in the order */
    while (range.from < range.to && check->order[range.from]->side != attacker) range.from++;
    while (range.to > range.from && check->order[range.to - 1]->side != attacker) range.to--;
    if (range.from < range.to) return check_after(check, range, 0);
    return is_held_by_weight(check) || fail(check, "nothing stops it");
}

static bool check_sides(BlocksCheck *check, const Geometry *geometry) {
    const Proof *proof = check->proof;
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        bool is_claimed = proof->value != OUTCOME_NONE || proof->held == (Side)side;
        if (is_claimed && !check_side(check, (Side)side, geometry)) return false;
    }
    return true;
}

/* The file begins with a picture, and every picture is used. */
static bool check_use(BlocksCheck *check) {
    for (int i = 0; i < check->proof->count; i++) {
        bool is_against = check->proof->items[i].kind == ITEM_AGAINST;
        if (i == 0 && !is_against) return refuse_item(check, i, "it belongs to nothing");
        if (is_against && !check->item_is_used[i]) return refuse_item(check, i, "this picture is never reached");
    }
    return true;
}

bool blocks_check(const Proof *proof, const Shape *shape, Work *work, ProofFindings *findings) {
    bool is_one_sided = proof->value == OUTCOME_NONE;
    if (!is_one_sided && proof->value != OUTCOME_DRAW)
        return refuse(&findings->why, "blocks prove a draw, nothing else");
    BlockSolver *solver = calloc(1, sizeof *solver);
    RestMemory *memory = rest_memory_new(shape->geometry->cells, shape->geometry->lines);
    bool *item_is_used = calloc((size_t)proof->count + 1, sizeof *item_is_used);
    const ProofItem **order = calloc((size_t)proof->count + 1, sizeof *order);
    bool fine = false;
    if (solver != NULL && memory != NULL && item_is_used != NULL && order != NULL) {
        solver->work = work;
        BlocksCheck check = {.proof = proof,
                             .symmetries = shape->symmetries,
                             .findings = findings,
                             .work = work,
                             .order = order,
                             .against_count = block_parts_against(proof, order),
                             .item_is_used = item_is_used,
                             .solver = solver,
                             .memory = memory};
        fine = check_sides(&check, shape->geometry) && check_use(&check);
        check.looks_at_pictures = true;
        fine = fine && check_sides(&check, shape->geometry);
        findings->nodes += solver->nodes;
    } else {
        findings_no_memory(findings);
    }
    free(order);
    free(item_is_used);
    rest_memory_free(memory);
    free(solver);
    return fine;
}
