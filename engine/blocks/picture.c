#include "blocks/picture.h"

#include <stdlib.h>
#include <string.h>

/* The game inside one block */

enum { RUNS_MAX = (1 << (63 - 2 * SMALL_CELLS_MAX)) - 1 };

/* The empty cells of the lines that the defender has not stopped. A cell on a single line is never worth more than one
 * where it crosses another, to either side, and a line that crosses no other needs nothing but two empty cells. */
typedef struct {
    uint32_t cells;
    uint32_t crossings, thick; /* cells on at least two lines, and three */
    uint32_t last;             /* the last cells of lines */
    uint32_t weight;           /* of the lines, where one without empty cells has FULL_WEIGHT */
    bool is_complete;
} OpenCells;

enum { FULL_WEIGHT = 1 << SMALL_CELLS_MAX };

static OpenCells open_cells(const SmallGame *game, uint32_t attackers, uint32_t defenders) {
    OpenCells open = {.cells = 0};
    for (int i = 0; i < game->lines; i++) {
        if ((game->line[i] & defenders) != 0) continue;
        uint32_t left = game->line[i] & ~attackers;
        open.thick |= open.crossings & left;
        open.crossings |= open.cells & left;
        open.cells |= left;
        if ((left & (left - 1)) == 0) open.last |= left;
        open.weight += (uint32_t)FULL_WEIGHT >> sets_count_bits(left);
        open.is_complete = open.is_complete || left == 0;
    }
    return open;
}

static bool holds(SmallGame *game, uint32_t attackers, uint32_t defenders);

/* One of these answers holds. */
static bool one_holds(SmallGame *game, uint32_t attackers, uint32_t defenders, uint32_t answers) {
    for (; answers != 0; answers &= answers - 1) {
        if (holds(game, attackers, defenders | (answers & (~answers + 1)))) return true;
    }
    return false;
}

static bool has_answer(SmallGame *game, uint32_t attackers, uint32_t defenders) {
    OpenCells open = open_cells(game, attackers, defenders);
    if (open.is_complete || (open.last & (open.last - 1)) != 0) return false;
    if (open.last != 0) return holds(game, attackers, defenders | open.last);
    return open.crossings == 0 || one_holds(game, attackers, defenders, open.thick) ||
           one_holds(game, attackers, defenders, open.crossings & ~open.thick);
}

static bool survives_all(SmallGame *game, uint32_t attackers, uint32_t defenders, uint32_t attacks) {
    for (; attacks != 0; attacks &= attacks - 1) {
        if (!has_answer(game, attackers | (attacks & (~attacks + 1)), defenders)) return false;
    }
    return true;
}

/* The attacker is to move. Weight holds by Erdos and Selfridge (1973). */
static bool holds(SmallGame *game, uint32_t attackers, uint32_t defenders) {
    OpenCells open = open_cells(game, attackers, defenders);
    if (open.is_complete || open.last != 0) return false;
    if (open.crossings == 0 || open.weight < FULL_WEIGHT / 2) return true;
    uint64_t key = (uint64_t)attackers << SMALL_CELLS_MAX | defenders;
    uint64_t *known = &game->memo[key * UINT64_C(0x9E3779B97F4A7C15) >> (64 - SMALL_MEMO_BITS)];
    if (*known >> 1 == (game->run << 2 * SMALL_CELLS_MAX | key)) return (*known & 1) != 0;
    game->is_spent = game->is_spent || watch_step(game->watch, 1);
    bool fine = !game->is_spent && survives_all(game, attackers, defenders, open.thick) &&
                survives_all(game, attackers, defenders, open.crossings & ~open.thick);
    if (!game->is_spent) *known = (game->run << 2 * SMALL_CELLS_MAX | key) << 1 | fine;
    return fine;
}

/* A new game; all that was known is of another. */
static void set_game(SmallGame *game, const uint32_t line[], int lines, Watch *watch) {
    if (game->run == RUNS_MAX) *game = (SmallGame){.run = 0};
    memcpy(game->line, line, sizeof line[0] * (size_t)lines);
    game->lines = lines;
    game->watch = watch;
    game->is_spent = false;
    game->run++;
}

bool small_game_holds(SmallGame *game, const uint32_t line[], int lines, Watch *watch) {
    set_game(game, line, lines, watch);
    return holds(game, 0, 0);
}

/* A position as a picture sees it */

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
    set_game(game, lines, count, watch);
    return inside;
}

bool block_is_held(const Block *block, const Lineup *lineup, SmallGame *game, Watch *watch) {
    BlockGame inside = block_game(block, lineup, game, watch);
    return holds(game, inside.attackers, 0);
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
        is_safe[block->cell[i]] = holds(game, inside.attackers, UINT32_C(1) << i);
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
