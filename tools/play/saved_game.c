#include "play/saved_game.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/files.h"

/* A slip in the name must not cost somebody a file: only records are replaced. */
static bool may_replace(const char *path) {
    FILE *file = file_open(path);
    if (file == NULL) return true; /* there is none, or writing will tell what it is */
    int first = getc(file);
    fclose(file);
    return first == EOF || first == ';';
}

static bool write_text(const char *path, const char *const texts[], Reason *why) {
    if (!may_replace(path)) return refuse(why, "%s is there already and is not a recorded game", path);
    FILE *file = fopen(path, "w");
    if (file == NULL) return refuse_errno(why, "cannot write %.150s", path);
    for (int i = 0; texts[i] != NULL; i++) fputs(texts[i], file);
    return stream_close(file) || refuse_errno(why, "cannot write %.150s", path);
}

static Ending record_ending(const Course *course) {
    switch (course_end(course)) {
    case COURSE_RESIGNED:
        return ENDING_RESIGNED;
    case COURSE_MAX_PLIES:
        return ENDING_MAX_PLIES;
    case COURSE_GOES_ON:
        return ENDING_UNFINISHED;
    default:
        break;
    }
    if (course_outcome(course) == OUTCOME_DRAW) return ENDING_DRAW;
    return game_counts_points(&course->grid.game) ? ENDING_POINTS : ENDING_LINE;
}

static void fill_in_reason(const Course *course, Reason *reason) {
    char winner = course_outcome(course) == OUTCOME_X_WINS ? 'X' : 'O';
    switch (record_ending(course)) {
    case ENDING_RESIGNED:
        refuse(reason, "%c resigned", side_letter(course->resigned));
        break;
    case ENDING_MAX_PLIES:
        refuse(reason, "tie after %d plies", course->board.ply);
        break;
    case ENDING_UNFINISHED:
        refuse(reason, "the game goes on");
        break;
    case ENDING_DRAW:
        refuse(reason, "draw");
        break;
    case ENDING_POINTS:
        refuse(reason, "%c has more points", winner);
        break;
    default:
        refuse(reason, "%c completed a line", winner);
        break;
    }
}

static void fill_in(GameRecord *record, const Course *course, const char *const players[2]) {
    *record = (GameRecord){.number = 1, .round = 1, .game = course->grid.game, .plies = course->plies};
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        snprintf(record->names[side], sizeof record->names[side], "%s", players[side]);
    }
    if (course->start.ply > 0) position_print(&course->grid, &course->start, record->start);
    for (int ply = 0; ply < course->plies; ply++) record->moves[ply].cell = course->moves[ply];
    time_t now = time(NULL);
    struct tm utc;
    if (gmtime_r(&now, &utc) != NULL) strftime(record->date, sizeof record->date, "%Y-%m-%dT%H:%M:%SZ", &utc);
    record->outcome = course_outcome(course);
    record->ending = record_ending(course);
    fill_in_reason(course, &record->reason);
}

bool sheet_save(const char *path, const Course *course, const char *const players[2], Reason *why) {
    GameRecord *record = malloc(sizeof *record);
    if (record == NULL) return refuse(why, "not enough memory");
    fill_in(record, course, players);
    char *header = record_header_text(0, NULL), *game = record_game_text(record);
    const char *const texts[] = {header, game, NULL};
    bool is_saved = header != NULL && game != NULL ? write_text(path, texts, why) : refuse(why, "not enough memory");
    free(header);
    free(game);
    free(record);
    return is_saved;
}

static bool set_up(Course *course, const GameRecord *record, Reason *why) {
    if (record->start[0] != '\0') {
        const char *cursor = record->start;
        Diagram diagram;
        Board start;
        if (!diagram_parse(&cursor, &diagram, why) || !diagram_to_board(&diagram, &course->grid, &start, why)) {
            return false;
        }
        course_begin(course, &start);
    }
    for (int ply = 0; ply < record->plies; ply++) {
        if (!course_play(course, record->moves[ply].cell, why)) return false;
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
        return refuse(why, "%s has %d game%s, there is no number %d", path, read, read == 1 ? "" : "s", number);
    }
    if (result == READ_TORN) return refuse(why, "%s ends in the middle of game %d", path, read + 1);
    return result == READ_GAME;
}

Course *sheet_load(const char *path, int number, GameRecord *record, Reason *why) {
    GameRecord *own = record != NULL ? NULL : malloc(sizeof *own);
    GameRecord *found = record != NULL ? record : own;
    Course *course = NULL;
    if (found == NULL) {
        refuse(why, "not enough memory");
    } else if (find_game(path, number, found, why)) {
        course = course_new(&found->game, 0);
        if (course == NULL) refuse(why, "not enough memory");
        if (course != NULL && !set_up(course, found, why)) {
            course_free(course);
            course = NULL;
        }
    }
    free(own);
    return course;
}
