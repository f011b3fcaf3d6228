#include "solving/solver.h"

#include "base/clock.h"
#include "solving/cover.h"

enum { REPLIES_MAX = 6, REST_NODES = 100000 };

typedef struct {
    const SolverSpec *spec;
    Side attacker;
    const SolveLimits *limits;
    uint64_t nodes;
    Held held;
    CoverProgress tree; /* so far, of the reply that is tried */
    int64_t *next_report_us;
} Hold;

static Lineup lineup_of(const Hold *hold, const Board *board) {
    Lineup lineup;
    lineup_init(&lineup, hold->spec->shape->geometry, board, hold->attacker);
    return lineup;
}

static int best_replies(const Hold *hold, int replies[REPLIES_MAX]) {
    Lineup lineup = lineup_of(hold, hold->spec->board);
    return lineup_replies(&lineup, REPLIES_MAX, replies);
}

/* Now and then. */
static void report_progress(const Hold *hold) {
    enum { REPORT_US = 100000 };
    const SolveLimits *limits = hold->limits;
    int64_t now_us = clock_now_us();
    if (limits->report == NULL || now_us < *hold->next_report_us) return;
    *hold->next_report_us = now_us + REPORT_US;
    SolveProgress progress = {.nodes = hold->nodes + hold->tree.nodes,
                              .looks_for_blocks = true,
                              .tree_moves = hold->tree.moves,
                              .tree_answered = hold->tree.answered,
                              .tree_pictures = hold->tree.pictures};
    limits->report(limits->context, &progress);
}

static void pulse(void *context) {
    report_progress(context);
}

static bool has_ended(const void *context) {
    const Hold *hold = context;
    report_progress(hold);
    return atomic_load(hold->limits->stop) || clock_now_us() >= hold->limits->deadline_us;
}

/* Without any block, if the search of all lines is short. */
static bool is_held_by_search(Hold *hold, const Board *board) {
    RestEffort effort = {.nodes = REST_NODES, .is_over = has_ended, .context = hold};
    RestSearch *search = rest_search_new();
    Picture *picture = &hold->held.picture[hold->attacker];
    Lineup lineup = lineup_of(hold, board);
    picture->count = 0;
    bool holds = search != NULL && picture_search_rest(picture, &lineup, search, &effort);
    rest_search_free(search);
    hold->nodes += REST_NODES - effort.nodes;
    if (holds) hold->held.kind[hold->attacker] = HELD_BY_BLOCKS;
    return holds;
}

static bool is_held_by_blocks(Hold *hold, const Board *board) {
    const SolveLimits *limits = hold->limits;
    FinderEffort effort = {.threads = limits->threads,
                           .deadline_us = limits->deadline_us,
                           .stop = limits->stop,
                           .pulse = pulse,
                           .context = hold};
    uint64_t nodes;
    hold->held.kind[side_other(hold->attacker)] = HELD_BY_WEIGHT; /* nobody asks for that side */
    held_find_blocks(&hold->held, hold->spec->shape, board, &effort, &nodes);
    hold->nodes += nodes;
    return hold->held.kind[hold->attacker] != HELD_NOT;
}

/* Pairs where the attacker is to move stop it as well if the defender is. So do blocks, but weight may not. */
static bool is_held(Hold *hold, const Board *board, bool with_blocks) {
    held_find(&hold->held, hold->spec->shape, board);
    HeldBy *kind = &hold->held.kind[hold->attacker];
    if (*kind == HELD_BY_PAIRING) return true;
    *kind = HELD_NOT;
    return with_blocks ? is_held_by_blocks(hold, board) : is_held_by_search(hold, board);
}

static bool fill_proof(const Hold *hold, const Board *board, int reply, Proof *proof) {
    ProofItem against = {.kind = ITEM_AGAINST, .side = hold->attacker};
    if (reply != MOVE_NONE) against.cell[against.cells++] = (uint16_t)reply;
    bool is_paired = hold->held.kind[hold->attacker] == HELD_BY_PAIRING;
    if (is_paired && reply == MOVE_NONE) proof->kind = PROOF_PAIRING;
    return held_add_side(&hold->held, hold->spec->shape, board, &against, proof);
}

/* The position itself, then the replies of the defender; first what is quick. *reply is MOVE_NONE or one of them. */
static bool find_hold(Hold *hold, Board *board, int *reply) {
    const SolverSpec *spec = hold->spec;
    int replies[REPLIES_MAX];
    bool is_defenders = board_side(spec->board) != hold->attacker;
    int count = is_defenders ? best_replies(hold, replies) : 0;
    for (int turn = 0; turn < 2; turn++) {
        for (int i = -1; i < count && !has_ended(hold); i++) {
            *board = *spec->board;
            *reply = i < 0 ? MOVE_NONE : replies[i];
            if (i >= 0) board_place(&spec->shape->grid, board, *reply);
            /* With a move more at hand, blocks that do without it are not worth minutes. */
            if (i < 0 && is_defenders && turn == 1) continue;
            if (is_held(hold, board, turn == 1)) return true;
        }
    }
    return false;
}

