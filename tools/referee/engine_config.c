#include "referee/engine_config.h"

#include <stdlib.h>

#include "common/client.h"
#include "common/printable.h"

enum { DEADLINE_MAX_MS = INT32_MAX };

static const int64_t NODES_MAX = INT64_C(1000000000000000); /* the most that go takes in the protocol */

/* Settings. Each function takes the value, or returns false if it is not valid. */

static bool set_name(EngineConfig *config, Word value) {
    if (value.length == 0 || value.length >= RECORD_NAME_SIZE) return false;
    memcpy(config->name, value.at, value.length);
    config->name[value.length] = '\0';
    return text_is_printable(config->name);
}

static bool set_command(EngineConfig *config, Word value) {
    config->command = value.at;
    return value.length > 0;
}

static bool set_arguments(EngineConfig *config, Word value) {
    config->arguments = value.at;
    return true;
}

static bool set_dir(EngineConfig *config, Word value) {
    config->dir = value.at;
    return value.length > 0;
}

static bool set_clock(EngineConfig *config, Word value) {
    return time_control_parse_clock(&config->control, value);
}

static bool set_move_time(EngineConfig *config, Word value) {
    return time_control_parse_time(value, &config->control.move_ms) && config->control.move_ms > 0;
}

static bool set_depth(EngineConfig *config, Word value) {
    return word_to_int(value, 1, CELLS_MAX, &config->control.depth);
}

static bool set_nodes(EngineConfig *config, Word value) {
    return word_to_number(value, 1, NODES_MAX, &config->control.nodes);
}

static bool set_margin(EngineConfig *config, Word value) {
    return word_to_number(value, 0, DEADLINE_MAX_MS, &config->control.margin_ms);
}

static bool set_start(EngineConfig *config, Word value) {
    return word_to_number(value, 1, DEADLINE_MAX_MS, &config->start_ms);
}

static bool set_ping(EngineConfig *config, Word value) {
    return word_to_number(value, 1, DEADLINE_MAX_MS, &config->ping_ms);
}

static bool set_setup(EngineConfig *config, Word value) {
    return word_to_number(value, 1, DEADLINE_MAX_MS, &config->setup_ms);
}

static bool set_hang(EngineConfig *config, Word value) {
    return word_to_number(value, 1, DEADLINE_MAX_MS, &config->hang_ms);
}

static bool set_quit(EngineConfig *config, Word value) {
    return word_to_number(value, 1, DEADLINE_MAX_MS, &config->quit_ms);
}

static bool set_switch(bool *is_on, Word value) {
    *is_on = word_is(value, "on");
    return *is_on || word_is(value, "off");
}

static bool set_restart(EngineConfig *config, Word value) {
    return word_is(value, "auto") || set_switch(&config->restarts, value);
}

static bool set_ponder(EngineConfig *config, Word value) {
    return set_switch(&config->ponders, value);
}

/* It was looked up before. */
static bool set_conf(EngineConfig *config, Word value) {
    (void)config;
    return value.length > 0;
}

static const struct {
    const char *key;
    bool (*set)(EngineConfig *config, Word value);
    const char *wanted;
} settings[] = {
    {"name", set_name, "a name of 1 to 63 printable bytes"},
    {"cmd", set_command, "a command"},
    {"args", set_arguments, "a list of arguments"},
    {"dir", set_dir, "a folder"},
    {"tc", set_clock, "a time control: [moves/]time[+increment]"},
    {"st", set_move_time, "a time in seconds"},
    {"depth", set_depth, "a number from 1 to 512"},
    {"nodes", set_nodes, "a number from 1 to 10^15"},
    {"margin-ms", set_margin, "a number of milliseconds"},
    {"timemargin", set_margin, "a number of milliseconds"},
    {"restart", set_restart, "on, off or auto"},
    {"ponder", set_ponder, "on or off"},
    {"conf", set_conf, "the name of an engine"},
    {"start-ms", set_start, "a number of milliseconds, 1 or more"},
    {"ping-ms", set_ping, "a number of milliseconds, 1 or more"},
    {"setup-ms", set_setup, "a number of milliseconds, 1 or more"},
    {"hang-ms", set_hang, "a number of milliseconds, 1 or more"},
    {"quit-ms", set_quit, "a number of milliseconds, 1 or more"},
};

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

static bool refuse_value(Word key, Word value, const char *wanted, Reason *why) {
    return refuse(why, "%.*s: '%.*s' is not %s", word_shown(key), key.at, word_shown(value), value.at, wanted);
}

static bool apply_setting(EngineConfig *config, const char *setting, Reason *why) {
    const char *equals = strchr(setting, '=');
    if (strcmp(setting, "ponder") == 0) return config->ponders = true; /* as others write it */
    if (equals == NULL) return refuse(why, "'%.100s' is not key=value", setting);
    Word key = {setting, (size_t)(equals - setting)}, value = word_of(equals + 1), name;
    if (is_option(key, &name)) return add_option(config, name, value, why);
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        if (!word_is(key, settings[i].key)) continue;
        return settings[i].set(config, value) || refuse_value(key, value, settings[i].wanted, why);
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
    config->control.margin_ms = MARGIN_MS_DEFAULT;
    config->start_ms = CLIENT_START_MS_DEFAULT;
    config->ping_ms = CLIENT_PING_MS_DEFAULT;
    config->setup_ms = CLIENT_SETUP_MS_DEFAULT;
    config->quit_ms = CLIENT_QUIT_MS_DEFAULT;
    config->hang_ms = HANG_MS_DEFAULT;
}

/* `where` is what the user wrote before these settings. */
static bool apply_settings(EngineConfig *config, const EngineConfig *from, const char *where, Reason *why) {
    Reason wrong;
    for (int i = 0; i < from->setting_count; i++) {
        if (!apply_setting(config, from->settings[i], &wrong)) return refuse(why, "%s: %s", where, wrong.text);
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
    text_make_printable(config->name);
}

bool engine_config_complete(EngineConfig *config, const EngineConfig *each, int number, Reason *why) {
    char own[32];
    snprintf(own, sizeof own, "engine %d", number);
    set_defaults(config);
    for (int i = 0; i < config->owned_count; i++) {
        Reason wrong;
        if (!apply_setting(config, config->owned[i], &wrong))
            return refuse(why, "%s: %s: %s", own, config->origin, wrong.text);
    }
    if (!apply_settings(config, each, "--each", why) || !apply_settings(config, config, own, why)) return false;
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
