/* Keys of prospects, the same for symmetric ones.
 *
 * Features of a position (a line in a plane, a threat on a cell) have a random number each; the key is the sum over the
 * features of the position, moved by that symmetry of the board which makes a second, narrower sum least. A cell that
 * is on threats only counts by their number: where it is does not matter. Nor does it matter to the difference whose
 * the threats of a cell are, once the value is taken relative to all threats of the other side (see
 * exact_search_share_out). Immutable once made. */
#ifndef ROWAN_KERNEL_POINTS_POINTS_KEY_H
#define ROWAN_KERNEL_POINTS_POINTS_KEY_H

#include <stdlib.h>

#include "kernel/eval/points_prospects.h"
#include "rules/symmetry_tables.h"

enum {
    FOLDED_MAX = 48,    /* boards with more symmetries than a cube use none: their tables would leave the cache */
    FOLD_BLOCK = 16,    /* this many sums at a time stay in registers */
    FOLD_CELLS_MIN = 6, /* with fewer live cells it costs more than it saves */
    THREATS_MAX = LINES_PER_CELL_MAX + 1,
};

/* Rows of `stride` numbers, one for each symmetry. The features, by row: lines of the planes neutral, mine[2],
 * theirs[2], mine[3] ..., then cells by threat of any side, of the side to move, of the other. */
typedef struct PointsKeys {
    int symmetries, stride;
    int cell_rows; /* the first row about cells */
    uint64_t *wide;
    uint32_t *narrow;
    uint64_t lone[THREATS_MAX];
    uint64_t lone_of[THREATS_MAX][THREATS_MAX];
    const Symmetries *rows;
} PointsKeys;

typedef struct {
    int count;
    uint16_t row[SIZE_LINES];
    uint64_t anywhere; /* the sum over features whose place does not matter */
} Features;

static inline int points_keys_line_image(const Grid *grid, const uint16_t image[], int line) {
    CellSet moved = cells_none();
    for (CellSet left = grid->line_cells[line]; !cells_is_empty(left);) cells_add(&moved, image[cells_take(&left)]);
    LineSet near = grid->through[cells_first(&moved)];
    for (int other = lines_take(&near);; other = lines_take(&near)) {
        if (cells_equal(grid->line_cells[other], moved)) return other;
    }
}

static inline void points_keys_set(PointsKeys *keys, int row, int symmetry, uint64_t number) {
    size_t at = (size_t)row * (size_t)keys->stride + (size_t)symmetry;
    keys->wide[at] = number;
    keys->narrow[at] = (uint32_t)(number >> 32);
}

static inline void points_keys_fill(PointsKeys *keys, const Grid *grid, Rng *rng) {
    uint64_t number[SIZE_LINES > SIZE_CELLS ? SIZE_LINES : SIZE_CELLS];
    for (int plane = 0; plane < keys->cell_rows / grid->lines; plane++) {
        for (int line = 0; line < grid->lines; line++) number[line] = rng_next(rng);
        for (int i = 0; i < grid->lines * keys->symmetries; i++) {
            int line = i / keys->symmetries, symmetry = i % keys->symmetries;
            int image = points_keys_line_image(grid, symmetries_row(keys->rows, symmetry), line);
            points_keys_set(keys, plane * grid->lines + line, symmetry, number[image]);
        }
    }
    for (int kind = 0; kind < 3; kind++) {
        for (int cell = 0; cell < grid->cells; cell++) number[cell] = rng_next(rng);
        for (int i = 0; i < grid->cells * keys->symmetries; i++) {
            int cell = i / keys->symmetries, symmetry = i % keys->symmetries;
            int row = keys->cell_rows + kind * grid->cells + cell;
            points_keys_set(keys, row, symmetry, number[symmetries_row(keys->rows, symmetry)[cell]]);
        }
    }
    for (int i = 0; i < THREATS_MAX; i++) keys->lone[i] = rng_next(rng);
    for (int i = 0; i < THREATS_MAX * THREATS_MAX; i++) {
        keys->lone_of[i / THREATS_MAX][i % THREATS_MAX] = rng_next(rng);
    }
}

static inline void points_keys_free(PointsKeys *keys) {
    if (keys == NULL) return;
    free(keys->wide);
    free(keys->narrow);
    free(keys);
}

