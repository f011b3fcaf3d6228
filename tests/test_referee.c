/* The referee through the real program: results, faults, interruptions. Engines are the sparring partners and
 * fake_engine, so that what ought to happen is known. */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "greatest.h"
#include "proc.h"
#include "record.h"

enum { COMMAND_SIZE = 8192, OUTPUT_SIZE = 1 << 20 };

static char folder[64];
static char marker[32]; /* an argument of fake_engine that no other process has */
static char output[OUTPUT_SIZE];

static const char *programs(void) {
    const char *bin = getenv("ROWAN_BIN");
    return bin != NULL ? bin : "build";
}

static const char *file(const char *name) {
    static char paths[8][128];
    static int next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

/* The command with @B for the folder of the programs, @D for ours and @M for the marker. */
static char **split(const char *format, ...) {
    static char text[COMMAND_SIZE], command[COMMAND_SIZE];
    const char *reason;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    Writer writer = writer_on(command, sizeof command);
    for (const char *at = text; *at != '\0'; at++) {
        const char *insert = at[0] != '@' ? NULL : at[1] == 'B' ? programs() : at[1] == 'D' ? folder : marker;
        if (insert == NULL) {
            writer_add(&writer, "%c", *at);
        } else {
            writer_add(&writer, "%s", insert), at++;
        }
    }
    char **argv = writer.overflowed ? NULL : proc_split_command(command, &reason);
    if (argv == NULL) abort();
    return argv;
}

/* Runs to the end and keeps what it printed, errors too, in `output`; the exit status, or 128 + signal. */
static int run_argv(char **argv) {
    static char *wrapped[256] = {"/bin/sh", "-c", "exec \"$@\" 2>&1", "sh"};
    int count = 4;
    for (int i = 0; argv[i] != NULL && count < 255; i++) wrapped[count++] = argv[i];
    wrapped[count] = NULL;
    ProcFailure failure;
    Proc *proc = proc_new(&(ProcSpec){.argv = wrapped}, &failure);
    if (proc == NULL) abort();
    size_t length = 0;
    ProcLine line;
    int64_t deadline_us = clock_now_us() + 120 * INT64_C(1000000);
    while (proc_read_line(proc, deadline_us, &line) == PROC_OK) {
        int added = snprintf(output + length, OUTPUT_SIZE - length, "%s\n", line.text);
        if (length + (size_t)added < OUTPUT_SIZE) length += (size_t)added;
    }
    output[length] = '\0';
    ProcEnd end;
    bool has_ended = proc_wait(proc, deadline_us, &end);
    proc_free(proc);
    free(argv);
    if (!has_ended) return -1;
    return end.kind == PROC_EXITED ? end.code : 128 + end.code;
}

#define RUN(...) run_argv(split(__VA_ARGS__))

static bool says(const char *text) {
    if (strstr(output, text) != NULL) return true;
    printf("\n'%s' is not in:\n%s\n", text, output);
    return false;
}

/* Processes that have the marker among their arguments; -1 where there is no /proc. */
static int count_marked(void) {
    DIR *processes = opendir("/proc");
    if (processes == NULL) return -1;
    int count = 0;
    for (struct dirent *entry; (entry = readdir(processes)) != NULL;) {
        char path[300], text[4096];
        if (entry->d_name[0] < '1' || entry->d_name[0] > '9') continue;
        snprintf(path, sizeof path, "/proc/%s/cmdline", entry->d_name);
        FILE *stream = fopen(path, "r");
        if (stream == NULL) continue;
        size_t length = fread(text, 1, sizeof text - 1, stream);
        fclose(stream);
        for (size_t i = 0; i < length; i++) text[i] = text[i] == '\0' ? ' ' : text[i];
        text[length] = '\0';
        count += strstr(text, marker) != NULL;
    }
    closedir(processes);
    return count;
}

static void sleep_ms(int ms) {
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL);
}

/* The end of a process takes a moment. */
static bool all_are_gone(void) {
    for (int i = 0; i < 100 && count_marked() > 0; i++) sleep_ms(20);
    return count_marked() <= 0;
}

