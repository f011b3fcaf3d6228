#include "board/token.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "common/files.h"

static bool read_random(uint8_t *bytes, size_t size) {
    int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    size_t length = 0;
    while (length < size) {
        ssize_t got = read(fd, bytes + length, size - length);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        length += (size_t)got;
    }
    close(fd);
    return length == size;
}

bool token_make(char token[TOKEN_SIZE], Reason *why) {
    uint8_t bytes[TOKEN_BITS / 8];
    if (!read_random(bytes, sizeof bytes)) return refuse_errno(why, "no random numbers from /dev/urandom");
    for (size_t i = 0; i < sizeof bytes; i++) snprintf(token + 2 * i, 3, "%02x", bytes[i]);
    return true;
}

bool token_matches(const char token[TOKEN_SIZE], Word guess) {
    unsigned difference = guess.length != TOKEN_DIGITS;
    for (size_t i = 0; i < TOKEN_DIGITS; i++) {
        char digit = i < guess.length ? guess.at[i] : '\0';
        difference |= (unsigned)(unsigned char)digit ^ (unsigned)(unsigned char)token[i];
    }
    return difference == 0;
}
