/* Words for a shell to read. */
#ifndef ROWAN_CAMPAIGN_SHELL_H
#define ROWAN_CAMPAIGN_SHELL_H

#include <stdio.h>

/* Prints the text such that a shell takes it as one word: in quotes, if it needs them. */
void shell_put(FILE *stream, const char *text);

#endif
