/* The engine's options: one table that prints, checks and sets them. */
#ifndef ROWAN_CORE_OPTIONS_H
#define ROWAN_CORE_OPTIONS_H

#include <stdio.h>

#include "rules/game.h"

enum { OPTION_TEXT_SIZE = 1024 };

typedef struct {
    Game game;
    int hash_mb;
    int threads;
    int multipv;
    int ponder; /* 0 or 1 */
    int level;  /* a Level */
    int seed;
    int move_overhead_ms;
    int own_book; /* 0 or 1 */
    char proof_file[OPTION_TEXT_SIZE];
    char debug_log_file[OPTION_TEXT_SIZE];
} Settings;

typedef enum { LEVEL_EASY, LEVEL_MEDIUM, LEVEL_HARD, LEVEL_MASTER } Level;

typedef enum {
    OPTION_CHECK,
    OPTION_SPIN,
    OPTION_COMBO, /* one of several words */
    OPTION_GAME,  /* the name of a game; hosts see a string */
    OPTION_STRING,
    OPTION_BUTTON,
} OptionType;

typedef enum {
    OPTION_ID_GAME,
    OPTION_ID_HASH,
    OPTION_ID_THREADS,
    OPTION_ID_MULTIPV,
    OPTION_ID_PONDER,
    OPTION_ID_LEVEL,
    OPTION_ID_SEED,
    OPTION_ID_MOVE_OVERHEAD,
    OPTION_ID_OWN_BOOK,
    OPTION_ID_PROOF_FILE,
    OPTION_ID_CLEAR_HASH,
    OPTION_ID_DEBUG_LOG_FILE,
} OptionId;

void settings_init(Settings *settings);

/* Sets one option in *settings and says which; leaves everything as it was when the name or the value is wrong. The
 * value is NULL when none was given. */
bool option_set(Settings *settings, Word name, const char *value, OptionId *id, Reason *why);

/* "name Hash type spin default 64 min 1 max 65536" for the index-th option; false past the last. */
bool option_describe(int index, Writer *writer);

#endif