/* The record as one text without what differs from run to run: dates and times; NULL if it is no record. */
static char *read_games(const char *path, int *games) {
    RecordReader reader;
    Reason why;
    char *text = NULL;
    size_t size;
    static GameRecord record;
    FILE *stream = open_memstream(&text, &size);
    if (stream == NULL || !record_open(&reader, path, NULL, &why)) abort();
    ReadResult result;
    for (*games = 0; (result = record_next(&reader, &record, &why)) == READ_GAME; (*games)++) {
        record.date[0] = '\0';
        for (int i = 0; i < record.plies; i++) record.moves[i].elapsed_us = 0;
        char *game = record_game_text(&record);
        fputs(game, stream);
        free(game);
    }
    record_close(&reader);
    fclose(stream);
    if (result == READ_END) return text;
    free(text);
    return NULL;
}

/* Every game there once, whole, and legal. */
static bool is_complete(const char *path, int games) {
    RecordReader reader;
    Reason why;
    static GameRecord record;
    bool seen[1024] = {false};
    int found = 0;
    if (!record_open(&reader, path, NULL, &why)) return false;
    while (record_next(&reader, &record, &why) == READ_GAME) {
        if (record.number > games || seen[record.number]) break;
        seen[record.number] = true;
        found++;
    }
    record_close(&reader);
    return found == games;
}

/* Tournaments */

#define TWO "@B/referee --engine name=A cmd='@B/sparring alphabeta 2' --engine name=B cmd='@B/sparring random' "

TEST a_match_is_counted_right(void) {
    ASSERT_EQ(0, RUN(TWO "--each depth=9 --game 3x3x3 --games 10 --record @D/a --json @D/a.json"));
    ASSERT(says("game 10 of 10: B - A  0-1  O completed a line"));
    ASSERT(says("5/0/0        5/0/0        above +183"));
    ASSERT(says("0/0/0/0/5"));
    ASSERT(is_complete(file("a"), 10));
    FILE *json = fopen(file("a.json"), "r");
    char text[4096];
    ASSERT(json != NULL);
    text[fread(text, 1, sizeof text - 1, json)] = '\0';
    fclose(json);
    ASSERT(strstr(text, "\"end\": \"done\"") != NULL);
    ASSERT(strstr(text, "{\"games\": 10, \"wins\": 10, \"draws\": 0, \"losses\": 0, \"points\": 10.0, \"elo\": null") !=
           NULL);
    PASS();
}

TEST the_same_seed_gives_the_same_tournament_whatever_the_concurrency(void) {
    static const char *const tails[] = {"--seed 5 --record @D/s1", "--seed 5 --concurrency 3 --record @D/s2",
                                        "--seed 6 --record @D/s3"};
    char *texts[3], *outputs[3];
    int games;
    for (int i = 0; i < 3; i++) {
        ASSERT_EQ(0, RUN(TWO "--engine name=C cmd='@B/sparring rules' --each depth=9 --rounds 3 %s", tails[i]));
        outputs[i] = strdup(output);
        char name[] = "s1";
        name[1] = (char)('1' + i);
        texts[i] = read_games(file(name), &games);
        ASSERT_EQ(18, games);
    }
    ASSERT_STR_EQ(texts[0], texts[1]);
    ASSERT_STR_EQ(outputs[0], outputs[1]);
    ASSERT(strcmp(texts[0], texts[2]) != 0);
    ASSERT(strstr(outputs[0], "points against") != NULL);
    for (int i = 0; i < 3; i++) free(texts[i]), free(outputs[i]);
    PASS();
}

