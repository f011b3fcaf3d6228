/* Conversations with the engine, one per file of tests/transcripts: it must answer as written there.
 *
 *     > text     the host sends this line
 *     < text     the next line of the engine; * stands for anything
 *     ...        any lines, up to one that matches the next expected line
 *     # text     a comment
 *
 * At the end the host closes its side, and the engine must end without another line. Run from the root of the
 * repository. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "greatest.h"
#include "support/host.h"

enum { FILES_MAX = 64, LINE_SIZE = 4096 };

static const char directory[] = "tests/transcripts";

/* Shown with a failure. */
static char where[2 * LINE_SIZE];

static enum greatest_test_res follow_line(Host *host, const char *line, bool *may_skip) {
    if (strncmp(line, "> ", 2) == 0) {
        host_send(host, line + 2);
    } else if (strcmp(line, "...") == 0) {
        *may_skip = true;
    } else if (line[0] == '<') {
        const char *pattern = line[1] == ' ' ? line + 2 : line + 1;
        ASSERTm(where, *may_skip ? host_waits_for(host, pattern) : host_hears(host, pattern));
        *may_skip = false;
    } else {
        ASSERTm(where, line[0] == '#' || line[0] == '\0');
    }
    PASS();
}

static enum greatest_test_res follow_file(Host *host, FILE *file, const char *name) {
    char line[LINE_SIZE];
    bool may_skip = false;
    for (int number = 1; fgets(line, sizeof line, file) != NULL; number++) {
        line[strcspn(line, "\n")] = '\0';
        snprintf(where, sizeof where, "%s:%d: %s", name, number, line);
        CHECK_CALL(follow_line(host, line, &may_skip));
    }
    snprintf(where, sizeof where, "%s: the end", name);
    host_close_input(host);
    ASSERTm(where, may_skip || host_hears(host, "(end)"));
    ASSERT_EQ_FMTm(where, 0, host_exit_status(host), "%d");
    PASS();
}

TEST the_engine_answers_as_in_the_transcript(const char *name) {
    char path[512];
    snprintf(path, sizeof path, "%s/%.200s", directory, name);
    FILE *file = fopen(path, "r");
    ASSERTm(name, file != NULL);
    Host *host = host_new(NULL);
    enum greatest_test_res result = follow_file(host, file, name);
    if (result != GREATEST_TEST_RES_PASS) printf("\nthe last line was: %s\n", host_heard());
    host_free(host);
    fclose(file);
    return result;
}

typedef struct {
    char text[256];
} FileName;

static int by_text(const void *a, const void *b) {
    return strcmp(a, b);
}

static int list_files(FileName names[FILES_MAX]) {
    int count = 0;
    DIR *entries = opendir(directory);
    if (entries == NULL) return 0;
    for (struct dirent *entry = readdir(entries); entry != NULL && count < FILES_MAX; entry = readdir(entries)) {
        if (matches(entry->d_name, "*.txt")) snprintf(names[count++].text, sizeof names[0].text, "%s", entry->d_name);
    }
    closedir(entries);
    qsort(names, (size_t)count, sizeof names[0], by_text);
    return count;
}

TEST there_are_transcripts(int count) {
    ASSERTm("run from the root of the repository", count > 0);
    PASS();
}

SUITE(transcripts) {
    static FileName names[FILES_MAX];
    int count = list_files(names);
    RUN_TESTp(there_are_transcripts, count);
    for (int i = 0; i < count; i++) RUN_TESTp(the_engine_answers_as_in_the_transcript, names[i].text);
}
