/* What a large table costs: nodes of the first search after the start and of one after a later `uginewgame`, and the
 * time to get ready, by size of the table. */
#include "base/clock.h"
#include "common/counter_line.h"
#include "harness/engine_runs.h"
#include "harness/sample.h"
#include "modes/modes.h"
#include "rules/notation.h"

enum { MOVETIME_MS = 300, PATIENCE_MS = 60000, HASH_MAX_MB = 65536 };

/* Of one size of the table. */
typedef struct {
    Sample ready_ms, ready_cpu_ms, first, first_ms, later, ratio;
} Searches;

static bool search(Client *client, const char *fen, ClientAnswer *answer) {
    char limits[32];
    snprintf(limits, sizeof limits, "movetime %d", MOVETIME_MS);
    return client_position(client, fen, NULL) == CLIENT_OK &&
           client_go(client, limits, PATIENCE_MS, answer) == CLIENT_OK;
}

/* Until readyok. The engine may refuse a size: then nothing is measured. */
static bool set_hash(Client *client, int hash_mb, Searches *searches) {
    char hash[32];
    pid_t pid = client_pid(client);
    int64_t begun_us = clock_now_us(), begun_cpu_us = machine_child_cpu_us(pid);
    snprintf(hash, sizeof hash, "%d", hash_mb);
    if (client_set_option(client, "Hash", hash) != CLIENT_OK || client_ready(client) != CLIENT_OK) return false;
    if (client_complaint(client)[0] != '\0') return true;
    sample_add(&searches->ready_ms, (double)(clock_now_us() - begun_us) / 1000);
    sample_add(&searches->ready_cpu_ms, (double)(machine_child_cpu_us(pid) - begun_cpu_us) / 1000);
    return true;
}

static bool search_twice(Client *client, const char *fen, Searches *searches) {
    ClientAnswer first, later;
    bool fine = search(client, fen, &first) && client_new_game(client) == CLIENT_OK &&
                client_ready(client) == CLIENT_OK && search(client, fen, &later);
    if (!fine) return false;
    sample_add(&searches->first_ms, (double)first.elapsed_us / 1000);
    sample_add(&searches->first, (double)first.nodes);
    sample_add(&searches->later, (double)later.nodes);
    sample_add(&searches->ratio, later.nodes > 0 ? (double)first.nodes / (double)later.nodes : 0);
    return true;
}

/* As a host does it: Hash, isready, position, go; then uginewgame, isready, position, go. */
static bool run_once(const Bench *bench, int hash_mb, const char *fen, Searches *searches) {
    int runs_before = searches->ready_ms.count;
    Client *client = engine_runs_client(bench->options->engine, bench->why);
    if (client == NULL) return false;
    bool fine = set_hash(client, hash_mb, searches);
    if (fine && searches->ready_ms.count > runs_before) {
        fine = search_twice(client, fen, searches);
    } else if (fine) {
        results_note(bench->results, "Hash %d: %.150s", hash_mb, client_complaint(client));
    }
    if (!fine) engine_runs_refuse(client, bench->why);
    client_free(client);
    return fine;
}

static void print_row(const Bench *bench, int hash_mb, const Searches *searches) {
    results_number(bench->results, hash_mb, 0);
    results_number(bench->results, searches->ratio.count, 0);
    results_number(bench->results, sample_median(&searches->ready_ms), 1);
    results_number(bench->results, sample_median(&searches->ready_cpu_ms), 1);
    results_number(bench->results, sample_median(&searches->first_ms), 1);
    results_number(bench->results, sample_median(&searches->first), 0);
    results_number(bench->results, sample_median(&searches->later), 0);
    results_number(bench->results, sample_median(&searches->ratio), 3);
}

/* A size that the engine refuses has a note instead of a row. */
static bool measure_hash(const Bench *bench, int hash_mb, const char *fen) {
    int repeats = bench_options_or(bench->options->repeats, 5);
    Searches searches = {.ratio = {0}};
    for (int i = 0; i < repeats && searches.ratio.count == i; i++) {
        counter_line_write("first: Hash %d, run %d of %d", hash_mb, i + 1, repeats);
        if (!run_once(bench, hash_mb, fen, &searches)) return false;
    }
    if (searches.ratio.count > 0) print_row(bench, hash_mb, &searches);
    return true;
}

static bool measure_all(const Bench *bench, const char *fen) {
    static const int sizes_mb[] = {1, 16, 64, 256, 1024};
    enum { SIZES = sizeof sizes_mb / sizeof sizes_mb[0] };
    int64_t half_mb = machine_memory_mib() / 2;
    if (bench->options->hash_mb > 0) return measure_hash(bench, bench->options->hash_mb, fen);
    for (int i = 0; i < SIZES; i++) {
        if (!measure_hash(bench, sizes_mb[i], fen)) return false;
    }
    if (half_mb <= sizes_mb[SIZES - 1]) return true;
    return measure_hash(bench, half_mb < HASH_MAX_MB ? (int)half_mb : HASH_MAX_MB, fen);
}

static void begin_table(Results *results) {
    static const char *const columns[] = {"Hash MiB",     "runs",          "ready ms",
                                          "ready cpu ms", "first ms",      "first nodes",
                                          "later nodes",  "first / later", NULL};
    results_table(results, "first", "First: go movetime 300 after the start and after a later uginewgame, by Hash",
                  columns);
    results_legend(results, "all figures are medians of the runs, each with a new process");
    results_legend(results,
                   "ready: from setoption Hash to readyok, by the wall clock and in processor time of the engine");
    results_legend(results, "first ms: from go to bestmove of the first search, by the wall clock");
    results_legend(results, "first / later: median of the ratios of the runs");
}

/* From the empty board. */
ModeEnd mode_first(const Bench *bench) {
    static const Game usual = {.n = 5, .d = 3, .rule = RULE_LINE};
    char name[GAME_NAME_SIZE], fen[POSITION_TEXT_SIZE];
    Setup setup = {.game = bench->options->has_game ? bench->options->game : usual, .to_move = SIDE_X};
    game_name(&setup.game, name);
    setup_print(&setup, fen);
    begin_table(bench->results);
    results_note(bench->results, "from the empty board of %s", name);
    return measure_all(bench, fen) ? MODE_FINE : MODE_FAILED;
}
