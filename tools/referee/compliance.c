#include "referee/compliance.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "common/client_parse.h"
#include "common/os.h"
#include "rules/position.h"
#include "rules/shape.h"

enum { SLOW_MS = 3000 }; /* more than any answer should take, even on a busy machine */

/* The conversation: one engine, and what it has said. */
typedef struct {
    Client *client;
    Reason reason;           /* of the last failure */
    bool is_skipped;         /* the step does not apply to this engine */
    int bestmoves, readyoks; /* lines that it has sent since we count */
    Shape *shape;            /* of the game on the board */
    Position position;
} Talk;

/* Short ways to ask and to complain. A step fails by returning false from one of these. */

/* The listener of the client. */
static void hear(void *context, bool is_from_engine, const char *line) {
    Talk *talk = context;
    if (!is_from_engine) return;
    talk->bestmoves += client_parse_after(line, "bestmove") != NULL;
    talk->readyoks += client_parse_after(line, "readyok") != NULL;
}

/* Fails the step. */
static PRINTF_LIKE(2, 3) bool fail(Talk *talk, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(talk->reason.text, sizeof talk->reason.text, format, arguments);
    va_end(arguments);
    return false;
}

/* The step does not apply to this engine. */
static bool skip(Talk *talk, const char *why) {
    talk->is_skipped = true;
    return fail(talk, "%s", why);
}

/* Counts from now on. */
static void count_anew(Talk *talk) {
    talk->bestmoves = talk->readyoks = 0;
}

/* CLIENT_OK, or the step fails with the client's reason. */
static bool check(Talk *talk, ClientResult result) {
    return result == CLIENT_OK || fail(talk, "%s", client_reason(talk->client));
}

static bool say(Talk *talk, const char *line) {
    return check(talk, client_send(talk->client, line));
}

/* All that was sent before is carried out. */
static bool ping(Talk *talk) {
    return check(talk, client_ready(talk->client));
}

static bool set_up(Talk *talk, const char *game_name, const char *moves) {
    Game game;
    Reason why;
    if (!game_parse(word_of(game_name), &game, &why)) return fail(talk, "%s", why.text);
    if (talk->shape == NULL || !game_equal(&talk->shape->grid.game, &game)) {
        shape_free(talk->shape);
        talk->shape = shape_new(&game);
    }
    if (talk->shape == NULL) return fail(talk, "not enough memory");
    position_init(&talk->position, &talk->shape->grid);
    return position_play_all(&talk->position, moves, &why) || fail(talk, "%s", why.text);
}

/* Sets up the game by name and the position after these moves; both here and in the engine. */
static bool set_position(Talk *talk, const char *game, const char *moves) {
    char start[POSITION_TEXT_SIZE];
    if (!set_up(talk, game, moves)) return false;
    /* The position itself names the game, whatever options the engine has. */
    Board empty;
    board_init(&empty);
    notation_print_position(&talk->shape->grid, &empty, start);
    if (!check(talk, client_position(talk->client, start, moves)) || !ping(talk)) return false;
    const char *complaint = client_complaint(talk->client);
    return complaint[0] == '\0' || fail(talk, "it refused a legal position of %s: %s", game, complaint);
}

static bool begin(Talk *talk, const char *game, const char *moves, const char *limits) {
    return set_position(talk, game, moves) && check(talk, client_go_begin(talk->client, limits));
}

static bool check_move(Talk *talk, const ClientAnswer *answer) {
    int cell;
    Reason why;
    bool is_none = strcmp(answer->move, "(none)") == 0;
    /* A drawn board with empty cells may be filled, or not. */
    if (position_is_over(&talk->position) && (is_none || !position_can_go_on(&talk->position))) {
        return is_none || fail(talk, "bestmove %s, but the game is over", answer->move);
    }
    if (is_none) return fail(talk, "bestmove (none), but the game is not over");
    return position_read_move(&talk->position, word_of(answer->move), &cell, &why) ||
           fail(talk, "bestmove %s is not legal: %s", answer->move, why.text);
}

/* Waits for a bestmove that must come; NULL answer: it is dropped. */
static bool await_move(Talk *talk, const char *after, ClientAnswer *answer) {
    ClientAnswer dropped;
    ClientResult result =
        client_go_wait(talk->client, clock_now_us() + SLOW_MS * 1000, answer != NULL ? answer : &dropped);
    if (result == CLIENT_OK) return true;
    return fail(talk, "after %s: %s", after, client_reason(talk->client));
}

