#include <stdlib.h>

#include "common/files.h"
#include "common/os.h"
#include "common/printable.h"
#include "common/record.h"
#include "common/record_comment.h"

/* Takes a whole line without its end. False at the end of the file, even in the middle of a line, and if the file
 * cannot be read. */
static bool read_line(RecordReader *reader) {
    long long length = os_read_line(&reader->line, &reader->line_size, reader->file);
    reader->is_cut = length <= 0 || reader->line[length - 1] != '\n';
    /* When disk or memory fail, os_read_line may still hand over the part of a line that it had. */
    reader->has_failed = reader->is_cut && (ferror(reader->file) || !feof(reader->file));
    if (reader->is_cut) return false;
    reader->line[length - 1] = '\0';
    if (length > 1 && reader->line[length - 2] == '\r') reader->line[length - 2] = '\0';
    reader->line_number++;
    return true;
}

/* Takes [Name "value"] apart; the value is unquoted in place. */
static bool parse_tag(char *line, Word *name, char **value) {
    if (line[0] != '[') return false;
    char *space = strchr(line, ' ');
    if (space == NULL || space[1] != '"') return false;
    *name = (Word){line + 1, (size_t)(space - line - 1)};
    *value = space + 2;
    char *to = *value;
    const char *from = *value;
    for (; *from != '\0' && *from != '"'; from++) {
        if (*from == '\\' && from[1] != '\0') from++;
        *to++ = *from;
    }
    bool is_closed = strcmp(from, "\"]") == 0;
    *to = '\0';
    return is_closed;
}

/* Whoever wrote the record, its text is safe to print. */
static bool copy_text(char *to, size_t size, const char *from) {
    if (strlen(from) >= size) return false;
    strcpy(to, from);
    printable_make(to);
    return true;
}

static bool copy_known(char *to, size_t size, const char *from) {
    snprintf(to, size, "%s", strcmp(from, "?") != 0 ? from : "");
    printable_make(to);
    return true; /* it matters to people only, so it may be cut */
}

/* Puts a value in its place; unknown tags are ignored. The reason may stay as it is. */
static bool take_tag(GameRecord *record, Word name, const char *value, Reason *why) {
    if (word_is(name, "Number")) return word_to_int(word_of(value), 1, INT32_MAX, &record->number);
    if (word_is(name, "Round")) return word_to_int(word_of(value), 1, INT32_MAX, &record->round);
    if (word_is(name, "Event")) return copy_known(record->event, sizeof record->event, value);
    if (word_is(name, "Site")) return copy_known(record->site, sizeof record->site, value);
    if (word_is(name, "X")) return copy_text(record->names[SIDE_X], RECORD_NAME_SIZE, value);
    if (word_is(name, "O")) return copy_text(record->names[SIDE_O], RECORD_NAME_SIZE, value);
    if (word_is(name, "Game")) return game_parse(word_of(value), &record->game, why);
    if (word_is(name, "Start")) return copy_text(record->start, sizeof record->start, value);
    if (word_is(name, "OpeningPlies")) return word_to_int(word_of(value), 0, CELLS_MAX, &record->opening_plies);
    if (word_is(name, "ControlX")) return copy_text(record->controls[SIDE_X], RECORD_CONTROL_SIZE, value);
    if (word_is(name, "ControlO")) return copy_text(record->controls[SIDE_O], RECORD_CONTROL_SIZE, value);
    /* In older records the date has the time of day, too. */
    bool is_time = word_is(name, "GameStartTime") || (word_is(name, "Date") && strchr(value, 'T') != NULL);
    if (is_time) return copy_text(record->date, sizeof record->date, value);
    if (word_is(name, "Reason")) return copy_text(record->reason.text, sizeof record->reason.text, value);
    if (word_is(name, "Result")) return record_outcome_parse(value, &record->outcome);
    if (word_is(name, "Ending")) return ending_parse(value, &record->ending);
    return true;
}

void record_free_arguments(char **argv) {
    if (argv == NULL) return;
    for (int i = 0; argv[i] != NULL; i++) free(argv[i]);
    free(argv);
}

