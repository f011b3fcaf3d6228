#include "common/record.h"

#include <stdlib.h>

#include "common/files.h"

static const char first_line[] = "; Rowan referee, record format 1";

static const char *const ending_names[] = {
    "line",  "points", "draw",    "max-plies", "agreed-draw", "resigned", "unfinished",  "time",
    "crash", "hang",   "illegal", "malformed", "handshake",   "output",   "closed-pipe",
};

enum { ENDINGS = sizeof ending_names / sizeof ending_names[0], WRAP_AT = 100 };

const char *ending_name(Ending ending) {
    return ending_names[ending];
}

bool ending_is_fault(Ending ending) {
    return ending >= ENDING_TIME;
}

static bool ending_is_natural(Ending ending) {
    return ending <= ENDING_DRAW;
}

static const char *const outcome_texts[] = {"*", "1-0", "0-1", "1/2-1/2"};

const char *outcome_text(Outcome outcome) {
    return outcome_texts[outcome];
}

/* Writing */

typedef struct {
    FILE *stream; /* to memory */
    char *text;
    size_t size;
} Page;

static bool page_open(Page *page) {
    *page = (Page){0};
    page->stream = open_memstream(&page->text, &page->size);
    return page->stream != NULL;
}

static char *page_close(Page *page) {
    bool failed = ferror(page->stream) != 0;
    if (fclose(page->stream) == 0 && !failed) return page->text;
    free(page->text);
    return NULL;
}

static void put_tag(FILE *stream, const char *name, const char *value) {
    fprintf(stream, "[%s \"", name);
    for (; *value != '\0'; value++) {
        if (*value == '"' || *value == '\\') fputc('\\', stream);
        fputc(*value, stream);
    }
    fputs("\"]\n", stream);
}

static void put_number_tag(FILE *stream, const char *name, int number) {
    fprintf(stream, "[%s \"%d\"]\n", name, number);
}

static void put_tags(FILE *stream, const GameRecord *record) {
    char game[GAME_NAME_SIZE];
    game_name(&record->game, game);
    put_number_tag(stream, "Number", record->number);
    put_number_tag(stream, "Round", record->round);
    put_tag(stream, "X", record->names[SIDE_X]);
    put_tag(stream, "O", record->names[SIDE_O]);
    put_tag(stream, "Game", game);
    if (record->start[0] != '\0') put_tag(stream, "Start", record->start);
    put_number_tag(stream, "OpeningPlies", record->opening_plies);
    put_tag(stream, "ControlX", record->controls[SIDE_X]);
    put_tag(stream, "ControlO", record->controls[SIDE_O]);
    put_tag(stream, "Date", record->date);
    put_tag(stream, "Result", outcome_text(record->outcome));
    put_tag(stream, "Ending", ending_name(record->ending));
    put_tag(stream, "Reason", record->reason.text);
    put_number_tag(stream, "Plies", record->plies);
}

static void print_comment(Writer *writer, const RecordMove *move) {
    if (move->value_kind == VALUE_NONE && move->nodes == 0 && move->elapsed_us == 0) return;
    writer_add(writer, " {");
    if (move->value_kind == VALUE_CP) writer_add(writer, "%+.2f", (double)move->value / 100);
    if (move->value_kind == VALUE_MATE) {
        long long moves = (long long)move->value;
        writer_add(writer, "%cM%lld", moves < 0 ? '-' : '+', moves < 0 ? -moves : moves);
    }
    if (move->value_kind != VALUE_NONE) writer_add(writer, "/%lld ", (long long)move->depth);
    if (move->nodes > 0) writer_add(writer, "%lld ", (long long)move->nodes);
    writer_add(writer, "%.3fs}", (double)move->elapsed_us / 1e6);
}

static void put_moves(FILE *stream, const GameRecord *record) {
    int column = 0;
    for (int i = 0; i < record->plies; i++) {
        char text[128], name[MOVE_TEXT_SIZE];
        Writer writer = writer_on(text, sizeof text);
        if (i % 2 == 0) writer_add(&writer, "%d. ", i / 2 + 1);
        move_print(&record->game, record->moves[i].cell, name);
        writer_add(&writer, "%s", name);
        if (i >= record->opening_plies) print_comment(&writer, &record->moves[i]);
        if (column > 0 && column + (int)writer.length + 1 > WRAP_AT) {
            fputc('\n', stream);
            column = 0;
        }
        column += fprintf(stream, "%s%s", column > 0 ? " " : "", text);
    }
    if (column > 0) fputc('\n', stream);
}

