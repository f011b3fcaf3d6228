#include "play/replay.h"

#include <stdlib.h>

#include "play/saved_game.h"
#include "play/view.h"

typedef struct {
    const Terminal *terminal;
    const GameRecord *record;
    Course *course;
} Replay;

static void go_to(Course *course, const GameRecord *record, int ply) {
    Board start = course->start;
    Reason why;
    course_begin(course, &start);
    for (int next = 0; next < ply; next++) course_play(course, record->moves[next].cell, &why);
}

static void say_heading(const Replay *replay) {
    const GameRecord *record = replay->record;
    char game[GAME_NAME_SIZE];
    game_name(&record->game, game);
    fprintf(replay->terminal->out, "Game %d: %s, X: %s, O: %s, %d plies, %d of them the opening\n", record->number,
            game, record->names[SIDE_X], record->names[SIDE_O], record->plies, record->opening_plies);
}

/* What the engine said with the move, as far as it is recorded. */
static void say_comment(const Replay *replay, const RecordMove *move) {
    FILE *out = replay->terminal->out;
    if (move->value_kind == VALUE_CP) fprintf(out, "value %+.2f  ", (double)move->value / 100);
    if (move->value_kind == VALUE_MATE) {
        long long moves = (long long)move->value;
        fprintf(out, "value %s in %lld  ", moves > 0 ? "win" : "loss", moves > 0 ? moves : -moves);
    }
    if (move->depth > 0) fprintf(out, "depth %lld  ", (long long)move->depth);
    if (move->nodes > 0) fprintf(out, "nodes %lld  ", (long long)move->nodes);
    if (move->elapsed_us > 0) fprintf(out, "time %.3f s", (double)move->elapsed_us / 1e6);
    bool says = move->value_kind != VALUE_NONE || move->depth > 0 || move->nodes > 0 || move->elapsed_us > 0;
    if (says) putc('\n', out);
}

static void show(const Replay *replay) {
    const Course *course = replay->course;
    const GameRecord *record = replay->record;
    fprintf(replay->terminal->out, "\nply %d of %d\n", course->plies, record->plies);
    view_last_move(replay->terminal, course);
    if (course->plies > 0) say_comment(replay, &record->moves[course->plies - 1]);
    view_position(replay->terminal, course);
    if (course->plies < record->plies) return;
    fprintf(replay->terminal->out, "Result %s: %s\n", outcome_text(record->outcome), record->reason.text);
}

/* The ply that a line asks for, or -1 to leave. */
static int next_ply(const Replay *replay, const char *line) {
    Word word;
    int ply = replay->course->plies, last = replay->record->plies;
    if (!word_next(&line, &word) || word_is_nocase(word, "n")) return ply < last ? ply + 1 : -1;
    if (word_is_nocase(word, "q") || word_is_nocase(word, "quit")) return -1;
    if (word_is_nocase(word, "b")) return ply > 0 ? ply - 1 : 0;
    if (!word_to_int(word, 0, last, &ply)) {
        fprintf(replay->terminal->out, "Enter goes on, b back, a number from 0 to %d to that ply, q leaves.\n", last);
    }
    return ply;
}

static void step(const Replay *replay) {
    char line[TERMINAL_LINE_SIZE], prompt[64];
    for (;;) {
        bool is_at_end = replay->course->plies == replay->record->plies;
        snprintf(prompt, sizeof prompt, "[Enter %s, b back, number, q] ", is_at_end ? "leaves" : "goes on");
        if (!terminal_ask(replay->terminal, prompt, line)) return;
        int before = replay->course->plies, ply = next_ply(replay, line);
        if (ply < 0) return;
        go_to(replay->course, replay->record, ply);
        if (ply != before) show(replay);
    }
}

bool replay_run(const Terminal *terminal, const PlayRequest *request) {
    GameRecord *record = malloc(sizeof *record);
    Reason why;
    Course *course = NULL;
    if (record == NULL) {
        refuse(&why, "not enough memory");
    } else {
        course = sheet_load(request->replay_file, request->replay_number, record, &why);
    }
    if (course != NULL) {
        Replay replay = {terminal, record, course};
        say_heading(&replay);
        go_to(course, record, 0);
        show(&replay);
        if (terminal->is_interactive) {
            step(&replay);
        } else {
            for (int ply = 1; ply <= record->plies; ply++) {
                go_to(course, record, ply);
                show(&replay);
            }
        }
    } else {
        fprintf(stderr, "play: %s\n", why.text);
    }
    course_free(course);
    free(record);
    return course != NULL;
}
