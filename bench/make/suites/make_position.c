#include "suites/make_position.h"

#include "reference/certify.h"

/* Fills the board up to that many stones, as many of each side as X to begin requires. */
static bool fill(RefPosition *position, int stones, const bool is_kept_empty[], uint64_t *seed) {
    const RefGame *game = position->game;
    int left[2] = {(stones + 1) / 2, stones / 2};
    for (int cell = 0; cell < game->cell_count; cell++) {
        if (position->cell[cell] != '.') left[position->cell[cell] == 'o']--;
    }
    if (left[0] < 0 || left[1] < 0) return false;
    for (int attempt = 0; left[0] + left[1] > 0; attempt++) {
        if (attempt > 100 * game->cell_count) return false;
        int cell = ref_random(seed, game->cell_count);
        if (position->cell[cell] != '.' || is_kept_empty[cell]) continue;
        int who = left[0] > left[1] || (left[0] == left[1] && ref_random(seed, 2) == 0) ? 0 : 1;
        position->cell[cell] = who == 0 ? 'x' : 'o';
        left[who]--;
    }
    return true;
}

/* Gives some lines to the sides, except for two or three cells of each, unless the other side has a stone there. */
static void build_lines(RefPosition *position, int lines, bool is_kept_empty[], uint64_t *seed) {
    const RefGame *game = position->game;
    int pivot = ref_random(seed, game->cell_count);
    for (int i = 0; i < lines; i++) {
        const int *line = game->line[ref_random(seed, game->line_count)];
        char side = ref_random(seed, 5) < 3 ? 'x' : 'o';
        int gaps = 2 + ref_random(seed, 2);
        bool is_mixed = false;
        for (int k = 0; k < game->n; k++) {
            char stone = position->cell[line[k]];
            is_mixed = is_mixed || (stone != '.' && stone != side);
        }
        if (is_mixed) continue;
        for (int g = 0; g < gaps; g++) is_kept_empty[line[ref_random(seed, game->n)]] = true;
        is_kept_empty[pivot] = true;
        for (int k = 0; k < game->n; k++) {
            if (!is_kept_empty[line[k]]) position->cell[line[k]] = side;
        }
    }
}

static bool line_has(const RefGame *game, int line, int cell) {
    for (int k = 0; k < game->n; k++) {
        if (game->line[line][k] == cell) return true;
    }
    return false;
}

/* Each line of the chain has three empty cells: the one it shares with the line before, the one it shares with the
 * next, and the one where the defender must answer. The first and the last line have two. All other cells of the chain
 * are the attacker's. */
static bool build_chain_lines(RefPosition *position, int lines, char attacker, bool is_kept_empty[], uint64_t *seed) {
    enum { LINES_MAX = 32, ATTEMPTS = 1000 };
    const RefGame *game = position->game;
    int chain[LINES_MAX], crossing = -1, count = 0;
    for (int attempt = 0; count < lines; attempt++) {
        if (attempt == ATTEMPTS * lines) return false;
        int line = ref_random(seed, game->line_count);
        if (crossing >= 0 && !line_has(game, line, crossing)) continue;
        int exit = game->line[line][ref_random(seed, game->n)], answer = game->line[line][ref_random(seed, game->n)];
        if (is_kept_empty[exit] || is_kept_empty[answer] || exit == answer) continue;
        chain[count++] = line;
        is_kept_empty[answer] = true;
        if (count < lines) is_kept_empty[exit] = true;
        crossing = exit;
    }
    for (int i = 0; i < lines; i++) {
        for (int k = 0; k < game->n; k++) {
            int cell = game->line[chain[i]][k];
            if (!is_kept_empty[cell]) position->cell[cell] = attacker;
        }
    }
    return true;
}

static bool make_chain(RefPosition *position, const RefGame *game, int stones, uint64_t *seed) {
    bool is_kept_empty[REF_MAX_CELLS] = {false};
    ref_start(position, game);
    char attacker = stones % 2 == 0 ? 'x' : 'o';
    if (!build_chain_lines(position, 3 + ref_random(seed, 14), attacker, is_kept_empty, seed)) return false;
    if (!fill(position, stones, is_kept_empty, seed)) return false;
    return ref_points(position, 'x') + ref_points(position, 'o') == 0;
}

static bool make_built(RefPosition *position, const RefGame *game, int stones, uint64_t *seed) {
    bool is_kept_empty[REF_MAX_CELLS] = {false};
    int empty = game->cell_count - stones, kept = 0;
    ref_start(position, game);
    build_lines(position, empty < 20 ? 1 + ref_random(seed, 5) : 4 + ref_random(seed, 8), is_kept_empty, seed);
    for (int cell = 0; cell < game->cell_count; cell++) kept += is_kept_empty[cell];
    if (kept > empty || !fill(position, stones, is_kept_empty, seed)) return false;
    int cells[REF_MAX_CELLS];
    if (certify_winning_cells(position, ref_side(position), cells) > 0) return false;
    return ref_points(position, 'x') + ref_points(position, 'o') == 0 && !ref_is_over(position);
}

bool make_position(RefPosition *position, const RefGame *game, Origin origin, int stones, uint64_t *seed) {
    switch (origin) {
    case PLAYED:
        return ref_random_position(position, game, stones, (uint64_t)ref_random(seed, 1 << 30));
    case BUILT:
        return make_built(position, game, stones, seed);
    case CHAIN:
        return make_chain(position, game, stones, seed);
    }
    return false;
}
