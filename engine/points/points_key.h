/* Keys of prospects, the same for symmetric ones.
 *
 * Features of a position (a line in a plane, a threat on a cell) have a random number each; the key is the sum over the
 * features of the position, moved by that symmetry of the board which makes a second, narrower sum least. A cell that
 * is on threats only counts by their number: where it is does not matter. Nor does it matter to the difference whose
 * the threats of a cell are, once the value is taken relative to all threats of the other side (see survey_share_out).
 * Immutable once made. */
#ifndef ROWAN_POINTS_POINTS_KEY_H
#define ROWAN_POINTS_POINTS_KEY_H

#include <stdlib.h>

#include "points/survey.h"
#include "rules/symmetry.h"

enum {
    FOLDED_MAX = 48,    /* boards with more symmetries than a cube use none: their tables would leave the cache */
    FOLD_BLOCK = 16,    /* so many sums at a time stay in registers */
    FOLD_CELLS_MIN = 6, /* with fewer live cells it costs more than it saves */
    THREATS_MAX = LINES_PER_CELL_MAX + 1,
};

/* Rows of `stride` numbers, one for each symmetry. The features, by row: lines of the planes neutral, mine[2],
 * theirs[2], mine[3] ..., then cells by threat of any side, of the side to move, of the other. */
typedef struct Lineup {
    int symmetries, stride;
    int cell_rows; /* the first row about cells */
    uint64_t *wide;
    uint32_t *narrow;
    uint64_t lone[THREATS_MAX];
    uint64_t lone_of[THREATS_MAX][THREATS_MAX];
    const Symmetries *rows;
} Lineup;

typedef struct {
    int count;
    uint16_t row[SIZE_LINES];
    uint64_t anywhere; /* the sum over features whose place does not matter */
} Features;

static inline int line_image(const Grid *grid, const uint16_t image[], int line) {
    CellSet moved = cells_none();
    for (CellSet left = grid->line_cells[line]; !cells_is_empty(left);) cells_add(&moved, image[cells_take(&left)]);
    LineSet near = grid->through[cells_first(&moved)];
    for (int other = lines_take(&near);; other = lines_take(&near)) {
        if (cells_equal(grid->line_cells[other], moved)) return other;
    }
}

static inline void lineup_set(Lineup *lineup, int row, int symmetry, uint64_t number) {
    size_t at = (size_t)row * (size_t)lineup->stride + (size_t)symmetry;
    lineup->wide[at] = number;
    lineup->narrow[at] = (uint32_t)(number >> 32);
}

static inline void lineup_fill(Lineup *lineup, const Grid *grid, Rng *rng) {
    uint64_t number[SIZE_LINES > SIZE_CELLS ? SIZE_LINES : SIZE_CELLS];
    for (int plane = 0; plane < lineup->cell_rows / grid->lines; plane++) {
        for (int line = 0; line < grid->lines; line++) number[line] = rng_next(rng);
        for (int i = 0; i < grid->lines * lineup->symmetries; i++) {
            int line = i / lineup->symmetries, symmetry = i % lineup->symmetries;
            int image = line_image(grid, symmetry_row(lineup->rows, symmetry), line);
            lineup_set(lineup, plane * grid->lines + line, symmetry, number[image]);
        }
    }
    for (int kind = 0; kind < 3; kind++) {
        for (int cell = 0; cell < grid->cells; cell++) number[cell] = rng_next(rng);
        for (int i = 0; i < grid->cells * lineup->symmetries; i++) {
            int cell = i / lineup->symmetries, symmetry = i % lineup->symmetries;
            int row = lineup->cell_rows + kind * grid->cells + cell;
            lineup_set(lineup, row, symmetry, number[symmetry_row(lineup->rows, symmetry)[cell]]);
        }
    }
    for (int i = 0; i < THREATS_MAX; i++) lineup->lone[i] = rng_next(rng);
    for (int i = 0; i < THREATS_MAX * THREATS_MAX; i++) {
        lineup->lone_of[i / THREATS_MAX][i % THREATS_MAX] = rng_next(rng);
    }
}

static inline void lineup_free(Lineup *lineup) {
    if (lineup == NULL) return;
    free(lineup->wide);
    free(lineup->narrow);
    free(lineup);
}

