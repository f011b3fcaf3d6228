/* The record of a tournament: written and read back, torn by an interruption, damaged, sorted. */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "greatest.h"
#include "referee/record_file.h"

enum { GAMES = 3 };

/* Three games: X completes a line; a fault right after the opening; a draw by --max-plies from a given position. */
static void fill(GameRecord records[GAMES]) {
    static const int cells[GAMES][5] = {{0, 3, 1, 4, 2}, {4, 0}, {8, 2}};
    memset(records, 0, GAMES * sizeof records[0]);
    for (int i = 0; i < GAMES; i++) {
        GameRecord *record = &records[i];
        record->number = i + 1;
        record->round = 1 + i / 2;
        record->game = (Game){.n = 3, .d = 2};
        record->opening_plies = i == 1 ? 2 : 0;
        record->plies = i == 0 ? 5 : 2;
        for (int ply = 0; ply < record->plies; ply++) record->moves[ply].cell = cells[i][ply];
        strcpy(record->names[SIDE_X], "A \"the great\"");
        strcpy(record->names[SIDE_O], "back\\slash");
        strcpy(record->controls[SIDE_X], "depth=2");
        strcpy(record->event, i == 0 ? "a \"cup\"" : "");
        strcpy(record->date, "2026-11-16T05:52:11Z");
    }
    records[0].outcome = OUTCOME_X_WINS;
    records[0].moves[2] = (RecordMove){.cell = 1,
                                       .value_kind = VALUE_CP,
                                       .value = -35,
                                       .depth = 6,
                                       .nodes = 4023,
                                       .elapsed_us = 12000,
                                       .seldepth = 9,
                                       .nps = 335250,
                                       .hashfull = 3,
                                       .left_us = 9988000,
                                       .latency_us = 317,
                                       .pv = "b1 c3 b2"};
    records[0].moves[4] =
        (RecordMove){.cell = 2, .value_kind = VALUE_MATE, .value = 1, .depth = 9, .nodes = 77, .elapsed_us = 1000};
    records[1].outcome = OUTCOME_O_WINS;
    records[1].ending = ENDING_TIME;
    strcpy(records[1].reason.text, "X lost on time by 37 ms");
    records[2].outcome = OUTCOME_DRAW;
    records[2].ending = ENDING_MAX_PLIES;
    strcpy(records[2].start, "xo1/3/3 x line");
}

static char *whole_file(size_t game_ends[GAMES + 1]) {
    static GameRecord records[GAMES];
    static char *const arguments[] = {"--engine", "name=A \"x\"", "cmd=a\\b c", ""};
    char *header = record_header_text(4, arguments), *text = calloc(1, 1 << 16);
    if (header == NULL || text == NULL) abort();
    fill(records);
    strcpy(text, header);
    free(header);
    game_ends[0] = strlen(text);
    for (int i = 0; i < GAMES; i++) {
        char *game = record_game_text(&records[i]);
        if (game == NULL) abort();
        strcat(text, game);
        free(game);
        game_ends[i + 1] = strlen(text);
    }
    return text;
}

static void write_file(const char *path, const char *text, size_t length) {
    FILE *file = fopen(path, "w");
    if (file == NULL || fwrite(text, 1, length, file) != length || fclose(file) != 0) abort();
}

static char path[] = "/tmp/rowan-record-XXXXXX";

TEST games_come_back_as_they_were_written(void) {
    static GameRecord expected[GAMES], record;
    size_t ends[GAMES + 1];
    char *text = whole_file(ends), **arguments;
    RecordReader reader;
    Reason why;
    write_file(path, text, strlen(text));
    fill(expected);
    ASSERT(record_open(&reader, path, &arguments, &why));
    ASSERT_STR_EQ("name=A \"x\"", arguments[1]);
    ASSERT_STR_EQ("cmd=a\\b c", arguments[2]);
    ASSERT_STR_EQ("", arguments[3]);
    ASSERT(arguments[4] == NULL);
    for (int i = 0; i < GAMES; i++) {
        ASSERT_EQ(READ_GAME, record_next(&reader, &record, &why));
        ASSERT_EQ((long)ends[i + 1], reader.whole_end);
        ASSERT_EQ(0, memcmp(&expected[i], &record, sizeof record));
    }
    ASSERT_EQ(READ_END, record_next(&reader, &record, &why));
    record_close(&reader);
    record_free_arguments(arguments);
    free(text);
    PASS();
}

