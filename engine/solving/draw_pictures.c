#include "solving/draw_pictures.h"

#include "base/clock.h"
#include "kernel/eval/held.h"
#include "proof/proof.h"
#include "solving/data/proofs.h"

enum {
    SURE_NODES = 60000,  /* for moves that keep a built-in picture; 2,600 were needed at most */
    FOUND_NODES = 10000, /* for a picture made in this game: few milliseconds, whatever the clock says */
    HOLD_NODES = 5000, /* to see that a picture holds, which is good to know only; where there is time, a little more */
    DEPTH_6x6x6 = 6,   /* in which the search shows that the built-in picture holds; that of 7x7x7 needs none */
    FIRST_LOOK = 16,
    SHARE = 8,       /* of the time, or of the nodes, is for pictures that are made */
    WORK_MIN = 1000, /* with less nothing comes of it */
    WORK_MAX = 500000,
    DEPTH_WORK = 100000, /* for a search to a fixed depth, which may take no longer */
    SHALLOW = 8,         /* a search to less than this depth takes no time, and pictures should not, either */
    NODES_OF_WORK = 2,   /* in the time of a unit of work the search looks at more than that many nodes */
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

bool draw_pictures_built_in(const Geometry *geometry, Picture *picture) {
    const Game *game = &geometry->game;
    if (game->rule != RULE_LINE || game->d != 3) return false;
    if (game->n == 7) return read_picture(geometry, draw_7x7x7, draw_7x7x7_size, 0, picture);
    if (game->n != 6 || !read_picture(geometry, draw_6x6x6, draw_6x6x6_size, DEPTH_6x6x6, picture)) return false;
    picture->first_answers = draw_6x6x6_answers;
    return true;
}

static void list_safe_moves(const bool is_safe[CELLS_MAX], int cells, RootMoves *moves) {
    moves->count = 0;
    for (int cell = 0; cell < cells; cell++) {
        if (!is_safe[cell]) continue;
        moves->cells[moves->count] = 1;
        moves->move[moves->count++] = (uint16_t)cell;
    }
}

DrawEffort draw_effort_for(const SearchJob *job, int64_t begun_us) {
    Budget budget = job->shared->budget;
    bool has_depth = job->depth_limit < DEPTH_MAX;
    uint64_t most = job->depth_limit < SHALLOW ? WORK_MIN : has_depth ? DEPTH_WORK : WORK_MAX;
    DrawEffort effort = {most, INT64_MAX, &job->shared->stop};
    if (job->node_limit / SHARE < effort.work) effort.work = job->node_limit / SHARE;
    if (budget.soft_us / SHARE < (int64_t)effort.work) effort.work = (uint64_t)(budget.soft_us / SHARE);
    if (budget.hard_us != INT64_MAX) effort.deadline_us = begun_us + budget.hard_us / 2;
    if (effort.work < WORK_MIN) effort.work = 0;
    return effort;
}

/* Memory */

static bool has_pictures(const Game *game) {
    return game->rule == RULE_LINE && game->d == 3 && game->n >= 5 && game->n <= 7;
}

bool draw_memory_prepare(DrawMemory *memory, const Shape *shape) {
    const Game *game = &shape->grid.game;
    if (game_equal(&memory->game, game)) return true;
    draw_memory_release(memory);
    if (has_pictures(game)) memory->finder = finder_new(shape->geometry);
    if (has_pictures(game) && memory->finder == NULL) return false;
    memory->has_built_in = draw_pictures_built_in(shape->geometry, &memory->built_in);
    memory->game = *game;
    return true;
}

void draw_memory_release(DrawMemory *memory) {
    finder_free(memory->finder);
    *memory = (DrawMemory){.finder = NULL};
}

void draw_memory_forget(DrawMemory *memory) {
    if (memory->finder != NULL) finder_clear(memory->finder);
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        memory->is_known[side] = false;
        memory->kept[side].is_valid = false;
    }
}

static bool contains(CellSet all, CellSet some) {
    return cells_is_empty(cells_minus(some, all));
}

/* The attacker has moved since, and perhaps the defender more than once. */
static bool kept_still_holds(const KeptPicture *kept, const Picture *picture, const Board *board, Side attacker) {
    Side defender = side_other(attacker);
    return kept->is_valid && kept->is_built_in == picture->is_from_start &&
           contains(board->stones[attacker], kept->stones[attacker]) &&
           contains(board->stones[defender], kept->stones[defender]) &&
           (cells_is_empty(kept->moves) || cells_meet(&board->stones[defender], &kept->moves));
}

/* The effort of a search */

static bool is_over(const void *context) {
    const DrawEffort *effort = context;
    bool is_late = effort->deadline_us != INT64_MAX && clock_now_us() >= effort->deadline_us;
    return is_late || atomic_load(effort->stop);
}

/* Everything about one search. */
typedef struct {
    const Shape *shape;
    const Board *board;
    const DrawEffort *effort;
    Watch watch;   /* over what need not be known */
    uint64_t work; /* what is left of it */
    DrawMemory *memory;
    SearchJob *job;
    Holding *holding;
} Guide;

static Lineup lineup_against(const Guide *guide, Side attacker) {
    Lineup lineup;
    lineup_init(&lineup, guide->shape->geometry, guide->board, attacker);
    return lineup;
}

