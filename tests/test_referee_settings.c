/* Settings of engines and options that people know from other referees: UCI, pondering, restarts, an engine file, and
 * what is said to those who mistype. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/client_parse.h"
#include "greatest.h"
#include "referee/affinity.h"
#include "referee/engine_file.h"
#include "referee/json.h"
#include "support/arena.h"
#include "support/scratch.h"

static void write_text(const char *name, const char *text) {
    FILE *file = fopen(arena_file(name), "w");
    if (file == NULL || fputs(text, file) == EOF || fclose(file) != 0) abort();
}

/* How many lines of the log have this text. */
static int logged_in(const char *log, const char *text) {
    char line[4096];
    int count = 0;
    FILE *file = fopen(arena_file(log), "r");
    if (file == NULL) abort();
    while (fgets(line, sizeof line, file) != NULL) count += strstr(line, text) != NULL;
    fclose(file);
    return count;
}

TEST an_engine_that_knows_only_uci_plays(void) {
    ASSERT_EQ(0,
              RUN("@B/referee --engine name=U cmd='@B/fake_engine uci' start-ms=2000 --engine name=R cmd='@B/sparring "
                  "rules' --each tc=5+0.1 --game 3x3 --plies 0 --record @D/uci --log @D/uci.log --strict"));
    ASSERT(arena_is_complete(arena_file("uci"), 2));
    ASSERT_EQ(2, logged_in("uci.log", "U > ucinewgame"));
    ASSERT_EQ(0, logged_in("uci.log", "U > uginewgame"));
    ASSERT(logged_in("uci.log", "U > go wtime ") >= 4);
    PASS();
}

TEST limits_are_translated_word_by_word(void) {
    char uci[CLIENT_LIMITS_SIZE];
    ASSERT(client_parse_to_uci("p1time 10 p1inc 2 p2time 30 p2inc 4 movestogo 5 depth 6", uci));
    ASSERT_STR_EQ("wtime 10 winc 2 btime 30 binc 4 movestogo 5 depth 6", uci);
    char *endless = malloc(2 * CLIENT_LIMITS_SIZE);
    memset(endless, 'x', 2 * CLIENT_LIMITS_SIZE);
    endless[2 * CLIENT_LIMITS_SIZE - 1] = '\0';
    ASSERT_FALSE(client_parse_to_uci(endless, uci));
    free(endless);
    PASS();
}

/* Each search that was begun in the other's time is either hit or stopped, and nothing else changes. */
TEST an_engine_can_ponder(void) {
    ASSERT_EQ(0, RUN("@B/referee --engine name=P cmd=@B/rowan ponder=on option.UseProofs=false --engine name=N "
                     "cmd='@B/sparring rules' --each nodes=3000 --game 4x4x4 --games 4 --plies 2 --strict --quiet "
                     "--log @D/p.log"));
    int begun = logged_in("p.log", "P > go ponder"), hit = logged_in("p.log", "P > ponderhit");
    int stopped = logged_in("p.log", "P > stop");
    ASSERT(begun > 4 && hit > 0 && stopped > 0);
    ASSERT_EQ(begun, hit + stopped);
    ASSERT_EQ(0, logged_in("p.log", "N > go ponder"));
    PASS();
}

TEST an_engine_can_be_started_anew_for_every_game(void) {
    ASSERT_EQ(0,
              RUN("@B/referee --engine name=A cmd=@B/fake_engine restart=on --engine name=B cmd=@B/fake_engine --each "
                  "depth=1 --game 3x3 --games 4 --log @D/restart.log --quiet --wait 5"));
    ASSERT_EQ(4, logged_in("restart.log", "A > ugi\n"));
    ASSERT_EQ(1, logged_in("restart.log", "B > ugi\n"));
    PASS();
}

