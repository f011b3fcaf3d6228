/* The files of tools/board/page as they were when the program was built; the Makefile makes page_files.c of them. */
#ifndef ROWAN_BOARD_PAGE_FILES_H
#define ROWAN_BOARD_PAGE_FILES_H

#include <stddef.h>

typedef struct {
    const char *name; /* "play.js" */
    const char *bytes;
    size_t length;
} PageFile;

/* Scripts are in the order in which they depend on each other. */
extern const PageFile page_files[];
extern const size_t page_file_count;

#endif