/* Searches and checks that the answer is one legal move, or (none) if the game is over. */
static bool search(Talk *talk, const char *limits) {
    ClientAnswer answer;
    count_anew(talk);
    if (!check(talk, client_go_begin(talk->client, limits))) return false;
    char command[256];
    snprintf(command, sizeof command, "go %.200s", limits);
    if (!await_move(talk, command, &answer) || !check_move(talk, &answer) || !ping(talk)) return false;
    return talk->bestmoves == 1 || fail(talk, "%s was answered by %d bestmoves", command, talk->bestmoves);
}

/* No bestmove comes for so long. */
static bool stays_silent(Talk *talk, int ms) {
    ClientAnswer answer;
    ClientResult result = client_go_wait(talk->client, clock_now_us() + ms * 1000, &answer);
    if (result == CLIENT_TIMEOUT) return true;
    if (result == CLIENT_OK) return fail(talk, "bestmove %s came by itself", answer.move);
    return fail(talk, "%s", client_reason(talk->client));
}

/* The steps. Each begins with an engine that is started, idle and has said nothing that it still has to answer. */

static bool handshake(Talk *talk) {
    if (client_is_uci(talk->client)) return fail(talk, "it does not answer ugi, only uci");
    return client_engine_name(talk->client)[0] != '\0' || fail(talk, "there is no id name before ugiok");
}

static bool is_known_type(const char *type) {
    static const char *const types[] = {"check", "spin", "combo", "button", "string"};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (strcmp(type, types[i]) == 0) return true;
    }
    return false;
}

static bool options(Talk *talk) {
    for (size_t i = 0; i < client_option_count(talk->client); i++) {
        const ClientOption *option = client_option(talk->client, i);
        if (!is_known_type(option->type)) return fail(talk, "option %s: unknown type '%s'", option->name, option->type);
        bool has_default = strstr(option->details, "default") != NULL;
        bool has_range = strstr(option->details, "min ") != NULL && strstr(option->details, "max ") != NULL;
        bool is_button = strcmp(option->type, "button") == 0;
        if (!has_default && !is_button) return fail(talk, "option %s has no default", option->name);
        if (strcmp(option->type, "spin") == 0 && !has_range) return fail(talk, "option %s has no range", option->name);
        if (strcmp(option->type, "combo") == 0 && strstr(option->details, "var ") == NULL) {
            return fail(talk, "option %s has no var", option->name);
        }
    }
    return true;
}

static bool ready(Talk *talk) {
    count_anew(talk);
    for (int i = 0; i < 3; i++) {
        if (!ping(talk)) return false;
    }
    /* The position needs a fourth. An answer too many comes before that to go. */
    if (!begin(talk, "3x3", "", "depth 1")) return false;
    if (!await_move(talk, "go depth 1", NULL)) return false;
    return talk->readyoks == 4 || fail(talk, "%d readyok for 4 isready", talk->readyoks);
}

static bool unknown_option(Talk *talk) {
    count_anew(talk);
    return say(talk, "setoption name Surely No Such Option value 3") && ping(talk);
}

static bool set_game(Talk *talk, const char *game) {
    if (client_find_option(talk->client, "Game") == NULL) return skip(talk, "it has no option Game");
    return check(talk, client_set_option(talk->client, "Game", game)) && ping(talk);
}

static bool game_option(Talk *talk) {
    if (!set_game(talk, "3x3")) return false;
    if (client_complaint(talk->client)[0] != '\0') return fail(talk, "Game 3x3: %s", client_complaint(talk->client));
    if (!set_position(talk, "3x3", "")) return false;
    return check(talk, client_position(talk->client, NULL, "b2")) && set_position(talk, "3x3", "b2") &&
           search(talk, "depth 1");
}

static bool wrong_game(Talk *talk) {
    if (!set_game(talk, "3x3")) return false;
    if (!set_game(talk, "chess")) return false;
    if (client_complaint(talk->client)[0] == '\0') return fail(talk, "Game chess was not refused");
    if (!set_position(talk, "3x3", "a1")) return false;
    /* startpos is still that of 3x3. */
    return check(talk, client_position(talk->client, NULL, "a1")) && ping(talk) && search(talk, "depth 1");
}

static bool fen_leaves_the_game(Talk *talk) {
    if (!set_game(talk, "4x4")) return false;
    if (!set_position(talk, "3x3", "b2") || !search(talk, "depth 1")) return false;
    if (!check(talk, client_position(talk->client, NULL, "d4 d3")) || !ping(talk)) return false;
    if (client_complaint(talk->client)[0] != '\0') {
        return fail(talk, "startpos is not that of the option Game any more: %s", client_complaint(talk->client));
    }
    return true;
}

