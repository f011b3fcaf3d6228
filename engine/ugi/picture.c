#include "ugi/picture.h"

/* One layer is columns a.. from left to right and rows 1.. from top to bottom. */
typedef struct {
    const Position *position;
    int n, d;
    Writer writer;
} Picture;

static char stone_at(const Board *board, int cell) {
    return cells_has(&board->stones[SIDE_X], cell) ? 'x' : cells_has(&board->stones[SIDE_O], cell) ? 'o' : '.';
}

static void draw_row(Picture *picture, int first_cell, int row) {
    writer_add(&picture->writer, "%2d ", row + 1);
    for (int x = 0; x < picture->n; x++) {
        int cell = first_cell + x;
        char stone = stone_at(&picture->position->board, cell);
        writer_add(&picture->writer, cell == picture->position->last_move ? "[%c]" : " %c ", stone);
    }
    writer_add(&picture->writer, "  ");
}

static void draw_letters(Picture *picture) {
    writer_add(&picture->writer, "   ");
    for (int x = 0; x < picture->n; x++) writer_add(&picture->writer, " %c ", 'a' + x);
    writer_add(&picture->writer, "  ");
}

static void draw_title(Picture *picture, int layer) {
    int width = 3 * picture->n - 5;
    writer_add(&picture->writer, "   layer %c%*s", 'a' + layer, width, "");
}

static void end_line(Picture *picture) {
    Writer *writer = &picture->writer;
    while (writer->length > 0 && writer->buffer[writer->length - 1] == ' ') writer->length--;
    writer_add(writer, "\n");
}

static void draw_block(Picture *picture, int block) {
    int n = picture->n, d = picture->d, layers = d == 2 ? 1 : n;
    if (d == 4) writer_add(&picture->writer, "   block %d\n", block + 1);
    if (d > 2) {
        for (int layer = 0; layer < layers; layer++) draw_title(picture, layer);
        end_line(picture);
    }
    for (int layer = 0; layer < layers; layer++) draw_letters(picture);
    end_line(picture);
    for (int row = 0; row < n; row++) {
        for (int layer = 0; layer < layers; layer++) draw_row(picture, ((block * layers + layer) * n + row) * n, row);
        end_line(picture);
    }
}

void picture_print(const Position *position, char text[PICTURE_SIZE]) {
    const Game *game = &position->grid->game;
    Picture picture = {position, game->n, game->d, writer_on(text, PICTURE_SIZE)};
    int blocks = game->d == 4 ? game->n : 1;
    for (int block = 0; block < blocks; block++) {
        if (block > 0) writer_add(&picture.writer, "\n");
        draw_block(&picture, block);
    }
}
