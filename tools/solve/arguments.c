#include "solve/arguments.h"

#include <string.h>

#include "common/files.h"
#include "common/seconds.h"

const char solve_usage[] =
    "usage: solve GAME [MOVE ...] [options]\n"
    "       solve POSITION [MOVE ...] [options]\n"
    "       solve GAME [MOVE ...] --split N --jobs DIR [--aim x|o|draw | --stop x|o] [options]\n"
    "       solve --join DIR [--proof FILE]\n"
    "       solve --again DIR JOB [MOVE] [--split N] [--hash MIB] [--threads N] [--time S]\n"
    "       solve --again DIR [--hash MIB] [--threads N] [--time S]\n"
    "\n"
    "Finds the value of a game, or of a position: a position is written as the engine prints it\n"
    "(query fen, or d). Prints a line of best play, or what makes it a draw.\n"
    "\n"
    "  --hash MIB           memory to use, in MiB (512)\n"
    "  --threads N          threads, for the rule line and for blocks (1)\n"
    "  --time S             give up after S seconds\n"
    "  --proof FILE         write a proof that verify can check\n"
    "  --once               keep FILE if it holds a proof of this already\n"
    "  --minimise ROUNDS    make the proof smaller; more rounds take longer\n"
    "  --outline            leave the last moves of a winning strategy to whoever checks it\n"
    "  --picture            draw the pairs or blocks of a draw, also if they are many\n"
    "  --stop x|o           ask only if this side can be kept from winning, by pairs or blocks\n"
    "  --tree N             with --stop or --aim draw: let up to N moves of that side come first\n"
    "  --order N            another order of moves, to check a result, for rules that count points\n"
    "  -h, --help           show this text\n"
    "  --version            show the version\n"
    "\n"
    "More than one machine: --split divides a game into at least N jobs, if it can. DIR/jobs has a\n"
    "shell command for each, to be run in DIR by any scheduler (GNU parallel, a Slurm array, make).\n"
    "\n"
    "  --aim x|o|draw       what the jobs are to prove: who wins, or that nobody does\n"
    "  --join DIR           put the proofs of the jobs together, or say what is missing\n"
    "  --again DIR JOB      split that job, or let its side play MOVE, or another one, there;\n"
    "                       without JOB, or with it: give all jobs other limits\n"
    "\n"
    "Exit status: 0 the value is known, and the proof is written if one was asked for; 1 it is not\n"
    "known, the proof was stopped, or jobs are missing; 2 wrong arguments, or a file or the output\n"
    "could not be written.\n";

enum { TREE_LEVELS_MAX = 12 };

/* Options with a number, and with a path. */
static bool parse_number(const char *name, const char *value, SolveArguments *arguments, bool *is_known, Reason *why) {
    const struct {
        const char *name;
        int *number;
        int max;
    } numbers[] = {{"--hash", &arguments->hash_mb, 1 << 20},      {"--threads", &arguments->threads, 64},
                   {"--minimise", &arguments->rounds, 1000},      {"--order", &arguments->order, 1000},
                   {"--tree", &arguments->tree, TREE_LEVELS_MAX}, {"--split", &arguments->split, 100000}};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (strcmp(name, numbers[i].name) != 0) continue;
        *is_known = true;
        if (value == NULL) return refuse(why, "%s needs a value", name);
        return word_to_int(word_of(value), 1, numbers[i].max, numbers[i].number) ||
               refuse(why, "%s needs a number from 1 to %d, not '%.60s'", name, numbers[i].max, value);
    }
    return true;
}

static bool parse_path(const char *name, const char *value, SolveArguments *arguments, bool *is_known, Reason *why) {
    const struct {
        const char *name, **path;
    } paths[] = {{"--proof", &arguments->proof_path},
                 {"--jobs", &arguments->jobs_folder},
                 {"--join", &arguments->join_folder},
                 {"--again", &arguments->again_folder}};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        if (strcmp(name, paths[i].name) != 0) continue;
        *is_known = true;
        if (value == NULL || *value == '\0' || strncmp(value, "--", 2) == 0)
            return refuse(why, "%s needs a value", name);
        *paths[i].path = value;
    }
    return true;
}

