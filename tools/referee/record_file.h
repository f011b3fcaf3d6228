/* The record of a tournament as a file that survives: created once, locked, each game appended and synced when it ends,
 * all of them sorted by number at the end.
 *
 * Whatever happens between two calls, the file holds whole games and at most one torn game at its end. Resuming leaves
 * the file as it is; the torn game makes way when the first new game is appended, or at the end. It belongs to one
 * thread. */
#ifndef ROWAN_REFEREE_RECORD_FILE_H
#define ROWAN_REFEREE_RECORD_FILE_H

#include "common/record.h"

typedef struct {
    int64_t offset;
    int64_t length; /* 0: the game is not in the file */
} RecordFileEntry;

typedef struct {
    char *path; /* NULL: no record is kept, and all functions below do nothing */
    int fd;
    int games; /* of the schedule */
    int64_t header_length;
    int64_t end;              /* where the next game goes */
    int64_t torn;             /* bytes of an incomplete game after that, which the next game replaces */
    RecordFileEntry *entries; /* by number - 1 */
    RecordFileEntry *voided;  /* games that count nowhere; they stay, after the others */
    int voided_count;
    int last; /* number of the game that was appended last */
    bool is_out_of_order;
    bool is_new; /* created by us, not resumed */
} RecordFile;

/* A new file, which begins with the arguments; refuses to overwrite one, unless it is empty. A failure leaves no file.
 */
bool record_file_create(RecordFile *file, const char *path, int games, char *const argv[], Reason *why);

/* There is something in the file. A referee that is killed at once may leave an empty one. */
bool record_file_is_begun(const char *path);

/* Called for each game in the file that counts, with the grid that it was played on; false refuses the file. */
typedef bool RecordFileVisit(void *context, const GameRecord *record, const Grid *grid, Reason *why);

typedef struct {
    RecordFileVisit *visit;
    void *context;
} RecordFileVisitor;

/* Opens an existing file, passes its games to the visitor and finds a torn game at its end. A file that cannot be read
 * to its very end is refused. */
bool record_file_resume(RecordFile *file, const char *path, int games, const RecordFileVisitor *visitor, Reason *why);

/* Appends a game, or one that is void; record_file_sync makes it safe. On failure the file is as it was before. */
bool record_file_append(RecordFile *file, int number, const char *text, Reason *why);
bool record_file_append_void(RecordFile *file, const char *text, Reason *why);
bool record_file_sync(RecordFile *file, Reason *why);

/* Sorts the games, if need be, by writing a new file and putting it in the place of the old one. When the tournament is
 * over, nothing will replace a torn game: it goes. */
bool record_file_finish(RecordFile *file, bool is_over, Reason *why);
/* Removes and closes a new record in which there is no game. */
void record_file_discard(RecordFile *file);
void record_file_close(RecordFile *file);

#endif
