/* The checker's search for wins that need no entry of a proof.
 *
 * A threat is a line of the winner's stones with one empty cell left. The winner wins by threats if each of its moves
 * completes a line or makes a threat, which leaves the loser one answer at most, until a line is completed; when the
 * loser threatens a line on the way, one of these moves must block it.
 *
 * The winner wins plainly if it completes a line, or wins by threats, or if it blocks the one line that the loser
 * threatens to complete and then wins plainly after every reply. A move is decisive if the winner wins plainly after
 * every reply to it.
 *
 * Nothing here comes from the search that found the proof. A true answer is a proof; a false one may be due to the
 * limit on the work of the board, after which every answer is false. For one thread. */
#ifndef ROWAN_PROOF_THREAT_CHECK_H
#define ROWAN_PROOF_THREAT_CHECK_H

#include "proof/check_board.h"
#include "proof/won_table.h"

enum { FAILED_SIZE = 1 << 18 };

/* Cells in the order in which they are tried: one that served moves to the front. */
typedef struct {
    int count;
    uint16_t cell[CELLS_MAX];
} CellOrder;

typedef struct {
    CheckBoard *board;
    WonTable *won;
    Side winner;
    uint64_t nodes;
    uint16_t last_win[CELLS_MAX]; /* by depth: the winner's move in the last win by threats */
    CellOrder moves;              /* those that decided first */
    CellOrder replies;            /* those that a move did not win against first */
    uint64_t failed[FAILED_SIZE]; /* keys of positions without a win; a false match could only make the check fail */
} ThreatCheck;

/* NULL when memory is short. The board and the table must outlive it. */
ThreatCheck *threat_check_new(CheckBoard *board, WonTable *won, Side winner);
void threat_check_free(ThreatCheck *check);

static inline bool threat_check_is_spent(const ThreatCheck *check) {
    return work_is_spent(check->board->work);
}

/* The winner is to move, has no line with one cell left, and must take `block` unless that is MOVE_NONE. Does it win by
 * threats? */
bool threat_check_wins(ThreatCheck *check, int block);
/* The first move of the win that was found last. */
static inline int threat_check_winning_move(const ThreatCheck *check) {
    return check->last_win[0];
}

/* The winner is to move, and neither side has a line with one cell left. A decisive move, or MOVE_NONE. */
int threat_check_decisive_move(ThreatCheck *check);

#endif
