#include "play/play_options.h"

#include <string.h>

#include "common/command_line.h"

enum { MOVE_MS_DEFAULT = 1000, MOVE_MS_MAX = 24 * 3600 * 1000 };

/* The arguments as written, before it is settled who plays which side. */
typedef struct {
    PlayOptions *options;
    int argc;
    char **argv;
    int at;
    const char *first;
    const char *sides[2]; /* what --x and --o say */
    bool has_game;
    Reason *why;
} Arguments;

const char play_options_usage[] =
    "usage: play [GAME] [options]\n"
    "       play --replay FILE [NUMBER]\n"
    "       play --classic\n"
    "\n"
    "Plays tic-tac-toe on boards of two, three and four dimensions in a terminal: you against an engine,\n"
    "two people against each other, or two engines while you watch.\n"
    "\n"
    "GAME is a board, optionally with a rule: 3x3, 5x5, 4x4x4 (default), 3x3x3:score10, 5x5x5:magic.\n"
    "\n"
    "Who plays:\n"
    "  --first human|engine    who begins, with X (default: human; score and magic games ask)\n"
    "  --x human|engine|CMD    who plays X; CMD is the command of any engine that speaks UGI\n"
    "  --o human|engine|CMD    who plays O\n"
    "\n"
    "Engines:\n"
    "  --level LEVEL           easy, medium, hard or master (default: the engine's; Rowan's is master)\n"
    "  --time S                seconds for each move of an engine (default: 1)\n"
    "  --seed N                which of several equal moves an engine picks (default: the engine's)\n"
    "  --engine CMD            who plays and gives hints (default: rowan in the folder of this program)\n"
    "  --info                  show value, depth and line after each move of an engine\n"
    "\n"
    "The game:\n"
    "  --max-plies N           call it a draw after N stones (default: no limit)\n"
    "\n"
    "Instead of playing:\n"
    "  --replay FILE [NUMBER]  step through a recorded game; NUMBER counts from 1 (default: 1)\n"
    "  --classic               the classroom exercise: two players on n x n; reads n, then squares\n"
    "  -h, --help              show this text\n"
    "  --version               show the version\n"
    "\n"
    "Exit status: 0 all went well; 1 an engine failed, or the output could not be written; 2 wrong usage,\n"
    "or a file that cannot be read.\n";

static bool take_value(Arguments *arguments, const char **value) {
    const char *option = arguments->argv[arguments->at];
    if (arguments->at + 1 >= arguments->argc) return refuse(arguments->why, "%s needs a value", option);
    *value = arguments->argv[++arguments->at];
    if (**value == '\0') return refuse(arguments->why, "the value of %s is empty", option);
    return true;
}

/* One of the choices, which end with NULL. */
static bool take_choice(Arguments *arguments, const char *const choices[], const char **value) {
    const char *option = arguments->argv[arguments->at];
    char list[80];
    Writer writer = writer_on(list, sizeof list);
    if (!take_value(arguments, value)) return false;
    for (int i = 0; choices[i] != NULL; i++) {
        if (strcmp(*value, choices[i]) == 0) return true;
        writer_add(&writer, "%s%s", i == 0 ? "" : choices[i + 1] == NULL ? " or " : ", ", choices[i]);
    }
    return refuse(arguments->why, "%s must be %s, not '%s'", option, list, *value);
}

static bool take_first(Arguments *arguments) {
    static const char *const choices[] = {"human", "engine", NULL};
    return take_choice(arguments, choices, &arguments->first);
}

static bool take_x(Arguments *arguments) {
    return take_value(arguments, &arguments->sides[SIDE_X]);
}

static bool take_o(Arguments *arguments) {
    return take_value(arguments, &arguments->sides[SIDE_O]);
}

static bool take_level(Arguments *arguments) {
    static const char *const choices[] = {"easy", "medium", "hard", "master", NULL};
    return take_choice(arguments, choices, &arguments->options->level);
}

static bool take_time(Arguments *arguments) {
    const char *text = "";
    int64_t ms;
    if (!take_value(arguments, &text)) return false;
    if (!command_line_seconds(word_of(text), &ms) || ms < 1 || ms > MOVE_MS_MAX) {
        return refuse(arguments->why, "--time needs a number of seconds from 0.001 to 86400, not '%s'", text);
    }
    arguments->options->move_ms = ms;
    return true;
}

