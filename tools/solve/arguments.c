#include "solve/arguments.h"

#include <string.h>

#include "base/system.h"
#include "common/command_line.h"
#include "common/files.h"

enum { TREE_LEVELS_MAX = 12 };

enum { HASH, THREADS, TIME, PROOF, ONCE, MINIMISE, OUTLINE, PICTURE, STOP, TREE, EXPECT, ORDER, OPTIONS };

static const OptionRow options[OPTIONS + 1] = {
    [HASH] = {"--hash", OPTION_NUMBER, 1 << 20, "MIB", "memory to use, in MiB (512)"},
    [THREADS] = {"--threads", OPTION_NUMBER, 64, "N", "threads, for the rule line and for blocks (1)"},
    [TIME] = {"--time", OPTION_SECONDS, 0, "S", "give up after S seconds"},
    [PROOF] = {"--proof", OPTION_PATH, 0, "FILE", "write a proof that verify can check"},
    [ONCE] = {"--once", OPTION_SWITCH, 0, NULL, "keep FILE if it holds a proof of this already"},
    [MINIMISE] = {"--minimise", OPTION_NUMBER, 1000, "ROUNDS", "make the proof smaller; more rounds take longer"},
    [OUTLINE] = {"--outline", OPTION_SWITCH, 0, NULL, "leave the last moves of a win to whoever checks the proof"},
    [PICTURE] = {"--picture", OPTION_SWITCH, 0, NULL, "draw the pairs or blocks of a draw, also if they are many"},
    [STOP] = {"--stop", OPTION_CHOICE, 0, "x|o", "ask only if pairs or blocks keep this side from winning"},
    [TREE] = {"--tree", OPTION_NUMBER, TREE_LEVELS_MAX, "N", "with --stop: let up to N moves of that side come first"},
    [EXPECT] = {"--expect", OPTION_CHOICE, 0, "x|o|draw", "exit with status 3 if another value is found"},
    [ORDER] = {"--order", OPTION_NUMBER, 1000, "N", "another order of moves, for rules that count points"},
};

const OptionHelp solve_arguments_help = {
    "solve",
    "usage: solve GAME [MOVE ...] [options]\n"
    "       solve POSITION [MOVE ...] [options]\n"
    "\n"
    "Finds the value of a game, or of a position: a position is written as the\n"
    "engine prints it (query fen, or d). Prints a line of best play, or what makes\n"
    "it a draw. For proofs that need more than one machine there is campaign.\n",
    options,
    "Exit status: 0 the value is known, and the proof is written if one was asked\n"
    "for; 1 it is not known, or the proof was stopped; 2 wrong arguments, or a file\n"
    "or the output could not be written; 3 it is not what --expect says.\n",
};

/* What divides a game into jobs was a part of this program once. */
static bool check_for_old_options(char **argv, Reason *why) {
    static const char *const old[][2] = {{"--split", "new GAME DIR --jobs N' or 'campaign split DIR JOB N"},
                                         {"--jobs", "new GAME DIR --jobs N"},
                                         {"--aim", "new GAME DIR --jobs N --aim x|o|draw"},
                                         {"--join", "join DIR --proof FILE"},
                                         {"--again", "retry DIR JOB [MOVE]' or 'campaign split DIR JOB N"}};
    for (; *argv != NULL; argv++) {
        for (size_t i = 0; i < sizeof old / sizeof old[0]; i++) {
            if (strcmp(*argv, old[i][0]) == 0)
                return refuse(why, "%s is no option any more: use 'campaign %s'", *argv, old[i][1]);
        }
    }
    return true;
}

static bool check_rule(const SolveArguments *arguments, Reason *why) {
    bool counts_points = game_counts_points(&arguments->subject.start.game), has_proof = arguments->proof_path != NULL;
    if (arguments->is_outline && !has_proof) return refuse(why, "--outline is for --proof");
    if (counts_points && arguments->rounds > 0) return refuse(why, "only strategies of the rule line are minimised");
    if (arguments->rounds > 0 && !has_proof) return refuse(why, "--minimise is for --proof");
    if (counts_points && arguments->has_stop) return refuse(why, "--stop is for the rule line");
    return counts_points || arguments->order == 0 || refuse(why, "--order is for the rules that count points");
}

/* A proof that cannot be written is better known before hours of solving. */
static bool check_proof_path(const SolveArguments *arguments, Reason *why) {
    const char *path = arguments->proof_path;
    return path == NULL || file_output_is_possible(path) || refuse_errno(why, "cannot write '%.150s'", path);
}

/* Options that need each other, or exclude each other. */
static bool check_combination(const SolveArguments *arguments, Reason *why) {
    if (!system_can_address((size_t)arguments->hash_mb))
        return refuse(why, "--hash %d: this system cannot address so much memory", arguments->hash_mb);
    if (arguments->has_stop && arguments->expected != OUTCOME_NONE)
        return refuse(why, "--stop and --expect exclude each other");
    if (arguments->tree > 0 && !arguments->has_stop) return refuse(why, "--tree is for --stop");
    if (arguments->has_stop && (arguments->rounds > 0 || arguments->is_outline))
        return refuse(why, "--minimise and --outline are for proofs of a win, not for --stop");
    return !arguments->once || arguments->proof_path != NULL || refuse(why, "--once needs --proof");
}

static Outcome expected_value(const char *text) {
    if (text == NULL) return OUTCOME_NONE;
    return text[0] == 'x' ? OUTCOME_X_WINS : text[0] == 'o' ? OUTCOME_O_WINS : OUTCOME_DRAW;
}

static void take_options(const char *const value[], SolveArguments *arguments) {
    *arguments = (SolveArguments){.with_picture = value[PICTURE] != NULL,
                                  .once = value[ONCE] != NULL,
                                  .has_stop = value[STOP] != NULL,
                                  .stop = value[STOP] != NULL && strcmp(value[STOP], "o") == 0 ? SIDE_O : SIDE_X,
                                  .expected = expected_value(value[EXPECT]),
                                  .tree = command_line_number(value[TREE], 0),
                                  .hash_mb = command_line_number(value[HASH], 512),
                                  .threads = command_line_number(value[THREADS], 1),
                                  .rounds = command_line_number(value[MINIMISE], 0),
                                  .order = command_line_number(value[ORDER], 0),
                                  .is_outline = value[OUTLINE] != NULL,
                                  .proof_path = value[PROOF]};
    if (value[TIME] != NULL) command_line_seconds(word_of(value[TIME]), &arguments->time_ms);
}

bool solve_arguments_parse(char **argv, SolveArguments *arguments, Reason *why) {
    const char *value[OPTIONS] = {NULL}, *apart;
    if (!check_for_old_options(argv, why) || !command_line_parse(options, argv, value, &apart, why)) return false;
    if (apart != NULL) return refuse(why, "'%.60s' does not follow the game or a move", apart);
    take_options(value, arguments);
    if (!check_combination(arguments, why) || !typed_position_join(argv, arguments->words, why)) return false;
    return typed_position_parse(arguments->words, &arguments->subject, why) && check_rule(arguments, why) &&
           check_proof_path(arguments, why);
}
