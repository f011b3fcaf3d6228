/* The board in the browser, for the tests of its page: the server with the page open, or the page as a single file with
 * the engine inside. One browser serves all tests. For one thread. */
#ifndef ROWAN_TESTS_BROWSER_BOARD_PAGE_H
#define ROWAN_TESTS_BROWSER_BOARD_PAGE_H

#include "browser/page.h"
#include "support/session.h"

typedef enum { PAGE_OF_SERVER, PAGE_IN_A_FILE } PageKind;

typedef struct {
    Browser browser;
    Session server; /* of PAGE_OF_SERVER */
    PageKind kind;
    bool has_server; /* it runs */
} BoardPage;

/* Starts the browser, or ends the tests. */
void board_page_begin(BoardPage *page);
/* Opens the page on a game and waits until the engine has answered. `arguments` are for the server; a page in a file
 * takes the game from its menu. */
bool board_page_open(BoardPage *page, PageKind kind, const char *game, const char *arguments);
/* True if the page has reported no error, and asked nobody but its own server for anything. */
bool board_page_close(BoardPage *page);
/* Ends the server that a failed test has left behind; board_page_open does so, too. */
void board_page_end_server(BoardPage *page);
/* Whether the single file was built. */
bool board_page_has_file(void);

/* Seats: "person", or an engine and its level as the menu has them. */
bool board_page_seat(BoardPage *page, const char *x, const char *o);
bool board_page_status_is(BoardPage *page, const char *beginning);
bool board_page_click_cell(BoardPage *page, const char *name);
/* How many stones are on the board. */
int board_page_stones(BoardPage *page);
/* Sets up a position as PROTOCOL.md writes it. */
bool board_page_set_up(BoardPage *page, const char *position);

#endif
