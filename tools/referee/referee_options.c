#include "referee/referee_options.h"

#include <stdlib.h>

#include "common/command_line.h"

enum {
    /* For the hypotheses of the test. Beyond these a score is as good as 0 or 1, and stats.c finds no distribution of
     * results with so large a normalised Elo. */
    ELO_MAX = 1000,
    NORMALISED_ELO_MAX = 200,
};

typedef struct Option Option;

/* The arguments, and where we are in them. */
typedef struct {
    Tournament *tournament;
    char *const *next;
    const Option *option; /* the one at hand */
    void *place;          /* of its value in the tournament */
} Arguments;

/* One row reads, checks and explains an option. */
struct Option {
    const char *name;  /* NULL: a heading of the help */
    const char *value; /* as the help calls it */
    const char *help;  /* NULL: it is explained elsewhere */
    bool (*take)(Arguments *arguments, Reason *why);
    size_t offset; /* of its place */
    int min, max;  /* of a number; the most bytes of a text, 0: any */
};

static const char *take_argument(Arguments *arguments) {
    if (*arguments->next == NULL || strncmp(*arguments->next, "--", 2) == 0) return NULL;
    return *arguments->next++;
}

static bool take_word(Arguments *arguments, const char **text, Reason *why) {
    *text = take_argument(arguments);
    return *text != NULL || refuse(why, "%s needs a value", arguments->option->name);
}

/* What several options take. */

static bool take_switch(Arguments *arguments, Reason *why) {
    (void)why;
    *(bool *)arguments->place = true;
    return true;
}

static bool take_text(Arguments *arguments, Reason *why) {
    const char *text;
    int max = arguments->option->max;
    if (!take_word(arguments, &text, why)) return false;
    *(const char **)arguments->place = text;
    return max == 0 || strlen(text) <= (size_t)max || refuse(why, "%s: at most %d bytes", arguments->option->name, max);
}

/* The name of a file to write. Other referees write file=NAME. */
static bool take_file(Arguments *arguments, Reason *why) {
    const char *name = arguments->option->name, *text;
    if (!take_word(arguments, &text, why)) return false;
    if (strncmp(text, "file=", 5) == 0)
        return refuse(why, "%s: '%.60s' is not a file; did you mean %s %.60s?", name, text, name, text + 5);
    *(const char **)arguments->place = text;
    return true;
}

static bool take_number(Arguments *arguments, Reason *why) {
    const Option *option = arguments->option;
    const char *text;
    if (!take_word(arguments, &text, why)) return false;
    if (word_to_int(word_of(text), option->min, option->max, arguments->place)) return true;
    return refuse(why, "%s: '%.60s' is not a number from %d to %d", option->name, text, option->min, option->max);
}

/* One of several words, ended by NULL. */
static bool take_choice(Arguments *arguments, const char *const choices[], int *choice, Reason *why) {
    const char *text;
    char listed[80];
    if (!take_word(arguments, &text, why)) return false;
    Writer writer = writer_on(listed, sizeof listed);
    for (*choice = 0; choices[*choice] != NULL; (*choice)++) {
        if (strcmp(text, choices[*choice]) == 0) return true;
        writer_add(&writer, "%s%s", *choice > 0 ? ", " : "", choices[*choice]);
    }
    return refuse(why, "%s: '%.60s' is not one of %s", arguments->option->name, text, listed);
}

static bool refuse_option(const char *wrong, Reason *why);

static bool take_settings(Arguments *arguments, Reason *why) {
    for (const char *setting; (setting = take_argument(arguments)) != NULL;) {
        if (setting[0] == '-') return refuse_option(setting, why);
        if (!engine_config_add(arguments->place, setting))
            return refuse(why, "%s: more than %d settings", arguments->option->name, SETTINGS_MAX);
    }
    return true;
}

/* "moves=3" -> "moves" and "3"; without = the value is empty. */
static Word split_setting(const char *text, Word *value) {
    size_t length = strcspn(text, "=");
    *value = word_of(text + length + (text[length] == '='));
    return (Word){text, length};
}

/* A setting by its name in fastchess: what it is called here, up to NULL. */
static const char *find_setting(Word key, const char *const names[][2]) {
    for (int i = 0; names[i][0] != NULL; i++) {
        if (word_is(key, names[i][0])) return names[i][1];
    }
    return NULL;
}

