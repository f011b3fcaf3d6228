#include "blocks/picture.h"

#include <stdlib.h>
#include <string.h>

/* What blocks leave */

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

static bool search_rest(const Picture *picture, const Lineup *lineup, RestSearch *search, RestEffort *effort) {
    Rest rest;
    int number[CELLS_MAX];
    picture_rest(picture, lineup, &rest, number);
    bool holds = rest_search_holds(search, &rest, effort);
    effort->used = cells_of_board(&effort->used, lineup->geometry, number);
    return holds;
}

bool picture_search_rest(Picture *picture, const Lineup *lineup, RestSearch *search, RestEffort *effort) {
    uint64_t before = effort->nodes;
    bool holds = search_rest(picture, lineup, search, effort);
    picture->depth = effort->depth;
    picture->nodes = before - effort->nodes;
    return holds;
}

/* The game inside a block, with the stones that are there. */
typedef struct {
    SmallGame *game;
    uint32_t attackers, empty;
} BlockGame;

static BlockGame block_game(const Block *block, const Lineup *lineup, SmallGame *game, Watch *watch) {
    const Geometry *geometry = lineup->geometry;
    BlockGame inside = {.game = game};
    uint32_t lines[BLOCK_LINES_MAX];
    int count = 0;
    for (int k = 0; k < block->lines; k++) {
        if (!lineup->is_open[block->line[k]]) continue;
        const uint16_t *on_line = geometry->line_cells[block->line[k]];
        lines[count] = 0;
        for (int i = 0; i < block->cells; i++) {
            for (int j = 0; j < geometry->n; j++) lines[count] |= (uint32_t)(on_line[j] == block->cell[i]) << i;
        }
        count++;
    }
    for (int i = 0; i < block->cells; i++) {
        inside.attackers |= (uint32_t)lineup->is_attackers[block->cell[i]] << i;
        inside.empty |= (uint32_t)lineup->is_empty[block->cell[i]] << i;
    }
    small_game_set(game, lines, count, watch);
    return inside;
}

