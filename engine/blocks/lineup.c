#include "blocks/lineup.h"

void lineup_init(Lineup *lineup, const Geometry *geometry, const Board *board, Side attacker) {
    lineup->geometry = geometry;
    lineup->settled = NULL;
    for (int line = 0; line < geometry->lines; line++) lineup->is_open[line] = true;
    for (int cell = 0; cell < geometry->cells; cell++) {
        lineup->is_attackers[cell] = cells_has(&board->stones[attacker], cell);
        lineup->is_empty[cell] = !lineup->is_attackers[cell];
        if (cells_has(&board->stones[side_other(attacker)], cell)) lineup_defend(lineup, cell);
    }
}

void lineup_defend(Lineup *lineup, int cell) {
    const Geometry *geometry = lineup->geometry;
    lineup->is_empty[cell] = false;
    for (int i = 0; i < geometry->lines_through[cell]; i++) lineup->is_open[geometry->cell_lines[cell][i]] = false;
}

void lineup_attack(Lineup *lineup, int cell) {
    lineup->is_empty[cell] = false;
    lineup->is_attackers[cell] = true;
}

/* Replies by weight */

static const int64_t THREAT = INT64_C(1) << 40;

void lineup_weigh(const Lineup *lineup, int64_t weight[CELLS_MAX]) {
    const Geometry *geometry = lineup->geometry;
    for (int cell = 0; cell < geometry->cells; cell++) weight[cell] = lineup->is_empty[cell] ? 0 : -1;
    for (int line = 0; line < geometry->lines; line++) {
        const uint16_t *cells = geometry->line_cells[line];
        int stones = 0;
        if (!lineup->is_open[line]) continue;
        for (int i = 0; i < geometry->n; i++) stones += lineup->is_attackers[cells[i]];
        int64_t more = stones == geometry->n - 1 ? THREAT : INT64_C(1) << stones;
        for (int i = 0; i < geometry->n; i++) {
            if (weight[cells[i]] >= 0) weight[cells[i]] += more;
        }
    }
}

int lineup_heaviest(const int64_t weight[CELLS_MAX], CellSet among) {
    int best = MOVE_NONE;
    while (!cells_is_empty(among)) {
        int cell = cells_take(&among);
        if (best == MOVE_NONE || weight[cell] > weight[best]) best = cell;
    }
    return best;
}

int lineup_replies(const Lineup *lineup, int count, int replies[]) {
    CellSet left = cells_none();
    int64_t weight[CELLS_MAX];
    int found = 0;
    lineup_weigh(lineup, weight);
    for (int cell = 0; cell < lineup->geometry->cells; cell++) {
        if (lineup->is_empty[cell]) cells_add(&left, cell);
    }
    for (; found < count && !cells_is_empty(left); found++) {
        replies[found] = lineup_heaviest(weight, left);
        cells_remove(&left, replies[found]);
        if (weight[replies[found]] >= THREAT) return found + 1;
    }
    return found;
}
