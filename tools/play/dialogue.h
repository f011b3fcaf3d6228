/* The dialogue around a game: who plays, the game itself, and what has been said about it.
 *
 * Owns the game and the players, and lasts for as many games as a person likes to play. `history` is never NULL. Here a
 * game begins, changes and is shown, and turns are taken; commands.c has what a person can type besides moves. One
 * thread. */
#ifndef ROWAN_PLAY_DIALOGUE_H
#define ROWAN_PLAY_DIALOGUE_H

#include "play/players.h"

typedef struct {
    const Terminal *terminal;
    const PlayOptions *options;
    Players players;
    GameHistory *history;
    bool is_ending_shown; /* the result of this game has been printed */
    bool is_leaving;
    bool has_failed; /* an engine did, and the game cannot go on */
    bool shows_info; /* after each move of an engine */
    bool has_answer; /* an engine has moved in this game; which: */
    Side answer_side;
} Dialogue;

/* People and engines take turns until a person leaves, the input ends, or the game between two engines is over. False,
 * after a message, when an engine failed or memory is short. */
bool dialogue_run(const Terminal *terminal, const PlayOptions *options);

/* Runs the command of this name, in letters of either case, with the rest of its line. False if there is none. */
bool dialogue_run_command(Dialogue *dialogue, Word name, const char *rest);

/* The rest is for commands.c. */

/* A paragraph of its own, as wide as the screen. */
void dialogue_say(const char *text);
/* A reason as a sentence. */
void dialogue_say_reason(const Reason *why);

/* Puts another game in the place of the present one. */
void dialogue_change_game(Dialogue *dialogue, GameHistory *history);
/* Shows the rules and the numbered board, settles who plays which side, and starts the engines. */
void dialogue_begin_game(Dialogue *dialogue);
/* Starts the engines and tells them of the game. False if one fails, which ends the dialogue. */
bool dialogue_start_engines(Dialogue *dialogue);

/* The last move and the position. */
void dialogue_show_turn(const Dialogue *dialogue);
/* What the engine that moved last said with its move. */
void dialogue_show_answer(const Dialogue *dialogue);

#endif