bool block_is_held(const Block *block, const Lineup *lineup, SmallGame *game, Watch *watch) {
    BlockGame inside = block_game(block, lineup, game, watch);
    return small_game_holds_with(game, inside.attackers, 0);
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

static void mark_blocks(const Picture *picture, bool is_in_block[CELLS_MAX]) {
    memset(is_in_block, 0, sizeof is_in_block[0] * CELLS_MAX);
    for (int i = 0; i < picture->count; i++) {
        for (int k = 0; k < picture->block[i].cells; k++) is_in_block[picture->block[i].cell[k]] = true;
    }
}

/* A stone that changes what is known of the picture. */
static bool is_attacked_at(const Lineup *lineup, int cell) {
    return lineup->is_attackers[cell] && (lineup->settled == NULL || !cells_has(lineup->settled, cell));
}

/* Where the attacker has no such stone outside the blocks, what they leave holds as it did then, or on the empty board.
 */
static bool rest_is_untouched(const Picture *picture, const Lineup *lineup) {
    bool is_in_block[CELLS_MAX];
    mark_blocks(picture, is_in_block);
    for (int cell = 0; cell < lineup->geometry->cells; cell++) {
        if (is_attacked_at(lineup, cell) && !is_in_block[cell]) return false;
    }
    return picture->is_from_start || lineup->settled != NULL;
}

PictureMemory *picture_memory_new(void) {
    PictureMemory *memory = malloc(sizeof *memory);
    if (memory == NULL) return NULL;
    memset(memory, 0, sizeof *memory);
    memory->search = rest_search_new();
    if (memory->search != NULL) return memory;
    free(memory);
    return NULL;
}

void picture_memory_free(PictureMemory *memory) {
    if (memory != NULL) rest_search_free(memory->search);
    free(memory);
}

/* Looking at a picture: how much there may be of the search of what it leaves. */
typedef struct {
    const Picture *picture;
    PictureMemory *memory;
    RestEffort *effort;
    Watch *spare; /* for what is good to know only */
} Look;

/* With at most this part of the effort. */
static bool rest_is_held(const Look *look, const Lineup *lineup, uint64_t nodes, Watch *watch) {
    if (rest_is_untouched(look->picture, lineup)) {
        for (int cell = 0; cell < lineup->geometry->cells; cell++) cells_add(&look->effort->used, cell);
        return true;
    }
    RestEffort part = *look->effort;
    part.depth = look->picture->depth;
    part.watch = watch;
    if (part.nodes > nodes) part.nodes = nodes;
    uint64_t before = part.nodes;
    bool holds = search_rest(look->picture, lineup, look->memory->search, &part);
    look->effort->used = part.used;
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

/* The answer to a first attack outside the blocks takes longest to find, so it may be known; MOVE_NONE if not. */
static int known_answer(const Picture *picture, const Lineup *lineup) {
    int attack = MOVE_NONE;
    bool is_in_block[CELLS_MAX];
    if (picture->first_answers == NULL) return MOVE_NONE;
    mark_blocks(picture, is_in_block);
    for (int cell = 0; cell < lineup->geometry->cells; cell++) {
        if (!lineup->is_attackers[cell] || is_in_block[cell]) continue;
        if (attack != MOVE_NONE) return MOVE_NONE;
        attack = cell;
    }
    int answer = attack == MOVE_NONE ? MOVE_NONE : picture->first_answers[attack];
    return answer != MOVE_NONE && lineup->is_empty[answer] ? answer : MOVE_NONE;
}

static int search_answer(const Look *look, const Lineup *lineup) {
    Rest rest;
    int number[CELLS_MAX], cell = 0;
    picture_rest(look->picture, lineup, &rest, number);
    look->effort->depth = look->picture->depth;
    int answer = rest_search_answer(look->memory->search, &rest, look->effort);
    if (answer < 0) return MOVE_NONE;
    while (number[cell] != answer) cell++;
    return cell;
}

/* Whether what the blocks leave is saved without an answer, or an answer that saves it. That nothing needs to be saved
 * is good to know, but an answer is what matters: so the first gets few nodes, and the second all others. */
static int mark_in_rest(const Look *look, const Lineup *lineup, bool is_safe[CELLS_MAX]) {
    enum { FREE_NODES = 1000 };
    if (rest_is_held(look, lineup, FREE_NODES, look->spare)) return mark_all(lineup, is_safe);
    int answer = known_answer(look->picture, lineup);
    if (answer == MOVE_NONE) answer = search_answer(look, lineup);
    if (answer == MOVE_NONE) return 0;
    is_safe[answer] = true;
    return 1;
}

/* The cells of a block that is lost if the attacker moves there again, and that save it: one that does, within the
 * effort, and others as long as there is time. The same game is asked about all of them, so that it is solved once. */
static int mark_in_block(const Look *look, const Block *block, const Lineup *lineup, bool is_safe[CELLS_MAX]) {
    SmallGame *game = &look->memory->game;
    BlockGame inside = block_game(block, lineup, game, look->effort->watch);
    int count = 0;
    for (int i = 0; i < block->cells && !game->is_spent; i++) {
        if ((inside.empty >> i & 1) == 0) continue;
        is_safe[block->cell[i]] = small_game_holds_with(game, inside.attackers, UINT32_C(1) << i);
        count += is_safe[block->cell[i]];
        if (count > 0) game->watch = look->spare;
    }
    return count;
}

/* A block was found to hold with all its cells empty, or later; stones of the defender only help. */
static bool block_still_holds(const Block *block, const Lineup *lineup, SmallGame *game, Watch *watch) {
    bool is_attacked = false;
    for (int i = 0; i < block->cells; i++) is_attacked = is_attacked || is_attacked_at(lineup, block->cell[i]);
    return !is_attacked || block_is_held(block, lineup, game, watch);
}

bool picture_blocks_hold(const Picture *picture, const Lineup *lineup, SmallGame *game, Watch *watch) {
    for (int i = 0; i < picture->count; i++) {
        if (!block_still_holds(&picture->block[i], lineup, game, watch)) return false;
    }
    return true;
}

bool picture_holds(const Picture *picture, const Lineup *lineup, PictureMemory *memory, RestEffort *effort) {
    Look look = {picture, memory, effort, effort->watch};
    return picture_blocks_hold(picture, lineup, &memory->game, effort->watch) &&
           rest_is_held(&look, lineup, UINT64_MAX, effort->watch);
}

int picture_safe_moves(const Picture *picture, const Lineup *lineup, PictureMemory *memory, RestEffort *effort,
                       Watch *spare, bool is_safe[CELLS_MAX]) {
    Look look = {picture, memory, effort, spare};
    const Block *broken = NULL;
    memset(is_safe, 0, sizeof is_safe[0] * CELLS_MAX);
    for (int i = 0; i < picture->count; i++) {
        if (block_still_holds(&picture->block[i], lineup, &memory->game, effort->watch)) continue;
        if (broken != NULL) return 0;
        broken = &picture->block[i];
    }
    if (broken == NULL) return mark_in_rest(&look, lineup, is_safe);
    if (!rest_is_held(&look, lineup, UINT64_MAX, effort->watch)) return 0;
    return mark_in_block(&look, broken, lineup, is_safe);
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
