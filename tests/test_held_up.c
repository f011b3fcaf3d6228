/* A host that is held up, by Ctrl-Z, by SIGSTOP or by a stalled machine, blames nobody for it. */
#include <ctype.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "common/client.h"
#include "common/hold_ups.h"
#include "common/record.h"
#include "greatest.h"
#include "support/arena.h"
#include "support/programs.h"
#include "support/scratch.h"

enum { LONG_MS = 30000, HELD_MS = HOLD_UPS_SLICE_MS + HOLD_UPS_HELD_MS + 150, STATES_MAX = 16, TRIES = 5 };

static int64_t soon(void) {
    return clock_now_us() + LONG_MS * INT64_C(1000);
}

/* Reads to the end of its output, and counts the lines with this text. */
static int count_lines(Proc *proc, const char *text) {
    int found = 0;
    for (ProcLine line; proc_read_line(proc, soon(), &line) == PROC_OK;) found += strstr(line.text, text) != NULL;
    return found;
}

/* The state of a process, as the system names it, if its parent, or itself, is this one; else 0. */
static char state_of(const char *number, pid_t parent) {
    char path[300], text[512] = "";
    snprintf(path, sizeof path, "/proc/%s/stat", number);
    FILE *stream = fopen(path, "r");
    size_t length = stream != NULL ? fread(text, 1, sizeof text - 1, stream) : 0;
    if (stream != NULL) fclose(stream);
    text[length] = '\0';
    const char *end = strrchr(text, ')');
    if (end == NULL || strlen(end) < 5) return 0;
    bool is_related = strtol(end + 3, NULL, 10) == parent || strtol(number, NULL, 10) == parent;
    return is_related ? end[2] : '\0';
}

/* Of a process and its children, sorted. */
static void read_states(pid_t parent, char states[STATES_MAX]) {
    DIR *processes = opendir("/proc");
    int count = 0;
    for (struct dirent *entry; processes != NULL && (entry = readdir(processes)) != NULL;) {
        char state = isdigit((unsigned char)entry->d_name[0]) ? state_of(entry->d_name, parent) : '\0';
        if (state != '\0' && count < STATES_MAX - 1) states[count++] = state == 'T' ? 'T' : 'R';
    }
    states[count] = '\0';
    if (processes != NULL) closedir(processes);
}

static bool awaits_states(pid_t parent, const char *expected) {
    char states[STATES_MAX];
    for (int i = 0; i < LONG_MS / 10; i++) {
        read_states(parent, states);
        if (strcmp(states, expected) == 0) return true;
        arena_sleep_ms(10);
    }
    printf("\nstates are %s\n", states);
    return false;
}

/* How many games of the record ended so; -1 if it is damaged, or a void game is not at its end. */
static int count_endings(const char *path, Ending ending) {
    RecordReader reader;
    Reason why;
    ReadResult result;
    static GameRecord record;
    int found = 0, voids = 0, misplaced = 0;
    if (!record_open(&reader, path, NULL, &why)) return -1;
    while ((result = record_next(&reader, &record, &why)) == READ_GAME) {
        found += record.ending == ending;
        voids += record.ending == ENDING_VOID;
        misplaced += voids > 0 && record.ending != ENDING_VOID;
    }
    record_close(&reader);
    return result == READ_END && misplaced == 0 ? found : -1;
}

/* F waits at its first move until the gate, a file, is gone. */
#define AT_THE_GATE(LIMIT)                                                                                             \
    "@B/referee --engine name=F cmd='@B/fake_engine instant gate=@D/gate @M' --engine name=G cmd='@B/fake_engine "     \
    "instant @M' --each " LIMIT " --game 3x3 --plies 2 --games 2 "

static Proc *start_at_the_gate(char **command) {
    if (!scratch_write(arena_file("gate"), "")) abort();
    return arena_start(command);
}

static bool awaits_f(void) {
    struct stat gate;
    for (int i = 0; i < LONG_MS / 10; i++) {
        if (stat(arena_file("gate"), &gate) != 0) return false;
        if (gate.st_size > 0) return true;
        arena_sleep_ms(10);
    }
    return false;
}

/* Ctrl-Z, which reaches the engines, and fg after this time; F is still at the gate. */
static bool stops_for(const Proc *proc, int ms) {
    pid_t pid = proc_pid(proc);
    if (kill(pid, SIGTSTP) != 0 || !awaits_states(pid, "TTT")) return false;
    arena_sleep_ms(ms);
    return kill(pid, SIGCONT) == 0 && awaits_states(pid, "RRR");
}

/* The engine answers while the referee stands still, for longer than the engine has: its clock is charged up to the
 * last look before. False if the machine was held up, too, at a moment when no answer came. */
static enum greatest_test_res answers_meanwhile(bool *is_clear) {
    Proc *proc = start_at_the_gate(arena_command(AT_THE_GATE("tc=3") "--record @D/meanwhile"));
    ASSERT(awaits_f());
    ASSERT_EQ(0, kill(proc_pid(proc), SIGSTOP));
    ASSERT_EQ(0, unlink(arena_file("gate")));
    arena_sleep_ms(3200);
    ASSERT_EQ(0, kill(proc_pid(proc), SIGCONT));
    count_lines(proc, "");
    ASSERT_EQ(0, arena_end(proc));
    ASSERT_EQ(0, count_endings(arena_file("meanwhile"), ENDING_TIME));
    *is_clear = count_endings(arena_file("meanwhile"), ENDING_VOID) == 0;
    ASSERT_EQ(0, unlink(arena_file("meanwhile")));
    PASS();
}

