#include "common/seconds.h"

enum { SECONDS_MAX = 1000000000 };

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool seconds_parse(Word text, int64_t *ms) {
    int64_t seconds = 0, thousandths = 0, unit = 100;
    size_t at = 0, digits = 0;
    for (; at < text.length && is_digit(text.at[at]); at++, digits++) {
        seconds = seconds * 10 + (text.at[at] - '0');
        if (seconds > SECONDS_MAX) return false;
    }
    if (at < text.length && text.at[at] == '.') at++;
    for (; at < text.length && is_digit(text.at[at]); at++, digits++, unit /= 10) {
        thousandths += unit * (text.at[at] - '0');
    }
    if (digits == 0 || at < text.length) return false;
    *ms = seconds * 1000 + thousandths;
    return true;
}
