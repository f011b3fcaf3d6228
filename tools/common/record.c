#include "common/record.h"

#include <stdlib.h>

#include "common/record_comment.h"

const char record_first_line[] = "; Rowan referee, record format 1";

static const char *const ending_names[] = {
    "line", "points", "draw", "max-plies", "agreed-draw", "resigned",  "unfinished", "void",
    "time", "crash",  "hang", "illegal",   "malformed",   "handshake", "output",     "closed-pipe",
};

enum { ENDINGS = sizeof ending_names / sizeof ending_names[0], WRAP_AT = 100, PLAIN_WRAP_AT = 79 };

const char *ending_name(Ending ending) {
    return ending_names[ending];
}

bool ending_is_fault(Ending ending) {
    return ending >= ENDING_TIME;
}

bool ending_is_final(Ending ending) {
    return ending != ENDING_UNFINISHED && ending != ENDING_VOID;
}

bool ending_is_natural(Ending ending) {
    return ending <= ENDING_DRAW;
}

static const char *const outcome_texts[] = {"*", "1-0", "0-1", "1/2-1/2"};

enum { OUTCOMES = sizeof outcome_texts / sizeof outcome_texts[0] };

const char *record_outcome_text(Outcome outcome) {
    return outcome_texts[outcome];
}

static bool find_name(const char *const names[], int count, const char *name, int *index) {
    for (*index = 0; *index < count; (*index)++) {
        if (strcmp(names[*index], name) == 0) return true;
    }
    return false;
}

bool ending_parse(const char *name, Ending *ending) {
    int index;
    if (!find_name(ending_names, ENDINGS, name, &index)) return false;
    *ending = (Ending)index;
    return true;
}

bool record_outcome_parse(const char *text, Outcome *outcome) {
    int index;
    if (!find_name(outcome_texts, OUTCOMES, text, &index)) return false;
    *outcome = (Outcome)index;
    return true;
}

/* Tags: the seven that every reader of PGN knows, for rating tools and databases, then our own. */

static void put_tag(FILE *stream, const char *name, const char *value) {
    fprintf(stream, "[%s \"", name);
    for (; *value != '\0'; value++) {
        if (*value == '"' || *value == '\\') fputc('\\', stream);
        fputc(*value, stream);
    }
    fputs("\"]\n", stream);
}

static void put_number(FILE *stream, const char *name, int number) {
    fprintf(stream, "[%s \"%d\"]\n", name, number);
}

/* What is not known is a question mark in PGN. */
static void put_known(FILE *stream, const char *name, const char *value) {
    put_tag(stream, name, value[0] != '\0' ? value : "?");
}

/* "2026-11-16T05:52:11Z" -> "2026.11.16" */
static void put_date(FILE *stream, const char *time) {
    enum { YEAR = 4, MONTH = 7, DAY = 10 };
    bool is_known = strlen(time) > DAY && time[YEAR] == '-' && time[MONTH] == '-';
    char date[DAY + 1] = "????.??.??";
    if (is_known) memcpy(date, time, DAY);
    date[YEAR] = date[MONTH] = '.';
    put_tag(stream, "Date", date);
}

/* The seven tags that PGN demands, in its order. */
static void put_roster(FILE *stream, const GameRecord *record) {
    put_known(stream, "Event", record->event);
    put_known(stream, "Site", record->site);
    put_date(stream, record->date);
    put_number(stream, "Round", record->round);
    put_known(stream, "White", record->names[SIDE_X]);
    put_known(stream, "Black", record->names[SIDE_O]);
    put_tag(stream, "Result", record_outcome_text(record->outcome));
}

/* The words of PGN for how games end. */
static const char *termination(Ending ending) {
    switch (ending) {
    case ENDING_MAX_PLIES:
    case ENDING_AGREED_DRAW:
    case ENDING_RESIGNED:
        return "adjudication";
    case ENDING_UNFINISHED:
        return "unterminated";
    case ENDING_VOID:
        return "emergency";
    case ENDING_TIME:
        return "time forfeit";
    case ENDING_ILLEGAL:
    case ENDING_MALFORMED:
    case ENDING_OUTPUT:
        return "rules infraction";
    default:
        return ending_is_natural(ending) ? "normal" : "abandoned";
    }
}

static void put_tags(FILE *stream, const GameRecord *record) {
    put_roster(stream, record);
    put_number(stream, "Number", record->number);
    put_tag(stream, "X", record->names[SIDE_X]);
    put_tag(stream, "O", record->names[SIDE_O]);
    put_tag(stream, "Game", game_name(&record->game).text);
    if (record->start[0] != '\0') put_tag(stream, "Start", record->start);
    put_number(stream, "OpeningPlies", record->opening_plies);
    put_tag(stream, "ControlX", record->controls[SIDE_X]);
    put_tag(stream, "ControlO", record->controls[SIDE_O]);
    put_tag(stream, "GameStartTime", record->date);
    put_tag(stream, "Termination", termination(record->ending));
    put_tag(stream, "Ending", ending_name(record->ending));
    put_tag(stream, "Reason", record->reason.text);
    put_number(stream, "Plies", record->plies);
}

