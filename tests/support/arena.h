/* Tests the referee as a program: a folder for its files, commands, and checks of what they leave behind.
 *
 * One arena at a time, in the thread of the tests. */
#ifndef ROWAN_TESTS_SUPPORT_ARENA_H
#define ROWAN_TESTS_SUPPORT_ARENA_H

#include <stdbool.h>

#include "common/proc.h"

void arena_open(void);
/* Removes the folder and everything in it. */
void arena_close(void);

/* The path of a file in the folder, valid for the next seven calls. */
const char *arena_file(const char *name);
/* Files in the folder whose names begin so. */
int arena_count_files(const char *prefix);
/* A command as printf would print it, split into words, for arena_run or to be freed. @B is the folder of the programs,
 * @D the arena's folder, @M a marker: an argument for fake_engine that no other process has. */
char **arena_command(const char *format, ...);
/* Runs the command to its end and frees it. Returns the exit status, or 128 + the signal. */
int arena_run(char **argv);
/* What the last run printed, including errors. */
const char *arena_output(void);
/* Is this text in the output? If not, the output is shown. */
bool arena_says(const char *text);

#define RUN(...) arena_run(arena_command(__VA_ARGS__))

/* Starts the command without waiting for it, and frees it; what it prints to standard error is lost. */
Proc *arena_start(char **argv);
/* Waits for its end. Returns the exit status; -1 if a signal ended it, or nothing did. */
int arena_end(Proc *proc);

/* No process with the marker is left; it waits a moment for the last to end. */
bool arena_is_empty(void);
/* Sends a signal to the children of a process; how many got it. */
int arena_kill_children(pid_t parent, int number);
void arena_sleep_ms(int ms);

/* The games of a record as one text, to be freed, without what differs from run to run: dates and times. If the
 * record is damaged there are -1 games, and the text ends with the reason. */
char *arena_games(const char *path, int *games);
/* Does the record have every game once, whole and legal? */
bool arena_is_complete(const char *path, int games);

#endif
