#include "play/play_options.h"

#include <string.h>

#include "common/command_line.h"

enum { MOVE_MS_DEFAULT = 1000, MOVE_SECONDS_MAX = 24 * 3600 };

enum { FIRST, X, O, LEVEL, TIME, SEED, ENGINE, INFO, MAX_PLIES, REPLAY, CLASSIC, OPTIONS };

static const OptionRow rows[OPTIONS + 1] = {
    [FIRST] = {"--first", OPTION_CHOICE, 0, "human|engine", "who begins, with X (human; score and magic games ask)"},
    [X] = {"--x", OPTION_PATH, 0, "WHO", "who plays X: human, engine, or the command of an engine"},
    [O] = {"--o", OPTION_PATH, 0, "WHO", "who plays O"},
    [LEVEL] = {"--level", OPTION_CHOICE, 0, "easy|medium|hard|master",
               "how well engines play (as they like; Rowan: master)"},
    [TIME] = {"--time", OPTION_SECONDS, MOVE_SECONDS_MAX, "S", "seconds for each move of an engine (1)"},
    [SEED] = {"--seed", OPTION_PATH, 0, "N", "which of several equal moves an engine picks"},
    [ENGINE] = {"--engine", OPTION_PATH, 0, "CMD", "who plays and gives hints (rowan, beside this program)"},
    [INFO] = {"--info", OPTION_SWITCH, 0, NULL, "show value, depth and line after each move of an engine"},
    [MAX_PLIES] = {"--max-plies", OPTION_NUMBER, INT32_MAX, "N", "call it a draw after N stones"},
    [REPLAY] = {"--replay", OPTION_PATH, 0, "FILE", "step through a recorded game; NUMBER counts from 1 (1)"},
    [CLASSIC] = {"--classic", OPTION_SWITCH, 0, NULL, "the classroom exercise: reads n, then squares on n x n"},
};

const OptionHelp play_options_help = {
    "play",
    "usage: play [GAME] [options]\n"
    "       play --replay FILE [NUMBER]\n"
    "       play --classic\n"
    "\n"
    "Plays tic-tac-toe on boards of two, three and four dimensions in a terminal:\n"
    "you against an engine, two people against each other, or two engines while you\n"
    "watch. Any engine that speaks UGI will do.\n"
    "\n"
    "GAME is a board, optionally with a rule: 3x3, 5x5, 4x4x4 (default),\n"
    "3x3x3:score10, 5x5x5:magic.\n",
    rows,
    "Exit status: 0 all went well; 1 an engine failed, or the output could not be\n"
    "written; 2 wrong usage, or a file that cannot be read.\n",
};

static bool is_person(const char *who) {
    return strcmp(who, "human") == 0;
}

/* A side that is not mentioned goes to an engine if the other side is a person, and to a person if it is not. */
static bool assign_seats(PlayOptions *options, const char *const value[], Reason *why) {
    const char *sides[2] = {value[X], value[O]};
    bool says_side = sides[SIDE_X] != NULL || sides[SIDE_O] != NULL;
    if (value[FIRST] != NULL && says_side) return refuse(why, "use either --first or --x and --o, not both");
    options->is_seated = value[FIRST] != NULL || says_side;
    if (!says_side) sides[SIDE_X] = value[FIRST] != NULL ? value[FIRST] : "human";
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        if (sides[side] == NULL) sides[side] = is_person(sides[side_other((Side)side)]) ? "engine" : "human";
    }
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        const char *engine = strcmp(sides[side], "engine") == 0 ? options->engine : sides[side];
        options->seats[side] = is_person(sides[side]) ? NULL : engine;
    }
    return true;
}

/* What is no option: a game, or the number of one. */
static bool take_word(PlayOptions *options, char **argv, Reason *why) {
    if (argv[0] == NULL) return true;
    if (options->mode == PLAY_REPLAY && !word_to_int(word_of(argv[0]), 1, INT32_MAX, &options->replay_number))
        return refuse(why, "the number of the game must be 1 or more, not '%s'", argv[0]);
    if (argv[1] != NULL) return refuse(why, "more than one game given: '%s'", argv[1]);
    return options->mode == PLAY_REPLAY || game_parse(word_of(argv[0]), &options->game, why);
}

bool play_options_parse(PlayOptions *options, char **argv, const char *engine, Reason *why) {
    const char *value[OPTIONS] = {NULL}, *apart;
    int64_t seed;
    if (!command_line_parse(rows, argv, value, &apart, why)) return false;
    *options = (PlayOptions){.mode = value[CLASSIC] != NULL  ? PLAY_CLASSIC
                                     : value[REPLAY] != NULL ? PLAY_REPLAY
                                                             : PLAY_GAME,
                             .game = {.n = 4, .d = 3, .rule = RULE_LINE},
                             .engine = value[ENGINE] != NULL ? value[ENGINE] : engine,
                             .level = value[LEVEL],
                             .seed = value[SEED],
                             .move_ms = MOVE_MS_DEFAULT,
                             .max_plies = command_line_number(value[MAX_PLIES], 0),
                             .shows_info = value[INFO] != NULL,
                             .replay_file = value[REPLAY],
                             .replay_number = 1};
    if (value[TIME] != NULL) command_line_seconds(word_of(value[TIME]), &options->move_ms);
    if (value[SEED] != NULL && !word_to_number(word_of(value[SEED]), 0, INT64_MAX, &seed))
        return refuse(why, "--seed needs a whole number, 0 or more, not '%s'", value[SEED]);
    return take_word(options, argv, why) && assign_seats(options, value, why);
}
