#include "referee/report.h"

#include <stdlib.h>

bool report_init(TournamentReport *report, const Tournament *tournament, const GameOrder *order,
                 const Openings *openings) {
    size_t engines = (size_t)tournament->engine_count;
    *report = (TournamentReport){
        .tournament = tournament,
        .order = order,
        .openings = openings,
        .planned = schedule_our_games(&tournament->schedule),
        .standings = calloc(engines, sizeof *report->standings),
        .versus = calloc(engines * engines, sizeof *report->versus),
    };
    if (tournament->has_sprt) report->sprt = stats_sprt(&tournament->sprt, &(Tally){0});
    return report->standings != NULL && report->versus != NULL;
}

void report_free(TournamentReport *report) {
    free(report->standings);
    free(report->versus);
    *report = (TournamentReport){0};
}

Tally *report_versus(const TournamentReport *report, int engine, int other) {
    return &report->versus[engine * report->tournament->engine_count + other];
}

bool report_is_match(const TournamentReport *report) {
    return report->tournament->engine_count == 2;
}

bool report_is_decided(const TournamentReport *report) {
    return report->tournament->has_sprt && report->sprt.verdict != SPRT_GOES_ON;
}

static Result result_for(Outcome outcome, Side side) {
    if (outcome == OUTCOME_DRAW) return RESULT_DRAW;
    return (outcome == OUTCOME_X_WINS) == (side == SIDE_X) ? RESULT_WIN : RESULT_LOSS;
}

static void add_pair(TournamentReport *report, const Fixture *fixture, Outcome before, Outcome now) {
    int players[2] = {fixture->x, fixture->o};
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        Result first = result_for(before, side_other((Side)side)), second = result_for(now, (Side)side);
        stats_add_pair(&report->standings[players[side]].total, first, second);
        stats_add_pair(report_versus(report, players[side], players[1 - side]), first, second);
    }
}

void report_add(TournamentReport *report, const FinishedGame *game) {
    Fixture fixture = schedule_fixture(&report->tournament->schedule, game->number);
    int players[2] = {fixture.x, fixture.o};
    report->games++;
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        Standing *standing = &report->standings[players[side]];
        Result own = result_for(game->outcome, (Side)side);
        stats_add_game(&standing->total, own);
        stats_add_game(&standing->as_side[side], own);
        stats_add_game(report_versus(report, players[side], players[1 - side]), own);
        if (ending_is_fault(game->ending) && own == RESULT_LOSS) standing->faults++;
    }
    /* Where gaps are skipped, the other game of the pair may be missing. */
    const FinishedGame *other = fixture.closes_pair ? game_order_at(report->order, game->number - 1) : NULL;
    if (other != NULL) add_pair(report, &fixture, other->outcome, game->outcome);
    /* Half a pair says nothing yet. */
    if (report->tournament->has_sprt && (fixture.closes_pair || !fixture.is_paired)) {
        report->sprt = stats_sprt(&report->tournament->sprt, report_versus(report, 0, 1));
    }
}