static bool holds(Guide *guide, const Picture *picture, const Lineup *lineup) {
    RestEffort effort = {.nodes = HOLD_NODES + guide->effort->work / 8, .watch = &guide->watch};
    return picture_holds(picture, lineup, finder_memory(guide->memory->finder), &effort);
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

/* The position comes from one in which the picture held, by moves of ours that kept it. */
static bool is_sure_to_hold(const Guide *guide, const Picture *picture, Side attacker) {
    enum { FIRST_ATTACK = 2 }; /* until this ply the attacker has one stone at most */
    bool is_first = picture->is_from_start && guide->board->ply <= FIRST_ATTACK;
    return is_first || kept_still_holds(&guide->memory->kept[attacker], picture, guide->board, attacker);
}

/* Where there must be moves that keep the picture, neither `stop` nor the clock cuts this short: one of them is to be
 * played. Elsewhere it is tried while there is time. */
static int safe_moves(Guide *guide, const Picture *picture, const Lineup *lineup, bool is_sure,
                      bool is_safe[CELLS_MAX]) {
    RestEffort effort = {.nodes = picture->is_from_start ? SURE_NODES : FOUND_NODES,
                         .watch = is_sure ? NULL : &guide->watch};
    return picture_safe_moves(picture, lineup, finder_memory(guide->memory->finder), &effort, &guide->watch, is_safe);
}

static void note_kept(Guide *guide, const Picture *picture, int count, const bool is_safe[CELLS_MAX]) {
    KeptPicture *kept = &guide->memory->kept[side_other(board_side(guide->board))];
    int cells = guide->shape->geometry->cells;
    if (count == 0 && kept->is_built_in != picture->is_from_start) return;
    *kept = (KeptPicture){.is_valid = count > 0,
                          .is_built_in = picture->is_from_start,
                          .stones = {guide->board->stones[SIDE_X], guide->board->stones[SIDE_O]}};
    for (int cell = 0; cell < cells && count < cells - guide->board->ply; cell++) {
        if (is_safe[cell]) cells_add(&kept->moves, cell);
    }
}

/* Only moves that keep the picture are left; false if it holds after none. */
static bool keep_picture(Guide *guide, const Picture *picture) {
    int cells = guide->shape->geometry->cells;
    bool is_safe[CELLS_MAX];
    Side attacker = side_other(board_side(guide->board));
    CellSet settled = guide->memory->kept[attacker].stones[attacker];
    Lineup lineup = lineup_against(guide, attacker);
    if (kept_still_holds(&guide->memory->kept[attacker], picture, guide->board, attacker)) lineup.settled = &settled;
    int count = safe_moves(guide, picture, &lineup, is_sure_to_hold(guide, picture, attacker), is_safe);
    bool is_choice = count == 0 || count == cells - guide->board->ply;
    note_kept(guide, picture, count, is_safe);
    if (is_choice) try_heaviest_first(guide, picture, &lineup);
    if (count == 0) return false;
    guide->holding->moves_hold = true;
    if (!is_choice) list_safe_moves(is_safe, cells, &guide->job->root_moves);
    return true;
}

static bool guide_by_built_in(Guide *guide) {
    const Picture *picture = &guide->memory->built_in;
    if (!guide->memory->has_built_in || !keep_picture(guide, picture)) return false;
    Lineup lineup = lineup_against(guide, board_side(guide->board));
    guide->holding->is_held = holds(guide, picture, &lineup);
    return true;
}

/* Pictures made for the position */

typedef bool (*Find)(Finder *finder, const Lineup *lineup, FinderEffort *effort, Finding *finding);

/* By finder_hold or finder_reply, with this part of the work that is left. */
static bool find_picture(Guide *guide, Find find, Side attacker, uint64_t work) {
    Finding finding;
    FinderEffort effort = finder_brief(work);
    Lineup lineup = lineup_against(guide, attacker);
    effort.watch = &guide->watch;
    if (work < WORK_MIN) return false;
    bool is_found = find(guide->memory->finder, &lineup, &effort, &finding);
    guide->work -= work - effort.work;
    if (!is_found) return false;
    guide->memory->picture[attacker] = finding.picture;
    guide->memory->is_known[attacker] = true;
    if (!guide->memory->kept[attacker].is_built_in) guide->memory->kept[attacker].is_valid = false;
    return true;
}

/* The side to move is held although it moves. */
static bool is_held(Guide *guide) {
    Side side = board_side(guide->board);
    if (held_by_count(&guide->shape->grid, guide->board, side)) return true;
    Lineup lineup = lineup_against(guide, side);
    if (guide->memory->is_known[side] && holds(guide, &guide->memory->picture[side], &lineup)) return true;
    return find_picture(guide, finder_hold, side, guide->work / 2);
}

/* A picture against the other side, after one of our moves. */
static bool find_draw(Guide *guide) {
    Side other = side_other(board_side(guide->board));
    return find_picture(guide, finder_reply, other, guide->work) && keep_picture(guide, &guide->memory->picture[other]);
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

void draw_pictures_guide(const Shape *shape, const Board *board, const DrawEffort *effort, DrawMemory *memory,
                         SearchJob *job, Holding *holding) {
    Guide guide = {shape, board, effort, .work = effort->work, memory, job, holding};
    if (memory->finder == NULL) return;
    watch_start(&guide.watch, is_over, effort, FIRST_LOOK);
    /* More moves keep weight or a pairing than a picture. */
    if (held_by_count(&shape->grid, board, side_other(board_side(board)))) {
        holding->is_held = is_held(&guide);
    } else if (!guide_by_built_in(&guide)) {
        guide_by_found(&guide);
    }
    uint64_t spent = (effort->work - guide.work) * NODES_OF_WORK;
    if (job->node_limit != UINT64_MAX) job->node_limit -= spent < job->node_limit / 2 ? spent : job->node_limit / 2;
}
