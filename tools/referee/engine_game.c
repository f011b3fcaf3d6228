#include "referee/match.h"

#include <stdarg.h>
#include <time.h>

#include "base/clock.h"

enum {
    MOVES_TEXT_SIZE = CELLS_MAX * (MOVE_TEXT_SIZE + 1),
    LIMITS_SIZE = 256,
};

static const char side_names[] = "XO";

/* The clock of one side. */
typedef struct {
    int64_t left_us;
    int moves_left; /* of the session; 0: no sessions */
} Clock;

/* How long a side has agreed with itself, in its own moves. */
typedef struct {
    int even, winning, losing;
} Streak;

typedef struct {
    const TournamentSetup *setup;
    const Grid *grid;
    const Opening *opening;
    Seat **seats;
    GameRecord *record;
    Reason *why;
    Board board;
    char start[POSITION_TEXT_SIZE]; /* for engines that do not know the game by name */
    char moves[MOVES_TEXT_SIZE];
    Writer moves_writer;
    Clock clocks[2];
    Streak streaks[2];
} Table;

/* Seats */

bool seat_init(Seat *seat, const EngineSetup *engine, const Game *game, int cancel_fd, ClientListener *listener,
               MatchWarning *warn, void *context) {
    ClientSpec spec = {
        .process = {.argv = engine->argv, .dir = engine->dir, .stderr_to = PROC_STDERR_INHERIT, .cancel_fd = cancel_fd},
        .start_ms = engine->start_ms,
        .ping_ms = engine->ping_ms,
        .quit_ms = engine->quit_ms,
        .lines_max = CLIENT_FLOOD_LINES,
        .bytes_max = CLIENT_FLOOD_BYTES,
        .listener = listener,
        .context = context,
    };
    *seat = (Seat){.engine = engine, .game = game, .client = client_new(&spec), .warn = warn, .context = context};
    return seat->client != NULL;
}

void seat_close(Seat *seat) {
    if (seat->client == NULL) return;
    if (client_is_running(seat->client)) client_quit(seat->client);
    client_free(seat->client);
    seat->client = NULL;
}

static ClientResult set_option(Seat *seat, const char *name, const char *value) {
    ClientResult result = client_set_option(seat->client, name, value);
    bool is_unknown = result == CLIENT_UNKNOWN_OPTION;
    if (!is_unknown && result == CLIENT_OK) result = client_ready(seat->client);
    if (result != CLIENT_OK && !is_unknown) return result;
    const char *complaint = is_unknown ? client_reason(seat->client) : client_complaint(seat->client);
    if (complaint[0] != '\0' && !seat->has_warned) seat->warn(seat->context, seat->engine, complaint);
    return CLIENT_OK;
}

static ClientResult start_engine(Seat *seat) {
    char game[GAME_NAME_SIZE];
    ClientResult result = client_start(seat->client);
    for (int i = 0; result == CLIENT_OK && i < seat->engine->option_count; i++) {
        result = set_option(seat, seat->engine->options[i].name, seat->engine->options[i].value);
    }
    seat->has_warned = true;
    seat->knows_game = result == CLIENT_OK && client_find_option(seat->client, "Game") != NULL;
    if (!seat->knows_game) return result;
    game_name(seat->game, game);
    return set_option(seat, "Game", game);
}

/* A running engine that fails here died between two games: no game is lost by that, it is started again. */
static ClientResult prepare_engine(Seat *seat) {
    for (;;) {
        bool was_running = client_is_running(seat->client);
        ClientResult result = was_running ? CLIENT_OK : start_engine(seat);
        if (result == CLIENT_OK) result = client_new_game(seat->client);
        if (result == CLIENT_OK) result = client_ready(seat->client);
        if (result == CLIENT_OK || result == CLIENT_CANCELLED || !was_running) return result;
        seat->warn(seat->context, seat->engine, client_reason(seat->client));
        client_kill(seat->client);
    }
}

/* Endings */

