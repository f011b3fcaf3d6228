/* Checks a proof with the rules of the game alone; proof.h says what each kind of proof claims.
 *
 * For anybody who doubts a result, so nothing here comes from the search that found it. It is easiest to read from the
 * end: proof_check calls one of four checks.
 *
 *     strategy_check  plays the winner's moves against every reply of the loser; in a file of its own
 *     check_pairing   looks for a pair in every open line, or adds up the weights of the lines
 *     check_search    finds the value by trying all moves
 *     blocks_check    is in a file of its own
 */
#include <stdio.h>
#include <stdlib.h>

#include "proof/blocks_check.h"
#include "proof/check_board.h"
#include "proof/findings.h"
#include "proof/player.h"
#include "proof/strategy_check.h"

/* A look into the memo takes as long as so many steps. */
enum { MEMO_BITS_MAX = 20, MEMO_STEPS = 50 };

typedef struct {
    uint64_t key; /* the stones on the cells that were empty at the start, in base 3, plus 1; 0: nothing */
    int8_t low, high;
} KnownValue;

typedef struct {
    const Proof *proof;
    const Geometry *geometry;
    const Grid *grid;
    ProofFindings *findings;
    Side to_move;
    CheckBoard board;
    KnownValue *memo; /* 2^memo_bits of them */
    int memo_bits;
    uint64_t memo_weights[CELLS_MAX];
} Check;

static bool fail(Check *check, const char *why) {
    Board board;
    board_set_up(check->grid, &board, check->board.stones, check->to_move);
    notation_print_position(check->grid, &board, check->findings->position);
    return refuse(&check->findings->why, "%s", why);
}

/* The sum over the lines open for the side of 2^-(empty cells), against the bound of Erdos and Selfridge. */
static bool is_held_by_weight(const Check *check, Side side) {
    const Geometry *geometry = check->geometry;
    int64_t sum = 0; /* in units of 2^-n */
    for (int line = 0; line < geometry->lines; line++) {
        if (check_board_count(&check->board, side_other(side), line) == 0)
            sum += INT64_C(1) << check_board_count(&check->board, side, line);
    }
    return sum < INT64_C(1) << (check->to_move == side ? geometry->n - 1 : geometry->n);
}

/* partner[cell] is the other cell of its pair, or MOVE_NONE. */
static bool collect_pairs(Check *check, Side side, int partner[CELLS_MAX], bool *any) {
    Reason *why = &check->findings->why;
    *any = false;
    for (int cell = 0; cell < check->geometry->cells; cell++) partner[cell] = MOVE_NONE;
    for (int i = 0; i < check->proof->count; i++) {
        const ProofPair *pair = &check->proof->pairs[i];
        if (pair->side != side) continue;
        int one = pair->cell[0], other = pair->cell[1];
        if (one == other) return refuse(why, "pair %d is one cell twice", i + 1);
        if (!check_board_is_empty(&check->board, one) || !check_board_is_empty(&check->board, other))
            return refuse(why, "pair %d is on a stone", i + 1);
        if (partner[one] != MOVE_NONE || partner[other] != MOVE_NONE) {
            return refuse(why, "pair %d shares a cell with another", i + 1);
        }
        partner[one] = other;
        partner[other] = one;
        *any = true;
    }
    return true;
}

static bool line_holds_pair(const Geometry *geometry, int line, const int partner[CELLS_MAX]) {
    const uint16_t *cells = geometry->line_cells[line];
    for (int i = 0; i < geometry->n; i++) {
        for (int k = i + 1; k < geometry->n; k++) {
            if (partner[cells[i]] == cells[k]) return true;
        }
    }
    return false;
}

static bool check_side_cannot_win(Check *check, Side side) {
    int partner[CELLS_MAX];
    bool any;
    if (!collect_pairs(check, side, partner, &any)) return false;
    work_add(check->board.work, check->geometry->lines);
    if (!any && is_held_by_weight(check, side)) return true;
    for (int line = 0; line < check->geometry->lines; line++) {
        if (check_board_count(&check->board, side_other(side), line) > 0 ||
            line_holds_pair(check->geometry, line, partner))
            continue;
        return refuse(&check->findings->why, "a line that is open for %c holds no pair", side_letter(side));
    }
    return true;
}

/* That one side cannot win, by pairs against it alone. */
static bool check_pairs_against(Check *check, Side side) {
    for (int i = 0; i < check->proof->count; i++) {
        if (check->proof->pairs[i].side == side) continue;
        return refuse(&check->findings->why, "pair %d is not against %c", i + 1, side_letter(side));
    }
    return check_side_cannot_win(check, side);
}

