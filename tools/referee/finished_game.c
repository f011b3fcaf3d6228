#include "referee/finished_game.h"

#include <stdlib.h>

/* The moves are legal: the referee played them, or the reader of the record has checked them. */
static void replay(const GameRecord *record, const Grid *grid, Position *position) {
    const char *cursor = record->start;
    Diagram diagram;
    Reason why;
    position_init(position, grid);
    if (record->start[0] != '\0' && diagram_parse(&cursor, &diagram, &why)) {
        position_set_up(position, grid, &diagram, &why);
    }
    for (int i = 0; i < record->plies; i++) position_play(position, record->moves[i].cell, &why);
}

FinishedGame *finished_game_new(const GameRecord *record, const Grid *grid) {
    char text[POSITION_TEXT_SIZE];
    Position position;
    FinishedGame *game = malloc(sizeof *game);
    if (game == NULL) return NULL;
    replay(record, grid, &position);
    position_print(grid, &position.board, text);
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