static PRINTF_LIKE(4, 5) MatchEnd finish(Table *table, Outcome outcome, Ending ending, const char *format, ...) {
    GameRecord *record = table->record;
    char text[sizeof record->reason.text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    refuse(&record->reason, "%s", text);
    record->outcome = outcome;
    record->ending = ending;
    return MATCH_PLAYED;
}

static Outcome win_of(Side side) {
    return side == SIDE_X ? OUTCOME_X_WINS : OUTCOME_O_WINS;
}

static Ending ending_of(ClientResult result, bool is_start) {
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

/* The engine of this side did what no engine may do; it starts anew with its next game. */
static MatchEnd blame(Table *table, Side side, ClientResult result, bool is_start) {
    Client *client = table->seats[side]->client;
    const char *reason = client_reason(client);
    if (result == CLIENT_CANCELLED) return MATCH_CANCELLED;
    if (result == CLIENT_NO_START || result == CLIENT_ERROR) {
        refuse(table->why, "engine %s: %s", table->seats[side]->engine->name, reason);
        return result == CLIENT_NO_START ? MATCH_NO_START : MATCH_FAILED;
    }
    finish(table, win_of(side_other(side)), ending_of(result, is_start), "%c %s", side_names[side], reason);
    client_kill(client);
    return MATCH_PLAYED;
}

static MatchEnd finish_naturally(Table *table, Outcome outcome) {
    const Board *board = &table->board;
    int x = board->points[SIDE_X], o = board->points[SIDE_O];
    bool counts_points = game_counts_points(&table->grid->game);
    char winner = outcome == OUTCOME_X_WINS ? 'X' : 'O';
    if (outcome == OUTCOME_DRAW) {
        if (counts_points) return finish(table, outcome, ENDING_DRAW, "%d points each", x);
        return finish(table, outcome, ENDING_DRAW, "every line is dead");
    }
    if (!counts_points) return finish(table, outcome, ENDING_LINE, "%c completed a line", winner);
    int more = x > o ? x : o, less = x > o ? o : x;
    return finish(table, outcome, ENDING_POINTS, "%c has %d points to %d", winner, more, less);
}

/* Adjudication by agreed scores */

static void note_score(Table *table, Side side, const ClientAnswer *answer) {
    Streak *streak = &table->streaks[side];
    bool is_mate = answer->score_kind == CLIENT_MATE, is_known = answer->score_kind != CLIENT_NO_SCORE;
    int64_t score = is_mate ? (answer->score > 0 ? INT32_MAX : -INT32_MAX) : answer->score;
    const Agreement *draw = &table->setup->draw, *resign = &table->setup->resign;
    streak->even = is_known && score <= draw->score_cp && score >= -draw->score_cp ? streak->even + 1 : 0;
    streak->winning = is_known && score >= resign->score_cp ? streak->winning + 1 : 0;
    streak->losing = is_known && score <= -resign->score_cp ? streak->losing + 1 : 0;
}

static bool is_adjudicated(Table *table) {
    const TournamentSetup *setup = table->setup;
    const Streak *x = &table->streaks[SIDE_X], *o = &table->streaks[SIDE_O];
    int draw_moves = setup->draw.moves, resign_moves = setup->resign.moves;
    if (setup->max_plies > 0 && table->board.ply >= setup->max_plies) {
        finish(table, OUTCOME_DRAW, ENDING_MAX_PLIES, "%d plies played", table->board.ply);
        return true;
    }
    if (resign_moves > 0 && table->board.ply >= setup->resign.from_ply) {
        bool x_wins = x->winning >= resign_moves && o->losing >= resign_moves;
        bool o_wins = o->winning >= resign_moves && x->losing >= resign_moves;
        if (x_wins || o_wins) {
            finish(table, x_wins ? OUTCOME_X_WINS : OUTCOME_O_WINS, ENDING_RESIGNED,
                   "%c is lost: both agreed for %d moves", x_wins ? 'O' : 'X', resign_moves);
            return true;
        }
    }
    bool is_even = x->even >= draw_moves && o->even >= draw_moves;
    if (draw_moves == 0 || !is_even || table->board.ply < setup->draw.from_ply) return false;
    finish(table, OUTCOME_DRAW, ENDING_AGREED_DRAW, "a draw: both agreed for %d moves", draw_moves);
    return true;
}

/* Clocks */

static void clock_start(Clock *clock, const Control *control) {
    *clock = (Clock){control->session_ms * 1000, control->session_moves};
}

static void clock_stop(Clock *clock, const Control *control, int64_t elapsed_us) {
    if (control->session_ms == 0) return;
    clock->left_us = clock->left_us > elapsed_us ? clock->left_us - elapsed_us : 0;
    clock->left_us += control->increment_ms * 1000;
    if (control->session_moves > 0 && --clock->moves_left == 0) {
        clock->left_us += control->session_ms * 1000;
        clock->moves_left = control->session_moves;
    }
}

/* What the side may use for its move; INT64_MAX: no clock. */
static int64_t allowed_us(const Table *table, Side side) {
    const Control *control = &table->seats[side]->engine->control;
    int64_t allowed = INT64_MAX;
    if (control->session_ms > 0) allowed = table->clocks[side].left_us;
    if (control->move_ms > 0 && control->move_ms * 1000 < allowed) allowed = control->move_ms * 1000;
    return allowed;
}

static void print_limits(const Table *table, Side side, char text[LIMITS_SIZE]) {
    Writer writer = writer_on(text, LIMITS_SIZE);
    const Control *control = &table->seats[side]->engine->control;
    for (int i = 0; i < 2 && control->session_ms > 0; i++) {
        const Control *theirs = &table->seats[i]->engine->control;
        if (theirs->session_ms == 0) continue;
        int64_t left_ms = table->clocks[i].left_us / 1000;
        writer_add(&writer, "p%dtime %lld p%dinc %lld ", i + 1, (long long)(left_ms > 0 ? left_ms : 1), i + 1,
                   (long long)theirs->increment_ms);
    }
    if (control->session_moves > 0) writer_add(&writer, "movestogo %d ", table->clocks[side].moves_left);
    if (control->move_ms > 0) writer_add(&writer, "movetime %lld ", (long long)control->move_ms);
    if (control->depth > 0) writer_add(&writer, "depth %d ", control->depth);
    if (control->nodes > 0) writer_add(&writer, "nodes %lld ", (long long)control->nodes);
    if (writer.length > 0) text[writer.length - 1] = '\0';
}

/* Moves */

static void play(Table *table, int cell) {
    char move[MOVE_TEXT_SIZE];
    move_print(&table->grid->game, cell, move);
    writer_add(&table->moves_writer, table->moves_writer.length > 0 ? " %s" : "%s", move);
    board_play(table->grid, &table->board, cell);
    table->record->moves[table->record->plies++].cell = cell;
}

/* Asks for a move. CLIENT_OK with *overrun_us > 0: it came too late. */
static ClientResult ask(Table *table, Side side, ClientAnswer *answer, int64_t *overrun_us) {
    Seat *seat = table->seats[side];
    char limits[LIMITS_SIZE];
    int64_t allowed = allowed_us(table, side), hang_us = seat->engine->hang_ms * 1000;
    bool is_timed = allowed != INT64_MAX;
    const char *start = seat->knows_game && table->opening->start == NULL ? NULL : table->start;
    *overrun_us = 0;
    print_limits(table, side, limits);
    ClientResult result = client_position(seat->client, start, table->moves);
    /* Once it is ready, nothing it said before, such as a second bestmove, can pass for the answer to this go; and the
     * time it takes to read a long game is not counted. */
    if (result == CLIENT_OK) result = client_ready(seat->client);
    if (result != CLIENT_OK) return result;
    if (client_complaint(seat->client)[0] != '\0') {
        seat->warn(seat->context, seat->engine, client_complaint(seat->client));
    }
    int64_t wait_us = is_timed ? allowed + seat->engine->control.margin_ms * 1000 : hang_us;
    result = client_go_begin(seat->client, limits);
    /* The move's time runs from before go was written; the deadline is counted from after it, should we have been held
     * up in between. */
    int64_t go_us = clock_now_us();
    if (result == CLIENT_OK) result = client_go_wait(seat->client, go_us + wait_us, answer);
    if (result != CLIENT_TIMEOUT || !is_timed) return result;
    /* Too late it is; by how much belongs in the record, unless it never answers. */
    result = client_go_wait(seat->client, go_us + wait_us + hang_us, answer);
    if (result == CLIENT_OK) *overrun_us = answer->elapsed_us - allowed;
    return result;
}

static bool is_legal(const Table *table, const char *text, int *cell, Reason *why) {
    if (strcmp(text, "(none)") == 0) return refuse(why, "the game is not over");
    if (!move_parse(&table->grid->game, word_of(text), cell, why)) return false;
    CellSet occupied = board_occupied(&table->board);
    return !cells_has(&occupied, *cell) || refuse(why, "the cell is occupied");
}

static void note_move(Table *table, const ClientAnswer *answer) {
    RecordMove *move = &table->record->moves[table->record->plies];
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

/* One move of the game; false when it was the last, with the end in *end. */
static bool take_turn(Table *table, ClientAnswer *answer, MatchEnd *end) {
    Side side = board_side(&table->board);
    Seat *seat = table->seats[side];
    int64_t overrun_us;
    int cell;
    Reason why;
    ClientResult result = ask(table, side, answer, &overrun_us);
    if (result != CLIENT_OK) {
        *end = blame(table, side, result, false);
        return false;
    }
    if (overrun_us > 0) {
        *end = finish(table, win_of(side_other(side)), ENDING_TIME, "%c lost on time by %lld ms", side_names[side],
                      (long long)(overrun_us + 999) / 1000);
        return false;
    }
    if (!is_legal(table, answer->move, &cell, &why)) {
        *end = finish(table, win_of(side_other(side)), ENDING_ILLEGAL, "%c played an illegal move, %s: %s",
                      side_names[side], answer->move, why.text);
        client_kill(seat->client); /* it may have lost its way for good */
        return false;
    }
    note_move(table, answer);
    play(table, cell);
    clock_stop(&table->clocks[side], &seat->engine->control, answer->elapsed_us);
    note_score(table, side, answer);
    Outcome outcome = board_outcome(table->grid, &table->board);
    if (outcome == OUTCOME_NONE && !is_adjudicated(table)) return true;
    *end = outcome != OUTCOME_NONE ? finish_naturally(table, outcome) : MATCH_PLAYED;
    return false;
}

/* The table before the first move of an engine. */
static void set_up(Table *table) {
    GameRecord *record = table->record;
    int number = record->number, round = record->round;
    memset(record, 0, sizeof *record);
    record->number = number;
    record->round = round;
    record->game = table->grid->game;
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        const EngineSetup *engine = table->seats[side]->engine;
        memcpy(record->names[side], engine->name, sizeof engine->name);
        control_print(&engine->control, record->controls[side]);
        clock_start(&table->clocks[side], &engine->control);
    }
    time_t now = time(NULL);
    struct tm utc;
    if (gmtime_r(&now, &utc) != NULL) strftime(record->date, sizeof record->date, "%Y-%m-%dT%H:%M:%SZ", &utc);
    table->moves_writer = writer_on(table->moves, sizeof table->moves);
    opening_set_up(&(Opening){.start = table->opening->start}, table->grid, &table->board);
    position_print(table->grid, &table->board, table->start);
    if (table->opening->start != NULL) snprintf(record->start, sizeof record->start, "%s", table->start);
    for (int i = 0; i < table->opening->plies; i++) play(table, table->opening->cells[i]);
    record->opening_plies = record->plies;
}

MatchEnd match_play(const TournamentSetup *setup, const Grid *grid, const Opening *opening, Seat *seats[2],
                    GameRecord *record, Reason *why) {
    Table table = {.setup = setup, .grid = grid, .opening = opening, .seats = seats, .record = record, .why = why};
    ClientAnswer answer;
    MatchEnd end = MATCH_PLAYED;
    set_up(&table);
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        ClientResult result = prepare_engine(seats[side]);
        if (result != CLIENT_OK) return blame(&table, (Side)side, result, true);
    }
    if (is_adjudicated(&table)) return MATCH_PLAYED;
    while (take_turn(&table, &answer, &end)) {
    }
    return end;
}