static bool take_adjudication(Arguments *arguments, Reason *why) {
    const char *name = arguments->option->name;
    static const char *const theirs[][2] = {{"movecount", "moves="}, {"movenumber", "plies="}, {NULL, NULL}};
    Adjudication *adjudication = arguments->place;
    int score = -1;
    *adjudication = (Adjudication){0};
    for (const char *text; (text = take_argument(arguments)) != NULL;) {
        Word value, key = split_setting(text, &value);
        bool is_fine = (word_is(key, "moves") && word_to_int(value, 1, CELLS_MAX, &adjudication->moves)) ||
                       (word_is(key, "plies") && word_to_int(value, 0, CELLS_MAX, &adjudication->from_ply)) ||
                       (word_is(key, "score") && word_to_int(value, 0, 1000000, &score));
        const char *ours = find_setting(key, theirs);
        if (ours != NULL) return refuse(why, "%s: unknown setting '%.60s'; did you mean %s?", name, text, ours);
        if (!is_fine) return refuse(why, "%s: '%.60s' is not moves=N, score=CP or plies=N", name, text);
    }
    adjudication->score_cp = score;
    return (adjudication->moves > 0 && score >= 0) || refuse(why, "%s needs moves=N and score=CP", name);
}

/* What one option takes. */

static bool take_engine(Arguments *arguments, Reason *why) {
    Tournament *tournament = arguments->tournament;
    if (tournament->engine_count == ENGINES_MAX) return refuse(why, "more than %d engines", ENGINES_MAX);
    arguments->place = &tournament->engines[tournament->engine_count++];
    return take_settings(arguments, why);
}

static bool take_game(Arguments *arguments, Reason *why) {
    const char *text;
    return take_word(arguments, &text, why) && game_parse(word_of(text), arguments->place, why);
}

static bool take_cpus(Arguments *arguments, Reason *why) {
    const char *text;
    return take_word(arguments, &text, why) && affinity_parse(arguments->place, text, why);
}

static bool take_format(Arguments *arguments, Reason *why) {
    int format;
    if (!take_choice(arguments, schedule_formats, &format, why)) return false;
    arguments->tournament->schedule.format = (ScheduleFormat)format;
    arguments->tournament->has_format = true;
    return true;
}

static bool take_order(Arguments *arguments, Reason *why) {
    static const char *const orders[] = {"sequential", "random", NULL};
    int order;
    if (!take_choice(arguments, orders, &order, why)) return false;
    arguments->tournament->order = (OpeningOrder)order;
    return true;
}

static bool take_opening_setting(Schedule *schedule, Word key, Word value) {
    int first;
    if (word_is(key, "start") && word_to_int(value, 1, SCHEDULE_GAMES_MAX, &first)) {
        schedule->first_opening = first - 1;
        return true;
    }
    for (int i = 0; word_is(key, "policy") && schedule_policies[i] != NULL; i++) {
        if (!word_is(value, schedule_policies[i])) continue;
        schedule->policy = (OpeningPolicy)i;
        return true;
    }
    return false;
}

/* [FILE] [start=N] [policy=POLICY] */
static bool take_openings(Arguments *arguments, Reason *why) {
    static const char *const theirs[][2] = {{"file", "--openings FILE"},
                                            {"format", "--openings FILE"},
                                            {"order", "--order"},
                                            {"plies", "--plies"},
                                            {NULL, NULL}};
    Tournament *tournament = arguments->tournament;
    const char *text;
    if (!take_word(arguments, &text, why)) return false;
    for (bool is_first = true; text != NULL; text = take_argument(arguments), is_first = false) {
        Word value, key = split_setting(text, &value);
        bool is_setting = strchr(text, '=') != NULL && (word_is(key, "start") || word_is(key, "policy"));
        const char *ours = find_setting(key, theirs);
        if (ours != NULL && strchr(text, '=') != NULL)
            return refuse(why, "--openings: unknown setting '%.60s'; did you mean %s?", text, ours);
        if (is_first && !is_setting) {
            tournament->openings_path = text;
        } else if (!take_opening_setting(&tournament->schedule, key, value)) {
            return refuse(why, "--openings: '%.60s' is not start=N or policy=pair, encounter or round", text);
        }
    }
    return true;
}

/* K/N */
static bool take_part(Arguments *arguments, Reason *why) {
    const char *text, *slash;
    int part, parts;
    if (!take_word(arguments, &text, why)) return false;
    slash = strchr(text, '/');
    bool is_fine = slash != NULL && word_to_int(word_of(slash + 1), 1, SCHEDULE_GAMES_MAX, &parts) &&
                   word_to_int((Word){text, (size_t)(slash - text)}, 1, parts, &part);
    if (!is_fine) return refuse(why, "--part: '%.60s' is not K/N with K from 1 to N", text);
    arguments->tournament->schedule.part = part - 1;
    arguments->tournament->schedule.parts = parts;
    return true;
}

