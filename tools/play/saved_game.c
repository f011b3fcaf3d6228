#include "play/saved_game.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "common/files.h"

/* Writing */

/* A slip in the name must not cost somebody a file: only records are replaced. */
static bool may_replace(const char *path) {
    FILE *file = file_open_plain(path);
    if (file == NULL) return errno == EISDIR || access(path, F_OK) != 0; /* a folder cannot be written anyway */
    int first = getc(file);
    fclose(file);
    return first == EOF || first == ';';
}

static bool write_texts(const char *path, const char *const texts[]) {
    FILE *file = file_open_output(path, false);
    if (file == NULL) return false;
    for (int i = 0; texts[i] != NULL; i++) fputs(texts[i], file);
    return file_close(file);
}

/* The old file stays until the new one is complete. */
static bool replace_file(const char *path, const char *const texts[]) {
    if (!file_is_replaceable(path)) return write_texts(path, texts);
    /* To replace a file takes a writable folder only; one that may not be written stays all the same. */
    if (!file_is_writable(path)) return false;
    char *written = file_new_beside(path);
    return written != NULL && file_replace(path, written, write_texts(written, texts));
}

static Ending find_ending(const GameHistory *history, Reason *words) {
    Outcome outcome = history_outcome(history);
    bool counts_points = game_counts_points(history_game(history));
    switch (history_end(history)) {
    case HISTORY_RESIGNED:
        reason_set(words, "%c resigned", side_letter(history->resigned));
        return ENDING_RESIGNED;
    case HISTORY_MAX_PLIES:
        reason_set(words, "draw after %d plies", history->position.board.ply);
        return ENDING_MAX_PLIES;
    case HISTORY_GOES_ON:
        reason_set(words, "the game is not finished");
        return ENDING_UNFINISHED;
    default:
        break;
    }
    if (outcome == OUTCOME_DRAW) {
        reason_set(words, "draw");
        return ENDING_DRAW;
    }
    reason_set(words, "%c %s", outcome == OUTCOME_X_WINS ? 'X' : 'O',
               counts_points ? "has more points" : "completed a line");
    return counts_points ? ENDING_POINTS : ENDING_LINE;
}

static void fill_in(GameRecord *record, const GameHistory *history, const char *const players[2]) {
    *record = (GameRecord){.number = 1, .round = 1, .game = *history_game(history), .plies = history->plies};
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        snprintf(record->names[side], sizeof record->names[side], "%s", players[side]);
    }
    const Board *start = &history->start.board;
    if (start->ply > 0) notation_print_position(history_grid(history), start, record->start);
    for (int ply = 0; ply < history->plies; ply++) record->moves[ply].cell = history->moves[ply];
    time_t now = time(NULL);
    struct tm utc;
    if (gmtime_r(&now, &utc) != NULL) strftime(record->date, sizeof record->date, "%Y-%m-%dT%H:%M:%SZ", &utc);
    record->outcome = history_outcome(history);
    record->ending = find_ending(history, &record->reason);
}

bool saved_game_write(const char *path, const GameHistory *history, const char *const players[2], Reason *why) {
    if (!may_replace(path)) return refuse(why, "%s exists and is not a recorded game", path);
    GameRecord *record = malloc(sizeof *record);
    if (record == NULL) return refuse(why, "not enough memory");
    fill_in(record, history, players);
    char *header = record_header_text(0, NULL), *game = record_game_text(record);
    bool has_texts = header != NULL && game != NULL;
    const char *const texts[] = {header, game, NULL};
    errno = 0;
    bool is_saved = has_texts ? replace_file(path, texts) || refuse_errno(why, "cannot write '%.150s'", path)
                              : refuse(why, "not enough memory");
    free(header);
    free(game);
    free(record);
    return is_saved;
}

/* Reading */

static bool set_up(GameHistory *history, const GameRecord *record, Reason *why) {
    Position start;
    if (!record_start(record, history_grid(history), &start, why)) return false;
    history_begin(history, &start);
    for (int ply = 0; ply < record->plies; ply++) {
        if (!history_play(history, record->moves[ply].cell, why)) return false;
    }
    return true;
}

static bool find_game(const char *path, int number, GameRecord *record, Reason *why) {
    RecordReader reader;
    if (!record_open(&reader, path, NULL, why)) return false;
    ReadResult result = READ_GAME;
    int read = 0;
    while (read < number && (result = record_next(&reader, record, why)) == READ_GAME) read++;
    record_close(&reader);
    if (result == READ_END) {
        return refuse(why, "%s holds %d %s, so there is no game %d", path, read, text_plural(read, "game", "games"),
                      number);
    }
    if (result == READ_TORN) return refuse(why, "%s ends in the middle of game %d", path, read + 1);
    return result == READ_GAME;
}

static GameHistory *history_of(const GameRecord *record, Reason *why) {
    GameHistory *history = history_new(&record->game, 0);
    if (history == NULL) {
        refuse(why, "not enough memory");
    } else if (!set_up(history, record, why)) {
        history_free(history);
        history = NULL;
    }
    return history;
}

GameHistory *saved_game_read(const char *path, int number, GameRecord *record, Reason *why) {
    GameRecord *found = malloc(sizeof *found);
    GameHistory *history = NULL;
    if (found == NULL) {
        refuse(why, "not enough memory");
    } else if (find_game(path, number, found, why)) {
        history = history_of(found, why);
    }
    if (history != NULL && record != NULL) *record = *found;
    free(found);
    return history;
}
