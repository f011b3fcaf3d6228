#include "core/options.h"

#include <stddef.h>
#include <string.h>

typedef struct {
    const char *name;
    OptionId id;
    OptionType type;
    size_t offset; /* of the field in Settings */
    struct {
        int initial, min, max;
    } spin;
    const char *initial;      /* of games and strings */
    const char *const *words; /* of a combo, by value; ended by NULL */
} OptionSpec;

static const char *const level_words[] = {"easy", "medium", "hard", "master", NULL};

static const OptionSpec specs[] = {
    {"Game", OPTION_ID_GAME, OPTION_GAME, offsetof(Settings, game), {0}, "4x4x4", NULL},
    {"UCI_Variant", OPTION_ID_GAME, OPTION_GAME, offsetof(Settings, game), {0}, "4x4x4", NULL},
    {"Hash", OPTION_ID_HASH, OPTION_SPIN, offsetof(Settings, hash_mb), {64, 1, 65536}, NULL, NULL},
    {"Threads", OPTION_ID_THREADS, OPTION_SPIN, offsetof(Settings, threads), {1, 1, 256}, NULL, NULL},
    {"MultiPV", OPTION_ID_MULTIPV, OPTION_SPIN, offsetof(Settings, multipv), {1, 1, 512}, NULL, NULL},
    {"Ponder", OPTION_ID_PONDER, OPTION_CHECK, offsetof(Settings, ponder), {0, 0, 1}, NULL, NULL},
    {"Level", OPTION_ID_LEVEL, OPTION_COMBO, offsetof(Settings, level), {LEVEL_MASTER, 0, 0}, NULL, level_words},
    {"Seed", OPTION_ID_SEED, OPTION_SPIN, offsetof(Settings, seed), {1, 0, 2147483647}, NULL, NULL},
    {"Move Overhead",
     OPTION_ID_MOVE_OVERHEAD,
     OPTION_SPIN,
     offsetof(Settings, move_overhead_ms),
     {5, 0, 5000},
     NULL,
     NULL},
    {"OwnBook", OPTION_ID_OWN_BOOK, OPTION_CHECK, offsetof(Settings, own_book), {1, 0, 1}, NULL, NULL},
    {"Proof File", OPTION_ID_PROOF_FILE, OPTION_STRING, offsetof(Settings, proof_file), {0}, "", NULL},
    {"Clear Hash", OPTION_ID_CLEAR_HASH, OPTION_BUTTON, 0, {0}, NULL, NULL},
    {"Debug Log File", OPTION_ID_DEBUG_LOG_FILE, OPTION_STRING, offsetof(Settings, debug_log_file), {0}, "", NULL},
};

enum { SPECS = sizeof specs / sizeof specs[0] };

static void *field(Settings *settings, const OptionSpec *spec) {
    return (char *)settings + spec->offset;
}

static bool set_int(Settings *settings, const OptionSpec *spec, Word value, Reason *why) {
    int number;
    if (!word_to_int(value, spec->spin.min, spec->spin.max, &number)) {
        return refuse(why, "option %s needs a number from %d to %d, not '%.*s'", spec->name, spec->spin.min,
                      spec->spin.max, word_shown(value), value.at);
    }
    *(int *)field(settings, spec) = number;
    return true;
}

static bool set_check(Settings *settings, const OptionSpec *spec, Word value, Reason *why) {
    if (!word_is_nocase(value, "true") && !word_is_nocase(value, "false")) {
        return refuse(why, "option %s is true or false, not '%.*s'", spec->name, word_shown(value), value.at);
    }
    *(int *)field(settings, spec) = word_is_nocase(value, "true");
    return true;
}

static bool set_combo(Settings *settings, const OptionSpec *spec, Word value, Reason *why) {
    for (int i = 0; spec->words[i] != NULL; i++) {
        if (!word_is_nocase(value, spec->words[i])) continue;
        *(int *)field(settings, spec) = i;
        return true;
    }
    return refuse(why, "option %s has no value '%.*s'", spec->name, word_shown(value), value.at);
}

static bool set_string(Settings *settings, const OptionSpec *spec, Word value, Reason *why) {
    if (word_is(value, "<empty>")) value = word_of("");
    if (value.length >= OPTION_TEXT_SIZE) return refuse(why, "the value of option %s is too long", spec->name);
    char *text = field(settings, spec);
    memcpy(text, value.at, value.length);
    text[value.length] = '\0';
    return true;
}

static bool set_value(Settings *settings, const OptionSpec *spec, Word value, Reason *why) {
    switch (spec->type) {
    case OPTION_CHECK:
        return set_check(settings, spec, value, why);
    case OPTION_SPIN:
        return set_int(settings, spec, value, why);
    case OPTION_COMBO:
        return set_combo(settings, spec, value, why);
    case OPTION_GAME:
        return game_parse(value, field(settings, spec), why);
    case OPTION_STRING:
        return set_string(settings, spec, value, why);
    case OPTION_BUTTON:
        return refuse(why, "option %s is a button and takes no value", spec->name);
    }
    return false;
}

static const OptionSpec *find(Word name) {
    for (int i = 0; i < SPECS; i++) {
        if (word_is_nocase(name, specs[i].name)) return &specs[i];
    }
    return NULL;
}

bool option_set(Settings *settings, Word name, const char *value, OptionId *id, Reason *why) {
    const OptionSpec *spec = find(name);
    if (spec == NULL) return refuse(why, "unknown option '%.*s'", word_shown(name), name.at);
    *id = spec->id;
    if (value != NULL) return set_value(settings, spec, word_of(value), why);
    if (spec->type == OPTION_STRING) return set_string(settings, spec, word_of(""), why);
    return spec->type == OPTION_BUTTON || refuse(why, "option %s needs a value", spec->name);
}

void settings_init(Settings *settings) {
    memset(settings, 0, sizeof *settings);
    for (int i = 0; i < SPECS; i++) {
        const OptionSpec *spec = &specs[i];
        Reason why;
        if (spec->type == OPTION_SPIN || spec->type == OPTION_CHECK || spec->type == OPTION_COMBO) {
            *(int *)field(settings, spec) = spec->spin.initial;
        } else if (spec->initial != NULL) {
            set_value(settings, spec, word_of(spec->initial), &why);
        }
    }
}

bool option_describe(int index, Writer *writer) {
    if (index >= SPECS) return false;
    const OptionSpec *spec = &specs[index];
    writer_add(writer, "name %s type ", spec->name);
    switch (spec->type) {
    case OPTION_CHECK:
        writer_add(writer, "check default %s", spec->spin.initial ? "true" : "false");
        break;
    case OPTION_SPIN:
        writer_add(writer, "spin default %d min %d max %d", spec->spin.initial, spec->spin.min, spec->spin.max);
        break;
    case OPTION_COMBO:
        writer_add(writer, "combo default %s", spec->words[spec->spin.initial]);
        for (int i = 0; spec->words[i] != NULL; i++) writer_add(writer, " var %s", spec->words[i]);
        break;
    case OPTION_GAME:
        writer_add(writer, "string default %s", spec->initial);
        break;
    case OPTION_STRING:
        writer_add(writer, "string default %s", spec->initial[0] ? spec->initial : "<empty>");
        break;
    case OPTION_BUTTON:
        writer_add(writer, "button");
        break;
    }
    return true;
}
