/* What the documents say is compared with what is there: the examples of PROTOCOL.md and README.md are run, their
 * tables and the map of the engine are checked in both directions, and no document names a file or a heading that does
 * not exist. Runs from the root of the repository; the programs are in ROWAN_BIN. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"
#include "common/proc.h"
#include "greatest.h"
#include "support/markdown.h"

enum { PATIENCE_MS = 20000, TEXT_SIZE = MARKDOWN_TEXT_SIZE };

static const char *program_path(const char *name) {
    static char path[TEXT_SIZE];
    const char *bin = getenv("ROWAN_BIN");
    snprintf(path, sizeof path, "%s/%s", bin != NULL ? bin : "build", name);
    return path;
}

/* What PROTOCOL.md has between these two lines, for the caller to free; NULL if there is nothing. */
static char *protocol_between(const char *begin, const char *end) {
    char *protocol = markdown_read("PROTOCOL.md");
    char *part = protocol != NULL ? markdown_between(protocol, begin, end) : NULL;
    free(protocol);
    return part;
}

static char *protocol_section(const char *heading) {
    return protocol_between(heading, "## ");
}

/* A message for greatest, which prints it when the test has returned. */
static const char *kept(const char *text) {
    static char message[4 * TEXT_SIZE];
    snprintf(message, sizeof message, "%s", text);
    return message;
}

/* A conversation with the program. */

static Proc *engine_start(void) {
    char path[TEXT_SIZE];
    snprintf(path, sizeof path, "%s", program_path("rowan"));
    char *argv[] = {path, NULL};
    ProcSpec spec = {.argv = argv};
    ProcFailure failure;
    proc_ignore_sigpipe();
    return proc_new(&spec, &failure);
}

static bool say(Proc *engine, const char *line) {
    return proc_write_line(engine, line, clock_now_us() + PATIENCE_MS * 1000) == PROC_OK;
}

/* NULL when nothing comes. */
static const char *hear(Proc *engine) {
    ProcLine line;
    return proc_read_line(engine, clock_now_us() + PATIENCE_MS * 1000, &line) == PROC_OK ? line.text : NULL;
}

static bool begins_with(const char *line, const char *prefix) {
    return strncmp(line, prefix, strlen(prefix)) == 0;
}

/* Reads up to a line with this prefix. */
static const char *await(Proc *engine, const char *prefix) {
    const char *line;
    do line = hear(engine);
    while (line != NULL && !begins_with(line, prefix));
    return line;
}

static bool ends_well(Proc *engine) {
    ProcEnd end = proc_stop(engine, PATIENCE_MS);
    proc_free(engine);
    return end.kind == PROC_EXITED && end.code == 0 && !end.was_forced;
}

/* The conversation of PROTOCOL.md */

/* The line with a * for its figures of time, which no two runs share. */
static void without_times(const char *line, char text[8 * TEXT_SIZE]) {
    Writer writer = writer_on(text, 8 * TEXT_SIZE);
    bool is_time = false;
    for (Word word; word_next(&line, &word); is_time = word_is(word, "nps") || word_is(word, "time")) {
        if (is_time) word = word_of("*");
        writer_add(&writer, "%.*s ", (int)word.length, word.at);
    }
}

static enum greatest_test_res hears(Proc *engine, const char *expected) {
    char wanted[8 * TEXT_SIZE], came[8 * TEXT_SIZE];
    const char *heard = hear(engine);
    ASSERTm(kept(expected), heard != NULL);
    if (begins_with(expected, "info depth") && begins_with(heard, "info depth")) {
        without_times(expected, wanted);
        without_times(heard, came);
        ASSERT_STR_EQm("`make conversation` regenerates it", wanted, came);
    } else {
        ASSERT_STR_EQm("`make conversation` regenerates it", expected, heard);
    }
    PASS();
}

/* All answers to a line are read before the next line is sent, so nothing depends on who is faster. */
static enum greatest_test_res hold_conversation(Proc *engine, char *lines) {
    const char *said = "";
    for (char *line; (line = markdown_next_line(&lines)) != NULL;) {
        ASSERTm(kept(line), begins_with(line, "> ") || begins_with(line, "< "));
        if (line[0] == '<') {
            CHECK_CALL(hears(engine, line + 2));
        } else {
            ASSERT(say(engine, said = line + 2));
        }
    }
    ASSERT_STR_EQ("quit", said);
    ASSERTm("more was said than the document has", hear(engine) == NULL);
    PASS();
}

