#include "referee/pondering.h"

#include <stdlib.h>

#include "base/clock.h"

static char *joined(const char *first, const char *between, const char *second) {
    size_t size = strlen(first) + strlen(between) + strlen(second) + 1;
    char *text = malloc(size);
    if (text != NULL) snprintf(text, size, "%s%s%s", first, between, second);
    return text;
}

/* A reply that may be pondered on: legal, and not the end of the game. */
static bool is_worth_it(const Position *position, const char *reply, int *cell) {
    Reason why;
    Position after = *position;
    if (reply[0] == '\0' || position_is_over(position)) return false;
    if (!position_read_move(position, word_of(reply), cell, &why) || !position_play(&after, *cell, &why)) return false;
    return !position_is_over(&after);
}

ClientResult pondering_begin(Pondering *pondering, const EngineProcess *engine, const PonderTask *task,
                             const ClientAnswer *answer) {
    pondering->is_on = false;
    if (!engine->config->ponders || !is_worth_it(task->position, answer->ponder, &pondering->expected))
        return CLIENT_OK;
    char *moves = joined(task->moves, " ", answer->ponder), *limits = joined("ponder", " ", task->limits);
    ClientResult result = CLIENT_OK;
    /* Without memory it just does not ponder. */
    if (moves != NULL && limits != NULL) {
        result = client_position(engine->client, task->start, moves);
        if (result == CLIENT_OK) result = client_go_begin(engine->client, limits);
        pondering->is_on = result == CLIENT_OK;
    }
    free(moves);
    free(limits);
    return result;
}

static ClientResult drop_search(const EngineProcess *engine) {
    ClientAnswer answer;
    ClientResult result = client_stop(engine->client);
    int64_t deadline_us = clock_now_us() + engine->config->ping_ms * 1000;
    if (result == CLIENT_OK) result = client_go_wait(engine->client, deadline_us, &answer);
    return result == CLIENT_MALFORMED ? CLIENT_OK : result; /* it may not even have had a move */
}

bool pondering_hit(Pondering *pondering, const EngineProcess *engine, int reply, ClientResult *result) {
    *result = CLIENT_OK;
    if (!pondering->is_on) return false;
    pondering->is_on = false;
    if (reply != pondering->expected) {
        *result = drop_search(engine);
        return false;
    }
    *result = client_ponderhit(engine->client);
    return *result == CLIENT_OK;
}

void pondering_end(Pondering *pondering, const EngineProcess *engine) {
    if (!pondering->is_on) return;
    pondering->is_on = false;
    if (client_is_running(engine->client) && drop_search(engine) != CLIENT_OK) client_kill(engine->client);
}
