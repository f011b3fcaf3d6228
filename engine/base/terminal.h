/* Is a person at the other end? The one question about terminals that the engine asks. */
#ifndef ROWAN_BASE_TERMINAL_H
#define ROWAN_BASE_TERMINAL_H

#include <stdbool.h>

/* Both standard input and standard error are a terminal. */
bool terminal_has_a_person(void);

#endif
