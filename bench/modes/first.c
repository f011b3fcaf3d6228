/* What a large table costs: nodes of the first search after the start and of one after a later `uginewgame`, and the
 * time to get ready, by size of the table. */
#include "base/clock.h"
#include "common/progress_line.h"
#include "harness/engine_runs.h"
#include "harness/sample.h"
#include "modes/modes.h"
#include "rules/notation.h"

enum { PATIENCE_MS = 60000, HASH_MAX_MB = 65536 };

/* The columns after the number of runs. */
enum { READY_MS, READY_CPU_MS, FIRST_MS, FIRST_NODES, LATER_NODES, RATIO, FIGURES };

static bool search(Client *client, const char *fen, ClientAnswer *answer) {
    return client_position(client, fen, NULL) == CLIENT_OK &&
           client_go(client, "movetime 300", PATIENCE_MS, answer) == CLIENT_OK;
}

/* Until readyok. */
static bool set_hash(Client *client, int hash_mb, Sample figures[FIGURES]) {
    char hash[32];
    pid_t pid = client_pid(client);
    int64_t begun_us = clock_now_us(), begun_cpu_us = machine_child_cpu_us(pid);
    snprintf(hash, sizeof hash, "%d", hash_mb);
    if (client_set_option(client, "Hash", hash) != CLIENT_OK || client_ready(client) != CLIENT_OK) return false;
    sample_add(&figures[READY_MS], (double)(clock_now_us() - begun_us) / 1000);
    sample_add(&figures[READY_CPU_MS], (double)(machine_child_cpu_us(pid) - begun_cpu_us) / 1000);
    return true;
}

static bool search_twice(Client *client, const char *fen, Sample figures[FIGURES]) {
    ClientAnswer first, later;
    bool fine = search(client, fen, &first) && client_new_game(client) == CLIENT_OK &&
                client_ready(client) == CLIENT_OK && search(client, fen, &later);
    if (!fine) return false;
    sample_add(&figures[FIRST_MS], (double)first.elapsed_us / 1000);
    sample_add(&figures[FIRST_NODES], (double)first.nodes);
    sample_add(&figures[LATER_NODES], (double)later.nodes);
    sample_add(&figures[RATIO], later.nodes > 0 ? (double)first.nodes / (double)later.nodes : 0);
    return true;
}

/* As a host does it: Hash, isready, position, go; then uginewgame, isready, position, go. The engine may refuse a size:
 * then there are no searches. */
static bool run_once(const Bench *bench, int hash_mb, const char *fen, Sample figures[FIGURES]) {
    Client *client = engine_runs_client(bench->options->engine, bench->why);
    if (client == NULL) return false;
    bool fine = set_hash(client, hash_mb, figures);
    if (fine && client_complaint(client)[0] != '\0') {
        results_note(bench->results, "Hash %d: %.150s", hash_mb, client_complaint(client));
    } else {
        fine = fine && search_twice(client, fen, figures);
    }
    if (!fine) engine_runs_refuse(client, bench->why);
    client_free(client);
    return fine;
}

/* A size that the engine refuses has a note instead of a row. */
static bool measure_hash(const Bench *bench, int hash_mb, const char *fen) {
    static const int decimals[FIGURES] = {1, 1, 1, 0, 0, 2};
    int repeats = bench->options->limits.repeats;
    Sample figures[FIGURES] = {{0}};
    for (int i = 0; i < repeats && figures[RATIO].count == i; i++) {
        progress_line_write("first: Hash %d, run %d of %d", hash_mb, i + 1, repeats);
        if (!run_once(bench, hash_mb, fen, figures)) return false;
    }
    if (figures[RATIO].count == 0) return true;
    results_number(bench->results, hash_mb, 0);
    results_number(bench->results, figures[RATIO].count, 0);
    for (int i = 0; i < FIGURES; i++) results_number(bench->results, sample_median(&figures[i]), decimals[i]);
    Interval interval = sample_median_interval(&figures[RATIO]);
    results_number(bench->results, interval.low, decimals[RATIO]);
    results_number(bench->results, interval.high, decimals[RATIO]);
    return true;
}

/* Up to half of the memory, if that is more than the others. */
static bool measure_all(const Bench *bench, const char *fen) {
    int64_t half_mb = machine_memory_mib() / 2;
    const int sizes_mb[] = {1, 16, 64, 256, 1024, half_mb < HASH_MAX_MB ? (int)half_mb : HASH_MAX_MB};
    if (bench->options->limits.hash_mb > 0) return measure_hash(bench, bench->options->limits.hash_mb, fen);
    for (int i = 0; i < 6; i++) {
        bool is_larger = i == 0 || sizes_mb[i] > sizes_mb[i - 1];
        if (is_larger && !measure_hash(bench, sizes_mb[i], fen)) return false;
    }
    return true;
}

static const TableHead table = {
    "first",
    "First: go movetime 300 after the start and after a later uginewgame, by Hash",
    {"Hash MiB", "runs", "ready ms", "ready cpu ms", "first ms", "first nodes", "later nodes", "first / later", "low",
     "high"},
    {"all figures are medians of the runs, each with a new process",
     "ready: from setoption Hash to readyok, by the wall clock and in processor time of the engine",
     "first ms: from go to bestmove of the first search, by the wall clock",
     "first / later: median of the ratios of the runs; low, high: its 95% interval"},
};

/* From the empty board. */
ModeEnd mode_first(const Bench *bench) {
    static const Game usual = {.n = 5, .d = 3, .rule = RULE_LINE};
    char fen[POSITION_TEXT_SIZE];
    Setup setup = {.game = bench->options->has_game ? bench->options->game : usual, .to_move = SIDE_X};
    setup_print(&setup, fen);
    results_table(bench->results, &table);
    results_note(bench->results, "from the empty board of %s", game_name(&setup.game).text);
    return measure_all(bench, fen) ? MODE_FINE : MODE_FAILED;
}