TEST openings_come_from_a_file(void) {
    int games;
    FILE *stream = fopen(file("book"), "w");
    ASSERT(stream != NULL);
    fputs("# two openings\nb2 a1\nxo1/3/3 x moves b2 c3\n", stream);
    fclose(stream);
    ASSERT_EQ(0, RUN(TWO "--each depth=9 --game 3x3 --openings @D/book --games 4 --record @D/b"));
    char *text = read_games(file("b"), &games);
    ASSERT_EQ(4, games);
    ASSERT(strstr(text, "1. b2 a1 2.") != NULL);
    ASSERT(strstr(text, "[Start \"xo1/3/3 x line\"]") != NULL);
    ASSERT(strstr(text, "1. b2 c3 2.") != NULL);
    free(text);
    PASS();
}

TEST games_can_be_adjudicated(void) {
    ASSERT_EQ(0, RUN(TWO "--each depth=9 --game 6x6x6 --max-plies 8"));
    ASSERT(says("1/2-1/2  8 plies played (8 plies)"));
    /* fake_engine always says +7: both sides agree on a draw, never on a winner. */
    ASSERT_EQ(0, RUN("@B/referee --engine name=F cmd=@B/fake_engine --engine name=G cmd=@B/fake_engine --each depth=1 "
                     "--game 5x5 --draw moves=3 score=10 plies=12 --resign moves=1 score=5"));
    ASSERT(says("1/2-1/2  a draw: both agreed for 3 moves (12 plies)"));
    ASSERT_EQ(0, RUN("@B/referee --engine name=A cmd='@B/sparring alphabeta 4' --engine name=B cmd='@B/sparring "
                     "minimax 3' --each depth=9 --game 3x3x3 --plies 2 --resign moves=1 score=900"));
    ASSERT(says("is lost: both agreed for 1 moves"));
    PASS();
}

TEST the_sequential_test_stops_and_says_why(void) {
    ASSERT_EQ(0, RUN(TWO "--each depth=9 --rounds 500 --concurrency 2 --sprt elo0=0 elo1=200 --quiet"));
    ASSERT(says("H1 accepted: A is better"));
    ASSERT(strstr(output, "1000 of 1000") == NULL);
    ASSERT_EQ(0,
              RUN("@B/referee --engine name=B cmd='@B/sparring random' --engine name=A cmd='@B/sparring alphabeta 2' "
                  "--each depth=9 --rounds 500 --sprt elo0=0 elo1=200 model=normalised --quiet"));
    ASSERT(says("H0 accepted: B is not 200 Elo better"));
    PASS();
}

/* Faults */

#define SHORT "start-ms=2000 ping-ms=400 hang-ms=400 quit-ms=200"

typedef struct {
    const char *mode;
    const char *ending; /* NULL: no fault */
    const char *reason;
    const char *settings; /* of F alone */
} Fault;

static const Fault faults[] = {
    {"instant", NULL, "", ""},
    {"garbage", NULL, "", ""},
    {"split", NULL, "", ""},
    {"crlf", NULL, "", ""},
    {"double", NULL, "", ""},
    {"spawn-child", NULL, "", ""},
    {"ignore-quit", NULL, "", ""},
    {"crash-start", "crash", "crashed with signal 11", ""},
    {"exit-start", "crash", "exited with status 3 before ugiok", ""},
    {"hang-start", "handshake", "no ugiok", ""},
    {"hang-ready", "handshake", "no readyok", ""},
    {"no-read", "handshake", "no ugiok", ""},
    {"hang-move", "hang", "no bestmove", ""},
    {"nobestmove", "hang", "no bestmove", ""},
    {"until-stop", "hang", "no bestmove", ""},
    {"crash-move", "crash", "crashed with signal 11", ""},
    {"orphan-crash", "crash", "crashed with signal 11", ""},
    {"exit-move", "crash", "exited with status 3 before bestmove", ""},
    {"cut-move", "crash", "exited with status 0 before bestmove", ""},
    {"crash-idle", "crash", "crashed with signal 6", ""},
    {"illegal", "illegal", "the cell is occupied", ""},
    {"none", "illegal", "(none)", ""},
    {"malformed", "malformed", "malformed answer", ""},
    {"longline", "output", "overlong line", ""},
    {"flood-line", "output", "overlong line", ""},
    {"flood", "output", "lines without bestmove", "hang-ms=60000"},
    {"close-stdout", "closed-pipe", "closed its output", ""},
};

