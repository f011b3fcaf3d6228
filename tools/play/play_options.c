#include "play/play_options.h"

#include <string.h>

#include "common/seconds.h"

enum { MOVE_MS_DEFAULT = 1000, MOVE_MS_MAX = 24 * 3600 * 1000 };

/* The arguments as written, before seats are given out. */
typedef struct {
    PlayRequest *request;
    int argc;
    char **argv;
    int at;
    const char *first;
    const char *sides[2]; /* what --x and --o say */
    bool has_game;
    Reason *why;
} Arguments;

void play_request_usage(FILE *out) {
    fputs("usage: play [GAME] [options]\n"
          "  GAME                     such as 3x3, 5x5, 4x4x4 (default), 6x6x6, 3x3x3:score10, 3x3x3:magic10\n"
          "  --first human|engine     who begins, with X (default human)\n"
          "  --x human|engine|CMD     who plays X; CMD is the command of any UGI engine\n"
          "  --o human|engine|CMD     who plays O\n"
          "  --level easy|medium|hard|master\n"
          "  --time S                 seconds for a move of an engine (default 1)\n"
          "  --engine CMD             the engine, instead of the one beside this program\n"
          "  --seed N                 makes the engine's choices repeatable\n"
          "  --max-plies N            a tie after so many stones\n"
          "  --info                   shows the engine's value, depth and line after its moves\n"
          "  --replay FILE [NUMBER]   steps through a recorded game\n"
          "  --classic                the classroom game on n x n for two; reads n, then squares from 0\n",
          out);
}

static bool take_value(Arguments *arguments, const char **value) {
    const char *option = arguments->argv[arguments->at];
    if (arguments->at + 1 >= arguments->argc) return refuse(arguments->why, "%s wants a value", option);
    *value = arguments->argv[++arguments->at];
    if (**value == '\0') return refuse(arguments->why, "the value of %s is empty", option);
    return true;
}

static bool take_choice(Arguments *arguments, const char *const choices[], const char **value) {
    const char *option = arguments->argv[arguments->at];
    char list[80];
    Writer writer = writer_on(list, sizeof list);
    if (!take_value(arguments, value)) return false;
    for (int i = 0; choices[i] != NULL; i++) {
        if (strcmp(*value, choices[i]) == 0) return true;
        writer_add(&writer, "%s%s", i > 0 ? ", " : "", choices[i]);
    }
    return refuse(arguments->why, "%s is one of %s, not '%s'", option, list, *value);
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
    return take_choice(arguments, choices, &arguments->request->level);
}

static bool take_time(Arguments *arguments) {
    const char *text = "";
    int64_t ms;
    if (!take_value(arguments, &text)) return false;
    if (!seconds_parse(word_of(text), &ms) || ms < 1 || ms > MOVE_MS_MAX) {
        return refuse(arguments->why, "--time is in seconds, from 0.001 to 86400, not '%s'", text);
    }
    arguments->request->move_ms = ms;
    return true;
}

static bool take_engine(Arguments *arguments) {
    return take_value(arguments, &arguments->request->engine);
}

static bool take_seed(Arguments *arguments) {
    int64_t seed;
    if (!take_value(arguments, &arguments->request->seed)) return false;
    if (word_to_number(word_of(arguments->request->seed), 0, INT64_MAX, &seed)) return true;
    return refuse(arguments->why, "--seed is a whole number from 0, not '%s'", arguments->request->seed);
}

static bool take_max_plies(Arguments *arguments) {
    const char *text = "";
    if (!take_value(arguments, &text)) return false;
    if (word_to_int(word_of(text), 1, INT32_MAX, &arguments->request->max_plies)) return true;
    return refuse(arguments->why, "--max-plies is a whole number from 1, not '%s'", text);
}

static bool take_info(Arguments *arguments) {
    arguments->request->shows_info = true;
    return true;
}

static bool take_replay(Arguments *arguments) {
    PlayRequest *request = arguments->request;
    request->kind = REQUEST_REPLAY;
    if (!take_value(arguments, &request->replay_file)) return false;
    const char *next = arguments->at + 1 < arguments->argc ? arguments->argv[arguments->at + 1] : "-";
    if (next[0] == '-') return true;
    arguments->at++;
    if (word_to_int(word_of(next), 1, INT32_MAX, &request->replay_number)) return true;
    return refuse(arguments->why, "the number of the game is a whole number from 1, not '%s'", next);
}

static bool take_classic(Arguments *arguments) {
    arguments->request->kind = REQUEST_CLASSIC;
    return true;
}

static bool take_help(Arguments *arguments) {
    arguments->request->kind = REQUEST_HELP;
    return true;
}

static bool take_game(Arguments *arguments) {
    if (arguments->has_game) return refuse(arguments->why, "one game is enough: '%s'", arguments->argv[arguments->at]);
    arguments->has_game = true;
    return game_parse(word_of(arguments->argv[arguments->at]), &arguments->request->game, arguments->why);
}

static bool take_argument(Arguments *arguments) {
    static const struct {
        const char *name;
        bool (*take)(Arguments *arguments);
    } options[] = {
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
        {"--help", take_help},
    };
    const char *argument = arguments->argv[arguments->at];
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        if (strcmp(argument, options[i].name) == 0) return options[i].take(arguments);
    }
    if (argument[0] == '-') return refuse(arguments->why, "unknown option '%s'", argument);
    return take_game(arguments);
}

static bool is_person(const char *who) {
    return strcmp(who, "human") == 0;
}

/* A side that nobody spoke of is taken by an engine if the other is a person, and by a person if not. */
static bool give_out_seats(Arguments *arguments) {
    PlayRequest *request = arguments->request;
    const char **sides = arguments->sides;
    bool says_side = sides[SIDE_X] != NULL || sides[SIDE_O] != NULL;
    if (arguments->first != NULL && says_side) return refuse(arguments->why, "use either --first, or --x and --o");
    request->is_seated = arguments->first != NULL || says_side;
    if (!says_side) sides[SIDE_X] = arguments->first != NULL ? arguments->first : "human";
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        if (sides[side] == NULL) sides[side] = is_person(sides[side_other((Side)side)]) ? "engine" : "human";
    }
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        const char *engine = strcmp(sides[side], "engine") == 0 ? request->engine : sides[side];
        request->seats[side] = is_person(sides[side]) ? NULL : engine;
    }
    return true;
}

bool play_request_read(PlayRequest *request, int argc, char **argv, const char *engine, Reason *why) {
    *request = (PlayRequest){.kind = REQUEST_PLAY,
                             .game = {.n = 4, .d = 3, .rule = RULE_LINE},
                             .engine = engine,
                             .move_ms = MOVE_MS_DEFAULT,
                             .replay_number = 1};
    Arguments arguments = {.request = request, .argc = argc, .argv = argv, .at = 1, .why = why};
    for (; arguments.at < argc; arguments.at++) {
        if (!take_argument(&arguments)) return false;
    }
    return give_out_seats(&arguments);
}
