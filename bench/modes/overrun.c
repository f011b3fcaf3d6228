/* How far an engine overruns `go movetime`, by game: on a busy machine it cannot answer in time by the wall clock, so
 * what it computes after its time is up counts. */
#include <math.h>

#include "base/clock.h"
#include "common/progress_line.h"
#include "harness/engine_runs.h"
#include "modes/modes.h"
#include "rules/position.h"
#include "rules/shape.h"

enum { MOVETIMES = 3, PATIENCE_MS = 60000 };

static const int movetimes_ms[MOVETIMES] = {1, 5, 50};

/* Every kind of board. */
static const char *const usual[] = {"3x3",         "5x5",           "8x8",           "15x15",       "3x3x3",
                                    "4x4x4",       "5x5x5",         "6x6x6",         "7x7x7",       "8x8x8",
                                    "3x3x3x3",     "4x4x4x4",       "5x5:score",     "15x15:score", "3x3x3:score",
                                    "4x4x4:score", "5x5x5:score",   "6x6x6:score",   "7x7x7:score", "7x7x7:magic",
                                    "8x8x8:score", "3x3x3x3:score", "4x4x4x4:score", NULL};

/* The longest so far. */
typedef struct {
    double cpu_ms, clock_ms;
} Overrun;

/* Random moves, from none to a third of the board, as the number grows; the last one that decides the game is not
 * played. */
static void play(Position *position, const Grid *grid, int number, int numbers) {
    Rng rng = {.state = (uint64_t)number};
    position_init(position, grid);
    for (int plies = number * grid->cells / (3 * numbers); plies > 0; plies--) {
        Position next = *position;
        board_play(grid, &next.board, position_random_move(position, &rng));
        if (position_is_over(&next)) return;
        *position = next;
    }
}

/* Processor time is read when the time is up and again when the answer is there. If we wake up late, the first reading
 * is too high; but an engine with one thread cannot have computed longer than movetime before its time was up. */
static bool search(Client *client, const char *fen, int movetime_ms, Overrun *longest) {
    char limits[32];
    ClientAnswer answer;
    pid_t pid = client_pid(client);
    int64_t limit_us = (int64_t)movetime_ms * 1000;
    snprintf(limits, sizeof limits, "movetime %d", movetime_ms);
    if (!engine_runs_position(client, fen)) return false;
    int64_t begun_cpu_us = machine_child_cpu_us(pid), begun_us = clock_now_us();
    if (client_go_begin(client, limits) != CLIENT_OK) return false;
    ClientResult result = client_go_wait(client, begun_us + limit_us, &answer);
    int64_t in_time_us = machine_child_cpu_us(pid) - begun_cpu_us;
    if (result == CLIENT_TIMEOUT) result = client_go_wait(client, begun_us + PATIENCE_MS * INT64_C(1000), &answer);
    if (result != CLIENT_OK) return false;
    if (answer.elapsed_us <= limit_us) return true;
    int64_t beyond_us = machine_child_cpu_us(pid) - begun_cpu_us - (in_time_us < limit_us ? in_time_us : limit_us);
    longest->cpu_ms = fmax(longest->cpu_ms, (double)beyond_us / 1000);
    longest->clock_ms = fmax(longest->clock_ms, (double)(answer.elapsed_us - limit_us) / 1000);
    return true;
}

static bool search_positions(Client *client, const Grid *grid, int positions, Overrun longest[MOVETIMES]) {
    for (int i = 0; i < MOVETIMES * positions; i++) {
        char fen[POSITION_TEXT_SIZE];
        Position position;
        play(&position, grid, i / MOVETIMES, positions);
        notation_print_position(grid, &position.board, fen);
        if (!search(client, fen, movetimes_ms[i % MOVETIMES], &longest[i % MOVETIMES])) return false;
    }
    return true;
}

static bool measure_game(const Bench *bench, Client *client, const char *name, double *longest_ms) {
    int positions = bench->options->limits.positions;
    Overrun longest[MOVETIMES] = {{0, 0}};
    Game game;
    if (!game_parse(word_of(name), &game, bench->why)) return false;
    Shape *shape = shape_new(&game);
    if (shape == NULL) return refuse(bench->why, "not enough memory");
    progress_line_write("overrun: %s", name);
    bool fine = search_positions(client, &shape->grid, positions, longest);
    shape_free(shape);
    if (!fine) return engine_runs_refuse(client, bench->why);
    results_text(bench->results, "%s", name);
    results_number(bench->results, positions, 0);
    for (int i = 0; i < MOVETIMES; i++) {
        results_number(bench->results, longest[i].cpu_ms, 2);
        results_number(bench->results, longest[i].clock_ms, 2);
        if (longest[i].cpu_ms < *longest_ms) continue;
        *longest_ms = longest[i].cpu_ms;
        results_summary(bench->results, "longest: %.2f ms of processor time, on %s", *longest_ms, name);
    }
    return true;
}

static const TableHead table = {
    "overrun",
    "Overrun: the longest time beyond movetime 1, 5 and 50 ms, from go to bestmove",
    {"game", "positions", "1: cpu ms", "1: clock ms", "5: cpu ms", "5: clock ms", "50: cpu ms", "50: clock ms"},
    {"cpu: processor time of the engine after its time was up; repeat it if the machine is busy",
     "clock: by the wall clock, with the time in which other programs ran",
     "positions: after random moves, from none to a third of the board; each searched afresh"},
};

ModeEnd mode_overrun(const Bench *bench) {
    double longest_ms = 0;
    bool fine = true;
    Client *client = engine_runs_client(bench->options->engine, bench->why);
    if (client == NULL) return MODE_FAILED;
    client_set_option(client, "UseProofs", "true"); /* as users have it: what it takes to follow them counts, too */
    results_table(bench->results, &table);
    for (const char *const *names = bench_options_games(bench->options, usual); fine && *names != NULL; names++) {
        fine = measure_game(bench, client, *names, &longest_ms);
    }
    client_free(client);
    return fine ? MODE_FINE : MODE_FAILED;
}