enum { FAULTS = sizeof faults / sizeof faults[0] };

/* F is always the one at fault: its opponent knows no lines either, so no game ends before. */
static bool is_judged_right(const GameRecord *record, const Fault *fault, const char **wrong) {
    bool f_is_x = strcmp(record->names[SIDE_X], "F") == 0;
    *wrong = "the ending";
    if (fault->ending == NULL) return !ending_is_fault(record->ending);
    if (strcmp(ending_name(record->ending), fault->ending) != 0) return false;
    *wrong = "the loser";
    if (record->outcome != (f_is_x ? OUTCOME_O_WINS : OUTCOME_X_WINS)) return false;
    *wrong = "the reason";
    return strstr(record->reason.text, fault->reason) != NULL && record->reason.text[0] == (f_is_x ? 'X' : 'O');
}

static bool check_fault(const char *path, const Fault *fault, int games) {
    RecordReader reader;
    Reason why;
    static GameRecord record;
    const char *wrong = "the number of games";
    int found = 0;
    if (!record_open(&reader, path, NULL, &why)) return false;
    while (record_next(&reader, &record, &why) == READ_GAME && is_judged_right(&record, fault, &wrong)) found++;
    record_close(&reader);
    if (found != games) printf("\n%s: %s, '%s'\n", fault->mode, wrong, record.reason.text);
    return found == games;
}

TEST every_fault_is_a_loss_for_the_one_at_fault(void) {
    for (int i = 0; i < FAULTS; i++) {
        char name[32];
        snprintf(name, sizeof name, "fault-%s", faults[i].mode);
        ASSERT_EQ(0, RUN("@B/referee --engine name=F cmd='@B/fake_engine %s @M' %s --engine name=G cmd='@B/fake_engine "
                         "instant @M' --each depth=2 " SHORT " --game 4x4x4 --plies 2 --concurrency 2 --record @D/%s",
                         faults[i].mode, faults[i].settings, name));
        ASSERT(check_fault(file(name), &faults[i], 2));
    }
    ASSERT(all_are_gone());
    PASS();
}

TEST time_losses_tell_the_overrun(void) {
    ASSERT_EQ(0,
              RUN("@B/referee --engine name=F cmd='@B/fake_engine slow 120 after=2' --engine name=G cmd=@B/fake_engine "
                  "--each st=0.05 --game 4x4x4 --record @D/t"));
    ASSERT(check_fault(file("t"), &(Fault){"slow", "time", "lost on time by ", ""}, 2));
    ASSERT(strstr(output, " ms (") != NULL);
    /* A clock for the whole game: each move is within it, all of them are not. */
    ASSERT_EQ(0, RUN("@B/referee --engine name=F cmd='@B/fake_engine slow 60' --engine name=G cmd=@B/fake_engine "
                     "--each tc=0.15 --game 4x4x4 --games 1 --record @D/t2"));
    ASSERT(check_fault(file("t2"), &(Fault){"slow", "time", "lost on time by ", ""}, 1));
    /* With enough increment, or a new session in time, it never runs out. */
    ASSERT_EQ(
        0, RUN("@B/referee --engine name=F cmd='@B/fake_engine slow 20' --engine name=G cmd=@B/fake_engine tc=0.2+0.2 "
               "--each tc=2/1 --game 3x3 --games 2 --record @D/t3"));
    ASSERT(check_fault(file("t3"), &(Fault){"slow", NULL, "", ""}, 2));
    PASS();
}

TEST strict_stops_at_a_fault_and_can_go_on(void) {
    ASSERT_EQ(1,
              RUN("@B/referee --engine name=F cmd='@B/fake_engine illegal after=9' --engine name=G cmd=@B/fake_engine "
                  "--each depth=1 --game 3x3 --games 10 --strict --record @D/strict"));
    ASSERT(says("a fault, and --strict"));
    ASSERT(says("--resume '"));
    ASSERT_EQ(0, RUN("@B/referee --resume @D/strict --recover"));
    ASSERT(is_complete(file("strict"), 10));
    PASS();
}

