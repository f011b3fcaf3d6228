/* It is easiest to read from the end. */
#include "proof/blocks_check.h"

#include <stdlib.h>
#include <string.h>

#include "proof/rest_check.h"

/* Nodes of all searches together: half a minute or so. */
static const uint64_t WORK_MAX = 10000000;

enum { MEMO_BITS = 16 };

typedef enum { EMPTY, ATTACKER, DEFENDER } Stone;

typedef struct {
    uint32_t key; /* the cells of both sides */
    bool is_known, holds;
} KnownBlock;

typedef struct {
    const Proof *proof;
    const Geometry *geometry;
    const Symmetries *symmetries;
    ProofReport *report;
    Side attacker;
    bool attacker_is_to_move; /* at the start */
    Stone stone[CELLS_MAX];
    bool *item_is_used;
    KnownBlock *memo;
    RestBudget budget;
    int holds_on_empty_board; /* the first item of a picture that has been checked there, or 0 */

    /* Of the picture being checked. */
    bool is_in_part[CELLS_MAX];
    bool line_is_done[LINES_MAX];
} BlocksCheck;

/* A block or a pair: sets of its cells are bits. */
typedef struct {
    int cells, lines;
    uint16_t cell[PROOF_BLOCK_CELLS_MAX];
    unsigned line[PROOF_BLOCK_LINES_MAX];
} Block;

static bool fail(BlocksCheck *check, const char *why) {
    Diagram diagram = check->proof->start;
    for (int cell = 0; cell < check->geometry->cells; cell++) {
        if (check->stone[cell] == EMPTY) continue;
        bool is_attackers = check->stone[cell] == ATTACKER;
        cells_add(&diagram.stones[is_attackers ? check->attacker : side_other(check->attacker)], cell);
    }
    int balance = cells_count(diagram.stones[SIDE_X]) - cells_count(diagram.stones[SIDE_O]);
    diagram.to_move = balance > 0 ? SIDE_O : SIDE_X;
    diagram_print(&diagram, check->report->position);
    return refuse(&check->report->why, "against %c: %s", side_letter(check->attacker), why);
}

static bool refuse_item(BlocksCheck *check, int item, const char *why) {
    return refuse(&check->report->why, "line %d of the proof: %s", item + 5, why);
}

static bool refuse_work(BlocksCheck *check) {
    return refuse(&check->report->why, "the check takes more than %llu nodes", (unsigned long long)WORK_MAX);
}

/* Blocks, by brute force */

static bool block_holds(BlocksCheck *check, const Block *block, unsigned attackers, unsigned defenders);

/* The empty cells of open lines; if the attacker threatens to complete one, only the cells that do so. */
static unsigned block_moves(const Block *block, unsigned attackers, unsigned defenders) {
    unsigned moves = 0, completing = 0;
    for (int i = 0; i < block->lines; i++) {
        unsigned left = block->line[i] & ~attackers;
        if ((block->line[i] & defenders) != 0) continue;
        moves |= left;
        if ((left & (left - 1)) == 0) completing |= left;
    }
    return completing != 0 ? completing : moves;
}

static bool attacker_has_line(const Block *block, unsigned attackers, unsigned defenders) {
    for (int i = 0; i < block->lines; i++) {
        if ((block->line[i] & (defenders | ~attackers)) == 0) return true;
    }
    return false;
}

/* Two cells that complete lines cannot both be taken; whichever is tried, block_holds sees the other. */
static bool block_has_answer(BlocksCheck *check, const Block *block, unsigned attackers, unsigned defenders) {
    unsigned answers = block_moves(block, attackers, defenders);
    if (attacker_has_line(block, attackers, defenders)) return false;
    for (int i = 0; i < block->cells; i++) {
        unsigned answer = 1u << i;
        if ((answers & answer) != 0 && block_holds(check, block, attackers, defenders | answer)) return true;
    }
    return answers == 0;
}

/* The attacker is to move. */
static bool try_attacks(BlocksCheck *check, const Block *block, unsigned attackers, unsigned defenders) {
    if (attacker_has_line(block, attackers, defenders)) return false;
    unsigned attacks = block_moves(block, attackers, defenders);
    for (int i = 0; i < block->cells; i++) {
        unsigned attack = 1u << i;
        if ((attacks & attack) != 0 && !block_has_answer(check, block, attackers | attack, defenders)) return false;
    }
    return true;
}

