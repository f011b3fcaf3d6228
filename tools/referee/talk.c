#include "referee/talk.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "common/client_parse.h"

void talk_hear(void *context, bool is_from_engine, const char *line) {
    Talk *talk = context;
    if (!is_from_engine) return;
    const char *info = client_after_word(line, "info"), *text = info != NULL ? client_after_word(info, "string") : NULL;
    talk->bestmoves += client_after_word(line, "bestmove") != NULL;
    talk->readyoks += client_after_word(line, "readyok") != NULL;
    talk->responses += client_after_word(line, "response") != NULL;
    talk->errors += text != NULL && client_after_word(text, "error") != NULL;
}

bool talk_fail(Talk *talk, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(talk->reason.text, sizeof talk->reason.text, format, arguments);
    va_end(arguments);
    return false;
}

bool talk_skip(Talk *talk, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(talk->reason.text, sizeof talk->reason.text, format, arguments);
    va_end(arguments);
    talk->is_skipped = true;
    return false;
}

void talk_listen(Talk *talk) {
    talk->bestmoves = talk->readyoks = talk->responses = talk->errors = 0;
}

bool talk_is_fine(Talk *talk, ClientResult result) {
    return result == CLIENT_OK || talk_fail(talk, "%s", client_reason(talk->client));
}

bool talk_start(Talk *talk) {
    return client_is_running(talk->client) || talk_is_fine(talk, client_start(talk->client));
}

bool talk_send(Talk *talk, const char *line) {
    return talk_is_fine(talk, client_send(talk->client, line));
}

bool talk_sync(Talk *talk) {
    return talk_is_fine(talk, client_ready(talk->client));
}

static bool set_up(Talk *talk, const char *game_name, const char *moves) {
    Game game;
    Reason why;
    if (!game_parse(word_of(game_name), &game, &why)) return talk_fail(talk, "%s", why.text);
    if (talk->shape == NULL || !game_equal(&talk->shape->grid.game, &game)) {
        shape_free(talk->shape);
        talk->shape = shape_new(&game);
    }
    if (talk->shape == NULL) return talk_fail(talk, "not enough memory");
    position_init(&talk->position, &talk->shape->grid);
    return position_play_all(&talk->position, moves, &why) || talk_fail(talk, "%s", why.text);
}

bool talk_position(Talk *talk, const char *game, const char *moves) {
    char start[POSITION_TEXT_SIZE];
    if (!set_up(talk, game, moves)) return false;
    /* The position itself names the game, whatever options the engine has. */
    Board empty;
    board_init(&empty);
    notation_print_position(&talk->shape->grid, &empty, start);
    if (!talk_is_fine(talk, client_position(talk->client, start, moves)) || !talk_sync(talk)) return false;
    const char *complaint = client_complaint(talk->client);
    return complaint[0] == '\0' || talk_fail(talk, "it refused a legal position of %s: %s", game, complaint);
}

bool talk_check_move(Talk *talk, const ClientAnswer *answer) {
    int cell;
    Reason why;
    bool is_none = strcmp(answer->move, "(none)") == 0;
    /* A drawn board with empty cells may be filled, or not. */
    if (position_is_over(&talk->position) && (is_none || !position_can_go_on(&talk->position))) {
        return is_none || talk_fail(talk, "bestmove %s, but the game is over", answer->move);
    }
    if (is_none) return talk_fail(talk, "bestmove (none), but the game is not over");
    return position_read_move(&talk->position, word_of(answer->move), &cell, &why) ||
           talk_fail(talk, "bestmove %s is not legal: %s", answer->move, why.text);
}

bool talk_await(Talk *talk, const char *after, ClientAnswer *answer) {
    ClientAnswer dropped;
    ClientResult result =
        client_go_wait(talk->client, clock_now_us() + TALK_SLOW_MS * 1000, answer != NULL ? answer : &dropped);
    if (result == CLIENT_OK) return true;
    return talk_fail(talk, "after %s: %s", after, client_reason(talk->client));
}

bool talk_go(Talk *talk, const char *limits) {
    ClientAnswer answer;
    talk_listen(talk);
    if (!talk_is_fine(talk, client_go_begin(talk->client, limits))) return false;
    char command[256];
    snprintf(command, sizeof command, "go %.200s", limits);
    if (!talk_await(talk, command, &answer) || !talk_check_move(talk, &answer) || !talk_sync(talk)) return false;
    return talk->bestmoves == 1 || talk_fail(talk, "%s was answered by %d bestmoves", command, talk->bestmoves);
}

bool talk_stays_silent(Talk *talk, int ms) {
    ClientAnswer answer;
    ClientResult result = client_go_wait(talk->client, clock_now_us() + ms * 1000, &answer);
    if (result == CLIENT_TIMEOUT) return true;
    if (result == CLIENT_OK) return talk_fail(talk, "bestmove %s came by itself", answer.move);
    return talk_fail(talk, "%s", client_reason(talk->client));
}
