/* A request to stop, which reaches whoever waits for a child (proc.h) with it. It is made once, by Ctrl-C or by any
 * thread, and stays. Implemented beside child.h. */
#ifndef ROWAN_COMMON_CANCEL_H
#define ROWAN_COMMON_CANCEL_H

#include <stdbool.h>

typedef struct Cancel Cancel;

/* NULL with the cause in errno. */
Cancel *cancel_new(void);
/* Signals no longer ask for it. NULL is fine. */
void cancel_free(Cancel *cancel);

void cancel_ask(const Cancel *cancel);
/* Waits for it up to so long. */
bool cancel_is_asked(const Cancel *cancel, int wait_ms);

/* From now on the signals that end a program, those of Ctrl-C, of kill and of a closed terminal, ask for it instead.
 * With NULL they end the program again. */
void cancel_on_signals(const Cancel *cancel);
/* The last of them; 0: there was none. */
int cancel_signal(void);

#endif
