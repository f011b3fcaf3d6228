#include "referee/engine_game.h"

#include <time.h>

#include "base/clock.h"
#include "referee/pondering.h"

enum {
    MOVES_TEXT_SIZE = CELLS_MAX * (MOVE_TEXT_SIZE + 1),
    LIMITS_SIZE = 256,
    GRACE_MS_MIN = 1000,
    GRACE_MS_MAX = 2000,
};

/* How many of its last moves in a row a side scored so. */
typedef struct {
    int even, winning, losing;
} ScoreStreak;

typedef struct {
    const Tournament *tournament;
    const Opening *opening;
    EngineProcess *const *engines;
    GameRecord *record;
    Reason *why;
    Position position;
    char start[POSITION_TEXT_SIZE]; /* for engines that do not know the game by name */
    char moves[MOVES_TEXT_SIZE];    /* from there on, as text */
    Writer moves_writer;
    GameClock clocks[2];
    ScoreStreak streaks[2];
    Pondering ponderings[2];
} GameInPlay;

static const TimeControl *control_of(const GameInPlay *game, Side side) {
    return &game->engines[side]->config->control;
}

/* Endings. The reason is in the record already. */

static GameEnd finish(GameInPlay *game, Outcome outcome, Ending ending) {
    game->record->outcome = outcome;
    game->record->ending = ending;
    return GAME_PLAYED;
}

