#include "solve/drawing.h"

#include <string.h>

static const char letters[] = "ABCDEFGHIJKLMNPQRSTUVWYZabcdefghijklmnpqrstuvwyz";

enum { LETTERS = sizeof letters - 1, LABEL_SIZE = 3 };

typedef struct {
    const Proof *proof;
    int parts;
    int part[CELLS_MAX]; /* the number of the part that a cell is in, from 1 */
} Labels;

int drawing_letters(void) {
    return LETTERS;
}

static void add_pairs(Labels *labels, Side side) {
    const Proof *proof = labels->proof;
    for (int i = 0; i < proof->count; i++) {
        const ProofPair *pair = &proof->pairs[i];
        if (pair->side != side) continue;
        labels->parts++;
        for (int k = 0; k < 2; k++) labels->part[pair->cell[k]] = labels->parts;
    }
}

/* The parts below the first line that is against this side; lines right below it share them. */
static void add_items(Labels *labels, Side side) {
    const Proof *proof = labels->proof;
    int i = 0;
    while (i < proof->count && (proof->items[i].kind != ITEM_AGAINST || proof->items[i].side != side)) i++;
    while (i < proof->count && proof->items[i].kind == ITEM_AGAINST) i++;
    for (; i < proof->count && proof->items[i].kind != ITEM_AGAINST; i++) {
        labels->parts++;
        for (int k = 0; k < proof->items[i].cells; k++) labels->part[proof->items[i].cell[k]] = labels->parts;
    }
}

static Labels labels_of(const Proof *proof, Side side) {
    Labels labels = {.proof = proof};
    if (proof->kind == PROOF_PAIRING) add_pairs(&labels, side);
    if (proof->kind == PROOF_BLOCKS) add_items(&labels, side);
    return labels;
}

int drawing_parts(const Proof *proof) {
    int against_x = labels_of(proof, SIDE_X).parts, against_o = labels_of(proof, SIDE_O).parts;
    return against_x > against_o ? against_x : against_o;
}

static void label_cell(const Labels *labels, int cell, char text[LABEL_SIZE]) {
    const Diagram *start = &labels->proof->start;
    int part = labels->part[cell] - 1;
    if (cells_has(&start->stones[SIDE_X], cell)) {
        strcpy(text, "x");
    } else if (cells_has(&start->stones[SIDE_O], cell)) {
        strcpy(text, "o");
    } else if (part < 0) {
        strcpy(text, ".");
    } else if (labels->parts <= LETTERS) {
        snprintf(text, LABEL_SIZE, "%c", letters[part]);
    } else {
        snprintf(text, LABEL_SIZE, "%c%c", letters[part / LETTERS % LETTERS], letters[part % LETTERS]);
    }
}

typedef struct {
    const Labels *labels;
    int n, d;
    FILE *stream;
} Sheet;

static void print_row(const Sheet *sheet, int layer, int row, bool is_last) {
    char text[LABEL_SIZE];
    fprintf(sheet->stream, "%2d ", row + 1);
    for (int x = 0; x < sheet->n; x++) {
        label_cell(sheet->labels, (layer * sheet->n + row) * sheet->n + x, text);
        if (is_last && x == sheet->n - 1) {
            fprintf(sheet->stream, " %s", text);
        } else {
            fprintf(sheet->stream, " %-2s", text);
        }
    }
    fputs(is_last ? "\n" : "  ", sheet->stream);
}

static void print_heads(const Sheet *sheet, int first, int end) {
    int n = sheet->n;
    for (int layer = first; layer < end && sheet->d > 2; layer++) {
        int block = layer / n, width = 3 * n + 5;
        char title[32];
        snprintf(title, sizeof title, "   layer %c", 'a' + layer % n);
        if (sheet->d == 4) snprintf(title, sizeof title, "   layer %c%d", 'a' + layer % n, block + 1);
        if (layer + 1 < end) {
            fprintf(sheet->stream, "%-*s", width, title);
        } else {
            fprintf(sheet->stream, "%s\n", title);
        }
    }
    for (int layer = first; layer < end; layer++) {
        fputs("   ", sheet->stream);
        for (int x = 0; x < n; x++) fprintf(sheet->stream, x + 1 < n || layer + 1 < end ? " %c " : " %c", 'a' + x);
        fputs(layer + 1 < end ? "  " : "\n", sheet->stream);
    }
}

static void print_board(const Sheet *sheet, int columns) {
    int n = sheet->n, layers = sheet->d == 2 ? 1 : sheet->d == 3 ? n : n * n;
    int width = 3 * n + 5, abreast = columns / width < 1 ? 1 : columns / width;
    if (abreast > n) abreast = n;
    for (int first = 0; first < layers; first += abreast) {
        int end = first + abreast < layers ? first + abreast : layers;
        if (first > 0) fputs("\n", sheet->stream);
        print_heads(sheet, first, end);
        for (int row = 0; row < n; row++) {
            for (int layer = first; layer < end; layer++) print_row(sheet, layer, row, layer + 1 == end);
        }
    }
}

static void print_labels(const Labels *labels, const char *title, int columns, FILE *stream) {
    const Game *game = &labels->proof->start.game;
    if (labels->parts == 0) return;
    fprintf(stream, "\n%s\n", title);
    print_board(&(Sheet){labels, game->n, game->d, stream}, columns);
}

void drawing_print(const Proof *proof, int columns, FILE *stream) {
    Labels against_x = labels_of(proof, SIDE_X), against_o = labels_of(proof, SIDE_O);
    bool is_same = memcmp(against_x.part, against_o.part, sizeof against_x.part) == 0;
    print_labels(&against_x, is_same ? "against X, and against O:" : "against X:", columns, stream);
    if (!is_same) print_labels(&against_o, "against O:", columns, stream);
}