static bool check_pairing(Check *check) {
    check->findings->positions = 1;
    if (check->proof->value == OUTCOME_NONE) return check_pairs_against(check, check->proof->held);
    if (check->proof->value != OUTCOME_DRAW) return refuse(&check->findings->why, "pairs prove a draw, nothing else");
    return check_side_cannot_win(check, SIDE_X) && check_side_cannot_win(check, SIDE_O);
}

static bool all_lines_are_dead(const Check *check) {
    for (int line = 0; line < check->geometry->lines; line++) {
        if (check_board_count(&check->board, SIDE_X, line) == 0 || check_board_count(&check->board, SIDE_O, line) == 0)
            return false;
    }
    return true;
}

static int search_all(Check *check, Side side, uint64_t code, int alpha, int beta);

static int search_cell(Check *check, Side side, int cell, uint64_t code, int alpha, int beta) {
    uint64_t next = code + check->memo_weights[cell] * (side == SIDE_X ? 1 : 2);
    check_board_put(&check->board, side, cell);
    int value = -search_all(check, side_other(side), next, -beta, -alpha);
    check_board_take(&check->board, side, cell);
    return value;
}

/* The value for the side to move, 1, 0 or -1, by alpha-beta (fail-soft) over every move; only completing a line and
 * blocking one go before. */
static int search_all(Check *check, Side side, uint64_t code, int alpha, int beta) {
    check->findings->positions++;
    work_add(check->board.work, MEMO_STEPS + check->geometry->lines);
    if (!work_goes_on(check->board.work)) return 0;
    if (check_board_completing(&check->board, side).count > 0) return 1;
    if (all_lines_are_dead(check)) return 0;
    Completing blocks = check_board_completing(&check->board, side_other(side));
    if (blocks.count == 2) return -1;
    KnownValue *memo = &check->memo[(code * UINT64_C(0x9E3779B97F4A7C15)) >> (64 - check->memo_bits)];
    bool is_known = memo->key == code + 1;
    if (is_known && (memo->low >= beta || memo->low == memo->high)) return memo->low;
    if (is_known && memo->high <= alpha) return memo->high;
    int best = -1;
    for (int cell = 0; cell < check->geometry->cells && best < beta && best < 1; cell++) {
        if (!check_board_is_empty(&check->board, cell) || (blocks.count == 1 && cell != blocks.cell[0])) continue;
        int value = search_cell(check, side, cell, code, best > alpha ? best : alpha, beta);
        if (value > best) best = value;
    }
    *memo = (KnownValue){code + 1, (int8_t)(best > alpha ? best : -1), (int8_t)(best < beta ? best : 1)};
    return best;
}

/* False when memory is short. */
static bool prepare_search(Check *check) {
    uint64_t weight = 1;
    for (int cell = 0; cell < check->geometry->cells; cell++) {
        if (!check_board_is_empty(&check->board, cell)) continue;
        check->memo_weights[cell] = weight;
        weight *= 3;
    }
    check->memo_bits = check->board.empty_count + 4 < MEMO_BITS_MAX ? check->board.empty_count + 4 : MEMO_BITS_MAX;
    check->memo = calloc((size_t)1 << check->memo_bits, sizeof *check->memo);
    return check->memo != NULL;
}

static bool check_search(Check *check) {
    int empty = check->board.empty_count;
    if (empty > PROOF_SEARCH_EMPTY_MAX) {
        return refuse(&check->findings->why, "%d empty cells are too many to search all of them", empty);
    }
    if (!prepare_search(check)) return findings_no_memory(check->findings);
    int value = search_all(check, check->to_move, 0, -1, 1);
    if (work_is_spent(check->board.work)) return findings_spent(check->findings, check->board.work);
    if (check->to_move == SIDE_O) value = -value;
    Outcome found = value > 0 ? OUTCOME_X_WINS : value < 0 ? OUTCOME_O_WINS : OUTCOME_DRAW;
    return found == check->proof->value || fail(check, "the search finds another value");
}

static bool check_by_kind(const Proof *proof, const Shape *shape, Check *check, StrategyWay way) {
    switch (proof->kind) {
    case PROOF_STRATEGY:
    case PROOF_OUTLINE:
        return strategy_check(proof, shape, way, check->board.work, check->findings);
    case PROOF_PAIRING:
        return check_pairing(check);
    case PROOF_SEARCH:
        return check_search(check);
    case PROOF_BLOCKS:
        return blocks_check(proof, shape, check->board.work, check->findings);
    }
    return false;
}

static bool check_on(const Proof *proof, const Shape *shape, Check *check, StrategyWay way, Work *work,
                     ProofFindings *findings) {
    const Grid *grid = &shape->grid;
    Board board;
    if (!setup_to_board(&proof->start, grid, &board, &findings->why)) return false;
    Outcome outcome = board_outcome(grid, &board);
    if (outcome != OUTCOME_NONE) {
        return (outcome == proof->value && proof->kind == PROOF_SEARCH) ||
               refuse(&findings->why, "the game is over in this position");
    }
    *check = (Check){
        .proof = proof, .geometry = shape->geometry, .grid = grid, .findings = findings, .to_move = board_side(&board)};
    check_board_init(&check->board, shape->geometry, board.stones, work);
    return check_by_kind(proof, shape, check, way);
}

