/* What the referee is told about one engine: settings of the form key=value, first collected, then checked.
 *
 * Text is kept as pointers into the settings, which must outlive the EngineConfig. Immutable once completed; any number
 * of threads may share it. */
#ifndef ROWAN_REFEREE_ENGINE_CONFIG_H
#define ROWAN_REFEREE_ENGINE_CONFIG_H

#include "referee/time_control.h"

enum {
    ENGINE_HELP_WIDTH = 23, /* of the labels in the help */
    ENGINE_ORIGIN_SIZE = 192,
    ENGINE_OPTIONS_MAX = 64,
    SETTINGS_MAX = 128,
    MARGIN_MS_DEFAULT = 10,
    HANG_MS_DEFAULT = 60000,
};

/* An option of the protocol, to be set by setoption. */
typedef struct {
    char *name;
    const char *value; /* NULL: a button */
} EngineOption;

typedef struct {
    char name[RECORD_NAME_SIZE];
    const char *command;
    const char *arguments; /* NULL: none */
    const char *dir;       /* NULL: ours */
    char **argv;           /* command and arguments, split into words */
    int option_count;
    EngineOption options[ENGINE_OPTIONS_MAX];
    TimeControl control;
    int64_t start_ms, ping_ms, setup_ms, quit_ms;
    int64_t hang_ms; /* without a clock, no answer for so long after go is a hang */
    bool restarts;   /* for every game */
    bool ponders;
    char origin[ENGINE_ORIGIN_SIZE]; /* of the settings from a file: "engines.ini, engine 'Rowan'" */
    int owned_count;
    char *owned[SETTINGS_MAX]; /* settings from a file, applied before all others */
    int setting_count;
    const char *settings[SETTINGS_MAX]; /* as given: key=value */
} EngineConfig;

/* Adds a row for each setting. */
void engine_config_help(Writer *text);
/* Collects a setting without looking at it; false when there are too many. */
bool engine_config_add(EngineConfig *config, const char *setting);
/* Keeps a copy of a setting from a file. */
bool engine_config_keep(EngineConfig *config, const char *key, const char *value, Reason *why);
/* The value of a setting before it is checked; NULL: it was not given. The last one counts. */
const char *engine_config_given(const EngineConfig *config, const char *key);
/* Applies the settings of a file, then those that all engines share, then its own; fills in defaults and refuses what
 * is wrong or missing. The number, counted from 1, names the engine in the reason. */
bool engine_config_complete(EngineConfig *config, const EngineConfig *each, int number, Reason *why);
void engine_config_release(EngineConfig *config);

#endif
