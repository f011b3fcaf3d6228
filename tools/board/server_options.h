/* The command line of the board. */
#ifndef ROWAN_BOARD_SERVER_OPTIONS_H
#define ROWAN_BOARD_SERVER_OPTIONS_H

#include "board/connection.h"
#include "rules/game.h"

typedef struct {
    char game[GAME_NAME_SIZE];
    const char *engines[ENGINES_MAX]; /* commands; the first one also answers the page's questions */
    int engine_count;
    int port; /* 0: any */
    bool opens_browser;
    const char *record_path; /* NULL: nothing is followed */
} ServerOptions;

extern const char server_options_usage[];

/* `engine` is the command of the engine if none is given. Text stays the caller's. */
bool server_options_parse(ServerOptions *options, int argc, char **argv, const char *engine, Reason *why);

#endif
