#include "referee/compliance.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "referee/talk.h"

/* The steps. Each begins with an engine that is started, idle and has said nothing that it still has to answer. */

static bool handshake(Talk *talk) {
    if (client_is_uci(talk->client)) return talk_fail(talk, "it does not answer ugi, only uci");
    return client_engine_name(talk->client)[0] != '\0' || talk_fail(talk, "there is no id name before ugiok");
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
        if (!is_known_type(option->type))
            return talk_fail(talk, "option %s: unknown type '%s'", option->name, option->type);
        bool has_default = strstr(option->details, "default") != NULL;
        bool has_range = strstr(option->details, "min ") != NULL && strstr(option->details, "max ") != NULL;
        bool is_button = strcmp(option->type, "button") == 0;
        if (!has_default && !is_button) return talk_fail(talk, "option %s has no default", option->name);
        if (strcmp(option->type, "spin") == 0 && !has_range)
            return talk_fail(talk, "option %s has no range", option->name);
        if (strcmp(option->type, "combo") == 0 && strstr(option->details, "var ") == NULL) {
            return talk_fail(talk, "option %s has no var", option->name);
        }
    }
    return true;
}

static bool ready(Talk *talk) {
    talk_listen(talk);
    for (int i = 0; i < 3; i++) {
        if (!talk_sync(talk)) return false;
    }
    /* The position needs a fourth. An answer too many comes before that to go. */
    if (!talk_position(talk, "3x3", "") || !talk_is_fine(talk, client_go_begin(talk->client, "depth 1"))) return false;
    if (!talk_await(talk, "go depth 1", NULL)) return false;
    return talk->readyoks == 4 || talk_fail(talk, "%d readyok for 4 isready", talk->readyoks);
}

static bool unknown_option(Talk *talk) {
    talk_listen(talk);
    return talk_send(talk, "setoption name Surely No Such Option value 3") && talk_sync(talk);
}

static bool game_option(Talk *talk) {
    if (client_find_option(talk->client, "Game") == NULL) return talk_skip(talk, "it has no option Game");
    if (!talk_is_fine(talk, client_set_option(talk->client, "Game", "3x3")) || !talk_sync(talk)) return false;
    if (client_complaint(talk->client)[0] != '\0')
        return talk_fail(talk, "Game 3x3: %s", client_complaint(talk->client));
    if (!talk_position(talk, "3x3", "")) return false;
    return talk_is_fine(talk, client_position(talk->client, NULL, "b2")) && talk_position(talk, "3x3", "b2") &&
           talk_go(talk, "depth 1");
}

static bool wrong_game(Talk *talk) {
    if (client_find_option(talk->client, "Game") == NULL) return talk_skip(talk, "it has no option Game");
    if (!talk_is_fine(talk, client_set_option(talk->client, "Game", "3x3")) || !talk_sync(talk)) return false;
    if (!talk_is_fine(talk, client_set_option(talk->client, "Game", "chess")) || !talk_sync(talk)) return false;
    if (client_complaint(talk->client)[0] == '\0') return talk_fail(talk, "Game chess was not refused");
    if (!talk_position(talk, "3x3", "a1")) return false;
    /* startpos is still that of 3x3. */
    return talk_is_fine(talk, client_position(talk->client, NULL, "a1")) && talk_sync(talk) && talk_go(talk, "depth 1");
}

static bool fen_leaves_the_game(Talk *talk) {
    if (client_find_option(talk->client, "Game") == NULL) return talk_skip(talk, "it has no option Game");
    if (!talk_is_fine(talk, client_set_option(talk->client, "Game", "4x4"))) return false;
    if (!talk_position(talk, "3x3", "b2") || !talk_go(talk, "depth 1")) return false;
    if (!talk_is_fine(talk, client_position(talk->client, NULL, "d4 d3")) || !talk_sync(talk)) return false;
    if (client_complaint(talk->client)[0] != '\0') {
        return talk_fail(talk, "startpos is not that of the option Game any more: %s", client_complaint(talk->client));
    }
    return true;
}

static bool new_game(Talk *talk) {
    return talk_is_fine(talk, client_new_game(talk->client)) && talk_position(talk, "3x3", "") &&
           talk_go(talk, "depth 1");
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
        if (!talk_position(talk, "4x4x4", "a1a d4d b2b") || !talk_go(talk, limits[i])) return false;
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
        talk_listen(talk);
        if (!talk_position(talk, "3x3", "a1") || !talk_is_fine(talk, client_go_begin(talk->client, limits[i])))
            return false;
        if (!talk_await(talk, limits[i], &answer) || !talk_sync(talk)) return false;
        if (talk->bestmoves != 1)
            return talk_fail(talk, "go %s was answered by %d bestmoves", limits[i], talk->bestmoves);
    }
    return true;
}

