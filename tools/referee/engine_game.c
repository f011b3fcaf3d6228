#include "referee/engine_game.h"

#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "common/hold_ups.h"

enum {
    MOVES_TEXT_SIZE = CELLS_MAX * (MOVE_TEXT_SIZE + 1),
    LIMITS_SIZE = 256,
    GRACE_MS_MIN = 1000,
    GRACE_MS_MAX = 2000,
    STOP_MS = 300, /* how much sooner than we an engine may get the signal that ends us all */
};

/* How many of its last moves in a row a side scored so. */
typedef struct {
    int even, winning, losing;
} ScoreStreak;

typedef struct {
    const EngineGame *wanted;
    GameEnd end;
    Reason *why; /* if it cannot be played */
    GameRecord record;
    Position position;
    char start[POSITION_TEXT_SIZE]; /* for engines that do not know the game by name */
    char moves[MOVES_TEXT_SIZE];    /* from there on, as text */
    Writer moves_writer;
    GameClock clocks[2];
    ScoreStreak streaks[2];
    /* An engine may think while the other one does: it goes on from the reply that it expects. */
    bool is_pondering[2];
    int expected[2];
} GameInPlay;

static const TimeControl *control_of(const GameInPlay *game, Side side) {
    return &game->wanted->engines[side]->config->control;
}

/* Every step of a game returns whether it goes on, so these return false. The reason is in the record already. */

static bool finish(GameInPlay *game, Outcome outcome, Ending ending) {
    game->record.outcome = outcome;
    game->record.ending = ending;
    return false;
}

static bool lose(GameInPlay *game, Side loser, Ending ending) {
    return finish(game, loser == SIDE_X ? OUTCOME_O_WINS : OUTCOME_X_WINS, ending);
}

static bool give_up(GameInPlay *game, GameEnd end) {
    game->end = end;
    return false;
}

static bool declare_void(GameInPlay *game, Side side, int64_t held_us) {
    reason_set(&game->record.reason, "the referee was held up for %lld ms while %c was to move",
               (long long)held_us / 1000, side_letter(side));
    finish(game, OUTCOME_NONE, ENDING_VOID);
    return give_up(game, GAME_VOID);
}

static Ending ending_of_fault(ClientResult result, bool is_start) {
    switch (result) {
    case CLIENT_TIMEOUT:
        return is_start ? ENDING_HANDSHAKE : ENDING_HANG;
    case CLIENT_CLOSED:
        return ENDING_CLOSED;
    case CLIENT_OVERLONG:
    case CLIENT_FLOOD:
        return ENDING_OUTPUT;
    case CLIENT_MALFORMED:
        return ENDING_MALFORMED;
    default:
        return ENDING_CRASH;
    }
}

/* Whoever stops us, a scheduler or a machine that is shut down, may have sent the signal to the engines first. We wait
 * for it in slices, so that we still do after we were held up. */
static bool is_being_stopped(const EngineProcess *engine, ClientResult result) {
    if (result != CLIENT_CRASHED && result != CLIENT_EXITED && result != CLIENT_CLOSED) return false;
    for (int waited_ms = 0; waited_ms < STOP_MS; waited_ms += HOLD_UPS_SLICE_MS) {
        if (cancel_is_asked(engine->host->cancel, HOLD_UPS_SLICE_MS)) return true;
    }
    return false;
}

/* The conversation with the engine of this side failed. If the engine is at fault, it loses, is killed, and its next
 * game starts it again. */
static bool end_by_failure(GameInPlay *game, Side side, ClientResult result, bool is_start) {
    EngineProcess *engine = game->wanted->engines[side];
    const char *reason = client_reason(engine->client);
    if (result == CLIENT_CANCELLED || is_being_stopped(engine, result)) return give_up(game, GAME_CANCELLED);
    if (result == CLIENT_NO_START || result == CLIENT_ERROR) {
        reason_set(game->why, "engine %s: %s", engine->config->name, reason);
        return give_up(game, result == CLIENT_NO_START ? GAME_NO_START : GAME_FAILED);
    }
    reason_set(&game->record.reason, "%c %s", side_letter(side), reason);
    client_kill(engine->client);
    return lose(game, side, ending_of_fault(result, is_start));
}

