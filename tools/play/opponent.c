#include "play/opponent.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "common/progress_line.h"

struct Opponent {
    char **argv;
    Client *client;
    int64_t move_ms;
    bool has_game_option;
    char notice[512];
    ClientAnswer answer;
};

/* Ends the conversation, by force: an engine that hangs or floods would not listen to `quit`. */
static bool fail(Opponent *opponent, const char *what, Reason *why) {
    client_kill(opponent->client);
    return refuse(why, "the engine %s %s: %s", opponent_name(opponent), what, client_reason(opponent->client));
}

/* Sets an option, if the engine has it; if not, the notice says what follows from that. */
static bool set_option(Opponent *opponent, const char *name, const char *value, const char *otherwise, Reason *why) {
    if (value == NULL) return true;
    if (client_find_option(opponent->client, name) == NULL) {
        size_t used = strlen(opponent->notice);
        Writer writer = writer_on(opponent->notice + used, sizeof opponent->notice - used);
        writer_add(&writer, "%sThe engine %s has no option %s, so %s.", used > 0 ? "\n" : "", opponent_name(opponent),
                   name, otherwise);
        return true;
    }
    if (client_set_option(opponent->client, name, value) != CLIENT_OK || client_ready(opponent->client) != CLIENT_OK) {
        return fail(opponent, "failed at the start", why);
    }
    const char *complaint = client_complaint(opponent->client);
    if (complaint[0] == '\0') return true;
    return refuse(why, "the engine %s refuses %s %s: %s", opponent_name(opponent), name, value, complaint);
}

static bool start(Opponent *opponent, const char *command, const char *level, const char *seed, Reason *why) {
    const char *reason = NULL;
    opponent->argv = proc_split_command(command, &reason);
    if (opponent->argv == NULL) return refuse(why, "the command '%s' is wrong: %s", command, reason);
    ClientSpec client = {
        .process = {.argv = opponent->argv}, .lines_max = CLIENT_FLOOD_LINES, .bytes_max = CLIENT_FLOOD_BYTES};
    opponent->client = client_new(&client);
    if (opponent->client == NULL) return refuse(why, "not enough memory");
    if (client_start(opponent->client) != CLIENT_OK) return fail(opponent, "does not start", why);
    opponent->has_game_option = client_game_option(opponent->client) != NULL;
    return set_option(opponent, "Level", level, "it plays at its usual strength", why) &&
           set_option(opponent, "Seed", seed, "its choices cannot be repeated", why);
}

Opponent *opponent_new(const char *command, const char *level, const char *seed, int64_t move_ms, Reason *why) {
    Opponent *opponent = calloc(1, sizeof *opponent);
    if (opponent == NULL) {
        refuse(why, "not enough memory");
        return NULL;
    }
    opponent->move_ms = move_ms;
    if (start(opponent, command, level, seed, why)) return opponent;
    opponent_free(opponent);
    return NULL;
}

void opponent_free(Opponent *opponent) {
    if (opponent == NULL) return;
    if (opponent->client != NULL && client_is_running(opponent->client)) client_quit(opponent->client);
    client_free(opponent->client);
    free(opponent->argv);
    free(opponent);
}

const char *opponent_name(const Opponent *opponent) {
    const char *name = client_engine_name(opponent->client);
    return name[0] != '\0' ? name : opponent->argv[0];
}

const char *opponent_notice(const Opponent *opponent) {
    return opponent->notice;
}

const ClientAnswer *opponent_answer(const Opponent *opponent) {
    return &opponent->answer;
}

bool opponent_begin(Opponent *opponent, const GameHistory *history, Reason *why) {
    GameName game = game_name(history_game(history));
    if (opponent->has_game_option && !set_option(opponent, client_game_option(opponent->client), game.text, "", why))
        return false;
    if (client_new_game(opponent->client) != CLIENT_OK || client_ready(opponent->client) != CLIENT_OK) {
        return fail(opponent, "failed at the start of the game", why);
    }
    return true;
}

/* As startpos if the engine was told the game by its option; otherwise as a position, whose text says which game it is.
 */
static bool send_position(Opponent *opponent, const GameHistory *history, Reason *why) {
    char fen[POSITION_TEXT_SIZE], moves[HISTORY_MOVES_SIZE];
    bool is_startpos = opponent->has_game_option && history->start.board.ply == 0;
    notation_print_position(history_grid(history), &history->start.board, fen);
    history_print_moves(history, moves);
    Client *client = opponent->client;
    if (client_position(client, is_startpos ? NULL : fen, moves) != CLIENT_OK || client_ready(client) != CLIENT_OK) {
        return fail(opponent, "failed", why);
    }
    if (client_complaint(client)[0] == '\0') return true;
    return refuse(why, "the engine %s refuses the position: %s", opponent_name(opponent), client_complaint(client));
}

/* A line on the terminal counts the seconds. */
static ClientResult await_answer(Opponent *opponent, int64_t deadline_us) {
    enum { SLICE_US = 200000 };
    ProgressLine line;
    ClientResult result;
    progress_line_begin(&line);
    do {
        if (progress_line_is_due(&line)) progress_line_show(&line, "%s is thinking", opponent_name(opponent));
        int64_t slice_us = clock_now_us() + SLICE_US;
        result = client_go_wait(opponent->client, slice_us < deadline_us ? slice_us : deadline_us, &opponent->answer);
    } while (result == CLIENT_TIMEOUT && clock_now_us() < deadline_us);
    progress_line_erase();
    return result;
}

bool opponent_choose(Opponent *opponent, const GameHistory *history, int *cell, Reason *why) {
    if (!send_position(opponent, history, why)) return false;
    char limits[48];
    snprintf(limits, sizeof limits, "movetime %lld", (long long)opponent->move_ms);
    int64_t deadline_us = clock_now_us() + (opponent->move_ms + OPPONENT_GRACE_MS) * 1000;
    if (client_go_begin(opponent->client, limits) != CLIENT_OK || await_answer(opponent, deadline_us) != CLIENT_OK) {
        return fail(opponent, "gave no move", why);
    }
    Reason ignored;
    if (position_read_move(&history->position, word_of(opponent->answer.move), cell, &ignored)) return true;
    return refuse(why, "the engine %s gave no legal move: '%s'", opponent_name(opponent), opponent->answer.move);
}
