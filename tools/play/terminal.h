/* Where a person reads and types: standard output and standard input, which may be a terminal, a pipe or a file.
 *
 * Colour and the width of the screen matter on a terminal only; NO_COLOR and TERM=dumb turn colour off. Input that is
 * not typed at a terminal is printed after its prompt, so that a transcript reads like a screen. One thread. */
#ifndef ROWAN_PLAY_TERMINAL_H
#define ROWAN_PLAY_TERMINAL_H

#include <stdbool.h>
#include <stdio.h>

enum { TERMINAL_LINE_SIZE = 4096 };

typedef struct {
    FILE *in;
    FILE *out;
    bool is_keyboard; /* the input is a terminal */
    bool is_screen;   /* the output is */
    bool has_colour;
    int columns, rows; /* of the screen: layers that do not fit go below, tall boards are drawn closer; 0: no limit */
} Terminal;

void terminal_init(Terminal *terminal);
/* Prints the prompt and reads a line. What is not printable ASCII becomes '?'; after a line that is too long it asks
 * again. False at the end of the input. */
bool terminal_ask(const Terminal *terminal, const char *prompt, char line[TERMINAL_LINE_SIZE]);

#endif
