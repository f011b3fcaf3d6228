/* The programs of Rowan find each other: they are in one folder. Any thread. */
#ifndef ROWAN_COMMON_SIBLING_H
#define ROWAN_COMMON_SIBLING_H

enum { SIBLING_PATH_SIZE = 4096, SIBLING_COMMAND_SIZE = 2 * SIBLING_PATH_SIZE + 16 };

/* The folder of this program, with a slash at its end; empty if it is not known. */
void sibling_folder(const char *called, char folder[SIBLING_PATH_SIZE]);

/* The command for a program in the folder of this one, quoted for proc_split_command. The system knows that
 * folder; where it does not tell, it is taken from the name by which this program was called, and if that names no
 * folder, the other is looked up in PATH. */
void sibling_command(const char *called, const char *program, char command[SIBLING_COMMAND_SIZE]);

#endif
