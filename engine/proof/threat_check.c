#include "proof/threat_check.h"

#include <stdlib.h>
#include <string.h>

/* Keys of positions from which a block does not win, to tell them from those from which threats do not. */
static const uint64_t AFTER_BLOCK = UINT64_C(0x9E3779B97F4A7C15);

static bool wins_by_threats(ThreatCheck *check, int depth, int block);

/* The winner on this cell: if that makes one threat, the only answer, and so on. The other side has no line to
 * complete, for if it had one this cell blocks it. */
static bool wins_with(ThreatCheck *check, int depth, int cell) {
    CheckBoard *board = check->board;
    Side winner = check->winner, loser = side_other(winner);
    check_board_put(board, winner, cell);
    Completing threats = check_board_completing_through(board, winner, cell);
    bool won = threats.count == 2;
    if (threats.count == 1) {
        int answer = threats.cell[0];
        check_board_put(board, loser, answer);
        Completing blocks = check_board_completing_through(board, loser, answer);
        won = blocks.count < 2 && wins_by_threats(check, depth + 1, blocks.count == 1 ? blocks.cell[0] : MOVE_NONE);
        check_board_take(board, loser, answer);
    }
    check_board_take(board, winner, cell);
    if (won) check->last_win[depth] = (uint16_t)cell;
    return won;
}

/* The next line that becomes a threat with one more stone. */
static int next_pair(const CheckBoard *board, Side winner, int line) {
    return check_board_next_line(board, winner, board->geometry->n - 2, line);
}

/* The move of the last win is tried first: it refutes most replies. */
static bool wins_by_threats(ThreatCheck *check, int depth, int block) {
    const CheckBoard *board = check->board;
    const Geometry *geometry = board->geometry;
    if (!work_goes_on(board->work)) return false;
    check->nodes++;
    if (block != MOVE_NONE) return wins_with(check, depth, block);
    uint64_t *failed = &check->failed[board->key % FAILED_SIZE];
    if (*failed == board->key) return false;
    int last = check->last_win[depth];
    if (check_board_is_empty(board, last) && wins_with(check, depth, last)) return true;
    for (int line = next_pair(board, check->winner, 0); line < geometry->lines;
         line = next_pair(board, check->winner, line + 1)) {
        for (int i = 0; i < geometry->n; i++) {
            int cell = geometry->line_cells[line][i];
            if (cell != last && check_board_is_empty(board, cell) && wins_with(check, depth, cell)) return true;
        }
    }
    *failed = board->key;
    return false;
}

bool threat_check_wins(ThreatCheck *check, int block) {
    return wins_by_threats(check, 0, block);
}

static void order_init(CellOrder *order, int cells) {
    order->count = cells;
    for (int cell = 0; cell < cells; cell++) order->cell[cell] = (uint16_t)cell;
}

static void order_move_to_front(CellOrder *order, int cell) {
    int at = 0;
    while (order->cell[at] != cell) at++;
    memmove(&order->cell[1], &order->cell[0], sizeof order->cell[0] * (size_t)at);
    order->cell[0] = (uint16_t)cell;
}

static bool every_reply_loses(ThreatCheck *check);

/* After the only move that stops the loser every reply must lose again. Many orders of the loser's threats lead to the
 * same position. */
static bool wins_after_block(ThreatCheck *check, int block) {
    CheckBoard *board = check->board;
    uint64_t key = board->key ^ AFTER_BLOCK, *failed = &check->failed[key % FAILED_SIZE];
    if (*failed == key) return false;
    if (won_table_has(check->won, board->stones)) return true;
    check_board_put(board, check->winner, block);
    bool wins = every_reply_loses(check);
    check_board_take(board, check->winner, block);
    if (wins) won_table_add(check->won, board->stones);
    if (!wins) *failed = key;
    return wins;
}

/* The winner is to move. Does it win without a choice of its own but that of threats? */
static bool wins_plainly(ThreatCheck *check) {
    const CheckBoard *board = check->board;
    if (threat_check_is_spent(check)) return false;
    check->nodes++;
    if (check_board_completing(board, check->winner).count > 0) return true;
    Completing blocks = check_board_completing(board, side_other(check->winner));
    if (blocks.count == 2) return false;
    int block = blocks.count == 1 ? blocks.cell[0] : MOVE_NONE;
    return wins_by_threats(check, 0, block) || (block != MOVE_NONE && wins_after_block(check, block));
}

static bool reply_loses(ThreatCheck *check, int reply) {
    Side loser = side_other(check->winner);
    check_board_put(check->board, loser, reply);
    bool loses = wins_plainly(check);
    check_board_take(check->board, loser, reply);
    return loses;
}

/* The loser is to move and has no line to complete. */
static bool every_reply_loses(ThreatCheck *check) {
    const CheckBoard *board = check->board;
    Completing threats = check_board_completing(board, check->winner);
    if (threats.count > 0) return threats.count == 2 || reply_loses(check, threats.cell[0]);
    CellOrder replies = check->replies; /* what is called here may change the order */
    for (int i = 0; i < replies.count; i++) {
        if (!check_board_is_empty(board, replies.cell[i]) || reply_loses(check, replies.cell[i])) continue;
        order_move_to_front(&check->replies, replies.cell[i]);
        return false;
    }
    return board->empty_count > 0;
}

static bool move_decides(ThreatCheck *check, int cell) {
    check_board_put(check->board, check->winner, cell);
    bool wins = every_reply_loses(check);
    check_board_take(check->board, check->winner, cell);
    return wins;
}

int threat_check_decisive_move(ThreatCheck *check) {
    CellOrder moves = check->moves;
    for (int i = 0; i < moves.count && !threat_check_is_spent(check); i++) {
        if (!check_board_is_empty(check->board, moves.cell[i]) || !move_decides(check, moves.cell[i])) continue;
        order_move_to_front(&check->moves, moves.cell[i]);
        return moves.cell[i];
    }
    return MOVE_NONE;
}

ThreatCheck *threat_check_new(CheckBoard *board, WonTable *won, Side winner) {
    ThreatCheck *check = calloc(1, sizeof *check);
    if (check == NULL) return NULL;
    check->board = board;
    check->won = won;
    check->winner = winner;
    order_init(&check->moves, board->geometry->cells);
    order_init(&check->replies, board->geometry->cells);
    return check;
}

void threat_check_free(ThreatCheck *check) {
    free(check);
}
