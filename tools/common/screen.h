/* The screen that a person reads on: its width, and text that is broken to it. For one thread. */
#ifndef ROWAN_COMMON_SCREEN_H
#define ROWAN_COMMON_SCREEN_H

#include <stdio.h>

#include "base/compiler.h"

enum { SCREEN_WIDTH_MIN = 20 };

/* The width for text on this stream: the variable COLUMNS, or that of the terminal, or 80; SCREEN_WIDTH_MIN or more. */
int screen_width(FILE *stream);

/* How much of the text goes into a line with so much room, without the blanks at its end; at least a word. */
int screen_line_length(const char *text, int room);

enum { SCREEN_PARAGRAPH_SIZE = 4096 };

/* Prints the text and the end of its line to standard output, broken between words where a line would be too wide. All
 * lines but the first begin with `indent` blanks, or half the screen. A word that is wider than the screen stays whole.
 * What is longer than SCREEN_PARAGRAPH_SIZE is cut. */
PRINTF_LIKE(2, 3) void screen_paragraph(int indent, const char *format, ...);

#endif