char *record_game_text(const GameRecord *record) {
    Page page;
    if (!page_open(&page)) return NULL;
    put_tags(page.stream, record);
    fputc('\n', page.stream);
    put_moves(page.stream, record);
    fprintf(page.stream, "%s\n\n", outcome_text(record->outcome));
    return page_close(&page);
}

char *record_header_text(int argc, char *const argv[]) {
    Page page;
    if (!page_open(&page)) return NULL;
    fprintf(page.stream, "%s\n", first_line);
    for (int i = 0; i < argc; i++) put_tag(page.stream, "Argument", argv[i]);
    fputc('\n', page.stream);
    return page_close(&page);
}

/* Reading */

/* Takes a whole line without its end; false at the end of the file, also in the middle of a line. */
static bool read_line(RecordReader *reader) {
    ssize_t length = getline(&reader->line, &reader->line_size, reader->file);
    reader->is_cut = length <= 0 || reader->line[length - 1] != '\n';
    if (reader->is_cut) return false;
    reader->line[length - 1] = '\0';
    if (length > 1 && reader->line[length - 2] == '\r') reader->line[length - 2] = '\0';
    reader->line_number++;
    return true;
}

/* [Name "value"] in the current line: value is unquoted in place. */
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

void record_free_arguments(char **argv) {
    if (argv == NULL) return;
    for (int i = 0; argv[i] != NULL; i++) free(argv[i]);
    free(argv);
}

static bool add_argument(char ***argv, int *count, const char *text) {
    char **grown = realloc(*argv, (size_t)(*count + 2) * sizeof *grown);
    if (grown == NULL) return false;
    *argv = grown;
    grown[*count] = malloc(strlen(text) + 1);
    if (grown[*count] == NULL) return false;
    strcpy(grown[(*count)++], text);
    grown[*count] = NULL;
    return true;
}

static bool read_header(RecordReader *reader, char ***argv, Reason *why) {
    Word name;
    char *value;
    int count = 0;
    if (!read_line(reader) || strcmp(reader->line, first_line) != 0) {
        return refuse(why, "it does not begin with '%s'", first_line);
    }
    while (read_line(reader) && reader->line[0] != '\0') {
        if (!parse_tag(reader->line, &name, &value) || !word_is(name, "Argument")) {
            return refuse(why, "line %d is not an Argument", reader->line_number);
        }
        if (argv != NULL && !add_argument(argv, &count, value)) return refuse(why, "no memory");
    }
    if (reader->is_cut) return refuse(why, "it ends before its first game");
    reader->whole_end = ftell(reader->file);
    return true;
}

bool record_open(RecordReader *reader, const char *path, char ***argv, Reason *why) {
    Reason reason;
    if (argv != NULL) *argv = NULL;
    *reader = (RecordReader){.path = path, .file = plain_file_open(path)};
    if (reader->file == NULL) return refuse_errno(why, "record %.150s: the file cannot be opened", path);
    if (argv != NULL) *argv = calloc(1, sizeof **argv);
    if (read_header(reader, argv, &reason)) return true;
    record_close(reader);
    if (argv != NULL) record_free_arguments(*argv);
    if (argv != NULL) *argv = NULL;
    return refuse(why, "record %s: %s", path, reason.text);
}

void record_close(RecordReader *reader) {
    if (reader->file != NULL) fclose(reader->file);
    free(reader->line);
    free(reader->grid);
    *reader = (RecordReader){0};
}

static bool copy_text(char *to, size_t size, const char *from) {
    if (strlen(from) >= size) return false;
    strcpy(to, from);
    return true;
}

static bool find_name(const char *const names[], int count, const char *name, int *index) {
    for (*index = 0; *index < count; (*index)++) {
        if (strcmp(names[*index], name) == 0) return true;
    }
    return false;
}

