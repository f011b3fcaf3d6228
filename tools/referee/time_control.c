#include "referee/time_control.h"

#include "common/command_line.h"

bool time_control_parse_time(Word text, int64_t *ms) {
    const char *colon = memchr(text.at, ':', text.length);
    int64_t minutes = 0;
    if (colon != NULL) {
        if (!word_to_number((Word){text.at, (size_t)(colon - text.at)}, 0, 100000, &minutes)) return false;
        text = (Word){colon + 1, text.length - (size_t)(colon + 1 - text.at)};
    }
    if (!command_line_seconds(text, ms)) return false;
    *ms += minutes * 60 * 1000;
    return true;
}

bool time_control_parse_clock(TimeControl *control, Word text) {
    TimeControl parsed = *control;
    parsed.session_moves = 0;
    parsed.session_ms = parsed.increment_ms = 0;
    if (word_is(text, "inf")) return *control = parsed, true;
    const char *slash = memchr(text.at, '/', text.length);
    if (slash != NULL) {
        Word moves = {text.at, (size_t)(slash - text.at)};
        if (!word_to_int(moves, 1, CELLS_MAX, &parsed.session_moves)) return false;
        text = (Word){slash + 1, text.length - moves.length - 1};
    }
    const char *plus = memchr(text.at, '+', text.length);
    Word time = {text.at, plus != NULL ? (size_t)(plus - text.at) : text.length};
    if (plus != NULL) {
        Word increment = {plus + 1, text.length - time.length - 1};
        if (!time_control_parse_time(increment, &parsed.increment_ms)) return false;
    }
    if (!time_control_parse_time(time, &parsed.session_ms) || parsed.session_ms == 0) return false;
    *control = parsed;
    return true;
}

void time_control_print(const TimeControl *control, char text[RECORD_CONTROL_SIZE]) {
    Writer writer = writer_on(text, RECORD_CONTROL_SIZE);
    if (control->session_ms > 0) {
        writer_add(&writer, " tc=");
        if (control->session_moves > 0) writer_add(&writer, "%d/", control->session_moves);
        writer_add(&writer, "%g", (double)control->session_ms / 1000);
        if (control->increment_ms > 0) writer_add(&writer, "+%g", (double)control->increment_ms / 1000);
    }
    if (control->move_ms > 0) writer_add(&writer, " st=%g", (double)control->move_ms / 1000);
    if (control->depth > 0) writer_add(&writer, " depth=%d", control->depth);
    if (control->nodes > 0) writer_add(&writer, " nodes=%lld", (long long)control->nodes);
    if (writer.length > 0) memmove(text, text + 1, writer.length); /* without the first blank */
}

bool time_control_is_limited(const TimeControl *control) {
    return control->session_ms > 0 || control->move_ms > 0 || control->depth > 0 || control->nodes > 0;
}

void time_control_start(GameClock *clock, const TimeControl *control) {
    *clock = (GameClock){control->session_ms * 1000, control->session_moves};
}

void time_control_stop(GameClock *clock, const TimeControl *control, int64_t elapsed_us) {
    if (control->session_ms == 0) return;
    clock->left_us = clock->left_us > elapsed_us ? clock->left_us - elapsed_us : 0;
    clock->left_us += control->increment_ms * 1000;
    if (control->session_moves > 0 && --clock->moves_left == 0) {
        clock->left_us += control->session_ms * 1000;
        clock->moves_left = control->session_moves;
    }
}

int64_t time_control_allowed_us(const GameClock *clock, const TimeControl *control) {
    int64_t allowed_us = control->session_ms > 0 ? clock->left_us : INT64_MAX;
    if (control->move_ms > 0 && control->move_ms * 1000 < allowed_us) allowed_us = control->move_ms * 1000;
    return allowed_us;
}