TEST engines_come_from_a_file(void) {
    char text[4096];
    const char *bin = getenv("ROWAN_BIN") != NULL ? getenv("ROWAN_BIN") : "build";
    snprintf(text, sizeof text,
             "[{\"name\": \"R\\u00e9\", \"command\": \"%s/rowan\", \"protocol\": \"uci\", \"options\": [{\"name\": "
             "\"Hash\", \"value\": 2}, {\"name\": \"UseProofs\", \"value\": false}]},\n"
             " {\"name\": \"rules\", \"command\": \"%s/sparring rules\", \"workingDirectory\": \"\"}]\n",
             bin, bin);
    write_text("engines.json", text);
    ASSERT_EQ(0,
              RUN("@B/referee --engines @D/engines.json --engine conf=R\xc3\xa9 --engine conf=rules name=other --each "
                  "depth=2 tc=inf timemargin=20 --game 3x3 --log @D/conf.log"));
    ASSERT(arena_says("game 1 of 2: R\xc3\xa9 - other"));
    ASSERT_EQ(1, logged_in("conf.log", "> setoption name Hash value 2\n"));
    ASSERT_EQ(2, RUN("@B/referee --engines @D/engines.json --engine conf=nobody --engine conf=rules --each depth=1"));
    ASSERT(arena_says("engines.json: there is no engine 'nobody'"));
    write_text("engines.json", "[\n{\"name\": }]");
    ASSERT_EQ(2, RUN("@B/referee --engines @D/engines.json --engine conf=A --engine conf=rules --each depth=1"));
    ASSERT(arena_says("engines.json: line 2: a value was expected"));
    ASSERT_EQ(2, RUN("@B/referee --engines @D/none.json --engine conf=A --engine conf=rules --each depth=1"));
    ASSERT(arena_says("none.json': No such file"));
    PASS();
}

static EngineConfig *found_in_ini(const char *text, const char *name, Reason *why) {
    static EngineConfig config;
    char copy[1024];
    engine_config_release(&config);
    config = (EngineConfig){0};
    snprintf(copy, sizeof copy, "%s", text);
    return engine_file_find_ini(&config, copy, name, why) ? &config : NULL;
}

TEST engines_come_from_an_ini_file(void) {
    Reason why;
    static const char text[] = "; engines\n# more\n\n[A]\r\n command = build/rowan -x \r\nworkingDirectory=\n"
                               "option.Hash =16\n[ B C ]\ncmd=b\nworkingDirectory = /tmp\nargs=a=b\nst = 0.5";
    const EngineConfig *config = found_in_ini(text, "A", &why);
    ASSERT(config != NULL);
    ASSERT_EQ(3, config->owned_count);
    ASSERT_STR_EQ("name=A", config->owned[0]);
    ASSERT_STR_EQ("cmd=build/rowan -x", config->owned[1]);
    ASSERT_STR_EQ("option.Hash=16", config->owned[2]);
    config = found_in_ini(text, "B C", &why);
    ASSERT(config != NULL);
    ASSERT_EQ(5, config->owned_count);
    ASSERT_STR_EQ("dir=/tmp", config->owned[2]);
    ASSERT_STR_EQ("args=a=b", config->owned[3]);
    ASSERT_STR_EQ("st=0.5", config->owned[4]);
    PASS();
}

