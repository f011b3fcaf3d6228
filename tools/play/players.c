#include "play/players.h"

void players_init(Players *players, const Terminal *terminal, const PlayOptions *options) {
    *players =
        (Players){.terminal = terminal, .options = options, .seats = {options->seats[SIDE_X], options->seats[SIDE_O]}};
}

static void drop_adviser(Players *players) {
    opponent_free(players->adviser);
    players->adviser = NULL;
    players->is_adviser_ready = false;
}

void players_release(Players *players) {
    for (int side = SIDE_X; side <= SIDE_O; side++) opponent_free(players->engines[side]);
    drop_adviser(players);
}

bool players_is_person(const Players *players, Side side) {
    return players->seats[side] == NULL;
}

bool players_has_person(const Players *players) {
    return players_is_person(players, SIDE_X) || players_is_person(players, SIDE_O);
}

bool players_has_engine(const Players *players) {
    return !players_is_person(players, SIDE_X) || !players_is_person(players, SIDE_O);
}

const char *players_name(const Players *players, Side side) {
    const Opponent *engine = players->engines[side];
    return players_is_person(players, side) || engine == NULL ? "human" : opponent_name(engine);
}

/* An engine that runs already moves along. */
void players_give_engine(Players *players, Side side) {
    Opponent *running = players->engines[players_is_person(players, SIDE_X) ? SIDE_O : SIDE_X];
    players->seats[side] = players->options->engine;
    players->engines[side] = running;
    players->seats[side_other(side)] = NULL;
    players->engines[side_other(side)] = NULL;
}

static Opponent *start(const Players *players, const char *command, const char *level, const char *seed, Reason *why) {
    fflush(players->terminal->out);
    Opponent *opponent = opponent_new(command, level, seed, players->options->move_ms, why);
    if (opponent != NULL && opponent_notice(opponent)[0] != '\0') {
        fprintf(players->terminal->out, "%s\n", opponent_notice(opponent));
    }
    return opponent;
}

bool players_begin_game(Players *players, const GameHistory *history, Reason *why) {
    const PlayOptions *options = players->options;
    players->is_adviser_ready = false;
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        Opponent **engine = &players->engines[side];
        if (players_is_person(players, (Side)side)) continue;
        if (*engine == NULL) *engine = start(players, players->seats[side], options->level, options->seed, why);
        if (*engine == NULL || !opponent_begin(*engine, history, why)) return false;
    }
    return true;
}

bool players_choose(Players *players, const GameHistory *history, int *cell, Reason *why) {
    fflush(players->terminal->out);
    return opponent_choose(players->engines[history_side_to_move(history)], history, cell, why);
}

/* Level and seed are for the opponent: hints are as good as the engine can give them. */
static bool prepare_adviser(Players *players, const GameHistory *history, Reason *why) {
    if (players->adviser == NULL) players->adviser = start(players, players->options->engine, NULL, NULL, why);
    if (players->adviser == NULL) return false;
    if (!players->is_adviser_ready) players->is_adviser_ready = opponent_begin(players->adviser, history, why);
    return players->is_adviser_ready;
}

bool players_hint(Players *players, const GameHistory *history, int *cell, Reason *why) {
    if (prepare_adviser(players, history, why) && opponent_choose(players->adviser, history, cell, why)) return true;
    drop_adviser(players);
    return false;
}
