#include "solving/cover.h"

#include <stdlib.h>

#include "solving/held.h"

enum {
    GLANCE_NODES = 1000, /* what a look at a picture may take beyond what it took before */
    TRIES = 2,           /* to find a picture, before a level more */
    DEEPER_REPLIES = 2,  /* after which another level is tried */
};

typedef struct {
    const Shape *shape;
    Side attacker;
    const CoverEffort *effort;
    Finder *finder;
    uint64_t nodes;
    Proof *proof;    /* pictures with blocks, */
    Proof empty;     /* and the `against` lines of the one without, which must come last */
    ProofItem path;  /* the moves that lead to the present position */
    int first_cells; /* of the path, at the start */
} Cover;

static bool is_over(const Cover *cover) {
    return watch_look(cover->effort->finder.watch);
}

static void count_nodes(Cover *cover, uint64_t nodes) {
    cover->nodes += nodes;
    if (cover->effort->progress != NULL) cover->effort->progress->nodes = cover->nodes;
}

/* What is left to do in the first position. */
static void note_pending(const Cover *cover, CellSet pending) {
    CoverProgress *progress = cover->effort->progress;
    bool is_first = cover->path.cells == cover->first_cells;
    if (progress == NULL || !is_first) return;
    if (progress->moves == 0) progress->moves = cells_count(pending);
    progress->answered = progress->moves - cells_count(pending);
}

static Lineup lineup_of(const Cover *cover, const Board *board) {
    Lineup lineup;
    lineup_init(&lineup, cover->shape->geometry, board, cover->attacker);
    return lineup;
}

/* Pictures */

static bool holds(Cover *cover, const Picture *picture, const Lineup *lineup, uint64_t nodes) {
    RestEffort effort = {.nodes = nodes, .watch = cover->effort->finder.watch};
    bool fine = picture_holds(picture, lineup, finder_memory(cover->finder), &effort);
    count_nodes(cover, nodes - effort.nodes);
    return fine;
}

typedef bool (*Find)(Finder *finder, const Lineup *lineup, FinderEffort *effort, Finding *finding);

/* finder_hold or finder_reply. */
static bool find_picture(Cover *cover, const Board *board, Find find, int number, Finding *finding) {
    FinderEffort effort = cover->effort->finder;
    Lineup lineup = lineup_of(cover, board);
    effort.seed += (uint64_t)number << 32;
    bool is_found = find(cover->finder, &lineup, &effort, finding);
    count_nodes(cover, finding->nodes);
    if (is_found && cover->effort->progress != NULL) cover->effort->progress->pictures++;
    return is_found;
}

/* The proof */

static bool add_against(Cover *cover, const Picture *picture) {
    return proof_add_item(picture->count == 0 ? &cover->empty : cover->proof, &cover->path);
}

static bool add_blocks(Cover *cover, const Picture *picture) {
    return held_add_blocks(picture, cover->shape->geometry, cover->proof);
}

static void push(Cover *cover, int attack, int reply) {
    cover->path.cell[cover->path.cells++] = (uint16_t)attack;
    cover->path.cell[cover->path.cells++] = (uint16_t)reply;
}

static void pop(Cover *cover) {
    cover->path.cells -= 2;
}

/* Covering */

static void add_block_cells(const Picture *picture, CellSet *cells) {
    for (int i = 0; i < picture->count; i++) {
        for (int k = 0; k < picture->block[i].cells; k++) cells_add(cells, picture->block[i].cell[k]);
    }
}

/* Trying a picture on other moves of the attacker. */
typedef struct {
    const Finding *finding;
    Lineup lineup;    /* with the reply */
    CellSet in_block; /* a stone here leaves the search of the rest as it is */
    CellSet *pending;
    int searches, successes;
} Reuse;

static bool answers(Cover *cover, Reuse *reuse, int attack, bool is_searched) {
    const Picture *picture = &reuse->finding->picture;
    Lineup lineup = reuse->lineup;
    bool is_used = cells_has(&reuse->finding->used, attack) || cells_has(&reuse->in_block, attack);
    lineup_attack(&lineup, attack);
    bool fine =
        !is_used || (is_searched ? holds(cover, picture, &lineup, picture->nodes + picture->nodes / 4 + GLANCE_NODES)
                                 : picture_blocks_hold(picture, &lineup, &finder_memory(cover->finder)->game,
                                                       cover->effort->finder.watch));
    reuse->searches += is_searched;
    reuse->successes += is_searched && fine;
    return fine;
}

/* Where a picture took long, or most looks at it were in vain, another one will be cheaper. */
static bool is_worth_searching(const Reuse *reuse) {
    enum { NODES_MAX = 300000, SEARCHES_MIN = 6 };
    return reuse->finding->picture.nodes <= NODES_MAX &&
           (reuse->searches < SEARCHES_MIN || SEARCHES_MIN * reuse->successes >= reuse->searches);
}

