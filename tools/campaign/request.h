/* What a command of the program is told: a folder of jobs, other words, and options. Points into argv. */
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

#endif
