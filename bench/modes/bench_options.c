#include "modes/bench_options.h"

#include <string.h>

#include "common/files.h"
#include "job/tt.h"

enum { GAME, THREADS, HASH, POSITIONS, INPUT, SUITES, ENGINE, DEPTH, NODES, SECONDS, REPEATS, ROUNDS };
enum { SIGNATURE = ROUNDS + 1, WRITE, FORCE, JSON, CSV, SVG, OPTIONS };

static const OptionRow rows[OPTIONS + 1] = {
    [GAME] = {"--game", OPTION_PATH, 0, "GAME", "only this game"},
    [THREADS] = {"--threads", OPTION_PATH, 0, "N[,N...]", "numbers of threads, for speed, depth and prove (1)"},
    [HASH] = {"--hash", OPTION_NUMBER, 65536, "MIB", "size of the table, in MiB"},
    [POSITIONS] = {"--positions", OPTION_NUMBER, 100000, "N", "at most N positions of each game"},
    [INPUT] = {"--file", OPTION_PATH, 0, "FILE", "positions to measure on (bench/midgames/mixed.txt)"},
    [SUITES] = {"--suites", OPTION_PATH, 0, "FOLDER", "positions of known value, for solve (bench/positions)"},
    [ENGINE] = {"--engine", OPTION_PATH, 0, "COMMAND", "the engine to run (the rowan beside this program)"},
    [DEPTH] = {"--depth", OPTION_NUMBER, DEPTH_MAX, "N", "search depth"},
    [NODES] = {"--nodes", OPTION_NUMBER, 2000000000, "N", "nodes per position; strength, levels and wdl: per move"},
    [SECONDS] = {"--seconds", OPTION_NUMBER, 1000000, "N", "per position; ladder: per technique; prove: per game"},
    [REPEATS] = {"--repeats", OPTION_NUMBER, 4000, "N", "repeats of each measurement"},
    [ROUNDS] = {"--rounds", OPTION_NUMBER, 1000, "N",
                "rounds, each of four runs (10, 4 at least); pairs of games, or games"},
    [SIGNATURE] = {"--signature", OPTION_PATH, 0, "FILE", "signature: the file to compare with (bench/signature)"},
    [WRITE] = {"--write", OPTION_SWITCH, 0, NULL, "signature: write that file, after a change of the search"},
    [FORCE] = {"--force", OPTION_SWITCH, 0, NULL, "compare: also engines whose nodes or answers differ"},
    [JSON] = {"--json", OPTION_SWITCH, 0, NULL, "JSON instead of tables"},
    [CSV] = {"--csv", OPTION_SWITCH, 0, NULL, "CSV instead of tables"},
    [SVG] = {"--svg", OPTION_PATH, 0, "FILE", "also a plot: speed, depth, ladder and the short version"},
};

const OptionHelp bench_options_help = {
    "bench",
    "usage: bench [MODE] [options]\n"
    "\n"
    "Measures the engine. Run it from the root of the source tree, where its\n"
    "positions are. Without a mode it runs a short version of most modes, in about a\n"
    "minute.\n"
    "\n"
    "  speed              nodes per second, memory, instructions per node\n"
    "  depth              nodes and time to each depth, by game and number of threads\n"
    "  ladder             nodes to each depth as techniques are added to minimax\n"
    "  solve [FILE ...]   positions of known value, solved by the search\n"
    "  prove [GAME ...]   time, nodes and memory to prove the values of games\n"
    "  commands [GAME ...]\n"
    "                     processor time of the commands solve and verify, by game\n"
    "  signature          node counts of fixed positions, compared with a file\n"
    "  latency            how soon an engine answers, and if it loses on the clock\n"
    "  overrun [GAME ...] how far an engine overruns movetime, by game\n"
    "  first              the first search and a later one, by size of the table\n"
    "  compare A B        the ratio of the speeds of two engines, in all and by game\n"
    "  strength           games against weaker players of several kinds\n"
    "  levels             whether the levels are a ladder, in games against players\n"
    "  wdl                games of the search against itself, for UCI_ShowWDL\n"
    "\n"
    "Options; defaults that are not named depend on the mode:\n",
    rows,
    "Rounds are pairs of games for strength (5) and levels (4), games for wdl (200).\n"
    "\n"
    "Exit status: 0 all is well; 1 something is not as expected: a signature that\n"
    "differs, a wrong value, no verdict, levels that are no ladder; 2 wrong\n"
    "arguments, nothing could be measured, or the output could not be written.\n",
};

