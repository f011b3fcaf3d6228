/* It is easiest to read from the end. */
#include "proof/strategy_check.h"

#include <stdlib.h>

#include "proof/threat_check.h"

/* The limit, in positions and nodes of the searches, so that no file makes the check work for ever. A strategy for
 * 4x4x4 takes 6,000 for each of its entries, an outline 60,000. */
static const uint64_t WORK_BASE = 20000000, WORK_PER_ENTRY = 200000, WORK_MAX = 2000000000;

static uint64_t work_limit(const Proof *proof) {
    uint64_t limit = WORK_BASE + WORK_PER_ENTRY * (uint64_t)proof->count;
    return limit < WORK_MAX ? limit : WORK_MAX;
}

typedef struct {
    const Proof *proof;
    const Shape *shape;
    ProofReport *report;
    EntryMarks marks;
    Side winner;
    CheckBoard board;
    ThreatCheck *threats;
    WonTable *won;
} StrategyCheck;

static bool fail(StrategyCheck *check, Side to_move, const char *why) {
    const Grid *grid = &check->shape->grid;
    Board board;
    board_set_up(grid, &board, check->board.stones, to_move);
    position_print(grid, &board, check->report->position);
    return refuse(&check->report->why, "%s", why);
}

static bool check_winner(StrategyCheck *check);

/* Every reply of the loser. */
static bool check_loser(StrategyCheck *check) {
    CheckBoard *board = &check->board;
    Side loser = side_other(check->winner);
    if (check_board_completing(board, loser).count > 0) return fail(check, loser, "the loser completes a line");
    if (board->empty_count < 2) return fail(check, loser, "the board is full and nobody has won");
    for (int cell = 0; cell < board->geometry->cells; cell++) {
        if (!check_board_is_empty(board, cell)) continue;
        check_board_put(board, loser, cell);
        bool fine = check_winner(check);
        check_board_take(board, loser, cell);
        if (!fine) return false;
    }
    return true;
}

static bool check_move(StrategyCheck *check, int move) {
    check_board_put(&check->board, check->winner, move);
    bool fine = check_loser(check);
    check_board_take(&check->board, check->winner, move);
    return fine;
}

/* The only move that is left; what follows may be long, and is reached in many orders. */
static bool check_block(StrategyCheck *check, int block) {
    if (won_table_has(check->won, check->board.stones)) return true;
    if (!check_move(check, block)) return false;
    won_table_add(check->won, check->board.stones);
    return true;
}

/* The move of the proof. A position that was met before has been checked then, or is being checked further up. */
static bool check_entry(StrategyCheck *check, int index, int symmetry) {
    if (check->marks.entry_is_used[index]) return true;
    check->marks.entry_is_used[index] = true;
    int cell = symmetry_origin(check->shape->symmetries, symmetry, check->proof->entries[index].move);
    if (!check_board_is_empty(&check->board, cell)) return fail(check, check->winner, "the move given is on a stone");
    return check_move(check, cell);
}

static bool check_decisive_move(StrategyCheck *check, const CellSet canonical[2]) {
    if (won_table_has(check->won, canonical)) return true;
    if (threat_check_decisive_move(check->threats) == MOVE_NONE) return false;
    check->report->moves_found++;
    won_table_add(check->won, canonical);
    return true;
}

/* Neither threats nor a block decide. */
static bool check_free_move(StrategyCheck *check) {
    CellSet canonical[2];
    int symmetry = canonical_image(check->shape->symmetries, check->board.stones, canonical), index;
    int move = proof_find(check->proof, canonical, &index);
    bool is_outline = check->proof->kind == PROOF_OUTLINE;
    bool looks = is_outline && (move == MOVE_NONE || (check->marks.looks_before && !check->marks.entry_is_used[index]));
    if (looks && check_decisive_move(check, canonical)) return true;
    if (move != MOVE_NONE) return check_entry(check, index, symmetry);
    return fail(check, check->winner,
                is_outline ? "no move is given for this position, and none is decisive"
                           : "no move is given for this position");
}

static bool give_up(StrategyCheck *check) {
    unsigned long long millions = check->threats->node_max / 1000000;
    check->report->position[0] = '\0';
    return refuse(&check->report->why, "gave up: a proof with so many entries may take %llu million nodes", millions);
}

/* The winner is to move: it completes a line, wins by threats, blocks, or plays what the proof says. */
static bool check_winner(StrategyCheck *check) {
    ThreatCheck *threats = check->threats;
    check->report->positions++;
    threats->nodes++;
    if (check_board_completing(&check->board, check->winner).count > 0) return true;
    Completing blocks = check_board_completing(&check->board, side_other(check->winner));
    if (blocks.count == 2) return fail(check, check->winner, "the loser has two threats");
    if (threat_check_wins(threats, blocks.count == 1 ? blocks.cell[0] : MOVE_NONE)) return true;
    bool fine = !threat_check_is_spent(threats) &&
                (blocks.count == 1 ? check_block(check, blocks.cell[0]) : check_free_move(check));
    return fine || (threat_check_is_spent(threats) ? give_up(check) : false);
}

static bool check_from_start(StrategyCheck *check) {
    const Proof *proof = check->proof;
    check->winner = proof->value == OUTCOME_X_WINS ? SIDE_X : SIDE_O;
    check_board_init(&check->board, check->shape->geometry, proof->start.stones);
    check->threats = threat_check_new(&check->board, check->won, check->winner, work_limit(proof));
    if (check->threats == NULL) return refuse(&check->report->why, "not enough memory for the check");
    bool fine = proof->start.to_move == check->winner ? check_winner(check) : check_loser(check);
    check->report->nodes = check->threats->nodes;
    threat_check_free(check->threats);
    return fine;
}

bool strategy_check(const Proof *proof, const Shape *shape, EntryMarks marks, ProofReport *report) {
    if (proof->value != OUTCOME_X_WINS && proof->value != OUTCOME_O_WINS) {
        const char *what = proof->kind == PROOF_OUTLINE ? "an outline" : "a strategy";
        return refuse(&report->why, "%s proves a win, %s", what,
                      proof->value == OUTCOME_DRAW ? "not a draw" : "nothing else");
    }
    StrategyCheck *check = calloc(1, sizeof *check);
    WonTable *won = calloc(1, sizeof *won);
    bool fine = false;
    if (check != NULL && won != NULL) {
        *check = (StrategyCheck){.proof = proof, .shape = shape, .report = report, .marks = marks, .won = won};
        fine = check_from_start(check);
    } else {
        refuse(&report->why, "not enough memory for the check");
    }
    free(won);
    free(check);
    return fine;
}