TEST an_answer_that_came_meanwhile_costs_no_more_than_it_took(void) {
    bool is_clear = false;
    for (int i = 0; i < TRIES && !is_clear; i++) CHECK_CALL(answers_meanwhile(&is_clear));
    ASSERT(is_clear);
    PASS();
}

/* The move that was being thought about cannot be judged. If the machine is held up, too, more games may be void. */
TEST a_game_is_void_after_ctrl_z_and_played_again(void) {
    ProcLine line;
    Proc *proc = start_at_the_gate(arena_command(AT_THE_GATE("st=60") "--max-plies 4 --record @D/stopped"));
    ASSERT_EQ(PROC_OK, proc_read_line(proc, soon(), &line)); /* the openings */
    ASSERT(awaits_f());
    ASSERT(stops_for(proc, HELD_MS));
    ASSERT_EQ(0, unlink(arena_file("gate")));
    ASSERT_EQ(PROC_OK, proc_read_line(proc, soon(), &line));
    ASSERTm(line.text, strstr(line.text, "game 1 of 2") != NULL);
    ASSERTm(line.text, strstr(line.text, "  void  the referee was held up for ") != NULL);
    ASSERTm(line.text, strstr(line.text, "; it is played again") != NULL);
    ASSERT_EQ(1, count_lines(proc, "3x3, 2 of 2 games"));
    ASSERT_EQ(0, arena_end(proc));
    const char *path = arena_file("stopped");
    int voids = count_endings(path, ENDING_VOID);
    ASSERT(voids >= 1);
    ASSERT_EQ(0, count_endings(path, ENDING_TIME));
    ASSERT(arena_is_empty());
    /* Nothing is left to play, and nothing of the void game counts. */
    ASSERT_EQ(0, RUN("@B/referee --trust --resume @D/stopped"));
    ASSERT(arena_says("3x3, 2 of 2 games"));
    ASSERT_EQ(0, RUN("@B/referee --merge @D/stopped --record @D/merged"));
    ASSERT_EQ(0, count_endings(arena_file("merged"), ENDING_VOID));
    ASSERT(arena_is_complete(arena_file("merged"), 2));
    ASSERT_EQ(0, RUN("@B/referee --trust --resume @D/stopped --rounds 2 --concurrency 2"));
    ASSERT(count_endings(path, ENDING_VOID) >= voids);
    PASS();
}

/* Without a clock there is nothing to be unfair about: the search goes on, and so does the game. */
TEST a_game_without_a_clock_survives_ctrl_z(void) {
    Proc *proc = start_at_the_gate(arena_command(AT_THE_GATE("depth=1 hang-ms=2000") "--record @D/depth"));
    ASSERT(awaits_f());
    ASSERT(stops_for(proc, 2300));
    ASSERT_EQ(0, unlink(arena_file("gate")));
    count_lines(proc, "");
    ASSERT_EQ(0, arena_end(proc));
    ASSERT_EQ(0, count_endings(arena_file("depth"), ENDING_VOID));
    ASSERT_EQ(0, count_endings(arena_file("depth"), ENDING_HANG));
    ASSERT(arena_is_complete(arena_file("depth"), 2));
    PASS();
}

/* The client, with us as the one who is held up: once while the answer comes, and once before it. */
TEST a_client_knows_whose_time_it_was(void) {
    char path[PROGRAM_PATH_SIZE];
    program_path("fake_engine", path);
    ClientSpec spec = {.process = {.argv = (char *[]){path, "slow", "100", NULL}, .stderr_to = PROC_STDERR_NULL}};
    Client *client = client_new(&spec);
    ClientAnswer answer = {.is_time_unknown = true, .held_us = 1};
    ASSERT_EQ(CLIENT_OK, client_start(client));
    ASSERT_EQ(CLIENT_OK, client_position(client, NULL, ""));
    /* On a machine that stalls the engine may be late as well. */
    for (int i = 0; i < TRIES && answer.is_time_unknown; i++) {
        ASSERT_EQ(CLIENT_OK, client_go_begin(client, "movetime 1000"));
        arena_sleep_ms(HELD_MS);
        ASSERT_EQ(CLIENT_OK, client_go_wait(client, soon(), &answer));
    }
    ASSERT(answer.elapsed_us < HELD_MS * 1000 && !answer.is_time_unknown && answer.held_us >= HELD_MS * 1000);
    ASSERT_EQ(CLIENT_OK, client_go_begin(client, "movetime 1000"));
    ASSERT_EQ(0, kill(client_pid(client), SIGSTOP));
    arena_sleep_ms(HELD_MS);
    ASSERT_EQ(CLIENT_TIMEOUT, client_go_wait(client, clock_now_us() + 10000, &answer));
    ASSERT(answer.is_time_unknown);
    ASSERT_EQ(0, kill(client_pid(client), SIGCONT));
    ASSERT_EQ(CLIENT_OK, client_go_wait(client, soon(), &answer));
    ASSERT(answer.is_time_unknown);
    /* An answer in time, when nobody was held up. */
    for (int i = 0; i < TRIES && answer.held_us > 0; i++) {
        ASSERT_EQ(CLIENT_OK, client_go(client, "movetime 1000", LONG_MS, &answer));
    }
    ASSERT(!answer.is_time_unknown && answer.held_us == 0 && answer.elapsed_us >= 100000);
    client_free(client);
    PASS();
}

SUITE(held_up) {
    arena_open();
    RUN_TEST(an_answer_that_came_meanwhile_costs_no_more_than_it_took);
    RUN_TEST(a_game_is_void_after_ctrl_z_and_played_again);
    RUN_TEST(a_game_without_a_clock_survives_ctrl_z);
    RUN_TEST(a_client_knows_whose_time_it_was);
    arena_close();
}
