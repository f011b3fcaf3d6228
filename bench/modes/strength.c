/* How strong an engine is where equals always draw: its wins against a pool of weaker players of several kinds.
 *
 * Each row is a board and a player of tools/sparring. Games are played at fixed nodes, from random openings of two
 * plies, each from both sides; the openings depend on their number alone. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "common/client.h"
#include "harness/progress.h"
#include "modes/modes.h"
#include "rules/position.h"
#include "rules/shape.h"

enum { OPENING_PLIES = 2, PATIENCE_MS = 60000, PATH_SIZE = 1024, MOVES_SIZE = CELLS_MAX * MOVE_TEXT_SIZE };

static const struct {
    const char *game, *player, *parameter; /* of the sparring partner; NULL: none */
} pool[] = {
    {"5x5", "random", NULL},     {"8x8", "random", NULL},  {"10x10", "random", NULL},   {"4x4x4", "rules", NULL},
    {"4x4x4", "alphabeta", "3"}, {"5x5x5", "rules", NULL}, {"5x5x5", "alphabeta", "2"}, {"6x6x6", "rules", NULL},
    {"7x7x7", "rules", NULL},    {"8x8x8", "rules", NULL}, {"8x8x8", "alphabeta", "2"}, {"4x4x4x4", "rules", NULL},
};

enum { POOL = sizeof pool / sizeof pool[0] };

typedef struct {
    const Shape *shape;
    Client *players[2]; /* the engine, its partner */
    char limits[64];    /* of the engine */
    int wins, draws, losses;
} Match;

/* The sparring partners are in the folder of the engine. */
static void find_sparring(const char *engine, char path[PATH_SIZE]) {
    const char *slash = strrchr(engine, '/');
    snprintf(path, PATH_SIZE, "%.*ssparring", slash != NULL ? (int)(slash + 1 - engine) : 0, engine);
}

static Client *start_player(const char *const argv[], const char *game, Reason *why) {
    char *words[] = {(char *)argv[0], (char *)argv[1], (char *)argv[2], NULL};
    ClientSpec spec = {.process = {.argv = words}};
    Client *client = client_new(&spec);
    if (client == NULL) {
        refuse(why, "not enough memory");
        return NULL;
    }
    bool is_ready = client_start(client) == CLIENT_OK && client_set_option(client, "Game", game) == CLIENT_OK &&
                    client_ready(client) == CLIENT_OK;
    if (is_ready) return client;
    refuse(why, "%.100s: %.120s", argv[0], client_reason(client));
    client_free(client);
    return NULL;
}

/* An undecided opening; the same for each number. */
static void play_opening(Position *position, const Grid *grid, int number, Writer *moves) {
    Rng rng = {.state = (uint64_t)number};
    position_init(position, grid);
    for (int ply = 0; ply < OPENING_PLIES; ply++) {
        char move[MOVE_TEXT_SIZE];
        CellSet cells = board_empty(grid, &position->board);
        for (int skipped = rng_below(&rng, cells_count(cells)); skipped > 0; skipped--) cells_take(&cells);
        move_print(&grid->game, cells_first(&cells), move);
        board_play(grid, &position->board, cells_first(&cells));
        writer_add(moves, "%s%s", ply > 0 ? " " : "", move);
    }
}

static bool take_turn(Match *match, Position *position, int player, Writer *moves, Reason *why) {
    Client *client = match->players[player];
    ClientAnswer answer;
    Reason reason;
    const char *limits = player == 0 ? match->limits : "depth 64";
    bool has_answered = client_position(client, NULL, moves->buffer) == CLIENT_OK &&
                        client_go(client, limits, PATIENCE_MS, &answer) == CLIENT_OK;
    const char *name = player == 0 ? "the engine" : "the partner";
    if (!has_answered) return refuse(why, "%s: %.200s", name, client_reason(client));
    if (!position_play_text(position, word_of(answer.move), &reason)) return refuse(why, "%s: %s", name, reason.text);
    writer_add(moves, " %s", answer.move);
    return true;
}

