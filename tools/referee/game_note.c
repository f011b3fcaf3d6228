#include "referee/game_note.h"

#include <stdlib.h>

/* The moves are legal: the referee played them, or the reader of the record has checked them. */
static void replay(const GameRecord *record, const Grid *grid, Position *position) {
    const char *cursor = record->start;
    Setup setup;
    Reason why;
    position_init(position, grid);
    if (record->start[0] != '\0' && setup_parse(&cursor, &setup, &why)) {
        position_set_up(position, grid, &setup, &why);
    }
    for (int i = 0; i < record->plies; i++) position_play(position, record->moves[i].cell, &why);
}

GameNote game_note_of(const GameRecord *record, const Grid *grid) {
    char text[POSITION_TEXT_SIZE];
    Position position;
    replay(record, grid, &position);
    notation_print_position(grid, &position.board, text);
    return (GameNote){strdup(record->reason.text), strdup(text)};
}

void game_note_release(GameNote *note) {
    free(note->reason);
    free(note->final);
    *note = (GameNote){0};
}
