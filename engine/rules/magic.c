#include "rules/magic.h"

#include <assert.h>
#include <string.h>

typedef struct {
    int height, row, column;
} Place;

static int wrap(int coordinate, int n) {
    return (coordinate + n) % n;
}

static Place step(Place from, int height, int row, int column, int n) {
    return (Place){wrap(from.height + height, n), wrap(from.row + row, n), wrap(from.column + column, n)};
}

static int *at(int cube[], Place place, int n) {
    return &cube[place.column + n * (place.row + n * place.height)];
}

/* The classical walk: back by a row and a column; from a taken cell one layer down and a row back, and if that is taken
 * as well, a column on and a layer up. */
void magic_cube(int n, int cube[]) {
    assert(n % 2 == 1);
    memset(cube, 0, sizeof cube[0] * (size_t)(n * n * n));
    Place place = {n / 2, 0, n / 2};
    for (int number = 1; number <= n * n * n; number++) {
        *at(cube, place, n) = number;
        if (number == n * n * n) break;
        place = step(place, 0, -1, -1, n);
        if (*at(cube, place, n) != 0) place = step(place, 1, -1, 0, n);
        if (*at(cube, place, n) != 0) place = step(place, -1, 0, 1, n);
    }
}

int magic_constant(int n) {
    return n * (n * n * n + 1) / 2;
}
