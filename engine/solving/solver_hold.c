#include "solving/solver.h"

#include "base/clock.h"
#include "solving/cover.h"

enum { REPLIES_MAX = 6 };

typedef struct {
    const SolverSpec *spec;
    Side attacker;
    const SolveLimits *limits;
    uint64_t nodes;
    Held held;
    Watch watch;
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

/* Pairs where the attacker is to move stop it as well if the defender is. So do blocks, but weight may not. */
static bool is_paired(Hold *hold, const Board *board) {
    held_find(&hold->held, hold->spec->shape, board);
    HeldBy *kind = &hold->held.kind[hold->attacker];
    if (*kind != HELD_BY_PAIRING) *kind = HELD_NOT;
    return *kind == HELD_BY_PAIRING;
}

static FinderEffort thorough_effort(Hold *hold) {
    FinderEffort effort = finder_thorough();
    effort.watch = &hold->watch;
    return effort;
}

/* By blocks, or by a search of all lines if that is short; *reply is that of the defender, if it is to move. */
static bool find_picture(Hold *hold, int *reply) {
    const SolverSpec *spec = hold->spec;
    Finder *finder = finder_new(spec->shape->geometry);
    FinderEffort effort = thorough_effort(hold);
    Lineup lineup = lineup_of(hold, spec->board);
    Finding finding = {.reply = MOVE_NONE};
    bool is_attackers = board_side(spec->board) == hold->attacker;
    bool is_found = finder != NULL && (is_attackers ? finder_hold : finder_reply)(finder, &lineup, &effort, &finding);
    hold->nodes += finding.nodes;
    hold->held.kind[hold->attacker] = is_found ? HELD_BY_BLOCKS : HELD_NOT;
    if (is_found) hold->held.picture[hold->attacker] = finding.picture;
    *reply = finding.reply;
    finder_free(finder);
    return is_found;
}

/* By the long runs of annealing that the empty board of a large cube takes. */
static bool is_held_by_runs(Hold *hold) {
    const SolveLimits *limits = hold->limits;
    RunsEffort effort = {.threads = limits->threads,
                         .deadline_us = limits->deadline_us,
                         .stop = limits->stop,
                         .pulse = pulse,
                         .context = hold};
    uint64_t nodes;
    hold->held.kind[side_other(hold->attacker)] = HELD_BY_WEIGHT; /* nobody asks for that side */
    held_find_blocks(&hold->held, hold->spec->shape, hold->spec->board, &effort, &nodes);
    hold->nodes += nodes;
    return hold->held.kind[hold->attacker] != HELD_NOT;
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
    bool is_attackers = board_side(spec->board) == hold->attacker;
    int count = is_attackers ? 0 : best_replies(hold, replies);
    for (int i = -1; i < count; i++) {
        *board = *spec->board;
        *reply = i < 0 ? MOVE_NONE : replies[i];
        if (i >= 0) board_place(&spec->shape->grid, board, *reply);
        if (is_paired(hold, board)) return true;
    }
    *board = *spec->board;
    *reply = MOVE_NONE;
    if (board->ply == 0 && is_held_by_runs(hold)) return true;
    if (!find_picture(hold, reply)) return false;
    if (*reply != MOVE_NONE) board_place(&spec->shape->grid, board, *reply);
    return true;
}

/* A tree of moves above the pictures, from the position itself or after one of the defender's best moves. */
static bool find_tree_after(Hold *hold, int reply, const CoverEffort *effort, Proof *proof) {
    const SolverSpec *spec = hold->spec;
    ProofItem path = {.kind = ITEM_AGAINST, .side = hold->attacker};
    Board board = *spec->board;
    uint64_t nodes;
    hold->tree = (CoverProgress){.moves = 0};
    if (reply != MOVE_NONE) {
        path.cell[path.cells++] = (uint16_t)reply;
        board_place(&spec->shape->grid, &board, reply);
    }
    bool is_found = cover_find(spec->shape, &board, hold->attacker, &path, effort, proof, &nodes);
    hold->nodes += nodes;
    hold->tree = (CoverProgress){.moves = 0};
    return is_found;
}

/* The defender's best moves, by what a packing costs after them. */
static int tree_replies(Hold *hold, int replies[FINDER_REPLIES_MAX]) {
    replies[0] = MOVE_NONE;
    if (board_side(hold->spec->board) == hold->attacker) return 1;
    Finder *finder = finder_new(hold->spec->shape->geometry);
    Lineup lineup = lineup_of(hold, hold->spec->board);
    FinderEffort effort = thorough_effort(hold);
    int count = finder == NULL ? 0 : finder_sort_replies(finder, &lineup, &effort, replies);
    finder_free(finder);
    return count;
}

static bool find_tree(Hold *hold, int levels, Proof *proof) {
    enum { TREE_REPLIES = 3 };
    CoverEffort effort = {.levels = levels, .finder = thorough_effort(hold), .progress = &hold->tree};
    int replies[FINDER_REPLIES_MAX], count = tree_replies(hold, replies);
    for (int i = 0; i < count && i < TREE_REPLIES && !has_ended(hold); i++) {
        if (find_tree_after(hold, replies[i], &effort, proof)) return true;
    }
    return false;
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
    enum { FIRST_LOOK = 64 };
    Setup start = setup_of_board(&spec->shape->grid, spec->board);
    watch_start(&hold.watch, has_ended, &hold, FIRST_LOOK);
    Board found;
    int reply;
    proof_init(proof, &start, OUTCOME_NONE, PROOF_BLOCKS);
    proof->held = request->attacker;
    bool is_single = find_hold(&hold, &found, &reply);
    bool is_found = is_single || (request->levels > 0 && find_tree(&hold, request->levels, proof));
    bool fine = is_found || refuse(why, "%s", why_not_found(&hold));
    *nodes = hold.nodes;
    if (is_single) fine = fill_proof(&hold, &found, reply, proof) || refuse(why, "not enough memory");
    /* However long it takes: a tree may take minutes. */
    fine = fine && solver_check(proof, limits, UINT64_MAX, true, why);
    if (!fine) proof_release(proof);
    return fine;
}
