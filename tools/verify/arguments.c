#include "verify/verify.h"

#include <string.h>

enum { MILLION = 1000000, DEPTH_DEFAULT = 2, DEPTH_MAX = 100, STEPS_MAX_MILLIONS = 1000000000 };

enum { EXPLAIN, DEPTH, DOT, PLAY, SIDE, STEPS, PLAIN, REWRITE, FORM, OPTIONS };

static const OptionRow options[OPTIONS + 1] = {
    [EXPLAIN] = {"--explain", OPTION_SWITCH, 0, NULL, "then show what the proof says, as a tree or on the board"},
    [DEPTH] = {"--depth", OPTION_NUMBER, DEPTH_MAX, "N", "with --explain: the tree has N moves of the proof (2)"},
    [DOT] = {"--dot", OPTION_SWITCH, 0, NULL, "with --explain: the tree alone, as a graph for Graphviz"},
    [PLAY] = {"--play", OPTION_SWITCH, 0, NULL, "then play against the proof"},
    [SIDE] = {"--side", OPTION_CHOICE, 0, "x|o", "with --play: your side, where the proof can play either"},
    [STEPS] = {"--steps", OPTION_NUMBER, STEPS_MAX_MILLIONS, "N", "give up after N million steps"},
    [PLAIN] = {"--plain", OPTION_SWITCH, 0, NULL, "try every reply and every threat of a win; slower"},
    [REWRITE] = {"--rewrite", OPTION_PATH, 0, "FILE2", "write the proof to FILE2 instead, without checking it"},
    [FORM] = {"--form", OPTION_CHOICE, 0, "tables|plain", "with --rewrite: the form of a proof by blocks (tables)"},
};

const OptionHelp verify_help = {
    "verify",
    "usage: verify [options] FILE\n\n"
    "Checks a proof that solve wrote, with the rules of the game alone.\n",
    options,
    "Without --steps it gives up after 20000 million steps, and 200 million more for\n"
    "each position of a proof by blocks, 500000 at most. Without --side you play x.\n\n"
    "Exit status: 0 the proof holds, 1 it does not, 2 it could not be checked.\n",
};

/* Options that go with one task only. */
static bool check_combination(const char *const value[], Reason *why) {
    bool checks = value[EXPLAIN] != NULL || value[PLAY] != NULL || value[PLAIN] != NULL || value[STEPS] != NULL;
    if (value[REWRITE] != NULL && checks) return refuse(why, "--rewrite goes with --form alone");
    if (value[REWRITE] == NULL && value[FORM] != NULL) return refuse(why, "--form goes with --rewrite");
    if (value[EXPLAIN] != NULL && value[PLAY] != NULL) return refuse(why, "--explain and --play do not go together");
    if (value[EXPLAIN] == NULL && value[DEPTH] != NULL) return refuse(why, "--depth goes with --explain");
    if (value[EXPLAIN] == NULL && value[DOT] != NULL) return refuse(why, "--dot goes with --explain");
    return value[PLAY] != NULL || value[SIDE] == NULL || refuse(why, "--side goes with --play");
}

bool verify_parse(char **argv, VerifyArguments *arguments, Reason *why) {
    const char *value[OPTIONS] = {NULL}, *apart;
    if (!command_line_parse(options, argv, value, &apart, why)) return false;
    if (argv[0] == NULL || argv[1] != NULL) return refuse(why, "give one proof file; see --help");
    *arguments = (VerifyArguments){.task = value[EXPLAIN] != NULL   ? VERIFY_EXPLAIN
                                           : value[PLAY] != NULL    ? VERIFY_PLAY
                                           : value[REWRITE] != NULL ? VERIFY_REWRITE
                                                                    : VERIFY_CHECK,
                                   .path = argv[0],
                                   .depth = command_line_number(value[DEPTH], DEPTH_DEFAULT),
                                   .as_dot = value[DOT] != NULL,
                                   .has_side = value[SIDE] != NULL,
                                   .side = value[SIDE] != NULL && strcmp(value[SIDE], "o") == 0 ? SIDE_O : SIDE_X,
                                   .has_steps = value[STEPS] != NULL,
                                   .steps_max = PROOF_STEPS_MAX,
                                   .is_plain = value[PLAIN] != NULL,
                                   .rewrite = value[REWRITE],
                                   .form = PROOF_WITH_TABLES};
    if (value[FORM] != NULL && strcmp(value[FORM], "plain") == 0) arguments->form = PROOF_PLAIN;
    if (value[STEPS] != NULL) arguments->steps_max = (uint64_t)command_line_number(value[STEPS], 0) * MILLION;
    return check_combination(value, why);
}
