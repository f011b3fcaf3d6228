#include "referee/tournament.h"

#include <stdlib.h>

enum {
    GAMES_DEFAULT = 2,
    OPENING_PLIES_DEFAULT = 4,
    /* Of hypotheses. Beyond these a score is as good as 0 or 1, and the test of stats.c finds no distribution of
     * results with a normalised Elo as large. */
    ELO_MAX = 1000,
    NORMALISED_ELO_MAX = 200,
};

void setup_print_help(FILE *out) {
    fprintf(out,
            "usage: referee --engine name=A cmd=COMMAND [key=value ...] --engine name=B cmd=... [--each key=value ...] "
            "[options]\n"
            "       referee --resume FILE [options]\n"
            "\n"
            "engines (--engine, two or more; --each for what all of them share)\n"
            "  name=NAME cmd=COMMAND args=ARGUMENTS dir=FOLDER option.NAME=VALUE\n"
            "  tc=[MOVES/]TIME[+INC]  clock in seconds or minutes:seconds     st=S  seconds a move\n"
            "  depth=N  nodes=N       fixed searches                          margin-ms=N  forgiven overrun (%d)\n"
            "  start-ms=N (%d)  ping-ms=N (%d)  hang-ms=N (%d)  quit-ms=N (%d)   deadlines\n"
            "\n"
            "tournament\n"
            "  --game GAME            4x4x4 (default), 5x5, 3x3x3:score10, ...\n"
            "  --format match|roundrobin|gauntlet     (match for two engines, else roundrobin)\n"
            "  --games N              games of each pairing in a round (%d); two in a row share an opening, colours "
            "swapped\n"
            "  --rounds N             (1)\n"
            "  --openings FILE        a position or a list of moves a line; without it random openings\n"
            "  --order sequential|random  --plies N (of random openings: %d)  --seed N (1)\n"
            "  --concurrency N        games at the same time (1)\n"
            "  --recover | --strict   go on after a fault (default), or stop\n"
            "  --max-plies N          a draw after N plies\n"
            "  --draw moves=N score=CP [plies=N]      a draw when both sides see no more than CP for N moves each\n"
            "  --resign moves=N score=CP              lost when both sides agree on CP for N moves each\n"
            "  --sprt elo0=0 elo1=10 alpha=0.05 beta=0.05 [model=logistic|normalised]\n"
            "\n"
            "output\n"
            "  --record FILE  every game as text    --resume FILE  go on with a record    --json FILE  the results\n"
            "  --log FILE  all conversations        --report-every N  a standing every N games    --quiet  only the "
            "last one\n",
            MARGIN_MS_DEFAULT, CLIENT_START_MS_DEFAULT, CLIENT_PING_MS_DEFAULT, HANG_MS_DEFAULT, CLIENT_QUIT_MS_DEFAULT,
            GAMES_DEFAULT, OPENING_PLIES_DEFAULT);
}

bool setup_init(TournamentSetup *setup) {
    *setup = (TournamentSetup){
        .engines = calloc(ENGINES_MAX, sizeof *setup->engines),
        .game = {.n = 4, .d = 3, .rule = RULE_LINE},
        .schedule = {.rounds = 1, .games = GAMES_DEFAULT},
        .plies = -1,
        .seed = 1,
        .concurrency = 1,
    };
    return setup->engines != NULL;
}

void setup_free(TournamentSetup *setup) {
    for (int i = 0; setup->engines != NULL && i < setup->engine_count; i++) engine_setup_release(&setup->engines[i]);
    free(setup->engines);
    *setup = (TournamentSetup){0};
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
        if (!engine_setup_add(engine, setting)) return refuse(why, "%s: too many settings", arguments->name);
    }
    return true;
}

static bool take_engine(TournamentSetup *setup, Arguments *arguments, Reason *why) {
    if (setup->engine_count == ENGINES_MAX) return refuse(why, "more than %d engines", ENGINES_MAX);
    return take_settings(arguments, &setup->engines[setup->engine_count++], why);
}

static bool take_each(TournamentSetup *setup, Arguments *arguments, Reason *why) {
    return take_settings(arguments, &setup->each, why);
}

static bool take_game(TournamentSetup *setup, Arguments *arguments, Reason *why) {
    const char *text;
    return take_text(arguments, &text, why) && game_parse(word_of(text), &setup->game, why);
}

static bool take_format(TournamentSetup *setup, Arguments *arguments, Reason *why) {
    static const char *const formats[] = {"match", "roundrobin", "gauntlet", NULL};
    int format;
    if (!take_choice(arguments, formats, &format, why)) return false;
    setup->schedule.format = (Format)format;
    setup->has_format = true;
    return true;
}

static bool take_games(TournamentSetup *setup, Arguments *arguments, Reason *why) {
    return take_number(arguments, 1, SCHEDULE_GAMES_MAX, &setup->schedule.games, why);
}

static bool take_rounds(TournamentSetup *setup, Arguments *arguments, Reason *why) {
    return take_number(arguments, 1, SCHEDULE_GAMES_MAX, &setup->schedule.rounds, why);
}

static bool take_openings(TournamentSetup *setup, Arguments *arguments, Reason *why) {
    return take_text(arguments, &setup->openings_path, why);
}