static bool take_merge(Arguments *arguments, Reason *why) {
    Tournament *tournament = arguments->tournament;
    tournament->merge_paths = arguments->next;
    for (tournament->merge_count = 0; take_argument(arguments) != NULL;) tournament->merge_count++;
    return tournament->merge_count > 0 || refuse(why, "--merge needs the records to put together");
}

static bool take_seed(Arguments *arguments, Reason *why) {
    const char *text;
    if (!take_word(arguments, &text, why)) return false;
    if (word_to_number(word_of(text), 0, INT64_MAX, arguments->place)) return true;
    return refuse(why, "--seed: '%.60s' is not a number, 0 or more", text);
}

static bool take_recover(Arguments *arguments, Reason *why) {
    (void)why;
    arguments->tournament->is_strict = false;
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

static bool take_sprt_setting(Sprt *sprt, Word key, Word value) {
    if (word_is(key, "elo0")) return parse_real(value, &sprt->elo0);
    if (word_is(key, "elo1")) return parse_real(value, &sprt->elo1);
    if (word_is(key, "alpha")) return parse_real(value, &sprt->alpha);
    if (word_is(key, "beta")) return parse_real(value, &sprt->beta);
    if (!word_is(key, "model")) return false;
    sprt->model = word_is(value, "logistic") ? SPRT_LOGISTIC : SPRT_NORMALISED;
    return word_is(value, "logistic") || word_is(value, "normalised") || word_is(value, "normalized");
}

static bool take_sprt(Arguments *arguments, Reason *why) {
    Sprt sprt = {.elo0 = 0, .elo1 = 10, .alpha = 0.05, .beta = 0.05, .model = SPRT_LOGISTIC};
    for (const char *text; (text = take_argument(arguments)) != NULL;) {
        Word value, key = split_setting(text, &value);
        if (!take_sprt_setting(&sprt, key, value)) {
            return refuse(why, "--sprt: '%.60s' is not elo0=, elo1=, alpha=, beta= or model= with a value", text);
        }
    }
    bool is_fine = sprt.elo0 < sprt.elo1 && sprt.alpha > 0 && sprt.beta > 0 && sprt.alpha + sprt.beta < 1;
    if (!is_fine) return refuse(why, "--sprt: elo0 must be below elo1, and alpha and beta above 0 with a sum below 1");
    int elo_max = sprt.model == SPRT_NORMALISED ? NORMALISED_ELO_MAX : ELO_MAX;
    if (sprt.elo0 < -elo_max || sprt.elo1 > elo_max) {
        return refuse(why, "--sprt: elo0 and elo1 must be from -%d to %d with this model", elo_max, elo_max);
    }
    arguments->tournament->sprt = sprt;
    arguments->tournament->has_sprt = true;
    return true;
}

#define PLACE(field) offsetof(Tournament, field)

static const Option options[] = {
    {.help = "Engines"},
    {"--engine", "SETTING...", "an engine; at least two are needed", .take = take_engine},
    {"--engines", "FILE", "engines for conf=NAME, from engines.json or an INI file", .take = take_text,
     PLACE(engines_path)},
    {"--each", "SETTING...", "settings for all engines; an engine's own settings take precedence",
     .take = take_settings, PLACE(each)},
    {.help = "Tournament"},
    {"--game", "GAME", "4x4x4, 5x5, 3x3x3:score10, ... (4x4x4)", .take = take_game, PLACE(game)},
    {"--format", "FORMAT", "match, roundrobin, gauntlet, swiss or knockout (match for two engines, else roundrobin)",
     .take = take_format},
    {"--rounds", "N", "rounds (1; swiss: as many as find a winner)", .take = take_number, PLACE(schedule.rounds), 1,
     SCHEDULE_GAMES_MAX},
    {"--games", "N", "games per pairing and round (2); each pair shares an opening, with sides swapped",
     .take = take_number, PLACE(schedule.games), 1, SCHEDULE_GAMES_MAX},
    {"--concurrency", "N", "games played at the same time (1)", .take = take_number, PLACE(concurrency), 1,
     CONCURRENCY_MAX},
    {"--cpus", "LIST", "run games on these processors only, each game on its share: 0,2-5", .take = take_cpus,
     PLACE(cpus)},
    {"--wait", "MS", "pause between two games (0)", .take = take_number, PLACE(wait_ms), 0, INT32_MAX},
    {"--part", "K/N", "play only every N-th pair, beginning with the K-th: for several machines", .take = take_part},
    {"--merge", "FILE...",
     "put the records of all parts together and print the results; --record writes one record of them all; "
     "--allow-gaps if games may be missing",
     .take = take_merge},
    {"--allow-gaps", NULL, NULL, .take = take_switch, PLACE(allows_gaps)},
    {"--verdict", NULL,
     "with --merge: only say in one line whether the games so far decide --sprt; exit status 0 if they do, else 1",
     .take = take_switch, PLACE(is_verdict)},
    {"--check", "COMMAND", "test whether an engine keeps to the protocol, step by step", .take = take_text,
     PLACE(check_command)},
    {"--recover", NULL, "after a fault, restart the engine and go on (the default)", .take = take_recover},
    {"--strict", NULL, "after a fault, stop the tournament", .take = take_switch, PLACE(is_strict)},
    {"--lenient", NULL,
     "play even if an engine is not ready, or refuses an option, at its first start; otherwise that is an error",
     .take = take_switch, PLACE(is_lenient)},
    {.help = "Openings"},
    {"--plies", "N", "length of random openings (4), or of the openings in a file (all moves)", .take = take_number,
     PLACE(plies), 0, CELLS_MAX},
    {"--openings", "[FILE] [start=N] [policy=pair|encounter|round]",
     "one opening per line: a position, a list of moves, or both; which one is the first (1); when to take the next "
     "(pair)",
     .take = take_openings},
    {"--balanced", NULL, "openings that give both sides a game and come with Rowan (the default, where there are some)",
     .take = take_switch, PLACE(is_balanced)},
    {"--random", NULL, "random openings (the default elsewhere, and with --plies)", .take = take_switch,
     PLACE(is_random)},
    {"--no-swap", NULL, "do not swap sides: the first engine always plays X", .take = take_switch,
     PLACE(schedule.no_swap)},
    {"--order", "ORDER", "order of the openings in a file: sequential or random (sequential)", .take = take_order},
    {"--seed", "N", "seed for random openings and random order (1)", .take = take_seed, PLACE(seed)},
    {.help = "Ending early"},
    {"--max-plies", "N", "a game of N plies is a draw", .take = take_number, PLACE(max_plies), 1, CELLS_MAX},
    {"--draw", "moves=N score=CP [plies=P]",
     "draw if both engines' scores stay within CP for N moves each, but not before ply P", .take = take_adjudication,
     PLACE(draw)},
    {"--resign", "moves=N score=CP [plies=P]", "win if both engines' scores agree on a lead of CP for N moves each",
     .take = take_adjudication, PLACE(resign)},
    {"--sprt", "[elo0=E] [elo1=E] [alpha=A] [beta=B] [model=logistic|normalised]",
     "stop a match when the sequential test decides it (elo0=0 elo1=10 alpha=0.05 beta=0.05 model=logistic); without "
     "--rounds and --games, play until it does",
     .take = take_sprt},
    {.help = "Output"},
    {"--record", "FILE", "write every game to a new file", .take = take_file, PLACE(record_path)},
    {"--resume", "FILE", "go on with the tournament recorded in FILE", .take = take_text, PLACE(resume_path)},
    {"--continue", NULL, "with --record: go on with FILE if it is there and was begun by this command",
     .take = take_switch, PLACE(is_continuing)},
    {"--trust", NULL, "run the commands in that record, and write its files, without asking", .take = take_switch,
     PLACE(is_trusting)},
    {"--event", "TEXT", "the Event in the record (?)", .take = take_text, PLACE(event), 0, RECORD_NAME_SIZE - 1},
    {"--site", "TEXT", "the Site in the record (?)", .take = take_text, PLACE(site), 0, RECORD_NAME_SIZE - 1},
    {"--detail", NULL, "also record each move's seldepth, nps, hashfull, time left, latency, line", .take = take_switch,
     PLACE(is_detailed)},
    {"--json", "FILE", "write the results as JSON; - is standard output", .take = take_file, PLACE(json_path)},
    {"--epd", "FILE", "write the last position of each game", .take = take_file, PLACE(epd_path)},
    {"--pgn", "FILE", "write the games as plain PGN, without what only a record needs", .take = take_file,
     PLACE(pgn_path)},
    {"--log", "FILE", "append all lines sent to and received from engines", .take = take_file, PLACE(log_path)},
    {"--report-every", "N",
     "print the standings after every N games, 0: only at the end (a tenth of all games, at least 20)",
     .take = take_number, PLACE(report_every), 0, SCHEDULE_GAMES_MAX},
    {"--quiet", NULL, "do not print a line for each game", .take = take_switch, PLACE(is_quiet)},
};

enum { OPTIONS = sizeof options / sizeof options[0] };

/* Options of cutechess-cli and fastchess, which begin with one dash there, and have other names here. */
static const char *const others[][2] = {{"pgnout", "--pgn"},
                                        {"variant", "--game"},
                                        {"tournament", "--format"},
                                        {"ratinginterval", "--report-every"},
                                        {"srand", "--seed"},
                                        {"maxmoves", "--max-plies"},
                                        {"noswap", "--no-swap"},
                                        {"epdout", "--epd"},
                                        {"outcomeinterval", "--report-every"},
                                        {"use-affinity", "--cpus"},
                                        {"compliance", "--check"},
                                        {"debug", "--log"},
                                        {"scoreinterval", "--report-every"},
                                        {"output", "--json"},
                                        {"repeat", "--games 2, the default"}};

/* What somebody may have meant by an option that does not exist; NULL: no idea. */
static const char *find_hint(const char *wrong) {
    const char *word = wrong + strspn(wrong, "-"), *names[OPTIONS + 3] = {"--help", "--version"};
    if (word == wrong) return NULL;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (strcmp(word, others[i][0]) == 0) return others[i][1];
    }
    for (int i = 0, count = 2; i < OPTIONS; i++) {
        if (options[i].name != NULL) names[count++] = options[i].name;
    }
    return command_line_nearest(wrong, names);
}

