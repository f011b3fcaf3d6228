/* What the engine says: lines to the host, and a copy of the conversation to the log.
 *
 * Any thread may send; each line is written and flushed whole. A write that fails is remembered: from then on nobody
 * hears what is said. */
#ifndef ROWAN_UGI_OUTPUT_H
#define ROWAN_UGI_OUTPUT_H

#include <stdatomic.h>
#include <stdio.h>

#include "base/text.h"
#include "base/thread.h"

typedef struct {
    FILE *stream;
    FILE *log;              /* NULL: no log */
    Monitor monitor;        /* one line at a time, from either thread */
    int write_error;        /* errno of the first write that failed, where it has one */
    atomic_bool is_unheard; /* a write failed: nobody reads what we say, so there is nothing left to do */
} Output;

/* False when the system has no lock to give. */
bool output_init(Output *output, FILE *stream);
void output_release(Output *output);

/* Sends a line; the newline is added. */
PRINTF_LIKE(2, 3) void output_send(Output *output, const char *format, ...);
void output_send_error(Output *output, const Reason *why);
bool output_is_unheard(Output *output);

/* Opens the log, or closes it when the path is empty. On failure the old one stays open. */
bool output_set_log(Output *output, const char *path, Reason *why);
/* Notes a line that came from the host. */
void output_log_input(Output *output, const char *line);

/* At the end: 0, or 1 after a word on standard error if not everything could be written. */
int output_status(const Output *output);

#endif