/* Step 3: what the position says. */
static bool judge(GameInPlay *game) {
    const Board *board = &game->position.board;
    Outcome outcome = board_outcome(game->position.grid, board);
    Reason *reason = &game->record.reason;
    int x = board->points[SIDE_X], o = board->points[SIDE_O];
    bool counts_points = game_counts_points(&game->position.grid->game);
    char winner = outcome == OUTCOME_X_WINS ? 'X' : 'O';
    if (outcome == OUTCOME_NONE) return true;
    if (outcome == OUTCOME_DRAW) {
        if (counts_points) {
            reason_set(reason, "%d points each", x);
        } else {
            reason_set(reason, "every line is dead");
        }
        return finish(game, outcome, ENDING_DRAW);
    }
    if (!counts_points) {
        reason_set(reason, "%c completed a line", winner);
        return finish(game, outcome, ENDING_LINE);
    }
    reason_set(reason, "%c won by %d points to %d", winner, x > o ? x : o, x > o ? o : x);
    return finish(game, outcome, ENDING_POINTS);
}

/* Adjudication */

static void note_score(GameInPlay *game, Side side, const ClientAnswer *answer) {
    ScoreStreak *streak = &game->streaks[side];
    bool is_mate = answer->score_kind == CLIENT_MATE, is_known = answer->score_kind != CLIENT_NO_SCORE;
    int64_t score = is_mate ? (answer->score > 0 ? INT32_MAX : -INT32_MAX) : answer->score;
    const Adjudication *draw = &game->wanted->tournament->draw, *resign = &game->wanted->tournament->resign;
    streak->even = is_known && score <= draw->score_cp && score >= -draw->score_cp ? streak->even + 1 : 0;
    streak->winning = is_known && score >= resign->score_cp ? streak->winning + 1 : 0;
    streak->losing = is_known && score <= -resign->score_cp ? streak->losing + 1 : 0;
}

static bool applies(const Adjudication *adjudication, int ply) {
    return adjudication->moves > 0 && ply >= adjudication->from_ply;
}

/* Both engines agree that this side has won. */
static bool is_agreed_win(const GameInPlay *game, Side winner) {
    int moves = game->wanted->tournament->resign.moves;
    return game->streaks[winner].winning >= moves && game->streaks[side_other(winner)].losing >= moves;
}

/* Step 4: what the players agree on, or the tournament has set. */
static bool adjudicate(GameInPlay *game) {
    const Tournament *tournament = game->wanted->tournament;
    Reason *reason = &game->record.reason;
    int ply = game->position.board.ply;
    if (tournament->max_plies > 0 && ply >= tournament->max_plies) {
        reason_set(reason, "adjudicated as a draw after %d %s", ply, text_plural(ply, "ply", "plies"));
        return finish(game, OUTCOME_DRAW, ENDING_MAX_PLIES);
    }
    for (int winner = SIDE_X; winner <= SIDE_O && applies(&tournament->resign, ply); winner++) {
        int moves = tournament->resign.moves;
        Side loser = side_other((Side)winner);
        if (!is_agreed_win(game, (Side)winner)) continue;
        reason_set(reason, "adjudicated as lost for %c: both engines agreed for %d %s", side_letter(loser), moves,
                   text_plural(moves, "move", "moves"));
        return lose(game, loser, ENDING_RESIGNED);
    }
    int moves = tournament->draw.moves;
    bool is_even = game->streaks[SIDE_X].even >= moves && game->streaks[SIDE_O].even >= moves;
    if (!applies(&tournament->draw, ply) || !is_even) return true;
    reason_set(reason, "adjudicated as a draw: both engines agreed for %d %s", moves,
               text_plural(moves, "move", "moves"));
    return finish(game, OUTCOME_DRAW, ENDING_AGREED_DRAW);
}

