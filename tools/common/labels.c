#include "common/labels.h"

#include <stdio.h>
#include <string.h>

#include "common/screen.h"

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

void labels_print(const Game *game, const Labels *labels, int marked) {
    char text[DIAGRAM_SIZE];
    diagram_print(game, labels, marked, screen_width(stdout), text);
    fputs(text, stdout);
}