static bool refuse_option(const char *wrong, Reason *why) {
    const char *hint = find_hint(wrong);
    if (hint != NULL && strcmp(hint, wrong) == 0) return refuse(why, "%s has no place in a record", wrong);
    if (hint != NULL) return refuse(why, "unknown option '%.100s'; did you mean %s?", wrong, hint);
    return refuse(why, "unknown option '%.100s'; see --help", wrong);
}

static bool take_option(Arguments *arguments, Reason *why) {
    const char *name = *arguments->next++;
    for (const Option *option = options; option < options + OPTIONS; option++) {
        if (option->name == NULL || strcmp(name, option->name) != 0) continue;
        arguments->option = option;
        arguments->place = (char *)arguments->tournament + option->offset;
        return option->take(arguments, why);
    }
    return refuse_option(name, why);
}

bool referee_options_parse(Tournament *tournament, char *const argv[], Reason *why) {
    Arguments arguments = {.tournament = tournament, .next = argv};
    /* The record keeps each argument on a line of its own. */
    for (int i = 0; argv[i] != NULL; i++) {
        if (strpbrk(argv[i], "\r\n") != NULL) return refuse(why, "an argument contains a line break");
    }
    while (*arguments.next != NULL) {
        if (!take_option(&arguments, why)) return false;
    }
    return true;
}

