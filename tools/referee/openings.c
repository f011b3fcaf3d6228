#include "referee/openings.h"

#include <stdio.h>
#include <stdlib.h>

#include "common/files.h"
#include "rules/symmetry.h"

enum {
    LINE_SIZE = 1 << 14,
    /* Failures in a row that mean there is no further opening: one that still had a chance of 1 in 200 would have been
     * missed once in 20,000 tournaments. */
    FAILURES_MAX = 2000,
};

void openings_free(Openings *openings) {
    for (int i = 0; i < openings->count; i++) {
        free(openings->list[i].start);
        free(openings->list[i].cells);
    }
    free(openings->list);
    *openings = (Openings){0};
}

/* Takes over what the opening owns. */
static bool add(Openings *openings, int *capacity, Opening opening, Reason *why) {
    if (openings->count == *capacity) {
        int grown = *capacity > 0 ? *capacity * 2 : 64;
        Opening *list = realloc(openings->list, (size_t)grown * sizeof *list);
        if (list == NULL) {
            free(opening.start);
            free(opening.cells);
            return refuse(why, "no memory for the openings");
        }
        openings->list = list;
        *capacity = grown;
    }
    openings->list[openings->count++] = opening;
    return true;
}

void opening_set_up(const Opening *opening, const Grid *grid, Board *board) {
    board_init(board);
    if (opening->start != NULL) {
        const char *cursor = opening->start;
        Diagram diagram;
        Reason why;
        /* It was read once already, so this cannot fail. */
        if (diagram_parse(&cursor, &diagram, &why)) diagram_to_board(&diagram, grid, board, &why);
    }
    for (int i = 0; i < opening->plies; i++) board_play(grid, board, opening->cells[i]);
}

/* From a file */

static bool read_start(const char **cursor, const Grid *grid, Opening *opening, Board *board, Reason *why) {
    char text[POSITION_TEXT_SIZE];
    Diagram diagram;
    if (!diagram_parse(cursor, &diagram, why)) return false;
    if (!game_equal(&diagram.game, &grid->game)) {
        char theirs[GAME_NAME_SIZE], ours[GAME_NAME_SIZE];
        game_name(&diagram.game, theirs);
        game_name(&grid->game, ours);
        return refuse(why, "the position is one of %s, the game is %s", theirs, ours);
    }
    if (!diagram_to_board(&diagram, grid, board, why)) return false;
    position_print(grid, board, text);
    opening->start = malloc(strlen(text) + 1);
    if (opening->start == NULL) return refuse(why, "no memory");
    strcpy(opening->start, text);
    return true;
}

static bool read_moves(const char *cursor, const Grid *grid, int plies_max, Opening *opening, Board *board,
                       Reason *why) {
    Word word;
    while ((plies_max < 0 || opening->plies < plies_max) && word_next(&cursor, &word)) {
        int cell;
        if (word_is(word, "moves")) continue;
        if (!move_parse(&grid->game, word, &cell, why)) return false;
        CellSet occupied = board_occupied(board);
        if (cells_has(&occupied, cell)) return refuse(why, "%.*s is occupied", word_shown(word), word.at);
        board_play(grid, board, cell);
        opening->cells[opening->plies++] = (uint16_t)cell;
        if (board_outcome(grid, board) != OUTCOME_NONE) {
            return refuse(why, "the game is over after %.*s", word_shown(word), word.at);
        }
    }
    if (board_outcome(grid, board) != OUTCOME_NONE) return refuse(why, "the game is over");
    return true;
}

static bool read_opening(const char *line, const Grid *grid, int plies_max, Opening *opening, Reason *why) {
    *opening = (Opening){.cells = calloc((size_t)grid->cells, sizeof *opening->cells)};
    if (opening->cells == NULL) return refuse(why, "no memory");
    const char *cursor = line, *ahead = line;
    Board board;
    Word word;
    board_init(&board);
    bool is_position = word_next(&ahead, &word) && memchr(word.at, '/', word.length) != NULL;
    bool is_fine = (!is_position || read_start(&cursor, grid, opening, &board, why)) &&
                   read_moves(cursor, grid, plies_max, opening, &board, why);
    if (is_fine) return true;
    free(opening->start);
    free(opening->cells);
    return false;
}

static bool load_lines(Openings *openings, FILE *file, const Grid *grid, int plies_max, Reason *why) {
    static _Thread_local char line[LINE_SIZE];
    int capacity = 0;
    for (int number = 1; fgets(line, sizeof line, file) != NULL; number++) {
        Reason reason;
        Opening opening;
        Word word;
        const char *cursor = line;
        size_t length = strcspn(line, "\n");
        bool is_whole = line[length] == '\n' || feof(file);
        if (!is_whole) return refuse(why, "line %d is too long, or has a zero byte", number);
        line[length] = '\0';
        if (!word_next(&cursor, &word) || word.at[0] == '#') continue;
        if (!read_opening(line, grid, plies_max, &opening, &reason)) {
            return refuse(why, "line %d: %s", number, reason.text);
        }
        if (!add(openings, &capacity, opening, why)) return false;
    }
    if (ferror(file)) return refuse(why, "it cannot be read");
    if (openings->count == 0) return refuse(why, "there are no openings in it");
    return true;
}

