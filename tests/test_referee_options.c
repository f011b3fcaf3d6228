/* The command line of the referee: what is accepted, and what each refusal says. No tournament is played. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/proc.h"
#include "greatest.h"
#include "referee/engine_file.h"
#include "referee/referee_options.h"
#include "support/scratch.h"

/* Reads and checks a command line. */
static bool is_accepted(const char *command, Reason *why) {
    Tournament tournament;
    const char *wrong = NULL;
    char **argv = proc_split_command(command, &wrong);
    if (argv == NULL || !tournament_init(&tournament)) abort();
    bool is_fine = referee_options_parse(&tournament, argv, why) && tournament_check(&tournament, why);
    tournament_free(&tournament);
    free(argv);
    return is_fine;
}

#define TWO "--engine name=A cmd=a --engine name=B cmd=b --each depth=1 "

TEST what_is_right_is_accepted(void) {
    static const char *const known[] = {
        TWO,
        TWO "--game 3x3:score2 --rounds 7 --games 4 --concurrency 3 --plies 3 --seed 12 --order random",
        TWO "--openings start=2 policy=round --order sequential --no-swap --wait 10",
        TWO "--openings file policy=encounter",
        TWO "--draw moves=3 score=10 plies=4 --resign moves=3 score=500 --max-plies 20",
        TWO "--sprt --part 2/3 --cpus 0",
        TWO "--sprt elo0=-1.5 elo1=2e1 alpha=0.1 beta=0.2 model=logistic",
        TWO "--sprt model=normalized",
        TWO "--sprt model=normalised elo0=-200 elo1=200",
        TWO "--record r --json j --epd e --log l --event E --site S --detail --quiet --strict --recover --lenient",
        "--engine cmd=a tc=40/1:30+0.5 ponder restart=auto --engine cmd='b c' args='d e' dir=. st=2 ponder=off "
        "restart=off "
        "margin-ms=0 start-ms=1 ping-ms=1 setup-ms=1 hang-ms=1 quit-ms=1 option.Hash=1 option.hash=2 option.Clear=",
        TWO "--engine cmd=c name=C --each nodes=5 tc=inf --format swiss --rounds 2",
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        Reason why = {""};
        bool is_fine = is_accepted(known[i], &why);
        if (!is_fine) printf("\n%s\n", why.text);
        ASSERTm(known[i], is_fine);
    }
    PASS();
}