/* NULL when memory is short. The symmetries must outlive it. */
static inline Lineup *lineup_new(const Grid *grid, const Symmetries *symmetries) {
    Lineup *lineup = calloc(1, sizeof *lineup);
    if (lineup == NULL) return NULL;
    bool folded = symmetries->count <= FOLDED_MAX;
    lineup->rows = symmetries;
    lineup->symmetries = folded ? symmetries->count : 1;
    lineup->stride = folded ? (symmetries->count + FOLD_BLOCK - 1) / FOLD_BLOCK * FOLD_BLOCK : 1;
    lineup->cell_rows = (2 * (grid->n - 2) + 1) * grid->lines;
    size_t numbers = (size_t)(lineup->cell_rows + 3 * grid->cells) * (size_t)lineup->stride;
    lineup->wide = calloc(numbers, sizeof *lineup->wide);
    lineup->narrow = calloc(numbers, sizeof *lineup->narrow);
    if (lineup->wide == NULL || lineup->narrow == NULL) {
        lineup_free(lineup);
        return NULL;
    }
    Rng rng = {.state = grid->side_key};
    lineup_fill(lineup, grid, &rng);
    return lineup;
}

static inline void add_lines(Features *features, LineSet lines, int first_row) {
    while (!lines_is_empty(lines)) features->row[features->count++] = (uint16_t)(first_row + lines_take(&lines));
}

static inline void add_times(Features *features, int row, int times) {
    for (int i = 0; i < times; i++) features->row[features->count++] = (uint16_t)row;
}

/* owners: it matters whose the threats are. */
static inline void list_features(const Lineup *lineup, const Grid *grid, const Prospects *p, const Survey *survey,
                                 bool owners, Features *features) {
    features->count = 0;
    features->anywhere = 0;
    for (int i = 0; i < survey->cells; i++) {
        const CellProspects *at = &survey->at[i];
        int row = lineup->cell_rows + at->cell;
        if (cell_longer(at) == 0) {
            features->anywhere += owners ? lineup->lone_of[at->win][at->lose] : lineup->lone[cell_swing(at)];
        } else if (owners) {
            add_times(features, row + grid->cells, at->win);
            add_times(features, row + 2 * grid->cells, at->lose);
        } else {
            add_times(features, row, cell_swing(at));
        }
    }
    add_lines(features, p->neutral, 0);
    for (int empty = 2; empty < grid_n(grid); empty++) {
        add_lines(features, p->mine[empty], (2 * empty - 3) * grid->lines);
        add_lines(features, p->theirs[empty], (2 * empty - 2) * grid->lines);
    }
}

/* The symmetry with the least narrow sum. Symmetric positions agree on that sum, whichever symmetry each finds. */
static inline int choose_symmetry(const Lineup *lineup, const Features *features) {
    uint32_t least = UINT32_MAX;
    int best = 0;
    for (int first = 0; first < lineup->symmetries; first += FOLD_BLOCK) {
        uint32_t sum[FOLD_BLOCK] = {0};
        for (int i = 0; i < features->count; i++) {
            const uint32_t *row = lineup->narrow + (size_t)features->row[i] * (size_t)lineup->stride + first;
            for (int k = 0; k < FOLD_BLOCK; k++) sum[k] += row[k];
        }
        for (int k = 0; k < FOLD_BLOCK && first + k < lineup->symmetries; k++) {
            if (sum[k] >= least) continue;
            least = sum[k];
            best = first + k;
        }
    }
    return best;
}

static inline uint64_t key_mixed(uint64_t key) {
    key ^= key >> 32;
    key *= UINT64_C(0xD6E8FEB86659FD93);
    return key ^ key >> 32;
}

/* Also says which symmetry was taken, for the moves that go with the key. */
static inline uint64_t lineup_key(const Lineup *lineup, const Grid *grid, const Prospects *p, const Survey *survey,
                                  bool owners, int *symmetry) {
    Features features;
    list_features(lineup, grid, p, survey, owners, &features);
    bool fold = lineup->symmetries > 1 && survey->cells >= FOLD_CELLS_MIN;
    *symmetry = fold ? choose_symmetry(lineup, &features) : 0;
    uint64_t key = features.anywhere;
    const uint64_t *numbers = lineup->wide + *symmetry;
    for (int i = 0; i < features.count; i++) key += numbers[(size_t)features.row[i] * (size_t)lineup->stride];
    return key_mixed(key);
}

#endif