static bool new_game(Talk *talk) {
    return check(talk, client_new_game(talk->client)) && set_position(talk, "3x3", "") && search(talk, "depth 1");
}

static bool one_answer(Talk *talk) {
    static const char *const limits[] = {"depth 1",
                                         "nodes 1",
                                         "movetime 1",
                                         "nodes 100 depth 2",
                                         "depth 0",
                                         "p1time 100 p2time 100",
                                         "p1time 1 p2time 1 p1inc 0 p2inc 0"};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        if (!set_position(talk, "4x4x4", "a1a d4d b2b") || !search(talk, limits[i])) return false;
    }
    return true;
}

/* Every go gets exactly one bestmove, whatever is wrong in it. */
static bool odd_limits(Talk *talk) {
    static const char *const limits[] = {
        "quickly depth 1",       "depth x", "depth -5", "movetime 0", "nodes 99999999999999999999 depth 1",
        "searchmoves z9 depth 1"};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        ClientAnswer answer;
        count_anew(talk);
        if (!begin(talk, "3x3", "a1", limits[i])) return false;
        if (!await_move(talk, limits[i], &answer) || !ping(talk)) return false;
        if (talk->bestmoves != 1) return fail(talk, "go %s was answered by %d bestmoves", limits[i], talk->bestmoves);
    }
    return true;
}

static bool game_over(Talk *talk) {
    return set_position(talk, "3x3", "a1 a2 b1 b2 c1") && search(talk, "depth 1") &&
           set_position(talk, "3x3", "a1 b2 b1 c1 a3 a2 c2 c3 b3") && search(talk, "movetime 50");
}

static bool infinite(Talk *talk) {
    enum { SILENCE_MS = 300 };
    static const char *const moves[] = {"b2", "a1 a2 b1 b2", "a1 a2 b1 b2 c1"};
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        ClientAnswer answer;
        if (!begin(talk, "3x3", moves[i], "infinite")) return false;
        if (!stays_silent(talk, SILENCE_MS)) return false;
        if (!say(talk, "stop") || !await_move(talk, "stop", &answer) || !check_move(talk, &answer)) return false;
    }
    return true;
}

static bool ready_during_search(Talk *talk) {
    if (!begin(talk, "4x4x4", "a1a", "infinite")) return false;
    int64_t before_us = clock_now_us();
    if (!ping(talk)) return false;
    int64_t took_ms = (clock_now_us() - before_us) / 1000;
    if (took_ms > SLOW_MS) return fail(talk, "readyok took %lld ms during a search", (long long)took_ms);
    return say(talk, "stop") && await_move(talk, "stop", NULL);
}

/* Refused, and nothing else happens. */
static bool second_go(Talk *talk) {
    count_anew(talk);
    if (!begin(talk, "4x4x4", "a1a", "infinite")) return false;
    if (!say(talk, "go depth 1") || !ping(talk) || !stays_silent(talk, 100)) return false;
    if (!say(talk, "stop") || !await_move(talk, "stop", NULL) || !ping(talk)) return false;
    return talk->bestmoves == 1 || fail(talk, "a go during a search: %d bestmoves in all", talk->bestmoves);
}

static bool position_during_search(Talk *talk) {
    ClientAnswer answer;
    if (!begin(talk, "3x3", "a1", "infinite")) return false;
    if (!say(talk, "position fen 4/4/4/4 x moves d4") || !ping(talk)) return false;
    if (!say(talk, "stop") || !await_move(talk, "stop", &answer)) return false;
    return check_move(talk, &answer); /* of the position that was set before */
}

static bool stop_and_go_on(Talk *talk) {
    if (!set_position(talk, "4x4x4", "a1a")) return false;
    count_anew(talk);
    if (!check(talk, client_go_begin(talk->client, "infinite"))) return false;
    /* The host does not wait for the first bestmove. */
    bool is_sent = say(talk, "stop") && say(talk, "position fen 3/3/3 x moves b2") && say(talk, "go depth 1");
    if (!is_sent || !await_move(talk, "stop", NULL) || !ping(talk)) return false;
    for (int waited = 0; talk->bestmoves < 2 && waited < SLOW_MS; waited += 20) {
        os_sleep_ms(20);
        if (!ping(talk)) return false;
    }
    if (talk->bestmoves == 2) return true;
    return fail(talk, "stop, position and go at once: %d bestmoves instead of 2", talk->bestmoves);
}

static bool idle_stop(Talk *talk) {
    count_anew(talk);
    if (!say(talk, "stop") || !ping(talk)) return false;
    return talk->bestmoves == 0 || fail(talk, "stop without a search was answered by a bestmove");
}

