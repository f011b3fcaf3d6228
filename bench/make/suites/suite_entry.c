#include "suites/suites.h"

#include "reference/certify.h"

/* Positions */

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

static bool make_position(RefPosition *position, const RefGame *game, Origin origin, int stones, uint64_t *seed) {
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

/* Values */

static bool solve(SuiteEntry *entry) {
    entry->source = "reference";
    entry->has_distance = entry->best_is_known = true;
    return ref_solve(&entry->position, &entry->value);
}

/* How far to look for forced wins. */
enum { PLIES_MAX = 41, NODES = 300000 };

static bool find_win(SuiteEntry *entry, const SuiteSection *section, bool is_met) {
    uint16_t line[REF_MAX_CELLS];
    int length = certify_find_forced_win(&entry->position, PLIES_MAX, NODES, line);
    if (length < section->plies_min || !certify_forced_win(&entry->position, line, length)) return false;
    entry->source = "proof";
    entry->value.value = is_met ? -1 : 1;
    /* A win in one or three plies cannot be quicker; a longer line of threats need not be the quickest way. */
    entry->has_distance = length <= 3;
    entry->value.plies = is_met ? length - 1 : length;
    return !is_met || ref_play(&entry->position, line[0]);
}

/* Whatever the side to move plays, the other wins by threats. */
static bool all_replies_lose(const RefPosition *position) {
    int moves[REF_MAX_CELLS];
    uint16_t line[REF_MAX_CELLS];
    int count = ref_legal_moves(position, moves);
    for (int i = 0; i < count; i++) {
        RefPosition next = *position;
        ref_play(&next, moves[i]);
        int length = ref_is_over(&next) ? 0 : certify_find_forced_win(&next, PLIES_MAX, NODES, line);
        if (length == 0 || !certify_forced_win(&next, line, length)) return false;
    }
    return count > 0;
}

static bool find_quiet_win(const RefPosition *position) {
    int moves[REF_MAX_CELLS];
    uint16_t line[REF_MAX_CELLS];
    if (certify_find_forced_win(position, PLIES_MAX, NODES, line) > 0) return false;
    int count = ref_legal_moves(position, moves);
    for (int i = 0; i < count; i++) {
        RefPosition next = *position;
        ref_play(&next, moves[i]);
        if (all_replies_lose(&next)) return true;
    }
    return false;
}

static bool set_value(SuiteEntry *entry, int value, bool is_proven) {
    entry->source = "proof";
    entry->value.value = value;
    return is_proven;
}

/* The side to move has no win by threats, neither at once nor after a quiet move, and some move of its leaves the other
 * side no such win. */
static bool is_quiet(const RefPosition *position) {
    uint16_t line[REF_MAX_CELLS];
    return certify_find_forced_win(position, PLIES_MAX, NODES, line) == 0 && !all_replies_lose(position) &&
           !find_quiet_win(position);
}

static bool establish(SuiteEntry *entry, const SuiteSection *section) {
    switch (section->evidence) {
    case BY_REFERENCE:
        return solve(entry);
    case BY_PAIRING:
        return set_value(entry, 0, certify_draw(&entry->position));
    case BY_REPLIES:
        return set_value(entry, -1, all_replies_lose(&entry->position));
    case BY_QUIET_MOVE:
        return set_value(entry, 1, find_quiet_win(&entry->position));
    case BY_THREATS:
        return find_win(entry, section, false);
    case BY_THREATS_MET:
        return find_win(entry, section, true);
    case NOT_KNOWN:
        entry->source = "none";
        return is_quiet(&entry->position);
    }
    return false;
}

bool suite_entry_make(SuiteEntry *entry, const RefGame *game, const SuiteSection *section, uint64_t *seed) {
    int stones = section->stones_min + ref_random(seed, section->stones_max - section->stones_min + 1);
    *entry = (SuiteEntry){.source = ""};
    return make_position(&entry->position, game, section->origin, stones, seed) && establish(entry, section);
}

/* Printing */

static void print_value(FILE *file, const SuiteEntry *entry, const SuiteSection *section) {
    static const char *const names[] = {"loss", "draw", "win"};
    if (section->evidence == NOT_KNOWN) {
        fprintf(file, " ; value -");
    } else if (entry->position.game->rule != REF_LINE) {
        fprintf(file, entry->value.value == 0 ? " ; value %d" : " ; value %+d", entry->value.value);
    } else if (entry->value.value != 0 && entry->has_distance) {
        fprintf(file, " ; value %s %d", names[entry->value.value + 1], entry->value.plies);
    } else {
        fprintf(file, " ; value %s", names[entry->value.value + 1]);
    }
}

/* All moves that keep the value; none are named if all moves do. */
static void print_best(FILE *file, const SuiteEntry *entry) {
    int moves[REF_MAX_CELLS], best[REF_MAX_CELLS], found = 0;
    int count = ref_legal_moves(&entry->position, moves);
    for (int i = 0; i < count && entry->best_is_known; i++) {
        RefPosition next = entry->position;
        RefValue value;
        ref_play(&next, moves[i]);
        if (ref_solve(&next, &value) && value.value == -entry->value.value) best[found++] = moves[i];
    }
    fprintf(file, " ; best");
    if (found == 0 || found == count) fprintf(file, " -");
    for (int i = 0; i < found && found < count; i++) {
        char text[REF_MOVE_TEXT_SIZE];
        fprintf(file, " %s", ref_move_text(entry->position.game, best[i], text));
    }
}

void suite_entry_print(FILE *file, const SuiteEntry *entry, const SuiteSection *section) {
    char fen[REF_POSITION_TEXT_SIZE];
    fprintf(file, "%s", ref_position_text(&entry->position, fen));
    print_value(file, entry, section);
    print_best(file, entry);
    fprintf(file, " ; source %s\n", entry->source);
}
