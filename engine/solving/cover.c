#include "solving/cover.h"

#include <stdlib.h>

#include "blocks/finder.h"
#include "solving/held.h"

enum {
    POOL_MAX = 48,    /* pictures that were found last, to be tried again, */
    POOL_NODES = 200, /* with so many nodes each: few fit, and a new one soon costs less than looking longer */
    LACK_MAX = 12,    /* cells that pairs alone may lack where no blocks are tried */
    GLANCE_NODES = 1000,
    LIGHT_SHARE = 4,    /* of the nodes that a search may take, at a first try */
    REPLIES_MAX = 6,    /* of the defender, in one position */
    HARD_REPLIES = 3,   /* for which all nodes are spent */
    EARLY_REPLIES = 4,  /* replies that are chosen before the attacker's move is known */
    DEEPER_REPLIES = 2, /* after which another level is tried */
};

typedef struct {
    const Shape *shape;
    Side attacker;
    const CoverEffort *effort;
    PlaneStore *store;
    RestSearch *search;
    uint64_t nodes;
    Proof *proof;    /* pictures with blocks, */
    Proof empty;     /* and the `against` lines of the one without, which must come last */
    ProofItem path;  /* the moves that lead to the present position */
    int first_cells; /* of the path, at the start */
    CellSet used;    /* what the picture that was found last rests on, beside its blocks */
    int pool_next, pool_count;
    Picture pool[POOL_MAX];
} Cover;

static bool is_over(const void *context) {
    const Cover *cover = context;
    const CoverEffort *effort = cover->effort;
    return effort->is_over != NULL && effort->is_over(effort->context);
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
    RestEffort effort = {.nodes = nodes, .is_over = is_over, .context = cover};
    bool fine = picture_holds(picture, lineup, cover->search, &effort);
    count_nodes(cover, nodes - effort.nodes);
    cover->used = effort.used;
    return fine;
}

/* What a look at something that was not made for the position may take. */
static uint64_t glance(const Cover *cover) {
    return cover->effort->check_nodes < GLANCE_NODES ? cover->effort->check_nodes : GLANCE_NODES;
}

static bool find_in_pool(Cover *cover, const Lineup *lineup, Picture *picture) {
    for (int i = 1; i <= cover->pool_count; i++) {
        const Picture *old = &cover->pool[(cover->pool_next - i + POOL_MAX) % POOL_MAX];
        if (!holds(cover, old, lineup, POOL_NODES)) continue;
        *picture = *old;
        return true;
    }
    return false;
}

static void keep_in_pool(Cover *cover, const Picture *picture) {
    cover->pool[cover->pool_next] = *picture;
    cover->pool_next = (cover->pool_next + 1) % POOL_MAX;
    if (cover->pool_count < POOL_MAX) cover->pool_count++;
}

static bool find_with_blocks(Cover *cover, const Lineup *lineup, uint64_t nodes, Picture *picture) {
    const CoverEffort *effort = cover->effort;
    Library library;
    uint64_t work = UINT64_MAX;
    bool is_found = false;
    if (cover->shape->geometry->game.d != 3) return false;
    if (!library_for_position(&library, lineup, cover->store, &work, is_over, cover)) return false;
    for (int i = 0; i < effort->runs && !is_found && !is_over(cover); i++) {
        PackEffort pack = {effort->steps, 1 + (uint64_t)i, is_over, cover};
        RestEffort rest = {.nodes = nodes, .is_over = is_over, .context = cover};
        is_found = finder_pack(lineup, &library, &pack, cover->search, &rest, picture);
        count_nodes(cover, nodes - rest.nodes);
        cover->used = rest.used;
    }
    library_release(&library);
    if (is_found) keep_in_pool(cover, picture);
    if (is_found && effort->progress != NULL) effort->progress->pictures++;
    return is_found;
}

static int lack_of_pairs(Cover *cover, const Lineup *lineup) {
    Rest rest;
    int number[CELLS_MAX];
    picture_rest(&(Picture){.count = 0}, lineup, &rest, number);
    return rest_search_lack(cover->search, &rest);
}

/* What holds the attacker, who is to move: nothing but a search, a picture of a position nearby, or a new one. */
static bool find_picture(Cover *cover, const Lineup *lineup, Picture *picture) {
    *picture = (Picture){.count = 0};
    bool may_do_without = cover->shape->geometry->game.d != 3 || lack_of_pairs(cover, lineup) <= LACK_MAX;
    if (may_do_without && holds(cover, picture, lineup, glance(cover))) return true;
    if (find_in_pool(cover, lineup, picture)) return true;
    return find_with_blocks(cover, lineup, cover->effort->check_nodes / LIGHT_SHARE, picture);
}

/* The same where that has failed. */
static bool find_hard_picture(Cover *cover, const Lineup *lineup, Picture *picture) {
    return find_with_blocks(cover, lineup, cover->effort->check_nodes, picture);
}

