#include "common/record.h"

#include <stdarg.h>
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

/* Text that grows on the heap as it is written. When memory is short, the rest is dropped. */
typedef struct {
    char *text;
    size_t length, size;
    bool has_failed;
} Text;

static bool has_room(Text *out, size_t wanted) {
    if (out->has_failed || wanted <= out->size) return !out->has_failed;
    char *larger = realloc(out->text, 2 * wanted);
    out->has_failed = larger == NULL;
    if (larger == NULL) return false;
    out->text = larger;
    out->size = 2 * wanted;
    return true;
}

/* How many characters that are. */
static PRINTF_LIKE(2, 3) int put(Text *out, const char *format, ...) {
    va_list arguments, copy;
    va_start(arguments, format);
    va_copy(copy, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (has_room(out, out->length + (size_t)length + 1)) {
        out->length += (size_t)vsnprintf(out->text + out->length, (size_t)length + 1, format, copy);
    }
    va_end(copy);
    return length;
}

static char *finished(Text *out) {
    if (!out->has_failed) return out->text;
    free(out->text);
    return NULL;
}

/* Tags: the seven that every reader of PGN knows, for rating tools and databases, then our own. */

static void put_tag(Text *out, const char *name, const char *value) {
    put(out, "[%s \"", name);
    for (; *value != '\0'; value++) {
        put(out, *value == '"' || *value == '\\' ? "\\%c" : "%c", *value);
    }
    put(out, "\"]\n");
}

static void put_number(Text *out, const char *name, int number) {
    put(out, "[%s \"%d\"]\n", name, number);
}

/* What is not known is a question mark in PGN. */
static void put_known(Text *out, const char *name, const char *value) {
    put_tag(out, name, value[0] != '\0' ? value : "?");
}

/* "2026-11-16T05:52:11Z" -> "2026.11.16" */
static void put_date(Text *out, const char *time) {
    enum { YEAR = 4, MONTH = 7, DAY = 10 };
    bool is_known = strlen(time) > DAY && time[YEAR] == '-' && time[MONTH] == '-';
    char date[DAY + 1] = "????.??.??";
    if (is_known) memcpy(date, time, DAY);
    date[YEAR] = date[MONTH] = '.';
    put_tag(out, "Date", date);
}

/* The seven tags that PGN demands, in its order. */
static void put_roster(Text *out, const GameRecord *record) {
    put_known(out, "Event", record->event);
    put_known(out, "Site", record->site);
    put_date(out, record->date);
    put_number(out, "Round", record->round);
    put_known(out, "White", record->names[SIDE_X]);
    put_known(out, "Black", record->names[SIDE_O]);
    put_tag(out, "Result", record_outcome_text(record->outcome));
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

static void put_tags(Text *out, const GameRecord *record) {
    put_roster(out, record);
    put_number(out, "Number", record->number);
    put_tag(out, "X", record->names[SIDE_X]);
    put_tag(out, "O", record->names[SIDE_O]);
    put_tag(out, "Game", game_name(&record->game).text);
    if (record->start[0] != '\0') put_tag(out, "Start", record->start);
    put_number(out, "OpeningPlies", record->opening_plies);
    put_tag(out, "ControlX", record->controls[SIDE_X]);
    put_tag(out, "ControlO", record->controls[SIDE_O]);
    put_tag(out, "GameStartTime", record->date);
    put_tag(out, "Termination", termination(record->ending));
    put_tag(out, "Ending", ending_name(record->ending));
    put_tag(out, "Reason", record->reason.text);
    put_number(out, "Plies", record->plies);
}

/* "tc=10+0.1" -> "10+0.1": without a word in front it is a clock. */
static const char *plain_control(const char *control) {
    bool is_clock = strncmp(control, "tc=", 3) == 0 && strchr(control, ' ') == NULL;
    return is_clock ? control + 3 : control;
}

/* Those that fastchess and cutechess-cli write. */
static void put_plain_tags(Text *out, const GameRecord *record) {
    bool is_same = strcmp(record->controls[SIDE_X], record->controls[SIDE_O]) == 0;
    put_roster(out, record);
    put_tag(out, "Variant", game_name(&record->game).text);
    if (record->start[0] != '\0') put_tag(out, "SetUp", "1");
    if (record->start[0] != '\0') put_tag(out, "FEN", record->start);
    if (is_same) put_tag(out, "TimeControl", plain_control(record->controls[SIDE_X]));
    if (!is_same) put_tag(out, "WhiteTimeControl", plain_control(record->controls[SIDE_X]));
    if (!is_same) put_tag(out, "BlackTimeControl", plain_control(record->controls[SIDE_O]));
    put_tag(out, "GameStartTime", record->date);
    put_tag(out, "Termination", termination(record->ending));
    put_number(out, "PlyCount", record->plies);
}

/* Whole texts */

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

static void put_moves(Text *out, const GameRecord *record, Style style) {
    int column = 0, wrap_at = style == STYLE_PLAIN ? PLAIN_WRAP_AT : WRAP_AT;
    for (int i = 0; i < record->plies; i++) {
        char text[RECORD_COMMENT_SIZE + 64];
        Writer writer = writer_on(text, sizeof text);
        add_move_number(&writer, record, i, style);
        writer_add(&writer, "%s", notation_move(&record->game, record->moves[i].cell).text);
        add_comment(&writer, record, i, style);
        if (column > 0 && column + (int)writer.length + 1 > wrap_at) {
            put(out, "\n");
            column = 0;
        }
        column += put(out, "%s%s", column > 0 ? " " : "", text);
    }
    if (column > 0) put(out, "\n");
}

static char *game_text(const GameRecord *record, Style style) {
    Text out = {0};
    if (style == STYLE_PLAIN) put_plain_tags(&out, record);
    if (style == STYLE_RECORD) put_tags(&out, record);
    put(&out, "\n");
    put_moves(&out, record, style);
    put(&out, "%s\n\n", record_outcome_text(record->outcome));
    return finished(&out);
}

char *record_game_text(const GameRecord *record) {
    return game_text(record, STYLE_RECORD);
}

char *record_plain_text(const GameRecord *record) {
    return game_text(record, STYLE_PLAIN);
}

char *record_header_text(int argc, char *const argv[]) {
    Text out = {0};
    put(&out, "%s\n", record_first_line);
    for (int i = 0; i < argc; i++) {
        put(&out, "; ");
        put_tag(&out, "Argument", argv[i]);
    }
    put(&out, "\n");
    return finished(&out);
}
