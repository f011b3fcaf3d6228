/* How far an engine overruns `go movetime`, by game: on a busy machine it cannot answer in time by the wall clock, so
 * what it computes after its time is up counts. */
#include "base/clock.h"
#include "common/counter_line.h"
#include "harness/engine_runs.h"
#include "harness/random_move.h"
#include "modes/modes.h"
#include "rules/shape.h"

enum { MOVETIMES = 3, PATIENCE_MS = 60000 };

static const int movetimes_ms[MOVETIMES] = {1, 5, 50};

/* Every kind of board. */
static const char *const usual[] = {"3x3",         "5x5",           "8x8",           "15x15",       "3x3x3",
                                    "4x4x4",       "5x5x5",         "6x6x6",         "7x7x7",       "8x8x8",
                                    "3x3x3x3",     "4x4x4x4",       "5x5:score",     "15x15:score", "3x3x3:score",
                                    "4x4x4:score", "5x5x5:score",   "6x6x6:score",   "7x7x7:score", "7x7x7:magic",
                                    "8x8x8:score", "3x3x3x3:score", "4x4x4x4:score", NULL};

typedef struct {
    double cpu_ms, clock_ms;
} Overrun;

/* The longest so far. */
typedef struct {
    Overrun by_movetime[MOVETIMES];
    double cpu_ms;
    char game[GAME_NAME_SIZE];
} Longest;

static double larger(double a, double b) {
    return a > b ? a : b;
}

/* Random moves, from none to a third of the board, as the number grows; the last one that decides the game is not
 * played. */
static void play(Position *position, const Grid *grid, int number, int numbers) {
    Rng rng = {.state = (uint64_t)number};
    position_init(position, grid);
    for (int plies = number * grid->cells / (3 * numbers); plies > 0; plies--) {
        Position next = *position;
        board_play(grid, &next.board, random_move(position, &rng));
        if (position_is_over(&next)) return;
        *position = next;
    }
}

/* Processor time is read when the time is up and again when the answer is there. If we wake up late, the first reading
 * is too high; but an engine with one thread cannot have computed longer than movetime before its time was up, and so
 * the larger of the two differences is no more than the truth. */
static bool measure_one(Client *client, const char *fen, int movetime_ms, Overrun *overrun) {
    char limits[32];
    ClientAnswer answer;
    snprintf(limits, sizeof limits, "movetime %d", movetime_ms);
    if (!engine_runs_position(client, fen)) return false;
    int64_t begun_cpu_us = machine_child_cpu_us(client_pid(client)), begun_us = clock_now_us();
    int64_t limit_us = (int64_t)movetime_ms * 1000;
    if (client_go_begin(client, limits) != CLIENT_OK) return false;
    ClientResult result = client_go_wait(client, begun_us + limit_us, &answer);
    int64_t limit_cpu_us = machine_child_cpu_us(client_pid(client));
    if (result == CLIENT_TIMEOUT) result = client_go_wait(client, begun_us + PATIENCE_MS * INT64_C(1000), &answer);
    if (result != CLIENT_OK) return false;
    int64_t cpu_us = machine_child_cpu_us(client_pid(client));
    double beyond_us = larger((double)(cpu_us - limit_cpu_us), (double)(cpu_us - begun_cpu_us - limit_us));
    *overrun = (Overrun){0, 0};
    if (answer.elapsed_us > limit_us) {
        *overrun = (Overrun){beyond_us / 1000, (double)(answer.elapsed_us - limit_us) / 1000};
    }
    return true;
}

static bool measure_positions(Client *client, const Grid *grid, int positions, Longest *longest) {
    for (int i = 0; i < positions; i++) {
        char fen[POSITION_TEXT_SIZE];
        Position position;
        play(&position, grid, i, positions);
        notation_print_position(grid, &position.board, fen);
        for (int j = 0; j < MOVETIMES; j++) {
            Overrun overrun, *most = &longest->by_movetime[j];
            counter_line_write("overrun: %s, movetime %d, position %d of %d", longest->game, movetimes_ms[j], i + 1,
                               positions);
            if (!measure_one(client, fen, movetimes_ms[j], &overrun)) return false;
            most->cpu_ms = larger(most->cpu_ms, overrun.cpu_ms);
            most->clock_ms = larger(most->clock_ms, overrun.clock_ms);
            longest->cpu_ms = larger(longest->cpu_ms, overrun.cpu_ms);
        }
    }
    return true;
}

static bool measure_game(const Bench *bench, Client *client, const Game *game, Longest *of_all) {
    int positions = bench_options_or(bench->options->positions, 12);
    Longest longest = {.cpu_ms = 0};
    game_name(game, longest.game);
    Shape *shape = shape_new(game);
    if (shape == NULL) return refuse(bench->why, "not enough memory");
    bool fine = measure_positions(client, &shape->grid, positions, &longest) || engine_runs_refuse(client, bench->why);
    shape_free(shape);
    if (!fine) return false;
    results_text(bench->results, "%s", longest.game);
    results_number(bench->results, positions, 0);
    for (int i = 0; i < MOVETIMES; i++) {
        results_number(bench->results, longest.by_movetime[i].cpu_ms, 2);
        results_number(bench->results, longest.by_movetime[i].clock_ms, 2);
    }
    if (longest.cpu_ms >= of_all->cpu_ms) *of_all = longest;
    return true;
}

static bool measure_games(const Bench *bench, Client *client, Longest *longest) {
    const char *const *names = bench_options_games(bench->options, usual);
    for (; *names != NULL; names++) {
        Game game;
        if (!game_parse(word_of(*names), &game, bench->why)) return false;
        if (!measure_game(bench, client, &game, longest)) return false;
    }
    return true;
}

static void begin_table(Results *results) {
    static const char *const columns[] = {"game",        "positions",  "1: cpu ms",    "1: clock ms", "5: cpu ms",
                                          "5: clock ms", "50: cpu ms", "50: clock ms", NULL};
    results_table(results, "overrun", "Overrun: the longest time beyond movetime 1, 5 and 50 ms, from go to bestmove",
                  columns);
    results_legend(results, "cpu: processor time of the engine after its time was up; other programs hardly affect it");
    results_legend(results, "clock: by the wall clock, with the time in which other programs ran");
    results_legend(results, "positions: after random moves, from none to a third of the board; each searched afresh");
}

ModeEnd mode_overrun(const Bench *bench) {
    Longest longest = {.cpu_ms = 0};
    Client *client = engine_runs_client(bench->options->engine, bench->why);
    if (client == NULL) return MODE_FAILED;
    begin_table(bench->results);
    bool fine = measure_games(bench, client, &longest);
    if (fine)
        results_summary(bench->results, "longest: %.2f ms of processor time, on %s", longest.cpu_ms, longest.game);
    client_free(client);
    return fine ? MODE_FINE : MODE_FAILED;
}
