#include "support/scratch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILES_MAX = 64, PATH_SIZE = 96 };

static char folder[64];
static char paths[FILES_MAX][PATH_SIZE];
static int path_count;

static void remove_folder(void) {
    for (int i = 0; i < path_count; i++) unlink(paths[i]);
    rmdir(folder);
}

static void make_folder(void) {
    snprintf(folder, sizeof folder, "/tmp/rowan-tests-XXXXXX");
    if (mkdtemp(folder) == NULL) abort();
    atexit(remove_folder);
}

const char *scratch_file(const char *name) {
    char path[PATH_SIZE];
    if (folder[0] == '\0') make_folder();
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= PATH_SIZE) abort();
    for (int i = 0; i < path_count; i++) {
        if (strcmp(paths[i], path) == 0) return paths[i];
    }
    if (path_count == FILES_MAX) abort();
    strcpy(paths[path_count], path);
    return paths[path_count++];
}

bool scratch_write_bytes(const char *path, const char *bytes, size_t length) {
    FILE *file = fopen(path, "wb");
    if (file == NULL) return false;
    bool is_written = fwrite(bytes, 1, length, file) == length;
    return fclose(file) == 0 && is_written;
}

bool scratch_write(const char *path, const char *text) {
    return scratch_write_bytes(path, text, strlen(text));
}

char *scratch_text(const char *path) {
    FILE *file = fopen(path, "r");
    char *text = calloc(1, 1 << 20);
    if (file == NULL || text == NULL) abort();
    text[fread(text, 1, (1 << 20) - 1, file)] = '\0';
    fclose(file);
    return text;
}
