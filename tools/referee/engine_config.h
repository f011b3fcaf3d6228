/* What the referee is told about one engine: settings of the form key=value, then checked and ready to start.
 *
 * Text is kept as pointers into the settings, which must outlive it. Immutable once completed; any number of threads
 * may share it. */
#ifndef ROWAN_REFEREE_CONTESTANT_H
#define ROWAN_REFEREE_CONTESTANT_H

#include "common/client.h"
#include "common/record.h"

enum {
    ENGINE_OPTIONS_MAX = 64,
    SETTINGS_MAX = 128,
    MARGIN_MS_DEFAULT = 10,
    HANG_MS_DEFAULT = 60000,
};

/* How long an engine may think; any combination. 0: no such limit. */
typedef struct {
    int session_moves; /* the clock gets session_ms again after so many moves; 0: never */
    int64_t session_ms;
    int64_t increment_ms;
    int64_t move_ms;
    int depth;
    int64_t nodes;
    int64_t margin_ms; /* so much beyond its time is forgiven */
} Control;

typedef struct {
    char *name;
    const char *value; /* NULL: a button */
} EngineOption;

typedef struct {
    char name[RECORD_NAME_SIZE];
    const char *command;
    const char *arguments; /* NULL: none */
    const char *dir;       /* NULL: ours */
    char **argv;           /* command and arguments, split */
    int option_count;
    EngineOption options[ENGINE_OPTIONS_MAX];
    Control control;
    int64_t start_ms, ping_ms, quit_ms;
    int64_t hang_ms; /* without a clock: from go to a hang; with one: the same, from the end of its time */
    int setting_count;
    const char *settings[SETTINGS_MAX]; /* as given: key=value */
} EngineSetup;

/* Adds a setting as it is; false when there are too many. */
bool engine_setup_add(EngineSetup *engine, const char *setting);
/* Applies the settings that all engines share, then its own; fills in what was left open and refuses what does not do.
 * The number, counted from 1, is for what to say of an engine without a name. */
bool engine_setup_complete(EngineSetup *engine, const EngineSetup *each, int number, Reason *why);
void engine_setup_release(EngineSetup *engine);

/* "tc=40/60+0.5 depth=2" */
void control_print(const Control *control, char text[RECORD_CONTROL_SIZE]);

#endif
