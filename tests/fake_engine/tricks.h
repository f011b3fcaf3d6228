/* What fake_engine does to processes, signals and pipes when its mode asks for it. None of it needs the game. */
#ifndef ROWAN_TESTS_FAKE_ENGINE_TRICKS_H
#define ROWAN_TESTS_FAKE_ENGINE_TRICKS_H

#include <stdbool.h>
#include <stddef.h>

void trick_sleep_ms(long ms);
/* Writes to the file, if it exists, and waits until it is gone. */
void trick_wait_at_gate(const char *path);
/* Hangs; SIGALRM ends it after so many seconds, in case the test forgets it. */
_Noreturn void trick_hang(long life_seconds);
/* The same, and no signal that can be caught ends it before that. */
_Noreturn void trick_hang_deaf(long life_seconds);
_Noreturn void trick_crash(int signal_number);

/* Writes to standard output at once, or ends the process. */
void trick_put(const char *text, size_t length);
_Noreturn void trick_flood(const char *text, size_t length);
/* One byte at a time, with a pause after each. */
void trick_put_slowly(const char *text, long pause_ms);

/* Moves into the process group of the parent, where a signal to its own group does not reach it. */
void trick_join_parents_group(void);
/* A child that ignores SIGTERM and lives on: in our group; in a session of its own; or adopted by somebody else, in a
 * session of its own, with closed streams and an empty environment. */
typedef enum { CHILD_IN_GROUP, CHILD_IN_SESSION, CHILD_DAEMON } ChildKind;
long trick_start_child(ChildKind kind, long life_seconds);

/* Standard error: a lot of it, or text that steers a terminal. */
void trick_flood_errors(void);
void trick_write_escapes(void);

#endif
