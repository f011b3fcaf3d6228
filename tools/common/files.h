/* Files and streams as every tool meets them: opened, tried beforehand, and closed with a look whether all arrived.
 *
 * Functions that fail leave the cause in errno, for refuse_errno to tell. Nothing here keeps state; any thread may call
 * it. */
#ifndef ROWAN_COMMON_FILES_H
#define ROWAN_COMMON_FILES_H

#include <stdbool.h>
#include <stdio.h>

#include "base/text.h"

/* Like refuse, with ": " and what errno means at the end, if it says anything. */
PRINTF_LIKE(2, 3) bool refuse_errno(Reason *why, const char *format, ...);

/* For reading. NULL also for a directory, which fopen would open and only the first read refuse. */
FILE *file_open(const char *path);
/* The same, NULL also for pipes and devices: they may be endless, or keep us waiting for ever. */
FILE *plain_file_open(const char *path);

bool file_is_plain(const char *path);
/* Whether a file can be written there, as far as that is known before it is tried: nothing is opened or made. */
bool file_is_writable(const char *path);
/* The same for new files beside this one. */
bool folder_is_writable(const char *path);

/* Only a plain file, or none, is replaced by a new one; a link, pipe or device is written to. */
bool file_is_replaceable(const char *path);
/* Whether it can be written in that way, as far as that is known before it is tried. */
bool output_is_possible(const char *path);
/* Makes an empty file beside this one, under a name that nothing had, with the mode of this one if it is there. Its
 * name, for file_replace to free; NULL if it cannot be made. */
char *file_new_beside(const char *path);
/* Syncs the new file and puts it in the place of the other one; if that fails, or it is not whole, it is removed. */
bool file_replace(const char *path, char *written, bool is_whole);

/* The folder that a file is in, for the caller to free; NULL without memory. */
char *folder_of(const char *path);

/* Passes on what was written to the stream. False if any of it was lost, now or before. */
bool stream_flush(FILE *stream);
/* The same, and closes it. */
bool stream_close(FILE *stream);

/* For the end of main: closes standard output. The status, or `failed` with a line on the error output if not all of
 * the output could be written. */
int output_close(const char *program, int status, int failed);

#endif
