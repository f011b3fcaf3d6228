/* Text for people, broken between words where a line would be wider than the screen. */
#ifndef ROWAN_COMMON_PARAGRAPH_H
#define ROWAN_COMMON_PARAGRAPH_H

#include "base/text.h"

enum { PARAGRAPH_SIZE = 4096 };

/* Prints the text and the end of its line to standard output. All lines but the first begin with `indent` blanks, or
 * half the screen. A word that is wider than the screen stays whole. What is longer than PARAGRAPH_SIZE is cut. */
PRINTF_LIKE(2, 3) void paragraph_print(int indent, const char *format, ...);

#endif
