/* The documents against the tree: the tour of README.md is run, the map of the engine is checked in both directions,
 * and no document names a file or a heading that does not exist. Runs from the root of the repository; the programs are
 * in ROWAN_BIN. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "greatest.h"
#include "support/markdown.h"
#include "support/programs.h"

enum { TEXT_SIZE = MARKDOWN_TEXT_SIZE };

/* A message for greatest, which prints it when the test has returned. */
static const char *kept(const char *text) {
    static char message[4 * TEXT_SIZE];
    snprintf(message, sizeof message, "%s", text);
    return message;
}

static bool begins_with(const char *line, const char *prefix) {
    return strncmp(line, prefix, strlen(prefix)) == 0;
}

static bool mentions(const char *text, const char *format, const char *word) {
    char sought[2 * TEXT_SIZE];
    snprintf(sought, sizeof sought, format, word);
    return strstr(text, sought) != NULL;
}

/* README.md */

TEST the_readme_is_short(void) {
    enum { LINES_MOST = 155 };
    char *readme = markdown_read("README.md");
    ASSERT(readme != NULL);
    int lines = 0;
    for (char *rest = readme; markdown_next_line(&rest) != NULL;) lines++;
    free(readme);
    ASSERT(lines <= LINES_MOST);
    PASS();
}

/* The command, with the programs of ROWAN_BIN. */
static void with_programs(const char *command, char text[4 * TEXT_SIZE]) {
    Writer writer = writer_on(text, 4 * TEXT_SIZE);
    for (const char *build; (build = strstr(command, "build/")) != NULL; command = build + strlen("build/")) {
        writer_add(&writer, "%.*s%s/", (int)(build - command), command, programs_folder());
    }
    writer_add(&writer, "%s", command);
}

/* The line is as the document shows it: "..." at its end stands for anything. */
static bool is_as_shown(const char *shown, const char *line) {
    char wanted[8 * TEXT_SIZE], came[8 * TEXT_SIZE];
    markdown_without_times(shown, wanted);
    markdown_without_times(line, came);
    size_t length = strlen(wanted);
    bool is_cut = length >= 4 && strcmp(wanted + length - 4, "... ") == 0;
    return is_cut ? strncmp(wanted, came, length - 4) == 0 : strcmp(wanted, came) == 0;
}

/* All that the command prints, if it ends with status 0. */
static bool printed_by(const char *command, char text[64 * TEXT_SIZE]) {
    FILE *pipe = popen(command, "r");
    if (pipe == NULL) return false;
    text[fread(text, 1, 64 * TEXT_SIZE - 1, pipe)] = '\0';
    return pclose(pipe) == 0;
}

/* Cuts lines off *printed up to one that is as shown; other lines may come before it only in a gap. */
static bool finds_line(char **printed, const char *shown, bool is_gap) {
    char *line = markdown_next_line(printed);
    while (is_gap && line != NULL && !is_as_shown(shown, line)) line = markdown_next_line(printed);
    return line != NULL && is_as_shown(shown, line);
}

/* Runs the command and compares what it prints with the lines shown, up to the next command or the end. A line of
 * nothing but "..." stands for any number of lines. */
static enum greatest_test_res check_command(const char *command, char **shown) {
    static char text[64 * TEXT_SIZE];
    char run[4 * TEXT_SIZE], *printed = text;
    bool is_gap = false;
    with_programs(command, run);
    ASSERTm(kept(run), printed_by(run, text));
    while (**shown != '\0' && !begins_with(*shown, "$ ")) {
        const char *line = markdown_next_line(shown);
        bool was_gap = is_gap;
        is_gap = strcmp(line, "...") == 0;
        if (!is_gap) ASSERTm(kept(line), finds_line(&printed, line, was_gap));
    }
    ASSERTm("more is printed than is shown", is_gap || *printed == '\0');
    PASS();
}

