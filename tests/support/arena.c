#include "support/arena.h"

#include <dirent.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "common/files.h"
#include "common/record.h"

enum { COMMAND_SIZE = 8192, OUTPUT_SIZE = 1 << 20 };

static char folder[64];
static char marker[32]; /* an argument of fake_engine that no other process has */
static char output[OUTPUT_SIZE];

static const char *programs(void) {
    const char *bin = getenv("ROWAN_BIN");
    return bin != NULL ? bin : "build";
}

const char *arena_file(const char *name) {
    static char paths[8][128];
    static int next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

int arena_count_files(const char *prefix) {
    DIR *files = opendir(folder);
    int count = 0;
    for (struct dirent *entry; files != NULL && (entry = readdir(files)) != NULL;) {
        count += strncmp(entry->d_name, prefix, strlen(prefix)) == 0;
    }
    if (files != NULL) closedir(files);
    return count;
}

char **arena_command(const char *format, ...) {
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

int arena_run(char **argv) {
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

Proc *arena_start(char **argv) {
    ProcFailure failure;
    Proc *proc = proc_new(&(ProcSpec){.argv = argv, .stderr_to = PROC_STDERR_NULL}, &failure);
    free(argv);
    if (proc == NULL) abort();
    return proc;
}

int arena_end(Proc *proc) {
    ProcEnd end;
    bool has_ended = proc_wait(proc, clock_now_us() + 120 * INT64_C(1000000), &end);
    proc_free(proc);
    return has_ended && end.kind == PROC_EXITED ? end.code : -1;
}

const char *arena_output(void) {
    return output;
}

bool arena_says(const char *text) {
    if (strstr(output, text) != NULL) return true;
    printf("\n'%s' is not in:\n%s\n", text, output);
    return false;
}

/* The first so many bytes of a file of a process, with NULs as blanks; empty if it is gone. */
static void read_process_file(const char *pid, const char *name, char *text, size_t size) {
    char path[300];
    snprintf(path, sizeof path, "/proc/%s/%s", pid, name);
    FILE *stream = fopen(path, "r");
    size_t length = stream != NULL ? fread(text, 1, size - 1, stream) : 0;
    if (stream != NULL) fclose(stream);
    for (size_t i = 0; i < length; i++) text[i] = text[i] == '\0' ? ' ' : text[i];
    text[length] = '\0';
}

static void print_process(const char *pid, const char *command) {
    char status[200];
    read_process_file(pid, "stat", status, sizeof status);
    printf("\nstill there: %s\n  %s\n", command, status);
}

/* Processes that have the marker among their arguments; -1 where there is no /proc. */
static int count_marked(bool is_shown) {
    DIR *processes = opendir("/proc");
    if (processes == NULL) return -1;
    int count = 0;
    char daemon_command[48]; /* of fake_engine daemon */
    snprintf(daemon_command, sizeof daemon_command, "/bin/sleep %s", marker + strlen("life="));
    for (struct dirent *entry; (entry = readdir(processes)) != NULL;) {
        char text[4096];
        if (entry->d_name[0] < '1' || entry->d_name[0] > '9') continue;
        read_process_file(entry->d_name, "cmdline", text, sizeof text);
        if (strstr(text, marker) == NULL && strstr(text, daemon_command) == NULL) continue;
        count++;
        if (is_shown) print_process(entry->d_name, text);
    }
    closedir(processes);
    return count;
}

int arena_kill_children(pid_t parent, int number) {
    DIR *processes = opendir("/proc");
    int count = 0;
    for (struct dirent *entry; processes != NULL && (entry = readdir(processes)) != NULL;) {
        char text[512];
        if (entry->d_name[0] < '1' || entry->d_name[0] > '9') continue;
        read_process_file(entry->d_name, "stat", text, sizeof text);
        const char *name_end = strrchr(text, ')');
        if (name_end == NULL || strlen(name_end) < 5 || strtol(name_end + 3, NULL, 10) != parent) continue;
        count += kill((pid_t)strtol(entry->d_name, NULL, 10), number) == 0;
    }
    if (processes != NULL) closedir(processes);
    return count;
}

void arena_sleep_ms(int ms) {
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL);
}

/* The end of a process takes a moment, and far longer on a busy machine. */
bool arena_is_empty(void) {
    for (int i = 0; i < 1000 && count_marked(false) > 0; i++) arena_sleep_ms(20);
    return count_marked(true) <= 0;
}

/* Prints the games, counts them, and says what came after the last. */
static ReadResult print_games(RecordReader *reader, FILE *stream, int *games, Reason *why) {
    static GameRecord record;
    ReadResult result;
    for (*games = 0; (result = record_next(reader, &record, why)) == READ_GAME; (*games)++) {
        record.date[0] = '\0';
        for (int i = 0; i < record.plies; i++) record.moves[i].elapsed_us = 0;
        char *game = record_game_text(&record);
        if (game == NULL) abort();
        fputs(game, stream);
        free(game);
    }
    return result;
}

char *arena_games(const char *path, int *games) {
    RecordReader reader;
    Reason why = {"its last game is incomplete"};
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    if (stream == NULL) abort();
    bool is_open = record_open(&reader, path, NULL, &why);
    bool is_whole = is_open && print_games(&reader, stream, games, &why) == READ_END;
    if (is_open) record_close(&reader);
    if (!is_whole) *games = -1, fprintf(stream, "%s\n", why.text);
    fclose(stream);
    return text;
}

bool arena_is_complete(const char *path, int games) {
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

void arena_open(void) {
    snprintf(folder, sizeof folder, "/tmp/rowan-referee-XXXXXX");
    snprintf(marker, sizeof marker, "life=1%06d", (int)(getpid() % 1000000));
    if (mkdtemp(folder) == NULL) abort();
    file_ignore_signals();
}

void arena_close(void) {
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command) != 0) printf("%s is left behind\n", folder);
}
