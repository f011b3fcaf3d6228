/* Checks a proof with the rules of the game alone; proof.h says what each kind of proof claims.
 *
 * For anybody who doubts a result, so nothing here comes from the search that found it. Stones on lines are counted
 * with plain counters, so that the check can be read without knowing how the engine represents a board. It is easiest
 * to read from the end: proof_check calls one of four checks.
 *
 *     check_strategy  plays the winner's moves against every reply of the loser
 *     check_pairing   looks for a pair in every open line, or adds up the weights of the lines
 *     check_search    finds the value by trying all moves
 *     blocks_check    is in a file of its own
 */
#include <stdio.h>
#include <stdlib.h>

#include "proof/blocks_check.h"
#include "proof/proof.h"
#include "rules/shape.h"

enum { FAILED_SIZE = 1 << 18, MEMO_BITS_MAX = 20 };

/* What the search for wins by threats knows to fail; a false match could only make the check fail. */
typedef struct {
    uint64_t key[FAILED_SIZE];
} Failed;

typedef struct {
    uint64_t key; /* the stones on the cells that were empty at the start, in base 3, plus 1; 0: nothing */
    int8_t low, high;
} KnownValue;

typedef struct {
    const Proof *proof;
    const Geometry *geometry;
    const Symmetries *symmetries;
    const Grid *grid;
    ProofReport *report;
    Side winner; /* of a strategy */
    Side to_move;
    int empty_count;
    bool has_stone[2][CELLS_MAX];
    int count[2][LINES_MAX]; /* stones of a side on a line */
    CellSet stones[2];
    uint64_t key;
    uint64_t cell_keys[2][CELLS_MAX];
    uint16_t last_win[CELLS_MAX]; /* by depth: the winner's move in the last win by threats */
    Failed *failed;
    bool *entry_is_used;
    KnownValue *memo; /* 2^memo_bits of them */
    int memo_bits;
    uint64_t memo_weights[CELLS_MAX];
} Check;

static bool is_empty(const Check *check, int cell) {
    return !check->has_stone[SIDE_X][cell] && !check->has_stone[SIDE_O][cell];
}

static void put_stone(Check *check, Side side, int cell) {
    const Geometry *geometry = check->geometry;
    check->has_stone[side][cell] = true;
    cells_add(&check->stones[side], cell);
    check->key ^= check->cell_keys[side][cell];
    check->empty_count--;
    for (int i = 0; i < geometry->lines_through[cell]; i++) check->count[side][geometry->cell_lines[cell][i]]++;
}

static void take_stone(Check *check, Side side, int cell) {
    const Geometry *geometry = check->geometry;
    check->has_stone[side][cell] = false;
    cells_remove(&check->stones[side], cell);
    check->key ^= check->cell_keys[side][cell];
    check->empty_count++;
    for (int i = 0; i < geometry->lines_through[cell]; i++) check->count[side][geometry->cell_lines[cell][i]]--;
}

static bool has_alone(const Check *check, Side side, int line, int stones) {
    return check->count[side][line] == stones && check->count[side_other(side)][line] == 0;
}

static int empty_cell_of(const Check *check, int line) {
    for (int i = 0; i < check->geometry->n; i++) {
        int cell = check->geometry->line_cells[line][i];
        if (is_empty(check, cell)) return cell;
    }
    return MOVE_NONE;
}

/* The cells that complete a line of a side, as far as two of them. */
typedef struct {
    int count;
    int cell[2];
} Completing;

static void add_completing(const Check *check, Side side, int line, Completing *found) {
    if (found->count == 2 || !has_alone(check, side, line, check->geometry->n - 1)) return;
    int cell = empty_cell_of(check, line);
    if (found->count == 0 || found->cell[0] != cell) found->cell[found->count++] = cell;
}

static Completing completing_cells(const Check *check, Side side) {
    Completing found = {0};
    for (int line = 0; line < check->geometry->lines; line++) add_completing(check, side, line, &found);
    return found;
}

/* The same for the lines through one cell only. */
static Completing completing_through(const Check *check, Side side, int cell) {
    const Geometry *geometry = check->geometry;
    Completing found = {0};
    for (int i = 0; i < geometry->lines_through[cell]; i++) {
        add_completing(check, side, geometry->cell_lines[cell][i], &found);
    }
    return found;
}

static bool fail(Check *check, const char *why) {
    Board board;
    board_set_up(check->grid, &board, check->stones, check->to_move);
    position_print(check->grid, &board, check->report->position);
    return refuse(&check->report->why, "%s", why);
}

