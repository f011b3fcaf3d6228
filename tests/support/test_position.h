/* One position, twice: as the reference has it and as the engine has it, so that a test can ask both about it.
 *
 * Both change together, through the functions here. Belongs to one thread. */
#ifndef ROWAN_TESTS_SUPPORT_TEST_POSITION_H
#define ROWAN_TESTS_SUPPORT_TEST_POSITION_H

#include "reference/reference.h"
#include "rules/position.h"
#include "rules/shape.h"

typedef struct {
    RefGame game;
    RefPosition reference;
    Shape *shape;
    Position position;                 /* on the grid of the shape */
    char text[REF_POSITION_TEXT_SIZE]; /* to be shown with a failure */
} TestPosition;

/* The empty board. A wrong name, or not enough memory, ends the program. */
TestPosition *test_position_new(const char *game);
/* NULL is fine. */
void test_position_free(TestPosition *test);

/* The position of the reference, which must be of the same game. */
void test_position_set(TestPosition *test, const RefPosition *reference);
/* An undecided position after that many random plies; false, and the old position, where there is none. */
bool test_position_set_random(TestPosition *test, int plies, uint64_t seed);
/* Moves as text, with spaces between them. An illegal move ends the program. */
void test_position_play(TestPosition *test, const char *moves);

#endif
