#include "setup.h"

#include <stdlib.h>

#include "client.h"
#include "seconds.h"

const char setup_help[] =
    "usage: referee --engine name=A cmd=COMMAND [key=value ...] --engine name=B cmd=... [--each key=value ...] "
    "[options]\n"
    "       referee --resume FILE [options]\n"
    "\n"
    "engines (--engine, two or more; --each for what all of them share)\n"
    "  name=NAME cmd=COMMAND args=ARGUMENTS dir=FOLDER option.NAME=VALUE\n"
    "  tc=[MOVES/]TIME[+INC]  clock in seconds or minutes:seconds     st=S  seconds a move\n"
    "  depth=N  nodes=N       fixed searches                          margin-ms=N  forgiven overrun (10)\n"
    "  start-ms=N (10000)  ping-ms=N (5000)  hang-ms=N (60000)  quit-ms=N (1000)   deadlines\n"
    "\n"
    "tournament\n"
    "  --game GAME            4x4x4 (default), 5x5, 3x3x3:score10, ...\n"
    "  --format match|roundrobin|gauntlet     (match for two engines, else roundrobin)\n"
    "  --games N              games of each pairing in a round (2); two in a row share an opening, colours swapped\n"
    "  --rounds N             (1)\n"
    "  --openings FILE        a position or a list of moves a line; without it random openings\n"
    "  --order sequential|random  --plies N (of random openings: 4)  --seed N (1)\n"
    "  --concurrency N        games at the same time (1)\n"
    "  --recover | --strict   go on after a fault (default), or stop\n"
    "  --max-plies N          a draw after N plies\n"
    "  --draw moves=N score=CP [plies=N]      a draw when both sides see no more than CP for N moves each\n"
    "  --resign moves=N score=CP              lost when both sides agree on CP for N moves each\n"
    "  --sprt elo0=0 elo1=10 alpha=0.05 beta=0.05 [model=logistic|normalised]\n"
    "\n"
    "output\n"
    "  --record FILE  every game as text    --resume FILE  go on with a record    --json FILE  the results\n"
    "  --log FILE  all conversations        --report-every N  a standing every N games    --quiet  only the last one\n";

bool setup_init(Setup *setup) {
    *setup = (Setup){
        .engines = calloc(ENGINES_MAX, sizeof *setup->engines),
        .game = {.n = 4, .d = 3, .rule = RULE_LINE},
        .schedule = {.rounds = 1, .games = 2},
        .plies = -1,
        .seed = 1,
        .concurrency = 1,
    };
    return setup->engines != NULL;
}

void setup_free(Setup *setup) {
    for (int i = 0; setup->engines != NULL && i < setup->engine_count; i++) {
        EngineSetup *engine = &setup->engines[i];
        for (int j = 0; j < engine->option_count; j++) free(engine->options[j].name);
        free(engine->argv);
    }
    free(setup->engines);
    *setup = (Setup){0};
}

/* Values */

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

/* The settings of an engine */

static bool copy_name(EngineSetup *engine, Word value) {
    if (value.length == 0 || value.length >= RECORD_NAME_SIZE) return false;
    memcpy(engine->name, value.at, value.length);
    engine->name[value.length] = '\0';
    return true;
}

/* "option.Hash=64"; an empty value is a button's. A later setting replaces an earlier one. */
static bool add_option(EngineSetup *engine, Word name, const char *value) {
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
    engine->options[at].value = *value != '\0' ? value : NULL;
    return true;
}

