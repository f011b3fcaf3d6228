/* Makes magic squares and cubes of every order that has one.
 *
 *     odd           squares by the Siamese method, cubes by the walk of engine/rules/magic.h
 *     4k            numbers in order, some replaced by their complements in a pattern of fours
 *     4k + 2        from the odd order n/2: squares by Conway's LUX method, cubes by folding */

#include <assert.h>
#include <stdlib.h>

#include "magic/figure.h"
#include "rules/magic.h"

static int64_t *at(Figure *figure, int x, int y, int z) {
    return &figure->numbers[x + figure->n * (y + figure->n * z)];
}

static bool make_odd_cube(Figure *cube) {
    int *numbers = malloc(sizeof numbers[0] * (size_t)cube->count);
    if (numbers == NULL) return false;
    magic_cube(cube->n, numbers);
    for (int i = 0; i < cube->count; i++) cube->numbers[i] = numbers[i];
    free(numbers);
    return true;
}

/* The Siamese method: up and to the right; where that cell is taken, which is after every n numbers, down instead. */
static bool make_odd_square(Figure *square) {
    int n = square->n, x = n / 2, y = 0;
    for (int number = 1; number <= n * n; number++) {
        *at(square, x, y, 0) = number;
        bool is_blocked = number % n == 0;
        x = is_blocked ? x : (x + 1) % n;
        y = is_blocked ? (y + 1) % n : (y + n - 1) % n;
    }
    return true;
}

/* Coordinates 1 and 2 of every four, counted from 0; they get the sign -, the others +. Over four cells in a row, these
 * signs cancel the coordinate itself, 0 - 1 - 2 + 3 = 0, and everything that does not depend on it. */
static int is_inner(int coordinate) {
    return coordinate % 4 == 1 || coordinate % 4 == 2;
}

/* Numbers in order, each replaced by its complement where the signs of its coordinates multiply to -. Rows, columns and
 * pillars then cancel around the mean. So does a space diagonal of a cube, where the product of three equal signs is
 * that sign. On a diagonal of a square the product is always +, and numbers in order have the right sum there. */
static bool make_doubly_even(Figure *figure) {
    int n = figure->n;
    for (int i = 0; i < figure->count; i++) {
        int flips = is_inner(i % n) + is_inner(i / n % n) + (figure->d == 3 ? is_inner(i / (n * n)) : 0);
        figure->numbers[i] = flips % 2 == 0 ? i + 1 : figure->count - i;
    }
    return true;
}

/* A cube of order 2t, t odd, is folded over its three middle planes onto a magic cube of order t. Eight cells, one in
 * each octant, then lie on each cell of the small cube; they get its number plus t^3 times one of 0 to 7. Along any
 * line every number of the small cube's line comes twice, so these add up right. It remains to choose the multiples:
 * along each line of t small cells, the two octants that the line passes through must have the mean 7/2 together.
 *
 * The cell (i, j, k) takes pattern number (i - j + k) mod t, so every line meets each pattern once; so does the main
 * diagonal, onto which all four diagonals fold. The first three patterns are the table: its columns add up to 10 or 11,
 * and to 21 for two adjacent or opposite octants. The other patterns come in pairs of complements. */
static int octant_multiple(int pattern, int octant) {
    static const int patterns[3][8] = {
        {0, 1, 2, 3, 4, 5, 6, 7},
        {3, 4, 5, 6, 7, 0, 1, 2},
        {7, 6, 4, 1, 0, 5, 3, 2},
    };
    if (pattern < 3) return patterns[pattern][octant];
    return pattern % 2 == 1 ? octant : 7 - octant;
}

static int fold(int coordinate, int n) {
    return coordinate < n / 2 ? coordinate : n - 1 - coordinate;
}

static bool make_singly_even_cube(Figure *cube) {
    int n = cube->n, half = n / 2;
    Figure small;
    if (!figure_init(&small, half, 3)) return false;
    bool is_made = make_odd_cube(&small);
    for (int cell = 0; is_made && cell < cube->count; cell++) {
        int x = cell % n, y = cell / n % n, z = cell / (n * n);
        int i = fold(x, n), j = fold(y, n), k = fold(z, n);
        int octant = (x >= half) + 2 * (y >= half) + 4 * (z >= half);
        int pattern = (i - j + k + half) % half;
        cube->numbers[cell] = *at(&small, i, j, k) + (int64_t)octant_multiple(pattern, octant) * small.count;
    }
    figure_free(&small);
    return is_made;
}

/* Conway's LUX method: every number of an odd square of order 2m + 1 becomes a block of four, numbered in the shape of
 * a letter: L in the first m + 1 rows, U in the next one, X in the rest; the middle U and the L above it change places.
 */
static char lux_letter(int x, int y, int m) {
    if (x == m && y == m) return 'U';
    if (x == m && y == m + 1) return 'L';
    return y <= m ? 'L' : y == m + 1 ? 'U' : 'X';
}

static bool make_singly_even_square(Figure *square) {
    static const int l[] = {4, 1, 2, 3}, u[] = {1, 4, 2, 3}, x_[] = {1, 4, 3, 2}; /* left to right, then below */
    int n = square->n, half = n / 2;
    Figure small;
    if (!figure_init(&small, half, 2)) return false;
    make_odd_square(&small);
    for (int cell = 0; cell < square->count; cell++) {
        int x = cell % n, y = cell / n, quarter = x % 2 + 2 * (y % 2);
        char letter = lux_letter(x / 2, y / 2, half / 2);
        const int *shape = letter == 'L' ? l : letter == 'U' ? u : x_;
        square->numbers[cell] = 4 * (*at(&small, x / 2, y / 2, 0) - 1) + shape[quarter];
    }
    figure_free(&small);
    return true;
}

bool figure_make_magic(Figure *figure) {
    assert(figure->n != 2);
    if (figure->n % 4 == 0) return make_doubly_even(figure);
    if (figure->n % 2 == 0) return figure->d == 3 ? make_singly_even_cube(figure) : make_singly_even_square(figure);
    return figure->d == 3 ? make_odd_cube(figure) : make_odd_square(figure);
}
