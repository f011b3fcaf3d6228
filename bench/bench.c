/* The benchmark harness.
 *
 *     bench [MODE] [options]
 *
 * Without a mode: the short version of several, in under two minutes. Exit status 0; 1 if something is not as it should
 * be (another signature, a wrong value, no verdict); 2 if it could not measure, the command is wrong, or the output
 * cannot be written. */
#include <stdlib.h>
#include <string.h>

#include "common/files.h"
#include "common/proc.h"
#include "harness/progress.h"
#include "modes/modes.h"

enum { PATH_SIZE = 1024 };

static const char *const usage =
    "usage: bench [MODE] [options]\n"
    "\n"
    "  speed              nodes per second, by game and number of threads; memory; instructions per node\n"
    "  depth              nodes and time to a depth, by game and number of threads\n"
    "  ladder             what each technique is worth, from minimax to all of them\n"
    "  solve [FILE...]    positions of known value solved by the search; all suites without a file\n"
    "  prove [GAME...]    time, nodes and memory to prove the values of games\n"
    "  signature          nodes of fixed positions, compared with those of the file; --write makes it\n"
    "  latency            how soon an engine answers, and whether it keeps within its clock\n"
    "  compare A B        the ratio of the speeds of two engines; --force: also if they search differently\n"
    "  (none)             a short version of most of these\n"
    "\n"
    "  --game G --threads N[,N...] --depth N --nodes N --repeats N --rounds N --positions N --hash MB\n"
    "  --seconds N        at most, for a position; for a technique with ladder; for a game with prove\n"
    "  --file FILE        positions to measure on (bench/midgames.txt)\n"
    "  --suites DIR       for solve (bench/positions)\n"
    "  --signature FILE   (bench/signature)\n"
    "  --engine COMMAND   for latency and instructions (the rowan beside this program)\n"
    "  --json, --csv      instead of a table\n"
    "  --svg FILE         a plot too: ladder and depth (nodes against depth), speed (against threads)\n";

typedef struct {
    Request request;
    Game game; /* of --game */
    Format format;
    const char *svg_path;
    Mode *mode; /* NULL: the short version */
    char engine[PATH_SIZE];
} Command;

static const struct {
    const char *name;
    Mode *mode;
    int operands; /* at most */
} modes[] = {
    {"speed", mode_speed, 0},
    {"depth", mode_depth, 0},
    {"ladder", mode_ladder, 0},
    {"solve", mode_solve, OPERANDS_MAX},
    {"prove", mode_prove, OPERANDS_MAX},
    {"signature", mode_signature, 0},
    {"latency", mode_latency, 0},
    {"compare", mode_compare, 2},
};

enum { MODES = sizeof modes / sizeof modes[0] };

static bool parse_threads(const char *list, Request *request, Reason *why) {
    request->thread_counts = 0;
    while (*list != '\0' && request->thread_counts < THREAD_COUNTS_MAX) {
        Word word = {list, strcspn(list, ",")};
        if (!word_to_int(word, 1, 256, &request->threads[request->thread_counts++])) break;
        list += word.length + (list[word.length] == ',');
        if (*list == '\0') return true;
    }
    return refuse(why, "--threads wants numbers from 1 to 256 with commas between them");
}

/* Options with a value. */
static bool parse_option(Command *command, const char *name, const char *value, Reason *why) {
    Request *request = &command->request;
    const struct {
        const char *name;
        int *number;
        int max;
    } numbers[] = {
        {"--depth", &request->depth, DEPTH_MAX},   {"--nodes", &request->nodes, 2000000000},
        {"--seconds", &request->seconds, 1000000}, {"--repeats", &request->repeats, 4000},
        {"--rounds", &request->rounds, 1000},      {"--positions", &request->positions, 100000},
        {"--hash", &request->hash_mb, 65536},
    };
    const struct {
        const char *name;
        const char **text;
    } texts[] = {{"--file", &request->file},
                 {"--suites", &request->suites},
                 {"--engine", &request->engine},
                 {"--signature", &request->signature_file},
                 {"--svg", &command->svg_path}};
    if (value == NULL) return refuse(why, "there is no option '%.60s', or its value is missing", name);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (strcmp(name, numbers[i].name) != 0) continue;
        return word_to_int(word_of(value), 1, numbers[i].max, numbers[i].number) ||
               refuse(why, "%s wants a number from 1 to %d, not '%.60s'", name, numbers[i].max, value);
    }
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (strcmp(name, texts[i].name) != 0) continue;
        *texts[i].text = value;
        return true;
    }
    if (strcmp(name, "--threads") == 0) return parse_threads(value, request, why);
    if (strcmp(name, "--game") != 0) return refuse(why, "there is no option '%.60s'", name);
    request->only = &command->game;
    return game_parse(word_of(value), &command->game, why);
}

