#include "common/digest.h"

#include <string.h>

enum { BLOCK_SIZE = 64, LENGTH_SIZE = 8, STATE_MAX = 8 };

/* Both functions differ only in the state and in what one block does to it. */
typedef struct {
    uint32_t state[STATE_MAX];
    int words;
    void (*mix)(uint32_t state[STATE_MAX], const uint8_t block[BLOCK_SIZE]);
} Hash;

static uint32_t rotate_left(uint32_t value, int bits) {
    return value << bits | value >> (32 - bits);
}

static uint32_t rotate_right(uint32_t value, int bits) {
    return value >> bits | value << (32 - bits);
}

static uint32_t read_big_endian(const uint8_t *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static void write_big_endian(uint32_t value, uint8_t *bytes) {
    for (int i = 0; i < 4; i++) bytes[i] = (uint8_t)(value >> (24 - 8 * i));
}

static void mix_sha1(uint32_t state[STATE_MAX], const uint8_t block[BLOCK_SIZE]) {
    uint32_t w[80], a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
    for (int i = 0; i < 16; i++) w[i] = read_big_endian(block + 4 * i);
    for (int i = 16; i < 80; i++) w[i] = rotate_left(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    for (int i = 0; i < 80; i++) {
        uint32_t f = i < 20 ? (b & c) | (~b & d) : i < 40 || i >= 60 ? b ^ c ^ d : (b & c) | (b & d) | (c & d);
        uint32_t k = i < 20 ? 0x5a827999u : i < 40 ? 0x6ed9eba1u : i < 60 ? 0x8f1bbcdcu : 0xca62c1d6u;
        uint32_t next = rotate_left(a, 5) + f + e + k + w[i];
        e = d, d = c, c = rotate_left(b, 30), b = a, a = next;
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d, state[4] += e;
}

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const uint32_t sha256_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static void mix_sha256(uint32_t state[STATE_MAX], const uint8_t block[BLOCK_SIZE]) {
    uint32_t w[64], s[STATE_MAX];
    memcpy(s, state, sizeof s);
    for (int i = 0; i < 16; i++) w[i] = read_big_endian(block + 4 * i);
    for (int i = 16; i < 64; i++) {
        uint32_t low = rotate_right(w[i - 15], 7) ^ rotate_right(w[i - 15], 18) ^ w[i - 15] >> 3;
        uint32_t high = rotate_right(w[i - 2], 17) ^ rotate_right(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + low + w[i - 7] + high;
    }
    for (int i = 0; i < 64; i++) {
        uint32_t high = rotate_right(s[4], 6) ^ rotate_right(s[4], 11) ^ rotate_right(s[4], 25);
        uint32_t first = s[7] + high + ((s[4] & s[5]) ^ (~s[4] & s[6])) + sha256_constants[i] + w[i];
        uint32_t low = rotate_right(s[0], 2) ^ rotate_right(s[0], 13) ^ rotate_right(s[0], 22);
        uint32_t second = low + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof s[0]);
        s[4] += first;
        s[0] = first + second;
    }
    for (int i = 0; i < STATE_MAX; i++) state[i] += s[i];
}

/* Whole blocks, then the rest with the bit 1, zeros and the length in bits. */
static void hash_all(Hash *hash, const uint8_t *bytes, size_t length, uint8_t *digest) {
    uint8_t tail[2 * BLOCK_SIZE] = {0};
    size_t rest = length % BLOCK_SIZE, tail_size = rest + 1 + LENGTH_SIZE > BLOCK_SIZE ? 2 * BLOCK_SIZE : BLOCK_SIZE;
    for (size_t at = 0; at + BLOCK_SIZE <= length; at += BLOCK_SIZE) hash->mix(hash->state, bytes + at);
    if (rest > 0) memcpy(tail, bytes + (length - rest), rest);
    tail[rest] = 0x80;
    uint64_t bits = (uint64_t)length * 8;
    write_big_endian((uint32_t)(bits >> 32), tail + tail_size - 8);
    write_big_endian((uint32_t)bits, tail + tail_size - 4);
    for (size_t at = 0; at < tail_size; at += BLOCK_SIZE) hash->mix(hash->state, tail + at);
    for (int i = 0; i < hash->words; i++) write_big_endian(hash->state[i], digest + 4 * i);
}

void digest_sha1(const void *bytes, size_t length, uint8_t digest[DIGEST_SHA1_SIZE]) {
    Hash hash = {{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0}, 5, mix_sha1};
    hash_all(&hash, bytes, length, digest);
}

void digest_sha256(const void *bytes, size_t length, uint8_t digest[DIGEST_SHA256_SIZE]) {
    Hash hash = {{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19},
                 8,
                 mix_sha256};
    hash_all(&hash, bytes, length, digest);
}

void digest_base64(const uint8_t *bytes, size_t length, char *text) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t at = 0; at < length; at += 3) {
        size_t left = length - at;
        uint32_t group = (uint32_t)bytes[at] << 16;
        if (left > 1) group |= (uint32_t)bytes[at + 1] << 8;
        if (left > 2) group |= bytes[at + 2];
        *text++ = digits[group >> 18];
        *text++ = digits[group >> 12 & 63];
        *text++ = left > 1 ? digits[group >> 6 & 63] : '=';
        *text++ = left > 2 ? digits[group & 63] : '=';
    }
    *text = '\0';
}
