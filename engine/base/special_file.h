/* Pipes, sockets and devices under the name of a file. Opening one can wait for ever, and reading one may never end. */
#ifndef ROWAN_BASE_SPECIAL_FILE_H
#define ROWAN_BASE_SPECIAL_FILE_H

#include <stdbool.h>

/* False also where there is no such file, or nobody can tell. */
bool special_file_is_at(const char *path);

#endif
