#include "common/printable.h"

size_t printable_utf8_length(const char *text) {
    const unsigned char *c = (const unsigned char *)text;
    if (c[0] < 0x80) return 1;
    size_t length = c[0] >= 0xf0 ? 4 : c[0] >= 0xe0 ? 3 : 2;
    if (c[0] < 0xc2 || c[0] > 0xf4) return 0;
    for (size_t i = 1; i < length; i++) {
        if ((c[i] & 0xc0) != 0x80) return 0;
    }
    bool is_overlong = (c[0] == 0xe0 && c[1] < 0xa0) || (c[0] == 0xf0 && c[1] < 0x90);
    bool is_no_character = (c[0] == 0xed && c[1] > 0x9f) || (c[0] == 0xf4 && c[1] > 0x8f);
    return is_overlong || is_no_character ? 0 : length;
}

size_t printable_length(const char *text) {
    const unsigned char *c = (const unsigned char *)text;
    bool is_control = c[0] < ' ' || c[0] == 0x7f || (c[0] == 0xc2 && c[1] < 0xa0);
    return is_control ? 0 : printable_utf8_length(text);
}

bool printable_is_whole(const char *text) {
    for (size_t length; *text != '\0'; text += length) {
        length = printable_length(text);
        if (length == 0) return false;
    }
    return true;
}

void printable_make(char *text) {
    while (*text != '\0') {
        size_t length = printable_length(text);
        if (length == 0) *text = '?';
        text += length > 0 ? length : 1;
    }
}