TEST what_is_wrong_is_refused_with_a_reason(void) {
    static const char *const known[][2] = {
        {"--game", "--game needs a value"},
        {"--game --quiet", "--game needs a value"},
        {"--format", "--format needs a value"},
        {"--order", "--order needs a value"},
        {"--order backwards", "--order: 'backwards' is not one of sequential, random"},
        {"--seed", "--seed needs a value"},
        {"--seed x", "--seed: 'x'"},
        {"--cpus", "--cpus needs a value"},
        {"--cpus 0,0", "--cpus: 0 is there twice"},
        {"--cpus 0-", "is not a processor or a range"},
        {"--cpus x", "is not a processor or a range"},
        {"--cpus 1023", "there is no processor 1023 for us"},
        {"--part", "--part needs a value"},
        {"--part 3", "--part: '3' is not K/N"},
        {"--part 1/x", "--part: '1/x' is not K/N"},
        {"--part x/2", "--part: 'x/2' is not K/N"},
        {"--part 3/2", "--part: '3/2' is not K/N"},
        {"--merge", "--merge needs the records to put together"},
        {"--openings start=0", "--openings: 'start=0'"},
        {"--openings policy=never", "--openings: 'policy=never'"},
        {"--openings a b", "--openings: 'b' is not start=N"},
        {"--openings", "--openings needs a value"},
        {"--draw", "--draw needs moves=N and score=CP"},
        {"--draw score=1", "--draw needs moves=N and score=CP"},
        {"--draw moves", "--draw: 'moves' is not moves=N, score=CP or plies=N"},
        {"--draw moves=0 score=1", "--draw: 'moves=0'"},
        {"--draw plies=x", "--draw: 'plies=x'"},
        {"--resign score=x", "--resign: 'score=x'"},
        {"--sprt elo0", "--sprt: 'elo0' is not elo0="},
        {"--sprt elo0=", "--sprt: 'elo0=' is not"},
        {"--sprt elo1=3x", "--sprt: 'elo1=3x' is not"},
        {"--sprt elo1=10000", "--sprt: 'elo1=10000' is not"},
        {"--sprt elo1=-10000", "--sprt: 'elo1=-10000' is not"},
        {"--sprt elo1=nan", "--sprt: 'elo1=nan' is not"},
        {"--sprt elo1=0.0000000000000000000000000000000000000000000000000000000000000001", "is not elo0="},
        {"--sprt alpha=x", "--sprt: 'alpha=x' is not"},
        {"--sprt beta=x", "--sprt: 'beta=x' is not"},
        {"--sprt model=best", "--sprt: 'model=best' is not"},
        {"--sprt alpha=0", "alpha and beta above 0"},
        {"--sprt beta=0", "alpha and beta above 0"},
        {"--sprt alpha=0.5 beta=0.5", "with a sum below 1"},
        {"--sprt elo0=-201 model=normalised", "must be from -200 to 200"},
        {"--event", "--event needs a value"},
        {"--site 0123456789012345678901234567890123456789012345678901234567890123", "--site: at most 63 bytes"},
        {"--record", "--record needs a value"},
        {"--resume", "--resume needs a value"},
        {"--engine -engine", "unknown option '-engine'"},
        {"--engine cmd=a --engine cmd=b --engine cmd=c --each depth=1 --sprt", "--sprt needs exactly two engines"},
        {"--engine cmd=a --engine cmd=b --engine cmd=c --each depth=1 --format knockout --part 1/2",
         "--part: the rounds"},
        {TWO "--rounds 1000000 --games 2", "more than 1000000 games"},
        {TWO "--game 3x3 --plies 10", "--plies: the board has only 9 cells"},
        {"--engine cmd=a name= --engine cmd=b depth=1", "name: '' is not a name"},
        {"--engine cmd=a name=0123456789012345678901234567890123456789012345678901234567890123 --engine cmd=b",
         "name: '0123"},
        {"--engine cmd= --engine cmd=b", "cmd: '' is not a command"},
        {"--engine cmd=a dir= --engine cmd=b", "dir: '' is not a folder"},
        {"--engine cmd=a st=0 --engine cmd=b", "st: '0' is not a time"},
        {"--engine cmd=a st=x --engine cmd=b", "st: 'x' is not a time"},
        {"--engine cmd=a depth=0 --engine cmd=b", "depth: '0' is not"},
        {"--engine cmd=a timemargin=-1 --engine cmd=b", "timemargin: '-1' is not"},
        {"--engine cmd=a start-ms=0 --engine cmd=b", "start-ms: '0' is not"},
        {"--engine cmd=a ponder=maybe --engine cmd=b", "ponder: 'maybe' is not on or off"},
        {"--engine cmd=a restart=maybe --engine cmd=b", "restart: 'maybe' is not on, off or auto"},
        {"--engine cmd=a depth --engine cmd=b", "'depth' is not key=value"},
        {"--engine cmd=a =1 --engine cmd=b", "'' is not a setting"},
        {"--engine cmd=a option.=1 --engine cmd=b", "'option.' is not a setting"},
        {"--engine cmd=\"a 'b\" --engine cmd=b --each depth=1", "engine a 'b: "},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        Reason why = {""};
        ASSERTm(known[i][0], !is_accepted(known[i][0], &why));
        if (strstr(why.text, known[i][1]) == NULL) printf("\n%s: %s\n", known[i][0], why.text);
        ASSERTm(known[i][1], strstr(why.text, known[i][1]) != NULL);
    }
    PASS();
}

