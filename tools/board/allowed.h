/* What the page may say to an engine: a positive list of commands, questions, limits and options.
 *
 * Options that read or write files, and commands that end or block the engine, are not on it, nor is anything that is
 * not known today. An accepted line is written anew from its parts, so the engine gets exactly what was checked. Pure;
 * any thread. */
#ifndef ROWAN_BOARD_ALLOWED_H
#define ROWAN_BOARD_ALLOWED_H

#include "base/text.h"

enum { ALLOWED_LINE_SIZE = 65536, ALLOWED_HASH_MB_MAX = 1024, ALLOWED_THREADS_MAX = 64 };

/* The line as the engine may get it; false with a reason for anything else. threads_max caps Threads. */
bool allowed_line(const char *text, size_t length, int threads_max, char line[ALLOWED_LINE_SIZE], Reason *why);

#endif
