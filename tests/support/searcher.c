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

/* Mates are claims whether they are called proven or not: the loser is lost, and the winner needs no fewer plies. What
 * is at most a loss is one. */
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
    searcher->geometry = geometry_named(name);
    searcher->symmetries = symmetries_new(searcher->geometry);
    searcher->pool = pool_new(searcher->geometry, searcher->symmetries, threads);
    searcher->shared.tt = tt_new((size_t)hash_mb);
    searcher->shared.budget = (Budget){INT64_MAX, INT64_MAX};
    if (searcher->pool == NULL || searcher->shared.tt == NULL) abort();
    searcher->job = (SearchJob){.depth_limit = DEPTH_MAX,
                                .mate_limit = LIMIT_NONE,
                                .free_choice = true,
                                .multipv = 1,
                                .techniques = USE_ALL,
                                .shared = &searcher->shared,
                                .report = on_report,
                                .context = searcher};
    return searcher;
}

void searcher_free(Searcher *searcher) {
    pool_free(searcher->pool);
    tt_free(searcher->shared.tt);
    symmetries_free(searcher->symmetries);
    geometry_free(searcher->geometry);
    free(searcher);
}

void searcher_forget(Searcher *searcher) {
    tt_clear(searcher->shared.tt);
    pool_clear(searcher->pool);
}

void searcher_run(Searcher *searcher, const RefPosition *position, uint64_t nodes, bool solve) {
    SearchJob *job = &searcher->job;
    searcher->position = *position;
    searcher->truth_is_known = solve && ref_solve(position, &searcher->truth);
    memset(&job->root, 0, sizeof job->root);
    job->root.to_move = ref_side(position) == 'x' ? SIDE_X : SIDE_O;
    job->root_move_count = 0;
    for (int cell = 0; cell < position->game->cell_count; cell++) {
        if (position->cell[cell] == '.') {
            job->root_moves[job->root_move_count++] = (uint16_t)cell;
        } else {
            job->root.stones[position->cell[cell] == 'o'][cell / 64] |= UINT64_C(1) << (cell % 64);
        }
    }
    job->node_limit = nodes;
    searcher->line_count = 0;
    atomic_store(&searcher->shared.stop, false);
    tt_next_age(searcher->shared.tt);
    pool_search(searcher->pool, job, &searcher->best);
}
