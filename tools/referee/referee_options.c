#include "referee/referee_options.h"

#include <stdlib.h>

#include "referee/option_hint.h"

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

static bool refuse_option(const char *wrong, Reason *why);

static bool take_settings(Arguments *arguments, EngineConfig *config, Reason *why) {
    for (const char *setting; (setting = take_argument(arguments)) != NULL;) {
        if (setting[0] == '-') return refuse_option(setting, why);
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
    static const char *const formats[] = {"match", "roundrobin", "gauntlet", "swiss", "knockout", NULL};
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

static bool take_first_opening(Word value, int *first) {
    if (!word_to_int(value, 1, SCHEDULE_GAMES_MAX, first)) return false;
    (*first)--;
    return true;
}

static bool take_policy(Word value, OpeningPolicy *policy) {
    static const char *const policies[] = {"pair", "encounter", "round"};
    for (int i = 0; i < 3; i++) {
        if (!word_is(value, policies[i])) continue;
        *policy = (OpeningPolicy)i;
        return true;
    }
    return false;
}

/* [FILE] [start=N] [policy=POLICY] */
static bool take_openings(Tournament *tournament, Arguments *arguments, Reason *why) {
    const char *text;
    if (!take_text(arguments, &text, why)) return false;
    for (bool is_first = true; text != NULL; text = take_argument(arguments), is_first = false) {
        const char *equals = strchr(text, '=');
        Word key = {text, equals != NULL ? (size_t)(equals - text) : 0};
        Word value = word_of(equals != NULL ? equals + 1 : "");
        bool is_setting = word_is(key, "start") || word_is(key, "policy");
        if (is_first && !is_setting) {
            tournament->openings_path = text;
            continue;
        }
        bool is_fine = (word_is(key, "start") && take_first_opening(value, &tournament->schedule.first_opening)) ||
                       (word_is(key, "policy") && take_policy(value, &tournament->schedule.policy));
        if (is_fine) continue;
        return refuse(why, "--openings: '%.60s' is not start=N or policy=pair, encounter or round", text);
    }
    return true;
}

static bool take_balanced(Tournament *tournament, Arguments *arguments, Reason *why) {
    (void)arguments, (void)why;
    tournament->is_balanced = true;
    return true;
}

static bool take_no_swap(Tournament *tournament, Arguments *arguments, Reason *why) {
    (void)arguments, (void)why;
    tournament->schedule.no_swap = true;
    return true;
}

/* K/N */
static bool take_part(Tournament *tournament, Arguments *arguments, Reason *why) {
    const char *text, *slash;
    int part, parts;
    if (!take_text(arguments, &text, why)) return false;
    slash = strchr(text, '/');
    bool is_fine = slash != NULL && word_to_int(word_of(slash + 1), 1, SCHEDULE_GAMES_MAX, &parts) &&
                   word_to_int((Word){text, (size_t)(slash - text)}, 1, parts, &part);
    if (!is_fine) return refuse(why, "--part: '%.60s' is not K/N with K from 1 to N", text);
    tournament->schedule.part = part - 1;
    tournament->schedule.parts = parts;
    return true;
}

static bool take_merge(Tournament *tournament, Arguments *arguments, Reason *why) {
    tournament->merge_paths = arguments->next;
    for (tournament->merge_count = 0; take_argument(arguments) != NULL;) tournament->merge_count++;
    return tournament->merge_count > 0 || refuse(why, "--merge needs the records to put together");
}

static bool take_check(Tournament *tournament, Arguments *arguments, Reason *why) {
    return take_text(arguments, &tournament->check_command, why);
}

static bool take_allow_gaps(Tournament *tournament, Arguments *arguments, Reason *why) {
    (void)arguments, (void)why;
    tournament->allows_gaps = true;
    return true;
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

static bool take_cpus(Tournament *tournament, Arguments *arguments, Reason *why) {
    const char *text;
    return take_text(arguments, &text, why) && affinity_parse(&tournament->cpus, text, why);
}

static bool take_engines(Tournament *tournament, Arguments *arguments, Reason *why) {
    return take_text(arguments, &tournament->engines_path, why);
}

static bool take_wait(Tournament *tournament, Arguments *arguments, Reason *why) {
    return take_number(arguments, 0, INT32_MAX, &tournament->wait_ms, why);
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

static bool take_epd(Tournament *tournament, Arguments *arguments, Reason *why) {
    return take_text(arguments, &tournament->epd_path, why);
}

static bool take_resume(Tournament *tournament, Arguments *arguments, Reason *why) {
    return take_text(arguments, &tournament->resume_path, why);
}

static bool take_short_text(Arguments *arguments, const char **text, Reason *why) {
    if (!take_text(arguments, text, why)) return false;
    return strlen(*text) < RECORD_NAME_SIZE ||
           refuse(why, "%s: at most %d bytes", arguments->name, RECORD_NAME_SIZE - 1);
}

static bool take_event(Tournament *tournament, Arguments *arguments, Reason *why) {
    return take_short_text(arguments, &tournament->event, why);
}

static bool take_site(Tournament *tournament, Arguments *arguments, Reason *why) {
    return take_short_text(arguments, &tournament->site, why);
}

static bool take_detail(Tournament *tournament, Arguments *arguments, Reason *why) {
    (void)arguments, (void)why;
    tournament->is_detailed = true;
    return true;
}

static bool take_report_every(Tournament *tournament, Arguments *arguments, Reason *why) {
    return take_number(arguments, 0, SCHEDULE_GAMES_MAX, &tournament->report_every, why);
}

static bool take_lenient(Tournament *tournament, Arguments *arguments, Reason *why) {
    (void)arguments, (void)why;
    tournament->is_lenient = true;
    return true;
}

static bool take_trust(Tournament *tournament, Arguments *arguments, Reason *why) {
    (void)arguments, (void)why;
    tournament->is_trusting = true;
    return true;
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
    {"--engines", take_engines},
    {"--game", take_game},
    {"--format", take_format},
    {"--games", take_games},
    {"--rounds", take_rounds},
    {"--openings", take_openings},
    {"--balanced", take_balanced},
    {"--no-swap", take_no_swap},
    {"--part", take_part},
    {"--merge", take_merge},
    {"--check", take_check},
    {"--allow-gaps", take_allow_gaps},
    {"--order", take_order},
    {"--plies", take_plies},
    {"--seed", take_seed},
    {"--concurrency", take_concurrency},
    {"--cpus", take_cpus},
    {"--wait", take_wait},
    {"--recover", take_recover},
    {"--strict", take_strict},
    {"--max-plies", take_max_plies},
    {"--draw", take_draw},
    {"--resign", take_resign},
    {"--sprt", take_sprt},
    {"--record", take_record},
    {"--json", take_json},
    {"--log", take_log},
    {"--epd", take_epd},
    {"--resume", take_resume},
    {"--event", take_event},
    {"--site", take_site},
    {"--detail", take_detail},
    {"--report-every", take_report_every},
    {"--quiet", take_quiet},
    {"--lenient", take_lenient},
    {"--trust", take_trust},
};

enum { OPTIONS = sizeof options / sizeof options[0] };

static bool refuse_option(const char *wrong, Reason *why) {
    const char *names[OPTIONS + 3] = {"--help", "--version"};
    for (int i = 0; i < OPTIONS; i++) names[i + 2] = options[i].name;
    const char *hint = option_hint(wrong, names);
    if (hint != NULL) return refuse(why, "unknown option '%.100s'; did you mean %s?", wrong, hint);
    return refuse(why, "unknown option '%.100s'; see --help", wrong);
}

static bool take_option(Tournament *tournament, Arguments *arguments, Reason *why) {
    arguments->name = *arguments->next++;
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        if (strcmp(arguments->name, options[i].name) == 0) return options[i].take(tournament, arguments, why);
    }
    return refuse_option(arguments->name, why);
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