/* Faults at random, at different moves, several at a time: ROWAN_TEST_SOAK games. */
TEST a_soak_of_faults_leaves_nothing_behind(void) {
    const char *wanted = getenv("ROWAN_TEST_SOAK");
    int games = wanted != NULL ? atoi(wanted) : 24, played = 0;
    Rng rng = {.state = 2026};
    for (int i = 0; played < games; i++) {
        const Fault *fault = &faults[rng_below(&rng, FAULTS)];
        bool is_at_start =
            fault->ending != NULL && (strstr(fault->mode, "start") != NULL || strcmp(fault->ending, "handshake") == 0);
        int after = is_at_start ? 1 : 1 + rng_below(&rng, 4), batch = games - played < 4 ? games - played : 4;
        char name[32];
        snprintf(name, sizeof name, "soak-%d", i);
        ASSERT_EQ(0, RUN("@B/referee --engine name=F cmd='@B/fake_engine %s after=%d @M' %s --engine name=G "
                         "cmd='@B/fake_engine instant @M' --each depth=2 " SHORT
                         " --game 8x8x8 --max-plies 40 --plies 2 --concurrency 2 --seed %d --games %d --record @D/%s",
                         fault->mode, after, fault->settings, i, batch, name));
        ASSERT(check_fault(file(name), fault, batch));
        ASSERT_EQ(0, unlink(file(name)));
        played += batch;
    }
    ASSERT(all_are_gone());
    PASS();
}

/* Interruptions */

static Proc *start(char **argv) {
    ProcFailure failure;
    Proc *proc = proc_new(&(ProcSpec){.argv = argv, .stderr_to = PROC_STDERR_NULL}, &failure);
    free(argv);
    if (proc == NULL) abort();
    return proc;
}

/* Reads and forgets what it prints, for so long. True if its output ends meanwhile; it dies a moment later. */
static bool let_run(Proc *proc, int ms) {
    ProcLine line;
    ProcResult result = PROC_OK;
    int64_t end_us = clock_now_us() + ms * INT64_C(1000);
    while (result == PROC_OK && clock_now_us() < end_us) result = proc_read_line(proc, end_us, &line);
    return result == PROC_CLOSED;
}

#define SLOW                                                                                                           \
    "@B/referee --engine name=F cmd='@B/fake_engine slow 3 @M' --engine name=G cmd='@B/fake_engine instant @M' "       \
    "--each depth=2 " SHORT " --game 3x3x3 --games 40 --concurrency 2 "

TEST a_killed_tournament_is_resumed_without_a_gap(void) {
    Rng rng = {.state = (uint64_t)getpid()};
    int games, lives = 0;
    ASSERT_EQ(0, RUN(SLOW "--record @D/whole --quiet"));
    char *expected = read_games(file("whole"), &games);
    ASSERT_EQ(40, games);
    for (bool is_done = false; !is_done; lives++) {
        ASSERT(lives < 50);
        bool is_first = access(file("killed"), F_OK) != 0;
        Proc *proc = start(is_first ? split(SLOW "--record @D/killed") : split("@B/referee --resume @D/killed"));
        ProcEnd end;
        bool has_ended = let_run(proc, lives < 4 ? 20 + rng_below(&rng, 80) : 60000) &&
                         proc_wait(proc, clock_now_us() + 20000000, &end);
        is_done = has_ended && end.kind == PROC_EXITED && end.code == 0;
        kill(proc_pid(proc), SIGKILL);
        proc_free(proc);
        /* What a power loss might leave: half a game at the end. */
        FILE *stream = lives == 2 && !is_done ? fopen(file("killed"), "a") : NULL;
        if (stream != NULL) fputs("[Number \"39\"]\n[Round \"1\"]\n[X \"F", stream), fclose(stream);
        ASSERT(all_are_gone());
    }
    ASSERT(lives > 2);
    char *actual = read_games(file("killed"), &games);
    ASSERT_STR_EQ(expected, actual);
    free(expected);
    free(actual);
    PASS();
}