static bool game_over(Talk *talk) {
    return talk_position(talk, "3x3", "a1 a2 b1 b2 c1") && talk_go(talk, "depth 1") &&
           talk_position(talk, "3x3", "a1 b2 b1 c1 a3 a2 c2 c3 b3") && talk_go(talk, "movetime 50");
}

static bool infinite(Talk *talk) {
    enum { SILENCE_MS = 300 };
    static const char *const moves[] = {"b2", "a1 a2 b1 b2", "a1 a2 b1 b2 c1"};
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        ClientAnswer answer;
        if (!talk_position(talk, "3x3", moves[i])) return false;
        if (!talk_is_fine(talk, client_go_begin(talk->client, "infinite"))) return false;
        if (!talk_stays_silent(talk, SILENCE_MS)) return false;
        if (!talk_send(talk, "stop") || !talk_await(talk, "stop", &answer) || !talk_check_move(talk, &answer))
            return false;
    }
    return true;
}

static bool ready_during_search(Talk *talk) {
    if (!talk_position(talk, "4x4x4", "a1a") || !talk_is_fine(talk, client_go_begin(talk->client, "infinite")))
        return false;
    int64_t before_us = clock_now_us();
    if (!talk_sync(talk)) return false;
    int64_t took_ms = (clock_now_us() - before_us) / 1000;
    if (took_ms > TALK_SLOW_MS) return talk_fail(talk, "readyok took %lld ms during a search", (long long)took_ms);
    return talk_send(talk, "stop") && talk_await(talk, "stop", NULL);
}

/* Refused, and nothing else happens. */
static bool second_go(Talk *talk) {
    talk_listen(talk);
    if (!talk_position(talk, "4x4x4", "a1a") || !talk_is_fine(talk, client_go_begin(talk->client, "infinite")))
        return false;
    if (!talk_send(talk, "go depth 1") || !talk_sync(talk) || !talk_stays_silent(talk, 100)) return false;
    if (!talk_send(talk, "stop") || !talk_await(talk, "stop", NULL) || !talk_sync(talk)) return false;
    return talk->bestmoves == 1 || talk_fail(talk, "a go during a search: %d bestmoves in all", talk->bestmoves);
}

static bool position_during_search(Talk *talk) {
    ClientAnswer answer;
    if (!talk_position(talk, "3x3", "a1") || !talk_is_fine(talk, client_go_begin(talk->client, "infinite")))
        return false;
    if (!talk_send(talk, "position fen 4/4/4/4 x moves d4") || !talk_sync(talk)) return false;
    if (!talk_send(talk, "stop") || !talk_await(talk, "stop", &answer)) return false;
    return talk_check_move(talk, &answer); /* of the position that was set before */
}

static bool stop_and_go_on(Talk *talk) {
    if (!talk_position(talk, "4x4x4", "a1a")) return false;
    talk_listen(talk);
    if (!talk_is_fine(talk, client_go_begin(talk->client, "infinite"))) return false;
    /* The host does not wait for the first bestmove. */
    bool is_sent =
        talk_send(talk, "stop") && talk_send(talk, "position fen 3/3/3 x moves b2") && talk_send(talk, "go depth 1");
    if (!is_sent || !talk_await(talk, "stop", NULL) || !talk_sync(talk)) return false;
    for (int waited = 0; talk->bestmoves < 2 && waited < TALK_SLOW_MS; waited += 20) {
        (void)poll(NULL, 0, 20);
        if (!talk_sync(talk)) return false;
    }
    if (talk->bestmoves == 2) return true;
    return talk_fail(talk, "stop, position and go at once: %d bestmoves instead of 2", talk->bestmoves);
}

static bool idle_stop(Talk *talk) {
    talk_listen(talk);
    if (!talk_send(talk, "stop") || !talk_sync(talk)) return false;
    return talk->bestmoves == 0 || talk_fail(talk, "stop without a search was answered by a bestmove");
}

