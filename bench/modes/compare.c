/* Which of two engines is faster, on their own `bench` and by game: they run in turn, A B B A, so that a drift of the
 * machine affects both alike. */
#include <math.h>
#include <stdlib.h>

#include "common/progress_line.h"
#include "harness/engine_runs.h"
#include "harness/sample.h"
#include "harness/suite.h"
#include "modes/modes.h"

/* Fewer nodes take less than a millisecond, which says nothing. */
enum { ROWS_MAX = 64, PATIENCE_MS = 300000, NODES_MIN = 5000 };

/* The engines' own bench, or a game. */
typedef struct {
    GameName name;
    int first, count;    /* its positions in the suite; none: bench */
    int64_t nodes[2];    /* 0: not known yet */
    uint64_t answers[2]; /* a hash of what they answered in the last run */
    Sample speed[2];     /* two runs of each in a round */
} Row;

typedef struct {
    const BenchOptions *options;
    Suite suite;
    char names[2][CLIENT_TEXT_SIZE]; /* as the engines call themselves */
    int row_count;
    Row rows[ROWS_MAX];
} Comparison;

/* Searches that stop at a limit of nodes all have the same number, whatever the tree; so the answers count, too. */
static bool is_alike(const Row *row) {
    return row->nodes[0] == row->nodes[1] && row->answers[0] == row->answers[1];
}

static bool take_speed(Row *row, int which, int64_t nodes, double per_second, Reason *why) {
    int64_t before = row->nodes[which];
    row->nodes[which] = nodes;
    sample_add(&row->speed[which], per_second);
    return before == 0 || before == nodes ||
           refuse(why, "%c does not repeat itself on %s: %lld nodes, then %lld", "AB"[which], row -> name.text,
                  (long long)before, (long long)nodes);
}

static void hash_answer(const ClientAnswer *answer, uint64_t *hash) {
    *hash = *hash * 31 + (uint64_t)answer->depth;
    *hash = *hash * 31 + (uint64_t)answer->score;
    for (const char *at = answer->move; *at != '\0'; at++) *hash = *hash * 31 + (unsigned char)*at;
    for (const char *at = answer->pv; *at != '\0'; at++) *hash = *hash * 31 + (unsigned char)*at;
}

static bool search_game(const Comparison *comparison, Row *row, int which, Client *client, Reason *why) {
    char limits[32];
    int64_t nodes = 0, cpu_us = 0;
    snprintf(limits, sizeof limits, "nodes %d", comparison->options->limits.nodes);
    row->answers[which] = 0;
    for (int i = row->first; i < row->first + row->count; i++) {
        ClientAnswer answer;
        if (!engine_runs_position(client, comparison->suite.positions[i].fen)) return engine_runs_refuse(client, why);
        cpu_us -= machine_child_cpu_us(client_pid(client));
        if (client_go(client, limits, PATIENCE_MS, &answer) != CLIENT_OK) return engine_runs_refuse(client, why);
        cpu_us += machine_child_cpu_us(client_pid(client));
        nodes += answer.nodes;
        hash_answer(&answer, &row->answers[which]);
    }
    return take_speed(row, which, nodes, fmax(1, (double)nodes * 1e6 / fmax(1, (double)cpu_us)), why);
}

static bool search_games(Comparison *comparison, int which, Client *client, Reason *why) {
    char hash[32];
    snprintf(hash, sizeof hash, "%d", comparison->options->limits.hash_mb);
    if (client_find_option(client, "Hash") != NULL && client_set_option(client, "Hash", hash) != CLIENT_OK) {
        return engine_runs_refuse(client, why);
    }
    for (int i = 0; i < comparison->row_count; i++) {
        Row *row = &comparison->rows[i];
        if (row->count > 0 && !search_game(comparison, row, which, client, why)) return false;
    }
    return true;
}

static bool run_one(Comparison *comparison, int which, Reason *why) {
    const char *engine = comparison->options->operands[which];
    Row *first = &comparison->rows[0];
    EngineSpeed speed;
    if (first->count == 0) {
        bool fine = engine_runs_speed(engine, comparison->options->limits.depth, &speed, why) &&
                    take_speed(first, which, speed.nodes, (double)speed.nodes_per_second, why);
        if (!fine) return false;
    }
    Client *client = engine_runs_client(engine, why);
    bool fine = client != NULL && search_games(comparison, which, client, why);
    if (fine) snprintf(comparison->names[which], CLIENT_TEXT_SIZE, "%s", client_engine_name(client));
    client_free(client);
    return fine;
}

/* The first run of each only shows which trees they search; without a row that can have a verdict it is the last. */
static bool run(Comparison *comparison, int rounds, Reason *why) {
    static const int order[4] = {0, 1, 1, 0};
    bool goes_on = comparison->options->compares_unlike;
    progress_line_write("compare: warm-up");
    if (!run_one(comparison, 0, why) || !run_one(comparison, 1, why)) return false;
    for (int i = 0; i < comparison->row_count; i++) {
        Row *row = &comparison->rows[i];
        row->speed[0].count = row->speed[1].count = 0;
        goes_on = goes_on || is_alike(row);
    }
    for (int i = 0; i < 4 * rounds && goes_on; i++) {
        progress_line_write("compare: round %d of %d", i / 4 + 1, rounds);
        if (!run_one(comparison, order[i % 4], why)) return false;
    }
    return true;
}

