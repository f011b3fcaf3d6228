/* The width of the screen that a person reads on. */
#ifndef ROWAN_COMMON_SCREEN_H
#define ROWAN_COMMON_SCREEN_H

#include <stdio.h>

/* Columns of the terminal behind this descriptor; 0 if it is not a terminal or does not say. */
int screen_columns(int fd);

enum { SCREEN_WIDTH_MIN = 20 };

/* The width for text on this stream: the variable COLUMNS, or that of the terminal, or 80; SCREEN_WIDTH_MIN or more. */
int screen_width(FILE *stream);

#endif
