#include "solve/arguments.h"

#include <string.h>

#include "common/files.h"
#include "common/seconds.h"

const char solve_usage[] =
    "usage: solve GAME [MOVE ...] [options]\n"
    "       solve POSITION [MOVE ...] [options]\n"
    "\n"
    "Finds the value of a game, or of a position: a position is written as the engine prints it\n"
    "(query fen, or d). Prints a line of best play, or what makes it a draw.\n"
    "\n"
    "  --hash MIB           memory to use, in MiB (512)\n"
    "  --threads N          threads, for the rule line and for blocks (1)\n"
    "  --time S             give up after S seconds\n"
    "  --proof FILE         write a proof that verify can check\n"
    "  --minimise ROUNDS    make the proof smaller; more rounds take longer\n"
    "  --outline            leave the last moves of a winning strategy to whoever checks it\n"
    "  --picture            draw the pairs or blocks of a draw, also if they are many\n"
    "  --order N            another order of moves, to check a result, for rules that count points\n"
    "  -h, --help           show this text\n"
    "  --version            show the version\n"
    "\n"
    "Exit status: 0 the value is known, and the proof is written if one was asked for; 1 it is not\n"
    "known; 2 wrong arguments, or a file or the output could not be written.\n";

static bool parse_option(const char *name, const char *value, SolveArguments *arguments, Reason *why) {
    const struct {
        const char *name;
        int *number;
        int max;
    } numbers[] = {{"--hash", &arguments->hash_mb, 1 << 20},
                   {"--threads", &arguments->threads, 64},
                   {"--minimise", &arguments->rounds, 1000},
                   {"--order", &arguments->order, 1000}};
    size_t at = 0, count = sizeof numbers / sizeof numbers[0];
    while (at < count && strcmp(name, numbers[at].name) != 0) at++;
    bool is_time = strcmp(name, "--time") == 0, is_proof = strcmp(name, "--proof") == 0;
    if (at == count && !is_time && !is_proof) return refuse(why, "unknown option '%.60s'; see --help", name);
    if (value == NULL) return refuse(why, "%s needs a value", name);
    if (is_proof) {
        arguments->proof_path = value;
        return true;
    }
    if (is_time) {
        return (seconds_parse(word_of(value), &arguments->time_ms) && arguments->time_ms > 0) ||
               refuse(why, "--time needs seconds, 0.001 or more, not '%.60s'", value);
    }
    return word_to_int(word_of(value), 1, numbers[at].max, numbers[at].number) ||
           refuse(why, "%s needs a number from 1 to %d, not '%.60s'", name, numbers[at].max, value);
}

static bool check_rule(const SolveArguments *arguments, Reason *why) {
    bool counts_points = game_counts_points(&arguments->subject.start.game);
    if (arguments->is_outline && arguments->proof_path == NULL) return refuse(why, "--outline is for --proof");
    if (counts_points && arguments->rounds > 0) return refuse(why, "only strategies of the rule line are minimised");
    return counts_points || arguments->order == 0 || refuse(why, "--order is for the rules that count points");
}

/* A proof that cannot be written is better known before hours of solving. */
static bool check_proof_path(const SolveArguments *arguments, Reason *why) {
    const char *path = arguments->proof_path;
    return path == NULL || output_is_possible(path) || refuse_errno(why, "cannot write '%.150s'", path);
}

static bool is_switch(const char *name, SolveArguments *arguments) {
    bool is_picture = strcmp(name, "--picture") == 0, is_outline = strcmp(name, "--outline") == 0;
    arguments->with_picture = arguments->with_picture || is_picture;
    arguments->is_outline = arguments->is_outline || is_outline;
    return is_picture || is_outline;
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

bool solve_arguments_parse(int argc, char **argv, SolveArguments *arguments, Reason *why) {
    *arguments = (SolveArguments){.hash_mb = 512, .threads = 1};
    return collect(argc, argv, arguments, why) && subject_parse(arguments->words, &arguments->subject, why) &&
           check_rule(arguments, why) && check_proof_path(arguments, why);
}