static bool check_proof(const Proof *proof, StrategyWay way, Work *work, ProofFindings *findings) {
    Shape *shape = shape_new(&proof->start.game);
    Check *check = calloc(1, sizeof *check);
    bool fine = false;
    if (shape != NULL && check != NULL) {
        fine = check_on(proof, shape, check, way, work, findings);
        free(check->memo);
    } else {
        findings_no_memory(findings);
    }
    free(check);
    shape_free(shape);
    return fine;
}

static bool *new_marks(const Proof *proof) {
    return calloc((size_t)proof->count + 1, sizeof(bool));
}

static bool check_all(const Proof *proof, bool is_plain, Work *work, ProofFindings *findings) {
    *findings = (ProofFindings){.verdict = PROOF_REFUSED};
    bool *is_used = new_marks(proof);
    if (is_used == NULL) return findings_no_memory(findings);
    bool fine = check_proof(proof, (StrategyWay){.entry_is_used = is_used, .is_plain = is_plain}, work, findings);
    for (int i = 0; i < proof->count && fine && proof_has_entries(proof); i++) {
        if (is_used[i]) continue;
        fine = refuse(&findings->why, "entry %d is never reached: it is superfluous or not canonical", i + 1);
    }
    if (fine) findings->verdict = PROOF_HOLDS;
    free(is_used);
    return fine;
}

bool proof_check_within(const Proof *proof, Work *work, ProofFindings *findings) {
    return check_all(proof, false, work, findings);
}

bool proof_check_plainly(const Proof *proof, Work *work, ProofFindings *findings) {
    return check_all(proof, true, work, findings);
}

uint64_t proof_steps_max(const Proof *proof) {
    uint64_t steps = PROOF_STEPS_MAX + (uint64_t)proof_block_positions(proof) * PROOF_STEPS_PER_POSITION;
    return steps < PROOF_STEPS_LIMIT ? steps : PROOF_STEPS_LIMIT;
}

bool proof_check(const Proof *proof, ProofFindings *findings) {
    return proof_check_within(proof, &(Work){.steps_max = proof_steps_max(proof)}, findings);
}

bool proof_trim(Proof *proof, Work *work, ProofFindings *findings) {
    *findings = (ProofFindings){.verdict = PROOF_REFUSED};
    bool *is_used = new_marks(proof);
    if (is_used == NULL) return findings_no_memory(findings);
    bool fine = check_proof(proof, (StrategyWay){.entry_is_used = is_used, .looks_before = true}, work, findings);
    int kept = 0;
    for (int i = 0; i < proof->count && fine && proof_has_entries(proof); i++) {
        if (is_used[i]) proof->entries[kept++] = proof->entries[i];
    }
    if (fine && proof_has_entries(proof)) proof->count = kept;
    free(is_used);
    return fine;
}

/* As search_all, but with the move. */
static bool find_move(Check *check, ProofMove *move) {
    Completing mine = check_board_completing(&check->board, check->to_move);
    Completing blocks = check_board_completing(&check->board, side_other(check->to_move));
    int best = -2;
    *move = (ProofMove){.kind = MOVE_COMPLETES, .cell = mine.cell[0]};
    if (mine.count > 0) return true;
    *move = (ProofMove){.kind = MOVE_BLOCKS, .cell = blocks.cell[0]};
    if (blocks.count > 0) return true;
    if (!prepare_search(check)) return false;
    for (int cell = 0; cell < check->geometry->cells && best < 1; cell++) {
        if (!check_board_is_empty(&check->board, cell)) continue;
        int value = search_cell(check, check->to_move, cell, 0, best > -1 ? best : -1, 1);
        if (value > best) *move = (ProofMove){.kind = MOVE_SEARCHED, .cell = cell};
        if (value > best) best = value;
    }
    return !work_is_spent(check->board.work);
}

bool player_search_move(const ProofPlayer *player, const Board *board, ProofMove *move, Reason *why) {
    ProofFindings findings = {.verdict = PROOF_REFUSED};
    Work work = {.steps_max = player->steps_max};
    Check *check = calloc(1, sizeof *check);
    bool fine = check != NULL;
    if (fine) {
        check->geometry = player->shape->geometry;
        check->findings = &findings;
        check->to_move = board_side(board);
        check_board_init(&check->board, check->geometry, board->stones, &work);
        fine = find_move(check, move);
        free(check->memo);
    }
    free(check);
    return fine || refuse(why, "no answer within the memory and the steps that there are");
}
