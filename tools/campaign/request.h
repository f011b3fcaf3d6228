/* What a command of the program is told: a folder of jobs, other words, and options; and the commands. Points into
 * argv. For one thread. */
#ifndef ROWAN_CAMPAIGN_REQUEST_H
#define ROWAN_CAMPAIGN_REQUEST_H

#include "common/command_line.h"

enum { REQUEST_JOBS_MAX = 100000 };

enum {
    REQUEST_JOBS,
    REQUEST_AIM,
    REQUEST_STOP,
    REQUEST_HASH, /* this and the next are passed on to jobs, */
    REQUEST_THREADS,
    REQUEST_TIME,
    REQUEST_TREE,
    REQUEST_MINIMISE, /* but these two only where a win is to be proven */
    REQUEST_OUTLINE,
    REQUEST_PROOF,
    REQUEST_STEPS,
    REQUEST_RECHECK,
    REQUEST_OPTIONS
};

extern const OptionRow request_options[REQUEST_OPTIONS + 1];

typedef struct {
    const char *called; /* this program, as the user wrote it */
    const char *solve;  /* the path of solve, for jobs */
    const char *folder;
    char *const *words;                 /* but for the folder, up to NULL */
    const char *value[REQUEST_OPTIONS]; /* NULL: not given */
} Request;

/* Prints "called command folder" for people to copy. */
void request_print_command(const Request *request, const char *command);

/* Commands that divide: a game into jobs, a part of it in another way, one job further. What was done is printed;
 * false, with the reason, if nothing was. *is_whole stays as it is. */
bool request_new(const Request *request, bool *is_whole, Reason *why);
bool request_retry(const Request *request, bool *is_whole, Reason *why);
bool request_split(const Request *request, bool *is_whole, Reason *why);

/* How far the jobs of a folder are: what is missing or wrong is printed, with the names of the files; *is_whole tells
 * if nothing was. False, with the reason, if the folder cannot be used or written to. */
bool request_status(const Request *request, bool *is_whole, Reason *why);
/* The same; if nothing is missing the joined proof is checked and, if that was asked for, written. */
bool request_join(const Request *request, bool *is_whole, Reason *why);

/* Checks all proofs of a folder, several at a time, and leaves a receipt for each that holds; *is_whole tells if all
 * do.
 */
bool request_check(const Request *request, bool *is_whole, Reason *why);

#endif