/* Wherever the file is cut, the games before the cut are read, and where they end is known. */
TEST a_torn_file_keeps_its_whole_games(void) {
    static GameRecord record;
    size_t ends[GAMES + 1];
    char *text = whole_file(ends);
    for (size_t length = ends[0]; length <= ends[GAMES]; length++) {
        RecordReader reader;
        Reason why;
        int whole = 0, found = 0;
        ReadResult result;
        /* A game is whole without the blank line after it. */
        while (whole < GAMES && length >= ends[whole + 1] - 1) whole++;
        write_file(path, text, length);
        ASSERT(record_open(&reader, path, NULL, &why));
        while ((result = record_next(&reader, &record, &why)) == READ_GAME) found++;
        ASSERT_EQ(whole, found);
        ASSERT(result == READ_END || result == READ_TORN);
        ASSERT(reader.whole_end <= (long)length && reader.whole_end >= (long)ends[whole] - 1);
        record_close(&reader);
    }
    free(text);
    PASS();
}

static bool replace(char *text, const char *from, const char *to) {
    char *at = strstr(text, from);
    if (at == NULL || strlen(from) != strlen(to)) return false;
    memcpy(at, to, strlen(to));
    return true;
}

/* Reads up to the first result that is not a game. */
static ReadResult read_to_end(const char *text, Reason *why) {
    static GameRecord record;
    RecordReader reader;
    ReadResult result;
    write_file(path, text, strlen(text));
    if (!record_open(&reader, path, NULL, why)) return READ_BAD;
    while ((result = record_next(&reader, &record, why)) == READ_GAME) {
    }
    record_close(&reader);
    return result;
}

/* Only a game that just stops was interrupted. A game without its end before another one, or a last game that is whole
 * but wrong, is refused. */
TEST damage_is_not_taken_for_an_interruption(void) {
    size_t ends[GAMES + 1];
    Reason why;
    char *text = whole_file(ends);
    const size_t cut = 12; /* "1/2-1/2\n\n" and more */
    memmove(text + ends[2] - cut, text + ends[2], strlen(text + ends[2]) + 1);
    ASSERT_EQ(READ_BAD, read_to_end(text, &why));
    ASSERTm(why.text, strstr(why.text, path) != NULL && strstr(why.text, "line ") != NULL);
    free(text);
    text = whole_file(ends);
    ASSERT(replace(text + ends[2], "[Game \"3x3\"]", "[Game \"9x3\"]"));
    ASSERT_EQ(READ_BAD, read_to_end(text, &why));
    free(text);
    text = whole_file(ends);
    strcat(text, "a note\n");
    ASSERT_EQ(READ_BAD, read_to_end(text, &why));
    strcpy(text + ends[GAMES], "; a comment\n");
    ASSERT_EQ(READ_END, read_to_end(text, &why));
    text[ends[0] - 1] = '\0';
    ASSERT_EQ(READ_BAD, read_to_end(text, &why));
    free(text);
    PASS();
}

/* In the first game, so that it does not look like an interruption. */
TEST a_changed_game_is_refused(void) {
    static GameRecord record;
    static const char *const changes[][2] = {
        {"2. b1", "2. a1"},
        {"3. c1", "3. c3"},
        {"[Result \"1-0\"]", "[Result \"0-1\"]"},
        {"{-0.35", "(-0.35"},
        {"[Ending \"line\"]", "[Ending \"time\"]"},
        {"[Game \"3x3\"]", "[Game \"9x3\"]"},
        {"[Number", "[Namber"},
    };
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        size_t ends[GAMES + 1];
        char *text = whole_file(ends);
        RecordReader reader;
        Reason why;
        ASSERTm(changes[i][0], replace(text, changes[i][0], changes[i][1]));
        write_file(path, text, strlen(text));
        ASSERT(record_open(&reader, path, NULL, &why));
        ASSERT_EQm(changes[i][0], READ_BAD, record_next(&reader, &record, &why));
        record_close(&reader);
        free(text);
    }
    write_file(path, "[Event \"chess\"]\n", 16);
    RecordReader reader;
    Reason why;
    ASSERT_FALSE(record_open(&reader, path, NULL, &why));
    PASS();
}

