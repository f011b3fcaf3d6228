#include "common/labels.h"

#include <stdio.h>
#include <string.h>

#include "common/screen.h"

typedef struct {
    const Labels *labels;
    int n, marked;
    int label_width; /* of the widest label */
    int layers;      /* in a block */
} Drawing;

enum { ROW_LABEL_WIDTH = 3, GAP = 2 };

void labels_of_stones(Labels *labels, const Game *game, const CellSet stones[2]) {
    for (int cell = 0; cell < game_cells(game); cell++) {
        const char *text = cells_has(&stones[SIDE_X], cell) ? "x" : cells_has(&stones[SIDE_O], cell) ? "o" : ".";
        memcpy(labels->cell[cell], text, 2);
    }
}

void labels_letter(int index, char text[LABEL_SIZE]) {
    static const char letters[] = "ABCDEFGHIJKLMNPQRSTUVWYZ";
    enum { LETTERS = sizeof letters - 1 };
    index %= LETTERS * LETTERS + LETTERS;
    if (index < LETTERS) {
        snprintf(text, LABEL_SIZE, "%c", letters[index]);
    } else {
        snprintf(text, LABEL_SIZE, "%c%c", letters[index / LETTERS - 1], letters[index % LETTERS]);
    }
}

void labels_mark(Labels *labels, int cell, int index) {
    if (strcmp(labels->cell[cell], ".") == 0) labels_letter(index, labels->cell[cell]);
}

static int layer_width(const Drawing *drawing) {
    return ROW_LABEL_WIDTH + drawing->n * (drawing->label_width + 2);
}

/* What follows the text of the last layer of a row is its end. */
static void print_gap(int width, bool is_last) {
    if (is_last) {
        putchar('\n');
    } else {
        printf("%*s", width, "");
    }
}

static void print_row(const Drawing *drawing, int first_cell, int row, bool is_last) {
    printf("%2d ", row + 1);
    for (int x = 0; x < drawing->n; x++) {
        int cell = first_cell + x;
        bool is_marked = cell == drawing->marked, ends = is_last && x == drawing->n - 1;
        const char *text = drawing->labels->cell[cell];
        printf("%c%s%s", is_marked ? '[' : ' ', text, is_marked ? "]" : ends ? "" : " ");
        if (!ends) printf("%*s", drawing->label_width - (int)strlen(text), "");
    }
    print_gap(GAP, is_last);
}

static void print_columns(const Drawing *drawing, bool is_last) {
    printf("%*s", ROW_LABEL_WIDTH, "");
    for (int x = 0; x < drawing->n; x++) {
        printf(" %c", 'a' + x);
        if (x < drawing->n - 1 || !is_last) printf("%*s", drawing->label_width, "");
    }
    print_gap(GAP, is_last);
}

/* The layers from `first` on, numbered from the first of the board, beside each other. */
static void print_layers(const Drawing *drawing, int first, int count) {
    int n = drawing->n, last = first + count - 1;
    for (int layer = first; layer <= last && drawing->layers > 1; layer++) {
        printf("   layer %c", 'a' + layer % drawing->layers);
        print_gap(layer_width(drawing) + GAP - 10, layer == last);
    }
    for (int layer = first; layer <= last; layer++) print_columns(drawing, layer == last);
    for (int row = 0; row < n; row++) {
        for (int layer = first; layer <= last; layer++) {
            print_row(drawing, (layer * n + row) * n, row, layer == last);
        }
    }
}

void labels_print(const Game *game, const Labels *labels, int marked) {
    int n = game->n, blocks = game->d == 4 ? n : 1;
    Drawing drawing = {.labels = labels, .n = n, .marked = marked, .label_width = 1, .layers = game->d == 2 ? 1 : n};
    for (int cell = 0; cell < game_cells(game); cell++) {
        int width = (int)strlen(labels->cell[cell]);
        if (width > drawing.label_width) drawing.label_width = width;
    }
    int room = (screen_width(stdout) + GAP) / (layer_width(&drawing) + GAP);
    int together = room < 1 ? 1 : room < drawing.layers ? room : drawing.layers;
    for (int block = 0; block < blocks; block++) {
        if (block > 0) putchar('\n');
        if (game->d == 4) printf("   block %d\n", block + 1);
        for (int layer = 0; layer < drawing.layers; layer += together) {
            int count = drawing.layers - layer < together ? drawing.layers - layer : together;
            if (layer > 0) putchar('\n');
            print_layers(&drawing, block * drawing.layers + layer, count);
        }
    }
}
