#include "referee/report.h"

#include <stdlib.h>

#include "referee/pairing_rules.h"

bool report_init(TournamentReport *report, const Tournament *tournament) {
    size_t engines = (size_t)tournament->engine_count;
    *report = (TournamentReport){
        .tournament = tournament,
        .results = calloc((size_t)schedule_games(&tournament->schedule), sizeof *report->results),
        .standings = calloc(engines, sizeof *report->standings),
        .versus = calloc(engines * engines, sizeof *report->versus),
    };
    bool wants_notes = tournament->json_path != NULL || tournament->epd_path != NULL;
    if (wants_notes) {
        report->notes = calloc((size_t)schedule_games(&tournament->schedule), sizeof *report->notes);
        if (report->notes == NULL) return false;
    }
    report->planned = schedule_our_games(&tournament->schedule);
    if (tournament->has_sprt) report->sprt = sprt_state(&tournament->sprt, &(Tally){0});
    return report->results != NULL && report->standings != NULL && report->versus != NULL;
}

void report_free(TournamentReport *report) {
    for (int i = 0; report->notes != NULL && i < schedule_games(&report->tournament->schedule); i++) {
        game_note_release(&report->notes[i]);
    }
    free(report->notes);
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

bool report_is_match(const TournamentReport *report) {
    return report->tournament->engine_count == 2;
}

int report_pending(const TournamentReport *report) {
    int count = 0, games = schedule_games(&report->tournament->schedule);
    for (int i = report->upto; i < games; i++) count += report->results[i].is_played;
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

bool report_knows(const TournamentReport *report, int number) {
    const Schedule *schedule = &report->tournament->schedule;
    if (!schedule_is_known(schedule, number)) pairing_rules_update(schedule, report->results);
    return schedule_is_known(schedule, number);
}

void report_take(TournamentReport *report, int number, GameResult result, GameNote note) {
    report->results[number - 1] = result;
    if (report->notes == NULL) {
        game_note_release(&note);
        return;
    }
    game_note_release(&report->notes[number - 1]);
    report->notes[number - 1] = note;
}

void report_take_record(TournamentReport *report, const GameRecord *record, const Grid *grid) {
    GameNote note = {0};
    if (report->notes != NULL) note = game_note_of(record, grid);
    report_take(report, record->number, game_result_of(record), note);
}

int report_next(const TournamentReport *report) {
    const Schedule *schedule = &report->tournament->schedule;
    int games = schedule_games(schedule);
    for (int number = report->upto + 1; number <= games; number++) {
        bool is_gap = report->skips_gaps && !report->results[number - 1].is_played;
        if (schedule_is_ours(schedule, number) && !is_gap) return number;
    }
    return 0;
}

void report_add(TournamentReport *report) {
    report->upto = report_next(report);
    report->games++;
    Fixture fixture = schedule_fixture(&report->tournament->schedule, report->upto);
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
    /* Where gaps are skipped, the other game of the pair may be missing. */
    if (fixture.closes_pair && report->results[fixture.number - 2].is_played) add_pair(report, &fixture);
    /* Half a pair says nothing yet. */
    if (report->tournament->has_sprt && (fixture.closes_pair || !fixture.is_paired)) {
        report->sprt = sprt_state(&report->tournament->sprt, versus(report, 0, 1));
    }
}