/* Tags that we do not know are left alone. */
static bool take_tag(GameRecord *record, Word name, const char *value, Reason *why) {
    int index;
    if (word_is(name, "Number")) return word_to_int(word_of(value), 1, INT32_MAX, &record->number);
    if (word_is(name, "Round")) return word_to_int(word_of(value), 1, INT32_MAX, &record->round);
    if (word_is(name, "X")) return copy_text(record->names[SIDE_X], RECORD_NAME_SIZE, value);
    if (word_is(name, "O")) return copy_text(record->names[SIDE_O], RECORD_NAME_SIZE, value);
    if (word_is(name, "Game")) return game_parse(word_of(value), &record->game, why);
    if (word_is(name, "Start")) return copy_text(record->start, sizeof record->start, value);
    if (word_is(name, "OpeningPlies")) return word_to_int(word_of(value), 0, CELLS_MAX, &record->opening_plies);
    if (word_is(name, "ControlX")) return copy_text(record->controls[SIDE_X], RECORD_CONTROL_SIZE, value);
    if (word_is(name, "ControlO")) return copy_text(record->controls[SIDE_O], RECORD_CONTROL_SIZE, value);
    if (word_is(name, "Date")) return copy_text(record->date, sizeof record->date, value);
    if (word_is(name, "Reason")) return copy_text(record->reason.text, sizeof record->reason.text, value);
    if (word_is(name, "Result")) {
        if (!find_name(outcome_texts, 4, value, &index)) return false;
        record->outcome = (Outcome)index;
    } else if (word_is(name, "Ending")) {
        if (!find_name(ending_names, ENDINGS, value, &index)) return false;
        record->ending = (Ending)index;
    }
    return true;
}

/* A record may say anything. */
static int64_t rounded(double value) {
    static const double most = 9e18;
    if (!(value > -most)) return -(int64_t)most; /* no number at all, too */
    return value < most ? (int64_t)(value + (value < 0 ? -0.5 : 0.5)) : (int64_t)most;
}

/* "+0.35/6", "-M2/11", "4023", "0.012s" */
static void take_comment_word(RecordMove *move, Word word) {
    char text[64];
    snprintf(text, sizeof text, "%.*s", word_shown(word), word.at);
    char *end = text;
    if (text[0] == '+' || text[0] == '-') {
        bool is_mate = text[1] == 'M';
        double value = strtod(is_mate ? text + 2 : text, &end);
        move->value_kind = is_mate ? VALUE_MATE : VALUE_CP;
        move->value = rounded(!is_mate ? value * 100 : text[0] == '-' ? -value : value);
        if (*end == '/') move->depth = strtoll(end + 1, &end, 10);
    } else if (text[0] != '\0' && text[strlen(text) - 1] == 's') {
        move->elapsed_us = rounded(strtod(text, &end) * 1e6);
    } else {
        word_to_number(word, 0, INT64_MAX, &move->nodes);
    }
}

/* Takes what is in braces; *cursor stands behind the opening one. */
static bool take_comment(const char **cursor, RecordMove *move) {
    const char *end = strchr(*cursor, '}');
    if (end == NULL) return false;
    char inside[128];
    snprintf(inside, sizeof inside, "%.*s", (int)(end - *cursor), *cursor);
    *cursor = end + 1;
    const char *at = inside;
    for (Word word; word_next(&at, &word);) {
        if (move != NULL) take_comment_word(move, word);
    }
    return true;
}

static bool take_moves(GameRecord *record, const char *line, Reason *why) {
    Word word;
    for (const char *cursor = line;;) {
        cursor += strspn(cursor, " \t");
        if (*cursor == '{') {
            cursor++;
            if (!take_comment(&cursor, record->plies > 0 ? &record->moves[record->plies - 1] : NULL)) {
                return refuse(why, "a brace is not closed");
            }
            continue;
        }
        if (!word_next(&cursor, &word)) return true;
        if (word.at[word.length - 1] == '.') continue; /* a move's number */
        if (record->plies == CELLS_MAX) return refuse(why, "too many moves");
        RecordMove *move = &record->moves[record->plies];
        *move = (RecordMove){0};
        if (!move_parse(&record->game, word, &move->cell, why)) return false;
        record->plies++;
    }
}