static bool play_game(Match *match, int number, Side own, Reason *why) {
    char text[MOVES_SIZE];
    Position position;
    Writer moves = writer_on(text, sizeof text);
    play_opening(&position, &match->shape->grid, number, &moves);
    for (int i = 0; i < 2; i++) {
        if (client_new_game(match->players[i]) != CLIENT_OK || client_ready(match->players[i]) != CLIENT_OK) {
            return refuse(why, "a player: %.200s", client_reason(match->players[i]));
        }
    }
    while (!position_is_over(&position)) {
        if (!take_turn(match, &position, board_side(&position.board) == own ? 0 : 1, &moves, why)) return false;
    }
    Outcome outcome = board_outcome(position.grid, &position.board);
    bool has_won = outcome == (own == SIDE_X ? OUTCOME_X_WINS : OUTCOME_O_WINS);
    match->draws += outcome == OUTCOME_DRAW;
    match->wins += has_won;
    match->losses += outcome != OUTCOME_DRAW && !has_won;
    return true;
}

static bool play_pairs(Match *match, const char *title, int pairs, Reason *why) {
    for (int i = 0; i < 2 * pairs; i++) {
        progress_show("strength: %s, game %d of %d", title, i + 1, 2 * pairs);
        if (!play_game(match, i / 2 + 1, i % 2 == 0 ? SIDE_X : SIDE_O, why)) return false;
    }
    return true;
}

/* The score with its 95% interval by Wilson 1927, a draw counting as half a win. */
static void print_row(const Match *match, const char *game, const char *opponent, Results *results) {
    double games = match->wins + match->draws + match->losses;
    double score = (match->wins + match->draws / 2.0) / games, z = 1.96, spread = z * z / games;
    double centre = (score + spread / 2) / (1 + spread);
    double half = z * sqrt(score * (1 - score) / games + spread / games / 4) / (1 + spread);
    results_text(results, "%s", game);
    results_text(results, "%s", opponent);
    results_number(results, games, 0);
    results_number(results, match->wins, 0);
    results_number(results, match->draws, 0);
    results_number(results, match->losses, 0);
    results_number(results, 100 * score, 1);
    results_number(results, 100 * (centre - half), 1);
    results_number(results, 100 * (centre + half), 1);
}

static bool measure(const Bench *bench, int row, const Shape *shape) {
    const BenchOptions *options = bench->options;
    char sparring[PATH_SIZE], opponent[64], title[96];
    find_sparring(options->engine, sparring);
    snprintf(opponent, sizeof opponent, "%s%s%s", pool[row].player, pool[row].parameter != NULL ? " " : "",
             pool[row].parameter != NULL ? pool[row].parameter : "");
    snprintf(title, sizeof title, "%s against %s", pool[row].game, opponent);
    Match match = {.shape = shape};
    snprintf(match.limits, sizeof match.limits, "nodes %d", number_or(options->nodes, 5000));
    match.players[0] = start_player((const char *const[]){options->engine, NULL, NULL}, pool[row].game, bench->why);
    if (match.players[0] == NULL) return false;
    match.players[1] = start_player((const char *const[]){sparring, pool[row].player, pool[row].parameter},
                                    pool[row].game, bench->why);
    bool fine = match.players[1] != NULL && play_pairs(&match, title, number_or(options->rounds, 5), bench->why);
    if (fine) print_row(&match, pool[row].game, opponent, bench->results);
    for (int i = 0; i < 2; i++) client_free(match.players[i]);
    return fine;
}

ModeEnd mode_strength(const Bench *bench) {
    static const char *const columns[] = {"game",   "opponent", "games", "wins",   "draws",
                                          "losses", "score %",  "low %", "high %", NULL};
    int rows = 0;
    results_table(bench->results, "strength", "Strength: games against weaker players", columns);
    results_legend(bench->results, "score: a draw counts half; low, high: its 95% interval");
    for (int row = 0; row < POOL; row++) {
        Game game;
        const Game *only = bench_options_game(bench->options);
        if (!game_parse(word_of(pool[row].game), &game, bench->why)) return MODE_FAILED;
        if (only != NULL && !game_equal(only, &game)) continue;
        Shape *shape = shape_new(&game);
        bool fine = shape != NULL ? measure(bench, row, shape) : refuse(bench->why, "not enough memory");
        shape_free(shape);
        if (!fine) return MODE_FAILED;
        rows++;
    }
    if (rows > 0) return MODE_FINE;
    refuse(bench->why, "the pool has no opponent for this game");
    return MODE_FAILED;
}