static bool apply_setting(EngineSetup *engine, const char *setting, Reason *why) {
    const char *equals = strchr(setting, '=');
    if (equals == NULL) return refuse(why, "'%s' is not key=value", setting);
    Word key = {setting, (size_t)(equals - setting)}, value = word_of(equals + 1);
    Control *control = &engine->control;
    int64_t deadline_max = INT32_MAX;
    bool is_fine;
    if (word_is(key, "name")) {
        is_fine = copy_name(engine, value);
    } else if (word_is(key, "cmd")) {
        engine->command = value.at;
        is_fine = value.length > 0;
    } else if (word_is(key, "args")) {
        engine->arguments = value.at;
        is_fine = true;
    } else if (word_is(key, "dir")) {
        engine->dir = value.at;
        is_fine = value.length > 0;
    } else if (key.length > 7 && memcmp(key.at, "option.", 7) == 0) {
        is_fine = add_option(engine, (Word){key.at + 7, key.length - 7}, value.at);
    } else if (word_is(key, "tc")) {
        is_fine = parse_tc(value, control);
    } else if (word_is(key, "st")) {
        is_fine = parse_time(value, &control->move_ms) && control->move_ms > 0;
    } else if (word_is(key, "depth")) {
        is_fine = word_to_int(value, 1, CELLS_MAX, &control->depth);
    } else if (word_is(key, "nodes")) {
        is_fine = word_to_number(value, 1, INT64_MAX, &control->nodes);
    } else if (word_is(key, "margin-ms")) {
        is_fine = word_to_number(value, 0, deadline_max, &control->margin_ms);
    } else if (word_is(key, "start-ms")) {
        is_fine = word_to_number(value, 1, deadline_max, &engine->start_ms);
    } else if (word_is(key, "ping-ms")) {
        is_fine = word_to_number(value, 1, deadline_max, &engine->ping_ms);
    } else if (word_is(key, "hang-ms")) {
        is_fine = word_to_number(value, 1, deadline_max, &engine->hang_ms);
    } else if (word_is(key, "quit-ms")) {
        is_fine = word_to_number(value, 1, deadline_max, &engine->quit_ms);
    } else {
        return refuse(why, "'%.*s' is not a setting of an engine", word_shown(key), key.at);
    }
    return is_fine ||
           refuse(why, "%.*s: '%.*s' is not a value for it", word_shown(key), key.at, word_shown(value), value.at);
}

/* Arguments */

typedef struct {
    int argc;
    char *const *argv;
    int at;
    const char *name; /* of the option at hand */
} Arguments;

static const char *take_argument(Arguments *arguments) {
    if (arguments->at == arguments->argc || strncmp(arguments->argv[arguments->at], "--", 2) == 0) return NULL;
    return arguments->argv[arguments->at++];
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
    if (!take_text(arguments, &text, why)) return false;
    for (*choice = 0; choices[*choice] != NULL; (*choice)++) {
        if (strcmp(text, choices[*choice]) == 0) return true;
    }
    return refuse(why, "%s: '%.60s' is not one of its values", arguments->name, text);
}

static bool take_settings(Arguments *arguments, EngineSetup *engine, Reason *why) {
    for (const char *setting; (setting = take_argument(arguments)) != NULL;) {
        if (engine->setting_count == SETTINGS_MAX) return refuse(why, "%s: too many settings", arguments->name);
        engine->settings[engine->setting_count++] = setting;
    }
    return true;
}

static bool take_engine(Setup *setup, Arguments *arguments, Reason *why) {
    if (setup->engine_count == ENGINES_MAX) return refuse(why, "more than %d engines", ENGINES_MAX);
    return take_settings(arguments, &setup->engines[setup->engine_count++], why);
}

static bool take_each(Setup *setup, Arguments *arguments, Reason *why) {
    return take_settings(arguments, &setup->each, why);
}

static bool take_game(Setup *setup, Arguments *arguments, Reason *why) {
    const char *text;
    return take_text(arguments, &text, why) && game_parse(word_of(text), &setup->game, why);
}

static bool take_format(Setup *setup, Arguments *arguments, Reason *why) {
    static const char *const formats[] = {"match", "roundrobin", "gauntlet", NULL};
    int format;
    if (!take_choice(arguments, formats, &format, why)) return false;
    setup->schedule.format = (Format)format;
    setup->has_format = true;
    return true;
}

static bool take_games(Setup *setup, Arguments *arguments, Reason *why) {
    return take_number(arguments, 1, SCHEDULE_GAMES_MAX, &setup->schedule.games, why);
}

static bool take_rounds(Setup *setup, Arguments *arguments, Reason *why) {
    return take_number(arguments, 1, SCHEDULE_GAMES_MAX, &setup->schedule.rounds, why);
}

static bool take_openings(Setup *setup, Arguments *arguments, Reason *why) {
    return take_text(arguments, &setup->openings_path, why);
}

static bool take_order(Setup *setup, Arguments *arguments, Reason *why) {
    static const char *const orders[] = {"sequential", "random", NULL};
    int order;
    if (!take_choice(arguments, orders, &order, why)) return false;
    setup->order = (OpeningOrder)order;
    return true;
}