TEST the_conversation_of_the_protocol_is_a_real_one(void) {
    char *lines = protocol_between("```conversation", "```");
    ASSERT(lines != NULL);
    Proc *engine = engine_start();
    ASSERT(engine != NULL);
    enum greatest_test_res result = hold_conversation(engine, lines);
    free(lines);
    bool well = ends_well(engine);
    CHECK_CALL(result);
    ASSERT(well);
    PASS();
}

/* The host of PROTOCOL.md */

static bool compile_host(const char *source_text, const char *host) {
    char source[2 * TEXT_SIZE], command[8 * TEXT_SIZE];
    snprintf(source, sizeof source, "%s.c", host);
    FILE *file = fopen(source, "w");
    if (file == NULL) return false;
    bool written = fputs(source_text, file) >= 0;
    if (fclose(file) != 0 || !written) return false;
    snprintf(command, sizeof command, "${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Werror -o '%s' '%s'", host, source);
    return system(command) == 0;
}

/* The first line that the command prints, if it ends with status 0. */
static bool output_of(const char *command, char line[8 * TEXT_SIZE]) {
    FILE *pipe = popen(command, "r");
    if (pipe == NULL) return false;
    bool read = fgets(line, 8 * TEXT_SIZE, pipe) != NULL;
    if (read) line[strcspn(line, "\n")] = '\0';
    return pclose(pipe) == 0 && read;
}

TEST the_host_of_the_protocol_compiles_and_plays_a_game(const char *game) {
    char *source = protocol_between("```c", "```");
    ASSERT(source != NULL);
    char host[TEXT_SIZE], command[4 * TEXT_SIZE], moves[8 * TEXT_SIZE], line[10 * TEXT_SIZE];
    snprintf(host, sizeof host, "%s", program_path("document_host"));
    bool compiled = compile_host(source, host);
    free(source);
    ASSERT(compiled);
    snprintf(command, sizeof command, "'%s' '%s' %s", host, program_path("rowan"), game);
    ASSERT(output_of(command, moves));

    /* "b2 a1 ... draw": the engine must agree that these moves lead to this result. */
    char *result = strrchr(moves, ' ');
    ASSERT(result != NULL);
    *result++ = '\0';
    Proc *engine = engine_start();
    ASSERT(engine != NULL);
    snprintf(line, sizeof line, "setoption name Game value %s", game);
    say(engine, line);
    snprintf(line, sizeof line, "position startpos moves %s", moves);
    say(engine, line);
    say(engine, "query result");
    const char *heard = hear(engine);
    snprintf(line, sizeof line, "response %s", result);
    ASSERT(heard != NULL);
    ASSERT_STR_EQ(line, heard);
    ASSERT(strcmp(result, "none") != 0);
    ASSERT(ends_well(engine));
    PASS();
}

/* Commands, questions, limits and options */

/* How many lines have this prefix. */
static int rows_in(char *table, const char *prefix) {
    int rows = 0;
    for (char *line; (line = markdown_next_line(&table)) != NULL;) rows += begins_with(line, prefix);
    return rows;
}

static bool mentions(const char *text, const char *format, const char *word) {
    char sought[2 * TEXT_SIZE];
    snprintf(sought, sizeof sought, format, word);
    return strstr(text, sought) != NULL;
}

/* Every word of the help must be mentioned in the text. */
static enum greatest_test_res check_words(const char *text, const char *help, const char *separators,
                                          const char *format) {
    char copy[TEXT_SIZE];
    snprintf(copy, sizeof copy, "%s", help);
    char *rest = copy;
    while (*(rest += strspn(rest, separators)) != '\0') {
        size_t length = strcspn(rest, separators);
        bool last = rest[length] == '\0';
        rest[length] = '\0';
        /* Numbers and moves are written as capitals and dots. */
        if (rest[0] >= 'a' && rest[0] <= 'z') ASSERTm(kept(rest), mentions(text, format, rest));
        if (last) break;
        rest += length + 1;
    }
    PASS();
}

static enum greatest_test_res check_help_line(const char *protocol, const char *line) {
    const char *cursor = line + strlen("info string ");
    Word name;
    ASSERT(begins_with(line, "info string ") && word_next(&cursor, &name));
    char command[TEXT_SIZE];
    snprintf(command, sizeof command, "%.*s", (int)name.length, name.at);
    ASSERTm(kept(line), mentions(protocol, "\n| [`%s`](#", command));
    cursor += strspn(cursor, " ");
    if (strcmp(command, "go") == 0) CHECK_CALL(check_words(protocol, cursor + 3, "[] ", "`%s"));
    if (strcmp(command, "query") == 0) CHECK_CALL(check_words(protocol, cursor + 6, "| ", "\n| `query %s`"));
    PASS();
}

