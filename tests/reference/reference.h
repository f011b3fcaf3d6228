/* A second implementation of the rules of n^d tic-tac-toe, and a brute-force solver: what the tests compare the engine
 * with.
 *
 * It shares no code and no ideas with the engine. It is naive on purpose, so that it can be checked by reading: a
 * position is an array of characters, a line is a list of cell numbers, and every question (points, outcome, legal
 * moves) is answered from the stones alone, by looking at all lines again. Nothing is kept up to date, so nothing can
 * be out of date.
 *
 * No global state: any thread may call anything, as long as nobody writes what another one reads. A RefPosition points
 * to its RefGame, which must stay where it is as long as the position is in use. Only ref_solve uses the heap, and it
 * frees everything before it returns. */
#ifndef ROWAN_REFERENCE_REFERENCE_H
#define ROWAN_REFERENCE_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    REF_MAX_N = 15,
    REF_MAX_CELLS = 512,
    REF_MAX_LINES = 520,
    REF_MAX_TARGET = 999999,
    REF_MAX_SOLVE_EMPTY = 16,
    REF_MOVE_TEXT_SIZE = 16,      /* for a move with its final NUL, */
    REF_GAME_TEXT_SIZE = 64,      /* a game, */
    REF_POSITION_TEXT_SIZE = 1024 /* and a position */
};

typedef enum { REF_LINE, REF_SCORE, REF_MAGIC } RefRule;

typedef enum { REF_NONE, REF_P1WIN, REF_P2WIN, REF_DRAW } RefResult;

/* line[i] holds the n cells of line i in ascending order; lines are in ascending order of their first, then last cell.
 * Under magic only the lines that count are there; ask the same shape under score for all of them. */
typedef struct {
    int n, d;
    RefRule rule;
    int target; /* points that end the game; 0: none */
    int cell_count;
    int line_count;
    int line[REF_MAX_LINES][REF_MAX_N];
    int number[REF_MAX_CELLS]; /* under magic: the number of each cell in the magic cube; else 0 */
} RefGame;

typedef struct {
    const RefGame *game;
    char cell[REF_MAX_CELLS]; /* 'x', 'o' or '.' for each of the game's cells */
} RefPosition;

/* Games. Text is `<shape>[:<rule>]`, as in 4x4x4, 5x5:line, 3x3x3:score10, 3x3x3:magic, without capitals, spaces or
 * leading zeros. False for everything that is not a supported game; *game is then undefined. ref_game_text leaves
 * `:line` out; ref_rule_text gives line, score, score10, magic, ... Both return buffer. */
bool ref_game_init(RefGame *game, const char *text);
char *ref_game_text(const RefGame *game, char buffer[REF_GAME_TEXT_SIZE]);
char *ref_rule_text(const RefGame *game, char buffer[REF_GAME_TEXT_SIZE]);

/* Coordinate of a cell along axis 0 (x) to 3 (w), from 0. */
int ref_coordinate(const RefGame *game, int cell, int axis);

/* Play. ref_play returns false, and changes nothing, when the game is over, the cell is outside or it is occupied. */
void ref_start(RefPosition *position, const RefGame *game);
bool ref_play(RefPosition *position, int cell);

/* The side to move, 'x' or 'o', by the number of stones alone; in a finished game, the side that would be next. */
char ref_side(const RefPosition *position);
int ref_empty_count(const RefPosition *position);

/* Empty cells in ascending order, none when the game is over; returns how many. */
int ref_legal_moves(const RefPosition *position, int moves[REF_MAX_CELLS]);

/* Completed lines of a side ('x' or 'o') that count; under line too, where more than one means that the last stone
 * completed several. */
int ref_points(const RefPosition *position, char side);

/* The completed lines of either side that count, as ascending indices into game->line; returns how many. */
int ref_completed_lines(const RefPosition *position, int lines[REF_MAX_LINES]);

RefResult ref_result(const RefPosition *position);
bool ref_is_over(const RefPosition *position);
const char *ref_result_text(RefResult result); /* none, p1win, p2win, draw */

/* Moves as text: b3, b3c, b3c1. ref_move_from_text returns the cell, or -1 if the text is not exactly one cell of the
 * board; the cell need not be empty. */
char *ref_move_text(const RefGame *game, int cell, char buffer[REF_MOVE_TEXT_SIZE]);
int ref_move_from_text(const RefGame *game, const char *text);

/* Positions as text, `<cells> <side> <rule>`; the rule is always written, but may be missing when read. Reading fills
 * both the game and the position and points the position to the game. Words are separated by exactly one space.
 * False, with both undefined, for text outside the grammar, shapes and rules we do not support, stone counts that do
 * not fit the side to move, and a side to move that has won already (under line by a completed line, else by target
 * points). Other positions that no game can reach are accepted, such as two winning lines without a common cell. */
char *ref_position_text(const RefPosition *position, char buffer[REF_POSITION_TEXT_SIZE]);
bool ref_position_from_text(RefGame *game, RefPosition *position, const char *text);

/* The number of move sequences of exactly that many plies; a finished game has no more moves. */
uint64_t ref_perft(const RefPosition *position, int plies);

/* The exact value for the side to move, by negamax over the whole tree.
 * Under line: value is 1, 0 or -1 (win, draw, loss), and for a win or loss plies is the number of plies to the end when
 * the winner hurries and the loser delays; 0 for a draw.
 * Under score and magic: value is the final difference in points, own minus other, when both sides play for the
 * largest difference, whenever the game ends (its sign is the result); plies is 0. A finished game has its value too.
 * False when more than REF_MAX_SOLVE_EMPTY cells are empty, or without the memory (2 bytes times 3 to the power of
 * empty cells: 1 MB for 12, 86 MB for 16). */
typedef struct {
    int value;
    int plies;
} RefValue;

bool ref_solve(const RefPosition *position, RefValue *result);

/* Randomness that depends on the seed alone: ref_random gives a number from 0 to bound - 1 and steps the state, which
 * may start as any number. */
int ref_random(uint64_t *state, int bound);

/* An undecided position after that many random plies from the start. Moves that would end the game are left out, so
 * that there are late positions too. Under line, so are moves that let the other side win at once, where there are
 * others: without this nearly every late position would be a win in one. False, with *position undefined, when many
 * attempts found none. */
bool ref_random_position(RefPosition *position, const RefGame *game, int plies, uint64_t seed);

#endif