static bool parse_aim(const char *value, SolveArguments *arguments, Reason *why) {
    static const char *const aims[] = {[OUTCOME_X_WINS] = "x", [OUTCOME_O_WINS] = "o", [OUTCOME_DRAW] = "draw"};
    for (int aim = OUTCOME_X_WINS; aim <= OUTCOME_DRAW; aim++) {
        if (strcmp(value, aims[aim]) == 0) arguments->aim = (Outcome)aim;
    }
    return arguments->aim != OUTCOME_NONE || refuse(why, "--aim needs x, o or draw, not '%.60s'", value);
}

static bool parse_stop(const char *value, SolveArguments *arguments, Reason *why) {
    arguments->has_stop = strcmp(value, "x") == 0 || strcmp(value, "o") == 0;
    arguments->stop = strcmp(value, "x") == 0 ? SIDE_X : SIDE_O;
    return arguments->has_stop || refuse(why, "--stop needs x or o, not '%.60s'", value);
}

static bool parse_option(const char *name, const char *value, SolveArguments *arguments, Reason *why) {
    bool is_known = false;
    if (!parse_number(name, value, arguments, &is_known, why)) return false;
    if (!parse_path(name, value, arguments, &is_known, why)) return false;
    if (is_known) return true;
    bool is_time = strcmp(name, "--time") == 0, is_aim = strcmp(name, "--aim") == 0;
    if (!is_time && !is_aim && strcmp(name, "--stop") != 0) {
        return refuse(why, "unknown option '%.60s'; see --help", name);
    }
    if (value == NULL) return refuse(why, "%s needs a value", name);
    if (is_aim) return parse_aim(value, arguments, why);
    if (!is_time) return parse_stop(value, arguments, why);
    return (seconds_parse(word_of(value), &arguments->time_ms) && arguments->time_ms > 0) ||
           refuse(why, "--time needs seconds, 0.001 or more, not '%.60s'", value);
}

static bool check_rule(const SolveArguments *arguments, Reason *why) {
    bool counts_points = game_counts_points(&arguments->subject.start.game);
    if (arguments->is_outline && arguments->proof_path == NULL && arguments->jobs_folder == NULL) {
        return refuse(why, "--outline is for --proof");
    }
    if (counts_points && arguments->rounds > 0) return refuse(why, "only strategies of the rule line are minimised");
    if (arguments->rounds > 0 && arguments->proof_path == NULL && arguments->jobs_folder == NULL) {
        return refuse(why, "--minimise is for --proof");
    }
    if (counts_points && arguments->has_stop) return refuse(why, "--stop is for the rule line");
    if (counts_points && arguments->jobs_folder != NULL) return refuse(why, "only games of the rule line are split");
    return counts_points || arguments->order == 0 || refuse(why, "--order is for the rules that count points");
}

/* A proof that cannot be written is better known before hours of solving. */
static bool check_proof_path(const SolveArguments *arguments, Reason *why) {
    const char *path = arguments->proof_path;
    return path == NULL || output_is_possible(path) || refuse_errno(why, "cannot write '%.150s'", path);
}

static bool is_switch(const char *name, SolveArguments *arguments) {
    bool is_picture = strcmp(name, "--picture") == 0, is_once = strcmp(name, "--once") == 0;
    bool is_outline = strcmp(name, "--outline") == 0;
    arguments->with_picture = arguments->with_picture || is_picture;
    arguments->once = arguments->once || is_once;
    arguments->is_outline = arguments->is_outline || is_outline;
    return is_picture || is_once || is_outline;
}