TEST an_ini_file_that_is_wrong_is_refused(void) {
    static const struct {
        const char *text, *reason;
    } wrong[] = {{"", "there is no engine 'A'"},
                 {"[B]\ncmd=b\n", "there is no engine 'A'"},
                 {"[A]\ncmd=a\n[A]\n", "line 3: there is a second engine 'A'"},
                 {"cmd=a\n[A]\n", "line 1: a setting before the first [name]"},
                 {"[A]\n\ncommand\n", "line 3: 'command' is neither [name] nor key = value"},
                 {"[]\n", "line 1: '[]' is neither [name] nor key = value"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        Reason why;
        ASSERTm(wrong[i].text, found_in_ini(wrong[i].text, "A", &why) == NULL);
        ASSERT_STR_EQ(wrong[i].reason, why.text);
    }
    char many[2048] = "[A]\n";
    for (int i = 0; i < SETTINGS_MAX; i++) strcat(many, "st=1\n");
    EngineConfig config = {0};
    Reason why;
    ASSERT_FALSE(engine_file_find_ini(&config, many, "A", &why));
    ASSERT(strstr(why.text, "more than 128 settings") != NULL);
    engine_config_release(&config);
    PASS();
}

TEST a_tournament_takes_its_engines_from_an_ini_file(void) {
    char text[1024];
    const char *bin = getenv("ROWAN_BIN") != NULL ? getenv("ROWAN_BIN") : "build";
    snprintf(text, sizeof text, "[one]\ncommand = %s/fake_engine\ndepth = 1\n[two]\ncmd = %s/fake_engine\nhash = 1\n",
             bin, bin);
    write_text("engines.ini", text);
    ASSERT_EQ(0, RUN("@B/referee --engines @D/engines.ini --engine conf=one --engine conf=one name=other --game 3x3"));
    ASSERT(arena_says("game 1 of 2: one - other"));
    ASSERT_EQ(2, RUN("@B/referee --engines @D/engines.ini --engine conf=one --engine conf=two --game 3x3"));
    ASSERT(arena_says("engines.ini, engine 'two': 'hash' is not a setting of an engine"));
    /* The usual file is engines.json or, if there is none, engines.ini. */
    ASSERT_EQ(0, RUN("/bin/sh -c 'bin=$(realpath @B) && cd @D && rm -f engines.json && "
                     "printf \"[one]\\\\ncmd=$bin/fake_engine\\\\ndepth=1\\\\n\" > engines.ini && "
                     "exec $bin/referee --engine conf=one --engine conf=one name=other --game 3x3'"));
    PASS();
}

TEST json_is_read_strictly(void) {
    static const char *const fine[] = {"[]",
                                       "{}",
                                       " [1, -0.5e+3, \"a\\n\\u00e9\\ud83d\\ude00\", true, null] ",
                                       "\"\"",
                                       "{\"a\": {\"b\": []}}",
                                       "\"\\u00E9\\u20AC\\u0041\\uD83D\\uDE00\"",
                                       "[false, [], {}, 0]"};
    static const char *const wrong[] = {"",
                                        "[",
                                        "[1,]",
                                        "{\"a\" 1}",
                                        "{a: 1}",
                                        "01",
                                        "1.",
                                        "\"\\x\"",
                                        "\"\\ud800\"",
                                        "\"a\nb\"",
                                        "[1] 2",
                                        "tru",
                                        "\"\\u00\"",
                                        "\"\\u0000\"",
                                        "\"\\ud800\\n\"",
                                        "\"\\ud800\\u0041\"",
                                        "\"\\udc00\"",
                                        "\"\\ud800\\u1\"",
                                        "\"\\ud800\\ue000\"",
                                        "\"\\u12",
                                        "\"\\",
                                        "-",
                                        "1e",
                                        "[1 2]",
                                        "{\"a\": 1 \"b\": 2}",
                                        "[tru]",
                                        "\"a",
                                        "{\"a\": 1,}",
                                        "{1: 1}",
                                        "{\"a\\x\": 1}",
                                        "{\"a\":}",
                                        "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]"};
    Reason why;
    for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++) {
        JsonValue *value = json_read(fine[i], &why);
        ASSERTm(fine[i], value != NULL);
        json_free(value);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) ASSERTm(wrong[i], json_read(wrong[i], &why) == NULL);
    JsonValue *value = json_read(fine[2], &why);
    ASSERT_STR_EQ("a\n\xc3\xa9\xf0\x9f\x98\x80", value->items[2].text);
    json_free(value);
    PASS();
}

TEST an_engine_that_knows_only_uai_is_refused_early(void) {
    ASSERT_EQ(2,
              RUN("@B/referee --engine name=U cmd='@B/fake_engine uai' start-ms=2000 --engine name=R cmd='@B/sparring "
                  "rules' --each depth=1"));
    ASSERT(arena_says("referee: engine U: speaks UAI, but neither UGI nor UCI\n"));
    PASS();
}

TEST options_of_other_referees_are_answered_with_ours(void) {
    static const char *const hints[][2] = {
        {"-engine", "'-engine'; did you mean --engine?"},
        {"-pgnout x", "'-pgnout'; did you mean --pgn?"},
        {"--engin", "'--engin'; did you mean --engine?"},
        {"-tournament x", "did you mean --format?"},
        {"--engine name=A -each tc=1", "did you mean --each?"},
        {"--concurency 2", "did you mean --concurrency?"},
        {"-repeat", "did you mean --games 2, the default?"},
        {"-output format=fastchess", "did you mean --json?"},
        {"-scoreinterval 5", "did you mean --report-every?"},
        {"--draw movecount=3 score=5", "unknown setting 'movecount=3'; did you mean moves=?"},
        {"--resign movecount=3 score=5", "did you mean moves=?"},
        {"--openings file=book.txt", "unknown setting 'file=book.txt'; did you mean --openings FILE?"},
        {"--log file=log.txt level=info", "--log: 'file=log.txt' is not a file; did you mean --log log.txt?"},
        {"--pgn file=games.pgn", "did you mean --pgn games.pgn?"},
        {"--weather", "unknown option '--weather'; see --help"}};
    for (size_t i = 0; i < sizeof hints / sizeof hints[0]; i++) {
        ASSERT_EQ(2, RUN("@B/referee %s", hints[i][0]));
        ASSERT(arena_says(hints[i][1]));
    }
    PASS();
}

