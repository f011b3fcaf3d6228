/* What a person is shown of a game: the rules, the numbered board, the position with points, and the end. */
#ifndef ROWAN_PLAY_VIEW_H
#define ROWAN_PLAY_VIEW_H

#include "play/game_history.h"
#include "play/terminal.h"

void view_rules(const Terminal *terminal, const Grid *grid);
/* The board with the numbers of its cells, and for the rule magic the magic cube. */
void view_numbers(const Terminal *terminal, const Grid *grid);
/* "X plays b3c (cell 43)" */
void view_last_move(const Terminal *terminal, const Course *course);
/* Last move and completed lines highlighted; under rules that count points, these and the cells of both sides. */
void view_position(const Terminal *terminal, const Course *course);
/* One or two lines; nothing while the game goes on. */
void view_ending(const Terminal *terminal, const Course *course);

#endif
