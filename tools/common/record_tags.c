#include "common/record_tags.h"

#include "common/printable.h"

void record_tag_put(FILE *stream, const char *name, const char *value) {
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
    record_tag_put(stream, name, value[0] != '\0' ? value : "?");
}

/* "2026-11-16T05:52:11Z" -> "2026.11.16" */
static void put_date(FILE *stream, const char *time) {
    enum { YEAR = 4, MONTH = 7, DAY = 10 };
    bool is_known = strlen(time) > DAY && time[YEAR] == '-' && time[MONTH] == '-';
    char date[DAY + 1] = "????.??.??";
    if (is_known) memcpy(date, time, DAY);
    date[YEAR] = date[MONTH] = '.';
    record_tag_put(stream, "Date", date);
}

/* The seven tags that PGN demands, in its order. */
static void put_roster(FILE *stream, const GameRecord *record) {
    put_known(stream, "Event", record->event);
    put_known(stream, "Site", record->site);
    put_date(stream, record->date);
    put_number(stream, "Round", record->round);
    put_known(stream, "White", record->names[SIDE_X]);
    put_known(stream, "Black", record->names[SIDE_O]);
    record_tag_put(stream, "Result", outcome_text(record->outcome));
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

void record_tags_put(FILE *stream, const GameRecord *record) {
    char game[GAME_NAME_SIZE];
    game_name(&record->game, game);
    put_roster(stream, record);
    put_number(stream, "Number", record->number);
    record_tag_put(stream, "X", record->names[SIDE_X]);
    record_tag_put(stream, "O", record->names[SIDE_O]);
    record_tag_put(stream, "Game", game);
    if (record->start[0] != '\0') record_tag_put(stream, "Start", record->start);
    put_number(stream, "OpeningPlies", record->opening_plies);
    record_tag_put(stream, "ControlX", record->controls[SIDE_X]);
    record_tag_put(stream, "ControlO", record->controls[SIDE_O]);
    record_tag_put(stream, "GameStartTime", record->date);
    record_tag_put(stream, "Termination", termination(record->ending));
    record_tag_put(stream, "Ending", ending_name(record->ending));
    record_tag_put(stream, "Reason", record->reason.text);
    put_number(stream, "Plies", record->plies);
}

bool record_tag_parse(char *line, Word *name, char **value) {
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
    text_make_printable(to);
    return true;
}

static bool copy_known(char *to, size_t size, const char *from) {
    snprintf(to, size, "%s", strcmp(from, "?") != 0 ? from : "");
    text_make_printable(to);
    return true; /* it matters to people only, so it may be cut */
}

bool record_tag_take(GameRecord *record, Word name, const char *value, Reason *why) {
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
    if (word_is(name, "Result")) return outcome_parse(value, &record->outcome);
    if (word_is(name, "Ending")) return ending_parse(value, &record->ending);
    return true;
}