/* One more than there may be of engines, settings and options. */
TEST too_many_of_anything_is_refused(void) {
    static const struct {
        const char *begin, *repeated, *reason;
        int count;
    } known[] = {{"", "--engine cmd=a ", "more than 64 engines", 65},
                 {"--engine cmd=a ", "depth=1 ", "--engine: more than 128 settings", 128},
                 {"--engine cmd=b --engine cmd=a ", "option.O%d= ", "more than 64 options", 65}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        char command[4096];
        Reason why = {""};
        Writer writer = writer_on(command, sizeof command);
        writer_add(&writer, "%s", known[i].begin);
        for (int n = 0; n < known[i].count; n++) {
            char word[64];
            snprintf(word, sizeof word, "%s", known[i].repeated);
            char *number = strstr(word, "%d");
            if (number != NULL) snprintf(number, sizeof word - 16, "%d= ", n);
            writer_add(&writer, "%s", word);
        }
        writer_add(&writer, "--each depth=1");
        ASSERT_FALSE(writer.overflowed);
        ASSERT_FALSE(is_accepted(command, &why));
        ASSERTm(why.text, strstr(why.text, known[i].reason) != NULL);
    }
    PASS();
}

TEST an_engine_file_that_is_wrong_is_refused(void) {
    static const char *const known[][2] = {
        {"{\"name\": \"A\"}", "there is no engine 'A'"},
        {"[{\"name\": \"B\"}, {\"command\": \"x\"}, 3]", "there is no engine 'A'"},
        {"[{\"name\": \"A\"}]", "engine 'A': it has no command"},
        {"[{\"name\": \"A\", \"command\": \"a\", \"options\": [{\"value\": 1}]}]",
         "engine 'A': an option without a name"},
        {"[{\"name\": \"A\", \"command\": \"a\"", "a comma or a closing bracket was expected"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        EngineConfig config = {0};
        Reason why = {""};
        const char *path = scratch_file("engines.json");
        scratch_write(path, known[i][0]);
        ASSERT_FALSEm(known[i][0], engine_file_find(&config, path, "A", &why));
        ASSERTm(why.text, strstr(why.text, known[i][1]) != NULL);
        engine_config_release(&config);
    }
    PASS();
}

TEST an_engine_file_gives_all_settings(void) {
    EngineConfig config = {0}, each = {0};
    Reason why = {""};
    const char *path = scratch_file("engines.json");
    scratch_write(path,
                  "[{\"name\": \"A\", \"command\": \"a b\", \"workingDirectory\": \"/tmp\", \"options\": [{\"name\": "
                  "\"Clear\"}, {\"name\": \"Ponder\", \"value\": true}, {\"name\": \"Hash\", \"value\": 3}]}]");
    ASSERT(engine_file_find(&config, path, "A", &why));
    ASSERT(engine_config_add(&config, "depth=1") && engine_config_complete(&config, &each, 1, &why));
    ASSERT_STR_EQ("A", config.name);
    ASSERT_STR_EQ("/tmp", config.dir);
    ASSERT_STR_EQ("b", config.argv[1]);
    ASSERT_EQ(3, config.option_count);
    ASSERT_EQ(NULL, config.options[0].value);
    ASSERT_STR_EQ("true", config.options[1].value);
    ASSERT_STR_EQ("3", config.options[2].value);
    engine_config_release(&config);
    PASS();
}

SUITE(referee_options) {
    RUN_TEST(what_is_right_is_accepted);
    RUN_TEST(what_is_wrong_is_refused_with_a_reason);
    RUN_TEST(too_many_of_anything_is_refused);
    RUN_TEST(an_engine_file_that_is_wrong_is_refused);
    RUN_TEST(an_engine_file_gives_all_settings);
}
