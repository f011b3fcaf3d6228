#include "browser/board_page.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool find_file(char path[BROWSER_TEXT_SIZE]) {
    char folder[512];
    if (getcwd(folder, sizeof folder) == NULL) return false;
    snprintf(path, BROWSER_TEXT_SIZE, "%s/build/web/rowan.html", folder);
    return access(path, R_OK) == 0;
}

bool board_page_has_file(void) {
    char path[BROWSER_TEXT_SIZE];
    return find_file(path);
}

void board_page_begin(BoardPage *page) {
    char path[BROWSER_PATH_SIZE];
    if (!browser_find(path) || !browser_begin(&page->browser, path)) abort();
}

static bool start_server(BoardPage *page, const char *game, const char *arguments, char address[BROWSER_TEXT_SIZE]) {
    char command[512];
    snprintf(command, sizeof command, "board %s --no-open %s", game, arguments);
    if (!session_begin(&page->server, SESSION_PIPES, command, NULL)) return false;
    page->has_server = true;
    if (!session_expect(&page->server, "The board is at ")) return false;
    size_t start = page->server.seen;
    if (!session_expect(&page->server, "\n")) return false;
    snprintf(address, BROWSER_TEXT_SIZE, "%.*s", (int)(page->server.seen - start - 1), page->server.text + start);
    return true;
}

/* Its exit status. */
static int stop_server(BoardPage *page) {
    kill(page->server.pid, SIGTERM);
    int status = session_end(&page->server);
    session_free(&page->server);
    page->has_server = false;
    return status;
}

static bool open_file(BoardPage *page) {
    char path[BROWSER_TEXT_SIZE], address[BROWSER_TEXT_SIZE + 8];
    if (!find_file(path)) return false;
    snprintf(address, sizeof address, "file://%s", path);
    return page_open(&page->browser, address);
}

bool board_page_open(BoardPage *page, PageKind kind, const char *game, const char *arguments) {
    char address[BROWSER_TEXT_SIZE], expression[256];
    board_page_end_server(page);
    page->kind = kind;
    page->browser.complaint_count = page->browser.foreign_count = 0;
    bool is_open = kind == PAGE_IN_A_FILE
                       ? open_file(page)
                       : start_server(page, game, arguments, address) && page_open(&page->browser, address);
    if (!is_open || !page_wait(&page->browser, "document.querySelectorAll('.cell').length > 0")) return false;
    if (kind == PAGE_IN_A_FILE) {
        if (!page_choose(&page->browser, "#game-shape", game)) return false;
    }
    int cells = 1;
    for (const char *x = game; x != NULL; x = strchr(x, 'x'), x = x != NULL ? x + 1 : NULL) cells *= atoi(game);
    snprintf(expression, sizeof expression, "document.querySelectorAll('.cell').length === %d", cells);
    return page_wait(&page->browser, expression);
}

bool board_page_close(BoardPage *page) {
    browser_listen(&page->browser, 50);
    bool is_quiet = page->browser.complaint_count == 0 && page->browser.foreign_count == 0;
    if (!is_quiet) fprintf(stderr, "\nthe page complains: %s\n", page->browser.complaint);
    /* All pages in a file share one storage: the next one shall not find this game. */
    page_value(&page->browser, "sessionStorage.clear()");
    page_open(&page->browser, "about:blank");
    if (page->has_server) is_quiet = stop_server(page) == 0 && is_quiet;
    return is_quiet;
}

void board_page_end_server(BoardPage *page) {
    if (page->has_server) stop_server(page);
}

bool board_page_seat(BoardPage *page, const char *x, const char *o) {
    return page_choose(&page->browser, "#player-x", x) && page_choose(&page->browser, "#player-o", o) &&
           page_choose(&page->browser, "#think-time", "200");
}

bool board_page_status_is(BoardPage *page, const char *beginning) {
    char expression[256];
    snprintf(expression, sizeof expression, "document.getElementById('status-text').textContent.startsWith('%s')",
             beginning);
    if (page_wait(&page->browser, expression)) return true;
    fprintf(stderr, "it is: %s\n",
            page_value(&page->browser, "['status-text', 'banner-text', 'trouble-text', 'moves']"
                                       ".map((id) => document.getElementById(id).textContent)"
                                       ".join(' | ')"));
    return false;
}

bool board_page_click_cell(BoardPage *page, const char *name) {
    char selector[64];
    snprintf(selector, sizeof selector, "#cell-%s", name);
    return page_click(&page->browser, selector);
}

int board_page_stones(BoardPage *page) {
    return atoi(page_value(&page->browser, "document.querySelectorAll('.cell.is-taken').length"));
}

bool board_page_set_up(BoardPage *page, const char *position) {
    return page_wait(&page->browser, "(document.getElementById('share').open = true)") &&
           page_choose(&page->browser, "#position", position) && page_click(&page->browser, "#set-position");
}
