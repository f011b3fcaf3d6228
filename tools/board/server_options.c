#include "board/server_options.h"

#include <string.h>

const char server_options_usage[] =
    "usage: board [GAME] [options]\n"
    "\n"
    "Shows a board in the browser: play against Rowan, let it analyse, solve puzzles, watch a tournament.\n"
    "It starts a small web server that only this machine can reach, and prints its address.\n"
    "\n"
    "GAME is a board, optionally with a rule: 3x3, 5x5, 4x4x4 (default), 3x3x3:score10, 5x5x5:magic.\n"
    "\n"
    "  --engine CMD     an engine that speaks UGI (default: rowan in the folder of this program); several\n"
    "                   can play each other, and the first also answers the questions of the page\n"
    "  --follow RECORD  show the tournament that the referee writes to this file, as it grows\n"
    "  --port N         listen on this port of 127.0.0.1 (default: any that is free)\n"
    "  --no-open        only print the address, do not open the browser\n"
    "  -h, --help       show this text\n"
    "  --version        show the version\n"
    "\n"
    "Ctrl-C ends it. Exit status: 0 ended by the user; 1 it could not go on; 2 wrong usage, or a record\n"
    "that cannot be read.\n";

typedef struct {
    ServerOptions *options;
    int argc;
    char **argv;
    int at;
    bool has_game;
    Reason *why;
} Arguments;

static bool take_value(Arguments *arguments, const char **value) {
    const char *option = arguments->argv[arguments->at];
    if (arguments->at + 1 >= arguments->argc) return refuse(arguments->why, "%s needs a value", option);
    *value = arguments->argv[++arguments->at];
    return **value != '\0' || refuse(arguments->why, "the value of %s is empty", option);
}

static bool take_engine(Arguments *arguments) {
    ServerOptions *options = arguments->options;
    if (options->engine_count == ENGINES_MAX) return refuse(arguments->why, "more than %d engines given", ENGINES_MAX);
    return take_value(arguments, &options->engines[options->engine_count++]);
}

static bool take_port(Arguments *arguments) {
    const char *text = "";
    if (!take_value(arguments, &text)) return false;
    if (word_to_int(word_of(text), 1, UINT16_MAX, &arguments->options->port)) return true;
    return refuse(arguments->why, "--port needs a number from 1 to 65535, not '%s'", text);
}

static bool take_game(Arguments *arguments, const char *text) {
    Game game;
    if (arguments->has_game) return refuse(arguments->why, "more than one game given: '%s'", text);
    arguments->has_game = true;
    if (!game_parse(word_of(text), &game, arguments->why)) return false;
    game_name(&game, arguments->options->game);
    return true;
}

static bool take_argument(Arguments *arguments) {
    const char *text = arguments->argv[arguments->at];
    if (strcmp(text, "--engine") == 0) return take_engine(arguments);
    if (strcmp(text, "--port") == 0) return take_port(arguments);
    if (strcmp(text, "--follow") == 0) return take_value(arguments, &arguments->options->record_path);
    if (strcmp(text, "--no-open") == 0) {
        arguments->options->opens_browser = false;
        return true;
    }
    if (text[0] == '-') return refuse(arguments->why, "unknown option '%s'; --help lists them all", text);
    return take_game(arguments, text);
}

bool server_options_parse(ServerOptions *options, int argc, char **argv, const char *engine, Reason *why) {
    *options = (ServerOptions){.game = "4x4x4", .opens_browser = true};
    Arguments arguments = {.options = options, .argc = argc, .argv = argv, .at = 1, .why = why};
    for (; arguments.at < argc; arguments.at++) {
        if (!take_argument(&arguments)) return false;
    }
    if (options->engine_count == 0) options->engines[options->engine_count++] = engine;
    return true;
}
