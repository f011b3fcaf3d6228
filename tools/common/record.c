#include "common/record.h"

#include <stdlib.h>

#include "common/record_comment.h"
#include "common/record_tags.h"

const char record_first_line[] = "; Rowan referee, record format 1";

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

bool ending_is_natural(Ending ending) {
    return ending <= ENDING_DRAW;
}

static const char *const outcome_texts[] = {"*", "1-0", "0-1", "1/2-1/2"};

enum { OUTCOMES = sizeof outcome_texts / sizeof outcome_texts[0] };

const char *outcome_text(Outcome outcome) {
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

bool outcome_parse(const char *text, Outcome *outcome) {
    int index;
    if (!find_name(outcome_texts, OUTCOMES, text, &index)) return false;
    *outcome = (Outcome)index;
    return true;
}

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

static void put_moves(FILE *stream, const GameRecord *record) {
    int column = 0;
    for (int i = 0; i < record->plies; i++) {
        char text[RECORD_COMMENT_SIZE + 64], name[MOVE_TEXT_SIZE];
        Writer writer = writer_on(text, sizeof text);
        if (i % 2 == 0) writer_add(&writer, "%d. ", i / 2 + 1);
        notation_print_move(&record->game, record->moves[i].cell, name);
        writer_add(&writer, "%s", name);
        if (i >= record->opening_plies) record_comment_print(&writer, &record->moves[i]);
        if (column > 0 && column + (int)writer.length + 1 > WRAP_AT) {
            fputc('\n', stream);
            column = 0;
        }
        column += fprintf(stream, "%s%s", column > 0 ? " " : "", text);
    }
    if (column > 0) fputc('\n', stream);
}

char *record_game_text(const GameRecord *record) {
    TextStream out;
    if (!text_stream_open(&out)) return NULL;
    record_tags_put(out.stream, record);
    fputc('\n', out.stream);
    put_moves(out.stream, record);
    fprintf(out.stream, "%s\n\n", outcome_text(record->outcome));
    return text_stream_close(&out);
}

char *record_header_text(int argc, char *const argv[]) {
    TextStream out;
    if (!text_stream_open(&out)) return NULL;
    fprintf(out.stream, "%s\n", record_first_line);
    for (int i = 0; i < argc; i++) {
        fputs("; ", out.stream);
        record_tag_put(out.stream, "Argument", argv[i]);
    }
    fputc('\n', out.stream);
    return text_stream_close(&out);
}
