#include "referee/referee_options.h"

#include <stdlib.h>

enum {
    /* For the hypotheses of the test. Beyond these a score is as good as 0 or 1, and stats.c finds no distribution of
     * results with so large a normalised Elo. */
    ELO_MAX = 1000,
    NORMALISED_ELO_MAX = 200,
};

/* The arguments, and where we are in them. */
typedef struct {
    char *const *next;
    const char *name; /* of the option at hand */
} Arguments;

static const char *take_argument(Arguments *arguments) {
    if (*arguments->next == NULL || strncmp(*arguments->next, "--", 2) == 0) return NULL;
    return *arguments->next++;
}

static bool take_text(Arguments *arguments, const char **text, Reason *why) {
    *text = take_argument(arguments);
    return *text != NULL || refuse(why, "%s needs a value", arguments->name);
}

static bool take_number(Arguments *arguments, int min, int max, int *number, Reason *why) {
    const char *text;
    if (!take_text(arguments, &text, why)) return false;
    if (word_to_int(word_of(text), min, max, number)) return true;
    return refuse(why, "%s: '%.60s' is not a number from %d to %d", arguments->name, text, min, max);
}

/* One of several words, ended by NULL. */
static bool take_choice(Arguments *arguments, const char *const choices[], int *choice, Reason *why) {
    const char *text;
    char listed[80];
    if (!take_text(arguments, &text, why)) return false;
    Writer writer = writer_on(listed, sizeof listed);
    for (*choice = 0; choices[*choice] != NULL; (*choice)++) {
        if (strcmp(text, choices[*choice]) == 0) return true;
        writer_add(&writer, "%s%s", *choice > 0 ? ", " : "", choices[*choice]);
    }
    return refuse(why, "%s: '%.60s' is not one of %s", arguments->name, text, listed);
}

static bool take_settings(Arguments *arguments, EngineConfig *config, Reason *why) {
    for (const char *setting; (setting = take_argument(arguments)) != NULL;) {
        if (!engine_config_add(config, setting))
            return refuse(why, "%s: more than %d settings", arguments->name, SETTINGS_MAX);
    }
    return true;
}

static bool take_engine(Tournament *tournament, Arguments *arguments, Reason *why) {
    if (tournament->engine_count == ENGINES_MAX) return refuse(why, "more than %d engines", ENGINES_MAX);
    return take_settings(arguments, &tournament->engines[tournament->engine_count++], why);
}

static bool take_each(Tournament *tournament, Arguments *arguments, Reason *why) {
    return take_settings(arguments, &tournament->each, why);
}

static bool take_game(Tournament *tournament, Arguments *arguments, Reason *why) {
    const char *text;
    return take_text(arguments, &text, why) && game_parse(word_of(text), &tournament->game, why);
}

static bool take_format(Tournament *tournament, Arguments *arguments, Reason *why) {
    static const char *const formats[] = {"match", "roundrobin", "gauntlet", NULL};
    int format;
    if (!take_choice(arguments, formats, &format, why)) return false;
    tournament->schedule.format = (ScheduleFormat)format;
    tournament->has_format = true;
    return true;
}

static bool take_games(Tournament *tournament, Arguments *arguments, Reason *why) {
    return take_number(arguments, 1, SCHEDULE_GAMES_MAX, &tournament->schedule.games, why);
}

static bool take_rounds(Tournament *tournament, Arguments *arguments, Reason *why) {
    return take_number(arguments, 1, SCHEDULE_GAMES_MAX, &tournament->schedule.rounds, why);
}

static bool take_openings(Tournament *tournament, Arguments *arguments, Reason *why) {
    return take_text(arguments, &tournament->openings_path, why);
}

static bool take_order(Tournament *tournament, Arguments *arguments, Reason *why) {
    static const char *const orders[] = {"sequential", "random", NULL};
    int order;
    if (!take_choice(arguments, orders, &order, why)) return false;
    tournament->order = (OpeningOrder)order;
    return true;
}

