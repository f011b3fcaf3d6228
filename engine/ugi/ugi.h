/* The protocol: reads commands, drives the engine, prints replies. PROTOCOL.md is its reference.
 *
 * The calling thread reads, the engine's search thread prints what it finds. Every line goes out whole and flushed. */
#ifndef ROWAN_UGI_UGI_H
#define ROWAN_UGI_UGI_H

#include <stdio.h>

/* Converses until quit or the end of input; returns the exit status of the process. */
int ugi_run(FILE *in, FILE *out);

#endif
