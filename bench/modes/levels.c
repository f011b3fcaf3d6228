/* Whether the levels of an engine are a ladder: no level scores worse than the one below it, whoever it plays.
 *
 * Each row is a board and a player of tools/sparring, whom every level plays at the same nodes from the same openings.
 * A step down counts if it is larger than chance explains (see match_score.h). */
#include "modes/modes.h"
#include "modes/sparring_match.h"

enum { LEVELS = 4 };

static const char *const levels[LEVELS] = {"easy", "medium", "hard", "master"};

static const char *const games[] = {"3x3",     "4x4",     "5x5",       "8x8",         "10x10",
                                    "3x3x3",   "4x4x4",   "5x5x5",     "6x6x6",       "8x8x8",
                                    "3x3x3x3", "4x4x4x4", "5x5:score", "3x3x3:score", "4x4x4:score"};

enum { GAMES = sizeof games / sizeof games[0] };

static const char *const partners[] = {"random", "rules", "alphabeta 1", "alphabeta 2", "alphabeta 3"};

enum { PARTNERS = sizeof partners / sizeof partners[0], DEPTH_3 = PARTNERS - 1, CELLS_FOR_DEPTH_3 = 100 };

/* The table has about two hundred steps from a level to the next, so that one in a hundred would be too often. */
static const double CHANCE_MIN = 0.001;

static const char *verdict(const MatchScore scores[LEVELS]) {
    const char *words = "yes";
    for (int i = 1; i < LEVELS; i++) {
        if (match_score_drop_chance(&scores[i - 1], &scores[i]) < CHANCE_MIN) return "no";
        if (match_score_points(&scores[i]) < match_score_points(&scores[i - 1])) words = "within chance";
    }
    return words;
}

static bool measure(const Bench *bench, const char *game, int partner, int *failures) {
    const BenchOptions *options = bench->options;
    MatchScore scores[LEVELS];
    SparringMatch match = {.engine = options->engine,
                           .game = game,
                           .partner = partners[partner],
                           .nodes = options->limits.nodes,
                           .pairs = options->limits.rounds};
    for (int i = 0; i < LEVELS; i++) {
        match.level = levels[i];
        if (!sparring_match_play(&match, &scores[i], bench->why)) return false;
    }
    results_text(bench->results, "%s", game);
    results_text(bench->results, "%s", match.partner);
    results_number(bench->results, match_score_games(&scores[0]), 0);
    for (int i = 0; i < LEVELS; i++) results_number(bench->results, match_score_points(&scores[i]), 1);
    results_number(bench->results, scores[LEVELS - 1].losses, 0);
    results_text(bench->results, "%s", verdict(scores));
    *failures += verdict(scores)[0] == 'n';
    return true;
}

ModeEnd mode_levels(const Bench *bench) {
    static const TableHead table = {
        "levels",
        "Levels: points against each opponent",
        {"game", "opponent", "games", "easy", "medium", "hard", "master", "losses", "ladder"},
        {"losses: of level master",
         "ladder: no level has fewer points than the one before; within chance: it has, but equally",
         "        strong levels would come out so with a chance of 1 in 1000 or more"},
    };
    int rows = 0, failures = 0;
    sparring_match_note(bench->results, bench->options->limits.nodes, bench->options->limits.rounds);
    results_table(bench->results, &table);
    for (int i = 0; i < GAMES; i++) {
        Game game;
        const Game *only = bench_options_game(bench->options);
        if (!game_parse(word_of(games[i]), &game, bench->why)) return MODE_FAILED;
        if (only != NULL && !game_equal(only, &game)) continue;
        for (int partner = 0; partner < PARTNERS; partner++) {
            if (partner == DEPTH_3 && game_cells(&game) > CELLS_FOR_DEPTH_3) continue;
            if (!measure(bench, games[i], partner, &failures)) return MODE_FAILED;
            rows++;
        }
    }
    results_summary(bench->results, "%d of %d rows %s not a ladder", failures, rows, failures == 1 ? "is" : "are");
    if (rows > 0) return failures == 0 ? MODE_FINE : MODE_DIFFERS;
    refuse(bench->why, "the levels are not measured on this game");
    return MODE_FAILED;
}
