/* The referee when things go wrong: engines at fault; a referee that is killed, interrupted or kept from looking. The
 * engines are fake_engine, so it is known what should happen. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/rng.h"
#include "common/record.h"
#include "greatest.h"
#include "support/arena.h"

/* Faults */

/* Only an engine that hangs exceeds these, however busy the machine is. One that is to hang has a short deadline, and
 * just for the step in which it does: if it is late there for another reason, the verdict is the same. */
#define PATIENT "start-ms=60000 ping-ms=60000 setup-ms=60000 hang-ms=60000 quit-ms=200"

typedef struct {
    const char *mode;
    const char *ending; /* NULL: no fault */
    const char *reason;
    const char *settings; /* of F alone */
} Fault;

static const Fault faults[] = {
    /* No harm is done. */
    {"instant", NULL, "", ""},
    {"garbage", NULL, "", ""},
    {"split", NULL, "", ""},
    {"crlf", NULL, "", ""},
    {"double", NULL, "", ""},
    {"other-double", NULL, "", ""},
    {"early", NULL, "", ""},
    {"ready-move", NULL, "", ""},
    {"many-ready", NULL, "", ""},
    {"long-ponder", NULL, "", ""},
    {"huge-info", NULL, "", ""},
    {"lie", NULL, "", ""},
    {"escapes", NULL, "", ""},
    {"loud", NULL, "", ""},
    {"spawn-child", NULL, "", ""},
    {"session-child", NULL, "", ""},
    {"daemon", NULL, "", ""},
    {"ignore-quit", NULL, "", ""},
    {"refuse", NULL, "", ""},
    /* At the start */
    {"crash-start", "crash", "crashed with signal 11", ""},
    {"exit-start", "crash", "exited with status 3 before ugiok; it wrote: first / second / third: cannot find", ""},
    {"hang-start", "handshake", "no ugiok", "start-ms=400"},
    {"no-ugiok", "handshake", "no ugiok, only 5 other lines", "start-ms=5000"},
    {"flood-start", "output", "lines without ugiok", ""},
    {"hang-ready", "handshake", "no readyok", "setup-ms=400"},
    {"no-read", "handshake", "no ugiok", "start-ms=400"},
    {"wait-game 20000", "handshake", "no readyok", "setup-ms=400"},
    {"wait-option 20000", "handshake", "no readyok", "setup-ms=400"},
    /* At a move */
    {"hang-move", "hang", "no bestmove", "hang-ms=400"},
    {"deaf", "hang", "no bestmove", "hang-ms=400"},
    {"steal-group", "hang", "no bestmove", "hang-ms=400"},
    {"stopped", "hang", "no bestmove", "hang-ms=400"},
    {"nobestmove", "hang", "no bestmove", "hang-ms=400"},
    {"until-stop", "hang", "no bestmove", "hang-ms=400"},
    {"half-line", "hang", "no bestmove", "hang-ms=400"},
    {"drip 200", "hang", "no bestmove", "hang-ms=400"},
    {"crash-move", "crash", "crashed with signal 11", ""},
    {"suicide", "crash", "crashed with signal 9", ""},
    {"last-words", "crash", "it wrote: loading / engine.c:42: assertion failed: ?[1mboard_is_sane?[0m", ""},
    {"orphan-crash", "crash", "crashed with signal 11", ""},
    {"exit-move", "crash", "exited with status 3 before bestmove", ""},
    {"cut-move", "crash", "exited with status 0 before bestmove", ""},
    {"illegal", "illegal", " is occupied", ""},
    {"wrong-game", "illegal", "played an illegal move", ""},
    {"none", "illegal", "played an illegal move: (none), but the game is not over", ""},
    {"malformed", "malformed", "malformed answer", ""},
    {"longline", "output", "overlong line", ""},
    {"flood-line", "output", "overlong line", ""},
    {"flood-nul", "output", "overlong line", ""},
    {"flood", "output", "lines without bestmove", ""},
    {"flood-blank", "output", "lines without bestmove", ""},
    {"close-stdout", "closed-pipe", "closed its output", ""},
    /* Between moves */
    {"close-stdin", "closed-pipe", "closed its input", ""},
    {"crash-idle", "crash", "crashed with signal 6", ""},
    {"exit-idle", "crash", "exited with status 0", ""},
};

enum { FAULTS = sizeof faults / sizeof faults[0] };

