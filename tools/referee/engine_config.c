#include "referee/engine_config.h"

#include <stdlib.h>

#include "common/client.h"
#include "common/command_line.h"
#include "common/printable.h"

enum { DEADLINE_MAX_MS = INT32_MAX };

static const int64_t NODES_MAX = INT64_C(1000000000000000); /* the most that go takes in the protocol */

typedef enum {
    SETTING_NAME,
    SETTING_TEXT, /* min: its least length */
    SETTING_CLOCK,
    SETTING_TIME,
    SETTING_DEPTH,
    SETTING_NODES,
    SETTING_MS,
    SETTING_SWITCH,
    SETTING_RESTART, /* a switch, or auto */
    SETTING_CONF,    /* it was looked up before */
    SETTING_OPTION,  /* of the protocol: only for the help */
} SettingKind;

/* One row reads, checks and explains a setting. */
typedef struct {
    const char *key;
    const char *value;  /* as the help calls it */
    const char *help;   /* NULL: another word for the setting before it */
    const char *wanted; /* what a valid value is */
    SettingKind kind;
    size_t offset; /* of its place in the EngineConfig */
    int min;
    int standard_ms;
} Setting;

static const char milliseconds[] = "a number of milliseconds, 1 or more";

#define PLACE(field) offsetof(EngineConfig, field)

static const Setting settings[] = {
    {"name", "NAME", "name in the results (the command without its folder)", "a name of 1 to 63 printable bytes",
     .kind = SETTING_NAME, PLACE(name)},
    {"cmd", "COMMAND", "the program to run; may include arguments", "a command", .kind = SETTING_TEXT, PLACE(command),
     1},
    {"args", "ARGUMENTS", "more arguments", "a list of arguments", .kind = SETTING_TEXT, PLACE(arguments)},
    {"dir", "FOLDER", "working directory (the current one)", "a folder", .kind = SETTING_TEXT, PLACE(dir), 1},
    {"option.NAME", "VALUE", "an option for the engine, sent as setoption", NULL, .kind = SETTING_OPTION},
    {"tc", "[MOVES/]TIME[+INC]", "a clock, in seconds or minutes:seconds: tc=60+0.5, 40/5:00; inf: none",
     "a time control: [moves/]time[+increment]", .kind = SETTING_CLOCK, PLACE(control)},
    {"st", "SECONDS", "time per move", "a time in seconds", .kind = SETTING_TIME, PLACE(control.move_ms)},
    {"depth", "N", "depth per move", "a number from 1 to 512", .kind = SETTING_DEPTH, PLACE(control.depth)},
    {"nodes", "N", "nodes per move", "a number from 1 to 10^15", .kind = SETTING_NODES, PLACE(control.nodes)},
    {"restart", "on|off", "start it anew for every game (off)", "on, off or auto", .kind = SETTING_RESTART,
     PLACE(restarts)},
    {"ponder", "on|off", "let it think while the other engine does (off)", "on or off", .kind = SETTING_SWITCH,
     PLACE(ponders)},
    {"conf", "NAME", "take name, command, folder and options from --engines", "the name of an engine",
     .kind = SETTING_CONF},
    {"margin-ms", "N", "how far it may overrun its time", "a number of milliseconds", .kind = SETTING_MS,
     PLACE(control.margin_ms), 0, MARGIN_MS_DEFAULT},
    {"timemargin", "N", NULL, "a number of milliseconds", .kind = SETTING_MS, PLACE(control.margin_ms), 0,
     MARGIN_MS_DEFAULT},
    {"start-ms", "N", "time to answer ugi", milliseconds, .kind = SETTING_MS, PLACE(start_ms), 1,
     CLIENT_START_MS_DEFAULT},
    {"ping-ms", "N", "time to answer isready", milliseconds, .kind = SETTING_MS, PLACE(ping_ms), 1,
     CLIENT_PING_MS_DEFAULT},
    {"setup-ms", "N", "time to answer isready after setoption and uginewgame", milliseconds, .kind = SETTING_MS,
     PLACE(setup_ms), 1, CLIENT_SETUP_MS_DEFAULT},
    {"hang-ms", "N", "time to answer go without a clock or st", milliseconds, .kind = SETTING_MS, PLACE(hang_ms), 1,
     HANG_MS_DEFAULT},
    {"quit-ms", "N", "time to exit after quit", milliseconds, .kind = SETTING_MS, PLACE(quit_ms), 1,
     CLIENT_QUIT_MS_DEFAULT},
};

