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
 * A win by threats that is found after one reply of the loser is the answer to every reply outside its footprint: the
 * cells it is played on, those of the last two threats among them, and, after each move of the winner, the empty cells
 * of every line with n-2 stones of the loser and none of the winner, where lines through the reply do not count. A
 * stone elsewhere is on no line that the winner threatens to complete, and gives the loser no line to complete in
 * between: such a line would have lacked two cells, that of the stone among them, or that cell alone, which the winner
 * would have had to take. The stone that is gone from the first reply can only have been in the winner's way.
 * tools/verify/PROOFS.md has the argument in full.
 *
 * In haste the search passes over stones that are idle: they make a threat, but neither a pair for another one nor the
 * beginning of a line for one. That may miss a win in which such a stone blocks in advance, never invent one. So a
 * refusal, and the use of an entry, must rest on a search without haste.
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
    bool is_plain; /* every reply is tried */
    bool is_hasty; /* idle stones are passed over */
    int reply;     /* the loser's last, or MOVE_NONE */
    CellSet needs; /* the footprint of the last win */
    uint64_t nodes;
    uint16_t last_win[CELLS_MAX]; /* by depth: the winner's move in the last win by threats */
    CellOrder moves;              /* those that decided first */
    CellOrder replies;            /* those that a move did not win against first */
    uint64_t failed[FAILED_SIZE]; /* keys of positions without a win; a false match could only make the check fail */
} ThreatCheck;

/* NULL when memory is short. The board and the table must outlive it. */
ThreatCheck *threat_check_new(CheckBoard *board, WonTable *won, Side winner, bool is_plain);
void threat_check_free(ThreatCheck *check);

static inline bool threat_check_is_spent(const ThreatCheck *check) {
    return work_is_spent(check->board->work);
}

/* The winner is to move. */
typedef struct {
    bool is_won;  /* it completes a line or wins by threats, */
    int move;     /* with this move first */
    bool is_lost; /* the loser has two threats */
    int block;    /* the cell where the loser threatens to complete a line, or MOVE_NONE */
} Urgent;

/* After this reply of the loser, before which it had no line to complete, or MOVE_NONE. Takes out of `left` the replies
 * outside the footprint of the win, if there is one. */
Urgent threat_check_urgent(ThreatCheck *check, int reply, CellSet *left);

/* The winner is to move, and neither side has a line with one cell left. A decisive move, or MOVE_NONE. */
int threat_check_decisive_move(ThreatCheck *check);

#endif