static bool take_engine(Arguments *arguments) {
    return take_value(arguments, &arguments->options->engine);
}

static bool take_seed(Arguments *arguments) {
    int64_t seed;
    if (!take_value(arguments, &arguments->options->seed)) return false;
    if (word_to_number(word_of(arguments->options->seed), 0, INT64_MAX, &seed)) return true;
    return refuse(arguments->why, "--seed needs a whole number, 0 or more, not '%s'", arguments->options->seed);
}

static bool take_max_plies(Arguments *arguments) {
    const char *text = "";
    if (!take_value(arguments, &text)) return false;
    if (word_to_int(word_of(text), 1, INT32_MAX, &arguments->options->max_plies)) return true;
    return refuse(arguments->why, "--max-plies needs a whole number, 1 or more, not '%s'", text);
}

static bool take_info(Arguments *arguments) {
    arguments->options->shows_info = true;
    return true;
}

static bool take_replay(Arguments *arguments) {
    PlayOptions *options = arguments->options;
    options->mode = PLAY_REPLAY;
    if (!take_value(arguments, &options->replay_file)) return false;
    const char *next = arguments->at + 1 < arguments->argc ? arguments->argv[arguments->at + 1] : "-";
    if (next[0] == '-') return true;
    arguments->at++;
    if (word_to_int(word_of(next), 1, INT32_MAX, &options->replay_number)) return true;
    return refuse(arguments->why, "the number of the game must be 1 or more, not '%s'", next);
}

static bool take_classic(Arguments *arguments) {
    arguments->options->mode = PLAY_CLASSIC;
    return true;
}

static bool take_game(Arguments *arguments) {
    if (arguments->has_game)
        return refuse(arguments->why, "more than one game given: '%s'", arguments->argv[arguments->at]);
    arguments->has_game = true;
    return game_parse(word_of(arguments->argv[arguments->at]), &arguments->options->game, arguments->why);
}

static bool take_argument(Arguments *arguments) {
    static const struct {
        const char *name;
        bool (*take)(Arguments *arguments);
    } takers[] = {
        {"--first", take_first},
        {"--x", take_x},
        {"--o", take_o},
        {"--level", take_level},
        {"--time", take_time},
        {"--engine", take_engine},
        {"--seed", take_seed},
        {"--info", take_info},
        {"--max-plies", take_max_plies},
        {"--replay", take_replay},
        {"--classic", take_classic},
    };
    const char *argument = arguments->argv[arguments->at];
    for (size_t i = 0; i < sizeof takers / sizeof takers[0]; i++) {
        if (strcmp(argument, takers[i].name) == 0) return takers[i].take(arguments);
    }
    if (argument[0] == '-') return refuse(arguments->why, "unknown option '%s'; see --help", argument);
    return take_game(arguments);
}

static bool is_person(const char *who) {
    return strcmp(who, "human") == 0;
}

/* A side that is not mentioned goes to an engine if the other side is a person, and to a person if it is not. */
static bool assign_seats(Arguments *arguments) {
    PlayOptions *options = arguments->options;
    const char **sides = arguments->sides;
    bool says_side = sides[SIDE_X] != NULL || sides[SIDE_O] != NULL;
    if (arguments->first != NULL && says_side)
        return refuse(arguments->why, "use either --first or --x and --o, not both");
    options->is_seated = arguments->first != NULL || says_side;
    if (!says_side) sides[SIDE_X] = arguments->first != NULL ? arguments->first : "human";
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        if (sides[side] == NULL) sides[side] = is_person(sides[side_other((Side)side)]) ? "engine" : "human";
    }
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        const char *engine = strcmp(sides[side], "engine") == 0 ? options->engine : sides[side];
        options->seats[side] = is_person(sides[side]) ? NULL : engine;
    }
    return true;
}

bool play_options_parse(PlayOptions *options, int argc, char **argv, const char *engine, Reason *why) {
    *options = (PlayOptions){.mode = PLAY_GAME,
                             .game = {.n = 4, .d = 3, .rule = RULE_LINE},
                             .engine = engine,
                             .move_ms = MOVE_MS_DEFAULT,
                             .replay_number = 1};
    Arguments arguments = {.options = options, .argc = argc, .argv = argv, .at = 1, .why = why};
    for (; arguments.at < argc; arguments.at++) {
        if (!take_argument(&arguments)) return false;
    }
    return assign_seats(&arguments);
}
