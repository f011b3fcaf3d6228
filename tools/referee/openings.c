#include "referee/openings.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "common/files.h"

enum {
    LINE_SIZE = 1 << 14,
    /* So many failures in a row mean that there is no further opening: one that still had a chance of 1 in 200 would be
     * missed once in 20,000 tournaments. */
    FAILURES_MAX = 2000,
};

static void release(Opening *opening) {
    free(opening->start);
    free(opening->cells);
}

void openings_free(Openings *openings) {
    for (int i = 0; i < openings->count; i++) release(&openings->list[i]);
    free(openings->list);
    *openings = (Openings){0};
}

/* Takes over what the opening owns, also when it fails. */
static bool add(Openings *openings, int *capacity, Opening opening, Reason *why) {
    if (openings->count == *capacity) {
        int grown = *capacity > 0 ? *capacity * 2 : 64;
        Opening *list = realloc(openings->list, (size_t)grown * sizeof *list);
        if (list == NULL) {
            release(&opening);
            return refuse(why, "not enough memory for the openings");
        }
        openings->list = list;
        *capacity = grown;
    }
    openings->list[openings->count++] = opening;
    return true;
}

void openings_start(const Opening *opening, const Grid *grid, Position *position) {
    position_init(position, grid);
    if (opening->start == NULL) return;
    const char *cursor = opening->start;
    Setup setup;
    Reason why;
    /* We printed this text ourselves, so it can be read. */
    bool is_fine = setup_parse(&cursor, &setup, &why) && position_set_up(position, grid, &setup, &why);
    assert(is_fine);
    (void)is_fine;
}

/* From a file */

static bool read_start(const char **cursor, Opening *opening, Position *position, Reason *why) {
    const Grid *grid = position->grid;
    char text[POSITION_TEXT_SIZE];
    Setup setup;
    if (!setup_parse(cursor, &setup, why)) return false;
    if (!game_equal(&setup.game, &grid->game))
        return refuse(why, "this is a position of %s, but the game is %s", game_name(&setup.game).text,
                      game_name(&grid->game).text);
    if (!position_set_up(position, grid, &setup, why)) return false;
    if (position_is_over(position)) return refuse(why, "the game is over in this position");
    notation_print_position(grid, &position->board, text);
    opening->start = strdup(text);
    return opening->start != NULL || refuse(why, "not enough memory");
}

static bool read_moves(const char *cursor, int plies_max, Opening *opening, Position *position, Reason *why) {
    Word word;
    while ((plies_max == OPENING_PLIES_ALL || opening->plies < plies_max) && word_next(&cursor, &word)) {
        if (word_is(word, "moves")) continue;
        if (!position_play_text(position, word, why)) return false;
        opening->cells[opening->plies++] = (uint16_t)position->last_move;
        if (position_is_over(position)) {
            return refuse(why, "the game is over after %.*s", word_shown(word), word.at);
        }
    }
    return true;
}

static bool read_opening(const char *line, const Grid *grid, int plies_max, Opening *opening, Reason *why) {
    *opening = (Opening){.cells = calloc((size_t)grid->cells, sizeof *opening->cells)};
    if (opening->cells == NULL) return refuse(why, "not enough memory");
    const char *cursor = line, *ahead = line;
    Position position;
    Word word;
    position_init(&position, grid);
    bool has_start = word_next(&ahead, &word) && memchr(word.at, '/', word.length) != NULL;
    bool is_fine = (!has_start || read_start(&cursor, opening, &position, why)) &&
                   read_moves(cursor, plies_max, opening, &position, why);
    if (!is_fine) release(opening);
    return is_fine;
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
        if (!is_whole) return refuse(why, "line %d is too long or has a zero byte", number);
        line[length] = '\0';
        if (!word_next(&cursor, &word) || word.at[0] == '#') continue;
        if (!read_opening(line, grid, plies_max, &opening, &reason)) {
            return refuse(why, "line %d: %s", number, reason.text);
        }
        if (!add(openings, &capacity, opening, why)) return false;
    }
    if (openings->count == 0) return refuse(why, "there are no openings in this file");
    return true;
}

bool openings_load(Openings *openings, const char *path, const Grid *grid, int plies_max, Reason *why) {
    Reason reason;
    *openings = (Openings){0};
    FILE *file = file_open_plain(path);
    if (file == NULL) return refuse_errno(why, "cannot open '%.150s'", path);
    bool is_fine = load_lines(openings, file, grid, plies_max, &reason);
    bool is_read = !ferror(file);
    if (!is_read) refuse_errno(why, "cannot read '%.150s'", path);
    if (is_read && !is_fine) refuse(why, "openings %.150s: %s", path, reason.text);
    fclose(file);
    if (is_read && is_fine) return true;
    openings_free(openings);
    return false;
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

/* Random openings */

/* A set of keys: open addressing, 0 is an empty place. */
typedef struct {
    size_t mask;
    uint64_t *slots;
} KeySet;

static bool keys_init(KeySet *keys, int count) {
    size_t size = 64;
    while (size < (size_t)count * 2) size *= 2;
    *keys = (KeySet){size - 1, calloc(size, sizeof *keys->slots)};
    return keys->slots != NULL;
}

/* False: it is there already. */
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
static bool play_random(const Grid *grid, Opening *opening, Position *position, int plies, Rng *rng) {
    position_init(position, grid);
    for (opening->plies = 0; opening->plies < plies; opening->plies++) {
        if (cells_is_empty(board_empty(grid, &position->board))) return false;
        opening->cells[opening->plies] = (uint16_t)position_random_move(position, rng);
        board_play(grid, &position->board, opening->cells[opening->plies]);
        if (position_is_over(position)) return false;
    }
    return true;
}

static bool find_new(const Shape *shape, KeySet *keys, Opening *opening, int plies, Rng *rng) {
    Position position;
    for (int failures = 0; failures < FAILURES_MAX; failures++) {
        if (!play_random(&shape->grid, opening, &position, plies, rng)) continue;
        if (keys_add(keys, shape_position_key(shape, &position.board))) return true;
    }
    return false;
}

static bool fill_random(Openings *openings, const Shape *shape, const RandomOpenings *wanted, KeySet *keys,
                        Reason *why) {
    Rng rng = {.state = wanted->seed};
    int capacity = 0;
    while (openings->count < wanted->count) {
        Opening opening = {.cells = calloc((size_t)wanted->plies + 1, sizeof *opening.cells)};
        if (opening.cells == NULL) return refuse(why, "not enough memory for the openings");
        if (!find_new(shape, keys, &opening, wanted->plies, &rng)) {
            release(&opening);
            openings->was_exhausted = true;
            if (openings->count > 0) return true;
            return refuse(why, "no random opening of %d plies leaves the game undecided", wanted->plies);
        }
        if (!add(openings, &capacity, opening, why)) return false;
    }
    return true;
}

bool openings_random(Openings *openings, const Shape *shape, const RandomOpenings *wanted, Reason *why) {
    KeySet keys;
    *openings = (Openings){0};
    if (!keys_init(&keys, wanted->count)) return refuse(why, "not enough memory for the openings");
    bool is_fine = fill_random(openings, shape, wanted, &keys, why);
    free(keys.slots);
    if (!is_fine) openings_free(openings);
    return is_fine;
}
