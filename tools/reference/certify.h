/* Proofs that share no code and no ideas with the engine: what suites and tests hold its claims against.
 *
 * All under the rule line, on positions of tools/reference/reference.h. Naive, and only as fast as making suites asks
 * for. */
#ifndef ROWAN_REFERENCE_CERTIFY_H
#define ROWAN_REFERENCE_CERTIFY_H

#include "reference/reference.h"

/* The cells that complete a line of the side; returns how many. */
int certify_winning_cells(const RefPosition *position, char side, int cells[REF_MAX_CELLS]);

/* Can the other side keep this one from ever completing a line, because each line open for it can be given two empty
 * cells of its own? If neither can win, it is a draw. */
bool certify_side_cannot_win(const RefPosition *position, char side);
bool certify_draw(const RefPosition *position);

/* Is this line (attacker, defender, attacker ...) a win by threats for the side to move, whatever the defender replies?
 * Each of the attacker's moves completes a line, or threatens to while the defender cannot complete one himself; then
 * every reply but the one on the only threatened cell loses at once. */
bool certify_forced_win(const RefPosition *position, const uint16_t line[], int length);

/* Looks for such a line by depth-first search over more and more threats, up to that many plies and nodes: the shortest
 * there is, or 0. */
int certify_find_forced_win(const RefPosition *position, int plies_max, long nodes, uint16_t line[REF_MAX_CELLS]);

#endif
