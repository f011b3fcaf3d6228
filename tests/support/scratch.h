/* Files that tests write: in a folder of their own that is removed when the tests end. For one thread. */
#ifndef ROWAN_TESTS_SUPPORT_SCRATCH_H
#define ROWAN_TESTS_SUPPORT_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>

/* The path of a file of that name, which need not exist. The same name gives the same path. */
const char *scratch_file(const char *name);
bool scratch_write(const char *path, const char *text);
/* The text of any file up to a megabyte, which must be there; to be freed. */
char *scratch_text(const char *path);
bool scratch_write_bytes(const char *path, const char *bytes, size_t length);

#endif
