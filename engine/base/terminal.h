/* Is a person at the other end? All that the engine asks about terminals. */
#ifndef ROWAN_BASE_TERMINAL_H
#define ROWAN_BASE_TERMINAL_H

#include <stdbool.h>

/* Standard error is a terminal and standard output is not: there is room to show progress. */
bool terminal_has_room(void);
/* Both standard input and standard error are a terminal. */
bool terminal_has_a_person(void);

#endif