/* Cuts a command off *rest: a line, and those that follow a backslash. */
static void next_command(char **rest, char command[4 * TEXT_SIZE]) {
    Writer writer = writer_on(command, 4 * TEXT_SIZE);
    for (char *line; (line = markdown_next_line(rest)) != NULL;) {
        size_t length = strlen(line);
        bool goes_on = length > 0 && line[length - 1] == '\\';
        writer_add(&writer, "%.*s", (int)length - goes_on, line);
        if (!goes_on) return;
    }
}

/* Everything in the block is run, but for the player, who waits for a person. */
static enum greatest_test_res check_session(char *block, int *run_count) {
    char command[4 * TEXT_SIZE];
    while (strncmp(block, "$ ", 2) == 0) {
        block += 2;
        next_command(&block, command);
        if (begins_with(command, "build/play ")) break;
        CHECK_CALL(check_command(command, &block));
        ++*run_count;
    }
    PASS();
}

TEST the_tour_of_the_readme_is_a_real_one(void) {
    char *readme = markdown_read("README.md");
    ASSERT(readme != NULL);
    int run_count = 0;
    for (char *block = readme; (block = strstr(block, "\n```\n$ ")) != NULL;) {
        block += strlen("\n```\n");
        char *end = strstr(block, "\n```\n");
        ASSERT(end != NULL);
        end[1] = '\0';
        CHECK_CALL(check_session(block, &run_count));
        block = end + 2;
    }
    free(readme);
    ASSERT(run_count >= 4);
    PASS();
}

/* "| `build/solve` | ... | [tools/solve](tools/solve/README.md) |". The bench is not installed. */
TEST every_program_has_a_manual_and_a_man_page(void) {
    char *readme = markdown_read("README.md");
    ASSERT(readme != NULL);
    char *table = markdown_between(readme, "## Programs", "## "), *rest = table;
    ASSERT(table != NULL);
    int programs = 0;
    for (char *line; (line = markdown_next_line(&rest)) != NULL;) {
        char program[TEXT_SIZE], path[2 * TEXT_SIZE], cell[TEXT_SIZE];
        const char *text = markdown_cell(line, 0, cell);
        if (!begins_with(line, "| `build/") || !markdown_next_code(&text, program)) continue;
        const char *name = program + strlen("build/");
        char built[PROGRAM_PATH_SIZE];
        program_path(name, built);
        ASSERTm(kept(program), access(built, X_OK) == 0);
        ASSERTm(kept(program), strstr(line, "](") != NULL);
        programs++;
        if (strcmp(name, "bench") == 0) continue;
        bool is_engine = strcmp(name, "rowan") == 0;
        snprintf(path, sizeof path, is_engine ? "engine/%s.1" : "tools/%s/rowan-%s.1", name, name);
        ASSERTm(kept(path), access(path, R_OK) == 0);
    }
    free(table);
    free(readme);
    ASSERT(programs >= 8);
    PASS();
}

/* engine/README.md */

