/* It is easiest to read from the end. */
#include "proof/strategy_check.h"

#include <stdlib.h>

#include "proof/findings.h"
#include "proof/player.h"
#include "proof/threat_check.h"

typedef struct {
    const Proof *proof;
    const Shape *shape;
    ProofFindings *findings;
    StrategyWay way;
    Side winner;
    CheckBoard board;
    ThreatCheck *threats;
    WonTable *won;
} StrategyCheck;

static bool fail(StrategyCheck *check, Side to_move, const char *why) {
    const Grid *grid = &check->shape->grid;
    Board board;
    if (threat_check_is_spent(check->threats)) return findings_spent(check->findings, check->board.work);
    board_set_up(grid, &board, check->board.stones, to_move);
    notation_print_position(grid, &board, check->findings->position);
    return refuse(&check->findings->why, "%s", why);
}

static bool check_winner(StrategyCheck *check, int reply, CellSet *left);

/* Every reply of the loser, but for those that a win after another one answers. */
static bool check_loser(StrategyCheck *check) {
    CheckBoard *board = &check->board;
    Side loser = side_other(check->winner);
    if (check_board_completing(board, loser).count > 0) return fail(check, loser, "the loser completes a line");
    if (board->empty_count < 2) return fail(check, loser, "the board is full and nobody has won");
    for (CellSet left = check_board_empty_cells(board); !cells_is_empty(left);) {
        int reply = cells_take(&left);
        check_board_put(board, loser, reply);
        bool fine = check_winner(check, reply, &left);
        check_board_take(board, loser, reply);
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

/* The move of the proof. */
static bool check_entry(StrategyCheck *check, int index, int symmetry) {
    check->way.entry_is_used[index] = true;
    int cell = canonical_origin(check->shape->symmetries, symmetry, check->proof->entries[index].move);
    if (!check_board_is_empty(&check->board, cell)) return fail(check, check->winner, "the move given is on a stone");
    return check_move(check, cell);
}

static bool check_decisive_move(StrategyCheck *check, const CellSet canonical[2]) {
    if (threat_check_decisive_move(check->threats) == MOVE_NONE) return false;
    check->findings->moves_found++;
    won_table_add(check->won, canonical);
    return true;
}

static int find_canonical(const StrategyCheck *check, CellSet canonical[2]) {
    int stones = check->board.geometry->cells - check->board.empty_count;
    work_add(check->board.work, check->shape->symmetries->plain * (stones + 1));
    return canonical_image(check->shape->symmetries, check->board.stones, canonical);
}

/* Neither a block nor, in haste, threats decide. A position that was met before has been checked then, or is being
 * checked further up. For a new one no threat is passed over, so that the verdict is that of the plain way. */
static bool check_free_move(StrategyCheck *check) {
    CellSet canonical[2], none = cells_none();
    int symmetry = find_canonical(check, canonical), index;
    int move = proof_find(check->proof, canonical, &index);
    bool is_outline = check->proof->kind == PROOF_OUTLINE;
    if (move != MOVE_NONE && check->way.entry_is_used[index]) return true;
    if (won_table_has(check->won, canonical)) return true;
    if (!check->way.is_plain && threat_check_urgent(check->threats, MOVE_NONE, &none).is_won) return true;
    bool looks = is_outline && (move == MOVE_NONE || check->way.looks_before);
    if (looks && check_decisive_move(check, canonical)) return true;
    if (move != MOVE_NONE) return check_entry(check, index, symmetry);
    return fail(check, check->winner,
                is_outline ? "no move is given for this position, and none is decisive"
                           : "no move is given for this position");
}

/* The winner is to move: it completes a line, wins by threats, blocks, or plays what the proof says. Takes out of
 * `left` the replies to which the same win is the answer. */
static bool check_winner(StrategyCheck *check, int reply, CellSet *left) {
    ThreatCheck *threats = check->threats;
    check->findings->positions++;
    threats->is_hasty = !check->way.is_plain;
    Urgent urgent = threat_check_urgent(threats, reply, left);
    threats->is_hasty = false;
    if (urgent.is_won) return true;
    if (urgent.is_lost) return fail(check, check->winner, "the loser has two threats");
    if (threat_check_is_spent(threats)) return findings_spent(check->findings, check->board.work);
    return urgent.block != MOVE_NONE ? check_block(check, urgent.block) : check_free_move(check);
}

static void strategy_check_free(StrategyCheck *check) {
    if (check == NULL) return;
    threat_check_free(check->threats);
    free(check->won);
    free(check);
}

/* NULL when memory is short. */
static StrategyCheck *strategy_check_new(const Proof *proof, const Shape *shape, const CellSet stones[2], Work *work,
                                         bool is_plain) {
    StrategyCheck *check = calloc(1, sizeof *check);
    if (check == NULL) return NULL;
    check->proof = proof;
    check->shape = shape;
    check->winner = proof->value == OUTCOME_X_WINS ? SIDE_X : SIDE_O;
    check_board_init(&check->board, shape->geometry, stones, work);
    check->won = calloc(1, sizeof *check->won);
    check->threats = threat_check_new(&check->board, check->won, check->winner, is_plain);
    if (check->won != NULL && check->threats != NULL) return check;
    strategy_check_free(check);
    return NULL;
}

bool strategy_check(const Proof *proof, const Shape *shape, StrategyWay way, Work *work, ProofFindings *findings) {
    if (proof->value != OUTCOME_X_WINS && proof->value != OUTCOME_O_WINS) {
        const char *what = proof->kind == PROOF_OUTLINE ? "an outline" : "a strategy";
        return refuse(&findings->why, "%s proves a win, %s", what,
                      proof->value == OUTCOME_DRAW ? "not a draw" : "nothing else");
    }
    StrategyCheck *check = strategy_check_new(proof, shape, proof->start.stones, work, way.is_plain);
    if (check == NULL) return findings_no_memory(findings);
    check->findings = findings;
    check->way = way;
    CellSet none = cells_none();
    bool fine = proof->start.to_move == check->winner ? check_winner(check, MOVE_NONE, &none) : check_loser(check);
    findings->nodes = check->threats->nodes;
    strategy_check_free(check);
    return fine;
}

/* What check_winner does, but for one position, and with the move. */
static bool find_move(StrategyCheck *check, ProofMove *move) {
    CellSet none = cells_none();
    Completing mine = check_board_completing(&check->board, check->winner);
    Urgent urgent = threat_check_urgent(check->threats, MOVE_NONE, &none);
    int index;
    if (urgent.is_won) {
        *move = (ProofMove){.kind = mine.count > 0 ? MOVE_COMPLETES : MOVE_FORCES, .cell = urgent.move};
    } else if (urgent.block != MOVE_NONE) {
        *move = (ProofMove){.kind = MOVE_BLOCKS, .cell = urgent.block};
    } else {
        CellSet canonical[2];
        int symmetry = find_canonical(check, canonical), listed = proof_find(check->proof, canonical, &index);
        *move = (ProofMove){.kind = MOVE_DECIDES};
        if (listed != MOVE_NONE) *move = (ProofMove){.kind = MOVE_LISTED, .item = index};
        move->cell = listed == MOVE_NONE ? threat_check_decisive_move(check->threats)
                                         : canonical_origin(check->shape->symmetries, symmetry, listed);
    }
    return move->cell != MOVE_NONE && !threat_check_is_spent(check->threats);
}

bool player_strategy_move(const ProofPlayer *player, const Board *board, ProofMove *move, Reason *why) {
    Work work = {.steps_max = player->steps_max};
    StrategyCheck *check = strategy_check_new(player->proof, player->shape, board->stones, &work, false);
    bool fine = check != NULL && find_move(check, move);
    strategy_check_free(check);
    return fine || refuse(why, "no answer within the memory and the steps that there are");
}
