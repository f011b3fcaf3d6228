#include "solve/arguments.h"

#include <string.h>

#include "common/files.h"
#include "common/seconds.h"

const char solve_usage[] =
    "usage: solve GAME [MOVE ...] [options]\n"
    "       solve 'POSITION' [MOVE ...] [options]\n"
    "\n"
    "Finds the value of a game, or of a position. A position is one argument, in quotes, as the\n"
    "engine prints it (query fen).\n"
    "\n"
    "  --hash MIB           memory to use, in MiB (512)\n"
    "  --threads N          threads, for the rule line and for blocks (1)\n"
    "  --time S             give up after S seconds\n"
    "  --proof FILE         write a proof that verify can check\n"
    "  --minimise ROUNDS    make the proof smaller; more rounds take longer\n"
    "  --outline            leave the last moves of a winning strategy to whoever checks it\n"
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

/* A game has a name; a position has slashes. */
static bool parse_start(const char *text, Diagram *start, Reason *why) {
    Word rest;
    if (strchr(text, '/') == NULL) {
        *start = (Diagram){.to_move = SIDE_X};
        return game_parse(word_of(text), &start->game, why);
    }
    if (strchr(text, ' ') == NULL) return refuse(why, "a position is one argument: put it in quotes");
    if (!diagram_parse(&text, start, why)) return false;
    return !word_next(&text, &rest) ||
           refuse(why, "'%.*s' follows the position: moves are arguments of their own", word_shown(rest), rest.at);
}

static bool check_rule(const SolveArguments *arguments, Reason *why) {
    bool counts_points = game_counts_points(&arguments->start.game);
    if (arguments->is_outline && arguments->proof_path == NULL) return refuse(why, "--outline is for --proof");
    if (counts_points && arguments->rounds > 0) return refuse(why, "only strategies of the rule line are minimised");
    return counts_points || arguments->order == 0 || refuse(why, "--order is for the rules that count points");
}

/* A proof that cannot be written is better known before hours of solving. */
static bool check_proof_path(const SolveArguments *arguments, Reason *why) {
    const char *path = arguments->proof_path;
    return path == NULL || output_is_possible(path) || refuse_errno(why, "cannot write '%.150s'", path);
}

/* Moves follow the game or position; options may stand before or after them. */
bool solve_arguments_parse(int argc, char **argv, SolveArguments *arguments, Reason *why) {
    int moves_end = 0;
    *arguments = (SolveArguments){.hash_mb = 512, .threads = 1};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--outline") == 0) {
            arguments->is_outline = true;
        } else if (argv[i][0] == '-') {
            if (!parse_option(argv[i], i + 1 < argc ? argv[i + 1] : NULL, arguments, why)) return false;
            i++;
        } else if (!arguments->has_start) {
            if (!parse_start(argv[i], &arguments->start, why)) return false;
            arguments->has_start = true;
            arguments->moves = &argv[i + 1];
            moves_end = i + 1;
        } else if (i == moves_end) {
            arguments->move_count++;
            moves_end++;
        } else {
            return refuse(why, "'%.60s' does not follow the game or a move", argv[i]);
        }
    }
    if (!arguments->has_start) return refuse(why, "a game or a position is missing; see --help");
    return check_rule(arguments, why) && check_proof_path(arguments, why);
}