static int list_replies(const Cover *cover, const Board *board, int count, int replies[REPLIES_MAX]) {
    Lineup lineup = lineup_of(cover, board);
    return lineup_replies(&lineup, count, replies);
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

/* The cells of the picture that was found last. A stone of the attacker elsewhere changes nothing. */
static CellSet cells_used(const Cover *cover, const Picture *picture) {
    CellSet used = cover->used;
    for (int i = 0; i < picture->count; i++) {
        for (int k = 0; k < picture->block[i].cells; k++) cells_add(&used, picture->block[i].cell[k]);
    }
    return used;
}

/* The moves that the picture answers, with this reply, leave *pending. What takes much longer than the picture itself
 * is better left to another. False when memory is short. */
static bool answer_by(Cover *cover, const Board *board, int reply, const Picture *picture, CellSet *pending) {
    Lineup with_reply = lineup_of(cover, board);
    bool is_used = false, fine = true;
    uint64_t nodes = picture->nodes + glance(cover);
    CellSet used = cells_used(cover, picture);
    lineup_defend(&with_reply, reply);
    for (CellSet left = *pending; !cells_is_empty(left) && fine;) {
        int attack = cells_take(&left);
        Lineup lineup = with_reply;
        if (attack == reply) continue;
        lineup_attack(&lineup, attack);
        if (cells_has(&used, attack) && !holds(cover, picture, &lineup, nodes)) continue;
        push(cover, attack, reply);
        fine = add_against(cover, picture);
        pop(cover);
        is_used = true;
        cells_remove(pending, attack);
    }
    note_pending(cover, *pending);
    return fine && (!is_used || add_blocks(cover, picture));
}

static bool cover_all(Cover *cover, const Board *board, int levels);

typedef bool (*FindPicture)(Cover *cover, const Lineup *lineup, Picture *picture);

/* One move of the attacker by a picture after one of these replies, and with it all others that this answers. */
static bool answer_with(Cover *cover, const Board *board, int attack, const int replies[], int count, FindPicture find,
                        CellSet *pending) {
    Board attacked = *board;
    Picture picture;
    board_place(&cover->shape->grid, &attacked, attack);
    for (int i = 0; i < count && !is_over(cover); i++) {
        Lineup lineup = lineup_of(cover, &attacked);
        lineup_defend(&lineup, replies[i]);
        if (!find(cover, &lineup, &picture)) continue;
        if (!answer_by(cover, board, replies[i], &picture, pending)) return false;
        if (!cells_has(pending, attack)) return true;
    }
    return false;
}

/* One move of the attacker: pictures that are soon found, then those that take long, then another level. */
static bool answer(Cover *cover, const Board *board, int attack, int levels, CellSet *pending) {
    const Grid *grid = &cover->shape->grid;
    Board attacked = *board;
    int replies[REPLIES_MAX];
    board_place(grid, &attacked, attack);
    if (!lines_is_empty(board_completed_through(grid, &attacked, cover->attacker, attack))) return false;
    int count = list_replies(cover, &attacked, REPLIES_MAX, replies);
    int hard = count < HARD_REPLIES ? count : HARD_REPLIES;
    if (answer_with(cover, board, attack, replies, count, find_picture, pending)) return true;
    if (answer_with(cover, board, attack, replies, hard, find_hard_picture, pending)) return true;
    for (int i = 0; i < count && i < DEEPER_REPLIES && levels > 1 && !is_over(cover); i++) {
        Board next = attacked;
        board_place(grid, &next, replies[i]);
        push(cover, attack, replies[i]);
        bool is_covered = cover_all(cover, &next, levels - 1);
        pop(cover);
        if (is_covered) {
            cells_remove(pending, attack);
            note_pending(cover, *pending);
            return true;
        }
    }
    return false;
}

/* Replies that are good whatever the attacker plays. */
static bool answer_early(Cover *cover, const Board *board, CellSet *pending) {
    int replies[REPLIES_MAX], count = list_replies(cover, board, EARLY_REPLIES, replies);
    for (int i = 0; i < count && !is_over(cover); i++) {
        Lineup lineup = lineup_of(cover, board);
        Picture picture;
        lineup_defend(&lineup, replies[i]);
        if (!find_picture(cover, &lineup, &picture)) continue;
        if (!answer_by(cover, board, replies[i], &picture, pending)) return false;
    }
    return true;
}

static bool answer_all(Cover *cover, const Board *board, int levels) {
    const Grid *grid = &cover->shape->grid;
    CellSet pending = canonical_representatives(cover->shape->symmetries, board->stones, board_empty(grid, board));
    Lineup lineup = lineup_of(cover, board);
    int64_t weight[CELLS_MAX];
    note_pending(cover, pending);
    if (cells_is_empty(pending) || !answer_early(cover, board, &pending)) return false;
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
    Lineup lineup = lineup_of(cover, board);
    Picture picture;
    if (find_picture(cover, &lineup, &picture)) return add_against(cover, &picture) && add_blocks(cover, &picture);
    return cover->effort->levels > 0 && cover_all(cover, board, cover->effort->levels);
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
    cover->store = plane_store_new();
    cover->search = rest_search_new();
    proof_init(&cover->empty, &proof->start, OUTCOME_NONE, PROOF_BLOCKS);
    bool fine = cover->store != NULL && cover->search != NULL && cover_start(cover, board) && add_empty_picture(cover);
    if (!fine) proof->count = items;
    *nodes = cover->nodes;
    proof_release(&cover->empty);
    rest_search_free(cover->search);
    plane_store_free(cover->store);
    free(cover);
    return fine;
}
