/* SHA-1 (for the handshake of WebSockets), SHA-256 (for the hashes in the Content-Security-Policy) and base64.
 * FIPS 180-4 and RFC 4648. Pure; any thread. */
#ifndef ROWAN_COMMON_DIGEST_H
#define ROWAN_COMMON_DIGEST_H

#include <stddef.h>
#include <stdint.h>

enum { DIGEST_SHA1_SIZE = 20, DIGEST_SHA256_SIZE = 32 };

void digest_sha1(const void *bytes, size_t length, uint8_t digest[DIGEST_SHA1_SIZE]);
void digest_sha256(const void *bytes, size_t length, uint8_t digest[DIGEST_SHA256_SIZE]);

/* The size of the text with its terminating zero. */
#define DIGEST_BASE64_SIZE(length) (((length) + 2) / 3 * 4 + 1)
void digest_base64(const uint8_t *bytes, size_t length, char *text);

#endif
