/* A figure: a square or cube of numbers, and the sums that make it magic.
 *
 * The sums are those of every row (along x), column (along y) and, in a cube, pillar (along z), and of the diagonals
 * through the centre: two in a square, four in a cube. A figure of order n is magic when it holds each of 1 to n^d once
 * and all its sums are equal; they are then n(n^d + 1)/2. A figure belongs to one thread. */
#ifndef ROWAN_MAGIC_FIGURE_H
#define ROWAN_MAGIC_FIGURE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/text.h"

enum {
    FIGURE_SQUARE_MAX = 1000, /* the largest orders: a million numbers either way */
    FIGURE_CUBE_MAX = 100,
};

typedef struct {
    int n;
    int d; /* 2 or 3 */
    int count;
    int64_t *numbers; /* at x + n*y + n^2*z */
} Figure;

typedef enum { SUM_ROW, SUM_COLUMN, SUM_PILLAR, SUM_DIAGONAL, SUM_KINDS } SumKind;

/* All numbers 0. The order is from 1 to the maximum above. False when memory is short. */
bool figure_init(Figure *figure, int n, int d);
void figure_free(Figure *figure);

/* "square" or "cube" */
const char *figure_noun(int d);
/* n(n^d+1)/2 */
int64_t figure_constant(const Figure *figure);
int figure_sums(const Figure *figure, SumKind kind);
int64_t figure_sum(const Figure *figure, SumKind kind, int index);
/* "row 2 of layer 1", "diagonal from row 1, column 3 of layer 1" */
void figure_sum_name(const Figure *figure, SumKind kind, int index, char *name, size_t size);
/* How often each of 1 to count occurs; `times` has count entries. */
void figure_census(const Figure *figure, int times[]);
/* False also when memory is short. */
bool figure_is_magic(const Figure *figure);

/* Fills in the numbers of a figure of any order but 2, the only one that has no magic figure: figure_make.c. False when
 * memory is short. */
bool figure_make_magic(Figure *figure);

/* Layer by layer, in aligned columns. */
void figure_print(FILE *out, const Figure *figure);
/* Reads what figure_print prints, or any text with one row of numbers per line; blank lines and lines that begin with a
 * letter or # are skipped. The number of rows tells a square from a cube. On success the caller frees the figure. */
bool figure_read(FILE *in, Figure *figure, Reason *why);

#endif
