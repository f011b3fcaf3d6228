#include "referee/engine_file.h"

#include <stdlib.h>

#include "common/json.h"

/* key=value, on the heap. */
static bool add(EngineConfig *config, const char *key, const char *value, Reason *why) {
    size_t size = strlen(key) + strlen(value) + 2;
    char *setting = malloc(size);
    if (setting == NULL) return refuse(why, "not enough memory");
    snprintf(setting, size, "%s=%s", key, value);
    if (engine_config_own(config, setting)) return true;
    free(setting);
    return refuse(why, "more than %d settings", SETTINGS_MAX);
}

static bool add_option(EngineConfig *config, const JsonValue *option, Reason *why) {
    const char *name = json_text(option, "name"), *value = json_text(option, "value");
    char key[256];
    if (name == NULL || strlen(name) + sizeof "option." > sizeof key) return refuse(why, "an option without a name");
    snprintf(key, sizeof key, "option.%s", name);
    return add(config, key, value != NULL ? value : "", why);
}

static bool add_engine(EngineConfig *config, const JsonValue *engine, Reason *why) {
    const char *command = json_text(engine, "command"), *folder = json_text(engine, "workingDirectory");
    const JsonValue *options = json_find(engine, "options");
    if (command == NULL) return refuse(why, "it has no command");
    if (!add(config, "name", json_text(engine, "name"), why) || !add(config, "cmd", command, why)) return false;
    if (folder != NULL && folder[0] != '\0' && !add(config, "dir", folder, why)) return false;
    for (size_t i = 0; options != NULL && i < options->count; i++) {
        if (!add_option(config, &options->items[i], why)) return false;
    }
    return true;
}

bool engine_file_find(EngineConfig *config, const char *path, const char *name, Reason *why) {
    JsonValue *engines = json_load(path, why);
    if (engines == NULL) return false;
    const JsonValue *found = NULL;
    for (size_t i = 0; engines->kind == JSON_ARRAY && i < engines->count; i++) {
        const char *text = json_text(&engines->items[i], "name");
        if (text != NULL && strcmp(text, name) == 0) found = &engines->items[i];
    }
    Reason wrong;
    bool is_fine = found != NULL && add_engine(config, found, &wrong);
    if (found == NULL) refuse(why, "%.150s: there is no engine '%.60s'", path, name);
    if (found != NULL && !is_fine) refuse(why, "%.150s: engine '%.60s': %s", path, name, wrong.text);
    json_free(engines);
    return is_fine;
}
