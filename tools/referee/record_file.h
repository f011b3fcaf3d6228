/* The record as a file that survives: created once, locked, every game appended and synced when it ends, and brought
 * into the order of the games at the end.
 *
 * Whatever happens between two calls, the file holds whole games and at most one torn one at its end, which the next
 * ledger_resume cuts off. It belongs to one thread. */
#ifndef ROWAN_REFEREE_RECORD_FILE_H
#define ROWAN_REFEREE_RECORD_FILE_H

#include "common/record.h"

typedef struct {
    int64_t offset;
    int64_t length; /* 0: not there */
} LedgerEntry;

typedef struct {
    char *path; /* NULL: no record is kept */
    int fd;
    int games; /* of the schedule */
    int64_t header_length;
    int64_t end;          /* where the next game goes */
    int64_t dropped;      /* bytes behind the last whole game that were cut off */
    LedgerEntry *entries; /* by number - 1 */
    int last;             /* number of the game that was appended last */
    bool is_out_of_order;
} Ledger;

/* A new file; refuses to overwrite one. */
bool ledger_create(Ledger *ledger, const char *path, int games, int argc, char *const argv[], Reason *why);
/* Called for each game in the file; false refuses the file. */
typedef bool LedgerVisit(void *context, const GameRecord *record, Reason *why);
bool ledger_resume(Ledger *ledger, const char *path, int games, LedgerVisit *visit, void *context, Reason *why);

/* Appends; ledger_sync makes it last. On failure the file is as it was before. */
bool ledger_append(Ledger *ledger, int number, const char *text, Reason *why);
bool ledger_sync(Ledger *ledger, Reason *why);

/* Sorts the games, if need be, by writing a new file and putting it in the place of the old one. */
bool ledger_finish(Ledger *ledger, Reason *why);
void ledger_close(Ledger *ledger);

#endif
