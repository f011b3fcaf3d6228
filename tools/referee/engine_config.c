#include "referee/contestant.h"

#include <stdlib.h>

#include "common/seconds.h"

enum { DEADLINE_MAX_MS = INT32_MAX };

static const int64_t NODES_MAX = INT64_C(1000000000000000); /* as go of the protocol has it */

/* Time */

/* Seconds, or minutes:seconds. */
static bool parse_time(Word text, int64_t *ms) {
    const char *colon = memchr(text.at, ':', text.length);
    int64_t minutes = 0;
    if (colon != NULL) {
        if (!word_to_number((Word){text.at, (size_t)(colon - text.at)}, 0, 100000, &minutes)) return false;
        text = (Word){colon + 1, text.length - (size_t)(colon + 1 - text.at)};
    }
    if (!seconds_parse(text, ms)) return false;
    *ms += minutes * 60 * 1000;
    return true;
}

/* [moves/]time[+increment] */
static bool parse_tc(Word text, Control *control) {
    Word rest = text;
    Control parsed = *control;
    parsed.session_moves = 0;
    parsed.increment_ms = 0;
    const char *slash = memchr(rest.at, '/', rest.length);
    if (slash != NULL) {
        Word moves = {rest.at, (size_t)(slash - rest.at)};
        if (!word_to_int(moves, 1, CELLS_MAX, &parsed.session_moves)) return false;
        rest = (Word){slash + 1, rest.length - moves.length - 1};
    }
    const char *plus = memchr(rest.at, '+', rest.length);
    Word time = {rest.at, plus != NULL ? (size_t)(plus - rest.at) : rest.length};
    if (plus != NULL && !parse_time((Word){plus + 1, rest.length - time.length - 1}, &parsed.increment_ms)) {
        return false;
    }
    if (!parse_time(time, &parsed.session_ms) || parsed.session_ms == 0) return false;
    *control = parsed;
    return true;
}

void control_print(const Control *control, char text[RECORD_CONTROL_SIZE]) {
    Writer writer = writer_on(text, RECORD_CONTROL_SIZE);
    if (control->session_ms > 0) {
        writer_add(&writer, " tc=");
        if (control->session_moves > 0) writer_add(&writer, "%d/", control->session_moves);
        writer_add(&writer, "%g", (double)control->session_ms / 1000);
        if (control->increment_ms > 0) writer_add(&writer, "+%g", (double)control->increment_ms / 1000);
    }
    if (control->move_ms > 0) writer_add(&writer, " st=%g", (double)control->move_ms / 1000);
    if (control->depth > 0) writer_add(&writer, " depth=%d", control->depth);
    if (control->nodes > 0) writer_add(&writer, " nodes=%lld", (long long)control->nodes);
    memmove(text, text + 1, strlen(text)); /* the first blank */
}

/* Settings: each takes the value, false if it is none for it. */

static bool set_name(EngineSetup *engine, Word value) {
    if (value.length == 0 || value.length >= RECORD_NAME_SIZE) return false;
    memcpy(engine->name, value.at, value.length);
    engine->name[value.length] = '\0';
    return true;
}

static bool set_command(EngineSetup *engine, Word value) {
    engine->command = value.at;
    return value.length > 0;
}

static bool set_arguments(EngineSetup *engine, Word value) {
    engine->arguments = value.at;
    return true;
}

static bool set_dir(EngineSetup *engine, Word value) {
    engine->dir = value.at;
    return value.length > 0;
}

static bool set_clock(EngineSetup *engine, Word value) {
    return parse_tc(value, &engine->control);
}

static bool set_move_time(EngineSetup *engine, Word value) {
    return parse_time(value, &engine->control.move_ms) && engine->control.move_ms > 0;
}

static bool set_depth(EngineSetup *engine, Word value) {
    return word_to_int(value, 1, CELLS_MAX, &engine->control.depth);
}

static bool set_nodes(EngineSetup *engine, Word value) {
    return word_to_number(value, 1, NODES_MAX, &engine->control.nodes);
}

static bool set_margin(EngineSetup *engine, Word value) {
    return word_to_number(value, 0, DEADLINE_MAX_MS, &engine->control.margin_ms);
}

static bool set_start(EngineSetup *engine, Word value) {
    return word_to_number(value, 1, DEADLINE_MAX_MS, &engine->start_ms);
}

static bool set_ping(EngineSetup *engine, Word value) {
    return word_to_number(value, 1, DEADLINE_MAX_MS, &engine->ping_ms);
}

static bool set_hang(EngineSetup *engine, Word value) {
    return word_to_number(value, 1, DEADLINE_MAX_MS, &engine->hang_ms);
}

static bool set_quit(EngineSetup *engine, Word value) {
    return word_to_number(value, 1, DEADLINE_MAX_MS, &engine->quit_ms);
}