/* The moves that the reply and the picture answer leave *pending. False when memory is short. */
static bool answer_others(Cover *cover, Reuse *reuse, bool is_searched) {
    const Finding *finding = reuse->finding;
    for (CellSet left = *reuse->pending; !cells_is_empty(left);) {
        int attack = cells_take(&left);
        bool is_in_rest = cells_has(&finding->used, attack) && !cells_has(&reuse->in_block, attack);
        if (attack == finding->reply || is_in_rest != is_searched) continue;
        if (is_searched && !is_worth_searching(reuse)) return true;
        if (!answers(cover, reuse, attack, is_searched)) continue;
        push(cover, attack, finding->reply);
        bool fine = add_against(cover, &finding->picture);
        pop(cover);
        if (!fine) return false;
        cells_remove(reuse->pending, attack);
    }
    return true;
}

/* This move of the attacker, and others. */
static bool answer_by(Cover *cover, const Board *board, int attack, const Finding *finding, CellSet *pending) {
    Reuse reuse = {.finding = finding, .lineup = lineup_of(cover, board), .in_block = cells_none(), .pending = pending};
    add_block_cells(&finding->picture, &reuse.in_block);
    lineup_defend(&reuse.lineup, finding->reply);
    push(cover, attack, finding->reply);
    bool fine = add_against(cover, &finding->picture);
    pop(cover);
    cells_remove(pending, attack);
    fine = fine && answer_others(cover, &reuse, false) && answer_others(cover, &reuse, true);
    note_pending(cover, *pending);
    return fine && add_blocks(cover, &finding->picture);
}

static bool cover_all(Cover *cover, const Board *board, int levels);

/* A cover after one of the replies that look best. */
static bool answer_deeper(Cover *cover, const Board *attacked, int attack, const Finding *finding, int levels) {
    for (int i = 0; i < finding->replies && i < DEEPER_REPLIES && !is_over(cover); i++) {
        Board next = *attacked;
        board_place(&cover->shape->grid, &next, finding->order[i]);
        push(cover, attack, finding->order[i]);
        bool is_covered = cover_all(cover, &next, levels);
        pop(cover);
        if (is_covered) return true;
    }
    return false;
}

/* One move of the attacker, and with it others that the same picture answers. */
static bool answer(Cover *cover, const Board *board, int attack, int levels, CellSet *pending) {
    const Grid *grid = &cover->shape->grid;
    Board attacked = *board;
    Finding finding;
    board_place(grid, &attacked, attack);
    if (!lines_is_empty(board_completed_through(grid, &attacked, cover->attacker, attack))) return false;
    for (int i = 0; i < TRIES && !is_over(cover); i++) {
        if (find_picture(cover, &attacked, finder_reply, i, &finding))
            return answer_by(cover, board, attack, &finding, pending);
    }
    if (levels == 1 || is_over(cover) || !answer_deeper(cover, &attacked, attack, &finding, levels - 1)) return false;
    cells_remove(pending, attack);
    note_pending(cover, *pending);
    return true;
}

static bool answer_all(Cover *cover, const Board *board, int levels) {
    const Grid *grid = &cover->shape->grid;
    CellSet pending = canonical_representatives(cover->shape->symmetries, board->stones, board_empty(grid, board));
    Lineup lineup = lineup_of(cover, board);
    int64_t weight[CELLS_MAX];
    note_pending(cover, pending);
    if (cells_is_empty(pending)) return false;
    lineup_weigh(&lineup, weight);
    while (!cells_is_empty(pending)) {
        if (is_over(cover) || !answer(cover, board, lineup_heaviest(weight, pending), levels, &pending)) return false;
    }
    return true;
}

/* The attacker is to move. What was added to the proof is taken back if it fails. */
static bool cover_all(Cover *cover, const Board *board, int levels) {
    int items = cover->proof->count, empty = cover->empty.count;
    bool fits = cover->path.cells + 2 <= PROOF_MOVES_MAX;
    if (fits && answer_all(cover, board, levels)) return true;
    cover->proof->count = items;
    cover->empty.count = empty;
    return false;
}

static bool cover_start(Cover *cover, const Board *board) {
    Finding finding;
    if (cover->effort->levels > 0) return cover_all(cover, board, cover->effort->levels);
    return find_picture(cover, board, finder_hold, 0, &finding) && add_against(cover, &finding.picture) &&
           add_blocks(cover, &finding.picture);
}

static bool add_empty_picture(Cover *cover) {
    for (int i = 0; i < cover->empty.count; i++) {
        if (!proof_add_item(cover->proof, &cover->empty.items[i])) return false;
    }
    return true;
}

bool cover_find(const Shape *shape, const Board *board, Side attacker, const ProofItem *path, const CoverEffort *effort,
                Proof *proof, uint64_t *nodes) {
    Cover *cover = calloc(1, sizeof *cover);
    int items = proof->count;
    *nodes = 0;
    if (cover == NULL) return false;
    *cover = (Cover){.shape = shape,
                     .attacker = attacker,
                     .effort = effort,
                     .proof = proof,
                     .path = *path,
                     .first_cells = path->cells};
    cover->finder = finder_new(shape->geometry);
    proof_init(&cover->empty, &proof->start, OUTCOME_NONE, PROOF_BLOCKS);
    bool fine = cover->finder != NULL && cover_start(cover, board) && add_empty_picture(cover);
    if (!fine) proof->count = items;
    *nodes = cover->nodes;
    proof_release(&cover->empty);
    finder_free(cover->finder);
    free(cover);
    return fine;
}
