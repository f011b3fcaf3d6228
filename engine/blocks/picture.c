#include "blocks/picture.h"

#include <string.h>

#include "blocks/small_game.h"

static bool has_stone(const Placement *position, Side side, int cell) {
    return (position->stones[side][cell / 64] >> cell % 64 & 1) != 0;
}

void lineup_init(Lineup *lineup, const Geometry *geometry, const Placement *position, Side attacker) {
    lineup->geometry = geometry;
    for (int line = 0; line < geometry->lines; line++) lineup->is_open[line] = true;
    for (int cell = 0; cell < geometry->cells; cell++) {
        lineup->is_attackers[cell] = has_stone(position, attacker, cell);
        lineup->is_empty[cell] = !lineup->is_attackers[cell];
        if (has_stone(position, side_other(attacker), cell)) lineup_defend(lineup, cell);
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

void picture_rest(const Picture *picture, const Lineup *lineup, Rest *rest, int number[CELLS_MAX]) {
    const Geometry *geometry = lineup->geometry;
    bool is_left[LINES_MAX];
    rest->cells = rest->lines = 0;
    memcpy(is_left, lineup->is_open, sizeof is_left);
    for (int cell = 0; cell < geometry->cells; cell++) number[cell] = lineup->is_empty[cell] ? 0 : -1;
    for (int i = 0; i < picture->count; i++) {
        const Block *block = &picture->block[i];
        for (int k = 0; k < block->cells; k++) number[block->cell[k]] = -1;
        for (int k = 0; k < block->lines; k++) is_left[block->line[k]] = false;
    }
    for (int cell = 0; cell < geometry->cells; cell++) {
        if (number[cell] == 0) number[cell] = rest->cells++;
    }
    for (int line = 0; line < geometry->lines; line++) {
        if (!is_left[line]) continue;
        rest->size[rest->lines] = 0;
        for (int i = 0; i < geometry->n; i++) {
            int cell = number[geometry->line_cells[line][i]];
            if (cell >= 0) rest->cell[rest->lines][rest->size[rest->lines]++] = (uint16_t)cell;
        }
        rest->lines++;
    }
}

/* Numbers in the rest become cells of the board. */
static CellSet cells_of_board(const CellSet *numbers, const Geometry *geometry, const int number[CELLS_MAX]) {
    CellSet cells = cells_none();
    for (int cell = 0; cell < geometry->cells; cell++) {
        if (number[cell] >= 0 && cells_has(numbers, number[cell])) cells_add(&cells, cell);
    }
    return cells;
}

bool picture_search_rest(Picture *picture, const Lineup *lineup, RestSearch *search, RestEffort *effort) {
    Rest rest;
    int number[CELLS_MAX];
    uint64_t before = effort->nodes;
    picture_rest(picture, lineup, &rest, number);
    bool holds = rest_search_holds(search, &rest, effort);
    effort->used = cells_of_board(&effort->used, lineup->geometry, number);
    picture->depth = effort->depth;
    picture->nodes = before - effort->nodes;
    return holds;
}

bool block_is_held(const Block *block, const Lineup *lineup) {
    const Geometry *geometry = lineup->geometry;
    SmallGame game = {.lines = 0};
    uint32_t lines[BLOCK_LINES_MAX];
    int count = 0;
    for (int k = 0; k < block->lines; k++) {
        int line = block->line[k];
        if (!lineup->is_open[line]) continue;
        lines[count] = 0;
        for (int i = 0; i < block->cells; i++) {
            if (!lineup->is_empty[block->cell[i]]) continue;
            for (int j = 0; j < geometry->n; j++) {
                if (geometry->line_cells[line][j] == block->cell[i]) lines[count] |= UINT32_C(1) << i;
            }
        }
        count++;
    }
    return small_game_holds(&game, lines, count);
}

/* Playing from a picture */

static int mark_all(const Lineup *lineup, bool is_safe[CELLS_MAX]) {
    int count = 0;
    for (int cell = 0; cell < lineup->geometry->cells; cell++) {
        is_safe[cell] = lineup->is_empty[cell];
        count += is_safe[cell];
    }
    return count;
}

/* The cells of a block that is lost if the attacker moves there again, and that save it. */
static int mark_in_block(const Block *block, const Lineup *lineup, bool is_safe[CELLS_MAX]) {
    int count = 0;
    for (int i = 0; i < block->cells; i++) {
        Lineup next = *lineup;
        if (!lineup->is_empty[block->cell[i]]) continue;
        lineup_defend(&next, block->cell[i]);
        is_safe[block->cell[i]] = block_is_held(block, &next);
        count += is_safe[block->cell[i]];
    }
    return count;
}

/* Stones of a side outside the blocks. */
static int stones_in_rest(const Picture *picture, const Lineup *lineup, bool of_attacker) {
    bool is_in_block[CELLS_MAX] = {false};
    int count = 0;
    for (int i = 0; i < picture->count; i++) {
        for (int k = 0; k < picture->block[i].cells; k++) is_in_block[picture->block[i].cell[k]] = true;
    }
    for (int cell = 0; cell < lineup->geometry->cells; cell++) {
        bool has_stone_here = !lineup->is_empty[cell] && lineup->is_attackers[cell] == of_attacker;
        count += has_stone_here && !is_in_block[cell];
    }
    return count;
}

/* Where the attacker has no stone, everything is at least as good as on the empty board. */
static bool rest_is_untouched(const Picture *picture, const Lineup *lineup) {
    return picture->is_from_start && stones_in_rest(picture, lineup, true) == 0;
}

/* Looking at a picture: the search of what it leaves, and how much of it there may be. */
typedef struct {
    const Picture *picture;
    RestSearch *search;
    RestEffort *effort;
} Look;

/* With at most this part of the effort. */
static bool rest_is_held(const Look *look, const Lineup *lineup, uint64_t nodes) {
    Rest rest;
    int number[CELLS_MAX];
    if (rest_is_untouched(look->picture, lineup)) {
        for (int cell = 0; cell < lineup->geometry->cells; cell++) cells_add(&look->effort->used, cell);
        return true;
    }
    picture_rest(look->picture, lineup, &rest, number);
    RestEffort part = *look->effort;
    part.depth = look->picture->depth;
    if (part.nodes > nodes) part.nodes = nodes;
    uint64_t before = part.nodes;
    bool holds = rest_search_holds(look->search, &rest, &part);
    look->effort->used = cells_of_board(&part.used, lineup->geometry, number);
    look->effort->nodes -= before - part.nodes;
    return holds;
}

/* How much a stone of the defender relieves what is left. */
static double relief(const Rest *rest, int cell) {
    double weight = 0;
    for (int line = 0; line < rest->lines; line++) {
        for (int i = 0; i < rest->size[line]; i++) {
            if (rest->cell[line][i] == cell) weight += 1.0 / (double)(1u << rest->size[line]);
        }
    }
    return weight;
}

/* Whether what the blocks leave is saved without an answer, or an answer that saves it. That nothing needs to be saved
 * is good to know, but an answer is what matters: so the first gets few nodes, and the second all others. */
static int mark_in_rest(const Look *look, const Lineup *lineup, bool is_safe[CELLS_MAX]) {
    enum { FREE_NODES = 1000 };
    Rest rest;
    int number[CELLS_MAX], cell = 0;
    if (rest_is_held(look, lineup, FREE_NODES)) return mark_all(lineup, is_safe);
    picture_rest(look->picture, lineup, &rest, number);
    look->effort->depth = look->picture->depth;
    int answer = rest_search_answer(look->search, &rest, look->effort);
    if (answer < 0) return 0;
    while (number[cell] != answer) cell++;
    is_safe[cell] = true;
    return 1;
}

/* A block was found to hold with all its cells empty; stones of the defender only help. */
static bool block_still_holds(const Block *block, const Lineup *lineup) {
    bool is_attacked = false;
    for (int i = 0; i < block->cells; i++) is_attacked = is_attacked || lineup->is_attackers[block->cell[i]];
    return !is_attacked || block_is_held(block, lineup);
}

bool picture_holds_by(const Picture *picture, const Lineup *lineup, RestSearch *search, RestEffort *effort) {
    for (int i = 0; i < picture->count; i++) {
        if (!block_still_holds(&picture->block[i], lineup)) return false;
    }
    return rest_is_held(&(Look){picture, search, effort}, lineup, UINT64_MAX);
}

bool picture_holds(const Picture *picture, const Lineup *lineup, RestEffort *effort) {
    RestSearch *search = rest_search_new();
    bool holds = search != NULL && picture_holds_by(picture, lineup, search, effort);
    rest_search_free(search);
    return holds;
}

static int safe_moves(const Look *look, const Lineup *lineup, const Block *broken, bool is_safe[CELLS_MAX]) {
    if (broken == NULL) return mark_in_rest(look, lineup, is_safe);
    return rest_is_held(look, lineup, UINT64_MAX) ? mark_in_block(broken, lineup, is_safe) : 0;
}

int picture_safe_moves(const Picture *picture, const Lineup *lineup, RestEffort *effort, bool is_safe[CELLS_MAX]) {
    const Block *broken = NULL;
    memset(is_safe, 0, sizeof is_safe[0] * CELLS_MAX);
    for (int i = 0; i < picture->count; i++) {
        if (block_still_holds(&picture->block[i], lineup)) continue;
        if (broken != NULL) return 0;
        broken = &picture->block[i];
    }
    Look look = {picture, rest_search_new(), effort};
    int count = look.search == NULL ? 0 : safe_moves(&look, lineup, broken, is_safe);
    rest_search_free(look.search);
    return count;
}

int picture_heaviest_cell(const Picture *picture, const Lineup *lineup) {
    Rest rest;
    int number[CELLS_MAX], best = -1;
    double most = 0;
    picture_rest(picture, lineup, &rest, number);
    for (int cell = 0; cell < lineup->geometry->cells; cell++) {
        double weight = number[cell] < 0 ? 0 : relief(&rest, number[cell]);
        if (weight <= most) continue;
        best = cell;
        most = weight;
    }
    return best;
}