static bool take_order(TournamentSetup *setup, Arguments *arguments, Reason *why) {
    static const char *const orders[] = {"sequential", "random", NULL};
    int order;
    if (!take_choice(arguments, orders, &order, why)) return false;
    setup->order = (OpeningOrder)order;
    return true;
}

static bool take_plies(TournamentSetup *setup, Arguments *arguments, Reason *why) {
    return take_number(arguments, 0, CELLS_MAX, &setup->plies, why);
}

static bool take_seed(TournamentSetup *setup, Arguments *arguments, Reason *why) {
    const char *text;
    if (!take_text(arguments, &text, why)) return false;
    if (word_to_number(word_of(text), 0, INT64_MAX, &setup->seed)) return true;
    return refuse(why, "--seed: '%.60s' is not a number from 0 on", text);
}

static bool take_concurrency(TournamentSetup *setup, Arguments *arguments, Reason *why) {
    return take_number(arguments, 1, CONCURRENCY_MAX, &setup->concurrency, why);
}

static bool take_recover(TournamentSetup *setup, Arguments *arguments, Reason *why) {
    (void)arguments, (void)why;
    setup->is_strict = false;
    return true;
}

static bool take_strict(TournamentSetup *setup, Arguments *arguments, Reason *why) {
    (void)arguments, (void)why;
    setup->is_strict = true;
    return true;
}

static bool take_max_plies(TournamentSetup *setup, Arguments *arguments, Reason *why) {
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

static bool take_draw(TournamentSetup *setup, Arguments *arguments, Reason *why) {
    return take_agreement(arguments, &setup->draw, why);
}

static bool take_resign(TournamentSetup *setup, Arguments *arguments, Reason *why) {
    return take_agreement(arguments, &setup->resign, why);
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

static bool take_sprt(TournamentSetup *setup, Arguments *arguments, Reason *why) {
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
    int elo_max = sprt.model == SPRT_NORMALISED ? NORMALISED_ELO_MAX : ELO_MAX;
    if (sprt.elo0 < -elo_max || sprt.elo1 > elo_max) {
        return refuse(why, "--sprt: elo0 and elo1 must be from -%d to %d with this model", elo_max, elo_max);
    }
    setup->sprt = sprt;
    setup->has_sprt = true;
    return true;
}

static bool take_record(TournamentSetup *setup, Arguments *arguments, Reason *why) {
    return take_text(arguments, &setup->record_path, why);
}

static bool take_json(TournamentSetup *setup, Arguments *arguments, Reason *why) {
    return take_text(arguments, &setup->json_path, why);
}

static bool take_log(TournamentSetup *setup, Arguments *arguments, Reason *why) {
    return take_text(arguments, &setup->log_path, why);
}

static bool take_resume(TournamentSetup *setup, Arguments *arguments, Reason *why) {
    return take_text(arguments, &setup->resume_path, why);
}

static bool take_report_every(TournamentSetup *setup, Arguments *arguments, Reason *why) {
    return take_number(arguments, 0, SCHEDULE_GAMES_MAX, &setup->report_every, why);
}

static bool take_quiet(TournamentSetup *setup, Arguments *arguments, Reason *why) {
    (void)arguments, (void)why;
    setup->is_quiet = true;
    return true;
}

static bool take_help(TournamentSetup *setup, Arguments *arguments, Reason *why) {
    (void)arguments, (void)why;
    setup->wants_help = true;
    return true;
}

static const struct {
    const char *name;
    bool (*take)(TournamentSetup *setup, Arguments *arguments, Reason *why);
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

static bool take_option(TournamentSetup *setup, Arguments *arguments, Reason *why) {
    arguments->name = arguments->argv[arguments->at++];
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        if (strcmp(arguments->name, options[i].name) == 0) return options[i].take(setup, arguments, why);
    }
    return refuse(why, "unknown option '%.100s'", arguments->name);
}

bool setup_parse(TournamentSetup *setup, int argc, char *const argv[], Reason *why) {
    Arguments arguments = {.argc = argc, .argv = argv};
    while (arguments.at < argc) {
        if (strpbrk(argv[arguments.at], "\r\n") != NULL) return refuse(why, "an argument has a line break in it");
        if (!take_option(setup, &arguments, why)) return false;
    }
    return true;
}

/* Checks */

static bool check_names(const TournamentSetup *setup, Reason *why) {
    for (int i = 0; i < setup->engine_count; i++) {
        for (int j = 0; j < i; j++) {
            if (strcmp(setup->engines[i].name, setup->engines[j].name) == 0) {
                return refuse(why, "two engines are called %s", setup->engines[i].name);
            }
        }
    }
    return true;
}

bool setup_check(TournamentSetup *setup, Reason *why) {
    if (setup->engine_count < 2) return refuse(why, "a tournament needs two engines: --engine name=A cmd=...");
    for (int i = 0; i < setup->engine_count; i++) {
        if (!engine_setup_complete(&setup->engines[i], &setup->each, i + 1, why)) return false;
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
    if (setup->plies < 0 && setup->openings_path == NULL) setup->plies = OPENING_PLIES_DEFAULT;
    return true;
}
