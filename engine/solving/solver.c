#include "solving/solver.h"

#include <stdlib.h>

#include "base/clock.h"
#include "kernel/eval/eval.h"
#include "kernel/kernel.h"

struct Solver {
    SolverSpec spec;
    const Kernel *kernel;
    Placement start;
    Prover *provers[2]; /* by attacker; NULL until needed */
    ProveStatus status[2];
    Held held;
    bool blocks_were_tried;
    uint64_t block_nodes;
    SolveResult result;
};

static void note_held(Solver *solver) {
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        WhyHeld *held = &solver->result.held[side];
        if (solver->held.kind[side] != HELD_NOT) {
            *held = HELD_BY_BOUND;
        } else if (side == SIDE_O && solver->spec.board->ply == 0) {
            *held = HELD_BY_STEALING;
        }
    }
}

static void conclude(Solver *solver) {
    SolveResult *result = &solver->result;
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        if (solver->status[side] == PROVE_WON) result->value = side == SIDE_X ? OUTCOME_X_WINS : OUTCOME_O_WINS;
        if (solver->status[side] == PROVE_NOT_WON && result->held[side] == HELD_NOT_KNOWN) {
            result->held[side] = HELD_BY_SEARCH;
        }
    }
    bool x_is_held = result->held[SIDE_X] != HELD_NOT_KNOWN;
    if (!x_is_held || result->held[SIDE_O] == HELD_NOT_KNOWN) return;
    result->value = OUTCOME_DRAW;
    result->move = solver->held.reply;
}

Solver *solver_new(const SolverSpec *spec) {
    Solver *solver = calloc(1, sizeof *solver);
    if (solver == NULL) return NULL;
    solver->spec = *spec;
    solver->kernel = kernel_for(spec->shape->geometry);
    solver->start = placement_of_board(spec->board);
    solver->result = (SolveResult){.value = board_outcome(&spec->shape->grid, spec->board), .move = MOVE_NONE};
    if (solver->result.value == OUTCOME_NONE && !game_counts_points(&spec->shape->grid.game)) {
        held_find(&solver->held, spec->shape, spec->board);
        note_held(solver);
        conclude(solver);
    }
    return solver;
}

void solver_free(Solver *solver) {
    if (solver == NULL) return;
    for (int side = SIDE_X; side <= SIDE_O; side++) solver->kernel->prover_free(solver->provers[side]);
    free(solver);
}

typedef struct {
    const SolveLimits *limits;
    Side attacker;
    uint64_t others_nodes;
} Reporting;

static void report_progress(void *context, const ProveProgress *progress) {
    const Reporting *reporting = context;
    if (reporting->limits->report == NULL) return;
    SolveProgress of_both = {
        .nodes = progress->nodes + reporting->others_nodes, .attacker = reporting->attacker, .prover = *progress};
    reporting->limits->report(reporting->limits->context, &of_both);
}

static void count_all(Solver *solver) {
    SolveResult *result = &solver->result;
    result->nodes = solver->block_nodes;
    result->expansions = result->positions = 0;
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        if (solver->provers[side] == NULL) continue;
        ProveProgress progress = solver->kernel->prover_progress(solver->provers[side]);
        result->nodes += progress.nodes;
        result->expansions += progress.expansions;
        result->positions += progress.positions;
    }
}

const char *solve_end_text(SolveEnd end) {
    static const char *const texts[] = {
        [SOLVE_DONE] = "",
        [SOLVE_STOPPED] = "stopped",
        [SOLVE_OUT_OF_TIME] = "out of time",
        [SOLVE_OUT_OF_NODES] = "out of nodes",
        [SOLVE_FULL] = "the memory is full",
        [SOLVE_TOO_WIDE] = "too many cells are on open lines",
    };
    return texts[end];
}

/* Lets one side attack until its prover has expanded the given number of positions in all. */
static void attack(Solver *solver, Side attacker, uint64_t expansions, size_t megabytes, const SolveLimits *limits) {
    Prover **prover = &solver->provers[attacker];
    uint64_t others = solver->provers[side_other(attacker)] == NULL
                          ? 0
                          : solver->kernel->prover_progress(solver->provers[side_other(attacker)]).nodes;
    if (*prover == NULL) {
        const Shape *shape = solver->spec.shape;
        *prover = solver->kernel->prover_new(shape->geometry, shape->symmetries, &solver->start, attacker, megabytes);
        if (*prover == NULL) {
            solver->status[attacker] = PROVE_FULL;
            return;
        }
    }
    ProveJob job = {.threads = limits->threads,
                    .expansion_limit = expansions,
                    .node_limit = limits->node_limit > others ? limits->node_limit - others : 0,
                    .deadline_us = limits->deadline_us,
                    .stop = limits->stop,
                    .report = report_progress,
                    .context = &(Reporting){limits, attacker, others}};
    solver->status[attacker] = solver->kernel->prover_run(*prover, &job);
    if (solver->status[attacker] == PROVE_WON) solver->result.move = solver->kernel->prover_move(*prover);
}

