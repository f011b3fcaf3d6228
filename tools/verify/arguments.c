#include "verify/arguments.h"

#include <string.h>

#include "proof/proof.h"

enum { MILLION = 1000000, DEPTH_DEFAULT = 2, DEPTH_MAX = 100, STEPS_MAX_MILLIONS = 1000000000 };

const char arguments_usage[] = "usage: verify [options] FILE\n"
                               "\n"
                               "Checks a proof that solve wrote, with the rules of the game alone.\n"
                               "\n"
                               "  --explain     then show what the proof says: a strategy as a tree, pairs and blocks\n"
                               "                on the board\n"
                               "  --depth N     with --explain: how many moves of the proof deep the tree is (2)\n"
                               "  --dot         with --explain: the tree alone, as a graph for Graphviz\n"
                               "  --play        then play against the proof\n"
                               "  --side x|o    with --play: your side, where the proof can play either (x)\n"
                               "  --steps N     give up after N million steps (20000, and 10 for each line of blocks)\n"
                               "  -h, --help    show this text\n"
                               "  --version     show the version\n"
                               "\n"
                               "Exit status: 0 the proof holds, 1 it does not, 2 it could not be checked.\n";

static bool parse_side(const char *value, VerifyArguments *arguments, Reason *why) {
    bool is_x = strcmp(value, "x") == 0;
    if (!is_x && strcmp(value, "o") != 0) return refuse(why, "--side needs x or o, not '%.60s'", value);
    arguments->side = is_x ? SIDE_X : SIDE_O;
    arguments->has_side = true;
    return true;
}

static bool parse_value(const char *name, const char *value, VerifyArguments *arguments, Reason *why) {
    int millions;
    bool is_depth = strcmp(name, "--depth") == 0, is_steps = strcmp(name, "--steps") == 0;
    if (!is_depth && !is_steps && strcmp(name, "--side") != 0) {
        return refuse(why, "unknown option '%.60s'; see --help", name);
    }
    if (value == NULL) return refuse(why, "%s needs a value", name);
    if (is_depth) {
        return word_to_int(word_of(value), 1, DEPTH_MAX, &arguments->depth) ||
               refuse(why, "--depth needs a number from 1 to %d, not '%.60s'", DEPTH_MAX, value);
    }
    if (!is_steps) return parse_side(value, arguments, why);
    if (!word_to_int(word_of(value), 1, STEPS_MAX_MILLIONS, &millions)) {
        return refuse(why, "--steps needs a number from 1 to %d, not '%.60s'", STEPS_MAX_MILLIONS, value);
    }
    arguments->has_steps = true;
    arguments->steps_max = (uint64_t)millions * MILLION;
    return true;
}

static bool set_task(VerifyArguments *arguments, VerifyTask task, Reason *why) {
    if (arguments->task != VERIFY_CHECK && arguments->task != task) {
        return refuse(why, "--explain and --play do not go together");
    }
    arguments->task = task;
    return true;
}

/* Options that go with one task only. */
static bool check_combination(const VerifyArguments *arguments, Reason *why) {
    if (arguments->path == NULL) return refuse(why, "give one proof file; see --help");
    if (arguments->task != VERIFY_EXPLAIN && arguments->depth > 0) return refuse(why, "--depth goes with --explain");
    if (arguments->task != VERIFY_EXPLAIN && arguments->as_dot) return refuse(why, "--dot goes with --explain");
    if (arguments->task != VERIFY_PLAY && arguments->has_side) return refuse(why, "--side goes with --play");
    return true;
}

static bool parse_path(const char *path, VerifyArguments *arguments, Reason *why) {
    if (arguments->path != NULL) return refuse(why, "give one proof file; see --help");
    arguments->path = path;
    return true;
}

bool arguments_parse(int argc, char **argv, VerifyArguments *arguments, Reason *why) {
    *arguments = (VerifyArguments){.steps_max = PROOF_STEPS_MAX};
    for (int i = 1; i < argc; i++) {
        bool fine = true;
        if (argv[i][0] != '-') {
            fine = parse_path(argv[i], arguments, why);
        } else if (strcmp(argv[i], "--explain") == 0) {
            fine = set_task(arguments, VERIFY_EXPLAIN, why);
        } else if (strcmp(argv[i], "--play") == 0) {
            fine = set_task(arguments, VERIFY_PLAY, why);
        } else if (strcmp(argv[i], "--dot") == 0) {
            arguments->as_dot = true;
        } else {
            fine = parse_value(argv[i], i + 1 < argc ? argv[i + 1] : NULL, arguments, why);
            i++;
        }
        if (!fine) return false;
    }
    if (!check_combination(arguments, why)) return false;
    if (arguments->depth == 0) arguments->depth = DEPTH_DEFAULT;
    return true;
}
