#include "core/answer.h"

#include <string.h>

/* What is known of the position so far. */
typedef struct {
    bool has_proof_line; /* a proof has the move, and analysis goes on */
    bool is_promised;    /* a strategy is followed: there is a forced win, or a line to block */
    Holding holding;     /* what pictures say */
    bool is_searched;    /* the search has begun, and has a line */
    bool is_won;         /* a forced win is the answer so far */
    HeldSides held;      /* by weight, a pairing or pictures */
    MateAnswer mate;
} Known;

typedef struct {
    Question *question;
    const AnswerHelp *help;
    const Kernel *kernel;
    Worker *worker; /* the one that reports */
    Known known;
    SearchLine *best;
} Answer;

typedef enum { GO_ON, ANSWERED } Advice;

/* `go prove` */

/* The part of the time that is kept for the short search that gives a move where nothing is proven. */
static int64_t brief_us(int64_t hard_us) {
    enum { SHARE = 8, MOST_US = 100000 };
    return hard_us / SHARE < MOST_US ? hard_us / SHARE : MOST_US;
}

static void run_prover(const Answer *answer, SolveResult *result) {
    const Question *question = answer->question;
    SearchShared *shared = question->job.shared;
    int64_t hard_us = shared->budget.hard_us;
    SolverSpec spec = {.shape = question->shape, .board = question->board, .hash_mb = question->hash_mb};
    SolveLimits limits = {.threads = question->threads,
                          .node_limit = question->job.node_limit,
                          .deadline_us =
                              hard_us == INT64_MAX ? INT64_MAX : question->begun_us + hard_us - brief_us(hard_us),
                          .stop = &shared->stop,
                          .report = answer->help->listener->proving,
                          .context = answer->help->listener->context};
    *result = (SolveResult){.value = OUTCOME_NONE, .end = SOLVE_FULL, .move = MOVE_NONE};
    Solver *solver = solver_new(&spec);
    if (solver != NULL) solver_run(solver, &limits, result);
    solver_free(solver);
}

/* Where no win is proven a short search gives the move, in the time that is left. Its nodes are beyond the limit, and
 * `stop` does not count: it has ended the proving. */
static Advice prove_value(Answer *answer) {
    enum { BRIEF_NODES = 20000 };
    SearchJob *job = &answer->question->job;
    SolveResult result;
    if (!answer->question->wants_proof) return GO_ON;
    run_prover(answer, &result);
    answer->help->listener->proved(answer->help->listener->context, &result);
    if (result.move != MOVE_NONE && question_allows(answer->question->limits, result.move)) {
        *answer->best = (SearchLine){.pv_length = 1, .pv = {(uint16_t)result.move}};
        return ANSWERED;
    }
    job->node_limit = BRIEF_NODES;
    job->keep_going = false;
    job->shared->budget.soft_us = job->shared->budget.hard_us;
    atomic_store(&job->shared->stop, false);
    return GO_ON;
}

/* Proofs */

/* The move of a strategy is played at once; in analysis it stays the answer, unless the search has a proof of its own.
 */
static Advice play_by_strategy(Answer *answer) {
    const Question *question = answer->question;
    BookQuery query = {question->shape, answer->kernel, answer->worker, question->board};
    CourseLine course;
    if (!question->takes_proofs || !book_find(answer->help->book, &query, &course)) return GO_ON;
    if (!question_allows(question->limits, course.cell[0])) return GO_ON;
    *answer->best = (SearchLine){.multipv = 1,
                                 .depth = 1,
                                 .seldepth = course.length,
                                 .value = value_win_at(course.plies),
                                 .bound = BOUND_LOWER,
                                 .proven = true,
                                 .pv_length = course.length};
    memcpy(answer->best->pv, course.cell, sizeof course.cell[0] * (size_t)course.length);
    answer->help->listener->proof_line(answer->help->listener->context, answer->best);
    answer->known.has_proof_line = true;
    return question->job.keep_going ? GO_ON : ANSWERED;
}

/* Between the positions of a strategy its side wins at once, by threats, or blocks. A block is made the only move here,
 * so that the shortest time will do. */
static Advice block_for_strategy(Answer *answer) {
    const Question *question = answer->question;
    const Grid *grid = &question->shape->grid;
    const Board *board = question->board;
    RootMoves *moves = &answer->question->job.root_moves;
    if (!question->takes_proofs || !question->takes_any_move || !book_covers(answer->help->book, grid, board))
        return GO_ON;
    answer->known.is_promised = true;
    Side side = board_side(board);
    CellSet wins = board_winning_cells(grid, board, side);
    CellSet blocks = board_winning_cells(grid, board, side_other(side));
    if (!cells_is_empty(wins) || cells_count(blocks) != 1) return GO_ON;
    moves->count = 1;
    moves->move[0] = (uint16_t)cells_first(&blocks);
    return GO_ON;
}

static Advice hold_by_pictures(Answer *answer) {
    Question *question = answer->question;
    if (!question->takes_proofs || !question->takes_any_move || answer->known.has_proof_line) return GO_ON;
    DrawEffort effort = draw_effort_for(&question->job, question->begun_us);
    draw_pictures_guide(question->shape, question->board, &effort, answer->help->draws, &question->job,
                        &answer->known.holding);
    return GO_ON;
}

