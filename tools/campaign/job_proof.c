#include "campaign/job_proof.h"

#include <stdlib.h>
#include <string.h>

#include "solving/held.h"

static bool refuse_memory(Reason *why) {
    return refuse(why, "not enough memory");
}

/* Strategies and outlines: with one outline among them, all together are an outline */

static bool add_planned_moves(Proof *joined, const Planner *planner, Reason *why) {
    const Symmetries *symmetries = planner->shape->symmetries;
    for (int i = 0; i < planner->plan.count; i++) {
        Step node = planner->plan.steps[i];
        CellSet canonical[2];
        if (node.kind != STEP_PLAY) continue;
        int move = node.move[--node.count];
        Board board = planner_board(planner, &node);
        int symmetry = canonical_image(symmetries, board.stones, canonical);
        if (!proof_add_entry(joined, canonical, symmetry_row(symmetries, symmetry)[move])) return refuse_memory(why);
    }
    return true;
}

static bool add_entries(Proof *joined, const Proof *proof, Reason *why) {
    if (!proof_has_entries(proof)) return refuse(why, "it is neither a strategy nor an outline");
    if (proof->kind == PROOF_OUTLINE) joined->kind = PROOF_OUTLINE;
    for (int i = 0; i < proof->count; i++) {
        if (!proof_add_entry(joined, proof->entries[i].stones, proof->entries[i].move)) return refuse_memory(why);
    }
    return true;
}

/* Two jobs may have different moves in one position. Either will do: both are proven, and every move brings the end
 * nearer. */
static void drop_doubles(Proof *joined) {
    int kept = 0;
    proof_sort(joined);
    for (int i = 0; i < joined->count; i++) {
        const ProofEntry *entry = &joined->entries[i], *last = &joined->entries[kept > 0 ? kept - 1 : 0];
        bool is_double = kept > 0 && cells_equal(entry->stones[SIDE_X], last->stones[SIDE_X]) &&
                         cells_equal(entry->stones[SIDE_O], last->stones[SIDE_O]);
        if (!is_double) joined->entries[kept++] = *entry;
    }
    joined->count = kept;
}

/* Pictures */

/* `lines` of an `against` line whose picture is empty. In the file such lines must be the last, because others would
 * have the picture of the line below. */
enum { IS_EMPTY = -1 };

typedef struct {
    const uint16_t *cell; /* moves after those of the job */
    int cells;
    bool is_empty; /* the picture */
} Leaf;

static bool add_against(Proof *joined, Side attacker, const Step *job, Leaf after, Reason *why) {
    ProofItem item = {
        .kind = ITEM_AGAINST, .side = attacker, .cells = job->count, .lines = after.is_empty ? IS_EMPTY : 0};
    if (job->count + after.cells > PROOF_MOVES_MAX) return refuse(why, "its moves are too many together");
    memcpy(item.cell, job->move, sizeof job->move[0] * (size_t)job->count);
    if (after.cells > 0) memcpy(item.cell + job->count, after.cell, sizeof after.cell[0] * (size_t)after.cells);
    item.cells += after.cells;
    return proof_add_item(joined, &item) || refuse_memory(why);
}

static bool add_pair(Proof *joined, const ProofPair *pair, Reason *why) {
    ProofItem item = {.kind = ITEM_PAIR, .cells = 2, .cell = {pair->cell[0], pair->cell[1]}};
    return proof_add_item(joined, &item) || refuse_memory(why);
}

static bool add_pairs(Proof *joined, const Proof *proof, Side attacker, const Step *job, Reason *why) {
    bool has_pairs = false;
    for (int i = 0; i < proof->count; i++) has_pairs = has_pairs || proof->pairs[i].side == attacker;
    if (!add_against(joined, attacker, job, (Leaf){.is_empty = !has_pairs}, why)) return false;
    for (int i = 0; i < proof->count; i++) {
        if (proof->pairs[i].side == attacker && !add_pair(joined, &proof->pairs[i], why)) return false;
    }
    return true;
}

/* The picture of the `against` line has no parts, which can only be at the end of a file. */
static bool is_without_parts(const Proof *proof, int index) {
    while (index < proof->count && proof->items[index].kind == ITEM_AGAINST) index++;
    return index == proof->count;
}

/* The pictures against this side, with the moves of the job before their own. */
static bool add_pictures(Proof *joined, const Proof *proof, Side attacker, const Step *job, Reason *why) {
    bool is_wanted = false;
    for (int i = 0; i < proof->count; i++) {
        const ProofItem *item = &proof->items[i];
        bool is_against = item->kind == ITEM_AGAINST, is_ours = is_against && item->side == attacker;
        bool goes_on = is_against && i > 0 && proof->items[i - 1].kind == ITEM_AGAINST;
        if (is_against) is_wanted = is_ours || (goes_on && is_wanted);
        Leaf leaf = {item->cell, item->cells, is_against && is_without_parts(proof, i)};
        if (is_ours && !add_against(joined, attacker, job, leaf, why)) return false;
        if (!is_against && is_wanted && !proof_add_item(joined, item)) return refuse_memory(why);
    }
    return true;
}