static bool ponder(Talk *talk) {
    ClientAnswer answer;
    if (!begin(talk, "4x4x4", "a1a d4d", "ponder p1time 300 p2time 300")) return false;
    if (!stays_silent(talk, 200)) return false;
    if (!check(talk, client_ponderhit(talk->client))) return false;
    return await_move(talk, "ponderhit", &answer) && check_move(talk, &answer);
}

static bool illegal_input(Talk *talk) {
    static const char *const lines[] = {"hello",
                                        "position",
                                        "position fen",
                                        "position fen 3/3/3 o",
                                        "position fen 9 x",
                                        "position fen 3/3/3 x moves a1 a1",
                                        "position fen 3/3/3 x moves z9",
                                        "setoption",
                                        "query",
                                        "query weather",
                                        "moves a1 a1",
                                        "\x01\x02"};
    static char endless[70000];
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        if (!set_position(talk, "3x3", "b2") || !say(talk, lines[i]) || !ping(talk)) return false;
        /* A refused line has no effect at all: the move is one of the old position. */
        if (!search(talk, "depth 1")) {
            Reason wrong = talk->reason;
            return fail(talk, "after '%.40s': %.180s", lines[i][0] < ' ' ? "control characters" : lines[i], wrong.text);
        }
    }
    memset(endless, 'x', sizeof endless - 1);
    return say(talk, endless) && ping(talk) && set_position(talk, "3x3", "b2") && search(talk, "depth 1");
}

static bool repeated_moves(Talk *talk) {
    if (!set_position(talk, "3x3", "a1 b2 c3 c1 a3 b3")) return false;
    return check(talk, client_send(talk->client, "position fen 3/3/3 x moves a1 b2 moves c3 c1 moves a3 b3")) &&
           ping(talk) && search(talk, "depth 1");
}

static bool has_answer(Talk *talk, const char *question, const char *expected) {
    const char *response;
    ClientResult result = client_query(talk->client, question, &response);
    if (result == CLIENT_TIMEOUT) return fail(talk, "query %s is not answered", question);
    if (!check(talk, result)) return false;
    return strcmp(response, expected) == 0 ||
           fail(talk, "query %s: '%.60s' instead of '%s'", question, response, expected);
}

static bool queries(Talk *talk) {
    static const struct {
        const char *game, *moves, *turn, *over, *result;
    } known[] = {
        {"3x3", "", "true", "false", "none"},
        {"3x3", "b2", "false", "false", "none"},
        {"3x3", "a1 a2 b1 b2 c1", "false", "true", "p1win"},
        {"3x3", "a1 c1 a2 c2 b3 c3", "true", "true", "p2win"},
        {"3x3", "a1 b2 b1 c1 a3 a2 c2 c3", "true", "true", "draw"},
        {"4x4x4", "a1a d4d", "true", "false", "none"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (!set_position(talk, known[i].game, known[i].moves)) return false;
        if (!has_answer(talk, "p1turn", known[i].turn) || !has_answer(talk, "gameover", known[i].over) ||
            !has_answer(talk, "result", known[i].result)) {
            Reason wrong = talk->reason;
            return fail(talk, "after '%s' on %s, %s", known[i].moves, known[i].game, wrong.text);
        }
    }
    return true;
}

static bool whole_games(Talk *talk) {
    static const char *const games[] = {"3x3", "3x3x3", "4x4x4", "5x5"};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        char moves[CELLS_MAX * (MOVE_TEXT_SIZE + 1)];
        Writer writer = writer_on(moves, sizeof moves);
        if (!check(talk, client_new_game(talk->client)) || !set_position(talk, games[i], "")) return false;
        while (!position_is_over(&talk->position)) {
            ClientAnswer answer;
            if (!check(talk, client_go_begin(talk->client, "depth 1"))) return false;
            if (!await_move(talk, "go depth 1", &answer) || !check_move(talk, &answer)) return false;
            writer_add(&writer, " %s", answer.move);
            if (!set_position(talk, games[i], moves)) return false;
        }
    }
    return true;
}

/* The margin is wide: this is about engines that do not look at the clock, on machines that are busy. */
static bool time_limits(Talk *talk) {
    enum { MARGIN_MS = 1000 };
    static const struct {
        const char *limits;
        int ms;
    } known[] = {
        {"movetime 200", 200}, {"p1time 500 p2time 500", 500}, {"p1time 300 p2time 300 p1inc 20 p2inc 20", 300}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        ClientAnswer answer;
        if (!begin(talk, "8x8x8", "a1a", known[i].limits)) return false;
        if (!await_move(talk, known[i].limits, &answer) || !check_move(talk, &answer)) return false;
        long long took_ms = (long long)answer.elapsed_us / 1000;
        if (took_ms > known[i].ms + MARGIN_MS) return fail(talk, "go %s took %lld ms", known[i].limits, took_ms);
    }
    return true;
}