static bool add_argument(char ***argv, int *count, const char *text) {
    char **grown = realloc(*argv, (size_t)(*count + 2) * sizeof *grown);
    if (grown == NULL) return false;
    *argv = grown;
    grown[*count] = strdup(text);
    if (grown[*count] == NULL) return false;
    grown[++*count] = NULL;
    return true;
}

/* Memory or disk failed: that must not pass for the end of the file. */
static bool refuse_to_read(const RecordReader *reader, Reason *why) {
    return refuse_errno(why, "cannot read '%.150s'", reader->path);
}

static bool read_header(RecordReader *reader, char ***argv, Reason *why) {
    Word name;
    char *value;
    int count = 0;
    bool has_line = read_line(reader);
    if (has_line && strcmp(reader->line, record_first_line) != 0) has_line = false;
    if (reader->has_failed) return refuse_to_read(reader, why);
    if (!has_line) return refuse(why, "it does not begin with '%s'", record_first_line);
    while (read_line(reader) && reader->line[0] != '\0') {
        /* A comment to other readers of PGN; in older records a tag. */
        char *line = strncmp(reader->line, "; ", 2) == 0 ? reader->line + 2 : reader->line;
        if (!parse_tag(line, &name, &value) || !word_is(name, "Argument")) {
            return refuse(why, "line %d is not an Argument", reader->line_number);
        }
        if (argv != NULL && !add_argument(argv, &count, value)) return refuse(why, "not enough memory");
    }
    if (reader->has_failed) return refuse_to_read(reader, why);
    if (reader->is_cut) return refuse(why, "the file ends before its first game");
    reader->whole_end = ftell(reader->file);
    return reader->whole_end >= 0 || refuse_to_read(reader, why);
}

/* An empty list; argv may be NULL. */
static bool begin_arguments(char ***argv, Reason *why) {
    if (argv == NULL) return true;
    *argv = calloc(1, sizeof **argv);
    return *argv != NULL || refuse(why, "not enough memory");
}

bool record_open(RecordReader *reader, const char *path, char ***argv, Reason *why) {
    Reason reason;
    if (argv != NULL) *argv = NULL;
    *reader = (RecordReader){.path = path, .file = file_open_plain(path)};
    if (reader->file == NULL) return refuse_errno(why, "cannot open '%.150s'", path);
    if (begin_arguments(argv, &reason) && read_header(reader, argv, &reason)) return true;
    if (reader->has_failed) *why = reason;
    if (!reader->has_failed) refuse(why, "record %.150s: %s", path, reason.text);
    record_close(reader);
    if (argv != NULL) record_free_arguments(*argv);
    if (argv != NULL) *argv = NULL;
    return false;
}

void record_close(RecordReader *reader) {
    if (reader->file != NULL) fclose(reader->file);
    free(reader->line);
    shape_free(reader->shape);
    *reader = (RecordReader){0};
}

static bool take_moves(GameRecord *record, const char *line, Reason *why) {
    Word word;
    for (const char *cursor = line;;) {
        cursor += strspn(cursor, " \t");
        if (*cursor == '{') {
            cursor++;
            if (!record_comment_take(&cursor, record->plies > 0 ? &record->moves[record->plies - 1] : NULL)) {
                return refuse(why, "a brace is not closed");
            }
            continue;
        }
        if (!word_next(&cursor, &word)) return true;
        if (word.at[word.length - 1] == '.') continue; /* a move's number */
        if (record->plies == CELLS_MAX) return refuse(why, "too many moves");
        RecordMove *move = &record->moves[record->plies];
        *move = (RecordMove){0};
        if (!notation_parse_move(&record->game, word, &move->cell, why)) return false;
        record->plies++;
    }
}

static bool prepare_shape(RecordReader *reader, const Game *game, Reason *why) {
    if (reader->shape != NULL && game_equal(&reader->shape->grid.game, game)) return true;
    shape_free(reader->shape);
    reader->shape = shape_new(game);
    return reader->shape != NULL || refuse(why, "not enough memory");
}