/* The words of the game or position and its moves stand together; options may stand before or after them. */
static bool collect(int argc, char **argv, SolveArguments *arguments, Reason *why) {
    Writer words = writer_on(arguments->words, sizeof arguments->words);
    int words_end = 0;
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-') {
            if (is_switch(argv[i], arguments)) continue;
            if (!parse_option(argv[i], i + 1 < argc ? argv[i + 1] : NULL, arguments, why)) return false;
            i++;
        } else if (words_end == 0 || i == words_end) {
            writer_add(&words, words_end == 0 ? "%s" : " %s", argv[i]);
            words_end = i + 1;
        } else {
            return refuse(why, "'%.60s' does not follow the game or a move", argv[i]);
        }
    }
    return !words.overflowed || refuse(why, "the position and its moves are too long");
}

/* What says how to solve is for jobs, not for putting their proofs together. */
static bool check_options_of_folder(const SolveArguments *arguments, Reason *why) {
    bool has_limits = arguments->hash_mb > 0 || arguments->threads > 0 || arguments->time_ms > 0;
    bool has_more = arguments->rounds > 0 || arguments->order > 0 || arguments->is_outline || arguments->with_picture;
    if (arguments->join_folder != NULL && (has_limits || has_more || arguments->split > 0))
        return refuse(why, "--join takes no option but --proof");
    if (arguments->again_folder != NULL && has_more)
        return refuse(why, "--again takes no option but --split, --hash, --threads and --time");
    return true;
}

/* Options that need each other, or exclude each other. */
static bool check_commands(const SolveArguments *arguments, Reason *why) {
    bool splits = arguments->jobs_folder != NULL, joins = arguments->join_folder != NULL;
    bool changes = arguments->again_folder != NULL;
    if (splits + joins + changes > 1) return refuse(why, "--jobs, --join and --again are commands of their own");
    if (!check_options_of_folder(arguments, why)) return false;
    if (splits && arguments->split == 0) return refuse(why, "--jobs needs --split, the number of jobs");
    if (arguments->split > 0 && !splits && !changes) return refuse(why, "--split needs --jobs, a folder for the jobs");
    if (arguments->aim != OUTCOME_NONE && !splits) return refuse(why, "--aim is for --split");
    if ((splits || changes) && arguments->proof_path != NULL)
        return refuse(why, "--proof is for --join, once the jobs are done");
    if (arguments->has_stop && (joins || changes)) return refuse(why, "--stop is for positions, or for --split");
    if (arguments->has_stop && arguments->aim != OUTCOME_NONE)
        return refuse(why, "--aim and --stop exclude each other");
    bool has_pictures = arguments->has_stop || arguments->aim == OUTCOME_DRAW;
    if (arguments->tree > 0 && !has_pictures) return refuse(why, "--tree is for --stop, or for --aim draw");
    if (arguments->has_stop && (arguments->rounds > 0 || arguments->is_outline))
        return refuse(why, "--minimise and --outline are for proofs of a win, not for --stop");
    if (arguments->once && (arguments->proof_path == NULL || joins)) return refuse(why, "--once needs --proof");
    if (joins && arguments->words[0] != '\0') return refuse(why, "--join needs no game or moves: the folder has them");
    return true;
}

/* --again leaves what is not given as it is. */
static void set_defaults(SolveArguments *arguments) {
    if (arguments->hash_mb == 0) arguments->hash_mb = 512;
    if (arguments->threads == 0) arguments->threads = 1;
}

bool solve_arguments_parse(int argc, char **argv, SolveArguments *arguments, Reason *why) {
    *arguments = (SolveArguments){.called = argv[0]};
    if (!collect(argc, argv, arguments, why) || !check_commands(arguments, why)) return false;
    if (arguments->again_folder == NULL) set_defaults(arguments);
    bool has_subject = arguments->join_folder == NULL && arguments->again_folder == NULL;
    if (has_subject && !subject_parse(arguments->words, &arguments->subject, why)) return false;
    return (!has_subject || check_rule(arguments, why)) && check_proof_path(arguments, why);
}
