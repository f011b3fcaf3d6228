#include "blocks/rest_pairs.h"

#include <string.h>

enum { UNOWNED = -1 };

static void try_cell(RestPairs *pairs, int cell) {
    if (pairs->is_tried[cell]) return;
    pairs->is_tried[cell] = true;
    pairs->trail[pairs->tried++] = (uint16_t)cell;
}

/* A cell more for the line, where other lines may have to change theirs. If there is none, all its cells count as
 * tried. */
static bool find_cell(RestPairs *pairs, const Rest *rest, int line) {
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < rest->size[line]; i++) {
            int cell = rest->cell[line][i], owner = pairs->owner[cell];
            if (owner == line || pairs->is_dead[cell] || pairs->is_tried[cell]) continue;
            if (pass == 0 && owner != UNOWNED) continue;
            try_cell(pairs, cell);
            if (owner != UNOWNED && !find_cell(pairs, rest, owner)) continue;
            pairs->owner[cell] = (int16_t)line;
            return true;
        }
    }
    for (int i = 0; i < rest->size[line]; i++) try_cell(pairs, rest->cell[line][i]);
    return false;
}

static void forget_trail(RestPairs *pairs) {
    while (pairs->tried > 0) pairs->is_tried[pairs->trail[--pairs->tried]] = false;
}

int rest_pairs_find(RestPairs *pairs, const Rest *rest, bool is_in_crux[LINES_MAX]) {
    int lacking = 0;
    pairs->tried = 0;
    memset(pairs->is_dead, 0, sizeof pairs->is_dead);
    memset(pairs->is_tried, 0, sizeof pairs->is_tried);
    for (int cell = 0; cell < rest->cells; cell++) pairs->owner[cell] = UNOWNED;
    for (int line = 0; line < rest->lines; line++) is_in_crux[line] = false;
    for (int line = 0; line < rest->lines; line++) {
        for (int owned = 0; owned < 2; owned++) {
            bool is_found = find_cell(pairs, rest, line);
            for (int i = 0; i < pairs->tried && !is_found; i++) pairs->is_dead[pairs->trail[i]] = true;
            forget_trail(pairs);
            if (is_found) continue;
            is_in_crux[line] = true;
            lacking += 2 - owned;
            break;
        }
    }
    for (int cell = 0; cell < rest->cells; cell++) {
        if (pairs->is_dead[cell] && pairs->owner[cell] != UNOWNED) is_in_crux[pairs->owner[cell]] = true;
    }
    return lacking;
}
