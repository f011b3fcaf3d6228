/* What the fuzz targets share. Each target is a program of its own: libFuzzer calls LLVMFuzzerTestOneInput with bytes
 * of its making, again and again, and a broken promise ends it by FUZZ_CHECK. One thread. */
#ifndef ROWAN_TESTS_FUZZ_FUZZ_H
#define ROWAN_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define FUZZ_CHECK(claim)                                                                                              \
    do {                                                                                                               \
        if (!(claim)) {                                                                                                \
            fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #claim);                                      \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

/* The bytes with a final NUL, to be freed. */
static inline char *fuzz_text(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    FUZZ_CHECK(text != NULL);
    if (size > 0) memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

static char fuzz_path[64];

static inline void fuzz_remove_file(void) {
    remove(fuzz_path);
}

/* The bytes as a file, always the same one; its path. For what is read from files only. */
static inline const char *fuzz_file(const uint8_t *data, size_t size) {
    if (fuzz_path[0] == '\0') {
        const char *folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"; /* memory is much faster */
        snprintf(fuzz_path, sizeof fuzz_path, "%s/rowan-fuzz-%ld", folder, (long)getpid());
        atexit(fuzz_remove_file);
    }
    FILE *file = fopen(fuzz_path, "wb");
    FUZZ_CHECK(file != NULL && fwrite(data, 1, size, file) == size && fclose(file) == 0);
    return fuzz_path;
}

#endif
