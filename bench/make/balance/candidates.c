#include "balance/openings.h"

#include <stdlib.h>

/* So many failures in a row mean that there are no more. */
enum { FAILURES_MAX = 2000, PLIES_MOST = 14 };

void candidates_init(Candidates *candidates, const Shape *shape, uint64_t seed) {
    int cells = shape->grid.cells, most = cells / 3;
    *candidates = (Candidates){.shape = shape, .plies_min = 2, .rng = {.state = seed}};
    candidates->plies_max = most < 4 ? 4 : most > PLIES_MOST ? PLIES_MOST : most;
}

void candidates_free(Candidates *candidates) {
    free(candidates->keys);
    *candidates = (Candidates){0};
}

/* False when the game was decided on the way. */
static bool play_random(Candidates *candidates, Candidate *candidate) {
    const Grid *grid = &candidates->shape->grid;
    Writer writer = writer_on(candidate->moves, sizeof candidate->moves);
    int plies = candidates->plies_min + rng_below(&candidates->rng, candidates->plies_max - candidates->plies_min + 1);
    position_init(&candidate->position, grid);
    for (int ply = 0; ply < plies; ply++) {
        Reason why;
        int cell = position_random_move(&candidate->position, &candidates->rng);
        writer_add(&writer, ply > 0 ? " %s" : "%s", notation_move(&grid->game, cell).text);
        position_play(&candidate->position, cell, &why);
        if (position_is_over(&candidate->position)) return false;
    }
    return true;
}

static bool is_known(const Candidates *candidates, uint64_t key) {
    for (int i = 0; i < candidates->count; i++) {
        if (candidates->keys[i] == key) return true;
    }
    return false;
}

static bool remember(Candidates *candidates, uint64_t key) {
    if (candidates->count == candidates->capacity) {
        int grown = candidates->capacity > 0 ? 2 * candidates->capacity : 256;
        uint64_t *keys = realloc(candidates->keys, (size_t)grown * sizeof *keys);
        if (keys == NULL) return false;
        candidates->keys = keys;
        candidates->capacity = grown;
    }
    candidates->keys[candidates->count++] = key;
    return true;
}

bool candidates_next(Candidates *candidates, Candidate *candidate) {
    for (int failures = 0; failures < FAILURES_MAX; failures++) {
        if (!play_random(candidates, candidate)) continue;
        uint64_t key = shape_position_key(candidates->shape, &candidate->position.board);
        if (!is_known(candidates, key)) return remember(candidates, key);
    }
    return false;
}