static bool prepare_grid(RecordReader *reader, const Game *game, Reason *why) {
    if (reader->grid != NULL && game_equal(&reader->grid->game, game)) return true;
    Geometry *geometry = geometry_new(game);
    if (reader->grid == NULL) reader->grid = malloc(sizeof *reader->grid);
    bool is_fine = geometry != NULL && reader->grid != NULL;
    if (is_fine) grid_init(reader->grid, geometry);
    geometry_free(geometry);
    return is_fine || refuse(why, "no memory");
}

/* The game once more, by the rules. */
static bool replay(RecordReader *reader, const GameRecord *record, Reason *why) {
    Board board;
    board_init(&board);
    if (!prepare_grid(reader, &record->game, why)) return false;
    if (record->start[0] != '\0') {
        const char *cursor = record->start;
        Diagram diagram;
        if (!diagram_parse(&cursor, &diagram, why)) return false;
        if (!game_equal(&diagram.game, &record->game)) return refuse(why, "the start is one of another game");
        if (!diagram_to_board(&diagram, reader->grid, &board, why)) return false;
    }
    for (int i = 0; i < record->plies; i++) {
        CellSet occupied = board_occupied(&board);
        bool is_legal =
            !cells_has(&occupied, record->moves[i].cell) && board_outcome(reader->grid, &board) == OUTCOME_NONE;
        if (!is_legal) return refuse(why, "ply %d is not legal", i + 1);
        board_play(reader->grid, &board, record->moves[i].cell);
    }
    Outcome expected = ending_is_natural(record->ending) ? record->outcome : OUTCOME_NONE;
    if (board_outcome(reader->grid, &board) == expected) return true;
    return refuse(why, "the moves do not lead to the result");
}

static bool read_tags(RecordReader *reader, GameRecord *record, Reason *why) {
    do {
        Word name;
        char *value;
        Reason detail = {"its value is wrong"};
        if (!parse_tag(reader->line, &name, &value)) return refuse(why, "not a tag");
        if (!take_tag(record, name, value, &detail)) {
            return refuse(why, "tag %.*s: %s", word_shown(name), name.at, detail.text);
        }
        if (!read_line(reader)) return refuse(why, "the file ends inside a game");
    } while (reader->line[0] != '\0');
    bool lacks_result = (record->outcome == OUTCOME_NONE) != (record->ending == ENDING_UNFINISHED);
    if (record->number == 0 || record->game.n == 0 || lacks_result) {
        return refuse(why, "one of the tags Number, Game, Result is missing");
    }
    return true;
}

static bool read_moves(RecordReader *reader, GameRecord *record, Reason *why) {
    while (read_line(reader)) {
        if (strcmp(reader->line, outcome_text(record->outcome)) == 0) return true;
        if (!take_moves(record, reader->line, why)) return false;
    }
    return refuse(why, "the file ends inside a game");
}

ReadResult record_next(RecordReader *reader, GameRecord *record, Reason *why) {
    Reason reason;
    memset(record, 0, sizeof *record);
    do {
        long begin = ftell(reader->file);
        if (!read_line(reader)) return ftell(reader->file) == begin ? READ_END : READ_TORN;
    } while (reader->line[0] == '\0' || reader->line[0] == ';');
    int first = reader->line_number;
    bool is_whole = read_tags(reader, record, &reason) && read_moves(reader, record, &reason);
    /* A game that just stops is what an interruption leaves behind; any other damage somebody else did. */
    if (!is_whole && reader->is_cut) return READ_TORN;
    if (!is_whole || !replay(reader, record, &reason)) {
        refuse(why, "record %.100s: line %d, in the game from line %d on: %s", reader->path, reader->line_number, first,
               reason.text);
        return READ_BAD;
    }
    /* The blank line behind a game belongs to it, if it is there. */
    long end = ftell(reader->file);
    int next = fgetc(reader->file);
    if (next != '\n' && next != EOF) ungetc(next, reader->file);
    reader->whole_end = next == '\n' ? end + 1 : end;
    return READ_GAME;
}