static bool wins_by_threats(Check *check, int depth, int block);

/* The winner on this cell: if that makes one threat, the only answer, and so on. The other side has no line to
 * complete, for if it had one this cell blocks it. */
static bool wins_with(Check *check, int depth, int cell) {
    Side winner = check->winner, loser = side_other(winner);
    put_stone(check, winner, cell);
    Completing threats = completing_through(check, winner, cell);
    bool won = threats.count == 2;
    if (threats.count == 1) {
        int answer = threats.cell[0];
        put_stone(check, loser, answer);
        Completing blocks = completing_through(check, loser, answer);
        won = blocks.count < 2 && wins_by_threats(check, depth + 1, blocks.count == 1 ? blocks.cell[0] : MOVE_NONE);
        take_stone(check, loser, answer);
    }
    take_stone(check, winner, cell);
    if (won) check->last_win[depth] = (uint16_t)cell;
    return won;
}

/* The winner is to move, has no line with one cell left, and must take `block` unless that is MOVE_NONE. Does it win
 * with nothing but threats? The move of the last win is tried first: it refutes most replies. */
static bool wins_by_threats(Check *check, int depth, int block) {
    const Geometry *geometry = check->geometry;
    check->report->nodes++;
    if (block != MOVE_NONE) return wins_with(check, depth, block);
    uint64_t *failed = &check->failed->key[check->key % FAILED_SIZE];
    if (*failed == check->key) return false;
    int last = check->last_win[depth];
    if (is_empty(check, last) && wins_with(check, depth, last)) return true;
    for (int line = 0; line < geometry->lines; line++) {
        if (!has_alone(check, check->winner, line, geometry->n - 2)) continue;
        for (int i = 0; i < geometry->n; i++) {
            int cell = geometry->line_cells[line][i];
            if (cell != last && is_empty(check, cell) && wins_with(check, depth, cell)) return true;
        }
    }
    *failed = check->key;
    return false;
}

static bool check_winner(Check *check);

/* Every reply of the loser. */
static bool check_loser(Check *check) {
    Side loser = side_other(check->winner);
    check->to_move = loser;
    if (completing_cells(check, loser).count > 0) return fail(check, "the loser completes a line");
    if (check->empty_count < 2) return fail(check, "the board is full and nobody has won");
    for (int cell = 0; cell < check->geometry->cells; cell++) {
        if (!is_empty(check, cell)) continue;
        put_stone(check, loser, cell);
        bool fine = check_winner(check);
        take_stone(check, loser, cell);
        if (!fine) return false;
    }
    return true;
}

static bool check_move(Check *check, int move) {
    put_stone(check, check->winner, move);
    bool fine = check_loser(check);
    take_stone(check, check->winner, move);
    return fine;
}

/* The move of the proof. A position that was met before has been checked then, or is being checked further up. */
static bool check_entry(Check *check) {
    CellSet canonical[2];
    int symmetry = canonical_image(check->symmetries, check->stones, canonical), index;
    int move = proof_find(check->proof, canonical, &index);
    if (move == MOVE_NONE) return fail(check, "no move is given for this position");
    if (check->entry_is_used[index]) return true;
    check->entry_is_used[index] = true;
    int cell = symmetry_origin(check->symmetries, symmetry, move);
    if (!is_empty(check, cell)) return fail(check, "the move given is on a stone");
    return check_move(check, cell);
}

/* The winner is to move: it completes a line, wins by threats, blocks, or plays what the proof says. */
static bool check_winner(Check *check) {
    check->to_move = check->winner;
    check->report->positions++;
    if (completing_cells(check, check->winner).count > 0) return true;
    Completing blocks = completing_cells(check, side_other(check->winner));
    if (blocks.count == 2) return fail(check, "the loser has two threats");
    if (wins_by_threats(check, 0, blocks.count == 1 ? blocks.cell[0] : MOVE_NONE)) return true;
    return blocks.count == 1 ? check_move(check, blocks.cell[0]) : check_entry(check);
}

static bool check_strategy(Check *check) {
    const Proof *proof = check->proof;
    if (proof->value == OUTCOME_DRAW) return refuse(&check->report->why, "a strategy proves a win, not a draw");
    check->winner = proof->value == OUTCOME_X_WINS ? SIDE_X : SIDE_O;
    check->failed = calloc(1, sizeof *check->failed);
    if (check->failed == NULL) return refuse(&check->report->why, "not enough memory for the check");
    return check->to_move == check->winner ? check_winner(check) : check_loser(check);
}

