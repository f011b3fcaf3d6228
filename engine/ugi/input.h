/* What the host says: lines from a stream, of bounded length and without bytes that no command contains, and the
 * arguments of the command `go`. */
#ifndef ROWAN_UGI_INPUT_H
#define ROWAN_UGI_INPUT_H

#include <stdio.h>

#include "job/limits.h"
#include "rules/position.h"

enum { INPUT_LINE_SIZE = 65536 };

typedef enum {
    INPUT_LINE,
    INPUT_TOO_LONG,     /* skipped to its end */
    INPUT_INVALID_BYTE, /* a control character other than tab, or CR at the end; skipped to the end of the line */
    INPUT_END,
} InputStatus;

/* A line as it comes in, byte by byte. */
typedef struct {
    size_t length;
    bool is_begun, is_too_long, has_invalid_byte, is_after_cr;
    char text[INPUT_LINE_SIZE];
} InputLine;

void input_begin(InputLine *line);
void input_add(InputLine *line, int byte);
/* At its end. White space at the end of the text is dropped. */
InputStatus input_end(InputLine *line);

/* A last line without a newline counts. */
InputStatus input_read_line(FILE *stream, InputLine *line);

/* A line that was read whole; or the reason why not. */
bool input_is_sound(InputStatus status, Reason *why);

typedef struct {
    GoLimits limits;
    int perft_plies; /* 0: a search */
} GoCommand;

/* Takes what it understands, so that every `go` can be answered, and always leaves a command that can be carried out:
 * false, with the first reason, when it had to skip or to guess something. */
bool input_parse_go(const char *arguments, const Position *position, GoCommand *go, Reason *why);

#endif