static bool quits(Talk *talk) {
    if (!ping(talk)) return false; /* one that is gone already has not obeyed */
    ClientResult result = client_quit(talk->client);
    return result == CLIENT_OK || fail(talk, "it %s", client_reason(talk->client));
}

static bool quits_during_search(Talk *talk) {
    if (!begin(talk, "4x4x4", "a1a", "infinite")) return false;
    return quits(talk);
}

static const struct {
    const char *name;
    bool (*run)(Talk *talk);
} steps[] = {
    {"handshake: ugi is answered by id name and ugiok", handshake},
    {"options: each has a type, a default and a range", options},
    {"isready is answered once each", ready},
    {"an unknown option does no harm", unknown_option},
    {"the option Game sets the game of startpos", game_option},
    {"a game that does not exist is refused", wrong_game},
    {"position fen leaves the option Game alone", fen_leaves_the_game},
    {"uginewgame, then position and go at once", new_game},
    {"every go gets one legal bestmove, however small its limits", one_answer},
    {"every go gets one bestmove, whatever is wrong in it", odd_limits},
    {"bestmove (none) when the game is over", game_over},
    {"go infinite holds its bestmove back until stop", infinite},
    {"isready is answered during a search", ready_during_search},
    {"a second go during a search is refused", second_go},
    {"a position during a search is refused", position_during_search},
    {"stop, position and go without waiting", stop_and_go_on},
    {"stop without a search does nothing", idle_stop},
    {"go ponder waits for ponderhit", ponder},
    {"illegal input has no effect", illegal_input},
    {"the word moves may be repeated", repeated_moves},
    {"query p1turn, gameover and result", queries},
    {"whole games, every move legal", whole_games},
    {"time limits are kept, within a second", time_limits},
    {"quit ends the program", quits},
    {"quit ends the program during a search", quits_during_search},
};

static void print_step(const Talk *talk, FILE *stream, size_t index, bool is_fine, ComplianceResult *result) {
    result->passed += is_fine;
    result->skipped += !is_fine && talk->is_skipped;
    result->failed += !is_fine && !talk->is_skipped;
    fprintf(stream, "%s  %s\n", is_fine ? "pass" : talk->is_skipped ? "skip" : "FAIL", steps[index].name);
    if (!is_fine) fprintf(stream, "      %s\n", talk->reason.text);
    fflush(stream);
}

static void run_step(Talk *talk, FILE *stream, size_t index, ComplianceResult *result) {
    talk->is_skipped = false;
    count_anew(talk);
    bool is_fine =
        (client_is_running(talk->client) || check(talk, client_start(talk->client))) && steps[index].run(talk);
    print_step(talk, stream, index, is_fine, result);
    /* What failed may still be on its way to an answer. */
    if (!is_fine && !talk->is_skipped) client_kill(talk->client);
}

/* An engine that does not even greet would fail every step for the same reason. */
static void run_steps(Talk *talk, FILE *stream, bool has_started, ComplianceResult *result) {
    if (!has_started) {
        check(talk, CLIENT_TIMEOUT);
        print_step(talk, stream, 0, false, result);
        return;
    }
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) run_step(talk, stream, i, result);
}

bool compliance_check(const char *command, FILE *stream, ComplianceResult *result, Reason *why) {
    const char *wrong = NULL;
    static Talk talk;
    char **argv = proc_split_command(command, &wrong);
    *result = (ComplianceResult){0};
    if (argv == NULL) return refuse(why, "--check: %s", wrong);
    ClientSpec spec = {.process = {.argv = argv, .stderr_to = PROC_STDERR_NULL},
                       .ping_ms = SLOW_MS,
                       .lines_max = CLIENT_FLOOD_LINES,
                       .bytes_max = CLIENT_FLOOD_BYTES,
                       .listener = hear,
                       .context = &talk};
    talk = (Talk){.client = client_new(&spec)};
    bool can_run = talk.client != NULL || refuse(why, "not enough memory");
    ClientResult started = can_run ? client_start(talk.client) : CLIENT_ERROR;
    if (can_run && started == CLIENT_NO_START) can_run = refuse(why, "%s", client_reason(talk.client));
    if (can_run) run_steps(&talk, stream, started == CLIENT_OK, result);
    client_free(talk.client);
    shape_free(talk.shape);
    free(argv);
    return can_run;
}
