#include "referee/finished_game.h"

#include <stdlib.h>

FinishedGame *finished_game_new(const GameRecord *record, const Grid *grid) {
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
    };
    if (game->reason != NULL && game->final != NULL) return game;
    finished_game_free(game);
    return NULL;
}

void finished_game_free(FinishedGame *game) {
    if (game == NULL) return;
    free(game->reason);
    free(game->final);
    free(game->text);
    free(game);
}
