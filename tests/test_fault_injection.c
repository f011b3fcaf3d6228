/* Every program when the system lets it down: the k-th allocation, read, write, fsync, rename, open, fork, pipe or
 * start of a thread fails (faults/faults.c), for k = 1, 2, 3 and so on until there is no k-th.
 *
 * Whatever fails, the program ends by itself with one of its documented exit statuses, says what went wrong, and what
 * was on disk before is still there, or is replaced by something whole.
 *
 * By default k grows in steps; with ROWAN_TEST_FAULTS set every k is tried. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "greatest.h"
#include "support/board_visit.h"
#include "support/build.h"
#include "support/program_run.h"
#include "support/programs.h"
#include "support/scratch.h"

static const char *const fault_kinds[] = {"memory", "read", "write", "sync",  "rename",
                                          "open",   "fork", "pipe",  "thread"};
enum { FAULT_KINDS = sizeof fault_kinds / sizeof *fault_kinds, FILE_TEXT_MAX = 1 << 16, FAULT_COMMAND_MAX = 2048 };

/* What the file must hold afterwards. */
typedef enum {
    KEEP_NOTHING,
    KEEP_OR_REPLACE, /* what it held before, or what the program writes when nothing fails */
    KEEP_BEGINNING   /* at least what it held before, without a torn tail */
} Keep;

typedef struct {
    const char *prepare; /* a command that writes the file, or NULL */
    const char *text;    /* or the text of the file, or NULL if there is none */
    size_t torn;         /* this many bytes are missing at its end */
    const char *command; /* here and in the others, & stands for the path of the file */
    const char *input;
    const char *statuses; /* documented and possible, as digits */
    Keep keep;
    char *(*converse)(const char *command, const char *input, int *status); /* NULL: program_run */
} FaultRun;

typedef struct {
    const FaultRun *run;
    char command[FAULT_COMMAND_MAX], input[FAULT_COMMAND_MAX];
    const char *file_path, *mark_path;
    char before[FILE_TEXT_MAX], after[FILE_TEXT_MAX]; /* the file before any run, and after one without a fault */
    bool has_file;
    long cases;
} FaultCase;

static bool can_inject(void) {
    char path[PROGRAM_PATH_SIZE];
    program_path("faults.so", path);
    return !BUILT_TO_BE_SLOW && access(path, R_OK) == 0;
}

static void read_whole(const char *path, char text[FILE_TEXT_MAX]) {
    FILE *file = fopen(path, "r");
    size_t length = file != NULL ? fread(text, 1, FILE_TEXT_MAX - 1, file) : 0;
    if (file != NULL) fclose(file);
    text[length] = '\0';
}

/* Files that a program refuses to overwrite are called &.made. */
static void lay_out_files(const FaultCase *test) {
    char made[PROGRAM_PATH_SIZE];
    snprintf(made, sizeof made, "%s.made", test->file_path);
    unlink(made);
    unlink(test->mark_path);
    unlink(test->file_path);
    if (test->has_file) scratch_write(test->file_path, test->before);
}

/* One run with one fault. */
static char *run_with_fault(const FaultCase *test, const char *kind, long k, int *status) {
    char library[PROGRAM_PATH_SIZE], fault[64], program[64];
    program_path("faults.so", library);
    snprintf(fault, sizeof fault, "%s %ld", kind, k);
    snprintf(program, sizeof program, "%.*s", (int)strcspn(test->command, " "), test->command);
    lay_out_files(test);
    setenv("LD_PRELOAD", library, 1);
    setenv("ROWAN_FAULT", fault, 1);
    setenv("ROWAN_FAULT_PROGRAM", program, 1);
    setenv("ROWAN_FAULT_MARK", test->mark_path, 1);
    char *(*converse)(const char *, const char *, int *) =
        test->run->converse != NULL ? test->run->converse : program_run;
    char *output = converse(test->command, test->input, status);
    unsetenv("LD_PRELOAD");
    unsetenv("ROWAN_FAULT");
    return output;
}

/* A torn tail begins with the first tag of its game. */
static size_t length_to_keep(const FaultCase *test) {
    size_t length = strlen(test->before);
    if (test->run->torn == 0) return length;
    while (length > 0 && strncmp(test->before + length, "[Event", 6) != 0) length--;
    return length;
}

