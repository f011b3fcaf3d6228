#include "modes/bench_options.h"

#include <string.h>

#include "common/files.h"
#include "job/tt.h"

const char bench_options_usage[] =
    "usage: bench [MODE] [options]\n"
    "\n"
    "Measures the engine. Run it from the root of the source tree, where its positions are. Without a\n"
    "mode it runs a short version of most modes, in about a minute.\n"
    "\n"
    "Modes:\n"
    "  speed                nodes per second by game and number of threads; memory; instructions per node\n"
    "  depth                nodes and time to each depth, by game and number of threads\n"
    "  ladder               nodes to each depth as techniques are added, from minimax to all of them\n"
    "  solve [FILE ...]     positions of known value, solved by the search (all files of --suites)\n"
    "  prove [GAME ...]     time, nodes and memory to prove the values of games\n"
    "  commands [GAME ...]  the whole commands solve GAME, solve GAME --proof FILE and verify FILE\n"
    "  signature            node counts of fixed positions, compared with those in a file\n"
    "  latency              how soon an engine answers, and whether it loses on the clock\n"
    "  overrun [GAME ...]   how far an engine overruns movetime, by game\n"
    "  first                nodes of the first search and of a later one, and time to get ready, by Hash\n"
    "  compare A B          the ratio of the speeds of two engines, in all and by game\n"
    "  strength             games against weaker players of several kinds, at fixed nodes\n"
    "  levels               whether the levels are a ladder: games of each against the same players\n"
    "  wdl                  games of the search against itself, and the numbers that UCI_ShowWDL needs\n"
    "\n"
    "What to measure (defaults depend on the mode):\n"
    "  --game GAME          only this game\n"
    "  --threads N[,N...]   numbers of threads, for speed, depth and prove (1)\n"
    "  --hash MIB           size of the table, in MiB\n"
    "  --positions N        at most N positions of each game\n"
    "  --file FILE          positions to measure on (bench/midgames/mixed.txt)\n"
    "  --suites FOLDER      positions of known value, for solve (bench/positions)\n"
    "  --engine COMMAND     the engine, where one runs as a program (the rowan beside this program)\n"
    "\n"
    "How long to measure:\n"
    "  --depth N            search depth\n"
    "  --nodes N            nodes per position\n"
    "  --seconds N          seconds per position; ladder: per technique; prove: per game\n"
    "  --repeats N          repeats of each measurement\n"
    "  --rounds N           rounds of compare, each of four runs (10); strength and levels: pairs of\n"
    "                       games (5 and 4); wdl: games (200)\n"
    "\n"
    "For one mode:\n"
    "  --signature FILE     signature: the file to compare with (bench/signature)\n"
    "  --write              signature: write that file, after a change of the search\n"
    "  --force              compare: also engines whose node counts differ\n"
    "\n"
    "Output:\n"
    "  --json, --csv        JSON or CSV instead of tables\n"
    "  --svg FILE           also draw a plot: speed, depth, ladder and the short version\n"
    "  -h, --help           show this text\n"
    "  --version            show the version\n"
    "\n"
    "Exit status: 0 all is well; 1 something is not as expected: a signature that differs, a wrong value,\n"
    "no verdict, levels that are no ladder; 2 wrong arguments, nothing could be measured, or the output\n"
    "could not be written.\n";

enum { THREADS_MAX = 256 };

static bool parse_threads(const char *list, BenchOptions *options, Reason *why) {
    options->thread_counts = 0;
    while (*list != '\0' && options->thread_counts < THREAD_COUNTS_MAX) {
        Word word = {list, strcspn(list, ",")};
        if (!word_to_int(word, 1, THREADS_MAX, &options->threads[options->thread_counts++])) break;
        list += word.length + (list[word.length] == ',');
        if (*list == '\0') return true;
    }
    return refuse(why, "--threads needs up to %d numbers from 1 to %d, separated by commas", THREAD_COUNTS_MAX,
                  THREADS_MAX);
}

static bool parse_game(const char *name, BenchOptions *options, Reason *why) {
    options->has_game = true;
    return game_parse(word_of(name), &options->game, why);
}

/* An option with a value. */
typedef struct {
    const char *name;
    int *number; /* from 1 to max; or */
    int max;
    const char **text; /* or */
    bool (*parse)(const char *value, BenchOptions *options, Reason *why);
} ValueOption;

