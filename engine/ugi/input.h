/* Lines from a stream, of bounded length and without bytes that no command contains. */
#ifndef ROWAN_UGI_INPUT_H
#define ROWAN_UGI_INPUT_H

#include <stdio.h>

enum { INPUT_LINE_SIZE = 65536 };

typedef enum {
    INPUT_LINE,
    INPUT_TOO_LONG,     /* skipped to its end */
    INPUT_INVALID_BYTE, /* a control character other than tab, or CR at the end; skipped to the end of the line */
    INPUT_END,
} InputStatus;

/* A last line without a newline counts. White space at the end of a line is dropped. */
InputStatus input_read_line(FILE *stream, char line[INPUT_LINE_SIZE]);

#endif