static bool parse_threads(const char *list, BenchOptions *options, Reason *why) {
    enum { THREADS_MAX = 256 };
    options->thread_counts = 0;
    while (*list != '\0' && options->thread_counts < BENCH_THREAD_COUNTS_MAX) {
        Word word = {list, strcspn(list, ",")};
        if (!word_to_int(word, 1, THREADS_MAX, &options->threads[options->thread_counts++])) break;
        list += word.length + (list[word.length] == ',');
        if (*list == '\0') return true;
    }
    return refuse(why, "--threads needs up to %d numbers from 1 to %d, separated by commas", BENCH_THREAD_COUNTS_MAX,
                  THREADS_MAX);
}

const Game *bench_options_one_game(const BenchOptions *options) {
    static const Game qubic = {.n = 4, .d = 3, .rule = RULE_LINE};
    return options->has_game ? &options->game : &qubic;
}

const char *const *bench_options_games(const BenchOptions *options, const char *const usual[]) {
    if (options->operand_count > 0) return options->operands;
    return options->has_game ? options->game_names : usual;
}

/* All numbers of the limits with the option that sets each. */
enum { LIMITS = 7 };

static int *limit_at(BenchLimits *limits, int index, const char **name) {
    static const int rows_of[LIMITS] = {DEPTH, NODES, SECONDS, REPEATS, ROUNDS, POSITIONS, HASH};
    int *const numbers[LIMITS] = {&limits->depth,  &limits->nodes,     &limits->seconds, &limits->repeats,
                                  &limits->rounds, &limits->positions, &limits->hash_mb};
    *name = rows[rows_of[index]].name;
    return numbers[index];
}

int bench_limits_depth(const BenchLimits *limits) {
    return limits->depth > 0 ? limits->depth : DEPTH_MAX;
}

void bench_limits_complete(BenchLimits *limits, const BenchLimits *defaults) {
    BenchLimits usual = *defaults;
    const char *name;
    for (int i = 0; i < LIMITS; i++) {
        int *number = limit_at(limits, i, &name);
        if (*number == 0) *number = *limit_at(&usual, i, &name);
    }
}

void bench_limits_print(const BenchLimits *limits, char text[RESULTS_TEXT_SIZE]) {
    BenchLimits copy = *limits;
    Writer writer = writer_on(text, RESULTS_TEXT_SIZE);
    const char *name;
    for (int i = 0; i < LIMITS; i++) {
        int number = *limit_at(&copy, i, &name);
        if (number > 0) writer_add(&writer, "%s%s %d", writer.length > 0 ? " " : "", name, number);
    }
}

static const char *text_or(const char *value, const char *otherwise) {
    return value != NULL ? value : otherwise;
}

static void take_options(BenchOptions *options, const char *const value[]) {
    *options = (BenchOptions){.limits = {.depth = command_line_number(value[DEPTH], 0),
                                         .nodes = command_line_number(value[NODES], 0),
                                         .seconds = command_line_number(value[SECONDS], 0),
                                         .repeats = command_line_number(value[REPEATS], 0),
                                         .rounds = command_line_number(value[ROUNDS], 0),
                                         .positions = command_line_number(value[POSITIONS], 0),
                                         .hash_mb = command_line_number(value[HASH], 0)},
                              .has_game = value[GAME] != NULL,
                              .game_names = {value[GAME], NULL},
                              .file = text_or(value[INPUT], "bench/midgames/mixed.txt"),
                              .suites = text_or(value[SUITES], "bench/positions"),
                              .engine = text_or(value[ENGINE], options->usual_engine),
                              .signature_file = text_or(value[SIGNATURE], BENCH_SIGNATURE_FILE),
                              .compares_unlike = value[FORCE] != NULL,
                              .writes_signature = value[WRITE] != NULL,
                              .format = value[CSV] != NULL    ? RESULTS_AS_CSV
                                        : value[JSON] != NULL ? RESULTS_AS_JSON
                                                              : RESULTS_AS_TEXT,
                              .svg_path = value[SVG]};
}

bool bench_options_parse(BenchOptions *options, char **argv, Reason *why) {
    const char *value[OPTIONS] = {NULL}, *apart;
    const char *called = *argv++;
    if (!command_line_parse(rows, argv, value, &apart, why)) return false;
    take_options(options, value);
    engine_runs_beside(called, "rowan", options->usual_engine);
    options->mode = argv[0];
    options->operands = (const char *const *)(argv[0] != NULL ? argv + 1 : argv);
    while (options->operands[options->operand_count] != NULL) options->operand_count++;
    if (options->has_game && !game_parse(word_of(value[GAME]), &options->game, why)) return false;
    if (!parse_threads(text_or(value[THREADS], "1"), options, why)) return false;
    /* Better known before minutes of measuring. */
    return value[SVG] == NULL || file_is_writable(value[SVG]) || refuse_errno(why, "cannot write '%.150s'", value[SVG]);
}