/* The sum over the lines open for the side of 2^-(empty cells), against the bound of Erdos and Selfridge. */
static bool is_harmless_by_weight(const Check *check, Side side) {
    const Geometry *geometry = check->geometry;
    int64_t sum = 0; /* in units of 2^-n */
    for (int line = 0; line < geometry->lines; line++) {
        if (check->count[side_other(side)][line] == 0) sum += INT64_C(1) << check->count[side][line];
    }
    return sum < INT64_C(1) << (check->to_move == side ? geometry->n - 1 : geometry->n);
}

/* partner[cell] is the other cell of its pair, or MOVE_NONE. */
static bool collect_pairs(Check *check, Side side, int partner[CELLS_MAX], bool *any) {
    Reason *why = &check->report->why;
    *any = false;
    for (int cell = 0; cell < check->geometry->cells; cell++) partner[cell] = MOVE_NONE;
    for (int i = 0; i < check->proof->count; i++) {
        const ProofPair *pair = &check->proof->pairs[i];
        if (pair->side != side) continue;
        int one = pair->cell[0], other = pair->cell[1];
        if (one == other) return refuse(why, "pair %d is one cell twice", i + 1);
        if (!is_empty(check, one) || !is_empty(check, other)) return refuse(why, "pair %d is on a stone", i + 1);
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
    if (!any && is_harmless_by_weight(check, side)) return true;
    for (int line = 0; line < check->geometry->lines; line++) {
        if (check->count[side_other(side)][line] > 0 || line_holds_pair(check->geometry, line, partner)) continue;
        return refuse(&check->report->why, "a line that is open for %c holds no pair", side_letter(side));
    }
    return true;
}

static bool check_pairing(Check *check) {
    if (check->proof->value != OUTCOME_DRAW) return refuse(&check->report->why, "pairs prove a draw, nothing else");
    check->report->positions = 1;
    return check_side_cannot_win(check, SIDE_X) && check_side_cannot_win(check, SIDE_O);
}

static bool all_lines_are_dead(const Check *check) {
    for (int line = 0; line < check->geometry->lines; line++) {
        if (check->count[SIDE_X][line] == 0 || check->count[SIDE_O][line] == 0) return false;
    }
    return true;
}

static int search_all(Check *check, Side side, uint64_t code, int alpha, int beta);

static int search_cell(Check *check, Side side, int cell, uint64_t code, int alpha, int beta) {
    uint64_t next = code + check->memo_weights[cell] * (side == SIDE_X ? 1 : 2);
    put_stone(check, side, cell);
    int value = -search_all(check, side_other(side), next, -beta, -alpha);
    take_stone(check, side, cell);
    return value;
}

/* The value for the side to move, 1, 0 or -1, by alpha-beta (fail-soft) over every move; only completing a line and
 * blocking one go before. */
static int search_all(Check *check, Side side, uint64_t code, int alpha, int beta) {
    check->report->positions++;
    if (completing_cells(check, side).count > 0) return 1;
    if (all_lines_are_dead(check)) return 0;
    Completing blocks = completing_cells(check, side_other(side));
    if (blocks.count == 2) return -1;
    if (blocks.count == 1) return search_cell(check, side, blocks.cell[0], code, alpha, beta);
    KnownValue *memo = &check->memo[(code * UINT64_C(0x9E3779B97F4A7C15)) >> (64 - check->memo_bits)];
    bool is_known = memo->key == code + 1;
    if (is_known && (memo->low >= beta || memo->low == memo->high)) return memo->low;
    if (is_known && memo->high <= alpha) return memo->high;
    int best = -1;
    for (int cell = 0; cell < check->geometry->cells && best < beta && best < 1; cell++) {
        if (!is_empty(check, cell)) continue;
        int value = search_cell(check, side, cell, code, best > alpha ? best : alpha, beta);
        if (value > best) best = value;
    }
    *memo = (KnownValue){code + 1, (int8_t)(best > alpha ? best : -1), (int8_t)(best < beta ? best : 1)};
    return best;
}

static bool check_search(Check *check) {
    Reason *why = &check->report->why;
    if (check->empty_count > PROOF_SEARCH_EMPTY_MAX) {
        return refuse(why, "%d empty cells are too many to search all of them", check->empty_count);
    }
    uint64_t weight = 1;
    for (int cell = 0; cell < check->geometry->cells; cell++) {
        if (!is_empty(check, cell)) continue;
        check->memo_weights[cell] = weight;
        weight *= 3;
    }
    check->memo_bits = check->empty_count + 4 < MEMO_BITS_MAX ? check->empty_count + 4 : MEMO_BITS_MAX;
    check->memo = calloc((size_t)1 << check->memo_bits, sizeof *check->memo);
    if (check->memo == NULL) return refuse(why, "not enough memory for the check");
    int value = search_all(check, check->to_move, 0, -1, 1);
    if (check->to_move == SIDE_O) value = -value;
    Outcome found = value > 0 ? OUTCOME_X_WINS : value < 0 ? OUTCOME_O_WINS : OUTCOME_DRAW;
    return found == check->proof->value || fail(check, "the search finds another value");
}

static bool check_by_kind(Check *check) {
    switch (check->proof->kind) {
    case PROOF_STRATEGY:
        return check_strategy(check);
    case PROOF_PAIRING:
        return check_pairing(check);
    case PROOF_SEARCH:
        return check_search(check);
    case PROOF_BLOCKS:
        break; /* blocks_check */
    }
    return false;
}

static void set_up_start(Check *check, const Board *board) {
    Rng rng = {.state = 0};
    check->empty_count = check->geometry->cells;
    for (int cell = 0; cell < check->geometry->cells; cell++) {
        check->cell_keys[SIDE_X][cell] = rng_next(&rng);
        check->cell_keys[SIDE_O][cell] = rng_next(&rng);
    }
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        for (CellSet left = board->stones[side]; !cells_is_empty(left);) {
            put_stone(check, (Side)side, cells_take(&left));
        }
    }
    check->to_move = board_side(board);
}