/* "tc=10+0.1" -> "10+0.1": without a word in front it is a clock. */
static const char *plain_control(const char *control) {
    bool is_clock = strncmp(control, "tc=", 3) == 0 && strchr(control, ' ') == NULL;
    return is_clock ? control + 3 : control;
}

/* Those that fastchess and cutechess-cli write. */
static void put_plain_tags(FILE *stream, const GameRecord *record) {
    bool is_same = strcmp(record->controls[SIDE_X], record->controls[SIDE_O]) == 0;
    put_roster(stream, record);
    put_tag(stream, "Variant", game_name(&record->game).text);
    if (record->start[0] != '\0') put_tag(stream, "SetUp", "1");
    if (record->start[0] != '\0') put_tag(stream, "FEN", record->start);
    if (is_same) put_tag(stream, "TimeControl", plain_control(record->controls[SIDE_X]));
    if (!is_same) put_tag(stream, "WhiteTimeControl", plain_control(record->controls[SIDE_X]));
    if (!is_same) put_tag(stream, "BlackTimeControl", plain_control(record->controls[SIDE_O]));
    put_tag(stream, "GameStartTime", record->date);
    put_tag(stream, "Termination", termination(record->ending));
    put_number(stream, "PlyCount", record->plies);
}

/* Whole texts */

/* Text that grows as it is written, on the heap. */
typedef struct {
    FILE *stream;
    char *text;
    size_t size;
} TextStream;

static bool text_stream_open(TextStream *out) {
    *out = (TextStream){0};
    out->stream = open_memstream(&out->text, &out->size);
    return out->stream != NULL;
}

static char *text_stream_close(TextStream *out) {
    bool failed = ferror(out->stream) != 0;
    if (fclose(out->stream) == 0 && !failed) return out->text;
    free(out->text);
    return NULL;
}

typedef enum { STYLE_RECORD, STYLE_PLAIN } Style;

static bool begins_with_o(const GameRecord *record) {
    const char *blank = strchr(record->start, ' ');
    return blank != NULL && blank[1] == 'o';
}

/* "3. " before a move of X; in plain PGN also "3... " before a first move of O. */
static void add_move_number(Writer *writer, const GameRecord *record, int move, Style style) {
    int ply = move + (style == STYLE_PLAIN && begins_with_o(record));
    if (ply % 2 == 0) writer_add(writer, "%d. ", ply / 2 + 1);
    if (ply % 2 == 1 && move == 0) writer_add(writer, "1... ");
}

static void add_comment(Writer *writer, const GameRecord *record, int move, Style style) {
    bool is_opening = move < record->opening_plies;
    if (style == STYLE_PLAIN && is_opening) writer_add(writer, " {book}");
    if (style == STYLE_PLAIN && !is_opening) record_comment_print_plain(writer, &record->moves[move]);
    if (style == STYLE_RECORD && !is_opening) record_comment_print(writer, &record->moves[move]);
}

static void put_moves(FILE *stream, const GameRecord *record, Style style) {
    int column = 0, wrap_at = style == STYLE_PLAIN ? PLAIN_WRAP_AT : WRAP_AT;
    for (int i = 0; i < record->plies; i++) {
        char text[RECORD_COMMENT_SIZE + 64];
        Writer writer = writer_on(text, sizeof text);
        add_move_number(&writer, record, i, style);
        writer_add(&writer, "%s", notation_move(&record->game, record->moves[i].cell).text);
        add_comment(&writer, record, i, style);
        if (column > 0 && column + (int)writer.length + 1 > wrap_at) {
            fputc('\n', stream);
            column = 0;
        }
        column += fprintf(stream, "%s%s", column > 0 ? " " : "", text);
    }
    if (column > 0) fputc('\n', stream);
}

static char *game_text(const GameRecord *record, Style style) {
    TextStream out;
    if (!text_stream_open(&out)) return NULL;
    if (style == STYLE_PLAIN) put_plain_tags(out.stream, record);
    if (style == STYLE_RECORD) put_tags(out.stream, record);
    fputc('\n', out.stream);
    put_moves(out.stream, record, style);
    fprintf(out.stream, "%s\n\n", record_outcome_text(record->outcome));
    return text_stream_close(&out);
}

char *record_game_text(const GameRecord *record) {
    return game_text(record, STYLE_RECORD);
}

char *record_plain_text(const GameRecord *record) {
    return game_text(record, STYLE_PLAIN);
}

char *record_header_text(int argc, char *const argv[]) {
    TextStream out;
    if (!text_stream_open(&out)) return NULL;
    fprintf(out.stream, "%s\n", record_first_line);
    for (int i = 0; i < argc; i++) {
        fputs("; ", out.stream);
        put_tag(out.stream, "Argument", argv[i]);
    }
    fputc('\n', out.stream);
    return text_stream_close(&out);
}
