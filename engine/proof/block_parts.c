#include "proof/block_parts.h"

#include <stdlib.h>
#include <string.h>

void block_position_init(BlockPosition *position, const Geometry *geometry, const CellSet stones[2], Side attacker) {
    position->geometry = geometry;
    for (int cell = 0; cell < geometry->cells; cell++) {
        bool is_attackers = cells_has(&stones[attacker], cell);
        bool is_defenders = cells_has(&stones[side_other(attacker)], cell);
        position->stone[cell] = is_attackers ? ATTACKER : is_defenders ? DEFENDER : EMPTY;
    }
}

static int compare_numbers(int a, int b) {
    return (a > b) - (a < b);
}

static int compare_moves(const void *a, const void *b) {
    const ProofItem *one = *(const ProofItem *const *)a, *other = *(const ProofItem *const *)b;
    int order = compare_numbers((int)one->side, (int)other->side), i = 0;
    for (; order == 0 && i < one->cells && i < other->cells; i++) order = compare_numbers(one->cell[i], other->cell[i]);
    if (order == 0) order = compare_numbers(one->cells, other->cells);
    return order != 0 ? order : (one > other) - (one < other);
}

int block_parts_against(const Proof *proof, const ProofItem *order[]) {
    int count = 0;
    for (int i = 0; i < proof->count; i++) {
        if (proof->items[i].kind == ITEM_AGAINST) order[count++] = &proof->items[i];
    }
    if (count > 0) qsort(order, (size_t)count, sizeof *order, compare_moves);
    return count;
}

bool block_position_is_open(const BlockPosition *position, int line) {
    for (int i = 0; i < position->geometry->n; i++) {
        if (position->stone[position->geometry->line_cells[line][i]] == DEFENDER) return false;
    }
    return true;
}

int block_parts_lines(const Geometry *geometry, const ProofItem *item, int lines[PROOF_BLOCK_LINES_MAX]) {
    if (item->kind == ITEM_PAIR) {
        lines[0] = geometry_line_through(geometry, item->cell[0], item->cell[1]);
        return 1;
    }
    for (int i = 0; i < item->lines; i++)
        lines[i] = geometry_line_through(geometry, item->line[i][0], item->line[i][1]);
    return item->lines;
}

int block_parts_all_lines(const Geometry *geometry, const ProofItem *item, int lines[LINES_MAX]) {
    uint8_t held[LINES_MAX] = {0}; /* cells of the block on each line */
    int count = 0;
    for (int i = 0; i < item->cells; i++) {
        int cell = item->cell[i];
        for (int k = 0; k < geometry->lines_through[cell]; k++) held[geometry->cell_lines[cell][k]]++;
    }
    for (int line = 0; line < geometry->lines; line++) {
        if (held[line] > 1) lines[count++] = line;
    }
    return count;
}

void block_part_init(BlockPart *part, const BlockPosition *position, const ProofItem *item) {
    int lines[PROOF_BLOCK_LINES_MAX], count = block_parts_lines(position->geometry, item, lines);
    memset(part, 0, sizeof *part);
    for (int i = 0; i < item->cells; i++) {
        if (position->stone[item->cell[i]] == EMPTY) part->cell[part->cells++] = item->cell[i];
    }
    for (int i = 0; i < count; i++) {
        if (!block_position_is_open(position, lines[i])) continue;
        unsigned *cut = &part->game.line[part->game.lines++];
        for (int k = 0; k < part->cells; k++) {
            if (geometry_line_has(position->geometry, lines[i], part->cell[k])) *cut |= 1u << k;
        }
    }
}

void block_parts_rest(CutLines *rest, bool is_left[CELLS_MAX], const BlockPosition *position, const ProofItem items[],
                      int count) {
    const Geometry *geometry = position->geometry;
    *rest = (CutLines){.cells = geometry->cells, .lines = geometry->lines};
    for (int cell = 0; cell < geometry->cells; cell++) is_left[cell] = position->stone[cell] == EMPTY;
    for (int line = 0; line < geometry->lines; line++) rest->is_out[line] = !block_position_is_open(position, line);
    for (int item = 0; item < count; item++) {
        int lines[PROOF_BLOCK_LINES_MAX], lines_of_item = block_parts_lines(geometry, &items[item], lines);
        for (int i = 0; i < items[item].cells; i++) is_left[items[item].cell[i]] = false;
        for (int i = 0; i < lines_of_item; i++) rest->is_out[lines[i]] = true;
    }
    for (int line = 0; line < geometry->lines; line++) {
        for (int i = 0; i < geometry->n && !rest->is_out[line]; i++) {
            int cell = geometry->line_cells[line][i];
            if (is_left[cell]) rest->cell[line][rest->size[line]++] = (uint16_t)cell;
        }
    }
}
