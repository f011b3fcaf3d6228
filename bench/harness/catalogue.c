#include "harness/catalogue.h"

#include <stdlib.h>

static bool read_positions(Catalogue *catalogue, const char *path, const Game *only, Reason *why) {
    for (int i = 0; i < catalogue->suite.count; i++) {
        const SuitePosition *entry = &catalogue->suite.positions[i];
        const char *fen = entry->fen;
        CataloguePosition position = {.entry = entry};
        Reason reason;
        if (!setup_parse(&fen, &position.setup, &reason)) {
            return refuse(why, "%.100s:%d: %.100s", path, entry->line, reason.text);
        }
        if (only != NULL && !game_equal(only, &position.setup.game)) continue;
        int at = catalogue->count;
        for (int j = 0; j < catalogue->count; j++) {
            if (game_equal(&catalogue->positions[j].setup.game, &position.setup.game)) at = j + 1;
        }
        for (int j = catalogue->count++; j > at; j--) catalogue->positions[j] = catalogue->positions[j - 1];
        catalogue->positions[at] = position;
    }
    return catalogue->count > 0 || refuse(why, "%.100s has no position%s", path, only != NULL ? " of this game" : "");
}

bool catalogue_read(Catalogue *catalogue, const char *path, const Game *only, Reason *why) {
    *catalogue = (Catalogue){.count = 0};
    if (!suite_read(&catalogue->suite, path, why)) return false;
    catalogue->positions = calloc((size_t)catalogue->suite.count + 1, sizeof *catalogue->positions);
    bool fine =
        catalogue->positions != NULL ? read_positions(catalogue, path, only, why) : refuse(why, "not enough memory");
    if (!fine) catalogue_free(catalogue);
    return fine;
}

void catalogue_free(Catalogue *catalogue) {
    suite_free(&catalogue->suite);
    free(catalogue->positions);
    *catalogue = (Catalogue){.count = 0};
}

int catalogue_game_end(const Catalogue *catalogue, int first) {
    int end = first + 1;
    while (end < catalogue->count &&
           game_equal(&catalogue->positions[end].setup.game, &catalogue->positions[first].setup.game)) {
        end++;
    }
    return end;
}
