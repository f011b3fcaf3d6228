#include "ugi/diagram.h"

/* One layer is columns a.. from left to right and rows 1.. from top to bottom. */
typedef struct {
    const Position *position;
    int n, d;
    Writer writer;
} Diagram;

static char stone_at(const Board *board, int cell) {
    return cells_has(&board->stones[SIDE_X], cell) ? 'x' : cells_has(&board->stones[SIDE_O], cell) ? 'o' : '.';
}

static void draw_row(Diagram *diagram, int first_cell, int row) {
    writer_add(&diagram->writer, "%2d ", row + 1);
    for (int x = 0; x < diagram->n; x++) {
        int cell = first_cell + x;
        char stone = stone_at(&diagram->position->board, cell);
        writer_add(&diagram->writer, cell == diagram->position->last_move ? "[%c]" : " %c ", stone);
    }
    writer_add(&diagram->writer, "  ");
}

static void draw_letters(Diagram *diagram) {
    writer_add(&diagram->writer, "   ");
    for (int x = 0; x < diagram->n; x++) writer_add(&diagram->writer, " %c ", 'a' + x);
    writer_add(&diagram->writer, "  ");
}

static void draw_title(Diagram *diagram, int layer) {
    int width = 3 * diagram->n - 5;
    writer_add(&diagram->writer, "   layer %c%*s", 'a' + layer, width, "");
}

static void end_line(Diagram *diagram) {
    Writer *writer = &diagram->writer;
    while (writer->length > 0 && writer->buffer[writer->length - 1] == ' ') writer->length--;
    writer_add(writer, "\n");
}

static void draw_block(Diagram *diagram, int block) {
    int n = diagram->n, d = diagram->d, layers = d == 2 ? 1 : n;
    if (d == 4) writer_add(&diagram->writer, "   block %d\n", block + 1);
    if (d > 2) {
        for (int layer = 0; layer < layers; layer++) draw_title(diagram, layer);
        end_line(diagram);
    }
    for (int layer = 0; layer < layers; layer++) draw_letters(diagram);
    end_line(diagram);
    for (int row = 0; row < n; row++) {
        for (int layer = 0; layer < layers; layer++) draw_row(diagram, ((block * layers + layer) * n + row) * n, row);
        end_line(diagram);
    }
}

void diagram_print(const Position *position, char text[DIAGRAM_SIZE]) {
    const Game *game = &position->grid->game;
    Diagram diagram = {position, game->n, game->d, writer_on(text, DIAGRAM_SIZE)};
    int blocks = game->d == 4 ? game->n : 1;
    for (int block = 0; block < blocks; block++) {
        if (block > 0) writer_add(&diagram.writer, "\n");
        draw_block(&diagram, block);
    }
}
