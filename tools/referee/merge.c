#include "referee/merge.h"

#include <stdlib.h>

#include "common/files.h"
#include "referee/opening_choice.h"

typedef struct {
    const char *path;
    char **arguments; /* as in the file */
    int part, parts;  /* from 1; 0: it is the whole tournament */
    char name[40];    /* "part 2/3" */
} Part;

/* Where a game is. */
typedef struct {
    const Part *in; /* NULL: nowhere */
    long offset, length;
    int line;
} MergedGame;

struct Merge {
    int count;
    Part *parts;
    char **common; /* pointers into the arguments of the first part */
    int games;
    MergedGame *list; /* by number - 1 */
};

/* Options that concern only the machine that plays a part. */
static bool is_local(const char *option) {
    static const char *const local[] = {"--part",   "--record",   "--json",   "--log",  "--concurrency",
                                        "--quiet",  "--recover",  "--strict", "--site", "--report-every",
                                        "--detail", "--wait",     "--cpus",   "--epd",  "--lenient",
                                        "--trust",  "--continue", "--pgn"};
    for (size_t i = 0; i < sizeof local / sizeof local[0]; i++) {
        if (strcmp(option, local[i]) == 0) return true;
    }
    return false;
}

/* The next argument that counts, from *at on, which is moved behind it; NULL: none. */
static const char *next_common(char *const arguments[], int *at, bool *is_skipping) {
    while (arguments[*at] != NULL) {
        const char *argument = arguments[(*at)++];
        if (strncmp(argument, "--", 2) == 0) *is_skipping = is_local(argument);
        if (!*is_skipping) return argument;
    }
    return NULL;
}

/* Where two command lines differ: the next arguments that count, and how many were looked at. False: nowhere. */
typedef struct {
    const char *argument[2]; /* NULL: it has ended */
    int at[2];
} Difference;

static bool differ(char *const a[], char *const b[], Difference *found) {
    bool is_skipping[2] = {false, false};
    *found = (Difference){.at = {0, 0}};
    for (;;) {
        const char *one = next_common(a, &found->at[0], &is_skipping[0]);
        const char *other = next_common(b, &found->at[1], &is_skipping[1]);
        found->argument[0] = one;
        found->argument[1] = other;
        if (one == NULL && other == NULL) return false;
        if (one == NULL || other == NULL || strcmp(one, other) != 0) return true;
    }
}

static const char *shown(const char *argument) {
    return argument != NULL ? argument : "nothing";
}

/* The arguments begin in the second line of the file. */
static int line_of(int argument) {
    return argument + 2;
}

static bool compare(const Part *first, const Part *other, Reason *why) {
    Difference found;
    if (!differ(first->arguments, other->arguments, &found)) return true;
    const char *a = found.argument[0], *b = found.argument[1];
    return refuse(why, "record %.60s, line %d: of another tournament: '%.40s', but %.60s, line %d, has '%.40s'",
                  other->path, line_of(found.at[1] - (b != NULL)), shown(b), first->path,
                  line_of(found.at[0] - (a != NULL)), shown(a));
}

static void find_part(Part *part) {
    snprintf(part->name, sizeof part->name, "not a part");
    for (int i = 0; part->arguments[i] != NULL; i++) {
        const char *value = part->arguments[i + 1], *slash = value != NULL ? strchr(value, '/') : NULL;
        if (strcmp(part->arguments[i], "--part") != 0 || slash == NULL) continue;
        word_to_int((Word){value, (size_t)(slash - value)}, 1, SCHEDULE_GAMES_MAX, &part->part);
        word_to_int(word_of(slash + 1), 1, SCHEDULE_GAMES_MAX, &part->parts);
        snprintf(part->name, sizeof part->name, "part %d/%d", part->part, part->parts);
    }
}

bool merge_continues(const char *path, char *const arguments[], Reason *why) {
    RecordReader reader;
    Part then = {.path = path}, now = {.arguments = (char **)arguments};
    Difference found;
    if (!record_open(&reader, path, &then.arguments, why)) return false;
    record_close(&reader);
    find_part(&then);
    find_part(&now);
    bool is_other = differ(then.arguments, arguments, &found);
    if (is_other) {
        refuse(why, "record %.100s, line %d: of another tournament: '%.40s', but the command line has '%.40s'", path,
               line_of(found.at[0] - (found.argument[0] != NULL)), shown(found.argument[0]), shown(found.argument[1]));
    } else if (strcmp(then.name, now.name) != 0) {
        is_other = true;
        refuse(why, "record %.100s is %s, but the command line is %s", path, then.name, now.name);
    }
    record_free_arguments(then.arguments);
    return !is_other;
}

