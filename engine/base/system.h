/* What only the system can tell or do, beside the clock and threads: terminals, files that are no plain files, large
 * pages. Where a system has no answer, the one that does no harm is given. Any thread. */
#ifndef ROWAN_BASE_SYSTEM_H
#define ROWAN_BASE_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>

/* Standard error is a terminal and standard output is not: there is room to show progress. */
bool system_has_room(void);
/* Both standard input and standard error are a terminal. */
bool system_has_a_person(void);

/* A pipe, socket or device: opening one can wait for ever, and reading one may never end. False also where there is no
 * such file. */
bool system_file_is_special(const char *path);

/* So many MiB can be one piece of memory: their bytes have a number, and pointers into them a difference. */
bool system_can_address(size_t megabytes);

/* A hint for megabytes of memory that have not been used yet and will be read all over, as a hash table is: in large
 * pages the processor finds an address sooner. */
void system_prefer_large_pages(void *memory, size_t bytes);

#endif