enum { SETTINGS = sizeof settings / sizeof settings[0] };

void engine_config_help(Writer *text) {
    for (int i = 0; i < SETTINGS; i++) {
        char label[64], meaning[120];
        int standard_ms = settings[i].standard_ms;
        if (settings[i].help == NULL) continue;
        snprintf(label, sizeof label, "%s=%s", settings[i].key, settings[i].value);
        snprintf(meaning, sizeof meaning, standard_ms > 0 ? "%s (%d)" : "%s", settings[i].help, standard_ms);
        command_line_help_row(text, ENGINE_HELP_WIDTH, label, meaning);
    }
}

static bool set_name(char name[RECORD_NAME_SIZE], Word value) {
    if (value.length == 0 || value.length >= RECORD_NAME_SIZE) return false;
    memcpy(name, value.at, value.length);
    name[value.length] = '\0';
    return printable_is_whole(name);
}

/* Takes the value, or returns false if it is not valid. */
static bool set(EngineConfig *config, const Setting *setting, Word value) {
    void *place = (char *)config + setting->offset;
    switch (setting->kind) {
    case SETTING_NAME:
        return set_name(place, value);
    case SETTING_TEXT:
        *(const char **)place = value.at;
        return value.length >= (size_t)setting->min;
    case SETTING_CLOCK:
        return time_control_parse_clock(place, value);
    case SETTING_TIME:
        return time_control_parse_time(value, place) && config->control.move_ms > 0;
    case SETTING_DEPTH:
        return word_to_int(value, 1, CELLS_MAX, place);
    case SETTING_NODES:
        return word_to_number(value, 1, NODES_MAX, place);
    case SETTING_MS:
        return word_to_number(value, setting->min, DEADLINE_MAX_MS, place);
    case SETTING_SWITCH:
    case SETTING_RESTART:
        if (setting->kind == SETTING_RESTART && word_is(value, "auto")) return true;
        *(bool *)place = word_is(value, "on");
        return word_is(value, "on") || word_is(value, "off");
    case SETTING_CONF:
        return value.length > 0;
    case SETTING_OPTION:
        break;
    }
    return false;
}

/* An option without a value is a button. A later setting replaces an earlier one. */
static bool add_option(EngineConfig *config, Word name, Word value, Reason *why) {
    int at = 0;
    while (at < config->option_count && !word_is_nocase(name, config->options[at].name)) at++;
    if (at == ENGINE_OPTIONS_MAX) return refuse(why, "more than %d options", ENGINE_OPTIONS_MAX);
    if (at == config->option_count) {
        char *copy = malloc(name.length + 1);
        if (copy == NULL) return refuse(why, "not enough memory");
        memcpy(copy, name.at, name.length);
        copy[name.length] = '\0';
        config->options[config->option_count++].name = copy;
    }
    config->options[at].value = value.length > 0 ? value.at : NULL;
    return true;
}

/* "option.Hash" -> "Hash" */
static bool is_option(Word key, Word *name) {
    static const char prefix[] = "option.";
    size_t length = sizeof prefix - 1;
    if (key.length <= length || memcmp(key.at, prefix, length) != 0) return false;
    *name = (Word){key.at + length, key.length - length};
    return true;
}

static bool apply_setting(EngineConfig *config, const char *setting, Reason *why) {
    const char *equals = strchr(setting, '=');
    if (strcmp(setting, "ponder") == 0) return config->ponders = true; /* as others write it */
    if (equals == NULL) return refuse(why, "'%.100s' is not key=value", setting);
    Word key = {setting, (size_t)(equals - setting)}, value = word_of(equals + 1), name;
    if (is_option(key, &name)) return add_option(config, name, value, why);
    for (int i = 0; i < SETTINGS; i++) {
        if (!word_is(key, settings[i].key)) continue;
        return set(config, &settings[i], value) || refuse(why, "%.*s: '%.*s' is not %s", word_shown(key), key.at,
                                                          word_shown(value), value.at, settings[i].wanted);
    }
    return refuse(why, "'%.*s' is not a setting of an engine", word_shown(key), key.at);
}

