#include "proof/cells_text.h"

#include <string.h>

enum { DIGITS = 9 };

/* The cells that have one of these coordinates on each axis, a bit each. */
typedef struct {
    unsigned on[DIMENSIONS_MAX];
} Product;

static bool is_letter_axis(int axis) {
    return axis % 2 == 0;
}

/* Several numbers in a row would be read as one. */
static bool takes_several(const Game *game, int axis) {
    return is_letter_axis(axis) || game->n <= DIGITS;
}

/* Printing */

static bool differ_on_one_axis(const Game *game, const Product *a, const Product *b, int axis) {
    for (int other = 0; other < game->d; other++) {
        if (other != axis && a->on[other] != b->on[other]) return false;
    }
    return true;
}

static int merge_along(const Game *game, Product products[], int count, int axis) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        int same = 0;
        while (same < kept && !differ_on_one_axis(game, &products[same], &products[i], axis)) same++;
        if (same < kept) {
            products[same].on[axis] |= products[i].on[axis];
        } else {
            products[kept++] = products[i];
        }
    }
    return kept;
}

static void print_product(const Game *game, const Product *product, Writer *writer) {
    for (int axis = 0; axis < game->d; axis++) {
        for (int i = 0; i < game->n; i++) {
            if ((product->on[axis] >> i & 1) == 0) continue;
            if (is_letter_axis(axis)) {
                writer_add(writer, "%c", 'a' + i);
            } else {
                writer_add(writer, "%d", i + 1);
            }
        }
    }
}

/* Which axis comes first decides what can be merged along the others. */
static void print_from_axis(const Game *game, const uint16_t cells[], int count, int first, char separator,
                            char text[CELLS_TEXT_SIZE]) {
    Product products[CELLS_MAX];
    Writer writer = writer_on(text, CELLS_TEXT_SIZE);
    for (int i = 0; i < count; i++) {
        Coordinates at = geometry_coordinates(game, cells[i]);
        for (int axis = 0; axis < game->d; axis++) products[i].on[axis] = 1u << at.of[axis];
    }
    for (int i = 0; i < game->d; i++) {
        int axis = (first + i) % game->d;
        if (takes_several(game, axis)) count = merge_along(game, products, count, axis);
    }
    for (int i = 0; i < count; i++) {
        if (i > 0) writer_add(&writer, "%c", separator);
        print_product(game, &products[i], &writer);
    }
}

void cells_text_print(const Game *game, const uint16_t cells[], int count, char separator, char text[CELLS_TEXT_SIZE]) {
    char other[CELLS_TEXT_SIZE];
    print_from_axis(game, cells, count, 0, separator, text);
    for (int first = 1; first < game->d; first++) {
        print_from_axis(game, cells, count, first, separator, other);
        if (strlen(other) < strlen(text)) memcpy(text, other, strlen(other) + 1);
    }
}

/* Reading */

/* Letters or digits from the start of the word, rising. */
static bool take_run(const Game *game, Word *word, int axis, unsigned *on) {
    char first = is_letter_axis(axis) ? 'a' : '1';
    int last = -1;
    *on = 0;
    while (word->length > 0 && word->at[0] >= first && word->at[0] < first + game->n) {
        int coordinate = word->at[0] - first;
        if (coordinate <= last) return false;
        last = coordinate;
        *on |= 1u << coordinate;
        word->at++;
        word->length--;
    }
    return *on != 0;
}

static bool take_number(const Game *game, Word *word, unsigned *on) {
    size_t digits = 0;
    int number;
    while (digits < word->length && word->at[digits] >= '0' && word->at[digits] <= '9') digits++;
    if (digits == 0 || word->at[0] == '0' || !word_to_int((Word){word->at, digits}, 1, game->n, &number)) return false;
    *on = 1u << (number - 1);
    *word = (Word){word->at + digits, word->length - digits};
    return true;
}

static bool parse_product(const Game *game, Word word, Product *product) {
    for (int axis = 0; axis < game->d; axis++) {
        bool fine = takes_several(game, axis) ? take_run(game, &word, axis, &product->on[axis])
                                              : take_number(game, &word, &product->on[axis]);
        if (!fine) return false;
    }
    return word.length == 0;
}

static bool product_has(const Game *game, const Product *product, int cell) {
    Coordinates at = geometry_coordinates(game, cell);
    for (int axis = 0; axis < game->d; axis++) {
        if ((product->on[axis] >> at.of[axis] & 1) == 0) return false;
    }
    return true;
}

bool cells_text_parse(const Game *game, Word word, uint16_t cells[], int max, int *count, Reason *why) {
    Product product;
    if (!parse_product(game, word, &product)) {
        return refuse(why, "'%.*s' is not a set of cells from %s to %s", word_shown(word), word.at,
                      notation_move(game, 0).text, notation_move(game, game_cells(game) - 1).text);
    }
    for (int cell = 0; cell < game_cells(game); cell++) {
        if (!product_has(game, &product, cell)) continue;
        if (*count == max) return refuse(why, "more than %d cells", max);
        cells[(*count)++] = (uint16_t)cell;
    }
    return true;
}
