/* Lines from a stream, of bounded length and without bytes that no command contains. */
#ifndef ROWAN_UGI_INPUT_H
#define ROWAN_UGI_INPUT_H

#include <stdbool.h>
#include <stdio.h>

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

#endif