static bool ends_with(const char *text, const char *end) {
    size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

/* A module stands for its source, its header or both. */
static bool file_exists(const char *name) {
    static const char *const endings[] = {"", ".c", ".h"};
    for (int i = 0; i < 3; i++) {
        char path[4 * TEXT_SIZE];
        snprintf(path, sizeof path, "%s%s", name, endings[i]);
        if (access(path, F_OK) == 0) return true;
    }
    return false;
}

/* A row: folder and files. All of them must be there. */
static enum greatest_test_res check_map_row(const char *row, Writer *folders) {
    char cell[TEXT_SIZE], folder[TEXT_SIZE], file[TEXT_SIZE], path[4 * TEXT_SIZE];
    const char *text = markdown_cell(row, 0, cell);
    ASSERTm(kept(row), markdown_next_code(&text, folder));
    if (folders->length == 0 || !ends_with(folders->buffer, folder)) {
        writer_add(folders, folders->length > 0 ? " %s" : "%s", folder);
    }
    for (text = markdown_cell(row, 1, cell); markdown_next_code(&text, file);) {
        snprintf(path, sizeof path, "engine/%s/%s", folder, file);
        ASSERTm(kept(path), file_exists(path));
    }
    PASS();
}

/* The map has the file, or the module that it is part of, in a row of this folder. */
static bool map_has(const char *map, const char *folder, const char *file) {
    char row_start[TEXT_SIZE], row[2 * TEXT_SIZE];
    snprintf(row_start, sizeof row_start, "\n| `%s` ", folder);
    size_t stem = strcspn(file, ".");
    for (const char *at = map; (at = strstr(at, row_start)) != NULL; at++) {
        char module[TEXT_SIZE], cell[TEXT_SIZE];
        snprintf(row, sizeof row, "%.*s", (int)strcspn(at + 1, "\n"), at + 1);
        snprintf(module, sizeof module, "`%.*s`", (int)stem, file);
        markdown_cell(row, 1, cell);
        if (strstr(cell, module) != NULL || mentions(cell, "`%s`", file)) return true;
    }
    return false;
}

static enum greatest_test_res check_folder_is_in_map(const char *map, const char *folder) {
    char path[2 * TEXT_SIZE];
    snprintf(path, sizeof path, "engine/%s", folder);
    DIR *directory = opendir(path);
    if (directory == NULL) PASS();
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        if (!ends_with(entry->d_name, ".c") && !ends_with(entry->d_name, ".h")) continue;
        snprintf(path, sizeof path, "engine/%s/%s is not in the map", folder, entry->d_name);
        ASSERTm(kept(path), map_has(map, folder, entry->d_name));
    }
    closedir(directory);
    PASS();
}

static enum greatest_test_res check_engine_is_in_map(const char *map) {
    DIR *directory = opendir("engine");
    ASSERT(directory != NULL);
    for (const struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        if (entry->d_name[0] != '.') CHECK_CALL(check_folder_is_in_map(map, entry->d_name));
    }
    closedir(directory);
    PASS();
}

TEST the_map_of_the_engine_is_complete_and_in_the_order_of_the_layers(void) {
    char folders[TEXT_SIZE];
    Writer writer = writer_on(folders, sizeof folders);
    char *manual = markdown_read("engine/README.md"), *layers = markdown_read("tests/support/check_layers.sh");
    ASSERT(manual != NULL && layers != NULL);
    char *map = markdown_between(manual, "## Map", "## ");
    ASSERT(map != NULL);
    CHECK_CALL(check_engine_is_in_map(map));
    for (char *rest = map, *line; (line = markdown_next_line(&rest)) != NULL;) {
        if (begins_with(line, "| `")) CHECK_CALL(check_map_row(line, &writer));
    }
    ASSERTm(kept(folders), mentions(layers, "\nengine='%s'\n", folders));
    free(map);
    free(layers);
    free(manual);
    PASS();
}

/* All documents */

/* The folder of a path, with its slash: "" or "tools/solve/". */
static const char *file_folder(const char *path, char folder[TEXT_SIZE]) {
    const char *slash = strrchr(path, '/');
    snprintf(folder, TEXT_SIZE, "%.*s", slash != NULL ? (int)(slash - path + 1) : 0, path);
    return folder;
}

static bool is_elsewhere(const char *target) {
    return strstr(target, "://") != NULL || begins_with(target, "mailto:");
}

/* "../PROTOCOL.md#7-options": the file must be there, and have that heading. */
static bool link_leads_somewhere(const char *document, const char *target) {
    char path[2 * TEXT_SIZE], folder[TEXT_SIZE];
    size_t length = strcspn(target, "#");
    if (length == 0) {
        snprintf(path, sizeof path, "%s", document);
    } else {
        snprintf(path, sizeof path, "%s%.*s", file_folder(document, folder), (int)length, target);
    }
    if (access(path, F_OK) != 0) return false;
    return target[length] == '\0' || markdown_has_anchor(path, target + length + 1);
}

static enum greatest_test_res check_links(const char *document, const char *prose) {
    char target[TEXT_SIZE], message[3 * TEXT_SIZE];
    while (markdown_next_link(&prose, target)) {
        snprintf(message, sizeof message, "%s: the link %s leads nowhere", document, target);
        if (!is_elsewhere(target)) ASSERTm(kept(message), link_leads_somewhere(document, target));
    }
    PASS();
}

