#include "proof/threat_check.h"

#include <stdlib.h>
#include <string.h>

/* To tell the keys of positions from which a block does not win, or threats in haste, from those from which no threats
 * win. */
static const uint64_t AFTER_BLOCK = UINT64_C(0x9E3779B97F4A7C15), IN_HASTE = UINT64_C(0xD1B54A32D192ED03);

static bool wins_by_threats(ThreatCheck *check, int depth, int block);

/* The empty cells where one more stone of the loser would make a threat, now that the winner has made one. The stone of
 * the reply does not count: it is that stone which is put elsewhere. */
static void need_counter_cells(ThreatCheck *check) {
    const CheckBoard *board = check->board;
    const Geometry *geometry = board->geometry;
    Side loser = side_other(check->winner);
    for (int line = 0; (line = check_board_next_line(board, loser, geometry->n - 2, line)) < geometry->lines; line++) {
        if (geometry_line_has(geometry, line, check->reply)) continue;
        for (int i = 0; i < geometry->n; i++) {
            int cell = geometry->line_cells[line][i];
            if (check_board_is_empty(board, cell)) cells_add(&check->needs, cell);
        }
    }
}

/* The winner has just taken the cell, with these threats. */
static void note_win(ThreatCheck *check, int depth, int cell, const Completing *threats) {
    check->last_win[depth] = (uint16_t)cell;
    if (threats->count == 2) check->needs = cells_none();
    for (int i = 0; i < threats->count; i++) cells_add(&check->needs, threats->cell[i]);
    cells_add(&check->needs, cell);
    need_counter_cells(check);
}

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
    if (won) note_win(check, depth, cell, &threats);
    check_board_take(board, winner, cell);
    return won;
}

/* Empty cells of the winner's lines that have two left: a stone on one of them makes a threat. */
typedef struct {
    CellSet once, twice; /* on such a line; on two of them */
} Pairs;

static Pairs find_pairs(const CheckBoard *board, Side winner) {
    const Geometry *geometry = board->geometry;
    Pairs pairs = {cells_none(), cells_none()};
    for (int line = 0; (line = check_board_next_line(board, winner, geometry->n - 2, line)) < geometry->lines; line++) {
        for (int i = 0; i < geometry->n; i++) {
            int cell = geometry->line_cells[line][i];
            if (!check_board_is_empty(board, cell)) continue;
            cells_add(cells_has(&pairs.once, cell) ? &pairs.twice : &pairs.once, cell);
        }
    }
    return pairs;
}

static int count_on_line(const Geometry *geometry, int line, const CellSet *cells) {
    int count = 0;
    for (int i = 0; i < geometry->n; i++) count += cells_has(cells, geometry->line_cells[line][i]);
    return count;
}

/* A stone on this cell of a pair makes no other pair, nor does it begin a line that another cell of a pair is on. It
 * may still serve to block a line of the loser in advance. */
static bool is_idle(const CheckBoard *board, Side winner, int cell, const CellSet *pairs) {
    const Geometry *geometry = board->geometry;
    work_add(board->work, geometry->lines_through[cell]);
    for (int i = 0; i < geometry->lines_through[cell]; i++) {
        int line = geometry->cell_lines[cell][i], stones = check_board_count(board, winner, line);
        if (check_board_count(board, side_other(winner), line) > 0 || stones > geometry->n - 3) continue;
        if (stones == geometry->n - 3 || count_on_line(geometry, line, pairs) > 1) return false;
    }
    return true;
}

/* Two threats at once come first, then the move of the last win, which refutes most replies. */
static bool wins_by_threats(ThreatCheck *check, int depth, int block) {
    const CheckBoard *board = check->board;
    if (!work_goes_on(board->work)) return false;
    check->nodes++;
    if (block != MOVE_NONE) return wins_with(check, depth, block);
    uint64_t key = board->key ^ (check->is_hasty ? IN_HASTE : 0), *failed = &check->failed[key % FAILED_SIZE];
    if (*failed == key) return false;
    Pairs pairs = find_pairs(board, check->winner);
    if (!cells_is_empty(pairs.twice)) return wins_with(check, depth, cells_first(&pairs.twice));
    int last = check->last_win[depth];
    if (cells_has(&pairs.once, last) && wins_with(check, depth, last)) return true;
    for (CellSet left = pairs.once; !cells_is_empty(left);) {
        int cell = cells_take(&left);
        if (cell == last || (check->is_hasty && is_idle(board, check->winner, cell, &pairs.once))) continue;
        if (wins_with(check, depth, cell)) return true;
    }
    *failed = key;
    return false;
}

Urgent threat_check_urgent(ThreatCheck *check, int reply, CellSet *left) {
    const CheckBoard *board = check->board;
    Completing mine = check_board_completing(board, check->winner);
    Completing blocks = check_board_completing(board, side_other(check->winner));
    Urgent urgent = {.is_won = mine.count > 0, .block = blocks.count > 0 ? blocks.cell[0] : MOVE_NONE};
    check->nodes++;
    check->reply = reply;
    check->needs = cells_none();
    if (urgent.is_won) {
        urgent.move = mine.cell[0];
        cells_add(&check->needs, urgent.move);
    } else if (blocks.count == 2) {
        urgent.is_lost = true;
    } else if (wins_by_threats(check, 0, urgent.block)) {
        urgent.is_won = true;
        urgent.move = check->last_win[0];
    }
    if (urgent.is_won && !check->is_plain) *left = cells_and(*left, check->needs);
    return urgent;
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
static bool wins_plainly(ThreatCheck *check, int reply, CellSet *left) {
    if (threat_check_is_spent(check)) return false;
    Urgent urgent = threat_check_urgent(check, reply, left);
    if (urgent.is_won || urgent.is_lost) return urgent.is_won;
    return urgent.block != MOVE_NONE && wins_after_block(check, urgent.block);
}

/* Takes out of `left` the other replies that lose in the same way. */
static bool reply_loses(ThreatCheck *check, int reply, CellSet *left) {
    Side loser = side_other(check->winner);
    check_board_put(check->board, loser, reply);
    bool loses = wins_plainly(check, reply, left);
    check_board_take(check->board, loser, reply);
    return loses;
}

/* The loser is to move and has no line to complete. */
static bool every_reply_loses(ThreatCheck *check) {
    const CheckBoard *board = check->board;
    Completing threats = check_board_completing(board, check->winner);
    CellSet left = check_board_empty_cells(board);
    if (threats.count > 0) return threats.count == 2 || reply_loses(check, threats.cell[0], &left);
    CellOrder replies = check->replies; /* what is called here may change the order */
    for (int i = 0; i < replies.count; i++) {
        if (!cells_has(&left, replies.cell[i]) || reply_loses(check, replies.cell[i], &left)) continue;
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

ThreatCheck *threat_check_new(CheckBoard *board, WonTable *won, Side winner, bool is_plain) {
    ThreatCheck *check = calloc(1, sizeof *check);
    if (check == NULL) return NULL;
    check->board = board;
    check->won = won;
    check->winner = winner;
    check->is_plain = is_plain;
    order_init(&check->moves, board->geometry->cells);
    order_init(&check->replies, board->geometry->cells);
    return check;
}

void threat_check_free(ThreatCheck *check) {
    free(check);
}