/* Moves */

/* The limits that follow `go`. */
static void print_limits(const GameInPlay *game, Side side, char text[LIMITS_SIZE]) {
    Writer writer = writer_on(text, LIMITS_SIZE);
    const TimeControl *control = control_of(game, side);
    for (int i = SIDE_X; i <= SIDE_O && control->session_ms > 0; i++) {
        const TimeControl *clock = control_of(game, (Side)i);
        if (clock->session_ms == 0) continue;
        int64_t left_ms = game->clocks[i].left_us / 1000;
        writer_add(&writer, "p%dtime %lld p%dinc %lld ", i + 1, (long long)(left_ms > 0 ? left_ms : 1), i + 1,
                   (long long)clock->increment_ms);
    }
    if (control->session_moves > 0) writer_add(&writer, "movestogo %d ", game->clocks[side].moves_left);
    if (control->move_ms > 0) writer_add(&writer, "movetime %lld ", (long long)control->move_ms);
    if (control->depth > 0) writer_add(&writer, "depth %d ", control->depth);
    if (control->nodes > 0) writer_add(&writer, "nodes %lld ", (long long)control->nodes);
    if (writer.length > 0) text[writer.length - 1] = '\0';
}

/* NULL: the engine knows it as startpos. */
static const char *start_for(const GameInPlay *game, const EngineProcess *engine) {
    return engine->knows_game && game->wanted->opening->start == NULL ? NULL : game->start;
}

/* Once it is ready, nothing that it said before, such as a second bestmove, can pass for the answer to the next go. The
 * position comes after that: until its time runs the engine does not know what to think about. */
static ClientResult send_position(const GameInPlay *game, EngineProcess *engine) {
    ClientResult result = client_ready(engine->client);
    return result == CLIENT_OK ? client_position(engine->client, start_for(game, engine), game->moves) : result;
}

/* Pondering */

/* A reply that may be pondered on: legal, and not the end of the game. */
static bool is_worth_pondering(const Position *position, const char *reply, int *cell) {
    Reason why;
    Position after = *position;
    if (reply[0] == '\0' || position_is_over(position)) return false;
    if (!position_read_move(position, word_of(reply), cell, &why) || !position_play(&after, *cell, &why)) return false;
    return !position_is_over(&after);
}

/* Step 5, while the other side thinks: if the engine is to, and has named a legal reply in its answer. If it fails now,
 * that is noticed when it is asked for a move. */
static void ponder(GameInPlay *game, Side side, const ClientAnswer *answer) {
    const EngineProcess *engine = game->wanted->engines[side];
    char limits[LIMITS_SIZE], ponder_limits[LIMITS_SIZE + 8], moves[MOVES_TEXT_SIZE + CLIENT_MOVE_SIZE + 1];
    if (!engine->config->ponders) return;
    if (!is_worth_pondering(&game->position, answer->ponder, &game->expected[side])) return;
    print_limits(game, side, limits);
    snprintf(ponder_limits, sizeof ponder_limits, "ponder %s", limits);
    snprintf(moves, sizeof moves, "%s %s", game->moves, answer->ponder);
    game->is_pondering[side] = client_position(engine->client, start_for(game, engine), moves) == CLIENT_OK &&
                               client_go_begin(engine->client, ponder_limits) == CLIENT_OK;
}

static ClientResult drop_search(const EngineProcess *engine) {
    ClientAnswer answer;
    ClientResult result = client_stop(engine->client);
    int64_t deadline_us = clock_now_us() + engine->config->ping_ms * 1000;
    if (result == CLIENT_OK) result = client_go_wait(engine->client, deadline_us, &answer);
    return result == CLIENT_MALFORMED ? CLIENT_OK : result; /* it may not even have had a move */
}

