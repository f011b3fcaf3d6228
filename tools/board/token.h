/* The secret in the path of the page: 128 random bits as 32 hexadecimal digits. Any thread. */
#ifndef ROWAN_BOARD_TOKEN_H
#define ROWAN_BOARD_TOKEN_H

#include "base/text.h"

enum { TOKEN_BITS = 128, TOKEN_DIGITS = TOKEN_BITS / 4, TOKEN_SIZE = TOKEN_DIGITS + 1 };

/* From the system's source of random bytes. */
bool token_make(char token[TOKEN_SIZE], Reason *why);
/* In a time that does not depend on where the two differ. */
bool token_matches(const char token[TOKEN_SIZE], Word guess);

#endif
