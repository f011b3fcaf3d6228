/* A headless Chromium, driven through the pipe of its debugging protocol: JSON messages, each ended by a NUL byte, on
 * descriptors 3 (to it) and 4 (from it).
 *
 * Owns the process with all its children and the folder of its profile; both are gone after browser_end. Calls wait at
 * most BROWSER_LIMIT_MS. For one thread. */
#ifndef ROWAN_TESTS_BROWSER_BROWSER_H
#define ROWAN_TESTS_BROWSER_BROWSER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { BROWSER_LIMIT_MS = 30000, BROWSER_PATH_SIZE = 512, BROWSER_TEXT_SIZE = 1024 };

typedef struct {
    pid_t pid;
    int to, from;
    char profile[64];
    long last_id;
    char *message; /* the last one that was read, terminated */
    size_t message_length, capacity, read_length;
    char session[128];                 /* of the page, once there is one */
    int complaint_count;               /* errors, failed requests and exceptions that the page reported */
    char complaint[BROWSER_TEXT_SIZE]; /* the last of these */
    int foreign_count;                 /* requests to anywhere but the page's own server */
    char home[BROWSER_TEXT_SIZE];      /* what the addresses of its own server begin with, after their scheme */
} Browser;

/* The program: what ROWAN_CHROMIUM names, or the first known name in PATH. False if there is none. */
bool browser_find(char path[BROWSER_PATH_SIZE]);

bool browser_begin(Browser *browser, const char *path);
void browser_end(Browser *browser);

/* Sends a command with its parameters, a JSON object, and waits for the answer: its "result", which stays valid until
 * the next call, or NULL. */
const char *browser_call(Browser *browser, const char *method, const char *parameters);
/* Reads what comes within this time, so that events are counted. */
void browser_listen(Browser *browser, int ms);

#endif
