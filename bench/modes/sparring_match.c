#include "modes/sparring_match.h"

#include <stdio.h>
#include <string.h>

#include "common/client.h"
#include "common/progress_line.h"
#include "harness/engine_runs.h"
#include "rules/position.h"
#include "rules/shape.h"

enum { WORDS_MAX = 4, OPENING_PLIES = 2, PATIENCE_MS = 60000, MOVES_SIZE = CELLS_MAX * MOVE_TEXT_SIZE };

/* A match under way. */
typedef struct {
    const Shape *shape;
    Client *players[2]; /* the engine, its partner */
    char limits[64];    /* of the engine */
    MatchScore *score;
} Table;

void sparring_match_note(Results *results, int nodes, int pairs) {
    results_note(results, "%d nodes a move; %d random %s of %d plies, played from both sides", nodes, pairs,
                 text_plural(pairs, "opening", "openings"), OPENING_PLIES);
}

static Client *start_player(const char *const argv[], const char *game, const char *level, Reason *why) {
    char *words[WORDS_MAX + 1] = {NULL};
    for (int i = 0; i < WORDS_MAX && argv[i] != NULL; i++) words[i] = (char *)argv[i];
    ClientSpec spec = {.process = {.argv = words}};
    Client *client = client_new(&spec);
    if (client == NULL) {
        refuse(why, "not enough memory");
        return NULL;
    }
    bool is_ready = client_start(client) == CLIENT_OK && client_set_option(client, "Game", game) == CLIENT_OK &&
                    (level == NULL || client_set_option(client, "Level", level) == CLIENT_OK) &&
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
        int cell = position_random_move(position, &rng);
        board_play(grid, &position->board, cell);
        writer_add(moves, "%s%s", ply > 0 ? " " : "", notation_move(&grid->game, cell).text);
    }
}

static bool take_turn(Table *table, Position *position, int player, Writer *moves, Reason *why) {
    Client *client = table->players[player];
    ClientAnswer answer;
    Reason reason;
    const char *limits = player == 0 ? table->limits : "depth 64";
    bool has_answered = client_position(client, NULL, moves->buffer) == CLIENT_OK &&
                        client_go(client, limits, PATIENCE_MS, &answer) == CLIENT_OK;
    const char *name = player == 0 ? "the engine" : "the partner";
    if (!has_answered) return refuse(why, "%s: %.200s", name, client_reason(client));
    if (!position_play_text(position, word_of(answer.move), &reason)) return refuse(why, "%s: %s", name, reason.text);
    writer_add(moves, " %s", answer.move);
    return true;
}

static bool play_game(Table *table, int number, Side own, Reason *why) {
    char text[MOVES_SIZE];
    Position position;
    Writer moves = writer_on(text, sizeof text);
    play_opening(&position, &table->shape->grid, number, &moves);
    for (int i = 0; i < 2; i++) {
        if (client_new_game(table->players[i]) != CLIENT_OK || client_ready(table->players[i]) != CLIENT_OK) {
            return refuse(why, "a player: %.200s", client_reason(table->players[i]));
        }
    }
    while (!position_is_over(&position)) {
        if (!take_turn(table, &position, board_side(&position.board) == own ? 0 : 1, &moves, why)) return false;
    }
    Outcome outcome = board_outcome(position.grid, &position.board);
    bool has_won = outcome == (own == SIDE_X ? OUTCOME_X_WINS : OUTCOME_O_WINS);
    table->score->draws += outcome == OUTCOME_DRAW;
    table->score->wins += has_won;
    table->score->losses += outcome != OUTCOME_DRAW && !has_won;
    return true;
}

static bool play_pairs(Table *table, const SparringMatch *match, Reason *why) {
    for (int i = 0; i < 2 * match->pairs; i++) {
        progress_line_write("%s: %s against %s, game %d of %d", match->game,
                            match->level != NULL ? match->level : "Rowan", match->partner, i + 1, 2 * match->pairs);
        if (!play_game(table, i / 2 + 1, i % 2 == 0 ? SIDE_X : SIDE_O, why)) return false;
    }
    return true;
}

static bool start_players(Table *table, const SparringMatch *match, Reason *why) {
    char sparring[ENGINE_PATH_SIZE], player[64];
    engine_runs_beside(match->engine, "sparring", sparring);
    snprintf(player, sizeof player, "%s", match->partner);
    const char *const engine[] = {match->engine, NULL};
    const char *partner[WORDS_MAX + 1] = {sparring};
    int words = 1;
    for (char *at = player; at != NULL && words < WORDS_MAX; words++) {
        partner[words] = at;
        at = strchr(at, ' ');
        if (at != NULL) *at++ = '\0';
    }
    table->players[0] = start_player(engine, match->game, match->level, why);
    if (table->players[0] == NULL) return false;
    table->players[1] = start_player(partner, match->game, NULL, why);
    return table->players[1] != NULL;
}

bool sparring_match_play(const SparringMatch *match, MatchScore *score, Reason *why) {
    Game game;
    *score = (MatchScore){0};
    if (!game_parse(word_of(match->game), &game, why)) return false;
    Shape *shape = shape_new(&game);
    if (shape == NULL) return refuse(why, "not enough memory");
    Table table = {.shape = shape, .score = score};
    snprintf(table.limits, sizeof table.limits, "nodes %d", match->nodes);
    bool fine = start_players(&table, match, why) && play_pairs(&table, match, why);
    for (int i = 0; i < 2; i++) client_free(table.players[i]);
    shape_free(shape);
    return fine;
}
