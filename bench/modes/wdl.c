/* How often a value becomes a win: games of the search against itself, and the two numbers of engine/core/wdl.h that
 * fit them best.
 *
 * Each game begins with random moves, so that there is something to win, and ends when its value is proven or it is
 * over. Every position with a value that is not proven is a sample: that value, and how the game ended for its side. */
#include <math.h>
#include <stdlib.h>

#include "common/progress_line.h"
#include "core/search_trial.h"
#include "core/wdl.h"
#include "modes/modes.h"
#include "rules/position.h"

enum { HASH_MB = 1 };

typedef struct {
    int value;
    int result; /* 1, 0 or -1, for the side to move */
} Sample;

typedef struct {
    Trial *trial;
    TrialLimits limits;
    Sample *list;
    int count, capacity;
    int results[3]; /* X lost, drew, won */
} Samples;

/* Two moves or more at random, up to a tenth of the cells; false if that decided the game. */
static bool play_opening(Position *position, const Grid *grid, int number) {
    Rng rng = {.state = (uint64_t)number};
    position_init(position, grid);
    for (int plies = 2 + number % (1 + grid->cells / 10); plies > 0 && !position_is_over(position); plies--) {
        board_play(grid, &position->board, position_random_move(position, &rng));
    }
    return !position_is_over(position);
}

/* As X has it. */
static int result_of(const Position *position) {
    Outcome outcome = board_outcome(position->grid, &position->board);
    return outcome == OUTCOME_X_WINS ? 1 : outcome == OUTCOME_O_WINS ? -1 : 0;
}

/* Plays to the end; the samples from `first` on hold the side to move until the result is known. Returns it for X. */
static int play_out(Samples *samples, Position *position) {
    while (!position_is_over(position)) {
        TrialResult result;
        trial_run(samples->trial, &position->board, &samples->limits, &result);
        int sign = board_side(&position->board) == SIDE_X ? 1 : -1, value = result.best.value;
        if (result.best.proven) return value > 0 ? sign : value < 0 ? -sign : 0;
        if (samples->count < samples->capacity && !value_is_win(value) && !value_is_loss(value)) {
            samples->list[samples->count++] = (Sample){value, sign};
        }
        board_play(position->grid, &position->board, result.best.pv[0]);
    }
    return result_of(position);
}

static void play_games(Samples *samples, const char *name, int games) {
    const Grid *grid = trial_grid(samples->trial);
    for (int game = 0; game < games; game++) {
        Position position;
        int first = samples->count;
        progress_line_write("%s: game %d of %d", name, game + 1, games);
        if (!play_opening(&position, grid, game + 1)) continue;
        int result = play_out(samples, &position);
        samples->results[result + 1]++;
        for (int i = first; i < samples->count; i++) samples->list[i].result *= result;
    }
}

/* The mean of -ln of the chance that the model gives to what happened. One win and one loss with a value of three lines
 * are added: where all games are drawn, the curves must lie somewhere. */
static double misfit(const Samples *samples, WdlFit fit) {
    enum { SURE = 300 };
    const double LEAST = 1e-6;
    double sum = -2 * log(wdl_chance(&fit, SURE) + LEAST);
    for (int i = 0; i < samples->count; i++) {
        const Sample *sample = &samples->list[i];
        double win = wdl_chance(&fit, sample->value), loss = wdl_chance(&fit, -sample->value);
        double chance = sample->result > 0 ? win : sample->result < 0 ? loss : 1 - win - loss;
        sum -= log(chance > LEAST ? chance : LEAST);
    }
    return sum / (samples->count + 2);
}

/* Steps in four directions as long as one of them helps, then shorter steps. */
static WdlFit fit_of(const Samples *samples, double *best) {
    const double EVEN_MAX = 2000, SPREAD_MIN = 20, SPREAD_MAX = 1000; /* a few games alike have no best fit */
    static const int ways[][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    WdlFit fit = {100, 50};
    *best = misfit(samples, fit);
    for (double step = 64; step >= 1; step /= 2) {
        for (size_t i = 0; i < 4; i++) {
            WdlFit next = {fit.even + step * ways[i][0], fit.spread + step * ways[i][1]};
            if (next.even < 1 || next.even > EVEN_MAX) continue;
            if (next.spread < SPREAD_MIN || next.spread > SPREAD_MAX) continue;
            double error = misfit(samples, next);
            if (error >= *best) continue;
            *best = error;
            fit = next;
            i = (size_t)-1;
        }
    }
    return fit;
}

static void add_row(Results *results, const char *name, const Samples *samples) {
    double error;
    WdlFit fit = fit_of(samples, &error);
    results_text(results, "%s", name);
    results_number(results, samples->count, 0);
    results_text(results, "%d/%d/%d", samples->results[2], samples->results[1], samples->results[0]);
    if (samples->count == 0) {
        for (int i = 0; i < 3; i++) results_nothing(results);
        return;
    }
    results_number(results, fit.even, 0);
    results_number(results, fit.spread, 0);
    results_number(results, error, 3);
}

static bool measure(const Bench *bench, const Game *game, const char *name) {
    int games = bench->options->limits.rounds;
    Samples samples = {.trial = trial_new(game, HASH_MB, 1), .capacity = games * game_cells(game)};
    samples.limits = (TrialLimits){.techniques = USE_ALL,
                                   .depth = DEPTH_MAX,
                                   .nodes = (uint64_t)bench->options->limits.nodes,
                                   .time_us = INT64_MAX};
    samples.list = calloc((size_t)samples.capacity, sizeof *samples.list);
    bool complete = samples.trial != NULL && samples.list != NULL;
    if (complete) {
        play_games(&samples, name, games);
        add_row(bench->results, name, &samples);
    }
    trial_free(samples.trial);
    free(samples.list);
    return complete || refuse(bench->why, "not enough memory");
}

ModeEnd mode_wdl(const Bench *bench) {
    /* One for each size class, under the rule line and where lines are points. */
    static const char *const usual[] = {"7x7",         "4x4x4",       "8x8",           "5x5x5",       "6x6x6",
                                        "7x7x7",       "4x4x4x4",     "3x3x3:score",   "4x4x4:score", "8x8:score",
                                        "5x5x5:score", "6x6x6:score", "4x4x4x4:score", NULL};
    static const TableHead table = {
        "wdl",
        "values and what becomes of them",
        {"game", "positions", "X +/=/-", "even", "spread", "misfit"},
        {"even    the value with which every second game is won",
         "spread  with that much more, nearly three in four are",
         "misfit  mean of -ln of the chance that the model gives to what happened"},
    };
    results_table(bench->results, &table);
    for (const char *const *name = bench_options_games(bench->options, usual); *name != NULL; name++) {
        Game game;
        if (!game_parse(word_of(*name), &game, bench->why) || !measure(bench, &game, *name)) return MODE_FAILED;
    }
    return MODE_FINE;
}