bool engine_config_add(EngineConfig *config, const char *setting) {
    if (config->setting_count == SETTINGS_MAX) return false;
    config->settings[config->setting_count++] = setting;
    return true;
}

bool engine_config_keep(EngineConfig *config, const char *key, const char *value, Reason *why) {
    if (config->owned_count == SETTINGS_MAX) return refuse(why, "more than %d settings", SETTINGS_MAX);
    size_t size = strlen(key) + strlen(value) + 2;
    char *setting = malloc(size);
    if (setting == NULL) return refuse(why, "not enough memory");
    snprintf(setting, size, "%s=%s", key, value);
    config->owned[config->owned_count++] = setting;
    return true;
}

const char *engine_config_given(const EngineConfig *config, const char *key) {
    for (int i = config->setting_count - 1; i >= 0; i--) {
        const char *setting = config->settings[i], *equals = strchr(setting, '=');
        if (equals != NULL && word_is((Word){setting, (size_t)(equals - setting)}, key)) return equals + 1;
    }
    return NULL;
}

/* Completing */

static void set_defaults(EngineConfig *config) {
    for (int i = 0; i < SETTINGS; i++) {
        void *place = (char *)config + settings[i].offset;
        if (settings[i].kind == SETTING_MS) *(int64_t *)place = settings[i].standard_ms;
    }
}

/* `where` is what the user wrote before these settings. */
static bool apply_all(EngineConfig *config, int count, const char *const list[], const char *where, Reason *why) {
    Reason wrong;
    for (int i = 0; i < count; i++) {
        if (!apply_setting(config, list[i], &wrong)) return refuse(why, "%s: %s", where, wrong.text);
    }
    return true;
}

static bool split_command(EngineConfig *config, Reason *why) {
    const char *arguments = config->arguments != NULL ? config->arguments : "", *wrong;
    size_t size = strlen(config->command) + strlen(arguments) + 2;
    char *whole = malloc(size);
    if (whole == NULL) return refuse(why, "not enough memory");
    snprintf(whole, size, "%s %s", config->command, arguments);
    config->argv = proc_split_command(whole, &wrong);
    free(whole);
    return config->argv != NULL || refuse(why, "engine %s: %s", config->name, wrong);
}

static void name_by_command(EngineConfig *config) {
    const char *slash = strrchr(config->command, '/');
    snprintf(config->name, sizeof config->name, "%s", slash != NULL ? slash + 1 : config->command);
    printable_make(config->name);
}

bool engine_config_complete(EngineConfig *config, const EngineConfig *each, int number, Reason *why) {
    char own[32], in_file[ENGINE_ORIGIN_SIZE + sizeof own + 2];
    snprintf(own, sizeof own, "engine %d", number);
    snprintf(in_file, sizeof in_file, "%s: %s", own, config->origin);
    set_defaults(config);
    bool is_fine = apply_all(config, config->owned_count, (const char *const *)config->owned, in_file, why) &&
                   apply_all(config, each->setting_count, each->settings, "--each", why) &&
                   apply_all(config, config->setting_count, config->settings, own, why);
    if (!is_fine) return false;
    if (config->command == NULL) return refuse(why, "engine %d has no cmd=", number);
    if (config->name[0] == '\0') name_by_command(config);
    if (!time_control_is_limited(&config->control)) {
        return refuse(why, "engine %s has no limit: give it tc=, st=, depth= or nodes=", config->name);
    }
    return split_command(config, why);
}

void engine_config_release(EngineConfig *config) {
    for (int i = 0; i < config->option_count; i++) free(config->options[i].name);
    for (int i = 0; i < config->owned_count; i++) free(config->owned[i]);
    free(config->argv);
}
