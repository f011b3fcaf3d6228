/* The boards of all size classes behind one interface, so that one test can compare each of them with the reference.
 *
 * board_class.c is compiled once for every class that the Makefile lists, and for the universal one. A board belongs to
 * one thread. */
#ifndef ROWAN_TESTS_SUPPORT_BOARD_CLASS_H
#define ROWAN_TESTS_SUPPORT_BOARD_CLASS_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/geometry.h"

/* Everything that a board knows about its position, without the types of its size class. */
typedef struct {
    uint64_t key;
    Side to_move;
    int ply;
    int points[2];
    int outcome; /* an Outcome */
    bool is_full;
    bool all_lines_dead;
    bool has_stone[2][CELLS_MAX];
    bool is_empty[CELLS_MAX];
    bool completes[2][CELLS_MAX]; /* a stone of the side completes a line here */
    int alone[2][LINES_MAX];      /* stones on each line; 0 where the other side has any */
    bool is_open[2][LINES_MAX];
    bool is_threat[2][LINES_MAX];
    bool is_complete[LINES_MAX];
} Observation;

/* A board of some size class, with its grid. */
typedef struct ClassBoard ClassBoard;

typedef struct {
    const char *name;
    int cells_max, lines_max, edge_min, edge_max;
    ClassBoard *(*board_new)(const Geometry *geometry); /* at the start of a game */
    void (*board_free)(ClassBoard *board);
    void (*restart)(ClassBoard *board);
    void (*play)(ClassBoard *board, int cell);
    void (*pass)(ClassBoard *board);
    void (*observe)(const ClassBoard *board, Observation *seen);
    void (*observe_set_up)(const ClassBoard *board, Observation *seen); /* the same stones, set up instead of played */
    uint64_t (*perft)(const ClassBoard *board, int plies);
} BoardClass;

extern const BoardClass board_class_universal;
/* All of them, the universal one first; NULL at the end. */
extern const BoardClass *const board_classes[];

bool board_class_fits(const BoardClass *class, const Geometry *geometry);

#endif
