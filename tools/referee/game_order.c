#include "referee/game_order.h"

#include <stdlib.h>

FinishedGame *finished_game_new(const GameRecord *record, const Grid *grid, bool has_plain) {
    char text[POSITION_TEXT_SIZE];
    Position position;
    Reason why;
    FinishedGame *game = malloc(sizeof *game);
    if (game == NULL) return NULL;
    /* The moves are legal: the referee played them, or the reader of the record has checked them. */
    (void)record_replay(record, grid, &position, &why);
    notation_print_position(grid, &position.board, text);
    *game = (FinishedGame){
        .number = record->number,
        .plies = record->plies,
        .outcome = record->outcome,
        .ending = record->ending,
        .reason = strdup(record->reason.text),
        .final = strdup(text),
        .plain = has_plain ? record_plain_text(record) : NULL,
    };
    bool is_whole = game->reason != NULL && game->final != NULL && (game->plain != NULL || !has_plain);
    if (is_whole) return game;
    finished_game_free(game);
    return NULL;
}

void finished_game_free(FinishedGame *game) {
    if (game == NULL) return;
    free(game->reason);
    free(game->final);
    free(game->text);
    free(game->plain);
    free(game);
}

bool game_order_init(GameOrder *order, const Schedule *schedule) {
    FinishedGame **games = calloc((size_t)schedule_games(schedule), sizeof *games);
    *order = (GameOrder){.schedule = schedule, .games = games};
    return games != NULL;
}

void game_order_free(GameOrder *order) {
    for (int i = 0; order->games != NULL && i < schedule_games(order->schedule); i++) {
        finished_game_free(order->games[i]);
    }
    free(order->games);
    *order = (GameOrder){0};
}

void game_order_put(GameOrder *order, FinishedGame *game) {
    finished_game_free(order->games[game->number - 1]);
    order->games[game->number - 1] = game;
}

const FinishedGame *game_order_at(const GameOrder *order, int number) {
    return order->games[number - 1];
}

char *game_order_take_plain(GameOrder *order, int number) {
    char *text = order->games[number - 1]->plain;
    order->games[number - 1]->plain = NULL;
    return text;
}

/* 0: none is left. */
static int next_number(const GameOrder *order) {
    for (int number = order->upto + 1; number <= schedule_games(order->schedule); number++) {
        bool is_gap = order->skips_gaps && game_order_at(order, number) == NULL;
        if (schedule_is_ours(order->schedule, number) && !is_gap) return number;
    }
    return 0;
}

const FinishedGame *game_order_next(GameOrder *order) {
    int number = next_number(order);
    const FinishedGame *game = number != 0 ? game_order_at(order, number) : NULL;
    if (game != NULL) order->upto = number;
    return game;
}

bool game_order_is_complete(const GameOrder *order) {
    return next_number(order) == 0;
}

int game_order_pending(const GameOrder *order) {
    int count = 0;
    for (int i = order->upto; i < schedule_games(order->schedule); i++) count += order->games[i] != NULL;
    return count;
}
