#include "solving/draws.h"

#include "base/clock.h"
#include "kernel/eval/held.h"
#include "proof/proof.h"
#include "solving/data/proofs.h"

enum {
    SURE_NODES = 60000, /* for moves that keep a built-in picture, whatever the limits; 45,000 were needed at most */
    FEW_NODES = 10000,  /* where it is not known to hold */
    FOUND_NODES = 4000, /* for a picture made in this game: finding it took half of that */
    HOLD_NODES = 2000, /* to see that a picture holds, which is good to know only; where there is time, a little more */
    DEPTH_6x6x6 = 6,   /* in which the search shows that the built-in picture holds; that of 7x7x7 needs none */
    SHARE = 8,         /* of the time, or of the nodes, is for pictures that are made */
    WORK_MIN = 1000,   /* with less nothing comes of it */
    WORK_MAX = 100000,
    SHALLOW = 8, /* a search to less than this depth takes no time, and pictures should not, either */
    LACK_MAX = 24,
    NODES_OF_WORK = 2, /* in the time of a unit of work the search looks at more than that many nodes */
    REPLIES = 3,
};

static void add_block(const Geometry *geometry, const ProofItem *item, Picture *picture) {
    Block *block = &picture->block[picture->count++];
    *block = (Block){.cells = (uint8_t)item->cells, .lines = (uint8_t)item->lines};
    memcpy(block->cell, item->cell, sizeof block->cell[0] * (size_t)item->cells);
    for (int i = 0; i < item->lines; i++)
        block->line[i] = (uint16_t)geometry_line_through(geometry, item->line[i][0], item->line[i][1]);
}

static bool read_picture(const Geometry *geometry, const char *text, size_t size, int depth, Picture *picture) {
    Proof proof;
    Reason why;
    *picture = (Picture){.is_from_start = true, .depth = depth};
    if (!proof_parse(text, size, &proof, &why)) return false;
    for (int i = 0; i < proof.count && picture->count < PICTURE_BLOCKS_MAX; i++) {
        if (proof.items[i].kind == ITEM_BLOCK) add_block(geometry, &proof.items[i], picture);
    }
    proof_release(&proof);
    return true;
}

bool draws_picture(const Geometry *geometry, Picture *picture) {
    const Game *game = &geometry->game;
    if (game->rule != RULE_LINE || game->d != 3) return false;
    if (game->n == 6) return read_picture(geometry, draw_6x6x6, draw_6x6x6_size, DEPTH_6x6x6, picture);
    if (game->n == 7) return read_picture(geometry, draw_7x7x7, draw_7x7x7_size, 0, picture);
    return false;
}

static void list_safe_moves(const bool is_safe[CELLS_MAX], int cells, RootMoves *moves) {
    moves->count = 0;
    for (int cell = 0; cell < cells; cell++) {
        if (!is_safe[cell]) continue;
        moves->cells[moves->count] = 1;
        moves->move[moves->count++] = (uint16_t)cell;
    }
}

DrawEffort draws_effort(const SearchJob *job, int64_t begun_us) {
    Budget budget = job->shared->budget;
    DrawEffort effort = {job->depth_limit < SHALLOW ? WORK_MIN : WORK_MAX, INT64_MAX, &job->shared->stop};
    if (job->node_limit / SHARE < effort.work) effort.work = job->node_limit / SHARE;
    if (budget.soft_us / SHARE < (int64_t)effort.work) effort.work = (uint64_t)(budget.soft_us / SHARE);
    if (budget.hard_us != INT64_MAX) effort.deadline_us = begun_us + budget.hard_us / 2;
    if (effort.work < WORK_MIN) effort.work = 0;
    return effort;
}

static bool is_late(const void *context) {
    const DrawEffort *effort = context;
    return effort->deadline_us != INT64_MAX && clock_now_us() >= effort->deadline_us;
}

static bool is_over(const void *context) {
    const DrawEffort *effort = context;
    return atomic_load(effort->stop) || is_late(effort);
}

/* Everything about one search. */
typedef struct {
    const Shape *shape;
    const Board *board;
    const DrawEffort *effort;
    WorkEffort work; /* what is left of it */
    DrawMemory *memory;
    SearchJob *job;
    Holding *holding;
} Guide;

static Lineup lineup_against(const Guide *guide, Side attacker) {
    Lineup lineup;
    lineup_init(&lineup, guide->shape->geometry, guide->board, attacker);
    return lineup;
}

static bool holds(const Guide *guide, const Picture *picture, const Lineup *lineup) {
    RestEffort effort = {.nodes = HOLD_NODES + guide->effort->work / 2, .is_over = is_over, .context = guide->effort};
    return picture_holds(picture, lineup, NULL, &effort);
}

/* If the search is too short to choose, the move that is tried first is played: one that makes the picture simpler, so
 * that the next looks at it take less. */
static void try_heaviest_first(Guide *guide, const Picture *picture, const Lineup *lineup) {
    RootMoves *moves = &guide->job->root_moves;
    int heaviest = picture_heaviest_cell(picture, lineup);
    for (int i = 0; i < moves->count; i++) {
        if (moves->move[i] != heaviest) continue;
        uint16_t cells = moves->cells[i];
        moves->cells[i] = moves->cells[0];
        moves->move[i] = moves->move[0];
        moves->cells[0] = cells;
        moves->move[0] = (uint16_t)heaviest;
        return;
    }
}