static bool block_holds(BlocksCheck *check, const Block *block, unsigned attackers, unsigned defenders) {
    uint32_t key = (uint32_t)(attackers << PROOF_BLOCK_CELLS_MAX | defenders);
    KnownBlock *known = &check->memo[(key * UINT32_C(0x9E3779B1)) >> (32 - MEMO_BITS)];
    if (known->is_known && known->key == key) return known->holds;
    if (check->budget.nodes == 0) return false;
    check->budget.nodes--;
    bool holds = try_attacks(check, block, attackers, defenders);
    *known = (KnownBlock){key, true, holds};
    return holds;
}

/* The line through two cells, or -1. */
static int line_through(const Geometry *geometry, int one, int other) {
    for (int i = 0; i < geometry->lines_through[one] && one != other; i++) {
        int line = geometry->cell_lines[one][i];
        for (int k = 0; k < geometry->n; k++) {
            if (geometry->line_cells[line][k] == other) return line;
        }
    }
    return -1;
}

static bool is_open(const BlocksCheck *check, int line) {
    for (int i = 0; i < check->geometry->n; i++) {
        if (check->stone[check->geometry->line_cells[line][i]] == DEFENDER) return false;
    }
    return true;
}

static unsigned cut_to_block(const BlocksCheck *check, const Block *block, int line) {
    unsigned cut = 0;
    for (int i = 0; i < block->cells; i++) {
        for (int k = 0; k < check->geometry->n; k++) {
            if (check->geometry->line_cells[line][k] == block->cell[i]) cut |= 1u << i;
        }
    }
    return cut;
}

/* Cells that hold a stone are no part of a block; lines that are not open any more are stopped already. */
static bool check_part(BlocksCheck *check, int index) {
    const ProofItem *item = &check->proof->items[index];
    Block block = {0};
    for (int i = 0; i < item->cells; i++) {
        int cell = item->cell[i];
        if (check->is_in_part[cell]) return refuse_item(check, index, "a cell is in two blocks or pairs, or twice");
        check->is_in_part[cell] = true;
        if (check->stone[cell] == EMPTY) block.cell[block.cells++] = (uint16_t)cell;
    }
    int lines = item->kind == ITEM_PAIR ? 1 : item->lines;
    for (int i = 0; i < lines; i++) {
        const uint16_t *ends = item->kind == ITEM_PAIR ? item->cell : item->line[i];
        int line = line_through(check->geometry, ends[0], ends[1]);
        if (line < 0) return refuse_item(check, index, "two cells are not on a line of the game");
        if (check->line_is_done[line]) return refuse_item(check, index, "a line is stopped twice");
        check->line_is_done[line] = true;
        if (is_open(check, line)) block.line[block.lines++] = cut_to_block(check, &block, line);
    }
    memset(check->memo, 0, sizeof *check->memo << MEMO_BITS);
    if (block_holds(check, &block, 0, 0)) return true;
    return check->budget.nodes == 0 ? refuse_work(check)
                                    : refuse_item(check, index, "the attacker wins inside this block");
}

/* What no block takes */

static bool check_rest(BlocksCheck *check) {
    const Geometry *geometry = check->geometry;
    CutLines rest = {.lines = 0};
    int number[CELLS_MAX];
    for (int cell = 0; cell < geometry->cells; cell++) {
        bool is_left = check->stone[cell] == EMPTY && !check->is_in_part[cell];
        number[cell] = is_left ? rest.cells++ : -1;
    }
    for (int line = 0; line < geometry->lines; line++) {
        if (check->line_is_done[line] || !is_open(check, line)) continue;
        for (int i = 0; i < geometry->n; i++) {
            int cell = number[geometry->line_cells[line][i]];
            if (cell >= 0) rest.cell[rest.lines][rest.size[rest.lines]++] = (uint16_t)cell;
        }
        rest.lines++;
    }
    switch (rest_check(&rest, &check->budget)) {
    case REST_HOLDS:
        return true;
    case REST_FAILS:
        return fail(check, "the attacker completes a line that no block stops");
    case REST_TOO_MUCH:
        return refuse_work(check);
    case REST_NO_MEMORY:
        break;
    }
    return refuse(&check->report->why, "not enough memory for the check");
}

