/* Writes the suites of bench/positions: `make_suites DIRECTORY`, or `make_suites DIRECTORY FILE ...` for some of them.
 *
 * Random positions whose values are known without the engine: by brute force (tools/reference/reference.c), by a proof
 * (certify.c), or from the literature. The same positions come out every time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/certify.h"

/* Where positions come from. */
typedef enum {
    PLAYED, /* random play, which gives no win away at once */
    BUILT,  /* lines nearly completed by either side, among random stones: on a large board chance makes none */
    CHAIN,  /* a chain of lines, each of which becomes a pair by a stone on the one before: a long forced win */
} Origin;

/* What makes a value known. */
typedef enum {
    BY_REFERENCE,
    BY_PAIRING,     /* a draw */
    BY_THREATS,     /* a win of the side to move */
    BY_THREATS_MET, /* the same after its first move: a loss */
    BY_REPLIES,     /* a loss: every move leaves the other side a win by threats */
    BY_QUIET_MOVE,  /* a win: some move leads to such a loss, and no threats do it alone */
    BY_NOBODY,      /* no forced win for either side, as far as can be seen: a midgame to be searched */
} Evidence;

typedef struct {
    const char *title;
    int wanted;
    int stones_min, stones_max;
    Origin origin;
    Evidence evidence;
    int plies_min; /* of forced wins */
} Recipe;

enum { RECIPES_MAX = 8, KNOWN_MAX = 4, POSITIONS_MAX = 1000 };

typedef struct {
    const char *file;
    const char *game;
    const char *known[KNOWN_MAX]; /* lines written as they are */
    Recipe recipes[RECIPES_MAX];
} Plan;

#define PATASHNIK "published: O. Patashnik, Qubic: 4x4x4 tic-tac-toe, Mathematics Magazine 53 (1980) 202-216"
#define EMPTY_444 "4/4/4/4//4/4/4/4//4/4/4/4//4/4/4/4"