static bool open_part(Merge *merge, int index, const char *path, Reason *why) {
    RecordReader reader;
    Part *part = &merge->parts[index];
    part->path = path;
    if (!record_open(&reader, path, &part->arguments, why)) return false;
    record_close(&reader);
    find_part(part);
    if (index == 0) return true;
    if (part->parts != merge->parts[0].parts) {
        return refuse(why, "record %.100s is %s, but %.100s is %s", path, part->name, merge->parts[0].path,
                      merge->parts[0].name);
    }
    return compare(&merge->parts[0], part, why);
}

static bool find_common(Merge *merge, Reason *why) {
    char **arguments = merge->parts[0].arguments;
    int count = 0, at = 0, kept = 0;
    bool is_skipping = false;
    while (arguments[count] != NULL) count++;
    merge->common = calloc((size_t)count + 1, sizeof *merge->common);
    if (merge->common == NULL) return refuse(why, "not enough memory");
    while (next_common(arguments, &at, &is_skipping) != NULL) merge->common[kept++] = arguments[at - 1];
    return true;
}

Merge *merge_open(char *const paths[], int count, Reason *why) {
    Merge *merge = calloc(1, sizeof *merge);
    Part *parts = calloc((size_t)count, sizeof *parts);
    bool is_fine = merge != NULL && parts != NULL;
    if (!is_fine) {
        free(merge);
        free(parts);
        return refuse(why, "not enough memory"), NULL;
    }
    *merge = (Merge){.count = count, .parts = parts};
    for (int i = 0; is_fine && i < count; i++) is_fine = open_part(merge, i, paths[i], why);
    if (is_fine && find_common(merge, why)) return merge;
    merge_free(merge);
    return NULL;
}

char *const *merge_common_arguments(const Merge *merge) {
    return merge->common;
}

void merge_free(Merge *merge) {
    if (merge == NULL) return;
    for (int i = 0; i < merge->count; i++) record_free_arguments(merge->parts[i].arguments);
    free(merge->parts);
    free(merge->common);
    free(merge->list);
    free(merge);
}

/* What reading needs besides the file. */
typedef struct {
    Merge *merge;
    const Tournament *tournament;
    const Openings *openings;
    GameOrder *order;
    GameRecord *record;
} MergeReading;

static bool take_game(const MergeReading *reading, const Part *part, const RecordReader *reader, long offset,
                      Reason *why) {
    const GameRecord *record = reading->record;
    if (!opening_choice_fits(record, reading->tournament, reading->openings, reading->order)) {
        return refuse(why, "record %.100s, line %d: game %d does not belong to this tournament", part->path,
                      reader->game_line, record->number);
    }
    MergedGame *game = &reading->merge->list[record->number - 1];
    if (game->in != NULL) {
        return refuse(why, "record %.60s, line %d: game %d is there twice: also in %.60s, line %d", part->path,
                      reader->game_line, record->number, game->in->path, game->line);
    }
    *game = (MergedGame){part, offset, reader->whole_end - offset, reader->game_line};
    FinishedGame *finished = finished_game_new(record, &reader->shape->grid, reading->tournament->pgn_path != NULL);
    if (finished == NULL) return refuse(why, "not enough memory");
    game_order_put(reading->order, finished);
    return true;
}

static bool read_part(const MergeReading *reading, const Part *part, Reason *why) {
    RecordReader reader;
    ReadResult result;
    if (!record_open(&reader, part->path, NULL, why)) return false;
    bool is_fine = true;
    do {
        long offset = reader.whole_end;
        result = record_next(&reader, reading->record, why);
        bool is_void = result == READ_GAME && reading->record->ending == ENDING_VOID;
        if (result == READ_GAME && !is_void) is_fine = take_game(reading, part, &reader, offset, why);
    } while (is_fine && result == READ_GAME);
    if (result == READ_BAD) is_fine = false;
    /* The referee that plays this part may be writing right now. */
    if (is_fine && result == READ_TORN && !reading->tournament->allows_gaps) {
        is_fine = refuse(why, "record %.100s, line %d: a game is cut off; resume this part first", part->path,
                         reader.game_line);
    }
    record_close(&reader);
    return is_fine;
}