TEST ctrl_c_ends_cleanly_and_tells_how_to_resume(void) {
    ProcEnd end;
    ProcLine line;
    Proc *proc = start(split(SLOW "--record @D/interrupted"));
    bool told = false;
    let_run(proc, 150);
    ASSERT_EQ(0, kill(proc_pid(proc), SIGINT));
    while (proc_read_line(proc, clock_now_us() + 20000000, &line) == PROC_OK) {
        told = told || strstr(line.text, "--resume '") != NULL;
    }
    ASSERT(proc_wait(proc, clock_now_us() + 20000000, &end));
    proc_free(proc);
    ASSERT(told);
    ASSERT_EQ(PROC_EXITED, end.kind);
    ASSERT_EQ(128 + SIGINT, end.code);
    ASSERT(all_are_gone());
    ASSERT_EQ(0, RUN("@B/referee --resume @D/interrupted"));
    ASSERT(says("40 of 40 games"));
    ASSERT(is_complete(file("interrupted"), 40));
    /* Once more: nothing is left to do. */
    ASSERT_EQ(0, RUN("@B/referee --resume @D/interrupted"));
    ASSERT(is_complete(file("interrupted"), 40));
    PASS();
}

/* Stopped for longer than the engines have for a move, as on a machine that is too busy: the answers are there when it
 * looks again, and that is what counts. */
TEST a_referee_that_was_kept_from_looking_blames_nobody(void) {
    ProcEnd end;
    Proc *proc = start(split("@B/referee --engine name=F cmd='@B/fake_engine slow 10 @M' --engine name=G "
                             "cmd='@B/fake_engine slow 11 @M' --each st=0.2 --game 4x4x4 --games 2 --record @D/late"));
    for (int i = 0; i < 3; i++) {
        let_run(proc, 60);
        ASSERT_EQ(0, kill(proc_pid(proc), SIGSTOP));
        sleep_ms(300);
        ASSERT_EQ(0, kill(proc_pid(proc), SIGCONT));
    }
    let_run(proc, 60000);
    ASSERT(proc_wait(proc, clock_now_us() + 20000000, &end));
    proc_free(proc);
    ASSERT_EQ(0, end.code);
    ASSERT(check_fault(file("late"), &(Fault){"slow", NULL, "", ""}, 2));
    PASS();
}

TEST resuming_another_tournament_is_refused(void) {
    ASSERT_EQ(0, RUN(TWO "--each depth=9 --game 3x3 --games 4 --record @D/other"));
    ASSERT_EQ(2, RUN("@B/referee --resume @D/other --seed 9"));
    ASSERT(says("game 1 is another one"));
    ASSERT_EQ(2, RUN("@B/referee --resume @D/other --game 4x4"));
    ASSERT_EQ(2, RUN("@B/referee --resume @D/other --engine cmd=x"));
    ASSERT_EQ(2, RUN(TWO "--each depth=9 --record @D/other"));
    ASSERT(says("--resume goes on with it"));
    ASSERT_EQ(0, RUN("@B/referee --resume @D/other --rounds 2"));
    ASSERT(is_complete(file("other"), 8));
    PASS();
}

