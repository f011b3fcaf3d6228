/* What the systems do differently about files, folders and terminals: os_posix.c, or os_windows.c, whichever the
 * Makefile takes. child.h and cancel.h are the same for processes, in child_posix.c and child_windows.c. No other file
 * asks which system it is on.
 *
 * Windows lacks these, and nothing takes their place: modes of files, links, pipes in folders, folders that can be
 * synced or refuse to be written to beforehand; Ctrl-Z for the engines too, orphans to adopt and a signal that asks an
 * engine to end, as a job object ends it with all that it started; --cpus, and the load of the machine. Names are in
 * the system's code page, and either slash separates the parts of a path.
 *
 * Functions that fail leave the cause in errno. Any thread. */
#ifndef ROWAN_COMMON_OS_H
#define ROWAN_COMMON_OS_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>

/* The meaning of a value of errno. */
void os_error_text(int error, char *text, size_t size);

/* open() for bytes as they are, in a descriptor that children do not inherit. Opening does not wait, not even for the
 * other end of a pipe. */
int os_open(const char *path, int flags);
bool os_sync(int fd);
/* A new name is safe only once its folder is. Some systems cannot sync folders: then there is nothing more to do. */
void os_sync_folder(const char *folder);
/* Nobody else can lock the file until we close it or end. */
bool os_lock(int fd);
/* Before the file is replaced: where no file can be while it is open, it is closed, and the descriptor becomes -1. */
void os_release(int *fd);
void os_set_mode(int fd, unsigned mode);

/* As stat, but a link is not followed. */
bool os_link_status(const char *path, struct stat *status);
bool os_is_same_file(const char *a, const char *b);
/* In the place of the other, if there is one. */
bool os_rename(const char *from, const char *to);
bool os_make_folder(const char *path);
bool os_folder_is_writable(const char *path);
/* Where the last name of a path begins. */
const char *os_base_name(const char *path);
/* As getline. */
long long os_read_line(char **line, size_t *size, FILE *stream);

bool os_is_terminal(FILE *stream);
/* Of the terminal behind this stream; 0 if it is not a terminal or does not say. */
void os_screen_size(FILE *stream, int *columns, int *rows);

bool os_process_exists(long pid);
void os_sleep_ms(int ms);
/* How many processes wanted to run, on average of the last minute, and on how many processors. */
bool os_load(double *load, long *processors);
/* The file of this program. False if the system does not tell. */
bool os_program_path(char *path, size_t size);

#endif