/* F is always the one at fault: neither engine knows about lines, so no game ends before. */
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
    while (record_next(&reader, &record, &why) == READ_GAME) {
        if (record.ending == ENDING_VOID) continue; /* the machine stalled, and the game was played again */
        if (!is_judged_right(&record, fault, &wrong)) break;
        found++;
    }
    record_close(&reader);
    if (found != games) printf("\n%s: %s, '%s'\n", fault->mode, wrong, record.reason.text);
    return found == games;
}

TEST every_fault_is_a_loss_for_the_one_at_fault(void) {
    for (int i = 0; i < FAULTS; i++) {
        char name[32];
        snprintf(name, sizeof name, "fault-%d", i);
        ASSERT_EQ(0, RUN("@B/referee --engine name=F cmd='@B/fake_engine %s @M' %s --engine name=G cmd='@B/fake_engine "
                         "instant @M' --each depth=2 " PATIENT
                         " --game 4x4x4 --plies 2 --concurrency 2 --lenient --record @D/%s",
                         faults[i].mode, faults[i].settings, name));
        ASSERT(check_fault(arena_file(name), &faults[i], 2));
    }
    ASSERT(arena_is_empty());
    PASS();
}

TEST time_losses_report_the_overrun(void) {
    ASSERT_EQ(0,
              RUN("@B/referee --engine name=F cmd='@B/fake_engine slow 120 after=2' --engine name=G cmd=@B/fake_engine "
                  "st=60 --each st=0.05 --game 4x4x4 --record @D/t"));
    ASSERT(check_fault(arena_file("t"), &(Fault){"slow", "time", "lost on time by ", ""}, 2));
    ASSERT(strstr(arena_output(), " ms (") != NULL);
    /* A clock for the whole game: enough for each move, but not for all of them. */
    ASSERT_EQ(0, RUN("@B/referee --engine name=F cmd='@B/fake_engine slow 60' --engine name=G cmd=@B/fake_engine "
                     "tc=60 --each tc=0.15 --game 4x4x4 --games 1 --record @D/t2"));
    ASSERT(check_fault(arena_file("t2"), &(Fault){"slow", "time", "lost on time by ", ""}, 1));
    /* With enough increment, or a new session in time, the clock never runs out: 8 moves take longer than it had at
     * first. At no move is there less than a second and a half to spare. */
    ASSERT_EQ(
        0, RUN("@B/referee --engine name=F cmd='@B/fake_engine slow 300' --engine name=G cmd='@B/fake_engine slow 300' "
               "tc=2+0.3 --each tc=2/2.2 --game 8x8x8 --plies 2 --max-plies 18 --games 2 --concurrency 2 --record "
               "@D/t3"));
    ASSERT(check_fault(arena_file("t3"), &(Fault){"slow", NULL, "", ""}, 2));
    PASS();
}

TEST strict_stops_at_a_fault_and_can_go_on(void) {
    ASSERT_EQ(1,
              RUN("@B/referee --engine name=F cmd='@B/fake_engine illegal after=9' --engine name=G cmd=@B/fake_engine "
                  "--each depth=1 --game 3x3 --games 10 --strict --record @D/strict"));
    ASSERT(arena_says("an engine was at fault and --strict is set"));
    ASSERT(arena_says("--resume "));
    ASSERT_EQ(0, RUN("@B/referee --trust --resume @D/strict --recover"));
    ASSERT(arena_is_complete(arena_file("strict"), 10));
    PASS();
}

static int wanted_number(const char *variable, int standard) {
    const char *text = getenv(variable);
    return text != NULL ? atoi(text) : standard;
}

/* Faults at random, at different moves, several at a time: ROWAN_TEST_SOAK games. */
TEST a_soak_of_faults_leaves_nothing_behind(void) {
    int games = wanted_number("ROWAN_TEST_SOAK", 24), played = 0;
    Rng rng = {.state = 2026};
    for (int i = 0; played < games; i++) {
        const Fault *fault = &faults[rng_below(&rng, FAULTS)];
        bool is_at_start =
            fault->ending != NULL && (strstr(fault->mode, "start") != NULL || strcmp(fault->ending, "handshake") == 0);
        int after = is_at_start ? 1 : 1 + rng_below(&rng, 4), most = games > 1000 ? 20 : 4;
        int batch = games - played < most ? games - played : most;
        char name[32];
        snprintf(name, sizeof name, "soak-%d", i);
        ASSERT_EQ(
            0,
            RUN("@B/referee --engine name=F cmd='@B/fake_engine %s after=%d @M' %s --engine name=G "
                "cmd='@B/fake_engine instant @M' --each depth=2 " PATIENT
                " --game 8x8x8 --max-plies 40 --plies 2 --concurrency 2 --lenient --seed %d --games %d --record @D/%s",
                fault->mode, after, fault->settings, i, batch, name));
        ASSERT(check_fault(arena_file(name), fault, batch));
        ASSERT_EQ(0, unlink(arena_file(name)));
        played += batch;
    }
    ASSERT(arena_is_empty());
    PASS();
}

