/* Where the referee is tested as a program: a folder of its own, commands run in it, and what they leave behind.
 *
 * One arena at a time, for the thread of the tests. */
#ifndef ROWAN_TESTS_SUPPORT_ARENA_H
#define ROWAN_TESTS_SUPPORT_ARENA_H

#include <stdbool.h>

#include "common/proc.h"

void arena_open(void);
/* Removes the folder with all that is in it. */
void arena_close(void);

/* The path of a file in the folder; good for the next seven calls. */
const char *arena_file(const char *name);
/* A command as printf would print it, with @B for the folder of the programs, @D for ours, and @M for a marker: an
 * argument of fake_engine that no other process has. Split; for arena_run, or to be freed. */
char **arena_command(const char *format, ...);
/* Runs it to its end and frees it; the exit status, or 128 + signal. */
int arena_run(char **argv);
/* What the last run printed, errors too. */
const char *arena_output(void);
/* This text is in the output; if not, the output is shown. */
bool arena_says(const char *text);

#define RUN(...) arena_run(arena_command(__VA_ARGS__))

/* No process with the marker is left; the end of one may take a moment. */
bool arena_is_empty(void);
void arena_sleep_ms(int ms);

/* The record as one text without what differs from run to run: dates and times; NULL if it is no record. To be freed.
 */
char *arena_games(const char *path, int *games);
/* In the record every game is there once, whole, and legal. */
bool arena_is_complete(const char *path, int games);

#endif