TEST every_command_is_documented_and_no_other(void) {
    char *protocol = markdown_read("PROTOCOL.md");
    ASSERT(protocol != NULL);
    Proc *engine = engine_start();
    ASSERT(engine != NULL);
    say(engine, "help");
    say(engine, "isready");
    int commands = 0;
    for (const char *line; (line = hear(engine)) != NULL && strcmp(line, "readyok") != 0; commands++) {
        CHECK_CALL(check_help_line(protocol, line));
    }
    ASSERT(ends_well(engine));
    char *table = protocol_section("## 6. Commands");
    ASSERT(table != NULL);
    ASSERT_EQ_FMT(commands, rows_in(table, "| [`"), "%d");
    free(table);
    free(protocol);
    PASS();
}

/* "easy var hard" -> "easy, hard" */
static const char *listed(const char *choices, char text[2 * TEXT_SIZE]) {
    Writer writer = writer_on(text, 2 * TEXT_SIZE);
    for (Word word; word_next(&choices, &word);) {
        if (word_is(word, "var")) continue;
        writer_add(&writer, writer.length > 0 ? ", %.*s" : "%.*s", (int)word.length, word.at);
    }
    return text;
}

/* "name Hash type spin default 64 min 1 max 65536" -> the row "| Hash | spin | 64 | 1 to 65536 |" must be there; the
 * choices of a combo stand where the range of a number does. */
static enum greatest_test_res check_option(const char *options, const char *line) {
    char copy[TEXT_SIZE], wanted[2 * TEXT_SIZE], cell[TEXT_SIZE];
    snprintf(copy, sizeof copy, "%s", line);
    char *type = strstr(copy, " type "), *initial = strstr(copy, " default "), *min = strstr(copy, " min ");
    char *choices = strstr(copy, " var ");
    ASSERTm(kept(line), begins_with(copy, "option name ") && type != NULL);
    char *marks[] = {type, initial, min, choices};
    for (int i = 0; i < 4; i++) {
        if (marks[i] != NULL) *marks[i] = '\0';
    }
    snprintf(wanted, sizeof wanted, "\n| %s ", copy + strlen("option name "));
    const char *row = strstr(options, wanted);
    ASSERTm(kept(line), row != NULL);
    ASSERT_STR_EQm(kept(line), type + strlen(" type "), markdown_cell(row, 1, cell));
    const char *given = initial == NULL ? "" : initial + strlen(" default ");
    ASSERT_STR_EQm(kept(line), strcmp(given, "<empty>") == 0 ? "&lt;empty&gt;" : given, markdown_cell(row, 2, cell));
    if (choices != NULL)
        ASSERT_STR_EQm(kept(line), listed(choices + strlen(" var "), wanted), markdown_cell(row, 3, cell));
    if (min == NULL) PASS();
    char *max = strstr(min + 1, " max ");
    ASSERTm(kept(line), max != NULL);
    *max = '\0';
    snprintf(wanted, sizeof wanted, "%s to %s", min + strlen(" min "), max + strlen(" max "));
    ASSERT_STR_EQm(kept(line), wanted, markdown_cell(row, 3, cell));
    PASS();
}

TEST every_option_is_documented_and_no_other(void) {
    char *table = protocol_section("## 7. Options");
    ASSERT(table != NULL);
    Proc *engine = engine_start();
    ASSERT(engine != NULL);
    say(engine, "ugi");
    int options = 0;
    for (const char *line; (line = hear(engine)) != NULL && strcmp(line, "ugiok") != 0;) {
        if (!begins_with(line, "option ")) continue;
        CHECK_CALL(check_option(table, line));
        options++;
    }
    ASSERT(ends_well(engine));
    /* The head of the table and the line below it are rows too. */
    ASSERT_EQ_FMT(options + 2, rows_in(table, "|"), "%d");
    free(table);
    PASS();
}

/* The errors and positions of PROTOCOL.md */

/* Sends all the commands; the last one must be refused with this message, and the position must stay as it was. */
static enum greatest_test_res check_error(Proc *engine, const char *commands, const char *message) {
    char command[TEXT_SIZE], wanted[2 * TEXT_SIZE], before[TEXT_SIZE];
    say(engine, "position startpos moves b2a c3d");
    say(engine, "query fen");
    const char *heard = await(engine, "response ");
    ASSERTm(kept(message), heard != NULL);
    snprintf(before, sizeof before, "%s", heard);
    while (markdown_next_code(&commands, command)) say(engine, command);
    snprintf(wanted, sizeof wanted, "info string error %s", message);
    heard = await(engine, "info string error ");
    ASSERTm(kept(message), heard != NULL);
    ASSERT_STR_EQ(wanted, heard);
    say(engine, "stop");
    say(engine, "query fen");
    heard = await(engine, "response ");
    ASSERTm(kept(message), heard != NULL);
    ASSERT_STR_EQm(kept(message), before, heard);
    PASS();
}

