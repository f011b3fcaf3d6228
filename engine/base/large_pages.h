/* A hint for memory that is read all over, as a hash table is: in large pages the processor finds an address sooner. */
#ifndef ROWAN_BASE_LARGE_PAGES_H
#define ROWAN_BASE_LARGE_PAGES_H

#include <stddef.h>

/* For memory that has not been used yet, with megabytes of it. Does nothing where the system knows no such hint. */
void large_pages_prefer(void *memory, size_t bytes);

#endif
