/* Where the programs under test are: in the folder that ROWAN_BIN names, or in build. Any thread may ask. */
#ifndef ROWAN_TESTS_SUPPORT_PROGRAMS_H
#define ROWAN_TESTS_SUPPORT_PROGRAMS_H

#include <stdbool.h>
#include <stddef.h>

enum { PROGRAM_PATH_SIZE = 512, PROGRAM_WORDS_MAX = 48 };

const char *programs_folder(void);
void program_path(const char *name, char path[PROGRAM_PATH_SIZE]);

/* Splits a command for execv. Its first word is the name of a program, which becomes its path. Words are separated by
 * spaces; '...' keeps spaces, and % stands for the folder of the programs. The words are kept in `storage`; false if
 * they do not fit. */
bool program_split_command(const char *command, char *storage, size_t size, char *words[PROGRAM_WORDS_MAX + 1]);

#endif
