/* The command line of the player, read and checked. */
#ifndef ROWAN_PLAY_PLAY_OPTIONS_H
#define ROWAN_PLAY_PLAY_OPTIONS_H

#include <stdio.h>

#include "rules/game.h"

typedef enum { REQUEST_PLAY, REQUEST_CLASSIC, REQUEST_REPLAY, REQUEST_HELP } RequestKind;

/* All strings are the caller's argv. */
typedef struct {
    RequestKind kind;
    Game game;
    const char *seats[2]; /* NULL: a person; otherwise the command of an engine */
    bool is_seated;       /* the command line says who begins */
    const char *engine;   /* the command that "engine" stands for, also for hints */
    const char *level;    /* NULL: not asked for */
    const char *seed;     /* NULL: not asked for */
    int64_t move_ms;
    int max_plies; /* 0: no limit */
    bool shows_info;
    const char *replay_file;
    int replay_number; /* from 1 */
} PlayRequest;

/* `engine` is our own engine, used unless another is asked for. */
bool play_request_read(PlayRequest *request, int argc, char **argv, const char *engine, Reason *why);
void play_request_usage(FILE *out);

#endif
