/* PROTOCOL.md against the program: its conversation is held, its host run, its tables checked in both directions.
 * Runs from the root of the repository; the programs are in ROWAN_BIN. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"
#include "common/files.h"
#include "common/proc.h"
#include "greatest.h"
#include "support/markdown.h"
#include "support/programs.h"

enum { PATIENCE_MS = 20000, TEXT_SIZE = MARKDOWN_TEXT_SIZE };

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
    char path[PROGRAM_PATH_SIZE];
    program_path("rowan", path);
    char *argv[] = {path, NULL};
    ProcSpec spec = {.argv = argv};
    ProcFailure failure;
    file_ignore_signals();
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

/* "..." at the end stands for the rest of a line. */
static bool is_as_written(const char *heard, const char *expected) {
    char wanted[8 * TEXT_SIZE], came[8 * TEXT_SIZE];
    const char *cut = strstr(expected, " ...");
    markdown_without_times(expected, wanted);
    markdown_without_times(heard, came);
    return cut != NULL ? strncmp(heard, expected, (size_t)(cut - expected)) == 0 : strcmp(wanted, came) == 0;
}

/* The next line, or one after it if lines are left out. */
static enum greatest_test_res hears(Proc *engine, const char *expected, bool may_skip) {
    const char *heard;
    do heard = hear(engine);
    while (heard != NULL && !is_as_written(heard, expected) && (may_skip || begins_with(heard, "info nodes ")));
    ASSERTm(kept(expected), heard != NULL && is_as_written(heard, expected));
    PASS();
}

/* All answers to a line are read before the next line is sent, so nothing depends on who is faster. */
static enum greatest_test_res hold_conversation(Proc *engine, char *lines) {
    const char *said = "";
    bool may_skip = false;
    for (char *line; (line = markdown_next_line(&lines)) != NULL;) {
        ASSERTm(kept(line), begins_with(line, "> ") || begins_with(line, "< "));
        bool is_cut = strcmp(line, "< ...") == 0;
        if (line[0] == '<' && !is_cut) CHECK_CALL(hears(engine, line + 2, may_skip));
        if (line[0] == '>') ASSERT(say(engine, said = line + 2));
        may_skip = is_cut;
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

static bool write_host(const char *source_text, const char *path) {
    FILE *file = fopen(path, "w");
    if (file == NULL) return false;
    bool written = fputs(source_text, file) >= 0;
    return fclose(file) == 0 && written;
}

/* The first line that the command prints, if it ends with status 0. */
static bool output_of(const char *command, char line[8 * TEXT_SIZE]) {
    FILE *pipe = popen(command, "r");
    if (pipe == NULL) return false;
    bool read = fgets(line, 8 * TEXT_SIZE, pipe) != NULL;
    if (read) line[strcspn(line, "\n")] = '\0';
    return pclose(pipe) == 0 && read;
}

TEST the_host_of_the_protocol_plays_a_game(const char *game) {
    char *source = protocol_between("```python", "```");
    ASSERT(source != NULL);
    char host[PROGRAM_PATH_SIZE], program[PROGRAM_PATH_SIZE], command[4 * TEXT_SIZE], moves[8 * TEXT_SIZE],
        line[10 * TEXT_SIZE];
    program_path("document_host.py", host);
    program_path("rowan", program);
    bool written = write_host(source, host);
    free(source);
    ASSERT(written);
    if (system("python3 -c 'import subprocess' >/dev/null 2>&1") != 0) SKIPm("there is no python3");
    snprintf(command, sizeof command, "python3 '%s' '%s' %s", host, program, game);
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
    char copy[2 * TEXT_SIZE], wanted[2 * TEXT_SIZE], cell[TEXT_SIZE];
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
    /* Games are too many for a row. */
    if (choices != NULL && !begins_with(line, "option name UCI_Variant ") && !begins_with(line, "option name Game "))
        ASSERT_STR_EQm(kept(line), listed(choices + strlen(" var "), wanted), markdown_cell(row, 3, cell));
    if (min == NULL) PASS();
    char *max = strstr(min + 1, " max ");
    ASSERTm(kept(line), max != NULL);
    *max = '\0';
    snprintf(wanted, sizeof wanted, "%s to %s", min + strlen(" min "), max + strlen(" max "));
    ASSERT_STR_EQm(kept(line), wanted, markdown_cell(row, 3, cell));
    PASS();
}

/* Adds those that begin with the prefix to the count. */
static enum greatest_test_res check_options(Proc *engine, const char *table, const char *prefix, int *count) {
    for (const char *line;
         (line = hear(engine)) != NULL && !begins_with(line, "ugiok") && !begins_with(line, "uciok");) {
        if (!begins_with(line, "option ")) continue;
        CHECK_CALL(check_option(table, line));
        *count += begins_with(line, prefix);
    }
    PASS();
}

TEST every_option_is_documented_and_no_other(void) {
    char *table = protocol_section("## 7. Options");
    ASSERT(table != NULL);
    Proc *engine = engine_start();
    ASSERT(engine != NULL);
    int options = 0;
    say(engine, "ugi");
    CHECK_CALL(check_options(engine, table, "option ", &options));
    say(engine, "uci");
    CHECK_CALL(check_options(engine, table, "option name UCI_Variant ", &options));
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

SUITE(protocol_document) {
    RUN_TEST(the_conversation_of_the_protocol_is_a_real_one);
    RUN_TESTp(the_host_of_the_protocol_plays_a_game, "3x3");
    RUN_TEST(every_command_is_documented_and_no_other);
    RUN_TEST(every_option_is_documented_and_no_other);
    RUN_TEST(the_errors_of_the_protocol_are_reported_and_change_nothing);
    RUN_TEST(the_positions_of_the_protocol_are_accepted);
}