/* The third game begins with a position. It is the last one, and whole. */
TEST a_changed_start_is_refused(void) {
    static const char *const starts[] = {"xo1/3/3 q line", "xx1/3/3 x line", "xo2/4/4/4 x   ", "xo1/3/3 x lane",
                                         "xx1/oo1/x o   "};
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        size_t ends[GAMES + 1];
        Reason why;
        char *text = whole_file(ends);
        ASSERT(replace(text, "xo1/3/3 x line", starts[i]));
        ASSERT_EQm(starts[i], READ_BAD, read_to_end(text, &why));
        free(text);
    }
    PASS();
}

/* Lines may end as on Windows; lines of the header that are not arguments are refused if these are wanted. */
TEST line_ends_and_headers_are_told_apart(void) {
    size_t ends[GAMES + 1], length = 0;
    Reason why;
    char *text = whole_file(ends), *windows = calloc(2, strlen(text) + 1), **arguments = NULL;
    ASSERT(windows != NULL);
    for (const char *from = text; *from != '\0'; from++) {
        if (*from == '\n') windows[length++] = '\r';
        windows[length++] = *from;
    }
    ASSERT_EQ(READ_END, read_to_end(windows, &why));
    free(windows);
    static const char *const changes[][2] = {{"; [Argument", "; [Argumant"}, {"; [Argument", "; {Argument"}};
    for (size_t i = 0; i < 2; i++) {
        RecordReader reader;
        char *changed = strdup(text);
        ASSERT(changed != NULL && replace(changed, changes[i][0], changes[i][1]));
        write_file(path, changed, strlen(changed));
        free(changed);
        ASSERT_FALSE(record_open(&reader, path, &arguments, &why));
    }
    free(text);
    PASS();
}

static bool has_text(const char *name, const char *expected) {
    char text[64];
    FILE *file = fopen(name, "r");
    if (file == NULL) return false;
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return strcmp(text, expected) == 0;
}

/* A file with the name of the record and .new belongs to somebody else. */
TEST sorting_touches_no_other_file_and_keeps_the_mode(void) {
    static GameRecord records[GAMES], record;
    char other[sizeof path + 4];
    struct stat status;
    RecordFile file;
    RecordReader reader;
    Reason why;
    snprintf(other, sizeof other, "%s.new", path);
    write_file(other, "mine", 4);
    fill(records);
    unlink(path);
    ASSERTm(why.text, record_file_create(&file, path, GAMES, (char *[]){NULL}, &why));
    ASSERT_EQ(0, chmod(path, 0640));
    for (int i = GAMES; i-- > 0;) {
        char *game = record_game_text(&records[i]);
        ASSERT(record_file_append(&file, i + 1, game, &why));
        free(game);
    }
    ASSERTm(why.text, record_file_finish(&file, true, &why));
    record_file_close(&file);
    ASSERT(has_text(other, "mine"));
    unlink(other);
    ASSERT_EQ(0, stat(path, &status));
    ASSERT_EQ_FMT(0640u, (unsigned)status.st_mode & 0777, "%o");
    ASSERT(record_open(&reader, path, NULL, &why));
    for (int i = 0; i < GAMES; i++) {
        ASSERT_EQ(READ_GAME, record_next(&reader, &record, &why));
        ASSERT_EQ(i + 1, record.number);
    }
    record_close(&reader);
    PASS();
}

SUITE(record) {
    int fd = mkstemp(path);
    if (fd < 0) abort();
    close(fd);
    RUN_TEST(games_come_back_as_they_were_written);
    RUN_TEST(a_torn_file_keeps_its_whole_games);
    RUN_TEST(damage_is_not_taken_for_an_interruption);
    RUN_TEST(a_changed_game_is_refused);
    RUN_TEST(a_changed_start_is_refused);
    RUN_TEST(line_ends_and_headers_are_told_apart);
    RUN_TEST(sorting_touches_no_other_file_and_keeps_the_mode);
    unlink(path);
}