void referee_options_help(char text[REFEREE_HELP_SIZE]) {
    Writer writer = writer_on(text, REFEREE_HELP_SIZE);
    writer_add(&writer, "usage: referee --engine SETTING... --engine SETTING... [--each SETTING...]\n"
                        "               [OPTION...]\n"
                        "       referee --resume FILE [OPTION...]\n"
                        "       referee --merge FILE... [OPTION...]\n"
                        "       referee --check COMMAND\n\n"
                        "Plays a tournament between engines that speak UGI and prints the results. An\n"
                        "example:\n\n"
                        "  build/referee --engine name=A cmd=build/rowan \\\n"
                        "                --engine name=B cmd='build/sparring rules' \\\n"
                        "                --each st=0.1 --games 10 --record games.txt\n\n"
                        "Defaults are in parentheses.\n");
    for (const Option *option = options; option < options + OPTIONS; option++) {
        char label[80];
        if (option->name == NULL) writer_add(&writer, "\n%s\n", option->help);
        if (option->name == NULL || option->help == NULL) continue;
        snprintf(label, sizeof label, option->value != NULL ? "%s %s" : "%s", option->name, option->value);
        command_line_help_row(&writer, ENGINE_HELP_WIDTH, label, option->help);
    }
    command_line_help_row(&writer, ENGINE_HELP_WIDTH, "-h, --help", "print this help");
    command_line_help_row(&writer, ENGINE_HELP_WIDTH, "--version", "print the version");
    writer_add(&writer, "\nSettings of an engine (one of tc, st, depth and nodes is required)\n");
    engine_config_help(&writer);
    writer_add(&writer, "\nExit status: 0 all games were played, or the SPRT decided; 1 --strict stopped\n"
                        "after a fault, or --verdict found no decision; 2 wrong usage, a file that\n"
                        "cannot be opened, an engine that does not start; 3 output cannot be written, or\n"
                        "memory or threads ran out; 128 + N stopped by signal N.\n\n"
                        "The manual is tools/referee/README.md, or rowan-referee(1) where Rowan is\n"
                        "installed.\n");
}