static bool is_open(const Solver *solver, Side attacker) {
    return solver->result.held[attacker] == HELD_NOT_KNOWN && solver->status[attacker] == PROVE_UNKNOWN;
}

/* What ended the attack; SOLVE_DONE: nothing, it may go on. */
static SolveEnd limit_reached(const Solver *solver, const SolveLimits *limits) {
    if (atomic_load(limits->stop)) return SOLVE_STOPPED;
    if (solver->result.nodes >= limits->node_limit) return SOLVE_OUT_OF_NODES;
    return clock_now_us() >= limits->deadline_us ? SOLVE_OUT_OF_TIME : SOLVE_DONE;
}

/* The side that the static value favours, or the only one that may still win. */
static Side favourite(const Solver *solver) {
    const Grid *grid = &solver->spec.shape->grid;
    const Board *board = solver->spec.board;
    if (!is_open(solver, SIDE_X)) return SIDE_O;
    if (!is_open(solver, SIDE_O)) return SIDE_X;
    Census census = census_take(grid, board);
    Side side = board_side(board);
    return eval(grid, board, &census) >= 0 ? side : side_other(side);
}

/* The favourite gets most of the time and memory, as long as both sides may win. A brief run is the first
 * slice alone. */
static void run_provers(Solver *solver, const SolveLimits *limits, bool briefly) {
    enum { FIRST_SLICE = 1024, SHARES = 8 };
    Side first = favourite(solver);
    bool is_alone = !is_open(solver, SIDE_X) || !is_open(solver, SIDE_O);
    size_t hash_mb = solver->spec.hash_mb, share_mb = is_alone ? 0 : (hash_mb + SHARES - 1) / SHARES;
    if (hash_mb < 2) share_mb = 0;
    solver->result.end = SOLVE_DONE;
    for (uint64_t slice = FIRST_SLICE; solver->result.value == OUTCOME_NONE; slice *= 2) {
        if (!is_open(solver, SIDE_X) && !is_open(solver, SIDE_O)) {
            solver->result.end = SOLVE_FULL;
            break;
        }
        for (int turn = 0; turn < 2 && solver->result.value == OUTCOME_NONE; turn++) {
            Side attacker = turn == 0 ? first : side_other(first);
            uint64_t expansions = is_alone && !briefly ? UINT64_MAX : turn == 0 ? slice : slice / SHARES;
            if (is_open(solver, attacker)) {
                attack(solver, attacker, expansions, turn == 0 || share_mb == 0 ? hash_mb - share_mb : share_mb,
                       limits);
            }
            count_all(solver);
            conclude(solver);
        }
        if (solver->result.value != OUTCOME_NONE) break;
        solver->result.end = limit_reached(solver, limits);
        if (solver->result.end != SOLVE_DONE || briefly) break;
    }
}

typedef struct {
    const SolveLimits *limits;
    int64_t next_report_us;
} BlockWatch;

static void report_blocks(void *context) {
    enum { REPORT_US = 200000 };
    BlockWatch *watch = context;
    int64_t now_us = clock_now_us();
    if (watch->limits->report == NULL || now_us < watch->next_report_us) return;
    watch->next_report_us = now_us + REPORT_US;
    watch->limits->report(watch->limits->context, &(SolveProgress){.looks_for_blocks = true});
}

/* Blocks are worth a try before the provers, once. Looking for them is not counted in nodes, so who allows few gets
 * none. */
static void try_blocks(Solver *solver, const SolveLimits *limits) {
    enum { NODES_MIN = 1000000 };
    BlockWatch watch = {.limits = limits};
    RunsEffort effort = {.threads = limits->threads,
                         .deadline_us = limits->deadline_us,
                         .stop = limits->stop,
                         .pulse = report_blocks,
                         .context = &watch};
    if (solver->blocks_were_tried || limits->node_limit < NODES_MIN) return;
    solver->blocks_were_tried = true;
    held_find_blocks(&solver->held, solver->spec.shape, solver->spec.board, &effort, &solver->block_nodes);
}

/* Where nobody ever completes a line, nobody gets a point. */
static bool is_drawn_without_points(Solver *solver, const SolveLimits *limits) {
    const Board *board = solver->spec.board;
    SolveResult *result = &solver->result;
    if (board->points[SIDE_X] > 0 || board->points[SIDE_O] > 0 || result->value != OUTCOME_NONE) return false;
    held_find(&solver->held, solver->spec.shape, board);
    if (!held_both(&solver->held)) try_blocks(solver, limits);
    if (!held_both(&solver->held)) return false;
    *result = (SolveResult){.value = OUTCOME_DRAW,
                            .end = SOLVE_DONE,
                            .held = {HELD_BY_BOUND, HELD_BY_BOUND},
                            .move = solver->held.reply,
                            .nodes = solver->block_nodes};
    return true;
}