static bool check_on(const Proof *proof, const Shape *shape, Check *check, bool entry_is_used[], ProofReport *report) {
    const Grid *grid = &shape->grid;
    Board board;
    if (!diagram_to_board(&proof->start, grid, &board, &report->why)) return false;
    Outcome outcome = board_outcome(grid, &board);
    if (outcome != OUTCOME_NONE) {
        return (outcome == proof->value && proof->kind == PROOF_SEARCH) ||
               refuse(&report->why, "the game is over in this position");
    }
    if (proof->kind == PROOF_BLOCKS) return blocks_check(proof, shape, report);
    *check = (Check){.proof = proof,
                     .geometry = shape->geometry,
                     .symmetries = shape->symmetries,
                     .grid = grid,
                     .report = report,
                     .entry_is_used = entry_is_used};
    set_up_start(check, &board);
    return check_by_kind(check);
}

/* Marks the entries that are reached. */
static bool check_proof(const Proof *proof, bool entry_is_used[], ProofReport *report) {
    *report = (ProofReport){.positions = 0};
    Shape *shape = shape_new(&proof->start.game);
    Check *check = calloc(1, sizeof *check);
    bool fine = false;
    if (shape != NULL && check != NULL) {
        fine = check_on(proof, shape, check, entry_is_used, report);
        free(check->failed);
        free(check->memo);
    } else {
        refuse(&report->why, "not enough memory for the check");
    }
    free(check);
    shape_free(shape);
    return fine;
}

static bool *new_marks(const Proof *proof) {
    return calloc((size_t)proof->count + 1, sizeof(bool));
}

bool proof_check(const Proof *proof, ProofReport *report) {
    bool *is_used = new_marks(proof);
    if (is_used == NULL) return refuse(&report->why, "not enough memory for the check");
    bool fine = check_proof(proof, is_used, report);
    for (int i = 0; i < proof->count && fine && proof->kind == PROOF_STRATEGY; i++) {
        if (is_used[i]) continue;
        fine = refuse(&report->why, "entry %d is never reached: it is superfluous or not canonical", i + 1);
    }
    free(is_used);
    return fine;
}

bool proof_trim(Proof *proof, ProofReport *report) {
    bool *is_used = new_marks(proof);
    if (is_used == NULL) return refuse(&report->why, "not enough memory for the check");
    bool fine = check_proof(proof, is_used, report);
    int kept = 0;
    for (int i = 0; i < proof->count && fine && proof->kind == PROOF_STRATEGY; i++) {
        if (is_used[i]) proof->entries[kept++] = proof->entries[i];
    }
    if (fine && proof->kind == PROOF_STRATEGY) proof->count = kept;
    free(is_used);
    return fine;
}
