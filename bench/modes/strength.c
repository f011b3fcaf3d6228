/* How strong an engine is where equals always draw: its wins against a pool of weaker players of several kinds.
 *
 * Each row is a board and a player of tools/sparring. Games are played at fixed nodes, from random openings of two
 * plies, each from both sides. Nothing in the engine is tuned on the players that are held out, so that their rows tell
 * what the others, against which changes are tried, cannot: whether the engine plays well or only knows its partners.
 */
#include <math.h>

#include "modes/modes.h"
#include "modes/sparring_match.h"
#include "rules/geometry.h"

static const char *const boards[] = {"5x5", "8x8", "10x10", "4x4x4", "5x5x5", "6x6x6", "7x7x7", "8x8x8", "4x4x4x4"};

typedef struct {
    const char *name;
    int cells_max; /* it would take too long on larger boards */
    bool is_held_out;
} Partner;

static const Partner partners[] = {
    {"random", CELLS_MAX, false},     {"rules", CELLS_MAX, false},       {"greedy", CELLS_MAX, false},
    {"noisy 2 20", CELLS_MAX, false}, {"alphabeta 2", CELLS_MAX, false}, {"human", CELLS_MAX, true},
    {"mcts 1000", CELLS_MAX, true},   {"alphabeta 3", 216, true},
};

enum {
    BOARDS = sizeof boards / sizeof boards[0],
    PARTNERS = sizeof partners / sizeof partners[0],
};

/* The score with its 95% interval by Wilson 1927, a draw counting as half a win. */
static void print_row(const MatchScore *counts, const char *game, const Partner *partner, Results *results) {
    double games = match_score_games(counts), z = 1.96, spread = z * z / games;
    double score = match_score_points(counts) / games;
    double centre = (score + spread / 2) / (1 + spread);
    double half = z * sqrt(score * (1 - score) / games + spread / games / 4) / (1 + spread);
    results_text(results, "%s", game);
    results_text(results, "%s", partner->name);
    results_text(results, "%s", partner->is_held_out ? "yes" : "no");
    results_number(results, games, 0);
    results_number(results, counts->wins, 0);
    results_number(results, counts->draws, 0);
    results_number(results, counts->losses, 0);
    results_number(results, 100 * score, 1);
    results_number(results, 100 * (centre - half), 1);
    results_number(results, 100 * (centre + half), 1);
}

static bool measure(const Bench *bench, const char *game, const Partner *partner) {
    const BenchOptions *options = bench->options;
    MatchScore score;
    SparringMatch match = {.engine = options->engine,
                           .game = game,
                           .partner = partner->name,
                           .nodes = options->limits.nodes,
                           .pairs = options->limits.rounds};
    if (!sparring_match_play(&match, &score, bench->why)) return false;
    print_row(&score, match.game, partner, bench->results);
    return true;
}

static bool measure_game(const Bench *bench, const char *name, const Game *game) {
    for (int i = 0; i < PARTNERS; i++) {
        if (game_cells(game) <= partners[i].cells_max && !measure(bench, name, &partners[i])) return false;
    }
    return true;
}

ModeEnd mode_strength(const Bench *bench) {
    static const TableHead table = {
        "strength",
        "Strength: games against weaker players",
        {"game", "opponent", "held out", "games", "wins", "draws", "losses", "score %", "low %", "high %"},
        {"held out: nothing in the engine is tuned on this opponent",
         "score: a draw counts half; low, high: its 95% interval"},
    };
    int measured = 0;
    sparring_match_note(bench->results, bench->options->limits.nodes, bench->options->limits.rounds);
    results_table(bench->results, &table);
    for (int i = 0; i < BOARDS; i++) {
        Game game;
        const Game *only = bench_options_game(bench->options);
        if (!game_parse(word_of(boards[i]), &game, bench->why)) return MODE_FAILED;
        if (only != NULL && !game_equal(only, &game)) continue;
        if (!measure_game(bench, boards[i], &game)) return MODE_FAILED;
        measured++;
    }
    if (measured > 0) return MODE_FINE;
    refuse(bench->why, "the pool has no opponent for this game");
    return MODE_FAILED;
}