static bool take_plies(Tournament *tournament, Arguments *arguments, Reason *why) {
    return take_number(arguments, 0, CELLS_MAX, &tournament->plies, why);
}

static bool take_seed(Tournament *tournament, Arguments *arguments, Reason *why) {
    const char *text;
    if (!take_text(arguments, &text, why)) return false;
    if (word_to_number(word_of(text), 0, INT64_MAX, &tournament->seed)) return true;
    return refuse(why, "--seed: '%.60s' is not a number, 0 or more", text);
}

static bool take_concurrency(Tournament *tournament, Arguments *arguments, Reason *why) {
    return take_number(arguments, 1, CONCURRENCY_MAX, &tournament->concurrency, why);
}

static bool take_recover(Tournament *tournament, Arguments *arguments, Reason *why) {
    (void)arguments, (void)why;
    tournament->is_strict = false;
    return true;
}

static bool take_strict(Tournament *tournament, Arguments *arguments, Reason *why) {
    (void)arguments, (void)why;
    tournament->is_strict = true;
    return true;
}

static bool take_max_plies(Tournament *tournament, Arguments *arguments, Reason *why) {
    return take_number(arguments, 1, CELLS_MAX, &tournament->max_plies, why);
}

static bool take_adjudication(Arguments *arguments, Adjudication *adjudication, Reason *why) {
    int score = -1;
    *adjudication = (Adjudication){0};
    for (const char *text; (text = take_argument(arguments)) != NULL;) {
        const char *equals = strchr(text, '=');
        Word key = {text, equals != NULL ? (size_t)(equals - text) : strlen(text)};
        Word value = word_of(equals != NULL ? equals + 1 : "");
        bool is_fine = (word_is(key, "moves") && word_to_int(value, 1, CELLS_MAX, &adjudication->moves)) ||
                       (word_is(key, "plies") && word_to_int(value, 0, CELLS_MAX, &adjudication->from_ply)) ||
                       (word_is(key, "score") && word_to_int(value, 0, 1000000, &score));
        if (!is_fine) return refuse(why, "%s: '%.60s' is not moves=N, score=CP or plies=N", arguments->name, text);
    }
    adjudication->score_cp = score;
    if (adjudication->moves == 0 || score < 0) return refuse(why, "%s needs moves=N and score=CP", arguments->name);
    return true;
}

static bool take_draw(Tournament *tournament, Arguments *arguments, Reason *why) {
    return take_adjudication(arguments, &tournament->draw, why);
}

static bool take_resign(Tournament *tournament, Arguments *arguments, Reason *why) {
    return take_adjudication(arguments, &tournament->resign, why);
}

static bool parse_real(Word text, double *number) {
    char copy[64], *end;
    if (text.length == 0 || text.length >= sizeof copy) return false;
    memcpy(copy, text.at, text.length);
    copy[text.length] = '\0';
    double value = strtod(copy, &end);
    if (*end != '\0' || !(value > -10000 && value < 10000)) return false;
    *number = value;
    return true;
}

static bool take_sprt_setting(Sprt *sprt, Word key, Word value) {
    if (word_is(key, "elo0")) return parse_real(value, &sprt->elo0);
    if (word_is(key, "elo1")) return parse_real(value, &sprt->elo1);
    if (word_is(key, "alpha")) return parse_real(value, &sprt->alpha);
    if (word_is(key, "beta")) return parse_real(value, &sprt->beta);
    if (!word_is(key, "model")) return false;
    sprt->model = word_is(value, "logistic") ? SPRT_LOGISTIC : SPRT_NORMALISED;
    return word_is(value, "logistic") || word_is(value, "normalised") || word_is(value, "normalized");
}