void solver_run(Solver *solver, const SolveLimits *limits, SolveResult *result) {
    if (game_counts_points(&solver->spec.shape->grid.game)) {
        if (!is_drawn_without_points(solver, limits)) solver_points_run(&solver->spec, limits, &solver->result);
    } else {
        /* A quick win is not worth looking for blocks, which may take a minute. */
        bool may_have_blocks = held_may_have_blocks(solver->spec.shape, solver->spec.board);
        if (may_have_blocks && solver->spec.board->ply > 0) run_provers(solver, limits, true);
        if (solver->result.value == OUTCOME_NONE) {
            try_blocks(solver, limits);
            note_held(solver);
            count_all(solver);
            conclude(solver);
        }
        run_provers(solver, limits, false);
    }
    *result = solver->result;
}

/* Proofs */

typedef struct {
    Proof *proof;
    bool is_complete;
    void (*round)(void *context, int round, int entries);
    void *context;
} Collector;

static void collect_entry(void *context, const Placement *position, int move, int plies) {
    Collector *collector = context;
    Proof *proof = collector->proof;
    CellSet stones[2];
    placement_stones(position, stones);
    if (proof_add_entry(proof, stones, move)) {
        proof->entries[proof->count - 1].plies = (uint16_t)plies;
    } else {
        collector->is_complete = false;
    }
}

static void collect_round(void *context, int round, int entries) {
    Collector *collector = context;
    if (collector->round != NULL) collector->round(collector->context, round, entries);
}

static bool collect_strategy(Solver *solver, Side winner, const StrategyEffort *effort, const SolveLimits *limits,
                             Collector *collector) {
    ProveJob job = {.threads = 1,
                    .expansion_limit = UINT64_MAX,
                    .node_limit = UINT64_MAX,
                    .deadline_us = limits->deadline_us,
                    .stop = limits->stop,
                    false};
    StrategyListener listener = {collect_entry, collect_round, collector};
    return solver->kernel->prover_strategy(solver->provers[winner], effort, &job, &listener) >= 0 &&
           collector->is_complete;
}

static bool is_by_bounds(const Solver *solver) {
    const SolveResult *result = &solver->result;
    return result->held[SIDE_X] == HELD_BY_BOUND && result->held[SIDE_O] == HELD_BY_BOUND;
}

static bool fill_proof(Solver *solver, const StrategyEffort *effort, const SolveLimits *limits, Collector *collector) {
    Proof *proof = collector->proof;
    Side winner = proof->value == OUTCOME_X_WINS ? SIDE_X : SIDE_O;
    if (proof_has_entries(proof)) return collect_strategy(solver, winner, effort, limits, collector);
    if (proof->kind == PROOF_SEARCH) return true;
    return held_to_proof(&solver->held, solver->spec.shape, solver->spec.board, proof);
}

const Held *solver_held(const Solver *solver) {
    return &solver->held;
}

bool solver_draft(Solver *solver, Proof *proof) {
    Setup start = setup_of_board(&solver->spec.shape->grid, solver->spec.board);
    if (solver->result.value != OUTCOME_DRAW || !held_both(&solver->held)) return false;
    proof_init(proof, &start, OUTCOME_DRAW, PROOF_PAIRING);
    if (held_to_proof(&solver->held, solver->spec.shape, solver->spec.board, proof)) return true;
    proof_release(proof);
    return false;
}

/* Follows a strategy, which must be sorted. */
static bool follow_strategy(const Solver *solver, const Proof *proof, const SolveLimits *limits, CourseLine *line) {
    enum { VISITS_MAX = 4000000 };
    const Shape *shape = solver->spec.shape;
    Worker *worker = solver->kernel->worker_new(shape->geometry, shape->symmetries);
    CourseSteps steps = {.entries = calloc((size_t)proof->count + 1, sizeof *steps.entries)};
    Course course = {.proof = proof,
                     .steps = &steps,
                     .shape = shape,
                     .kernel = solver->kernel,
                     .worker = worker,
                     .visits_left = VISITS_MAX,
                     .stop = limits->stop};
    for (int i = 0; steps.entries != NULL && i < proof->count; i++) {
        steps.entries[i] = (CourseStep){proof->entries[i].plies, MOVE_NONE};
    }
    bool is_found = worker != NULL && steps.entries != NULL && win_length_whole_line(&course, solver->spec.board, line);
    course_steps_release(&steps);
    if (worker != NULL) solver->kernel->worker_free(worker);
    return is_found;
}