/* The same text, but for the date of a game. */
static bool is_same(const char *a, const char *b) {
    while (*a != '\0' && *b != '\0') {
        size_t length = strcspn(a, "\n");
        bool is_date = strncmp(a, "[Date", 5) == 0 || strncmp(a, "[GameStartTime", 14) == 0;
        if (strcspn(b, "\n") != length || (!is_date && memcmp(a, b, length) != 0)) return false;
        a += length + (a[length] == '\n');
        b += length + (b[length] == '\n');
    }
    return *a == *b;
}

/* A message of the referee that ends before it says anything: after its name, or where the cause should be. */
static bool has_empty_message(const char *output) {
    for (const char *message = output; (message = strstr(message, "referee: ")) != NULL; message++) {
        const char *end = message + strcspn(message, "\n");
        if (end[-1] == ' ') return true;
    }
    return false;
}

/* NULL, or what is wrong. */
static const char *complaint(const FaultCase *test, bool is_silent, int status) {
    static char now[FILE_TEXT_MAX];
    const FaultRun *run = test->run;
    if (status < 0) return "crashed or hung";
    if (status > 9 || strchr(run->statuses, '0' + status) == NULL) return "exit status";
    if (status != 0 && is_silent) return "failed without a word";
    if (run->keep == KEEP_NOTHING) return NULL;
    read_whole(test->file_path, now);
    if (run->keep == KEEP_BEGINNING) {
        return strncmp(now, test->before, length_to_keep(test)) == 0 ? NULL : "lost what was on disk";
    }
    if (is_same(now, test->before) || is_same(now, test->after)) return NULL;
    return "left half a file";
}

static bool is_thorough(void) {
    return getenv("ROWAN_TEST_FAULTS") != NULL;
}

/* All faults of a kind. The error output may be what could not be written, so a failed write may be silent. */
static enum greatest_test_res try_kind(FaultCase *test, const char *kind) {
    static char what[FAULT_COMMAND_MAX + 200];
    for (long k = 1;; k += is_thorough() ? 1 : 1 + k / 8) {
        int status = -1;
        char *output = run_with_fault(test, kind, k, &status);
        ASSERT(output != NULL);
        bool happened = access(test->mark_path, F_OK) == 0;
        const char *wrong = complaint(test, output[0] == '\0' && strcmp(kind, "write") != 0, status);
        if (!happened && status != 0) wrong = "fails without any fault";
        if (wrong == NULL && has_empty_message(output)) wrong = "an empty message";
        snprintf(what, sizeof what, "%s: %s %ld: %s (status %d)", test->command, kind, k, wrong != NULL ? wrong : "",
                 status);
        if (wrong != NULL) fprintf(stderr, "\n%s\n%s\n", what, output);
        free(output);
        if (wrong != NULL) FAILm(what);
        if (!happened) PASS();
        test->cases++;
    }
}

static void expand(char text[FAULT_COMMAND_MAX], const char *from, const char *path) {
    Writer writer = writer_on(text, FAULT_COMMAND_MAX);
    for (; *from != '\0'; from++) {
        writer_add(&writer, "%.*s", *from == '&' ? (int)strlen(path) : 1, *from == '&' ? path : from);
    }
}

static enum greatest_test_res prepare_file(FaultCase *test) {
    const FaultRun *run = test->run;
    int status = -1;
    unlink(test->file_path);
    if (run->prepare != NULL) {
        expand(test->command, run->prepare, test->file_path);
        free(program_run(test->command, "", &status));
        ASSERT_EQ_FMTm(test->command, 0, status, "%d");
        read_whole(test->file_path, test->before);
        test->before[strlen(test->before) - run->torn] = '\0';
    } else if (run->text != NULL) {
        snprintf(test->before, sizeof test->before, "%s", run->text);
    }
    test->has_file = run->prepare != NULL || run->text != NULL;
    PASS();
}

TEST survives(const FaultRun *run) {
    static FaultCase test;
    if (!can_inject()) SKIPm("faults are injected on Linux with glibc only, and not under a sanitizer");
    test = (FaultCase){.run = run, .file_path = scratch_file("faults-file"), .mark_path = scratch_file("faults-mark")};
    CHECK_CALL(prepare_file(&test));
    expand(test.command, run->command, test.file_path);
    expand(test.input, run->input != NULL ? run->input : "", test.file_path);
    int status = -1;
    free(run_with_fault(&test, "memory", 0, &status));
    ASSERT_EQ_FMTm(test.command, 0, status, "%d");
    read_whole(test.file_path, test.after);
    for (int i = 0; i < FAULT_KINDS; i++) CHECK_CALL(try_kind(&test, fault_kinds[i]));
    ASSERTm("nothing could fail", test.cases > 0);
    PASS();
}

