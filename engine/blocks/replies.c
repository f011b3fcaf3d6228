#include "blocks/replies.h"

static const int64_t THREAT = INT64_C(1) << 40;

void replies_weigh(const Lineup *lineup, int64_t weight[CELLS_MAX]) {
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

int replies_heaviest(const int64_t weight[CELLS_MAX], CellSet among) {
    int best = MOVE_NONE;
    while (!cells_is_empty(among)) {
        int cell = cells_take(&among);
        if (best == MOVE_NONE || weight[cell] > weight[best]) best = cell;
    }
    return best;
}

int replies_list(const Lineup *lineup, int count, int replies[]) {
    CellSet left = cells_none();
    int64_t weight[CELLS_MAX];
    int found = 0;
    replies_weigh(lineup, weight);
    for (int cell = 0; cell < lineup->geometry->cells; cell++) {
        if (lineup->is_empty[cell]) cells_add(&left, cell);
    }
    for (; found < count && !cells_is_empty(left); found++) {
        replies[found] = replies_heaviest(weight, left);
        cells_remove(&left, replies[found]);
        if (weight[replies[found]] >= THREAT) return found + 1;
    }
    return found;
}
