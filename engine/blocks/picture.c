#include "blocks/picture.h"

#include <string.h>

/* The game inside one block */

enum { RUNS_MAX = (1 << (63 - 2 * SMALL_CELLS_MAX)) - 1 };

/* The empty cells of the lines that the defender has not stopped. */
typedef struct {
    uint32_t cells;
    uint32_t last; /* of these, the last cells of lines */
    bool is_complete;
} OpenCells;

static OpenCells open_cells(const SmallGame *game, uint32_t attackers, uint32_t defenders) {
    OpenCells open = {0, 0, false};
    for (int i = 0; i < game->lines; i++) {
        if ((game->line[i] & defenders) != 0) continue;
        uint32_t left = game->line[i] & ~attackers;
        open.cells |= left;
        if ((left & (left - 1)) == 0) open.last |= left;
        open.is_complete = open.is_complete || left == 0;
    }
    return open;
}

/* The lines have so many cells between them that the defender holds by weight (Erdos and Selfridge 1973). */
static bool holds_by_weight(const SmallGame *game, uint32_t attackers, uint32_t defenders) {
    double weight = 0;
    for (int i = 0; i < game->lines; i++) {
        if ((game->line[i] & defenders) != 0) continue;
        weight += 1.0 / (double)(1u << __builtin_popcount(game->line[i] & ~attackers));
    }
    return weight < 0.5;
}

static bool holds(SmallGame *game, uint32_t attackers, uint32_t defenders);

static bool has_answer(SmallGame *game, uint32_t attackers, uint32_t defenders) {
    OpenCells open = open_cells(game, attackers, defenders);
    if (open.is_complete || (open.last & (open.last - 1)) != 0) return false;
    uint32_t answers = open.last != 0 ? open.last : open.cells;
    if (answers == 0) return true;
    for (; answers != 0; answers &= answers - 1) {
        if (holds(game, attackers, defenders | (answers & (~answers + 1)))) return true;
    }
    return false;
}

static bool survives_all(SmallGame *game, uint32_t attackers, uint32_t defenders, uint32_t attacks) {
    for (; attacks != 0; attacks &= attacks - 1) {
        if (!has_answer(game, attackers | (attacks & (~attacks + 1)), defenders)) return false;
    }
    return true;
}

/* The attacker is to move. */
static bool holds(SmallGame *game, uint32_t attackers, uint32_t defenders) {
    OpenCells open = open_cells(game, attackers, defenders);
    if (open.is_complete || open.last != 0) return false;
    if (open.cells == 0 || holds_by_weight(game, attackers, defenders)) return true;
    uint64_t key = (uint64_t)attackers << SMALL_CELLS_MAX | defenders;
    uint64_t *known = &game->memo[key * UINT64_C(0x9E3779B97F4A7C15) >> (64 - SMALL_MEMO_BITS)];
    if (*known >> 1 == (game->run << 2 * SMALL_CELLS_MAX | key)) return (*known & 1) != 0;
    bool fine = survives_all(game, attackers, defenders, open.cells);
    *known = (game->run << 2 * SMALL_CELLS_MAX | key) << 1 | fine;
    return fine;
}

bool small_game_holds(SmallGame *game, const uint32_t line[], int lines) {
    game->lines = lines;
    if (game->run == RUNS_MAX) *game = (SmallGame){.lines = lines, .run = 0};
    memcpy(game->line, line, sizeof line[0] * (size_t)lines);
    game->run++;
    return holds(game, 0, 0);
}

/* A position as a picture sees it */

void lineup_init(Lineup *lineup, const Geometry *geometry, const Board *board, Side attacker) {
    lineup->geometry = geometry;
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

/* Where the attacker has no stone outside the blocks, everything there is at least as good as on the empty board. */
static bool rest_is_untouched(const Picture *picture, const Lineup *lineup) {
    bool is_in_block[CELLS_MAX] = {false};
    for (int i = 0; i < picture->count; i++) {
        for (int k = 0; k < picture->block[i].cells; k++) is_in_block[picture->block[i].cell[k]] = true;
    }
    for (int cell = 0; cell < lineup->geometry->cells; cell++) {
        if (lineup->is_attackers[cell] && !is_in_block[cell]) return false;
    }
    return picture->is_from_start;
}

/* Looking at a picture: the search of what it leaves, and how much of it there may be. */
typedef struct {
    const Picture *picture;
    RestSearch *search;
    RestEffort *effort;
} Look;

/* With at most this part of the effort. */
static bool rest_is_held(const Look *look, const Lineup *lineup, uint64_t nodes) {
    if (rest_is_untouched(look->picture, lineup)) {
        for (int cell = 0; cell < lineup->geometry->cells; cell++) cells_add(&look->effort->used, cell);
        return true;
    }
    RestEffort part = *look->effort;
    part.depth = look->picture->depth;
    if (part.nodes > nodes) part.nodes = nodes;
    uint64_t before = part.nodes;
    bool holds = search_rest(look->picture, lineup, look->search, &part);
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

bool picture_holds(const Picture *picture, const Lineup *lineup, RestSearch *search, RestEffort *effort) {
    for (int i = 0; i < picture->count; i++) {
        if (!block_still_holds(&picture->block[i], lineup)) return false;
    }
    RestSearch *own = search == NULL ? rest_search_new() : NULL;
    Look look = {picture, search != NULL ? search : own, effort};
    bool holds = look.search != NULL && rest_is_held(&look, lineup, UINT64_MAX);
    rest_search_free(own);
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