/* Options without a value; false if it is none. */
static bool parse_flag(Command *command, const char *name) {
    if (strcmp(name, "--json") == 0) return command->format = FORMAT_JSON, true;
    if (strcmp(name, "--csv") == 0) return command->format = FORMAT_CSV, true;
    if (strcmp(name, "--force") == 0) return command->request.force = true;
    if (strcmp(name, "--write") == 0) return command->request.write = true;
    return false;
}

static bool parse_mode(Command *command, const char *name, int *operands_max, Reason *why) {
    for (int i = 0; i < MODES; i++) {
        if (strcmp(name, modes[i].name) != 0) continue;
        command->mode = modes[i].mode;
        *operands_max = modes[i].operands;
        return true;
    }
    return refuse(why, "there is no mode '%.60s'; bench --help lists them", name);
}

static bool parse_command(Command *command, int argc, char **argv, Reason *why) {
    int operands_max = 0;
    Request *request = &command->request;
    for (int i = 1; i < argc; i++) {
        if (parse_flag(command, argv[i])) continue;
        if (argv[i][0] == '-') {
            if (!parse_option(command, argv[i], i + 1 < argc ? argv[i + 1] : NULL, why)) return false;
            i++;
        } else if (command->mode == NULL) {
            if (!parse_mode(command, argv[i], &operands_max, why)) return false;
        } else if (request->operand_count < operands_max) {
            request->operands[request->operand_count++] = argv[i];
        } else {
            return refuse(why, "'%.60s' is one too many", argv[i]);
        }
    }
    return true;
}

/* Better known before minutes of measuring. */
static bool check_svg_path(const Command *command, Reason *why) {
    const char *path = command->svg_path;
    return path == NULL || file_is_writable(path) || refuse_errno(why, "cannot write '%.150s'", path);
}

/* The programs of one build stand side by side. */
static void find_engine(const char *self, char path[PATH_SIZE]) {
    const char *slash = strrchr(self, '/');
    snprintf(path, PATH_SIZE, "%.*srowan", slash != NULL ? (int)(slash + 1 - self) : 0, self);
}

/* The short version: most modes with few repeats, and one plot, that of the ladder. */
static ModeEnd mode_short(const Request *request, Results *results, Plot *plot, Reason *why) {
    static const struct {
        Mode *mode;
        int depth, nodes, seconds, repeats, positions;
    } steps[] = {
        {mode_signature, 0, 0, 0, 0, 0}, {mode_solve, 0, 30000, 1, 0, 10}, {mode_prove, 0, 0, 40, 0, 0},
        {mode_latency, 0, 0, 0, 30, 0},  {mode_ladder, 7, 0, 15, 0, 5},    {mode_speed, 0, 10000, 1, 3, 2},
    };
    ModeEnd worst = MODE_FINE;
    for (size_t i = 0; i < sizeof steps / sizeof steps[0] && worst != MODE_FAILED; i++) {
        Request own = *request;
        Plot ignored = {.curve_count = 0};
        own.depth = steps[i].depth;
        own.nodes = steps[i].nodes;
        own.seconds = steps[i].seconds;
        own.repeats = steps[i].repeats;
        own.positions = steps[i].positions;
        ModeEnd end = steps[i].mode(&own, results, steps[i].mode == mode_ladder ? plot : &ignored, why);
        if (end > worst) worst = end;
    }
    return worst;
}

static int fail(const char *what) {
    progress_clear();
    fprintf(stderr, "bench: %s\n", what);
    return 2;
}

static int run(const Command *command) {
    Results *results = calloc(1, sizeof *results);
    Plot *plot = calloc(1, sizeof *plot);
    if (results == NULL || plot == NULL) return fail("not enough memory");
    Reason why;
    results_init(results);
    Mode *mode = command->mode != NULL ? command->mode : mode_short;
    ModeEnd end = mode(&command->request, results, plot, &why);
    progress_clear();
    if (end != MODE_FAILED) {
        results_print(results, command->format, stdout);
        if (command->svg_path != NULL && !plot_write(plot, command->svg_path, &why)) end = MODE_FAILED;
    }
    if (end == MODE_FAILED) fail(why.text);
    results_free(results);
    free(results);
    free(plot);
    return (int)end;
}

int main(int argc, char **argv) {
    Command command = {.request = {.file = "bench/midgames.txt",
                                   .suites = "bench/positions",
                                   .signature_file = "bench/signature",
                                   .thread_counts = 1,
                                   .threads = {1}}};
    Reason why;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") != 0) continue;
        fputs(usage, stdout);
        return output_close("bench", MODE_FINE, MODE_FAILED);
    }
    find_engine(argv[0], command.engine);
    command.request.engine = command.engine;
    if (!parse_command(&command, argc, argv, &why) || !check_svg_path(&command, &why)) return fail(why.text);
    proc_ignore_sigpipe();
    return output_close("bench", run(&command), MODE_FAILED);
}
