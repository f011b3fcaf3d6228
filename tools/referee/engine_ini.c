#include "referee/engine_ini.h"

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

bool engine_ini_find(EngineConfig *config, char *text, const char *name, Reason *why) {
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