/* NULL when memory is short. The symmetries must outlive it. */
static inline PointsKeys *points_keys_new(const Grid *grid, const Symmetries *symmetries) {
    PointsKeys *keys = calloc(1, sizeof *keys);
    if (keys == NULL) return NULL;
    bool folded = symmetries->plain <= FOLDED_MAX;
    keys->rows = symmetries;
    keys->symmetries = folded ? symmetries->plain : 1;
    keys->stride = folded ? (symmetries->plain + FOLD_BLOCK - 1) / FOLD_BLOCK * FOLD_BLOCK : 1;
    keys->cell_rows = (2 * (grid->n - 2) + 1) * grid->lines;
    size_t numbers = (size_t)(keys->cell_rows + 3 * grid->cells) * (size_t)keys->stride;
    keys->wide = calloc(numbers, sizeof *keys->wide);
    keys->narrow = calloc(numbers, sizeof *keys->narrow);
    if (keys->wide == NULL || keys->narrow == NULL) {
        points_keys_free(keys);
        return NULL;
    }
    Rng rng = {.state = grid->side_key};
    points_keys_fill(keys, grid, &rng);
    return keys;
}

static inline void features_add_lines(Features *features, LineSet lines, int first_row) {
    while (!lines_is_empty(lines)) features->row[features->count++] = (uint16_t)(first_row + lines_take(&lines));
}

static inline void features_add_times(Features *features, int row, int times) {
    for (int i = 0; i < times; i++) features->row[features->count++] = (uint16_t)row;
}

/* owners: it matters whose the threats are. */
static inline void features_list(const PointsKeys *keys, const Grid *grid, const Prospects *p, const Survey *survey,
                                 bool owners, Features *features) {
    features->count = 0;
    features->anywhere = 0;
    for (int i = 0; i < survey->cells; i++) {
        const CellProspects *at = &survey->at[i];
        int row = keys->cell_rows + at->cell;
        if (cell_prospects_longer(at) == 0) {
            features->anywhere += owners ? keys->lone_of[at->win][at->lose] : keys->lone[cell_prospects_swing(at)];
        } else if (owners) {
            features_add_times(features, row + grid->cells, at->win);
            features_add_times(features, row + 2 * grid->cells, at->lose);
        } else {
            features_add_times(features, row, cell_prospects_swing(at));
        }
    }
    features_add_lines(features, p->neutral, 0);
    for (int empty = 2; empty < grid_n(grid); empty++) {
        features_add_lines(features, p->mine[empty], (2 * empty - 3) * grid->lines);
        features_add_lines(features, p->theirs[empty], (2 * empty - 2) * grid->lines);
    }
}

/* The symmetry with the least narrow sum. Symmetric positions agree on that sum, whichever symmetry each finds. */
static inline int points_keys_choose_symmetry(const PointsKeys *keys, const Features *features) {
    uint32_t least = UINT32_MAX;
    int best = 0;
    for (int first = 0; first < keys->symmetries; first += FOLD_BLOCK) {
        uint32_t sum[FOLD_BLOCK] = {0};
        for (int i = 0; i < features->count; i++) {
            const uint32_t *row = keys->narrow + (size_t)features->row[i] * (size_t)keys->stride + first;
            for (int k = 0; k < FOLD_BLOCK; k++) sum[k] += row[k];
        }
        for (int k = 0; k < FOLD_BLOCK && first + k < keys->symmetries; k++) {
            if (sum[k] >= least) continue;
            least = sum[k];
            best = first + k;
        }
    }
    return best;
}

static inline uint64_t points_key_mix(uint64_t key) {
    key ^= key >> 32;
    key *= UINT64_C(0xD6E8FEB86659FD93);
    return key ^ key >> 32;
}

/* Also says which symmetry was taken, for the moves that go with the key. */
static inline uint64_t points_key(const PointsKeys *keys, const Grid *grid, const Prospects *p, const Survey *survey,
                                  bool owners, int *symmetry) {
    Features features;
    features_list(keys, grid, p, survey, owners, &features);
    bool fold = keys->symmetries > 1 && survey->cells >= FOLD_CELLS_MIN;
    *symmetry = fold ? points_keys_choose_symmetry(keys, &features) : 0;
    uint64_t key = features.anywhere;
    const uint64_t *numbers = keys->wide + *symmetry;
    for (int i = 0; i < features.count; i++) key += numbers[(size_t)features.row[i] * (size_t)keys->stride];
    return points_key_mix(key);
}

#endif
