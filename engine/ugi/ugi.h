/* The protocol: reads commands, obeys them, prints answers. PROTOCOL.md describes it in full. */
#ifndef ROWAN_UGI_UGI_H
#define ROWAN_UGI_UGI_H

#include <stdio.h>

/* Converses until `quit` or the end of the input; returns the program's exit status. */
int ugi_run(FILE *in, FILE *out);
/* The command `bench` alone, with what follows it; likewise. */
int ugi_bench(const char *arguments, FILE *out);

#endif
