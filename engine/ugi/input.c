#include "ugi/input.h"

static bool is_valid(int byte) {
    return byte == '\t' || (byte >= ' ' && byte != 0x7F);
}

void input_begin(InputLine *line) {
    line->length = 0;
    line->is_begun = line->is_too_long = line->has_invalid_byte = line->is_after_cr = false;
}

void input_add(InputLine *line, int byte) {
    line->is_begun = true;
    if (line->is_after_cr) line->has_invalid_byte = true;
    line->is_after_cr = byte == '\r';
    if (line->is_after_cr) return;
    if (!is_valid(byte)) line->has_invalid_byte = true;
    if (line->length + 1 < INPUT_LINE_SIZE) {
        line->text[line->length++] = (char)byte;
    } else {
        line->is_too_long = true;
    }
}

InputStatus input_end(InputLine *line) {
    while (line->length > 0 && (line->text[line->length - 1] == ' ' || line->text[line->length - 1] == '\t')) {
        line->length--;
    }
    line->text[line->length] = '\0';
    return line->is_too_long ? INPUT_TOO_LONG : line->has_invalid_byte ? INPUT_INVALID_BYTE : INPUT_LINE;
}

InputStatus input_read_line(FILE *stream, InputLine *line) {
    int byte;
    input_begin(line);
    while ((byte = getc(stream)) != EOF && byte != '\n') input_add(line, byte);
    InputStatus status = input_end(line);
    return byte == EOF && !line->is_begun ? INPUT_END : status;
}