static const Plan plans[] = {
    {"3x3",
     "3x3",
     {NULL},
     {{"openings", 12, 0, 2, PLAYED, BY_REFERENCE, 0},
      {"midgames", 60, 3, 5, PLAYED, BY_REFERENCE, 0},
      {"endgames", 36, 6, 8, PLAYED, BY_REFERENCE, 0}}},
    {"4x4",
     "4x4",
     {"4/4/4/4 x line ; value draw ; best - ; source reference"},
     {{"openings", 4, 4, 4, PLAYED, BY_REFERENCE, 0},
      {"midgames", 60, 6, 8, PLAYED, BY_REFERENCE, 0},
      {"endgames", 40, 9, 13, PLAYED, BY_REFERENCE, 0}}},
    {"5x5",
     "5x5",
     {NULL},
     {{"openings", 1, 0, 0, PLAYED, BY_PAIRING, 0},
      {"openings", 24, 1, 4, PLAYED, BY_PAIRING, 0},
      {"midgames that a pairing draws", 20, 5, 10, PLAYED, BY_PAIRING, 0},
      {"midgames", 10, 14, 14, BUILT, BY_REFERENCE, 0},
      {"endgames", 30, 15, 18, BUILT, BY_REFERENCE, 0},
      {"forced wins", 20, 8, 16, BUILT, BY_THREATS, 3},
      {"lost positions", 10, 8, 16, BUILT, BY_REPLIES, 0}}},
    {"11x11",
     "11x11",
     {NULL},
     {{"openings", 1, 0, 0, PLAYED, BY_PAIRING, 0},
      {"openings", 15, 1, 8, PLAYED, BY_PAIRING, 0},
      {"midgames that a pairing draws", 20, 9, 60, PLAYED, BY_PAIRING, 0},
      {"endgames", 40, 112, 114, BUILT, BY_REFERENCE, 0},
      {"forced wins", 24, 70, 100, BUILT, BY_THREATS, 3},
      {"threats to be met", 10, 70, 100, BUILT, BY_THREATS_MET, 3}}},
    {"3x3x3",
     "3x3x3",
     {NULL},
     {{"the empty board", 1, 0, 0, PLAYED, BY_QUIET_MOVE, 0},
      {"openings and forced wins", 30, 1, 9, PLAYED, BY_THREATS, 3},
      {"wins that begin with a quiet move", 6, 1, 6, PLAYED, BY_QUIET_MOVE, 0},
      {"lost positions", 20, 1, 9, PLAYED, BY_REPLIES, 0},
      {"midgames", 10, 15, 15, PLAYED, BY_REFERENCE, 0},
      {"endgames", 36, 16, 20, PLAYED, BY_REFERENCE, 0}}},
    {"3x3x3-score",
     "3x3x3:score",
     {NULL},
     {{"midgames", 6, 15, 15, PLAYED, BY_REFERENCE, 0}, {"endgames", 100, 16, 23, PLAYED, BY_REFERENCE, 0}}},
    {"3x3x3-score10",
     "3x3x3:score10",
     {NULL},
     {{"midgames", 6, 15, 15, PLAYED, BY_REFERENCE, 0}, {"endgames", 100, 16, 23, PLAYED, BY_REFERENCE, 0}}},
    {"3x3x3-magic10",
     "3x3x3:magic10",
     {NULL},
     {{"midgames", 6, 15, 15, PLAYED, BY_REFERENCE, 0}, {"endgames", 100, 16, 23, PLAYED, BY_REFERENCE, 0}}},
    {"4x4x4",
     "4x4x4",
     {EMPTY_444 " x line ; value win ; best - ; source " PATASHNIK,
      "x3/o3/o3/o3//4/x3/4/4//4/4/x3/4//4/4/4/4 x line ; value win 1 ; best a4d ; source proof"},
     {{"forced wins", 30, 10, 24, PLAYED, BY_THREATS, 3},
      {"forced wins of at least 15 plies", 20, 9, 18, PLAYED, BY_THREATS, 15},
      {"forced wins of at least 21 plies", 20, 9, 16, PLAYED, BY_THREATS, 21},
      {"wins that begin with a quiet move", 10, 12, 24, PLAYED, BY_QUIET_MOVE, 0},
      {"lost positions", 10, 12, 24, PLAYED, BY_REPLIES, 0},
      {"late positions that a pairing draws", 10, 36, 50, PLAYED, BY_PAIRING, 0},
      {"endgames", 30, 54, 58, PLAYED, BY_REFERENCE, 0}}},
    {"6x6x6",
     "6x6x6",
     {NULL},
     {{"midgames that a pairing draws", 40, 40, 120, PLAYED, BY_PAIRING, 0},
      {"forced wins", 20, 90, 160, BUILT, BY_THREATS, 5},
      {"forced wins of at least 21 plies", 10, 70, 110, CHAIN, BY_THREATS, 21},
      {"threats to be met", 10, 90, 160, BUILT, BY_THREATS_MET, 5},
      {"endgames", 30, 207, 209, BUILT, BY_REFERENCE, 0}}},
    {"8x8x8",
     "8x8x8",
     {NULL},
     {{"openings", 1, 0, 0, PLAYED, BY_PAIRING, 0},
      {"openings", 15, 1, 8, PLAYED, BY_PAIRING, 0},
      {"midgames that a pairing draws", 24, 9, 200, PLAYED, BY_PAIRING, 0},
      {"forced wins", 20, 110, 180, CHAIN, BY_THREATS, 5},
      {"forced wins of at least 21 plies", 10, 110, 180, CHAIN, BY_THREATS, 21},
      {"threats to be met", 10, 110, 180, CHAIN, BY_THREATS_MET, 5},
      {"endgames", 30, 504, 505, BUILT, BY_REFERENCE, 0}}},
    {"3x3x3x3",
     "3x3x3x3",
     {NULL},
     {{"the empty board", 1, 0, 0, PLAYED, BY_QUIET_MOVE, 0},
      {"openings and forced wins", 60, 1, 12, PLAYED, BY_THREATS, 3},
      {"lost positions", 45, 1, 12, PLAYED, BY_REPLIES,
       0}}}, /* every full board has a line, so there are no endgames */
    {"4x4x4x4",
     "4x4x4x4",
     {NULL},
     {{"forced wins", 70, 8, 30, PLAYED, BY_THREATS, 3}, {"lost positions", 30, 8, 24, PLAYED, BY_REPLIES, 0}}},
    {"midgames-4x4x4", "4x4x4", {NULL}, {{"to be searched to a depth", 20, 8, 14, PLAYED, BY_NOBODY, 0}}},
};

enum { PLANS = sizeof plans / sizeof plans[0] };

/* Fills the rest of the board, up to that many stones, with as many of each side as fit the side to move. */
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