/* The position comes from the empty board, where the picture holds, by moves of ours that kept it. */
static bool is_sure_to_hold(const Guide *guide, const Picture *picture, Side attacker) {
    enum { FIRST_ATTACK = 2 }; /* until this ply the attacker has one stone at most */
    return picture->is_from_start && (guide->board->ply <= FIRST_ATTACK || guide->memory->is_kept[attacker]);
}

/* Where there must be moves that keep the picture, neither `stop` nor the clock cuts this short: one of them is to be
 * played. Elsewhere it is tried for a moment, and longer while there is time. */
static int safe_moves(const Guide *guide, const Picture *picture, const Lineup *lineup, bool is_sure,
                      bool is_safe[CELLS_MAX]) {
    RestEffort least = {.nodes = !picture->is_from_start ? FOUND_NODES : is_sure ? SURE_NODES : FEW_NODES};
    RestEffort most = {.nodes = SURE_NODES, .is_over = is_late, .context = guide->effort};
    int count = picture_safe_moves(picture, lineup, &least, is_safe);
    bool is_all = count > 0 || is_sure || !picture->is_from_start || is_late(guide->effort);
    return is_all ? count : picture_safe_moves(picture, lineup, &most, is_safe);
}

/* Only moves that keep the picture are left; false if it holds after none. */
static bool keep_picture(Guide *guide, const Picture *picture) {
    int cells = guide->shape->geometry->cells;
    bool is_safe[CELLS_MAX];
    Side attacker = side_other(board_side(guide->board));
    Lineup lineup = lineup_against(guide, attacker);
    int count = safe_moves(guide, picture, &lineup, is_sure_to_hold(guide, picture, attacker), is_safe);
    bool is_choice = count == 0 || count == cells - guide->board->ply;
    if (picture->is_from_start) guide->memory->is_kept[attacker] = count > 0;
    if (is_choice) try_heaviest_first(guide, picture, &lineup);
    if (count == 0) return false;
    guide->holding->moves_hold = true;
    if (!is_choice) list_safe_moves(is_safe, cells, &guide->job->root_moves);
    return true;
}

static bool guide_by_built_in(Guide *guide) {
    Picture picture;
    if (!draws_picture(guide->shape->geometry, &picture) || !keep_picture(guide, &picture)) return false;
    Lineup lineup = lineup_against(guide, board_side(guide->board));
    guide->holding->is_held = holds(guide, &picture, &lineup);
    return true;
}

/* Pictures made for the position */

/* With this part of the work that is left. */
static bool find_picture(Guide *guide, const Lineup *lineup, Side attacker, uint64_t work) {
    Picture picture;
    WorkEffort part = guide->work;
    if (part.work > work) part.work = work;
    uint64_t before = part.work;
    bool is_found = before >= WORK_MIN && finder_try(lineup, &part, &picture);
    guide->work.work -= before - part.work;
    if (!is_found) return false;
    guide->memory->picture[attacker] = picture;
    guide->memory->is_known[attacker] = true;
    return true;
}

/* The side to move is held although it moves. */
static bool is_held(Guide *guide) {
    Side side = board_side(guide->board);
    if (held_by_count(&guide->shape->grid, guide->board, side)) return true;
    Lineup lineup = lineup_against(guide, side);
    if (guide->memory->is_known[side] && holds(guide, &guide->memory->picture[side], &lineup)) return true;
    return find_picture(guide, &lineup, side, guide->work.work / 2);
}

/* A picture against the other side as it is, or after one of our heaviest moves. */
static bool find_draw(Guide *guide) {
    Side other = side_other(board_side(guide->board));
    int replies[REPLIES];
    Lineup lineup = lineup_against(guide, other);
    int count = lineup_replies(&lineup, REPLIES, replies);
    if (find_picture(guide, &lineup, other, guide->work.work / 4))
        return keep_picture(guide, &guide->memory->picture[other]);
    for (int i = 0; i < count && !is_over(guide->effort); i++) {
        Lineup next = lineup;
        lineup_defend(&next, replies[i]);
        if (!find_picture(guide, &next, other, guide->work.work / (uint64_t)(REPLIES - i))) continue;
        return keep_picture(guide, &guide->memory->picture[other]);
    }
    return false;
}

/* A picture against the other side that was found before is kept, whatever else there is; a new one is looked for only
 * where it proves the draw. */
static void guide_by_found(Guide *guide) {
    Side other = side_other(board_side(guide->board));
    const DrawMemory *memory = guide->memory;
    bool is_kept = memory->is_known[other] && keep_picture(guide, &memory->picture[other]);
    guide->holding->is_held = is_held(guide);
    if (guide->holding->is_held && !is_kept) find_draw(guide);
}

void draws_guide(const Shape *shape, const Board *board, const DrawEffort *effort, DrawMemory *memory, SearchJob *job,
                 Holding *holding) {
    const Game *game = &shape->grid.game;
    Guide guide = {shape, board, effort, {effort->work, LACK_MAX, is_over, effort}, memory, job, holding};
    if (game->rule != RULE_LINE || game->d != 3 || game->n < 5 || game->n > 7) return;
    if (!game_equal(&memory->game, game)) *memory = (DrawMemory){.game = *game};
    /* More moves keep weight or a pairing than a picture. */
    if (held_by_count(&shape->grid, board, side_other(board_side(board)))) {
        holding->is_held = is_held(&guide);
    } else if (!guide_by_built_in(&guide)) {
        guide_by_found(&guide);
    }
    uint64_t spent = (effort->work - guide.work.work) * NODES_OF_WORK;
    if (job->node_limit != UINT64_MAX) job->node_limit -= spent < job->node_limit / 2 ? spent : job->node_limit / 2;
}