bool record_start(const GameRecord *record, const Grid *grid, Position *position, Reason *why) {
    const char *cursor = record->start;
    Setup setup;
    position_init(position, grid);
    if (record->start[0] == '\0') return true;
    if (!setup_parse(&cursor, &setup, why)) return false;
    if (!game_equal(&setup.game, &record->game)) return refuse(why, "Start is a position of another game");
    return position_set_up(position, grid, &setup, why);
}

bool record_replay(const GameRecord *record, const Grid *grid, Position *position, Reason *why) {
    Reason reason;
    if (!record_start(record, grid, position, why)) return false;
    for (int i = 0; i < record->plies; i++) {
        if (!position_play(position, record->moves[i].cell, &reason)) {
            return refuse(why, "ply %d is illegal: %s", i + 1, reason.text);
        }
    }
    return true;
}

static bool check(RecordReader *reader, const GameRecord *record, Reason *why) {
    Position position;
    if (!prepare_shape(reader, &record->game, why)) return false;
    if (!record_replay(record, &reader->shape->grid, &position, why)) return false;
    Outcome expected = ending_is_natural(record->ending) ? record->outcome : OUTCOME_NONE;
    if (board_outcome(position.grid, &position.board) == expected) return true;
    return refuse(why, "the moves do not lead to the result");
}

static bool read_tags(RecordReader *reader, GameRecord *record, Reason *why) {
    do {
        Word name;
        char *value;
        Reason detail = {"invalid value"};
        if (!parse_tag(reader->line, &name, &value)) return refuse(why, "this is not a tag");
        if (!take_tag(record, name, value, &detail)) {
            return refuse(why, "tag %.*s: %s", word_shown(name), name.at, detail.text);
        }
        if (!read_line(reader)) return refuse(why, "the file ends inside a game");
    } while (reader->line[0] != '\0');
    bool lacks_result = (record->outcome == OUTCOME_NONE) == ending_is_final(record->ending);
    if (record->number == 0 || record->game.n == 0 || lacks_result) {
        return refuse(why, "the tag Number, Game or Result is missing");
    }
    return true;
}

static bool read_moves(RecordReader *reader, GameRecord *record, Reason *why) {
    while (read_line(reader)) {
        if (strcmp(reader->line, record_outcome_text(record->outcome)) == 0) return true;
        if (!take_moves(record, reader->line, why)) return false;
    }
    return refuse(why, "the file ends inside a game");
}

static ReadResult refuse_game(const RecordReader *reader, int first_line, const Reason *reason, Reason *why) {
    refuse(why, "record %.100s: line %d, in the game that begins in line %d: %s", reader->path, reader->line_number,
           first_line, reason->text);
    return READ_BAD;
}

ReadResult record_next(RecordReader *reader, GameRecord *record, Reason *why) {
    Reason reason;
    memset(record, 0, sizeof *record);
    do {
        long begin = ftell(reader->file);
        if (read_line(reader)) continue;
        if (reader->has_failed) return refuse_to_read(reader, why), READ_BAD;
        long end = ftell(reader->file);
        if (begin < 0 || end < 0) return refuse_to_read(reader, why), READ_BAD;
        return end == begin ? READ_END : READ_TORN;
    } while (reader->line[0] == '\0' || reader->line[0] == ';');
    int first_line = reader->game_line = reader->line_number;
    bool is_whole = read_tags(reader, record, &reason) && read_moves(reader, record, &reason);
    if (!is_whole && reader->has_failed) return refuse_to_read(reader, why), READ_BAD;
    /* A game that just stops is what an interruption leaves behind. Any other damage was done by somebody else. */
    if (!is_whole && reader->is_cut) return READ_TORN;
    if (!is_whole || !check(reader, record, &reason)) return refuse_game(reader, first_line, &reason, why);
    /* The blank line after a game belongs to it, if it is there. */
    long end = ftell(reader->file);
    int next = fgetc(reader->file);
    if (end < 0 || ferror(reader->file)) return refuse_to_read(reader, why), READ_BAD;
    if (next != '\n' && next != EOF) ungetc(next, reader->file);
    if (next == '\n') reader->line_number++;
    reader->whole_end = next == '\n' ? end + 1 : end;
    return READ_GAME;
}
