/* The protocol: reads commands, obeys them, prints answers. PROTOCOL.md describes it in full. */
#ifndef ROWAN_UGI_UGI_H
#define ROWAN_UGI_UGI_H

#include <stdbool.h>
#include <stdio.h>

/* Converses until `quit` or the end of the input; returns the program's exit status. */
int ugi_run(FILE *in, FILE *out);
/* The command `bench` alone, to a depth or, with NULL, without a limit; returns the same. */
int ugi_bench(const char *depth, FILE *out);
/* The command `rowan analyse`, with the arguments after that word; returns the same. */
int ugi_analyse(int argc, char **argv);

/* The same conversation for a host in the same program, line by line. One thread at a time. */
typedef struct Ugi Ugi;

/* NULL when memory is short. */
Ugi *ugi_open(FILE *out);
/* Obeys one line, without its end. False after `quit`. */
bool ugi_line(Ugi *ugi, const char *line);
/* Ends the search, if one is on. Returns the exit status as ugi_run does. */
int ugi_close(Ugi *ugi);

#endif