/* Gives lines to the sides, with two or three cells of each left empty, as far as nothing else is there. */
static void plant(RefPosition *position, int lines, bool is_kept_empty[], uint64_t *seed) {
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

/* The first line has two cells left, each later one three: the one it shares with the line before, the one it shares
 * with the next, and one to be answered on. The last has no third. All else on them is the attacker's. */
static bool forge_chain(RefPosition *position, int lines, char attacker, bool is_kept_empty[], uint64_t *seed) {
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

static bool build_chain(RefPosition *position, const RefGame *game, int stones, uint64_t *seed) {
    bool is_kept_empty[REF_MAX_CELLS] = {false};
    ref_start(position, game);
    char attacker = stones % 2 == 0 ? 'x' : 'o';
    if (!forge_chain(position, 3 + ref_random(seed, 14), attacker, is_kept_empty, seed)) return false;
    if (!fill(position, stones, is_kept_empty, seed)) return false;
    return ref_points(position, 'x') + ref_points(position, 'o') == 0;
}

static bool build(RefPosition *position, const RefGame *game, int stones, uint64_t *seed) {
    bool is_kept_empty[REF_MAX_CELLS] = {false};
    int empty = game->cell_count - stones, kept = 0;
    ref_start(position, game);
    plant(position, empty < 20 ? 1 + ref_random(seed, 5) : 4 + ref_random(seed, 8), is_kept_empty, seed);
    for (int cell = 0; cell < game->cell_count; cell++) kept += is_kept_empty[cell];
    if (kept > empty || !fill(position, stones, is_kept_empty, seed)) return false;
    int cells[REF_MAX_CELLS];
    if (certify_winning_cells(position, ref_side(position), cells) > 0) return false;
    return ref_points(position, 'x') + ref_points(position, 'o') == 0 && !ref_is_over(position);
}

/* A position and what is known about it. */
typedef struct {
    RefPosition position;
    RefValue value;
    bool has_distance; /* under line: value.plies is known */
    bool best_is_known;
    const char *source;
} Entry;

static bool solve(Entry *entry) {
    entry->source = "reference";
    entry->has_distance = entry->best_is_known = true;
    return ref_solve(&entry->position, &entry->value);
}

/* How far forced wins are looked for. */
enum { PLIES_MAX = 41, NODES = 300000 };

static bool find_win(Entry *entry, const Recipe *recipe, bool is_met) {
    uint16_t line[REF_MAX_CELLS];
    int length = certify_find_forced_win(&entry->position, PLIES_MAX, NODES, line);
    if (length < recipe->plies_min || !certify_forced_win(&entry->position, line, length)) return false;
    entry->source = "proof";
    entry->value.value = is_met ? -1 : 1;
    /* One or three plies are never too many; a longer line of threats need not be the quickest way. */
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

static bool set_value(Entry *entry, int value, bool is_proven) {
    entry->source = "proof";
    entry->value.value = value;
    return is_proven;
}

/* The side to move has no win by threats, neither at once nor after one quiet move, and some move that leaves the other
 * side none. */
static bool is_quiet(const RefPosition *position) {
    uint16_t line[REF_MAX_CELLS];
    return certify_find_forced_win(position, PLIES_MAX, NODES, line) == 0 && !all_replies_lose(position) &&
           !find_quiet_win(position);
}

static bool establish(Entry *entry, const Recipe *recipe) {
    switch (recipe->evidence) {
    case BY_REFERENCE:
        return solve(entry);
    case BY_PAIRING:
        return set_value(entry, 0, certify_draw(&entry->position));
    case BY_REPLIES:
        return set_value(entry, -1, all_replies_lose(&entry->position));
    case BY_QUIET_MOVE:
        return set_value(entry, 1, find_quiet_win(&entry->position));
    case BY_THREATS:
        return find_win(entry, recipe, false);
    case BY_THREATS_MET:
        return find_win(entry, recipe, true);
    case BY_NOBODY:
        entry->source = "none";
        return is_quiet(&entry->position);
    }
    return false;
}

static void print_value(FILE *file, const Entry *entry, const Recipe *recipe) {
    static const char *const names[] = {"loss", "draw", "win"};
    if (recipe->evidence == BY_NOBODY) {
        fprintf(file, " ; value -");
    } else if (entry->position.game->rule != REF_LINE) {
        fprintf(file, entry->value.value == 0 ? " ; value %d" : " ; value %+d", entry->value.value);
    } else if (entry->value.value != 0 && entry->has_distance) {
        fprintf(file, " ; value %s %d", names[entry->value.value + 1], entry->value.plies);
    } else {
        fprintf(file, " ; value %s", names[entry->value.value + 1]);
    }
}

/* All moves after which the other side has the opposite value; nothing where all do. */
static void print_best(FILE *file, const Entry *entry) {
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

static void print_entry(FILE *file, const Entry *entry, const Recipe *recipe) {
    char fen[REF_POSITION_TEXT_SIZE];
    fprintf(file, "%s", ref_position_text(&entry->position, fen));
    print_value(file, entry, recipe);
    print_best(file, entry);
    fprintf(file, " ; source %s\n", entry->source);
}

/* The positions of a suite so far, so that none comes twice. */
typedef struct {
    int count;
    char cells[POSITIONS_MAX][REF_MAX_CELLS];
} Menu;

static bool is_new(Menu *menu, const RefPosition *position) {
    for (int i = 0; i < menu->count; i++) {
        if (memcmp(menu->cells[i], position->cell, sizeof position->cell) == 0) return false;
    }
    if (menu->count == POSITIONS_MAX) return false;
    memcpy(menu->cells[menu->count++], position->cell, sizeof position->cell);
    return true;
}

static bool make_position(RefPosition *position, const RefGame *game, Origin origin, int stones, uint64_t *seed) {
    switch (origin) {
    case PLAYED:
        return ref_random_position(position, game, stones, (uint64_t)ref_random(seed, 1 << 30));
    case BUILT:
        return build(position, game, stones, seed);
    case CHAIN:
        return build_chain(position, game, stones, seed);
    }
    return false;
}

/* Positions of one recipe, no value making up more than half of those that the reference gives. */
static int cook(FILE *file, const RefGame *game, const Recipe *recipe, Menu *menu, uint64_t seed) {
    enum { ATTEMPTS_PER_POSITION = 200, VALUES = 64 };
    int found = 0, of_value[2 * VALUES + 1] = {0};
    int share = recipe->evidence == BY_REFERENCE && recipe->wanted > 10 ? (recipe->wanted + 1) / 2 : recipe->wanted;
    fprintf(file, "\n# %s\n", recipe->title);
    for (int attempt = 0; attempt < ATTEMPTS_PER_POSITION * recipe->wanted && found < recipe->wanted; attempt++) {
        Entry entry = {.source = ""};
        int stones = recipe->stones_min + ref_random(&seed, recipe->stones_max - recipe->stones_min + 1);
        bool is_there = make_position(&entry.position, game, recipe->origin, stones, &seed);
        if (!is_there || !establish(&entry, recipe)) continue;
        if (of_value[entry.value.value + VALUES] >= share || !is_new(menu, &entry.position)) continue;
        of_value[entry.value.value + VALUES]++;
        print_entry(file, &entry, recipe);
        found++;
    }
    if (found < recipe->wanted) printf("only %d of %d: %s\n", found, recipe->wanted, recipe->title);
    return found;
}

static bool write_suite(const Plan *plan, const char *directory) {
    static RefGame game;
    static Menu menu;
    char path[1024];
    menu.count = 0;
    int found = 0, wanted = 0;
    snprintf(path, sizeof path, "%.900s/%s.txt", directory, plan->file);
    FILE *file = fopen(path, "w");
    if (file == NULL || !ref_game_init(&game, plan->game)) return false;
    fprintf(file, "# %s: <fen> ; value <win N | draw | loss N | +k | -k | 0 | -> ; best <moves | -> ; source <...>\n",
            plan->game);
    fprintf(file, "# For the side to move; tools/common/suite.h defines the fields. Made by tools/suites/main.c.\n\n");
    for (int i = 0; i < KNOWN_MAX && plan->known[i] != NULL; i++) fprintf(file, "%s\n", plan->known[i]);
    for (int i = 0; i < RECIPES_MAX && plan->recipes[i].wanted > 0; i++) {
        wanted += plan->recipes[i].wanted;
        found += cook(file, &game, &plan->recipes[i], &menu, (uint64_t)i);
    }
    printf("%s: %d of %d positions\n", path, found, wanted);
    fflush(stdout);
    return fclose(file) == 0;
}

static bool is_asked_for(const Plan *plan, char *const files[], int count) {
    for (int i = 0; i < count; i++) {
        if (strcmp(files[i], plan->file) == 0) return true;
    }
    return count == 0;
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: make_suites DIRECTORY [SUITE ...]\n");
        return 2;
    }
    for (int i = 0; i < PLANS; i++) {
        if (!is_asked_for(&plans[i], argv + 2, argc - 2) || write_suite(&plans[i], argv[1])) continue;
        fprintf(stderr, "make_suites: cannot write %s/%s.txt\n", argv[1], plans[i].file);
        return 1;
    }
    return 0;
}