static bool is_board_empty(const BlocksCheck *check) {
    for (int cell = 0; cell < check->geometry->cells; cell++) {
        if (check->stone[cell] != EMPTY) return false;
    }
    return true;
}

/* The picture below an `against` line stops the attacker in the present position. */
static bool check_picture(BlocksCheck *check, int item) {
    const Proof *proof = check->proof;
    memset(check->is_in_part, 0, sizeof check->is_in_part);
    memset(check->line_is_done, 0, sizeof check->line_is_done);
    check->report->positions++;
    check->item_is_used[item] = true;
    while (item < proof->count && proof->items[item].kind == ITEM_AGAINST) item++;
    /* Without stones it is the same for both sides. */
    bool is_for_both = is_board_empty(check);
    if (is_for_both && check->holds_on_empty_board == item) return true;
    if (is_for_both) check->holds_on_empty_board = item;
    for (; item < proof->count && proof->items[item].kind != ITEM_AGAINST; item++) {
        if (!check_part(check, item)) return false;
    }
    return check_rest(check);
}

/* The moves that lead to the pictures */

/* The next `against` line from here on that begins with these moves, or -1. */
static int find_line(const BlocksCheck *check, const uint16_t moves[], int count, int from) {
    for (int i = from; i < check->proof->count; i++) {
        const ProofItem *item = &check->proof->items[i];
        if (item->kind != ITEM_AGAINST || item->side != check->attacker || item->cells < count) continue;
        if (count == 0 || memcmp(item->cell, moves, sizeof moves[0] * (size_t)count) == 0) return i;
    }
    return -1;
}

static bool check_after(BlocksCheck *check, uint16_t moves[], int count);

static bool check_move(BlocksCheck *check, uint16_t moves[], int count, Stone stone) {
    int cell = moves[count];
    if (check->stone[cell] != EMPTY) return fail(check, "a move of the proof is on a stone");
    check->stone[cell] = stone;
    bool fine = check_after(check, moves, count + 1);
    check->stone[cell] = EMPTY;
    return fine;
}

/* The defender has one move in each position. */
static bool check_reply(BlocksCheck *check, uint16_t moves[], int count) {
    int first = find_line(check, moves, count, 0);
    for (int i = first; i >= 0; i = find_line(check, moves, count, i + 1)) {
        if (check->proof->items[i].cell[count] != check->proof->items[first].cell[count]) {
            return fail(check, "the defender has two moves");
        }
    }
    moves[count] = check->proof->items[first].cell[count];
    return check_move(check, moves, count, DEFENDER);
}

static bool keeps_stones(const BlocksCheck *check, const uint16_t image[]) {
    for (int cell = 0; cell < check->geometry->cells; cell++) {
        if (check->stone[cell] != check->stone[image[cell]]) return false;
    }
    return true;
}

static void mark_images(const BlocksCheck *check, int move, bool is_answered[]) {
    for (int i = 0; i < check->symmetries->count; i++) {
        const uint16_t *image = symmetry_row(check->symmetries, i);
        if (keeps_stones(check, image)) is_answered[image[move]] = true;
    }
}

/* Every move of the attacker is in the proof, or an image of one that is. */
static bool check_attacks(BlocksCheck *check, uint16_t moves[], int count) {
    bool is_listed[CELLS_MAX] = {false}, is_answered[CELLS_MAX] = {false};
    for (int i = find_line(check, moves, count, 0); i >= 0; i = find_line(check, moves, count, i + 1)) {
        moves[count] = check->proof->items[i].cell[count];
        if (is_listed[moves[count]]) continue;
        is_listed[moves[count]] = true;
        mark_images(check, moves[count], is_answered);
        if (!check_move(check, moves, count, ATTACKER)) return false;
    }
    for (int cell = 0; cell < check->geometry->cells; cell++) {
        if (check->stone[cell] != EMPTY || is_answered[cell]) continue;
        char text[MOVE_TEXT_SIZE];
        fail(check, "");
        move_print(&check->geometry->game, cell, text);
        return refuse(&check->report->why, "against %c: the move %s is not answered", side_letter(check->attacker),
                      text);
    }
    return true;
}