static GameEnd lose(GameInPlay *game, Side loser, Ending ending) {
    return finish(game, loser == SIDE_X ? OUTCOME_O_WINS : OUTCOME_X_WINS, ending);
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

/* The conversation with the engine of this side failed. If the engine is at fault, it loses, is killed, and its next
 * game starts it again. */
static GameEnd end_by_failure(GameInPlay *game, Side side, ClientResult result, bool is_start) {
    EngineProcess *engine = game->engines[side];
    const char *reason = client_reason(engine->client);
    if (result == CLIENT_CANCELLED) return GAME_CANCELLED;
    if (result == CLIENT_NO_START || result == CLIENT_ERROR) {
        reason_set(game->why, "engine %s: %s", engine->config->name, reason);
        return result == CLIENT_NO_START ? GAME_NO_START : GAME_FAILED;
    }
    reason_set(&game->record->reason, "%c %s", side_letter(side), reason);
    client_kill(engine->client);
    return lose(game, side, ending_of_fault(result, is_start));
}

static GameEnd end_by_rules(GameInPlay *game, Outcome outcome) {
    const Board *board = &game->position.board;
    Reason *reason = &game->record->reason;
    int x = board->points[SIDE_X], o = board->points[SIDE_O];
    bool counts_points = game_counts_points(&game->position.grid->game);
    char winner = outcome == OUTCOME_X_WINS ? 'X' : 'O';
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
    const Adjudication *draw = &game->tournament->draw, *resign = &game->tournament->resign;
    streak->even = is_known && score <= draw->score_cp && score >= -draw->score_cp ? streak->even + 1 : 0;
    streak->winning = is_known && score >= resign->score_cp ? streak->winning + 1 : 0;
    streak->losing = is_known && score <= -resign->score_cp ? streak->losing + 1 : 0;
}

static bool applies(const Adjudication *adjudication, int ply) {
    return adjudication->moves > 0 && ply >= adjudication->from_ply;
}

/* Both engines agree that this side has won. */
static bool is_agreed_win(const GameInPlay *game, Side winner) {
    int moves = game->tournament->resign.moves;
    return game->streaks[winner].winning >= moves && game->streaks[side_other(winner)].losing >= moves;
}

static bool is_adjudicated(GameInPlay *game) {
    const Tournament *tournament = game->tournament;
    Reason *reason = &game->record->reason;
    int ply = game->position.board.ply;
    if (tournament->max_plies > 0 && ply >= tournament->max_plies) {
        reason_set(reason, "adjudicated as a draw after %d %s", ply, text_plural(ply, "ply", "plies"));
        finish(game, OUTCOME_DRAW, ENDING_MAX_PLIES);
        return true;
    }
    for (int winner = SIDE_X; winner <= SIDE_O && applies(&tournament->resign, ply); winner++) {
        int moves = tournament->resign.moves;
        Side loser = side_other((Side)winner);
        if (!is_agreed_win(game, (Side)winner)) continue;
        reason_set(reason, "adjudicated as lost for %c: both engines agreed for %d %s", side_letter(loser), moves,
                   text_plural(moves, "move", "moves"));
        lose(game, loser, ENDING_RESIGNED);
        return true;
    }
    int moves = tournament->draw.moves;
    bool is_even = game->streaks[SIDE_X].even >= moves && game->streaks[SIDE_O].even >= moves;
    if (!applies(&tournament->draw, ply) || !is_even) return false;
    reason_set(reason, "adjudicated as a draw: both engines agreed for %d %s", moves,
               text_plural(moves, "move", "moves"));
    finish(game, OUTCOME_DRAW, ENDING_AGREED_DRAW);
    return true;
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
    return engine->knows_game && game->opening->start == NULL ? NULL : game->start;
}

/* Once it is ready, nothing that it said before, such as a second bestmove, can pass for the answer to the next go. The
 * position comes after that: until its time runs the engine does not know what to think about. */
static ClientResult send_position(const GameInPlay *game, EngineProcess *engine) {
    ClientResult result = client_ready(engine->client);
    return result == CLIENT_OK ? client_position(engine->client, start_for(game, engine), game->moves) : result;
}

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

/* Asks for a move. CLIENT_OK with *overrun_us > 0: it came too late. */
static ClientResult ask(GameInPlay *game, Side side, ClientAnswer *answer, int64_t *overrun_us) {
    EngineProcess *engine = game->engines[side];
    char limits[LIMITS_SIZE];
    int64_t allowed_us = game_clock_allowed_us(&game->clocks[side], control_of(game, side));
    bool is_timed = allowed_us != INT64_MAX;
    int64_t margin_us = control_of(game, side)->margin_ms * 1000;
    int64_t wait_us = is_timed ? allowed_us + margin_us : engine->config->hang_ms * 1000;
    *overrun_us = 0;
    print_limits(game, side, limits);
    ClientResult result;
    bool is_hit = pondering_hit(&game->ponderings[side], engine, game->position.last_move, &result);
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

static bool read_answer(const GameInPlay *game, const char *text, int *cell, Reason *why) {
    if (strcmp(text, "(none)") == 0) return refuse(why, "(none), but the game is not over");
    return position_read_move(&game->position, word_of(text), cell, why);
}

/* Puts a move on the board and into the record, where its comment is already. */
static void play(GameInPlay *game, int cell) {
    char move[MOVE_TEXT_SIZE];
    Reason why;
    GameRecord *record = game->record;
    notation_print_move(&record->game, cell, move);
    writer_add(&game->moves_writer, game->moves_writer.length > 0 ? " %s" : "%s", move);
    position_play(&game->position, cell, &why);
    record->moves[record->plies++].cell = cell;
}

static void note_comment(GameInPlay *game, const ClientAnswer *answer) {
    RecordMove *move = &game->record->moves[game->record->plies];
    *move = (RecordMove){
        .value_kind = answer->score_kind == CLIENT_CP     ? VALUE_CP
                      : answer->score_kind == CLIENT_MATE ? VALUE_MATE
                                                          : VALUE_NONE,
        .value = answer->score,
        .depth = answer->depth,
        .nodes = answer->nodes,
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

/* For --detail, once the move is on the board and its time off the clock. */
static void note_details(GameInPlay *game, Side side, const ClientAnswer *answer) {
    RecordMove *move = &game->record->moves[game->record->plies - 1];
    int64_t latency_us = answer->elapsed_us - answer->time_ms * 1000;
    move->seldepth = answer->seldepth;
    move->nps = answer->nps;
    move->hashfull = answer->hashfull;
    move->left_us = game->clocks[side].left_us;
    move->latency_us = answer->time_ms > 0 && latency_us > 0 ? latency_us : 0;
    copy_pv(move->pv, answer->pv);
}

/* While the other side thinks. If the engine fails now, that is noticed when it is asked for a move. */
static void ponder(GameInPlay *game, Side side, const ClientAnswer *answer) {
    const EngineProcess *engine = game->engines[side];
    char limits[LIMITS_SIZE];
    print_limits(game, side, limits);
    PonderTask task = {&game->position, start_for(game, engine), game->moves, limits};
    (void)pondering_begin(&game->ponderings[side], engine, &task, answer);
}

/* An answer in good time. False when the game is over, with its end in *end. */
static bool take_answer(GameInPlay *game, Side side, const ClientAnswer *answer, GameEnd *end) {
    int cell;
    Reason why;
    if (!read_answer(game, answer->move, &cell, &why)) {
        reason_set(&game->record->reason, "%c played an illegal move: %s", side_letter(side), why.text);
        client_kill(game->engines[side]->client); /* it may have lost track of the game for good */
        *end = lose(game, side, ENDING_ILLEGAL);
        return false;
    }
    note_comment(game, answer);
    play(game, cell);
    game_clock_stop(&game->clocks[side], control_of(game, side), answer->elapsed_us);
    if (game->tournament->is_detailed) note_details(game, side, answer);
    note_score(game, side, answer);
    Outcome outcome = board_outcome(game->position.grid, &game->position.board);
    if (outcome == OUTCOME_NONE && !is_adjudicated(game)) {
        ponder(game, side, answer);
        return true;
    }
    *end = outcome != OUTCOME_NONE ? end_by_rules(game, outcome) : GAME_PLAYED;
    return false;
}

/* One move of the game, likewise. */
static bool take_turn(GameInPlay *game, GameEnd *end) {
    Side side = board_side(&game->position.board);
    ClientAnswer answer;
    int64_t overrun_us;
    ClientResult result = ask(game, side, &answer, &overrun_us);
    if (result != CLIENT_OK) {
        *end = end_by_failure(game, side, result, false);
        return false;
    }
    if (overrun_us <= 0) return take_answer(game, side, &answer, end);
    reason_set(&game->record->reason, "%c lost on time by %lld ms", side_letter(side),
               (long long)(overrun_us + 999) / 1000);
    *end = lose(game, side, ENDING_TIME);
    return false;
}

static void note_date(GameRecord *record) {
    time_t now = time(NULL);
    struct tm utc;
    if (gmtime_r(&now, &utc) != NULL) strftime(record->date, sizeof record->date, "%Y-%m-%dT%H:%M:%SZ", &utc);
}

/* Everything before the first move of an engine. */
static void set_up(GameInPlay *game, const Grid *grid) {
    GameRecord *record = game->record;
    int number = record->number, round = record->round;
    memset(record, 0, sizeof *record);
    record->number = number;
    record->round = round;
    record->game = grid->game;
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        memcpy(record->names[side], game->engines[side]->config->name, sizeof record->names[side]);
        const TimeControl *control = control_of(game, (Side)side);
        time_control_print(control, record->controls[side]);
        game_clock_start(&game->clocks[side], control);
    }
    snprintf(record->event, sizeof record->event, "%s", game->tournament->event);
    snprintf(record->site, sizeof record->site, "%s", game->tournament->site);
    note_date(record);
    game->moves_writer = writer_on(game->moves, sizeof game->moves);
    opening_start(game->opening, grid, &game->position);
    notation_print_position(grid, &game->position.board, game->start);
    if (game->opening->start != NULL) memcpy(record->start, game->start, sizeof record->start);
    for (int i = 0; i < game->opening->plies; i++) play(game, game->opening->cells[i]);
    record->opening_plies = record->plies;
}

GameEnd engine_game_play(const EngineGame *wanted, GameRecord *record, Reason *why) {
    GameInPlay game = {.tournament = wanted->tournament,
                       .opening = wanted->opening,
                       .engines = wanted->engines,
                       .record = record,
                       .why = why};
    GameEnd end = GAME_PLAYED;
    set_up(&game, wanted->grid);
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        ClientResult result = engine_process_prepare(wanted->engines[side]);
        if (result != CLIENT_OK) return end_by_failure(&game, (Side)side, result, true);
    }
    if (is_adjudicated(&game)) return GAME_PLAYED;
    while (take_turn(&game, &end)) {
    }
    for (int side = SIDE_X; side <= SIDE_O; side++) pondering_end(&game.ponderings[side], game.engines[side]);
    return end;
}