/* The reply has come. True: it was the expected one, and the search goes on as that for the next move. Otherwise the
 * search is stopped and its answer dropped; CLIENT_OK in *result unless that failed. */
static bool take_pondering(GameInPlay *game, Side side, ClientResult *result) {
    const EngineProcess *engine = game->wanted->engines[side];
    bool was_pondering = game->is_pondering[side], is_hit = game->position.last_move == game->expected[side];
    *result = CLIENT_OK;
    game->is_pondering[side] = false;
    if (!was_pondering) return false;
    *result = is_hit ? client_ponderhit(engine->client) : drop_search(engine);
    return is_hit && *result == CLIENT_OK;
}

/* The game is over. An engine that does not stop is killed. */
static void end_pondering(const GameInPlay *game, Side side) {
    const EngineProcess *engine = game->wanted->engines[side];
    if (!game->is_pondering[side] || !client_is_running(engine->client)) return;
    if (drop_search(engine) != CLIENT_OK) client_kill(engine->client);
}

/* Answers */

/* How long an engine has after its time to answer `stop`: about a move's time, but a second or two. */
static int64_t grace_us(const EngineConfig *config, int64_t allowed_us) {
    int64_t grace = allowed_us < GRACE_MS_MIN * 1000   ? GRACE_MS_MIN * 1000
                    : allowed_us > GRACE_MS_MAX * 1000 ? GRACE_MS_MAX * 1000
                                                       : allowed_us;
    return grace < config->hang_ms * 1000 ? grace : config->hang_ms * 1000;
}

/* Its time is up, and the game is lost. By how much belongs in the record, if it still answers. */
static ClientResult await_late_answer(const EngineProcess *engine, int64_t allowed_us, ClientAnswer *answer,
                                      int64_t *overrun_us) {
    ClientResult result = client_stop(engine->client);
    int64_t deadline_us = clock_now_us() + grace_us(engine->config, allowed_us);
    if (result == CLIENT_OK) result = client_go_wait(engine->client, deadline_us, answer);
    if (result == CLIENT_OK) *overrun_us = answer->elapsed_us - allowed_us;
    return result;
}

/* CLIENT_OK with *overrun_us > 0: the answer came too late. */
static ClientResult await_answer(GameInPlay *game, Side side, ClientAnswer *answer, int64_t *overrun_us) {
    EngineProcess *engine = game->wanted->engines[side];
    char limits[LIMITS_SIZE];
    int64_t allowed_us = time_control_allowed_us(&game->clocks[side], control_of(game, side));
    bool is_timed = allowed_us != INT64_MAX;
    int64_t margin_us = control_of(game, side)->margin_ms * 1000;
    int64_t wait_us = is_timed ? allowed_us + margin_us : engine->config->hang_ms * 1000;
    *overrun_us = 0;
    *answer = (ClientAnswer){0}; /* it may not get as far as a go */
    print_limits(game, side, limits);
    ClientResult result;
    bool is_hit = take_pondering(game, side, &result);
    if (!is_hit && result == CLIENT_OK) result = send_position(game, engine);
    if (!is_hit && result == CLIENT_OK) result = client_go_begin(engine->client, limits);
    if (result != CLIENT_OK) return result;
    /* The move's time runs from before go was written. The deadline is counted from after it, because we may have been
     * held up in between. */
    result = client_go_wait(engine->client, clock_now_us() + wait_us, answer);
    if (result == CLIENT_TIMEOUT && is_timed) result = await_late_answer(engine, allowed_us, answer, overrun_us);
    const char *complaint = client_complaint(engine->client);
    if (complaint[0] != '\0') engine_process_warn(engine, complaint);
    return result;
}

/* We were held up, and time matters: nobody knows how much of it the engine used, or the other one had to ponder. */
static bool is_time_unknown(const GameInPlay *game, Side side, const ClientAnswer *answer) {
    bool is_timed = time_control_allowed_us(&game->clocks[side], control_of(game, side)) != INT64_MAX;
    bool has_pondered = answer->held_us > 0 && game->is_pondering[side_other(side)];
    return (is_timed && answer->is_time_unknown) || has_pondered;
}