bool solver_line(Solver *solver, const SolveLimits *limits, CourseLine *line) {
    Outcome value = solver->result.value;
    bool is_over = board_outcome(&solver->spec.shape->grid, solver->spec.board) != OUTCOME_NONE;
    if (is_over || (value != OUTCOME_X_WINS && value != OUTCOME_O_WINS)) return false;
    Setup start = setup_of_board(&solver->spec.shape->grid, solver->spec.board);
    Proof proof;
    proof_init(&proof, &start, value, PROOF_STRATEGY);
    Collector collector = {.proof = &proof, .is_complete = true};
    Side winner = value == OUTCOME_X_WINS ? SIDE_X : SIDE_O;
    bool is_found = collect_strategy(solver, winner, &(StrategyEffort){.rounds = 0}, limits, &collector);
    proof_sort(&proof);
    is_found = is_found && follow_strategy(solver, &proof, limits, line);
    proof_release(&proof);
    return is_found;
}

/* The check of a proof, which can be stopped. */
typedef struct {
    const SolveLimits *limits;
    bool ends_at_stop;
    uint64_t steps_before; /* of an earlier check of the same proof */
    Work work;
} Checking;

static bool is_stopped(const Checking *checking) {
    return checking->ends_at_stop && atomic_load(checking->limits->stop);
}

static void note_steps(void *context, uint64_t steps) {
    Checking *checking = context;
    const SolveLimits *limits = checking->limits;
    SolveProgress progress = {.check_steps = checking->steps_before + steps};
    if (limits->report != NULL && progress.check_steps > 0) limits->report(limits->context, &progress);
    if (is_stopped(checking)) checking->work.steps_max = 0;
}

bool solver_check(Proof *proof, const SolveLimits *limits, uint64_t steps_max, bool ends_at_stop, Reason *why) {
    Checking checking = {limits, ends_at_stop, 0, {.steps_max = steps_max, .progress = note_steps}};
    ProofFindings findings;
    checking.work.context = &checking;
    bool fine = proof_trim(proof, &checking.work, &findings);
    /* An outline with fewer entries is allowed less work. */
    if (fine && proof->kind == PROOF_OUTLINE) {
        checking.steps_before = checking.work.steps;
        checking.work = (Work){.steps_max = PROOF_STEPS_MAX, .progress = note_steps, .context = &checking};
        fine = proof_check_within(proof, &checking.work, &findings);
    }
    if (fine) return true;
    if (is_stopped(&checking)) return refuse(why, "%s", solve_end_text(SOLVE_STOPPED));
    return refuse(why, "the proof does not hold: %s", findings.why.text);
}

bool solver_proof(Solver *solver, const StrategyEffort *effort, const SolveLimits *limits,
                  void (*round)(void *context, int round, int entries), Proof *proof, Reason *why) {
    const Grid *grid = &solver->spec.shape->grid;
    const Board *board = solver->spec.board;
    Outcome value = solver->result.value;
    Setup start = setup_of_board(&solver->spec.shape->grid, solver->spec.board);
    bool is_win = value == OUTCOME_X_WINS || value == OUTCOME_O_WINS;
    bool is_over = board_outcome(grid, board) != OUTCOME_NONE;
    bool is_small = grid->cells - board->ply <= PROOF_SEARCH_EMPTY_MAX;
    if (value == OUTCOME_NONE) return refuse(why, "the value is not known");
    if (game_counts_points(&grid->game) && !(value == OUTCOME_DRAW && !is_over && is_by_bounds(solver))) {
        return refuse(why, "where lines are points, only draws by pairs or blocks have proofs");
    }
    ProofKind win_kind = effort->is_outline ? PROOF_OUTLINE : PROOF_STRATEGY;
    ProofKind kind = is_over ? PROOF_SEARCH : is_win ? win_kind : PROOF_PAIRING;
    if (kind == PROOF_PAIRING && !is_by_bounds(solver)) {
        if (!is_small) return refuse(why, "the draw was found by search; no file could hold that");
        kind = PROOF_SEARCH;
    }
    proof_init(proof, &start, value, kind);
    Collector collector = {proof, true, round, limits->context};
    if (!is_over && !fill_proof(solver, effort, limits, &collector)) {
        proof_release(proof);
        return refuse(why, "not enough memory for the proof");
    }
    proof_sort(proof);
    /* Who held the minimising wants what there is. */
    bool is_cut_short = effort->rounds > 0 && atomic_load(limits->stop);
    uint64_t steps_max = proof_has_entries(proof) ? UINT64_MAX : PROOF_STEPS_MAX;
    if (solver_check(proof, limits, steps_max, !is_cut_short, why)) return true;
    proof_release(proof);
    return false;
}
