#include "support/searcher.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/bridge.h"

static void complain(Searcher *searcher, const SearchLine *line, const char *what) {
    char fen[REF_POSITION_TEXT_SIZE], move[REF_MOVE_TEXT_SIZE];
    if (searcher->complaint[0] != '\0') return;
    int length =
        snprintf(searcher->complaint, sizeof searcher->complaint, "%s: %.900s, depth %d value %d%s pv", what,
                 ref_position_text(&searcher->position, fen), line->depth, line->value, line->proven ? " proven" : "");
    for (int i = 0; i < line->pv_length && length < 1380; i++) {
        length +=
            sprintf(searcher->complaint + length, " %s", ref_move_text(searcher->position.game, line->pv[i], move));
    }
}

int searcher_plies(int value) {
    return VALUE_WIN - abs(value);
}

/* What brute force says about the first move of a line, for the side to move before it. */
static RefValue truth_of(const Searcher *searcher, const SearchLine *line) {
    RefPosition next = searcher->position;
    RefValue value = searcher->truth;
    if (line->multipv <= 1) return value;
    ref_play(&next, line->pv[0]);
    if (ref_solve(&next, &value)) value = (RefValue){-value.value, value.value == 0 ? 0 : value.plies + 1};
    return value;
}

/* A mate is a claim even if it is not called proven: the loser must be lost, and the winner must need no fewer plies.
 * An upper bound that is a loss is a loss. */
static void check_against(Searcher *searcher, const SearchLine *line, RefValue truth) {
    bool wins = value_is_win(line->value), loses = value_is_loss(line->value);
    if (line->bound == BOUND_LOWER || (line->bound == BOUND_UPPER && !loses)) return;
    if (searcher->position.game->rule != REF_LINE) {
        if (line->proven && line->value != VALUE_POINT * truth.value) complain(searcher, line, "wrong difference");
    } else if (wins || loses) {
        if (truth.value != (wins ? 1 : -1)) complain(searcher, line, "no such mate");
        if (searcher_plies(line->value) < truth.plies) complain(searcher, line, "no mate so short");
    } else if (line->proven && (line->value != VALUE_DRAW || truth.value != 0)) {
        complain(searcher, line, "no draw");
    }
}

static void check_moves(Searcher *searcher, const SearchLine *line) {
    RefPosition end = searcher->position;
    for (int i = 0; i < line->pv_length; i++) {
        if (ref_play(&end, line->pv[i])) continue;
        complain(searcher, line, "illegal line");
        return;
    }
    bool wins = value_is_win(line->value), loses = value_is_loss(line->value);
    if ((!wins && !loses) || line->bound != BOUND_EXACT) return;
    RefResult wanted = (ref_side(&searcher->position) == 'x') == wins ? REF_P1WIN : REF_P2WIN;
    if (ref_result(&end) != wanted) complain(searcher, line, "a mate that does not end the game");
    if (searcher_plies(line->value) != line->pv_length) complain(searcher, line, "a mate of another length");
}

static void on_report(void *context, const SearchLine *line) {
    Searcher *searcher = context;
    searcher->reports++;
    searcher->proofs += line->proven;
    searcher->line_count = line->multipv;
    searcher->lines[line->multipv - 1] = *line;
    check_moves(searcher, line);
    if (searcher->truth_is_known) check_against(searcher, line, truth_of(searcher, line));
}

Searcher *searcher_new(const char *name, int hash_mb, int threads) {
    Searcher *searcher = calloc(1, sizeof *searcher);
    if (searcher == NULL) abort();
    searcher->shape = shape_named(name);
    searcher->pool = pool_new(searcher->shape, threads);
    searcher->tt = tt_new((size_t)hash_mb);
    if (searcher->pool == NULL || searcher->tt == NULL) abort();
    Board empty;
    board_init(&empty);
    searcher->job = search_job_for(&empty, &searcher->shared);
    searcher->job.solves_points = true;
    searcher->job.report = on_report;
    searcher->job.context = searcher;
    search_shared_start(&searcher->shared, searcher->tt, (Budget){INT64_MAX, INT64_MAX}, 0);
    return searcher;
}

void searcher_free(Searcher *searcher) {
    pool_free(searcher->pool);
    tt_free(searcher->tt);
    shape_free(searcher->shape);
    free(searcher);
}

void searcher_forget(Searcher *searcher) {
    tt_clear(searcher->tt);
    pool_clear(searcher->pool);
}

void searcher_answer(Searcher *searcher) {
    const SearchJob *job = &searcher->job;
    Question question = {.shape = searcher->shape,
                         .job = *job,
                         .takes_any_move = job->solves_points,
                         .wants_chances = job->stops_at_draw};
    AnswerHelp help = {.pool = searcher->pool};
    search_shared_start(&searcher->shared, searcher->tt, (Budget){INT64_MAX, INT64_MAX}, 0);
    tt_next_search(searcher->tt);
    pool_reset_nodes(searcher->pool);
    answer_find(&question, &help, &searcher->best);
}

void searcher_run(Searcher *searcher, const RefPosition *position, uint64_t nodes, bool solve) {
    SearchJob *job = &searcher->job;
    searcher->position = *position;
    searcher->truth_is_known = solve && ref_solve(position, &searcher->truth);
    job->root = placement_like(position);
    job->root_moves.count = 0;
    for (int cell = 0; cell < position->game->cell_count; cell++) {
        if (position->cell[cell] == '.') job->root_moves.move[job->root_moves.count++] = (uint16_t)cell;
    }
    job->node_limit = nodes;
    searcher->line_count = 0;
    searcher_answer(searcher);
}

bool searcher_solve(Searcher *searcher, const RefPosition *position) {
    const Kernel *kernel = pool_kernel(searcher->pool);
    Worker *worker = pool_first(searcher->pool);
    SearchJob job = searcher->job;
    job.root = placement_like(position);
    job.report = NULL;
    kernel->reset_nodes(worker);
    return kernel->solve(worker, &job, &searcher->best);
}