static bool take_sprt(Tournament *tournament, Arguments *arguments, Reason *why) {
    Sprt sprt = {.elo0 = 0, .elo1 = 10, .alpha = 0.05, .beta = 0.05, .model = SPRT_LOGISTIC};
    for (const char *text; (text = take_argument(arguments)) != NULL;) {
        const char *equals = strchr(text, '=');
        Word key = {text, equals != NULL ? (size_t)(equals - text) : strlen(text)};
        if (equals == NULL || !take_sprt_setting(&sprt, key, word_of(equals + 1))) {
            return refuse(why, "--sprt: '%.60s' is not elo0=, elo1=, alpha=, beta= or model= with a value", text);
        }
    }
    bool is_fine = sprt.elo0 < sprt.elo1 && sprt.alpha > 0 && sprt.beta > 0 && sprt.alpha + sprt.beta < 1;
    if (!is_fine) return refuse(why, "--sprt: elo0 must be below elo1, and alpha and beta above 0 with a sum below 1");
    int elo_max = sprt.model == SPRT_NORMALISED ? NORMALISED_ELO_MAX : ELO_MAX;
    if (sprt.elo0 < -elo_max || sprt.elo1 > elo_max) {
        return refuse(why, "--sprt: elo0 and elo1 must be from -%d to %d with this model", elo_max, elo_max);
    }
    tournament->sprt = sprt;
    tournament->has_sprt = true;
    return true;
}

static bool take_record(Tournament *tournament, Arguments *arguments, Reason *why) {
    return take_text(arguments, &tournament->record_path, why);
}

static bool take_json(Tournament *tournament, Arguments *arguments, Reason *why) {
    return take_text(arguments, &tournament->json_path, why);
}

static bool take_log(Tournament *tournament, Arguments *arguments, Reason *why) {
    return take_text(arguments, &tournament->log_path, why);
}

static bool take_resume(Tournament *tournament, Arguments *arguments, Reason *why) {
    return take_text(arguments, &tournament->resume_path, why);
}

static bool take_report_every(Tournament *tournament, Arguments *arguments, Reason *why) {
    return take_number(arguments, 0, SCHEDULE_GAMES_MAX, &tournament->report_every, why);
}

static bool take_quiet(Tournament *tournament, Arguments *arguments, Reason *why) {
    (void)arguments, (void)why;
    tournament->is_quiet = true;
    return true;
}

static const struct {
    const char *name;
    bool (*take)(Tournament *tournament, Arguments *arguments, Reason *why);
} options[] = {
    {"--engine", take_engine},
    {"--each", take_each},
    {"--game", take_game},
    {"--format", take_format},
    {"--games", take_games},
    {"--rounds", take_rounds},
    {"--openings", take_openings},
    {"--order", take_order},
    {"--plies", take_plies},
    {"--seed", take_seed},
    {"--concurrency", take_concurrency},
    {"--recover", take_recover},
    {"--strict", take_strict},
    {"--max-plies", take_max_plies},
    {"--draw", take_draw},
    {"--resign", take_resign},
    {"--sprt", take_sprt},
    {"--record", take_record},
    {"--json", take_json},
    {"--log", take_log},
    {"--resume", take_resume},
    {"--report-every", take_report_every},
    {"--quiet", take_quiet},
};

static bool take_option(Tournament *tournament, Arguments *arguments, Reason *why) {
    arguments->name = *arguments->next++;
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        if (strcmp(arguments->name, options[i].name) == 0) return options[i].take(tournament, arguments, why);
    }
    return refuse(why, "unknown option '%.100s'; see --help", arguments->name);
}

bool referee_options_parse(Tournament *tournament, char *const argv[], Reason *why) {
    Arguments arguments = {.next = argv};
    /* The record keeps each argument on a line of its own. */
    for (int i = 0; argv[i] != NULL; i++) {
        if (strpbrk(argv[i], "\r\n") != NULL) return refuse(why, "an argument contains a line break");
    }
    while (*arguments.next != NULL) {
        if (!take_option(tournament, &arguments, why)) return false;
    }
    return true;
}