TEST wrong_usage_is_explained_in_one_line(void) {
    static const char *const known[][2] = {
        {"", "--help"},
        {"--engine name=A cmd=x depth=1", "two engines"},
        {"--bogus", "unknown option '--bogus'"},
        {"--games", "--games needs a value"},
        {"--games 0", "is not a number"},
        {"--game 2x2", "no board 2x2"},
        {"--resume @D/nothing", "cannot be opened"},
        {"--sprt elo0=5 elo1=1", "elo0 must be below"},
        {"--sprt wind=3", "is not elo0="},
        {"--draw moves=3", "needs moves=N and score=CP"},
        {"--engine cmd=x depth=1 --engine cmd=x depth=1", "two engines are called x"},
        {"--engine cmd=x --engine cmd=y depth=1", "has no limit"},
        {"--engine name=A depth=1 --engine cmd=y depth=1", "has no cmd="},
        {"--engine cmd=x tc=1/ --engine cmd=y", "tc: '1/'"},
        {"--engine cmd=x tc=-3 --engine cmd=y", "tc: '-3'"},
        {"--engine cmd=x speed=1 --engine cmd=y", "'speed' is not a setting"},
        {"--engine cmd=x --engine cmd=y --each depth=1 --openings @D/nothing", "cannot be opened"},
        {"--engine cmd=x --engine cmd=y --engine cmd=z --each depth=1 --format match", "between two engines"},
        {"--engine cmd=@D/nothing --engine cmd=@B/fake_engine --each depth=1", "cannot run"},
        {"--engine cmd=@B/fake_engine name=A --engine cmd=@B/fake_engine --each depth=1 --record @D/no/x",
         "cannot be created"},
        {"--engine cmd=@B/fake_engine name=A --engine cmd=@B/fake_engine --each depth=1 --record @D/y --json @D/no/x",
         "cannot be written"},
        {"--engine cmd=@B/fake_engine name=A --engine cmd=@B/fake_engine --each depth=1 --record @D/y --log @D/no/x",
         "cannot be written"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        ASSERT_EQm(known[i][0], 2, RUN("@B/referee %s", known[i][0]));
        ASSERT(says(known[i][1]));
        const char *first = strstr(output, "referee: ");
        ASSERTm(known[i][0], first != NULL && strchr(first, '\n')[1] != 'r');
    }
    ASSERT(access(file("y"), F_OK) != 0); /* found before the record was begun */
    ASSERT_EQ(0, RUN("@B/referee --help"));
    PASS();
}

TEST a_log_or_result_that_does_not_fit_on_the_disk_is_told(void) {
    if (access("/dev/full", W_OK) != 0) SKIPm("there is no /dev/full");
    ASSERT_EQ(3, RUN(TWO "--each depth=9 --game 3x3 --games 2 --log /dev/full"));
    ASSERT(says("referee: log /dev/full: it cannot be written: "));
    ASSERT_EQ(3, RUN(TWO "--each depth=9 --game 3x3 --rounds 100000 --quiet --log /dev/full"));
    ASSERT_EQ(3, RUN(TWO "--each depth=9 --game 3x3 --games 2 --json /dev/full"));
    ASSERT(says("referee: /dev/full cannot be written: "));
    PASS();
}

static void remove_folder(void) {
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command) != 0) printf("%s is left behind\n", folder);
}

SUITE(referee) {
    snprintf(folder, sizeof folder, "/tmp/rowan-referee-XXXXXX");
    snprintf(marker, sizeof marker, "life=1%06d", (int)(getpid() % 1000000));
    if (mkdtemp(folder) == NULL) abort();
    proc_ignore_sigpipe();
    RUN_TEST(a_match_is_counted_right);
    RUN_TEST(the_same_seed_gives_the_same_tournament_whatever_the_concurrency);
    RUN_TEST(openings_come_from_a_file);
    RUN_TEST(games_can_be_adjudicated);
    RUN_TEST(the_sequential_test_stops_and_says_why);
    RUN_TEST(every_fault_is_a_loss_for_the_one_at_fault);
    RUN_TEST(time_losses_tell_the_overrun);
    RUN_TEST(strict_stops_at_a_fault_and_can_go_on);
    RUN_TEST(a_soak_of_faults_leaves_nothing_behind);
    RUN_TEST(a_killed_tournament_is_resumed_without_a_gap);
    RUN_TEST(ctrl_c_ends_cleanly_and_tells_how_to_resume);
    RUN_TEST(a_referee_that_was_kept_from_looking_blames_nobody);
    RUN_TEST(resuming_another_tournament_is_refused);
    RUN_TEST(wrong_usage_is_explained_in_one_line);
    RUN_TEST(a_log_or_result_that_does_not_fit_on_the_disk_is_told);
    remove_folder();
}