#define TOURNAMENT                                                                                                     \
    "referee --engine name=A cmd='%/sparring random' --engine name=B cmd='%/sparring rules' --each depth=1 "           \
    "--game 3x3 --games 4 --record &"

#define RESUME "referee --resume & --trust"

static const FaultRun runs[] = {
    {.command = "rowan",
     .input = "ugi\nsetoption name Threads value 2\nsetoption name Hash value 2\nsetoption name Game value 3x3x3\n"
              "uginewgame\nposition startpos moves a1a b2b\ngo depth 4\nwait\nsetoption name Game value 3x3x3:score10\n"
              "go nodes 300\nwait\nd\nquery fen\nsetoption name MultiPV value 3\ngo nodes 300\nwait\nquit\n",
     .statuses = "01"},
    {.prepare = "solve 3x3x3 --proof &",
     .command = "rowan",
     .input = "setoption name Debug Log File value &.log\nsetoption name Proof File value &\n"
              "setoption name Game value 3x3x3\ngo depth 2\nquit\n",
     .statuses = "01"},
    {.command = "rowan bench 1", .statuses = "01"},
    {.text = "old\n", .command = "solve 3x3x3 --proof &", .statuses = "012", .keep = KEEP_OR_REPLACE},
    {.prepare = "solve 3x3x3 --proof &", .command = "verify &", .statuses = "02", .keep = KEEP_OR_REPLACE},
    {.prepare = "solve 5x5 --proof &", .command = "verify --explain &", .statuses = "02", .keep = KEEP_OR_REPLACE},
    {.text = "rowan proof 1\nposition 4/4/4/4 x line\nvalue draw\nblocks 3\nagainst x\nagainst o\npair a1 b1\n"
             "end 590b3a09ce529119\n",
     .command = "verify --play &",
     .input = "b2\na1\nundo\nquit\n",
     .statuses = "02",
     .keep = KEEP_OR_REPLACE},
    {.command = "magic 5", .statuses = "02"},
    {.text = "2 7 6\n9 5 1\n4 3 8\n", .command = "magic --check &", .statuses = "02", .keep = KEEP_OR_REPLACE},
    {.command = "sparring rules",
     .input = "ugi\nisready\nposition startpos moves a1a\ngo depth 2\nquit\n",
     .statuses = "01"},
    {.prepare = TOURNAMENT,
     .command = "play 3x3 --x human --o human",
     .input = "b2\na1\nsave &\nquit\n",
     .statuses = "01",
     .keep = KEEP_OR_REPLACE},
    {.command = "play 3x3 --level easy", .input = "b2\nundo\nb2\nsave &\nquit\n", .statuses = "01"},
    {.prepare = TOURNAMENT,
     .command = "play --replay & 2",
     .input = "\n\nquit\n",
     .statuses = "012",
     .keep = KEEP_OR_REPLACE},
    {.command = TOURNAMENT " --concurrency 2 --log &.log --json &.json", .statuses = "0123"},
    /* More than one buffer of games, the last one torn: what is certain stays, whatever fails. */
    {.prepare = TOURNAMENT " --games 60", .torn = 20, .command = RESUME, .statuses = "0123", .keep = KEEP_BEGINNING},
    {.prepare = TOURNAMENT " --part 1/1",
     .command = "referee --merge & --record &.made",
     .statuses = "023",
     .keep = KEEP_OR_REPLACE},
    {.text = "[{\"name\": \"A\", \"command\": \"a\", \"options\": []}, {\"name\": \"B\", \"command\": \"b\"}]\n",
     .command =
         "referee --engines & --engine conf=A cmd='%/sparring random' --engine conf=B cmd='%/sparring rules' --each "
         "depth=1 --game 3x3 --balanced --order random --detail --sprt --rounds 1 --pgn &.pgn --epd &.epd --json "
         "&.json --quiet",
     .statuses = "023",
     .keep = KEEP_OR_REPLACE},
    {.command = "board 3x3 --no-open", .statuses = "01", .converse = board_visit},
    {.command = "bench depth --game 4x4x4 --positions 1 --depth 2 --hash 1", .statuses = "012"},
};

SUITE(fault_injection) {
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) RUN_TESTp(survives, &runs[i]);
}
