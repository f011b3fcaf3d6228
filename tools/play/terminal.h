/* Where a person sits: standard input and output, a terminal or a pipe or file in its place.
 *
 * Colour and the width of the screen are used only on a terminal, colour only without NO_COLOR. What is read from
 * something else than a terminal is printed behind its prompt, so that a transcript reads like a screen. */
#ifndef ROWAN_PLAY_TERMINAL_H
#define ROWAN_PLAY_TERMINAL_H

#include "play/drawing.h"

enum { TERMINAL_LINE_SIZE = 4096 };

typedef struct {
    FILE *in;
    FILE *out;
    bool is_interactive; /* somebody types */
    DrawingStyle style;
} Terminal;

void terminal_init(Terminal *terminal);
/* Asks and reads a line; what is not printable ASCII becomes '?'. After a line that is too long it asks again. False at
 * the end of the input. */
bool terminal_ask(const Terminal *terminal, const char *prompt, char line[TERMINAL_LINE_SIZE]);

#endif
