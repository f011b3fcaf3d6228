#include "rules/diagram.h"

#include <string.h>

typedef struct {
    const Labels *labels;
    int n, marked;
    int label_width; /* of the widest label */
    int layers;      /* in a block */
    Writer text;
} Diagram;

enum { ROW_LABEL_WIDTH = 3, GAP = 2 };

void labels_of_stones(Labels *labels, const Game *game, const CellSet stones[2]) {
    for (int cell = 0; cell < game_cells(game); cell++) {
        const char *text = cells_has(&stones[SIDE_X], cell) ? "x" : cells_has(&stones[SIDE_O], cell) ? "o" : ".";
        memcpy(labels->cell[cell], text, 2);
    }
}

static int layer_width(const Diagram *diagram) {
    return ROW_LABEL_WIDTH + diagram->n * (diagram->label_width + 2) + GAP;
}

static void add_row(Diagram *diagram, int first_cell, int row) {
    writer_add(&diagram->text, "%2d ", row + 1);
    for (int cell = first_cell; cell < first_cell + diagram->n; cell++) {
        const char *label = diagram->labels->cell[cell];
        writer_add(&diagram->text, cell == diagram->marked ? "[%s]%*s" : " %s %*s", label,
                   diagram->label_width - (int)strlen(label), "");
    }
    writer_add(&diagram->text, "%*s", GAP, "");
}

static void add_letters(Diagram *diagram) {
    writer_add(&diagram->text, "%*s", ROW_LABEL_WIDTH, "");
    for (int x = 0; x < diagram->n; x++) writer_add(&diagram->text, " %c%*s", 'a' + x, diagram->label_width, "");
    writer_add(&diagram->text, "%*s", GAP, "");
}

/* Without the blanks before it. */
static void end_line(Writer *text) {
    while (text->length > 0 && text->buffer[text->length - 1] == ' ') text->length--;
    writer_add(text, "\n");
}

/* The layers from `first` on, numbered from the first of the board, beside each other. */
static void add_layers(Diagram *diagram, int first, int count) {
    enum { TITLE_WIDTH = 10 };
    int n = diagram->n, end = first + count;
    for (int layer = first; layer < end && diagram->layers > 1; layer++) {
        writer_add(&diagram->text, "   layer %c%*s", 'a' + layer % n, layer_width(diagram) - TITLE_WIDTH, "");
    }
    if (diagram->layers > 1) end_line(&diagram->text);
    for (int layer = first; layer < end; layer++) add_letters(diagram);
    end_line(&diagram->text);
    for (int row = 0; row < n; row++) {
        for (int layer = first; layer < end; layer++) add_row(diagram, (layer * n + row) * n, row);
        end_line(&diagram->text);
    }
}

void diagram_print(const Game *game, const Labels *labels, int marked, int columns, char text[DIAGRAM_SIZE]) {
    int n = game->n, layers = game->d == 2 ? 1 : n, label_width = 1;
    for (int cell = 0; cell < game_cells(game); cell++) {
        int width = (int)strlen(labels->cell[cell]);
        if (width > label_width) label_width = width;
    }
    Diagram diagram = {labels, n, marked, label_width, layers, writer_on(text, DIAGRAM_SIZE)};
    int room = (columns + GAP) / layer_width(&diagram), together = room < 1 ? 1 : room < layers ? room : layers;
    for (int block = 0; block < (game->d == 4 ? n : 1); block++) {
        if (block > 0) writer_add(&diagram.text, "\n");
        if (game->d == 4) writer_add(&diagram.text, "   block %d\n", block + 1);
        for (int layer = 0; layer < layers; layer += together) {
            if (layer > 0) writer_add(&diagram.text, "\n");
            add_layers(&diagram, block * layers + layer, layers - layer < together ? layers - layer : together);
        }
    }
}
