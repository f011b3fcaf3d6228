/* A second implementation of pairings and forced wins, to check the engine's claims and to make suites of known value.
 *
 * All under the rule line, on positions of reference/reference.h. It shares no code with the engine. Naive, and only as
 * fast as making suites requires. Any thread may call anything. */
#ifndef ROWAN_REFERENCE_CERTIFY_H
#define ROWAN_REFERENCE_CERTIFY_H

#include "reference/reference.h"

/* The cells that complete a line of the side; returns how many. */
int certify_winning_cells(const RefPosition *position, char side, int cells[REF_MAX_CELLS]);

/* Can the other side keep this one from ever completing a line by a pairing, that is, can each line open for it be
 * given two empty cells of its own? If this holds for both sides, the position is a draw. */
bool certify_side_is_held(const RefPosition *position, char side);
bool certify_draw(const RefPosition *position);

/* Is this sequence of moves (attacker, defender, attacker ...) a win by threats for the side to move, whatever the
 * defender replies? Each move of the attacker must complete a line, or threaten to while the defender cannot complete
 * one; then every reply but the one on the threatened cell loses at once. */
bool certify_forced_win(const RefPosition *position, const uint16_t line[], int length);

/* Looks for such a sequence, one more threat at a time, up to that many plies and nodes. Returns the length of the
 * shortest, or 0. */
int certify_find_forced_win(const RefPosition *position, int plies_max, long nodes, uint16_t line[REF_MAX_CELLS]);

#endif