static const struct {
    const char *key;
    bool (*set)(EngineSetup *engine, Word value);
    const char *wanted;
} settings[] = {
    {"name", set_name, "1 to 63 bytes"},
    {"cmd", set_command, "a command"},
    {"args", set_arguments, "arguments"},
    {"dir", set_dir, "a folder"},
    {"tc", set_clock, "[moves/]time[+increment]"},
    {"st", set_move_time, "seconds"},
    {"depth", set_depth, "a number from 1 to 512"},
    {"nodes", set_nodes, "a number from 1 to 10^15"},
    {"margin-ms", set_margin, "milliseconds"},
    {"start-ms", set_start, "milliseconds from 1 on"},
    {"ping-ms", set_ping, "milliseconds from 1 on"},
    {"hang-ms", set_hang, "milliseconds from 1 on"},
    {"quit-ms", set_quit, "milliseconds from 1 on"},
};

/* An empty value is a button's. A later setting replaces an earlier one. */
static bool add_option(EngineSetup *engine, Word name, Word value) {
    int at = 0;
    while (at < engine->option_count && !word_is_nocase(name, engine->options[at].name)) at++;
    if (at == ENGINE_OPTIONS_MAX || name.length == 0) return false;
    if (at == engine->option_count) {
        char *copy = malloc(name.length + 1);
        if (copy == NULL) return false;
        memcpy(copy, name.at, name.length);
        copy[name.length] = '\0';
        engine->options[engine->option_count++].name = copy;
    }
    engine->options[at].value = value.length > 0 ? value.at : NULL;
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

static bool apply_setting(EngineSetup *engine, const char *setting, Reason *why) {
    const char *equals = strchr(setting, '=');
    if (equals == NULL) return refuse(why, "'%s' is not key=value", setting);
    Word key = {setting, (size_t)(equals - setting)}, value = word_of(equals + 1), name;
    if (is_option(key, &name)) {
        return add_option(engine, name, value) || refuse_value(key, value, "a value for it", why);
    }
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        if (!word_is(key, settings[i].key)) continue;
        return settings[i].set(engine, value) || refuse_value(key, value, settings[i].wanted, why);
    }
    return refuse(why, "'%.*s' is not a setting of an engine", word_shown(key), key.at);
}

bool engine_setup_add(EngineSetup *engine, const char *setting) {
    if (engine->setting_count == SETTINGS_MAX) return false;
    engine->settings[engine->setting_count++] = setting;
    return true;
}

/* Completing */

static void set_defaults(EngineSetup *engine) {
    engine->control.margin_ms = MARGIN_MS_DEFAULT;
    engine->start_ms = CLIENT_START_MS_DEFAULT;
    engine->ping_ms = CLIENT_PING_MS_DEFAULT;
    engine->quit_ms = CLIENT_QUIT_MS_DEFAULT;
    engine->hang_ms = HANG_MS_DEFAULT;
}

static bool apply_settings(EngineSetup *engine, const EngineSetup *from, int number, Reason *why) {
    Reason wrong;
    for (int i = 0; i < from->setting_count; i++) {
        if (!apply_setting(engine, from->settings[i], &wrong)) {
            return refuse(why, "engine %d: %s", number, wrong.text);
        }
    }
    return true;
}

static bool split_command(EngineSetup *engine, Reason *why) {
    const char *arguments = engine->arguments != NULL ? engine->arguments : "", *wrong;
    size_t size = strlen(engine->command) + strlen(arguments) + 2;
    char *whole = malloc(size);
    if (whole == NULL) return refuse(why, "no memory");
    snprintf(whole, size, "%s %s", engine->command, arguments);
    engine->argv = proc_split_command(whole, &wrong);
    free(whole);
    return engine->argv != NULL || refuse(why, "engine %s: %s", engine->name, wrong);
}

static void name_by_command(EngineSetup *engine) {
    const char *slash = strrchr(engine->command, '/');
    snprintf(engine->name, sizeof engine->name, "%s", slash != NULL ? slash + 1 : engine->command);
}

bool engine_setup_complete(EngineSetup *engine, const EngineSetup *each, int number, Reason *why) {
    set_defaults(engine);
    if (!apply_settings(engine, each, number, why) || !apply_settings(engine, engine, number, why)) return false;
    if (engine->command == NULL) return refuse(why, "engine %d has no cmd=", number);
    if (engine->name[0] == '\0') name_by_command(engine);
    const Control *control = &engine->control;
    if (control->session_ms == 0 && control->move_ms == 0 && control->depth == 0 && control->nodes == 0) {
        return refuse(why, "engine %s has no limit: give it tc=, st=, depth= or nodes=", engine->name);
    }
    return split_command(engine, why);
}

void engine_setup_release(EngineSetup *engine) {
    for (int i = 0; i < engine->option_count; i++) free(engine->options[i].name);
    free(engine->argv);
}