/* Step 1: an answer in good time. */
static bool ask(GameInPlay *game, Side side, ClientAnswer *answer) {
    int64_t overrun_us;
    ClientResult result = await_answer(game, side, answer, &overrun_us);
    bool is_slow = result == CLIENT_TIMEOUT;
    if ((result == CLIENT_OK || is_slow) && is_time_unknown(game, side, answer)) {
        if (is_slow) client_kill(game->wanted->engines[side]->client);
        return declare_void(game, side, answer->held_us);
    }
    if (result != CLIENT_OK) return end_by_failure(game, side, result, false);
    if (overrun_us <= 0) return true;
    reason_set(&game->record.reason, "%c lost on time by %lld ms", side_letter(side),
               (long long)(overrun_us + 999) / 1000);
    return lose(game, side, ENDING_TIME);
}

static bool read_answer(const GameInPlay *game, const char *text, int *cell, Reason *why) {
    if (strcmp(text, "(none)") == 0) return refuse(why, "(none), but the game is not over");
    return position_read_move(&game->position, word_of(text), cell, why);
}

/* Puts a move on the board and into the record, where its comment is already. */
static void put_move(GameInPlay *game, int cell) {
    Reason why;
    GameRecord *record = &game->record;
    writer_add(&game->moves_writer, game->moves_writer.length > 0 ? " %s" : "%s",
               notation_move(&record->game, cell).text);
    position_play(&game->position, cell, &why);
    record->moves[record->plies++].cell = cell;
}

static void note_comment(GameInPlay *game, const ClientAnswer *answer) {
    RecordMove *move = &game->record.moves[game->record.plies];
    *move = (RecordMove){
        .value_kind = answer->score_kind == CLIENT_CP     ? VALUE_CP
                      : answer->score_kind == CLIENT_MATE ? VALUE_MATE
                                                          : VALUE_NONE,
        .value = answer->score,
        .depth = answer->depth,
        .nodes = answer->nodes,
        .seldepth = answer->seldepth,
        .elapsed_us = answer->elapsed_us,
    };
}

/* The line as far as it is moves. An engine may send anything, but a comment must not end in the middle. */
static void copy_pv(char pv[RECORD_PV_SIZE], const char *from) {
    size_t length = strspn(from, "abcdefghijklmnopqrstuvwxyz0123456789 ");
    if (length >= RECORD_PV_SIZE) length = RECORD_PV_SIZE - 1;
    while (length > 0 && from[length] != ' ' && from[length] != '\0') length--;
    snprintf(pv, RECORD_PV_SIZE, "%.*s", (int)length, from);
}

/* For --detail, but for the seldepth, once the move is on the board and its time off the clock. */
static void note_details(GameInPlay *game, Side side, const ClientAnswer *answer) {
    RecordMove *move = &game->record.moves[game->record.plies - 1];
    int64_t latency_us = answer->elapsed_us - answer->time_ms * 1000;
    move->nps = answer->nps;
    move->hashfull = answer->hashfull;
    move->left_us = game->clocks[side].left_us;
    move->latency_us = answer->time_ms > 0 && latency_us > 0 ? latency_us : 0;
    copy_pv(move->pv, answer->pv);
}

/* Step 2: a legal move is played, and its time is off the clock. */
static bool play(GameInPlay *game, Side side, const ClientAnswer *answer) {
    int cell;
    Reason why;
    if (!read_answer(game, answer->move, &cell, &why)) {
        reason_set(&game->record.reason, "%c played an illegal move: %s", side_letter(side), why.text);
        client_kill(game->wanted->engines[side]->client); /* it may have lost track of the game for good */
        return lose(game, side, ENDING_ILLEGAL);
    }
    note_comment(game, answer);
    put_move(game, cell);
    time_control_stop(&game->clocks[side], control_of(game, side), answer->elapsed_us);
    if (game->wanted->tournament->is_detailed) note_details(game, side, answer);
    note_score(game, side, answer);
    return true;
}

