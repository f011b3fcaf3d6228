#include "play/replay.h"

#include <stdlib.h>
#include <string.h>

#include "play/saved_game.h"
#include "play/view.h"

typedef struct {
    const Terminal *terminal;
    const GameRecord *record;
    GameHistory *history;
} Replay;

enum { LEAVE = -1 };

/* The moves are known to be legal: they were played once when the game was read. */
static void go_to(const Replay *replay, int ply) {
    GameHistory *history = replay->history;
    Position start = history->start;
    Reason why;
    history_begin(history, &start);
    for (int next = 0; next < ply; next++) history_play(history, replay->record->moves[next].cell, &why);
}

static void show_heading(const Replay *replay) {
    const GameRecord *record = replay->record;
    FILE *out = replay->terminal->out;
    fprintf(out, "Game %d: %s, X: %s, O: %s, %d %s", record->number, game_name(&record->game).text,
            record->names[SIDE_X], record->names[SIDE_O], record->plies, text_plural(record->plies, "ply", "plies"));
    if (record->opening_plies > 0) fprintf(out, " (%d from the opening)", record->opening_plies);
    putc('\n', out);
}

/* What the engine said with its move, as far as it was recorded. */
static void show_comment(const Replay *replay, Side mover, const RecordMove *move) {
    FILE *out = replay->terminal->out;
    char text[160];
    Writer line = writer_on(text, sizeof text);
    bool has_value = move->value_kind != VALUE_NONE;
    if (has_value) view_add_value(&line, mover, move->value_kind == VALUE_MATE, move->value);
    if (move->depth > 0) writer_add(&line, ", depth %lld", (long long)move->depth);
    if (move->nodes > 0)
        writer_add(&line, ", %lld %s", (long long)move->nodes, text_plural(move->nodes, "node", "nodes"));
    if (move->elapsed_us > 0) writer_add(&line, ", %.3f s", (double)move->elapsed_us / 1e6);
    if (text[0] != '\0') fprintf(out, "%s\n", text + (has_value ? 0 : strlen(", ")));
}

static void show(const Replay *replay) {
    const GameHistory *history = replay->history;
    const GameRecord *record = replay->record;
    fprintf(replay->terminal->out, "\nply %d of %d\n", history->plies, record->plies);
    view_position(replay->terminal, history);
    view_last_move(replay->terminal, history);
    if (history->plies > 0) {
        show_comment(replay, side_other(history_side_to_move(history)), &record->moves[history->plies - 1]);
    }
    if (history->plies < record->plies) return;
    fprintf(replay->terminal->out, "Result %s: %s\n", record_outcome_text(record->outcome), record->reason.text);
}

/* The ply that a line asks for, or LEAVE. */
static int next_ply(const Replay *replay, const char *line) {
    Word word;
    int ply = replay->history->plies, last = replay->record->plies;
    if (!word_next(&line, &word) || word_is_nocase(word, "n")) return ply < last ? ply + 1 : LEAVE;
    if (word_is_nocase(word, "q") || word_is_nocase(word, "quit")) return LEAVE;
    if (word_is_nocase(word, "b")) return ply > 0 ? ply - 1 : 0;
    if (!word_to_int(word, 0, last, &ply)) {
        fprintf(replay->terminal->out,
                "Press Enter for the next move, or type b to go back, a ply from 0 to %d, or q to quit.\n", last);
    }
    return ply;
}

static void step(const Replay *replay) {
    char line[TERMINAL_LINE_SIZE], prompt[64];
    for (;;) {
        bool is_at_end = replay->history->plies == replay->record->plies;
        snprintf(prompt, sizeof prompt, "[Enter %s, b back, number to that ply, q quit] ", is_at_end ? "quit" : "next");
        if (!terminal_ask(replay->terminal, prompt, line)) return;
        int before = replay->history->plies, ply = next_ply(replay, line);
        if (ply == LEAVE) return;
        go_to(replay, ply);
        if (ply != before) show(replay);
    }
}

static void run(const Replay *replay) {
    show_heading(replay);
    go_to(replay, 0);
    show(replay);
    if (replay->terminal->is_keyboard && replay->terminal->is_screen) {
        step(replay);
        return;
    }
    for (int ply = 1; ply <= replay->record->plies; ply++) {
        go_to(replay, ply);
        show(replay);
    }
}

static bool load(const PlayOptions *options, GameRecord *record, GameHistory **history, Reason *why) {
    if (record == NULL) return refuse(why, "not enough memory");
    *history = saved_game_read(options->replay_file, options->replay_number, record, why);
    return *history != NULL;
}

bool replay_run(const Terminal *terminal, const PlayOptions *options) {
    GameRecord *record = malloc(sizeof *record);
    GameHistory *history = NULL;
    Reason why;
    bool is_loaded = load(options, record, &history, &why);
    if (is_loaded) {
        run(&(Replay){terminal, record, history});
    } else {
        fprintf(stderr, "play: %s\n", why.text);
    }
    history_free(history);
    free(record);
    return is_loaded;
}