/* Searches */

static Advice begin_search(Answer *answer) {
    pool_begin(answer->help->pool, &answer->question->job);
    answer->known.is_searched = true;
    return GO_ON;
}

/* A win is enough, unless the host wants to see more. */
static Advice end_if_won(const Answer *answer) {
    return answer->known.is_won && !answer->question->job.keep_going ? ANSWERED : GO_ON;
}

/* Among all moves, whatever was left of them for the sake of a draw. */
static Advice win_by_threats(Answer *answer) {
    Known *known = &answer->known;
    if (!answer->question->takes_any_move) return GO_ON;
    known->is_won = answer->kernel->win_by_threats(answer->worker, known->is_promised);
    return answer->question->job.mate_limit == LIMIT_NONE ? end_if_won(answer) : GO_ON;
}

static Advice win_in_moves(Answer *answer) {
    if (answer->question->job.mate_limit == LIMIT_NONE) return GO_ON;
    answer->known.mate = answer->kernel->win_in_moves(answer->worker);
    return answer->known.mate == MATE_FOUND ? ANSWERED : end_if_won(answer);
}

/* Where a win is known and the host wants to see more, no draw is to be kept. */
static bool plays_for_draw(const Answer *answer) {
    return answer->question->wants_chances && !answer->known.is_won;
}

/* What pictures have said counts here, too. */
static Advice hold_by_count(Answer *answer) {
    const Holding *holding = &answer->known.holding;
    if (!plays_for_draw(answer)) return GO_ON;
    answer->known.held = answer->kernel->hold_draw(answer->worker, holding->moves_hold, holding->is_held);
    return GO_ON;
}

/* In analysis the search is to be seen. */
static Advice take_chance(Answer *answer) {
    if (answer->known.held == HELD_NONE || answer->question->job.keep_going) return GO_ON;
    return answer->kernel->take_chance(answer->worker) ? ANSWERED : GO_ON;
}

static Advice play_on_certain_draw(Answer *answer) {
    if (answer->known.held != HELD_BOTH) return GO_ON;
    pool_contest(answer->help->pool);
    return ANSWERED;
}

static Advice deepen(Answer *answer) {
    pool_deepen(answer->help->pool);
    return GO_ON;
}

/* A loss that is proven is as bad as any other. */
static Advice resist(Answer *answer) {
    const SearchJob *job = &answer->question->job;
    if (!plays_for_draw(answer) || job->keep_going || !answer->kernel->is_lost(answer->worker)) return GO_ON;
    return answer->kernel->take_chance(answer->worker) ? ANSWERED : GO_ON;
}

static Advice contest(Answer *answer) {
    if (!plays_for_draw(answer) || !answer->kernel->keep_draw(answer->worker)) return ANSWERED;
    if (answer->question->job.keep_going || !answer->kernel->take_chance(answer->worker)) {
        pool_contest(answer->help->pool);
    }
    return ANSWERED;
}

/* Whom to ask for a move, in this order. Each answers, narrows what the next may choose from, or has nothing to say. */
static Advice (*const advisers[])(Answer *answer) = {
    prove_value,          /* `go prove`: answers with a proven win; without one the others have a moment left */
    play_by_strategy,     /* answers where a proof has the move: at any limit, without a search */
    block_for_strategy,   /* narrows to the line that a strategy must stop: that takes no search, either */
    hold_by_pictures,     /* narrows to moves that hold a draw, which a short search might not see */
    begin_search,         /* from here on nodes count */
    win_by_threats,       /* answers: the cheapest search that can make all others needless */
    win_in_moves,         /* `go mate` answers: the only search that looks at every mate */
    hold_by_count,        /* narrows to moves that hold a draw by weight or a pairing */
    take_chance,          /* answers where a draw is safe and a short-sighted opponent would lose */
    play_on_certain_draw, /* answers: such a draw is not searched for */
    deepen,               /* the search itself, with exact points beside it */
    resist,               /* answers where the loss is proven and a short-sighted opponent would lose all the same */
    contest,              /* answers: a draw that the search has proven is played on for the better chances */
};

/* What the search has come to. In analysis the move of a proof stays the answer, unless the search has proven a win, or
 * several lines are shown: then the answer is the first of these. */
static void end_search(Answer *answer) {
    SearchLine line;
    const SearchJob *job = &answer->question->job;
    answer->kernel->end(answer->worker, &line);
    if (answer->known.has_proof_line && job->multipv == 1 && !(line.proven && value_is_win(line.value))) return;
    *answer->best = line;
    bool has_mate = value_is_win(line.value) && value_mate_in(line.value) <= job->mate_limit;
    answer->best->mate = answer->known.mate != MATE_NOT_ASKED && has_mate ? MATE_FOUND : answer->known.mate;
}

void answer_find(Question *question, const AnswerHelp *help, SearchLine *best) {
    Answer answer = {.question = question,
                     .help = help,
                     .kernel = pool_kernel(help->pool),
                     .worker = pool_first(help->pool),
                     .best = best};
    for (size_t i = 0; i < sizeof advisers / sizeof advisers[0]; i++) {
        if (advisers[i](&answer) == ANSWERED) break;
    }
    if (answer.known.is_searched) end_search(&answer);
}