/* The whole game */

/* What the record says before the first move. */
static void note_tags(GameRecord *record, const EngineGame *wanted) {
    time_t now = time(NULL);
    struct tm utc;
    record->number = wanted->number;
    record->round = wanted->round;
    record->game = wanted->grid->game;
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        const EngineConfig *config = wanted->engines[side]->config;
        memcpy(record->names[side], config->name, sizeof record->names[side]);
        time_control_print(&config->control, record->controls[side]);
    }
    snprintf(record->event, sizeof record->event, "%s", wanted->tournament->event);
    snprintf(record->site, sizeof record->site, "%s", wanted->tournament->site);
    if (gmtime_r(&now, &utc) != NULL) strftime(record->date, sizeof record->date, "%Y-%m-%dT%H:%M:%SZ", &utc);
}

/* The clocks, and the moves of the opening. NULL when memory is short. */
static GameInPlay *set_up(const EngineGame *wanted, Reason *why) {
    GameInPlay *game = calloc(1, sizeof *game);
    if (game == NULL) return NULL;
    game->wanted = wanted;
    game->why = why;
    game->moves_writer = writer_on(game->moves, sizeof game->moves);
    const Opening *opening = wanted->opening;
    GameRecord *record = &game->record;
    note_tags(record, wanted);
    for (int i = SIDE_X; i <= SIDE_O; i++) time_control_start(&game->clocks[i], control_of(game, (Side)i));
    openings_start(opening, wanted->grid, &game->position);
    notation_print_position(wanted->grid, &game->position.board, game->start);
    if (opening->start != NULL) memcpy(record->start, game->start, sizeof record->start);
    for (int i = 0; i < opening->plies; i++) put_move(game, opening->cells[i]);
    record->opening_plies = record->plies;
    return game;
}

static bool prepare_engines(GameInPlay *game) {
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        ClientResult result = engine_process_prepare(game->wanted->engines[side]);
        if (result != CLIENT_OK) return end_by_failure(game, (Side)side, result, true);
    }
    return true;
}

/* Plain PGN has the seldepth; a record only if that is wanted. */
static void forget_details(GameRecord *record) {
    for (int i = 0; i < record->plies; i++) record->moves[i].seldepth = 0;
}

/* With its text for the record, if the game was played, or is void. */
static GameEnd hand_in(GameInPlay *game, FinishedGame **finished) {
    if (game->end != GAME_PLAYED && game->end != GAME_VOID) return game->end;
    const Tournament *tournament = game->wanted->tournament;
    *finished = finished_game_new(&game->record, game->wanted->grid, tournament->pgn_path != NULL);
    if (!tournament->is_detailed) forget_details(&game->record);
    if (*finished != NULL) (*finished)->text = record_game_text(&game->record);
    if (*finished != NULL && (*finished)->text != NULL) return game->end;
    finished_game_free(*finished);
    *finished = NULL;
    return refuse(game->why, "not enough memory"), GAME_FAILED;
}

GameEnd engine_game_play(const EngineGame *wanted, FinishedGame **finished, Reason *why) {
    GameInPlay *game = set_up(wanted, why);
    *finished = NULL;
    if (game == NULL) return refuse(why, "not enough memory"), GAME_FAILED;
    bool goes_on = prepare_engines(game) && adjudicate(game); /* the opening may reach --max-plies */
    while (goes_on) {
        Side side = board_side(&game->position.board);
        ClientAnswer answer;
        goes_on = ask(game, side, &answer) && play(game, side, &answer) && judge(game) && adjudicate(game);
        if (goes_on) ponder(game, side, &answer);
    }
    for (int side = SIDE_X; side <= SIDE_O; side++) end_pondering(game, (Side)side);
    GameEnd end = hand_in(game, finished);
    free(game);
    return end;
}
