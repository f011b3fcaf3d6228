/* Markdown as the tests of the documents read it: lines, tables, `code`, links and headings.
 *
 * Pure functions on strings, but for those that say that they read a file. Strings they return are for the caller to
 * free; they are NULL when there is nothing, or no memory. */
#ifndef ROWAN_TESTS_SUPPORT_MARKDOWN_H
#define ROWAN_TESTS_SUPPORT_MARKDOWN_H

#include <stdbool.h>

enum { MARKDOWN_TEXT_SIZE = 1024 };

/* A whole file. */
char *markdown_read(const char *path);
/* The lines between `begin`, which is a whole line, and the next line that begins with `end`. */
char *markdown_between(const char *text, const char *begin, const char *end);
/* Blanks out everything between ``` and ```, so that only what is written for people is left. */
void markdown_blank_fences(char *text);

/* Cuts the first line off *rest; NULL at the end. */
char *markdown_next_line(char **rest);
/* The index-th cell of a table's row, trimmed; empty if there is none. */
const char *markdown_cell(const char *row, int index, char cell[MARKDOWN_TEXT_SIZE]);
/* The next piece of `code` in *text; false when there is none. Code ends with its paragraph. */
bool markdown_next_code(const char **text, char code[MARKDOWN_TEXT_SIZE]);
/* The next target of a link or an image in *text; false when there is none. */
bool markdown_next_link(const char **text, char target[MARKDOWN_TEXT_SIZE]);
/* The file has a heading that #anchor leads to, by the rules of GitHub. Reads the file. */
bool markdown_has_anchor(const char *path, const char *anchor);

/* A line of output with a * for its figures of time, which no two runs share. */
void markdown_without_times(const char *line, char text[8 * MARKDOWN_TEXT_SIZE]);

#endif
