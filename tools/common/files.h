/* Files and streams as all tools use them: opening, checking beforehand, replacing safely, and closing with a check
 * that everything was written.
 *
 * Functions that fail leave the cause in errno, for refuse_errno to add. Nothing here keeps state; any thread may call
 * it. */
#ifndef ROWAN_COMMON_FILES_H
#define ROWAN_COMMON_FILES_H

#include <stdbool.h>
#include <stdio.h>

#include "base/text.h"

/* Like refuse, followed by ": " and the meaning of errno, if it is not 0. */
PRINTF_LIKE(2, 3) bool refuse_errno(Reason *why, const char *format, ...);

/* A write that fails is an error, not the end of the program: ignores SIGPIPE and SIGXFSZ. Affects the whole process:
 * call it in main. */
void file_ignore_signals(void);

/* For reading. NULL also for a directory, which fopen would open and only the first read would refuse. */
FILE *file_open(const char *path);
/* The same, but NULL also for pipes and devices: they may be endless, or keep us waiting for ever. */
FILE *file_open_plain(const char *path);

/* All of a plain file of at most a megabyte, for the caller to free; NULL with a reason, also if it has a zero byte. */
char *file_load(const char *path, Reason *why);

bool file_is_plain(const char *path);
/* Whether both paths lead to one file, or would do so once it exists. */
bool file_is_same(const char *a, const char *b);
/* Whether a file can be written there, as far as one can tell beforehand. Nothing is opened or created. */
bool file_is_writable(const char *path);
/* Whether new files can be created beside this one. */
bool file_folder_is_writable(const char *path);

/* A plain file, or a new one, is replaced as a whole; a link, pipe or device is written to. */
bool file_is_replaceable(const char *path);
/* Whether that is possible, as far as one can tell beforehand. */
bool file_output_is_possible(const char *path);
/* Creates an empty file beside this one under a new name, with the mode of this one if it exists. Returns the name, for
 * file_replace to free; NULL if the file cannot be created. */
char *file_new_beside(const char *path);
/* Removes such files if the process that made them is gone, killed in the middle of it. file_new_beside does so, too.
 */
void file_remove_leftovers(const char *path);
/* Syncs the new file and puts it in the place of the old one. If that fails, or it is not whole, it is removed. */
bool file_replace(const char *path, char *written, bool is_whole);

/* Opens a file to be written to, from its beginning or its end. NULL also for a pipe that nobody reads from, which
 * would keep us waiting for ever. Children do not inherit it. */
FILE *file_open_output(const char *path, bool appends);

/* The folder that a file is in, for the caller to free; NULL when memory is short. */
char *file_folder(const char *path);

/* False if anything written to the stream was lost, now or before. */
bool file_flush(FILE *stream);
/* The same, and closes the stream. */
bool file_close(FILE *stream);

/* For the end of main: closes standard output. Returns the status; or `failed`, with a message on standard error, if
 * not all output could be written. */
int file_close_stdout(const char *program, int status, int failed);

#endif
