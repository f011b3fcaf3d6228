/* The engine's options: one table that prints, checks and sets them. */
#ifndef ROWAN_CORE_OPTIONS_H
#define ROWAN_CORE_OPTIONS_H

#include <stdio.h>

#include "rules/game.h"

enum { OPTION_TEXT_SIZE = 1024 };

typedef struct {
    Game game;
    bool writes_drops; /* for chess GUIs that know 3x3 as tictactoe: moves are written P@a1 */
    int hash_mb;
    int threads;
    int multipv;
    int ponder;         /* 0 or 1 */
    int level;          /* a Level */
    int limit_strength; /* 0 or 1 */
    int elo;            /* counts if the strength is limited */
    int seed;
    int move_overhead_ms;
    int use_proofs;   /* 0 or 1 */
    int analyse_mode; /* 0 or 1 */
    int show_wdl;     /* 0 or 1 */
    char proof_file[OPTION_TEXT_SIZE];
    char debug_log_file[OPTION_TEXT_SIZE];
} Settings;

/* UCI_Elo: from random play to everything. */
enum { ELO_MIN = 0, ELO_MAX = 2400 };

typedef enum { LEVEL_EASY, LEVEL_MEDIUM, LEVEL_HARD, LEVEL_MASTER } Level;

typedef enum {
    OPTION_CHECK,
    OPTION_SPIN,
    OPTION_COMBO,   /* one of several words */
    OPTION_GAME,    /* the name of a game: hosts choose from a list, but others are taken as well */
    OPTION_VARIANT, /* the same for UCI hosts */
    OPTION_STRING,
    OPTION_BUTTON,
} OptionType;

/* Which option was set, if more follows from that. */
typedef enum {
    OPTION_ID_OTHER,
    OPTION_ID_GAME,
    OPTION_ID_HASH,
    OPTION_ID_THREADS,
    OPTION_ID_PROOF_FILE,
    OPTION_ID_CLEAR_HASH,
    OPTION_ID_DEBUG_LOG_FILE,
} OptionId;

/* The words that a host has greeted us with. */
typedef enum { PROTOCOL_UGI, PROTOCOL_UCI } Protocol;

/* The longest descriptions are those of Game and UCI_Variant, with a name for every board and rule. */
enum { OPTION_DESCRIPTION_SIZE = 2048 };

void settings_init(Settings *settings);

/* Sets one option in *settings and says which; leaves everything as it was when the name or the value is wrong. The
 * value is NULL when none was given. */
bool option_set(Settings *settings, Word name, const char *value, OptionId *id, Reason *why);

/* "name Hash type spin default 64 min 1 max 65536" for the index-th option; nothing for one that is not shown to such
 * hosts; false past the last. */
bool option_describe(int index, Protocol protocol, Writer *writer);

#endif