static void print_ratio(const Row *row, Results *results) {
    Sample log_ratios = {0}; /* of each round: A over B */
    for (int i = 0; i + 1 < row->speed[0].count; i += 2) {
        const double *a = &row->speed[0].values[i], *b = &row->speed[1].values[i];
        sample_add(&log_ratios, (log(a[0] / b[0]) + log(a[1] / b[1])) / 2);
    }
    Interval interval = sample_mean_interval(&log_ratios);
    double low = exp(interval.low), high = exp(interval.high);
    results_number(results, exp(interval.middle), 4);
    results_number(results, low, 4);
    results_number(results, high, 4);
    results_text(results, low > 1 ? "A is faster" : high < 1 ? "B is faster" : "no difference shown");
}

static void print_row(const Row *row, bool has_verdict, Results *results) {
    results_text(results, "%s", row->name.text);
    if (has_verdict) {
        print_ratio(row, results);
    } else {
        for (int i = 0; i < 3; i++) results_nothing(results);
        results_text(results, is_alike(row) ? "too few nodes" : "no verdict");
    }
    for (int i = 0; i < 2; i++) results_number(results, (double)row->nodes[i], 0);
    for (int i = 0; i < 2; i++) results_number(results, sample_median(&row->speed[i]), 0);
}

static const TableHead table = {
    "compare",
    "Compare: the ratio of the speeds of two engines in turn, A B B A",
    {"positions", "A / B", "low", "high", "verdict", "nodes A", "nodes B", "nodes/s A", "nodes/s B"},
    {"positions: bench: those of the engines' own bench, by their own count; else of --file",
     "low, high: 95% interval of the ratio, by bootstrap over the rounds",
     "nodes/s: per second of processor time, median of the runs"},
};

static ModeEnd print(const Comparison *comparison, Results *results) {
    bool are_all_alike = true, is_forced = comparison->options->compares_unlike;
    for (int i = 0; i < 2; i++) {
        results_note(results, "%c: %.100s, %.60s, %lld nodes on %s", "AB"[i], comparison -> options -> operands[i],
                     comparison -> names[i], (long long)comparison -> rows[0].nodes[i], comparison->rows[0].name.text);
    }
    results_table(results, &table);
    for (int i = 0; i < comparison->row_count; i++) {
        const Row *row = &comparison->rows[i];
        bool is_long = row->count == 0 || row->nodes[0] >= NODES_MIN;
        print_row(row, (is_alike(row) && is_long) || is_forced, results);
        if (!is_alike(row)) are_all_alike = false;
    }
    if (are_all_alike) return MODE_FINE;
    results_note(results, "nodes or answers differ: the engines do not search the same tree");
    if (is_forced) return MODE_FINE;
    results_note(results, "no verdict there; --force compares their speeds anyway");
    return MODE_DIFFERS;
}

/* With --game, only that game. */
static void list_rows(Comparison *comparison) {
    const Suite *suite = &comparison->suite;
    const BenchOptions *options = comparison->options;
    if (!options->has_game) comparison->rows[comparison->row_count++].name = (GameName){"bench"};
    for (int first = 0; first < suite->count && comparison->row_count < ROWS_MAX;) {
        Row *row = &comparison->rows[comparison->row_count++];
        int end = suite_game_end(suite, first);
        row->name = game_name(&suite->positions[first].setup.game);
        row->first = first;
        row->count = end - first;
        if (options->limits.positions > 0 && options->limits.positions < row->count)
            row->count = options->limits.positions;
        first = end;
    }
}

static bool check_options(const BenchOptions *options, int rounds, Reason *why) {
    if (options->operand_count != 2) return refuse(why, "compare needs two engines; see --help");
    return rounds >= SAMPLE_INTERVAL_MIN || refuse(why, "--rounds is at least %d", SAMPLE_INTERVAL_MIN);
}

ModeEnd mode_compare(const Bench *bench) {
    const BenchOptions *options = bench->options;
    int rounds = options->limits.rounds;
    ModeEnd end = MODE_FAILED;
    if (!check_options(options, rounds, bench->why)) return MODE_FAILED;
    Comparison *comparison = calloc(1, sizeof *comparison);
    if (comparison == NULL) return refuse(bench->why, "not enough memory"), MODE_FAILED;
    comparison->options = options;
    if (suite_read(&comparison->suite, options->file, bench_options_game(options), bench->why)) {
        list_rows(comparison);
        if (run(comparison, rounds, bench->why)) end = print(comparison, bench->results);
        suite_free(&comparison->suite);
    }
    free(comparison);
    return end;
}
