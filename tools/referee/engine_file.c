#include "referee/engine_file.h"

#include <stdlib.h>
#include <unistd.h>

#include "common/files.h"
#include "referee/json.h"

/* JSON */

static bool add_option(EngineConfig *config, const JsonValue *option, Reason *why) {
    const char *name = json_text(option, "name"), *value = json_text(option, "value");
    char key[256];
    if (name == NULL || strlen(name) + sizeof "option." > sizeof key) return refuse(why, "an option without a name");
    snprintf(key, sizeof key, "option.%s", name);
    return engine_config_keep(config, key, value != NULL ? value : "", why);
}

static bool add_engine(EngineConfig *config, const JsonValue *engine, Reason *why) {
    const char *command = json_text(engine, "command"), *folder = json_text(engine, "workingDirectory");
    const JsonValue *options = json_find(engine, "options");
    if (command == NULL) return refuse(why, "it has no command");
    if (!engine_config_keep(config, "name", json_text(engine, "name"), why)) return false;
    if (!engine_config_keep(config, "cmd", command, why)) return false;
    if (folder != NULL && folder[0] != '\0' && !engine_config_keep(config, "dir", folder, why)) return false;
    for (size_t i = 0; options != NULL && i < options->count; i++) {
        if (!add_option(config, &options->items[i], why)) return false;
    }
    return true;
}

static bool find_in_json(EngineConfig *config, const char *text, const char *name, Reason *why) {
    JsonValue *engines = json_read(text, why);
    if (engines == NULL) return false;
    const JsonValue *found = NULL;
    for (size_t i = 0; engines->kind == JSON_ARRAY && i < engines->count; i++) {
        const char *other = json_text(&engines->items[i], "name");
        if (other != NULL && strcmp(other, name) == 0) found = &engines->items[i];
    }
    Reason wrong;
    bool is_fine = found != NULL && add_engine(config, found, &wrong);
    if (found == NULL) refuse(why, "there is no engine '%.60s'", name);
    if (found != NULL && !is_fine) refuse(why, "engine '%.60s': %s", name, wrong.text);
    json_free(engines);
    return is_fine;
}

/* INI */

static const char blanks[] = " \t\r";

/* Without blanks at either end, in place. */
static char *trim(char *text) {
    text += strspn(text, blanks);
    size_t length = strlen(text);
    while (length > 0 && strchr(blanks, text[length - 1]) != NULL) length--;
    text[length] = '\0';
    return text;
}

/* "[Rowan]" -> "Rowan"; NULL: not the head of a section. */
static char *section_name(char *line) {
    size_t length = strlen(line);
    if (length < 3 || line[0] != '[' || line[length - 1] != ']') return NULL;
    line[length - 1] = '\0';
    return trim(line + 1);
}

static const char *our_word(const char *key) {
    if (strcmp(key, "command") == 0) return "cmd";
    return strcmp(key, "workingDirectory") == 0 ? "dir" : key;
}

typedef struct {
    EngineConfig *config;
    const char *name; /* of the engine that is wanted */
    bool is_found, is_inside, has_section;
} IniSearch;

static bool take_section(IniSearch *search, const char *name, Reason *why) {
    search->has_section = true;
    search->is_inside = strcmp(name, search->name) == 0;
    if (!search->is_inside) return true;
    if (search->is_found) return refuse(why, "there is a second engine '%.60s'", name);
    search->is_found = true;
    return engine_config_keep(search->config, "name", name, why);
}

static bool take_line(IniSearch *search, char *line, Reason *why) {
    if (line[0] == '\0' || line[0] == ';' || line[0] == '#') return true;
    const char *section = section_name(line);
    if (section != NULL) return take_section(search, section, why);
    char *equals = strchr(line, '=');
    if (equals == NULL) return refuse(why, "'%.60s' is neither [name] nor key = value", line);
    if (!search->has_section) return refuse(why, "a setting before the first [name]");
    *equals = '\0';
    const char *key = our_word(trim(line)), *value = trim(equals + 1);
    bool is_unset = strcmp(key, "dir") == 0 && value[0] == '\0';
    return !search->is_inside || is_unset || engine_config_keep(search->config, key, value, why);
}

bool engine_file_find_ini(EngineConfig *config, char *text, const char *name, Reason *why) {
    IniSearch search = {.config = config, .name = name};
    char *next;
    int number = 1;
    for (char *line = text; line != NULL; line = next, number++) {
        Reason wrong;
        next = strchr(line, '\n');
        if (next != NULL) *next++ = '\0';
        if (!take_line(&search, trim(line), &wrong)) return refuse(why, "line %d: %s", number, wrong.text);
    }
    return search.is_found || refuse(why, "there is no engine '%.60s'", name);
}

/* Either */

static bool is_ini(const char *path) {
    size_t length = strlen(path);
    return length >= 4 && strcmp(path + length - 4, ".ini") == 0;
}

/* The usual one, if none is named. */
static const char *usual_path(void) {
    return access("engines.json", F_OK) != 0 && access("engines.ini", F_OK) == 0 ? "engines.ini" : "engines.json";
}

bool engine_file_find(EngineConfig *config, const char *path, const char *name, Reason *why) {
    Reason wrong;
    if (path == NULL) path = usual_path();
    char *text = file_load(path, why);
    if (text == NULL) return false;
    bool is_found =
        is_ini(path) ? engine_file_find_ini(config, text, name, &wrong) : find_in_json(config, text, name, &wrong);
    free(text);
    snprintf(config->origin, sizeof config->origin, "%.100s, engine '%.60s'", path, name);
    return is_found || refuse(why, "%.150s: %s", path, wrong.text);
}