static bool take_plies(Setup *setup, Arguments *arguments, Reason *why) {
    return take_number(arguments, 0, CELLS_MAX, &setup->plies, why);
}

static bool take_seed(Setup *setup, Arguments *arguments, Reason *why) {
    const char *text;
    if (!take_text(arguments, &text, why)) return false;
    if (word_to_number(word_of(text), 0, INT64_MAX, &setup->seed)) return true;
    return refuse(why, "--seed: '%.60s' is not a number from 0 on", text);
}

static bool take_concurrency(Setup *setup, Arguments *arguments, Reason *why) {
    return take_number(arguments, 1, CONCURRENCY_MAX, &setup->concurrency, why);
}

static bool take_recover(Setup *setup, Arguments *arguments, Reason *why) {
    (void)arguments, (void)why;
    setup->is_strict = false;
    return true;
}

static bool take_strict(Setup *setup, Arguments *arguments, Reason *why) {
    (void)arguments, (void)why;
    setup->is_strict = true;
    return true;
}

static bool take_max_plies(Setup *setup, Arguments *arguments, Reason *why) {
    return take_number(arguments, 1, CELLS_MAX, &setup->max_plies, why);
}

static bool take_agreement(Arguments *arguments, Agreement *agreement, Reason *why) {
    int score = -1;
    *agreement = (Agreement){0};
    for (const char *text; (text = take_argument(arguments)) != NULL;) {
        const char *equals = strchr(text, '=');
        Word key = {text, equals != NULL ? (size_t)(equals - text) : strlen(text)};
        Word value = word_of(equals != NULL ? equals + 1 : "");
        bool is_fine = (word_is(key, "moves") && word_to_int(value, 1, CELLS_MAX, &agreement->moves)) ||
                       (word_is(key, "plies") && word_to_int(value, 0, CELLS_MAX, &agreement->from_ply)) ||
                       (word_is(key, "score") && word_to_int(value, 0, 1000000, &score));
        if (!is_fine) return refuse(why, "%s: '%.60s' is not moves=N, score=CP or plies=N", arguments->name, text);
    }
    agreement->score_cp = score;
    if (agreement->moves == 0 || score < 0) return refuse(why, "%s needs moves=N and score=CP", arguments->name);
    return true;
}

static bool take_draw(Setup *setup, Arguments *arguments, Reason *why) {
    return take_agreement(arguments, &setup->draw, why);
}

static bool take_resign(Setup *setup, Arguments *arguments, Reason *why) {
    return take_agreement(arguments, &setup->resign, why);
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

static bool take_sprt(Setup *setup, Arguments *arguments, Reason *why) {
    Sprt sprt = {.elo0 = 0, .elo1 = 10, .alpha = 0.05, .beta = 0.05, .model = SPRT_LOGISTIC};
    for (const char *text; (text = take_argument(arguments)) != NULL;) {
        const char *equals = strchr(text, '=');
        Word key = {text, equals != NULL ? (size_t)(equals - text) : strlen(text)};
        if (equals == NULL || !take_sprt_setting(&sprt, key, word_of(equals + 1))) {
            return refuse(why, "--sprt: '%.60s' is not elo0=, elo1=, alpha=, beta= or model= with a value", text);
        }
    }
    bool is_fine = sprt.elo0 < sprt.elo1 && sprt.alpha > 0 && sprt.beta > 0 && sprt.alpha + sprt.beta < 1;
    if (!is_fine) return refuse(why, "--sprt: elo0 must be below elo1, alpha and beta between 0 and 1");
    setup->sprt = sprt;
    setup->has_sprt = true;
    return true;
}

static bool take_record(Setup *setup, Arguments *arguments, Reason *why) {
    return take_text(arguments, &setup->record_path, why);
}

static bool take_json(Setup *setup, Arguments *arguments, Reason *why) {
    return take_text(arguments, &setup->json_path, why);
}

static bool take_log(Setup *setup, Arguments *arguments, Reason *why) {
    return take_text(arguments, &setup->log_path, why);
}

static bool take_resume(Setup *setup, Arguments *arguments, Reason *why) {
    return take_text(arguments, &setup->resume_path, why);
}

static bool take_report_every(Setup *setup, Arguments *arguments, Reason *why) {
    return take_number(arguments, 0, SCHEDULE_GAMES_MAX, &setup->report_every, why);
}

static bool take_quiet(Setup *setup, Arguments *arguments, Reason *why) {
    (void)arguments, (void)why;
    setup->is_quiet = true;
    return true;
}

static bool take_help(Setup *setup, Arguments *arguments, Reason *why) {
    (void)arguments, (void)why;
    setup->wants_help = true;
    return true;
}

static const struct {
    const char *name;
    bool (*take)(Setup *setup, Arguments *arguments, Reason *why);
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
    {"--help", take_help},
};

static bool take_option(Setup *setup, Arguments *arguments, Reason *why) {
    arguments->name = arguments->argv[arguments->at++];
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        if (strcmp(arguments->name, options[i].name) == 0) return options[i].take(setup, arguments, why);
    }
    return refuse(why, "unknown option '%.100s'", arguments->name);
}

