#include "referee/report.h"

#include <stdlib.h>

bool report_init(TournamentReport *report, const Tournament *tournament) {
    size_t engines = (size_t)tournament->engine_count;
    *report = (TournamentReport){
        .tournament = tournament,
        .results = calloc((size_t)schedule_games(&tournament->schedule), sizeof *report->results),
        .standings = calloc(engines, sizeof *report->standings),
        .versus = calloc(engines * engines, sizeof *report->versus),
    };
    if (tournament->has_sprt) report->sprt = sprt_state(&tournament->sprt, &(Tally){0});
    return report->results != NULL && report->standings != NULL && report->versus != NULL;
}

void report_free(TournamentReport *report) {
    free(report->results);
    free(report->standings);
    free(report->versus);
    *report = (TournamentReport){0};
}

static Tally *versus(const TournamentReport *report, int engine, int other) {
    return &report->versus[engine * report->tournament->engine_count + other];
}

const Tally *report_versus(const TournamentReport *report, int engine, int other) {
    return versus(report, engine, other);
}

int report_pending(const TournamentReport *report) {
    int count = 0, games = schedule_games(&report->tournament->schedule);
    for (int i = report->games; i < games; i++) count += report->results[i].is_played;
    return count;
}

GameResult game_result_of(const GameRecord *record) {
    return (GameResult){
        .is_played = true,
        .outcome = (uint8_t)record->outcome,
        .ending = (uint8_t)record->ending,
        .plies = (uint16_t)record->plies,
    };
}

static Result result_for(Outcome outcome, Side side) {
    if (outcome == OUTCOME_DRAW) return RESULT_DRAW;
    return (outcome == OUTCOME_X_WINS) == (side == SIDE_X) ? RESULT_WIN : RESULT_LOSS;
}

static void add_pair(TournamentReport *report, const Fixture *fixture) {
    Outcome now = (Outcome)report->results[fixture->number - 1].outcome;
    Outcome before = (Outcome)report->results[fixture->number - 2].outcome;
    int players[2] = {fixture->x, fixture->o};
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        Result first = result_for(before, side_other((Side)side)), second = result_for(now, (Side)side);
        tally_add_pair(&report->standings[players[side]].total, first, second);
        tally_add_pair(versus(report, players[side], players[1 - side]), first, second);
    }
}

void report_add(TournamentReport *report) {
    Fixture fixture = schedule_fixture(&report->tournament->schedule, ++report->games);
    const GameResult *result = &report->results[fixture.number - 1];
    int players[2] = {fixture.x, fixture.o};
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        Standing *standing = &report->standings[players[side]];
        Result own = result_for((Outcome)result->outcome, (Side)side);
        tally_add_game(&standing->total, own);
        tally_add_game(&standing->as_side[side], own);
        tally_add_game(versus(report, players[side], players[1 - side]), own);
        if (ending_is_fault((Ending)result->ending) && own == RESULT_LOSS) standing->faults++;
    }
    if (fixture.closes_pair) add_pair(report, &fixture);
    /* Half a pair says nothing yet. */
    if (report->tournament->has_sprt && (fixture.closes_pair || !fixture.is_paired)) {
        report->sprt = sprt_state(&report->tournament->sprt, versus(report, 0, 1));
    }
}