static bool add_stops(Proof *joined, const Proof *proof, const Step *job, Reason *why) {
    Side attacker = side_other(job->chooser);
    bool is_it = proof->value == OUTCOME_DRAW || (proof->value == OUTCOME_NONE && proof->held == attacker);
    if (!is_it) return refuse(why, "it does not show that %c cannot win", side_letter(attacker));
    if (proof->kind == PROOF_PAIRING) return add_pairs(joined, proof, attacker, job, why);
    if (proof->kind == PROOF_BLOCKS) return add_pictures(joined, proof, attacker, job, why);
    return refuse(why, "only proofs by pairs or blocks can be put together");
}

/* A side without jobs is stopped at the start, by pairs or by its weight. */
static bool add_start(Proof *joined, const Planner *planner, Reason *why) {
    const Step start = {.kind = STEP_JOB};
    Board board = planner_board(planner, &start);
    Held stops;
    held_find(&stops, planner->shape, &board);
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        LineSet lines = board_open_lines(&planner->shape->grid, &board, (Side)side);
        bool is_claimed = joined->value == OUTCOME_DRAW || joined->held == (Side)side;
        if (!is_claimed || stops.kind[side] != HELD_BY_PAIRING) continue;
        if (!add_against(joined, (Side)side, &start, (Leaf){.is_empty = lines_is_empty(lines)}, why)) return false;
        while (!lines_is_empty(lines)) {
            int pair[2];
            pairing_pair(&planner->shape->grid, &stops.pairing[side], lines_take(&lines), pair);
            if (!add_pair(joined, &(ProofPair){.cell = {(uint16_t)pair[0], (uint16_t)pair[1]}}, why)) return false;
        }
    }
    return true;
}

bool job_proof_begin(Proof *joined, const Planner *planner, Reason *why) {
    return proof_has_entries(joined) ? add_planned_moves(joined, planner, why) : add_start(joined, planner, why);
}

bool job_proof_add(Proof *joined, const Proof *proof, const Step *job, Reason *why) {
    return proof_has_entries(joined) ? add_entries(joined, proof, why) : add_stops(joined, proof, job, why);
}

/* Proofs of jobs that symmetry makes equal */

/* Where the cells go if the one position is taken to the other. */
static void find_turn(const Planner *planner, const Step *from, const Step *to, uint16_t image[CELLS_MAX]) {
    const Symmetries *symmetries = planner->shape->symmetries;
    Board one = planner_board(planner, from), other = planner_board(planner, to);
    CellSet canonical[2];
    uint16_t back[CELLS_MAX];
    const uint16_t *there = symmetry_row(symmetries, canonical_image(symmetries, other.stones, canonical));
    for (int cell = 0; cell < symmetries->cells; cell++) back[there[cell]] = (uint16_t)cell;
    there = symmetry_row(symmetries, canonical_image(symmetries, one.stones, canonical));
    for (int cell = 0; cell < symmetries->cells; cell++) image[cell] = back[there[cell]];
}

static void turn_item(ProofItem *item, const uint16_t image[]) {
    for (int i = 0; i < item->cells; i++) item->cell[i] = image[item->cell[i]];
    for (int i = 0; i < item->lines; i++) {
        for (int end = 0; end < 2; end++) item->line[i][end] = image[item->line[i][end]];
    }
}

static bool turn(const Proof *proof, const uint16_t image[], Proof *turned) {
    bool fine = true;
    proof_init(turned, &proof->start, proof->value, proof->kind);
    turned->held = proof->held;
    for (int i = 0; i < proof->count && fine; i++) {
        if (proof->kind == PROOF_PAIRING) {
            const ProofPair *pair = &proof->pairs[i];
            fine = proof_add_pair(turned, (Side)pair->side, image[pair->cell[0]], image[pair->cell[1]]);
        } else {
            ProofItem item = proof->items[i];
            turn_item(&item, image);
            fine = proof_add_item(turned, &item);
        }
    }
    return fine;
}

bool job_proof_add_turned(Proof *joined, const Planner *planner, const Proof *proof, const Step *from, const Step *job,
                          Reason *why) {
    uint16_t image[CELLS_MAX];
    Proof turned;
    find_turn(planner, from, job, image);
    bool fine = turn(proof, image, &turned) ? add_stops(joined, &turned, job, why) : refuse_memory(why);
    proof_release(&turned);
    return fine;
}

/* Keeps the order of all others. */
static bool put_empty_pictures_last(Proof *joined) {
    ProofItem *items = malloc(sizeof *items * ((size_t)joined->count + 1));
    int count = 0;
    if (items == NULL) return false;
    for (int is_empty = 0; is_empty < 2; is_empty++) {
        for (int i = 0; i < joined->count; i++) {
            if ((joined->items[i].lines == IS_EMPTY) == (is_empty == 1)) items[count++] = joined->items[i];
        }
    }
    for (int i = 0; i < count; i++) {
        if (items[i].lines == IS_EMPTY) items[i].lines = 0;
    }
    memcpy(joined->items, items, sizeof *items * (size_t)count);
    free(items);
    return true;
}

bool job_proof_finish(Proof *joined, Reason *why) {
    if (proof_has_entries(joined)) {
        drop_doubles(joined);
        return true;
    }
    return put_empty_pictures_last(joined) || refuse_memory(why);
}