bool setup_parse(Setup *setup, int argc, char *const argv[], Reason *why) {
    Arguments arguments = {.argc = argc, .argv = argv};
    while (arguments.at < argc) {
        if (strpbrk(argv[arguments.at], "\r\n") != NULL) return refuse(why, "an argument has a line break in it");
        if (!take_option(setup, &arguments, why)) return false;
    }
    return true;
}

/* Checks */

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

static bool check_engine(Setup *setup, int index, Reason *why) {
    EngineSetup *engine = &setup->engines[index];
    Reason wrong;
    engine->control.margin_ms = 10;
    engine->start_ms = CLIENT_START_MS_DEFAULT;
    engine->ping_ms = CLIENT_PING_MS_DEFAULT;
    engine->quit_ms = CLIENT_QUIT_MS_DEFAULT;
    engine->hang_ms = 60000;
    for (int i = 0; i < setup->each.setting_count + engine->setting_count; i++) {
        int own = i - setup->each.setting_count;
        const char *setting = own < 0 ? setup->each.settings[i] : engine->settings[own];
        if (!apply_setting(engine, setting, &wrong)) return refuse(why, "engine %d: %s", index + 1, wrong.text);
    }
    if (engine->command == NULL) return refuse(why, "engine %d has no cmd=", index + 1);
    if (engine->name[0] == '\0') name_by_command(engine);
    const Control *control = &engine->control;
    if (control->session_ms + control->move_ms + control->depth + control->nodes == 0) {
        return refuse(why, "engine %s has no limit: give it tc=, st=, depth= or nodes=", engine->name);
    }
    return split_command(engine, why);
}

static bool check_names(const Setup *setup, Reason *why) {
    for (int i = 0; i < setup->engine_count; i++) {
        for (int j = 0; j < i; j++) {
            if (strcmp(setup->engines[i].name, setup->engines[j].name) == 0) {
                return refuse(why, "two engines are called %s", setup->engines[i].name);
            }
        }
    }
    return true;
}

bool setup_check(Setup *setup, Reason *why) {
    if (setup->engine_count < 2) return refuse(why, "a tournament needs two engines: --engine name=A cmd=...");
    for (int i = 0; i < setup->engine_count; i++) {
        if (!check_engine(setup, i, why)) return false;
    }
    if (!check_names(setup, why)) return false;
    Schedule *schedule = &setup->schedule;
    schedule->engines = setup->engine_count;
    if (!setup->has_format) schedule->format = schedule->engines == 2 ? FORMAT_MATCH : FORMAT_ROUND_ROBIN;
    if (schedule->format == FORMAT_MATCH && schedule->engines != 2) {
        return refuse(why, "a match is between two engines");
    }
    if (setup->has_sprt && schedule->engines != 2) return refuse(why, "--sprt compares two engines");
    int64_t games = (int64_t)schedule_pairings(schedule) * schedule->rounds * schedule->games;
    if (games > SCHEDULE_GAMES_MAX) return refuse(why, "more than %d games", SCHEDULE_GAMES_MAX);
    if (setup->plies > game_cells(&setup->game)) return refuse(why, "--plies: more than the board has cells");
    if (setup->plies < 0 && setup->openings_path == NULL) setup->plies = 4;
    return true;
}