/* Interruptions */

/* Reads and drops its output for so long. True if the output ends meanwhile; then the process dies a moment later. */
static bool let_run(Proc *proc, int ms) {
    ProcLine line;
    ProcResult result = PROC_OK;
    int64_t end_us = clock_now_us() + ms * INT64_C(1000);
    while (result == PROC_OK && clock_now_us() < end_us) result = proc_read_line(proc, end_us, &line);
    return result == PROC_CLOSED;
}

#define SLOW                                                                                                           \
    "@B/referee --engine name=F cmd='@B/fake_engine slow 3 @M' --engine name=G cmd='@B/fake_engine instant @M' "       \
    "--each depth=2 " PATIENT " --game 3x3x3 --games 40 --concurrency 2 "

/* A kill at the very beginning leaves an empty file. */
static bool is_begun(void) {
    struct stat status;
    return stat(arena_file("killed"), &status) == 0 && status.st_size > 0;
}

static Proc *start_or_resume(int rounds) {
    return arena_start(is_begun() ? arena_command("@B/referee --trust --resume @D/killed")
                                  : arena_command(SLOW "--rounds %d --record @D/killed --json @D/killed.json", rounds));
}

/* ROWAN_TEST_KILLS kills, in a tournament that is long enough for them. */
TEST a_killed_tournament_is_resumed_without_a_gap(void) {
    Rng rng = {.state = (uint64_t)getpid()};
    int games, lives = 0, kills = wanted_number("ROWAN_TEST_KILLS", 4), rounds = (kills + 7) / 8;
    ASSERT_EQ(0, RUN(SLOW "--rounds %d --record @D/whole --quiet", rounds));
    char *expected = arena_games(arena_file("whole"), &games);
    ASSERT_EQ(40 * rounds, games);
    for (bool is_done = false; !is_done; lives++) {
        ASSERT(lives < kills + 50);
        Proc *proc = start_or_resume(rounds);
        ProcEnd end;
        bool has_ended = let_run(proc, lives < kills ? 20 + rng_below(&rng, 80) : 300000) &&
                         proc_wait(proc, clock_now_us() + 20000000, &end);
        is_done = has_ended && end.kind == PROC_EXITED && end.code == 0;
        kill(proc_pid(proc), SIGKILL);
        proc_free(proc);
        /* What a power failure may leave: half a game at the end. */
        bool is_torn = lives % 50 == 2 && !is_done && is_begun();
        FILE *stream = is_torn ? fopen(arena_file("killed"), "a") : NULL;
        if (stream != NULL) fputs("[Number \"39\"]\n[Round \"1\"]\n[X \"F", stream), fclose(stream);
        ASSERT(arena_is_empty());
    }
    ASSERT_EQ(2, arena_count_files("killed"));
    ASSERT(lives > 2);
    char *actual = arena_games(arena_file("killed"), &games);
    ASSERT_STR_EQ(expected, actual);
    free(expected);
    free(actual);
    PASS();
}

TEST ctrl_c_ends_cleanly_and_says_how_to_resume(void) {
    ProcLine line;
    Proc *proc = arena_start(arena_command(SLOW "--record @D/interrupted"));
    bool told = false;
    ASSERT_EQ(PROC_OK, proc_read_line(proc, clock_now_us() + 20000000, &line)); /* the openings */
    ASSERT_EQ(PROC_OK, proc_read_line(proc, clock_now_us() + 20000000, &line)); /* the first game */
    ASSERT_EQ(0, kill(proc_pid(proc), SIGINT));
    while (proc_read_line(proc, clock_now_us() + 20000000, &line) == PROC_OK) {
        told = told || strstr(line.text, "--resume ") != NULL;
    }
    ASSERT_EQ(128 + SIGINT, arena_end(proc));
    ASSERT(told);
    ASSERT(arena_is_empty());
    ASSERT_EQ(0, RUN("@B/referee --trust --resume @D/interrupted"));
    ASSERT(arena_says("40 of 40 games"));
    ASSERT(arena_is_complete(arena_file("interrupted"), 40));
    /* Once more: nothing is left to do. */
    ASSERT_EQ(0, RUN("@B/referee --trust --resume @D/interrupted"));
    ASSERT(arena_is_complete(arena_file("interrupted"), 40));
    PASS();
}