TEST the_errors_of_the_protocol_are_reported_and_change_nothing(void) {
    char *table = protocol_section("## 9. Errors"), *rest = table;
    ASSERT(table != NULL);
    Proc *engine = engine_start();
    ASSERT(engine != NULL);
    int checked = 0;
    for (char *line; (line = markdown_next_line(&rest)) != NULL;) {
        char commands[TEXT_SIZE], says[TEXT_SIZE], message[TEXT_SIZE];
        markdown_cell(line, 1, commands);
        const char *text = markdown_cell(line, 2, says);
        if (line[0] != '|' || commands[0] != '`' || !markdown_next_code(&text, message)) continue;
        CHECK_CALL(check_error(engine, commands, message));
        checked++;
    }
    free(table);
    ASSERT(checked > 20);
    ASSERT(ends_well(engine));
    PASS();
}

TEST the_positions_of_the_protocol_are_accepted(void) {
    char *table = protocol_section("## 5. Positions"), *rest = table;
    ASSERT(table != NULL);
    Proc *engine = engine_start();
    ASSERT(engine != NULL);
    int checked = 0;
    for (char *line; (line = markdown_next_line(&rest)) != NULL;) {
        char position[TEXT_SIZE], command[2 * TEXT_SIZE];
        const char *text = line;
        if (line[0] != '|' || !markdown_next_code(&text, position)) continue;
        snprintf(command, sizeof command, "position fen %s", position);
        say(engine, command);
        say(engine, "query fen");
        const char *heard = hear(engine);
        ASSERTm(kept(position), heard != NULL && begins_with(heard, "response "));
        ASSERT_STRN_EQm(kept(position), position, heard + strlen("response "), strlen(position));
        checked++;
    }
    free(table);
    ASSERT(checked > 3);
    ASSERT(ends_well(engine));
    PASS();
}

/* README.md */

TEST the_readme_is_short(void) {
    enum { LINES_MOST = 150 };
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
        writer_add(&writer, "%.*s%s", (int)(build - command), command, program_path(""));
    }
    writer_add(&writer, "%s", command);
}

/* The line is as the document shows it: "..." at its end stands for anything. */
static bool is_as_shown(const char *shown, const char *line) {
    char wanted[8 * TEXT_SIZE], came[8 * TEXT_SIZE];
    without_times(shown, wanted);
    without_times(line, came);
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
        ASSERTm(kept(program), access(program_path(name), X_OK) == 0);
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
static const char *folder_of(const char *path, char folder[TEXT_SIZE]) {
    const char *slash = strrchr(path, '/');
    snprintf(folder, TEXT_SIZE, "%.*s", slash != NULL ? (int)(slash - path + 1) : 0, path);
    return folder;
}

static bool is_elsewhere(const char *target) {
    return strstr(target, "://") != NULL || begins_with(target, "mailto:");
}

/* "../PROTOCOL.md#14-proofs": the file must be there, and have that heading. */
static bool link_leads_somewhere(const char *document, const char *target) {
    char path[2 * TEXT_SIZE], folder[TEXT_SIZE];
    size_t length = strcspn(target, "#");
    if (length == 0) {
        snprintf(path, sizeof path, "%s", document);
    } else {
        snprintf(path, sizeof path, "%s%.*s", folder_of(document, folder), (int)length, target);
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
    const char *const roots[] = {"", folder_of(document, folder), "engine/", "tools/", "bench/", "tests/"};
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

SUITE(documents) {
    RUN_TEST(the_conversation_of_the_protocol_is_a_real_one);
    RUN_TESTp(the_host_of_the_protocol_compiles_and_plays_a_game, "3x3");
    RUN_TEST(every_command_is_documented_and_no_other);
    RUN_TEST(every_option_is_documented_and_no_other);
    RUN_TEST(the_errors_of_the_protocol_are_reported_and_change_nothing);
    RUN_TEST(the_positions_of_the_protocol_are_accepted);
    RUN_TEST(the_readme_is_short);
    RUN_TEST(the_tour_of_the_readme_is_a_real_one);
    RUN_TEST(every_program_has_a_manual_and_a_man_page);
    RUN_TEST(the_map_of_the_engine_is_complete_and_in_the_order_of_the_layers);
    RUN_TEST(no_document_names_what_is_not_there);
}