static bool ponder(Talk *talk) {
    ClientAnswer answer;
    if (!talk_position(talk, "4x4x4", "a1a d4d")) return false;
    if (!talk_is_fine(talk, client_go_begin(talk->client, "ponder p1time 300 p2time 300"))) return false;
    if (!talk_stays_silent(talk, 200)) return false;
    if (!talk_is_fine(talk, client_ponderhit(talk->client))) return false;
    return talk_await(talk, "ponderhit", &answer) && talk_check_move(talk, &answer);
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
        if (!talk_position(talk, "3x3", "b2") || !talk_send(talk, lines[i]) || !talk_sync(talk)) return false;
        /* A refused line has no effect at all: the move is one of the old position. */
        if (!talk_go(talk, "depth 1")) {
            Reason wrong = talk->reason;
            return talk_fail(talk, "after '%.40s': %.180s", lines[i][0] < ' ' ? "control characters" : lines[i],
                             wrong.text);
        }
    }
    memset(endless, 'x', sizeof endless - 1);
    return talk_send(talk, endless) && talk_sync(talk) && talk_position(talk, "3x3", "b2") && talk_go(talk, "depth 1");
}

static bool repeated_moves(Talk *talk) {
    if (!talk_position(talk, "3x3", "a1 b2 c3 c1 a3 b3")) return false;
    return talk_is_fine(talk, client_send(talk->client, "position fen 3/3/3 x moves a1 b2 moves c3 c1 moves a3 b3")) &&
           talk_sync(talk) && talk_go(talk, "depth 1");
}

static bool has_answer(Talk *talk, const char *question, const char *expected) {
    const char *response;
    ClientResult result = client_query(talk->client, question, &response);
    if (result == CLIENT_TIMEOUT) return talk_fail(talk, "query %s is not answered", question);
    if (!talk_is_fine(talk, result)) return false;
    return strcmp(response, expected) == 0 ||
           talk_fail(talk, "query %s: '%.60s' instead of '%s'", question, response, expected);
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
        if (!talk_position(talk, known[i].game, known[i].moves)) return false;
        if (!has_answer(talk, "p1turn", known[i].turn) || !has_answer(talk, "gameover", known[i].over) ||
            !has_answer(talk, "result", known[i].result)) {
            Reason wrong = talk->reason;
            return talk_fail(talk, "after '%s' on %s, %s", known[i].moves, known[i].game, wrong.text);
        }
    }
    return true;
}

static bool whole_games(Talk *talk) {
    static const char *const games[] = {"3x3", "3x3x3", "4x4x4", "5x5"};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        char moves[CELLS_MAX * (MOVE_TEXT_SIZE + 1)];
        Writer writer = writer_on(moves, sizeof moves);
        if (!talk_is_fine(talk, client_new_game(talk->client)) || !talk_position(talk, games[i], "")) return false;
        while (!position_is_over(&talk->position)) {
            ClientAnswer answer;
            if (!talk_is_fine(talk, client_go_begin(talk->client, "depth 1"))) return false;
            if (!talk_await(talk, "go depth 1", &answer) || !talk_check_move(talk, &answer)) return false;
            writer_add(&writer, " %s", answer.move);
            if (!talk_position(talk, games[i], moves)) return false;
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
        if (!talk_position(talk, "8x8x8", "a1a")) return false;
        if (!talk_is_fine(talk, client_go_begin(talk->client, known[i].limits))) return false;
        if (!talk_await(talk, known[i].limits, &answer) || !talk_check_move(talk, &answer)) return false;
        long long took_ms = (long long)answer.elapsed_us / 1000;
        if (took_ms > known[i].ms + MARGIN_MS) return talk_fail(talk, "go %s took %lld ms", known[i].limits, took_ms);
    }
    return true;
}

static bool quits(Talk *talk) {
    if (!talk_sync(talk)) return false; /* one that is gone already has not obeyed */
    ClientResult result = client_quit(talk->client);
    return result == CLIENT_OK || talk_fail(talk, "it %s", client_reason(talk->client));
}

static bool quits_during_search(Talk *talk) {
    if (!talk_position(talk, "4x4x4", "a1a") || !talk_is_fine(talk, client_go_begin(talk->client, "infinite")))
        return false;
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
    talk_listen(talk);
    bool is_fine = talk_start(talk) && steps[index].run(talk);
    print_step(talk, stream, index, is_fine, result);
    /* What failed may still be on its way to an answer. */
    if (!is_fine && !talk->is_skipped) client_kill(talk->client);
}

/* An engine that does not even greet would fail every step for the same reason. */
static void run_steps(Talk *talk, FILE *stream, bool has_started, ComplianceResult *result) {
    if (!has_started) {
        talk_is_fine(talk, CLIENT_TIMEOUT);
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
                       .ping_ms = TALK_SLOW_MS,
                       .lines_max = CLIENT_FLOOD_LINES,
                       .bytes_max = CLIENT_FLOOD_BYTES,
                       .listener = talk_hear,
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