/* Says where the game should have been. */
static bool refuse_gap(const Merge *merge, const Tournament *tournament, int number, Reason *why) {
    int parts = merge->parts[0].parts > 0 ? merge->parts[0].parts : 1, line = 0;
    int wanted = schedule_part(&tournament->schedule, parts, number) + 1;
    const Part *part = NULL;
    for (int i = 0; i < merge->count; i++) {
        if (parts == 1 || merge->parts[i].part == wanted) part = &merge->parts[i];
    }
    if (part == NULL) return refuse(why, "game %d is missing: there is no part %d/%d", number, wanted, parts);
    for (int i = 0; i < merge->games; i++) {
        if (merge->list[i].in == part && (i < number || line == 0)) line = merge->list[i].line;
    }
    return refuse(why, "record %.100s: game %d is missing, after the game in line %d (see --allow-gaps)", part->path,
                  number, line);
}

/* Puts the games in order, if they are those of this tournament with its openings. */
static bool read_parts(Merge *merge, const TournamentReport *report, GameOrder *order, Reason *why) {
    const Tournament *tournament = report->tournament;
    MergeReading reading = {merge, tournament, report->openings, order, malloc(sizeof *reading.record)};
    merge->games = schedule_games(&tournament->schedule);
    merge->list = calloc((size_t)merge->games, sizeof *merge->list);
    bool is_fine = (reading.record != NULL && merge->list != NULL) || refuse(why, "not enough memory");
    for (int i = 0; is_fine && i < merge->count; i++) is_fine = read_part(&reading, &merge->parts[i], why);
    for (int number = 1; is_fine && !tournament->allows_gaps && number <= merge->games; number++) {
        if (merge->list[number - 1].in == NULL) is_fine = refuse_gap(merge, tournament, number, why);
    }
    free(reading.record);
    return is_fine;
}

/* The text of a game, to be freed; NULL if it cannot be read. */
static char *game_text(FILE *file, const MergedGame *game) {
    char *text = malloc((size_t)game->length + 1);
    if (text == NULL || fseek(file, game->offset, SEEK_SET) != 0) return free(text), NULL;
    if (fread(text, 1, (size_t)game->length, file) != (size_t)game->length) return free(text), NULL;
    text[game->length] = '\0';
    return text;
}

static bool copy_games(const Merge *merge, FILE *const files[], RecordFile *record, Reason *why) {
    for (int i = 0; i < merge->games; i++) {
        const MergedGame *game = &merge->list[i];
        if (game->in == NULL) continue;
        char *text = game_text(files[game->in - merge->parts], game);
        bool is_fine = text != NULL ? record_file_append(record, i + 1, text, why)
                                    : refuse_errno(why, "cannot read '%.150s'", game->in->path);
        free(text);
        if (!is_fine) return false;
    }
    return record_file_sync(record, why);
}

/* In the order of their numbers. */
static bool write_games(const Merge *merge, RecordFile *record, Reason *why) {
    FILE **files = calloc((size_t)merge->count, sizeof *files);
    bool is_fine = files != NULL || refuse(why, "not enough memory");
    for (int i = 0; is_fine && i < merge->count; i++) {
        files[i] = file_open_plain(merge->parts[i].path);
        if (files[i] == NULL) is_fine = refuse_errno(why, "cannot open '%.150s'", merge->parts[i].path);
    }
    is_fine = is_fine && copy_games(merge, files, record, why);
    for (int i = 0; files != NULL && i < merge->count; i++) {
        if (files[i] != NULL) fclose(files[i]);
    }
    free(files);
    return is_fine;
}

TournamentEnd merge_collect(Merge *merge, const Collector *collector, Reason *why) {
    const Tournament *tournament = collector->report->tournament;
    GameOrder *order = collector->order;
    order->skips_gaps = tournament->allows_gaps;
    if (!read_parts(merge, collector->report, order, why)) return TOURNAMENT_NO_START;
    if (tournament->record_path != NULL) {
        bool is_created =
            record_file_create(collector->record, tournament->record_path, merge->games, merge->common, why);
        if (!is_created) return TOURNAMENT_NO_START;
        if (!write_games(merge, collector->record, why)) {
            record_file_discard(collector->record); /* unless it has games */
            return TOURNAMENT_FAILED;
        }
    }
    for (const FinishedGame *game; (game = game_order_next(order)) != NULL;) {
        report_add(collector->report, game);
        if (!pgn_file_take(collector->pgn, order, game->number, why)) return TOURNAMENT_FAILED;
        if (report_is_decided(collector->report)) return TOURNAMENT_DECIDED;
    }
    return TOURNAMENT_DONE;
}
