/* How strong an engine is where equals always draw: its wins against a pool of weaker players of several kinds.
 *
 * Each row is a board and a player of tools/sparring. Games are played at fixed nodes, from random openings of two
 * plies, each from both sides. */
#include <math.h>

#include "modes/modes.h"
#include "modes/sparring_match.h"

static const struct {
    const char *game, *partner;
} pool[] = {
    {"5x5", "random"},        {"8x8", "random"},  {"10x10", "random"},      {"4x4x4", "rules"},
    {"4x4x4", "alphabeta 3"}, {"5x5x5", "rules"}, {"5x5x5", "alphabeta 2"}, {"6x6x6", "rules"},
    {"6x6x6", "alphabeta 2"}, {"7x7x7", "rules"}, {"8x8x8", "rules"},       {"8x8x8", "alphabeta 2"},
    {"4x4x4x4", "rules"},
};

enum { POOL = sizeof pool / sizeof pool[0], NODES = 5000, PAIRS = 5 };

/* The score with its 95% interval by Wilson 1927, a draw counting as half a win. */
static void print_row(const MatchScore *counts, const char *game, const char *opponent, Results *results) {
    double games = match_score_games(counts), z = 1.96, spread = z * z / games;
    double score = match_score_points(counts) / games;
    double centre = (score + spread / 2) / (1 + spread);
    double half = z * sqrt(score * (1 - score) / games + spread / games / 4) / (1 + spread);
    results_text(results, "%s", game);
    results_text(results, "%s", opponent);
    results_number(results, games, 0);
    results_number(results, counts->wins, 0);
    results_number(results, counts->draws, 0);
    results_number(results, counts->losses, 0);
    results_number(results, 100 * score, 1);
    results_number(results, 100 * (centre - half), 1);
    results_number(results, 100 * (centre + half), 1);
}

static bool measure(const Bench *bench, int row) {
    const BenchOptions *options = bench->options;
    MatchScore score;
    SparringMatch match = {.engine = options->engine,
                           .game = pool[row].game,
                           .partner = pool[row].partner,
                           .nodes = bench_options_or(options->nodes, NODES),
                           .pairs = bench_options_or(options->rounds, PAIRS)};
    if (!sparring_match_play(&match, &score, bench->why)) return false;
    print_row(&score, match.game, match.partner, bench->results);
    return true;
}

ModeEnd mode_strength(const Bench *bench) {
    static const char *const columns[] = {"game",   "opponent", "games", "wins",   "draws",
                                          "losses", "score %",  "low %", "high %", NULL};
    int rows = 0;
    sparring_match_note(bench->results, bench_options_or(bench->options->nodes, NODES),
                        bench_options_or(bench->options->rounds, PAIRS));
    results_table(bench->results, "strength", "Strength: games against weaker players", columns);
    results_legend(bench->results, "score: a draw counts half; low, high: its 95% interval");
    for (int row = 0; row < POOL; row++) {
        Game game;
        const Game *only = bench_options_game(bench->options);
        if (!game_parse(word_of(pool[row].game), &game, bench->why)) return MODE_FAILED;
        if (only != NULL && !game_equal(only, &game)) continue;
        if (!measure(bench, row)) return MODE_FAILED;
        rows++;
    }
    if (rows > 0) return MODE_FINE;
    refuse(bench->why, "the pool has no opponent for this game");
    return MODE_FAILED;
}