/* Ends the engines and soon after that the referee, which is held up in between. False if we were held up, too: the
 * referee cannot know that its signal would come. */
static bool end_engines_first(pid_t referee) {
    enum { SOON_US = 150000 };
    int64_t begun_us = clock_now_us();
    if (arena_kill_children(referee, SIGTERM) != 2) return false;
    arena_sleep_ms(20);
    kill(referee, SIGSTOP);
    bool is_soon = clock_now_us() - begun_us < SOON_US;
    arena_sleep_ms(400);
    begun_us = clock_now_us();
    kill(referee, SIGCONT);
    arena_sleep_ms(20);
    kill(referee, SIGTERM);
    return is_soon && clock_now_us() - begun_us < SOON_US;
}

static enum greatest_test_res ends_with_its_engines(bool *is_clear) {
    ProcLine line;
    Proc *proc = arena_start(
        arena_command("@B/referee --engine name=F cmd='@B/fake_engine slow 300 @M' --engine name=G "
                      "cmd='@B/fake_engine instant @M' --each depth=1 --game 3x3 --plies 2 --record @D/stopped"));
    ASSERT_EQ(PROC_OK, proc_read_line(proc, clock_now_us() + 20000000, &line)); /* the openings */
    ASSERT_EQ(PROC_OK, proc_read_line(proc, clock_now_us() + 20000000, &line)); /* the first game */
    *is_clear = end_engines_first(proc_pid(proc));
    let_run(proc, 20000);
    int status = arena_end(proc);
    bool is_complete = !*is_clear || arena_is_complete(arena_file("stopped"), 1);
    ASSERT_EQ(0, unlink(arena_file("stopped")));
    ASSERT(!*is_clear || status == 128 + SIGTERM);
    ASSERT(is_complete);
    PASS();
}

/* As a scheduler does it: the signal reaches the engines, too, and before the referee. */
TEST engines_that_are_stopped_with_the_referee_are_not_at_fault(void) {
    bool is_clear = false;
    for (int i = 0; i < 10 && !is_clear; i++) CHECK_CALL(ends_with_its_engines(&is_clear));
    ASSERT(is_clear);
    PASS();
}

/* The referee is stopped for longer than the engines have for a move, as on a busy machine. The answers are there when
 * it looks again, and that is what counts. */
TEST a_referee_that_was_kept_from_looking_blames_nobody(void) {
    Proc *proc = arena_start(
        arena_command("@B/referee --engine name=F cmd='@B/fake_engine slow 10 @M' --engine name=G "
                      "cmd='@B/fake_engine slow 11 @M' --each st=1.5 --game 4x4x4 --games 2 --record @D/late"));
    for (int i = 0; i < 2; i++) {
        let_run(proc, 60);
        ASSERT_EQ(0, kill(proc_pid(proc), SIGSTOP));
        arena_sleep_ms(1700);
        ASSERT_EQ(0, kill(proc_pid(proc), SIGCONT));
    }
    let_run(proc, 60000);
    ASSERT_EQ(0, arena_end(proc));
    ASSERT(check_fault(arena_file("late"), &(Fault){"slow", NULL, "", ""}, 2));
    PASS();
}

SUITE(referee_faults) {
    arena_open();
    RUN_TEST(every_fault_is_a_loss_for_the_one_at_fault);
    RUN_TEST(time_losses_report_the_overrun);
    RUN_TEST(strict_stops_at_a_fault_and_can_go_on);
    RUN_TEST(a_soak_of_faults_leaves_nothing_behind);
    RUN_TEST(a_killed_tournament_is_resumed_without_a_gap);
    RUN_TEST(ctrl_c_ends_cleanly_and_says_how_to_resume);
    RUN_TEST(engines_that_are_stopped_with_the_referee_are_not_at_fault);
    RUN_TEST(a_referee_that_was_kept_from_looking_blames_nobody);
    arena_close();
}
