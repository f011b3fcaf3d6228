/* Opens a page in the user's browser. Any thread. */
#ifndef ROWAN_BOARD_BROWSER_H
#define ROWAN_BOARD_BROWSER_H

/* Tries what the system has for it, and is silent if there is nothing: the address is printed anyway. The browser
 * outlives this program. */
void browser_open(const char *address);

#endif
