#include "ugi/input.h"

#include <stdbool.h>

static bool is_valid(int byte) {
    return byte == '\t' || (byte >= ' ' && byte != 0x7F);
}

InputStatus input_read_line(FILE *stream, char line[INPUT_LINE_SIZE]) {
    size_t length = 0;
    bool any = false, too_long = false, invalid = false, after_cr = false;
    int byte;
    while ((byte = getc(stream)) != EOF && byte != '\n') {
        any = true;
        if (after_cr) invalid = true;
        after_cr = byte == '\r';
        if (after_cr) continue;
        if (!is_valid(byte)) invalid = true;
        if (length + 1 < INPUT_LINE_SIZE) {
            line[length++] = (char)byte;
        } else {
            too_long = true;
        }
    }
    while (length > 0 && (line[length - 1] == ' ' || line[length - 1] == '\t')) length--;
    line[length] = '\0';
    if (byte == EOF && !any) return INPUT_END;
    return too_long ? INPUT_TOO_LONG : invalid ? INPUT_INVALID_BYTE : INPUT_LINE;
}
