#include "core/options.h"

#include <stddef.h>
#include <string.h>

#include "base/thread.h"

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
    {"Game", OPTION_ID_GAME, OPTION_GAME, offsetof(Settings, game), .initial = "4x4x4"},
    {"UCI_Variant", OPTION_ID_GAME, OPTION_VARIANT, offsetof(Settings, game), .initial = "4x4x4"},
    {"Hash", OPTION_ID_HASH, OPTION_SPIN, offsetof(Settings, hash_mb), .spin = {64, 1, 65536}},
    {"Threads", OPTION_ID_THREADS, OPTION_SPIN, offsetof(Settings, threads), .spin = {1, 1, THREADS_MAX}},
    {"MultiPV", OPTION_ID_OTHER, OPTION_SPIN, offsetof(Settings, multipv), .spin = {1, 1, 512}},
    {"Ponder", OPTION_ID_OTHER, OPTION_CHECK, offsetof(Settings, ponder), .spin = {0, 0, 1}},
    {"Level", OPTION_ID_OTHER, OPTION_COMBO, offsetof(Settings, level), .spin = {LEVEL_MASTER, 0, 0},
     .words = level_words},
    {"UCI_LimitStrength", OPTION_ID_OTHER, OPTION_CHECK, offsetof(Settings, limit_strength), .spin = {0, 0, 1}},
    {"UCI_Elo", OPTION_ID_OTHER, OPTION_SPIN, offsetof(Settings, elo), .spin = {ELO_MAX, ELO_MIN, ELO_MAX}},
    {"Seed", OPTION_ID_OTHER, OPTION_SPIN, offsetof(Settings, seed), .spin = {1, 0, 2147483647}},
    {"Move Overhead", OPTION_ID_OTHER, OPTION_SPIN, offsetof(Settings, move_overhead_ms), .spin = {5, 0, 5000}},
    {"UseProofs", OPTION_ID_OTHER, OPTION_CHECK, offsetof(Settings, use_proofs), .spin = {1, 0, 1}},
    {"UCI_AnalyseMode", OPTION_ID_OTHER, OPTION_CHECK, offsetof(Settings, analyse_mode), .spin = {0, 0, 1}},
    {"UCI_ShowWDL", OPTION_ID_OTHER, OPTION_CHECK, offsetof(Settings, show_wdl), .spin = {0, 0, 1}},
    {"Proof File", OPTION_ID_PROOF_FILE, OPTION_STRING, offsetof(Settings, proof_file), .initial = ""},
    {"Clear Hash", OPTION_ID_CLEAR_HASH, OPTION_BUTTON, 0, .initial = NULL},
    {"Debug Log File", OPTION_ID_DEBUG_LOG_FILE, OPTION_STRING, offsetof(Settings, debug_log_file), .initial = ""},
};

enum { SPECS = sizeof specs / sizeof specs[0] };

/* What UseProofs was called at first. Proofs are no opening book, and UGI has OwnBook off by default. */
static const char old_name[] = "OwnBook", new_name[] = "UseProofs";
/* What chess GUIs call 3x3. */
static const char tictactoe[] = "tictactoe";

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
    char names[100];
    Writer list = writer_on(names, sizeof names);
    for (int i = 0; spec->words[i] != NULL; i++) {
        writer_add(&list, "%s%s", i == 0 ? "" : spec->words[i + 1] != NULL ? ", " : " or ", spec->words[i]);
    }
    return refuse(why, "option %s is %s, not '%.*s'", spec->name, names, word_shown(value), value.at);
}

static bool set_string(Settings *settings, const OptionSpec *spec, Word value, Reason *why) {
    if (word_is(value, "<empty>")) value = word_of("");
    if (value.length >= OPTION_TEXT_SIZE) return refuse(why, "the value of option %s is too long", spec->name);
    char *text = field(settings, spec);
    memcpy(text, value.at, value.length);
    text[value.length] = '\0';
    return true;
}

static bool set_game(Settings *settings, const OptionSpec *spec, Word value, Reason *why) {
    bool is_chess_name = spec->type == OPTION_VARIANT && word_is(value, tictactoe);
    if (!game_parse(is_chess_name ? word_of("3x3") : value, field(settings, spec), why)) return false;
    settings->writes_drops = is_chess_name;
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
    case OPTION_VARIANT:
        return set_game(settings, spec, value, why);
    case OPTION_STRING:
        return set_string(settings, spec, value, why);
    case OPTION_BUTTON: /* some hosts send a value all the same */
        return true;
    }
    return false;
}

static const OptionSpec *find(Word name) {
    if (word_is_nocase(name, old_name)) name = word_of(new_name);
    for (int i = 0; i < SPECS; i++) {
        if (word_is_nocase(name, specs[i].name)) return &specs[i];
    }
    return NULL;
}

static bool refuse_name(Word name, Reason *why) {
    char names[200];
    Writer list = writer_on(names, sizeof names);
    for (int i = 0; i < SPECS; i++) {
        writer_add(&list, "%s%s", i == 0 ? "" : i < SPECS - 1 ? ", " : " and ", specs[i].name);
    }
    return refuse(why, "unknown option '%.*s'; there are %s", word_shown(name), name.at, names);
}

bool option_set(Settings *settings, Word name, const char *value, OptionId *id, Reason *why) {
    const OptionSpec *spec = find(name);
    if (spec == NULL) return refuse_name(name, why);
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

/* Every board with every rule that needs no number. A game and its name are the same thing to a host. */
static void describe_games(const OptionSpec *spec, Writer *writer) {
    static const Rule rules[] = {RULE_LINE, RULE_SCORE, RULE_MAGIC};
    writer_add(writer, "combo default %s", spec->initial);
    if (spec->type == OPTION_VARIANT) writer_add(writer, " var %s", tictactoe);
    for (int d = 2; d <= 4; d++) {
        for (int n = 3; game_shape_is_supported(n, d); n++) {
            for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
                Game game = {.n = n, .d = d, .rule = rules[i]}, parsed;
                GameName name = game_name(&game);
                Reason why;
                if (game_parse(word_of(name.text), &parsed, &why)) writer_add(writer, " var %s", name.text);
            }
        }
    }
}

/* Game and UCI_Variant are one state: a host that stores and sends all options must not see both. */
static bool is_shown(const OptionSpec *spec, Protocol protocol) {
    if (spec->type == OPTION_GAME) return protocol == PROTOCOL_UGI;
    return spec->type != OPTION_VARIANT || protocol == PROTOCOL_UCI;
}

bool option_describe(int index, Protocol protocol, Writer *writer) {
    if (index >= SPECS) return false;
    if (!is_shown(&specs[index], protocol)) return true;
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
    case OPTION_VARIANT:
        describe_games(spec, writer);
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