static bool parse_value(const ValueOption *option, const char *value, BenchOptions *options, Reason *why) {
    if (value == NULL) return refuse(why, "%s needs a value", option->name);
    if (option->parse != NULL) return option->parse(value, options, why);
    if (option->text != NULL) {
        *option->text = value;
        return true;
    }
    return word_to_int(word_of(value), 1, option->max, option->number) ||
           refuse(why, "%s needs a number from 1 to %d, not '%.60s'", option->name, option->max, value);
}

static bool parse_value_option(const char *name, const char *value, BenchOptions *options, Reason *why) {
    const ValueOption known[] = {
        {.name = "--depth", .number = &options->depth, .max = DEPTH_MAX},
        {.name = "--nodes", .number = &options->nodes, .max = 2000000000},
        {.name = "--seconds", .number = &options->seconds, .max = 1000000},
        {.name = "--repeats", .number = &options->repeats, .max = 4000},
        {.name = "--rounds", .number = &options->rounds, .max = 1000},
        {.name = "--positions", .number = &options->positions, .max = 100000},
        {.name = "--hash", .number = &options->hash_mb, .max = 65536},
        {.name = "--file", .text = &options->file},
        {.name = "--suites", .text = &options->suites},
        {.name = "--engine", .text = &options->engine},
        {.name = "--signature", .text = &options->signature_file},
        {.name = "--svg", .text = &options->svg_path},
        {.name = "--threads", .parse = parse_threads},
        {.name = "--game", .parse = parse_game},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcmp(name, known[i].name) == 0) return parse_value(&known[i], value, options, why);
    }
    return refuse(why, "unknown option '%.60s'; see --help", name);
}

/* An option without a value; false if it is not one. */
static bool parse_flag(const char *name, BenchOptions *options) {
    if (strcmp(name, "--json") == 0) return options->format = RESULTS_AS_JSON, true;
    if (strcmp(name, "--csv") == 0) return options->format = RESULTS_AS_CSV, true;
    if (strcmp(name, "--force") == 0) return options->compares_unlike = true;
    if (strcmp(name, "--write") == 0) return options->writes_signature = true;
    return false;
}

const Game *bench_options_one_game(const BenchOptions *options) {
    static const Game qubic = {.n = 4, .d = 3, .rule = RULE_LINE};
    return options->has_game ? &options->game : &qubic;
}

int bench_options_games(const BenchOptions *options, const char *const usual[], Game games[OPERANDS_MAX], Reason *why) {
    const char *const *names = options->operand_count > 0 ? options->operands : usual;
    int given = options->operand_count > 0 ? options->operand_count : OPERANDS_MAX, count = 0;
    if (options->operand_count == 0 && options->has_game) return games[0] = options->game, 1;
    for (; count < given && names[count] != NULL; count++) {
        if (!game_parse(word_of(names[count]), &games[count], why)) return 0;
    }
    return count;
}

/* Better known before minutes of measuring. */
static bool check_svg_path(const char *path, Reason *why) {
    return path == NULL || file_is_writable(path) || refuse_errno(why, "cannot write '%.150s'", path);
}

bool bench_options_parse(BenchOptions *options, int argc, char **argv, Reason *why) {
    *options = (BenchOptions){.file = "bench/midgames/mixed.txt",
                              .suites = "bench/positions",
                              .signature_file = "bench/signature",
                              .engine = options->usual_engine,
                              .thread_counts = 1,
                              .threads = {1}};
    engine_runs_beside(argv[0], "rowan", options->usual_engine);
    for (int i = 1; i < argc; i++) {
        if (parse_flag(argv[i], options)) continue;
        if (argv[i][0] == '-') {
            if (!parse_value_option(argv[i], i + 1 < argc ? argv[i + 1] : NULL, options, why)) return false;
            i++;
        } else if (options->mode == NULL) {
            options->mode = argv[i];
        } else if (options->operand_count < OPERANDS_MAX) {
            options->operands[options->operand_count++] = argv[i];
        } else {
            return refuse(why, "too many arguments: '%.60s'", argv[i]);
        }
    }
    return check_svg_path(options->svg_path, why);
}