/* A tree of moves above the pictures, from the position itself or after one of the defender's best moves. */
static bool find_tree(Hold *hold, int levels, Proof *proof) {
    enum { TREE_REPLIES = 3, RUNS = 3, STEPS = 30000, CHECK_NODES = 80000 };
    const SolverSpec *spec = hold->spec;
    CoverEffort effort = {.levels = levels,
                          .runs = RUNS,
                          .steps = STEPS,
                          .check_nodes = CHECK_NODES,
                          .is_over = has_ended,
                          .context = hold,
                          .progress = &hold->tree};
    int replies[REPLIES_MAX];
    bool is_attackers = board_side(spec->board) == hold->attacker, is_found = false;
    int count = is_attackers ? 1 : best_replies(hold, replies);
    for (int i = 0; i < count && i < TREE_REPLIES && !is_found && !has_ended(hold); i++) {
        ProofItem path = {.kind = ITEM_AGAINST, .side = hold->attacker};
        Board board = *spec->board;
        uint64_t nodes;
        hold->tree = (CoverProgress){.moves = 0};
        if (!is_attackers) {
            path.cell[path.cells++] = (uint16_t)replies[i];
            board_place(&spec->shape->grid, &board, replies[i]);
        }
        is_found = cover_find(spec->shape, &board, hold->attacker, &path, &effort, proof, &nodes);
        hold->nodes += nodes;
    }
    hold->tree = (CoverProgress){.moves = 0};
    return is_found;
}

/* Every move of a small position, where the defender only blocks. Cells are bits. */
typedef struct {
    int lines;
    uint32_t line[LINES_MAX]; /* the empty cells of a line that is open for the attacker */
    int nodes_left;
} Blocking;

static bool blocking_init(Blocking *blocking, const Hold *hold) {
    enum { EMPTY_MAX = 20, NODES_MAX = 1000000 };
    const Grid *grid = &hold->spec->shape->grid;
    const Geometry *geometry = hold->spec->shape->geometry;
    CellSet empty = board_empty(grid, hold->spec->board);
    LineSet open = board_open_lines(grid, hold->spec->board, hold->attacker);
    uint32_t bit[CELLS_MAX] = {0};
    if (cells_count(empty) > EMPTY_MAX) return false;
    for (uint32_t next = 1; !cells_is_empty(empty); next <<= 1) bit[cells_take(&empty)] = next;
    *blocking = (Blocking){.nodes_left = NODES_MAX};
    while (!lines_is_empty(open)) {
        const uint16_t *cells = geometry->line_cells[lines_take(&open)];
        uint32_t line = 0;
        for (int i = 0; i < geometry->n; i++) line |= bit[cells[i]];
        blocking->line[blocking->lines++] = line;
    }
    return true;
}

/* The attacker completes a line, whatever the defender blocks. False also if the nodes do not suffice. */
static bool attack_succeeds(Blocking *blocking, uint32_t attacked, uint32_t blocked, bool is_attackers) {
    uint32_t live = 0, threats = 0;
    if (--blocking->nodes_left < 0) return false;
    for (int i = 0; i < blocking->lines; i++) {
        uint32_t left = blocking->line[i] & ~attacked;
        if ((blocking->line[i] & blocked) != 0) continue;
        live |= left;
        if ((left & (left - 1)) == 0) threats |= left;
    }
    if (threats != 0 && (is_attackers || (threats & (threats - 1)) != 0)) return true;
    if (live == 0) return false;
    for (uint32_t moves = threats != 0 ? threats : live; moves != 0; moves &= moves - 1) {
        uint32_t move = moves & (~moves + 1);
        bool succeeds = is_attackers ? attack_succeeds(blocking, attacked | move, blocked, false)
                                     : attack_succeeds(blocking, attacked, blocked | move, true);
        if (succeeds == is_attackers) return succeeds;
    }
    return !is_attackers;
}

static const char *why_not_found(const Hold *hold) {
    static const char *const beyond_blocking[] = {"X gets a line if O only blocks", "O gets a line if X only blocks"};
    Blocking blocking;
    if (has_ended(hold)) {
        return solve_end_text(atomic_load(hold->limits->stop) ? SOLVE_STOPPED : SOLVE_OUT_OF_TIME);
    }
    bool is_attackers = board_side(hold->spec->board) == hold->attacker;
    if (blocking_init(&blocking, hold) && attack_succeeds(&blocking, 0, 0, is_attackers)) {
        return beyond_blocking[hold->attacker];
    }
    return "neither pairs nor blocks were found";
}

bool solver_hold(const SolverSpec *spec, const HoldRequest *request, const SolveLimits *limits, Proof *proof,
                 uint64_t *nodes, Reason *why) {
    int64_t next_report_us = 0;
    Hold hold = {.spec = spec, .attacker = request->attacker, .limits = limits, .next_report_us = &next_report_us};
    Setup start = setup_of_board(&spec->shape->grid, spec->board);
    Board found;
    int reply;
    proof_init(proof, &start, OUTCOME_NONE, PROOF_BLOCKS);
    proof->held = request->attacker;
    /* What a tree needs of pairs and blocks it finds by itself. */
    bool is_tree = request->levels > 0;
    bool is_found = is_tree ? find_tree(&hold, request->levels, proof) : find_hold(&hold, &found, &reply);
    bool fine = is_found || refuse(why, "%s", why_not_found(&hold));
    *nodes = hold.nodes;
    if (fine && !is_tree) fine = fill_proof(&hold, &found, reply, proof) || refuse(why, "not enough memory");
    /* However long it takes: a tree may take minutes. */
    fine = fine && solver_check(proof, limits, UINT64_MAX, true, why);
    if (!fine) proof_release(proof);
    return fine;
}
