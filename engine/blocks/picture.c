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

enum { ANSWERS_MAX = 12 }; /* of the defender, outside the blocks, that are tried */

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
    if (rest_is_untouched(look->picture, lineup)) return true;
    picture_rest(look->picture, lineup, &rest, number);
    RestEffort part = *look->effort;
    if (part.nodes > nodes) part.nodes = nodes;
    uint64_t before = part.nodes;
    bool holds = rest_search_holds(look->search, &rest, &part);
    look->effort->nodes -= before - part.nodes;
    return holds;
}

static bool is_given_up(const RestEffort *effort) {
    return effort->is_over != NULL && effort->is_over(effort->context);
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

/* The heaviest cell of the rest that was not tried yet, or -1. */
static int heaviest(const Rest *rest, const int number[CELLS_MAX], const bool is_tried[CELLS_MAX], int cells) {
    int best = -1;
    double most = 0;
    for (int cell = 0; cell < cells; cell++) {
        double weight = number[cell] < 0 || is_tried[cell] ? 0 : relief(rest, number[cell]);
        if (weight <= most) continue;
        best = cell;
        most = weight;
    }
    return best;
}

/* The heaviest cells of the rest, those first; returns how many. */
static int list_answers(const Look *look, const Lineup *lineup, int answers[ANSWERS_MAX]) {
    Rest rest;
    int number[CELLS_MAX], count = 0;
    bool is_listed[CELLS_MAX] = {false};
    picture_rest(look->picture, lineup, &rest, number);
    while (count < ANSWERS_MAX) {
        int cell = heaviest(&rest, number, is_listed, lineup->geometry->cells);
        if (cell < 0) break;
        is_listed[cell] = true;
        answers[count++] = cell;
    }
    return count;
}

/* Whether what the blocks leave is saved without an answer, or the first answer that saves it. What is good is seen to
 * be so in few nodes, what is bad takes any number: so all get few nodes before any gets more. Where all is seen to be
 * bad at once, no nodes are used up: the last round is the one in which each gets all that are left. */
static int mark_in_rest(const Look *look, const Lineup *lineup, bool is_safe[CELLS_MAX]) {
    enum { FIRST_NODES = 100, GROWTH = 4 };
    int answers[ANSWERS_MAX], count = list_answers(look, lineup, answers);
    bool is_last = false;
    for (uint64_t nodes = FIRST_NODES; look->effort->nodes > 0 && !is_last; nodes *= GROWTH) {
        is_last = nodes >= look->effort->nodes;
        if (rest_is_held(look, lineup, nodes)) return mark_all(lineup, is_safe);
        for (int i = 0; i < count && look->effort->nodes > 0; i++) {
            Lineup next = *lineup;
            lineup_defend(&next, answers[i]);
            is_safe[answers[i]] = rest_is_held(look, &next, nodes);
            if (is_safe[answers[i]]) return 1;
        }
        if (is_given_up(look->effort)) break;
    }
    return 0;
}

/* A block was found to hold with all its cells empty; stones of the defender only help. */
static bool block_still_holds(const Block *block, const Lineup *lineup) {
    bool is_attacked = false;
    for (int i = 0; i < block->cells; i++) is_attacked = is_attacked || lineup->is_attackers[block->cell[i]];
    return !is_attacked || block_is_held(block, lineup);
}

bool picture_holds(const Picture *picture, const Lineup *lineup, RestEffort *effort) {
    for (int i = 0; i < picture->count; i++) {
        if (!block_still_holds(&picture->block[i], lineup)) return false;
    }
    Look look = {picture, rest_search_new(), effort};
    bool holds = look.search != NULL && rest_is_held(&look, lineup, UINT64_MAX);
    rest_search_free(look.search);
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
    int number[CELLS_MAX];
    bool is_passed_over[CELLS_MAX] = {false};
    picture_rest(picture, lineup, &rest, number);
    return heaviest(&rest, number, is_passed_over, lineup->geometry->cells);
}