bool openings_load(Openings *openings, const char *path, const Grid *grid, int plies_max, Reason *why) {
    Reason reason;
    *openings = (Openings){0};
    FILE *file = plain_file_open(path);
    if (file == NULL) return refuse_errno(why, "openings %.150s: the file cannot be opened", path);
    bool is_fine = load_lines(openings, file, grid, plies_max, &reason);
    fclose(file);
    if (is_fine) return true;
    openings_free(openings);
    return refuse(why, "openings %s: %s", path, reason.text);
}

void openings_shuffle(Openings *openings, uint64_t seed) {
    Rng rng = {.state = seed};
    for (int i = openings->count - 1; i > 0; i--) {
        int j = rng_below(&rng, i + 1);
        Opening swapped = openings->list[i];
        openings->list[i] = openings->list[j];
        openings->list[j] = swapped;
    }
}

/* Random ones */

/* The same number for all positions that a symmetry maps to each other. */
static uint64_t canonical_key(const Grid *grid, const Symmetries *symmetries, const Board *board) {
    uint64_t smallest = UINT64_MAX;
    for (int i = 0; i < symmetries->count; i++) {
        const uint16_t *image = symmetry_row(symmetries, i);
        uint64_t key = 0;
        for (int side = SIDE_X; side <= SIDE_O; side++) {
            for (CellSet stones = board->stones[side]; !cells_is_empty(stones);) {
                key ^= grid->cell_keys[side][image[cells_take(&stones)]];
            }
        }
        if (key < smallest) smallest = key;
    }
    return smallest;
}

/* A set of keys: open addressing, 0 is an empty place. */
typedef struct {
    size_t mask;
    uint64_t *slots;
} KeySet;

static bool keys_init(KeySet *keys, int wanted) {
    size_t size = 64;
    while (size < (size_t)wanted * 2) size *= 2;
    *keys = (KeySet){size - 1, calloc(size, sizeof *keys->slots)};
    return keys->slots != NULL;
}

static bool keys_add(KeySet *keys, uint64_t key) {
    if (key == 0) key = 1;
    size_t at = (size_t)key & keys->mask;
    for (; keys->slots[at] != 0; at = (at + 1) & keys->mask) {
        if (keys->slots[at] == key) return false;
    }
    keys->slots[at] = key;
    return true;
}

/* False when the game was decided on the way. */
static bool play_random(const Grid *grid, Opening *opening, Board *board, int plies, Rng *rng) {
    board_init(board);
    for (opening->plies = 0; opening->plies < plies; opening->plies++) {
        CellSet moves = board_empty(grid, board);
        if (cells_is_empty(moves)) return false;
        int skipped = rng_below(rng, cells_count(moves));
        while (skipped-- > 0) cells_take(&moves);
        opening->cells[opening->plies] = (uint16_t)cells_first(&moves);
        board_play(grid, board, opening->cells[opening->plies]);
        if (board_outcome(grid, board) != OUTCOME_NONE) return false;
    }
    return true;
}

static bool find_new(const Grid *grid, const Symmetries *symmetries, KeySet *keys, Opening *opening, int plies,
                     Rng *rng) {
    Board board;
    for (int failures = 0; failures < FAILURES_MAX; failures++) {
        if (!play_random(grid, opening, &board, plies, rng)) continue;
        if (keys_add(keys, canonical_key(grid, symmetries, &board))) return true;
    }
    return false;
}

static bool fill_random(Openings *openings, const Grid *grid, const Symmetries *symmetries, KeySet *keys, int plies,
                        int wanted, uint64_t seed, Reason *why) {
    Rng rng = {.state = seed};
    int capacity = 0;
    while (openings->count < wanted) {
        Opening opening = {.cells = calloc((size_t)plies + 1, sizeof *opening.cells)};
        if (opening.cells == NULL) return refuse(why, "no memory for the openings");
        if (!find_new(grid, symmetries, keys, &opening, plies, &rng)) {
            free(opening.cells);
            openings->was_exhausted = true;
            if (openings->count > 0) return true;
            return refuse(why, "no game is undecided after %d random plies", plies);
        }
        if (!add(openings, &capacity, opening, why)) return false;
    }
    return true;
}

bool openings_random(Openings *openings, const Geometry *geometry, const Grid *grid, int plies, int wanted,
                     uint64_t seed, Reason *why) {
    *openings = (Openings){0};
    KeySet keys = {0, NULL};
    Symmetries *symmetries = symmetries_new(geometry);
    bool is_fine = symmetries != NULL && keys_init(&keys, wanted);
    if (!is_fine) refuse(why, "no memory for the openings");
    is_fine = is_fine && fill_random(openings, grid, symmetries, &keys, plies, wanted, seed, why);
    symmetries_free(symmetries);
    free(keys.slots);
    if (!is_fine) openings_free(openings);
    return is_fine;
}