/* Names that begin with a folder of ours, and those with a folder and the ending of a source or document. */
static bool is_path(const char *word) {
    static const char *const folders[] = {"engine/", "tools/", "bench/", "tests/", ".github/", ".ci/"};
    static const char *const endings[] = {".c", ".h", ".sh", ".md"};
    static const char characters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./";
    if (word[strspn(word, characters)] != '\0' || strstr(word, "...") != NULL) return false;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        if (begins_with(word, folders[i])) return true;
    }
    if (strchr(word, '/') == NULL || word[0] == '/' || begins_with(word, "build/")) return false;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        if (ends_with(word, endings[i])) return true;
    }
    return false;
}

/* From the root, from the folder of the document, or as sources include it. */
static bool path_exists(const char *document, const char *word) {
    char folder[TEXT_SIZE], path[3 * TEXT_SIZE];
    const char *const roots[] = {"", file_folder(document, folder), "engine/", "tools/", "bench/", "tests/"};
    for (size_t i = 0; i < sizeof roots / sizeof roots[0]; i++) {
        snprintf(path, sizeof path, "%s%s", roots[i], word);
        if (file_exists(path)) return true;
    }
    return false;
}

static enum greatest_test_res check_paths(const char *document, const char *prose, int *checked) {
    char code[TEXT_SIZE], text[TEXT_SIZE], message[3 * TEXT_SIZE];
    while (markdown_next_code(&prose, code)) {
        const char *cursor = code;
        for (Word word; word_next(&cursor, &word);) {
            snprintf(text, sizeof text, "%.*s", (int)word.length, word.at);
            if (!is_path(text)) continue;
            snprintf(message, sizeof message, "%s: there is no %s", document, text);
            ASSERTm(kept(message), path_exists(document, text));
            ++*checked;
        }
    }
    PASS();
}

TEST no_document_names_what_is_not_there(void) {
    char document[TEXT_SIZE];
    int documents = 0, paths = 0;
    FILE *list = popen("find . -name build -prune -o -name '.git' -prune -o -name '*.md' -print", "r");
    ASSERT(list != NULL);
    for (; fgets(document, sizeof document, list) != NULL; documents++) {
        document[strcspn(document, "\n")] = '\0';
        char *prose = markdown_read(document);
        ASSERTm(kept(document), prose != NULL);
        markdown_blank_fences(prose);
        CHECK_CALL(check_links(document, prose));
        CHECK_CALL(check_paths(document, prose, &paths));
        free(prose);
    }
    ASSERT_EQ(0, pclose(list));
    ASSERT(documents >= 10 && paths > 50);
    PASS();
}

/* The manuals show the scripts that make test-cluster runs. */
TEST recipes_for_clusters_are_the_scripts_that_are_tested(void) {
    static const char *const recipes[][2] = {
        {"tools/referee/README.md", "tests/cluster/tournament_part.sh"},
        {"tools/campaign/README.md", "tests/cluster/campaign_array.sh"},
    };
    for (size_t i = 0; i < sizeof recipes / sizeof recipes[0]; i++) {
        char *manual = markdown_read(recipes[i][0]), *script = markdown_read(recipes[i][1]);
        ASSERT(manual != NULL && script != NULL && script[0] != '\0');
        bool is_shown = strstr(manual, script) != NULL;
        free(manual);
        free(script);
        ASSERTm(recipes[i][1], is_shown);
    }
    PASS();
}

SUITE(documents) {
    RUN_TEST(the_readme_is_short);
    RUN_TEST(the_tour_of_the_readme_is_a_real_one);
    RUN_TEST(every_program_has_a_manual_and_a_man_page);
    RUN_TEST(the_map_of_the_engine_is_complete_and_in_the_order_of_the_layers);
    RUN_TEST(no_document_names_what_is_not_there);
    RUN_TEST(recipes_for_clusters_are_the_scripts_that_are_tested);
}