/* A strict reader finds in it what was asked for and what was played. */
TEST the_json_holds_everything(void) {
    Reason why;
    ASSERT_EQ(0,
              RUN("@B/referee --engine name=A cmd='@B/sparring rules' --engine name=B cmd='@B/sparring random' "
                  "option.Seed=7 --engine name=C cmd='@B/sparring rules' --each depth=2 --game 3x3 --plies 2 --seed 4 "
                  "--rounds 2 --quiet --lenient --json @D/all.json --epd @D/all.epd --draw moves=3 score=5"));
    char *text = scratch_text(arena_file("all.json"));
    JsonValue *json = json_read(text, &why);
    ASSERTm(why.text, json != NULL);
    const JsonValue *setup = json_find(json, "setup"), *engines = json_find(json, "engines");
    const JsonValue *games = json_find(json, "games"), *table = json_find(json, "crosstable");
    ASSERT_STR_EQ("4", json_text(setup, "seed"));
    ASSERT_STR_EQ("roundrobin", json_text(setup, "format"));
    ASSERT_STR_EQ("3", json_text(json_find(setup, "draw"), "moves"));
    ASSERT_EQ(3, engines->count);
    ASSERT_STR_EQ("7", json_text(json_find(&engines->items[1], "options"), "Seed"));
    ASSERT_STR_EQ("depth=2", json_text(&engines->items[0], "control"));
    ASSERT_EQ(12, games->count);
    ASSERT_STR_EQ(json_text(&games->items[0], "opening"), json_text(&games->items[1], "opening"));
    ASSERT(json_text(&games->items[0], "reason")[0] != '\0');
    ASSERT_STR_EQ("4", json_text(&table->items[0].items[1], "games"));
    /* The points of the crosstable are those of the games. */
    double points = 0;
    for (int i = 0; i < 9; i++) points += atof(json_text(&table->items[i / 3].items[i % 3], "points"));
    ASSERT_EQ_FMT(12.0, points, "%g");
    char *epd = scratch_text(arena_file("all.epd")), line[256];
    snprintf(line, sizeof line, "%s ; game 12 ; result %s ; ending ", json_text(&games->items[11], "final"),
             json_text(&games->items[11], "result"));
    ASSERTm(epd, strstr(epd, line) != NULL);
    free(epd);
    json_free(json);
    free(text);
    PASS();
}

TEST games_can_be_bound_to_processors(void) {
    Reason why;
    CpuList cpus;
    bool is_possible = affinity_parse(&cpus, "0", &why);
    if (!is_possible) SKIP();
    ASSERT_FALSE(affinity_parse(&cpus, "0,0", &why));
    ASSERT_FALSE(affinity_parse(&cpus, "", &why));
    ASSERT_FALSE(affinity_parse(&cpus, "3-1", &why));
    ASSERT_FALSE(affinity_parse(&cpus, "0,", &why));
    ASSERT_FALSE(affinity_parse(&cpus, "1023", &why));
    write_text("where", "#!/bin/sh\ngrep Cpus_allowed_list /proc/self/status > \"$1\"\nshift\nexec \"$@\"\n");
    ASSERT_EQ(0, RUN("@B/referee --engine name=A cmd='sh @D/where @D/cpus @B/sparring rules' --engine name=B "
                     "cmd='@B/sparring rules' --each depth=1 --game 3x3 --cpus 0 --quiet"));
    char *text = scratch_text(arena_file("cpus"));
    ASSERT_STR_EQ("Cpus_allowed_list:\t0\n", text);
    free(text);
    PASS();
}

SUITE(referee_settings) {
    arena_open();
    RUN_TEST(an_engine_that_knows_only_uci_plays);
    RUN_TEST(limits_are_translated_word_by_word);
    RUN_TEST(an_engine_can_ponder);
    RUN_TEST(an_engine_can_be_started_anew_for_every_game);
    RUN_TEST(engines_come_from_a_file);
    RUN_TEST(engines_come_from_an_ini_file);
    RUN_TEST(an_ini_file_that_is_wrong_is_refused);
    RUN_TEST(a_tournament_takes_its_engines_from_an_ini_file);
    RUN_TEST(json_is_read_strictly);
    RUN_TEST(an_engine_that_knows_only_uai_is_refused_early);
    RUN_TEST(options_of_other_referees_are_answered_with_ours);
    RUN_TEST(the_json_holds_everything);
    RUN_TEST(games_can_be_bound_to_processors);
    arena_close();
}