static bool check_after(BlocksCheck *check, uint16_t moves[], int count) {
    int line = find_line(check, moves, count, 0);
    if (line < 0) return fail(check, "there is no picture for this position");
    for (int i = line; i >= 0; i = find_line(check, moves, count, i + 1)) {
        if (check->proof->items[i].cells == count) return check_picture(check, i);
    }
    bool attacker_moves = (count % 2 == 0) == check->attacker_is_to_move;
    return attacker_moves ? check_attacks(check, moves, count) : check_reply(check, moves, count);
}

/* Erdos and Selfridge 1973: the sum of 2^-(empty cells) over the open lines is below 1/2, or 1 if not to move. */
static bool is_harmless_by_weight(const BlocksCheck *check) {
    const Geometry *geometry = check->geometry;
    int64_t sum = 0; /* in units of 2^-n */
    for (int line = 0; line < geometry->lines; line++) {
        int stones = 0;
        for (int i = 0; i < geometry->n; i++) stones += check->stone[geometry->line_cells[line][i]] == ATTACKER;
        if (is_open(check, line)) sum += INT64_C(1) << stones;
    }
    return sum < INT64_C(1) << (check->attacker_is_to_move ? geometry->n - 1 : geometry->n);
}

static bool check_side(BlocksCheck *check, Side attacker) {
    const Diagram *start = &check->proof->start;
    uint16_t moves[PROOF_MOVES_MAX] = {0};
    check->attacker = attacker;
    check->attacker_is_to_move = start->to_move == attacker;
    for (int cell = 0; cell < check->geometry->cells; cell++) {
        bool is_attackers = cells_has(&start->stones[attacker], cell);
        bool is_defenders = cells_has(&start->stones[side_other(attacker)], cell);
        check->stone[cell] = is_attackers ? ATTACKER : is_defenders ? DEFENDER : EMPTY;
    }
    if (find_line(check, moves, 0, 0) >= 0) return check_after(check, moves, 0);
    return is_harmless_by_weight(check) || fail(check, "nothing stops it");
}

/* The file begins with a picture, and every picture is used. */
static bool check_use(BlocksCheck *check) {
    for (int i = 0; i < check->proof->count; i++) {
        if (i == 0 && check->proof->items[i].kind != ITEM_AGAINST)
            return refuse_item(check, i, "it belongs to nothing");
        if (check->proof->items[i].kind == ITEM_AGAINST && !check->item_is_used[i]) {
            return refuse_item(check, i, "this picture is never reached");
        }
    }
    return true;
}

bool blocks_check(const Proof *proof, const Shape *shape, ProofReport *report) {
    bool is_one_sided = proof->value == OUTCOME_NONE;
    if (!is_one_sided && proof->value != OUTCOME_DRAW) return refuse(&report->why, "blocks prove a draw, nothing else");
    BlocksCheck *check = calloc(1, sizeof *check);
    KnownBlock *memo = calloc((size_t)1 << MEMO_BITS, sizeof *memo);
    bool *item_is_used = calloc((size_t)proof->count + 1, sizeof *item_is_used);
    bool fine = false;
    if (check != NULL && memo != NULL && item_is_used != NULL) {
        *check = (BlocksCheck){.proof = proof,
                               .geometry = shape->geometry,
                               .symmetries = shape->symmetries,
                               .report = report,
                               .item_is_used = item_is_used,
                               .memo = memo,
                               .budget = {.nodes = WORK_MAX}};
        fine =
            is_one_sided ? check_side(check, proof->harmless) : check_side(check, SIDE_X) && check_side(check, SIDE_O);
        fine = fine && check_use(check);
        report->nodes = WORK_MAX - check->budget.nodes;
    } else {
        refuse(&report->why, "not enough memory for the check");
    }
    free(item_is_used);
    free(memo);
    free(check);
    return fine;
}
