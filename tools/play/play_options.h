/* The command line of the player, read and checked. */
#ifndef ROWAN_PLAY_PLAY_OPTIONS_H
#define ROWAN_PLAY_PLAY_OPTIONS_H

#include "common/command_line.h"
#include "rules/game.h"

typedef enum { PLAY_GAME, PLAY_CLASSIC, PLAY_REPLAY } PlayMode;

/* All strings belong to the caller of play_options_parse. */
typedef struct {
    PlayMode mode;
    Game game;
    const char *seats[2]; /* NULL: a person; otherwise the command of an engine */
    bool is_seated;       /* the command line says who plays which side */
    const char *engine;   /* the command that "engine" stands for; it also gives the hints */
    const char *level;    /* NULL: not asked for */
    const char *seed;     /* NULL: not asked for */
    int64_t move_ms;
    int max_plies; /* 0: no limit */
    bool shows_info;
    const char *replay_file;
    int replay_number; /* from 1 */
} PlayOptions;

extern const OptionHelp play_options_help;

/* `engine` is the command to use unless --engine names another. */
bool play_options_parse(PlayOptions *options, char **argv, const char *engine, Reason *why);

#endif
