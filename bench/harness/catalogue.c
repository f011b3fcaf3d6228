#include "harness/catalogue.h"

#include <stdlib.h>

static bool read_specimens(Catalogue *catalogue, const char *path, const Game *only, Reason *why) {
    for (int i = 0; i < catalogue->suite.count; i++) {
        const SuitePosition *entry = &catalogue->suite.positions[i];
        const char *fen = entry->fen;
        Specimen specimen = {.entry = entry};
        Reason reason;
        if (!diagram_parse(&fen, &specimen.diagram, &reason)) {
            return refuse(why, "%.100s:%d: %.100s", path, entry->line, reason.text);
        }
        if (only != NULL && !game_equal(only, &specimen.diagram.game)) continue;
        int at = catalogue->count;
        for (int j = 0; j < catalogue->count; j++) {
            if (game_equal(&catalogue->specimens[j].diagram.game, &specimen.diagram.game)) at = j + 1;
        }
        for (int j = catalogue->count++; j > at; j--) catalogue->specimens[j] = catalogue->specimens[j - 1];
        catalogue->specimens[at] = specimen;
    }
    return catalogue->count > 0 || refuse(why, "%.100s has no position of this game", path);
}

bool catalogue_read(Catalogue *catalogue, const char *path, const Game *only, Reason *why) {
    *catalogue = (Catalogue){.count = 0};
    if (!suite_read(&catalogue->suite, path, why)) return false;
    catalogue->specimens = calloc((size_t)catalogue->suite.count + 1, sizeof *catalogue->specimens);
    bool fine =
        catalogue->specimens != NULL ? read_specimens(catalogue, path, only, why) : refuse(why, "not enough memory");
    if (!fine) catalogue_free(catalogue);
    return fine;
}

void catalogue_free(Catalogue *catalogue) {
    suite_free(&catalogue->suite);
    free(catalogue->specimens);
    *catalogue = (Catalogue){.count = 0};
}

int catalogue_game_end(const Catalogue *catalogue, int first) {
    int end = first + 1;
    while (end < catalogue->count &&
           game_equal(&catalogue->specimens[end].diagram.game, &catalogue->specimens[first].diagram.game)) {
        end++;
    }
    return end;
}
