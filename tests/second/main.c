/* The second checker as a program: `second FILE ...`. Exit status 0 if all proofs hold, 1 if one does not, 2 if one
 * could not be checked. On a terminal it counts positions while it works. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "reference/second_checker.h"

/* NULL if the file cannot be read, or holds more than any proof that was ever made. */
static char *load(const char *path, size_t *size) {
    enum { SIZE_MAX_BYTES = 1 << 26 };
    FILE *file = fopen(path, "rb");
    char *text = file != NULL ? malloc(SIZE_MAX_BYTES) : NULL;
    *size = text != NULL ? fread(text, 1, SIZE_MAX_BYTES, file) : 0;
    bool is_whole = text != NULL && *size < SIZE_MAX_BYTES && !ferror(file);
    if (file != NULL) fclose(file);
    if (is_whole) return text;
    free(text);
    return NULL;
}

static void show_progress(int done, int all) {
    if (isatty(STDERR_FILENO)) fprintf(stderr, "\r%d of %d positions\r", done, all);
}

static int check_file(const char *path) {
    static const char *const words[] = {"holds", "refused", "given up", "not for this checker"};
    static const int statuses[] = {0, 1, 2, 2};
    size_t size;
    char why[REF_WHY_SIZE], *text = load(path, &size);
    if (text == NULL) {
        fprintf(stderr, "second: cannot read '%s', or it is larger than 64 MiB\n", path);
        return 2;
    }
    uint64_t nodes = UINT64_MAX;
    clock_t begun = clock();
    SecondVerdict verdict = second_check(text, size, &nodes, show_progress, why);
    printf("%s: %s%s%s, %" PRIu64 " nodes, %.1f s\n", path, words[verdict], verdict == SECOND_HOLDS ? "" : ": ",
           verdict == SECOND_HOLDS ? "" : why, UINT64_MAX - nodes, (double)(clock() - begun) / CLOCKS_PER_SEC);
    fflush(stdout);
    free(text);
    return statuses[verdict];
}

int main(int argc, char **argv) {
    int status = 0;
    if (argc < 2) {
        fprintf(stderr, "usage: second FILE ...\n");
        return 2;
    }
    for (int i = 1; i < argc; i++) {
        int one = check_file(argv[i]);
        if (one > status) status = one;
    }
    return status;
}
