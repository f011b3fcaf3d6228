/* The page as a person uses it: looks at it, clicks, presses keys, waits. Clicks and keys are real events of the
 * browser, at a place on the screen; scripts only look. What could not be done is reported on standard error, and the
 * answer is false. For one thread. */
#ifndef ROWAN_TESTS_BROWSER_PAGE_H
#define ROWAN_TESTS_BROWSER_PAGE_H

#include "browser/browser.h"

enum { PAGE_TEXT_SIZE = 1 << 16, PAGE_WAIT_MS = 60000 };

bool page_open(Browser *browser, const char *address);
/* The window: its size in pixels, and whether the system is dark. */
bool page_resize(Browser *browser, int width, int height, bool is_dark);

/* What an expression in JavaScript is worth, as text; "" if it throws. Valid until the next call. */
const char *page_value(Browser *browser, const char *expression);
/* Runs a script of any length. */
bool page_run(Browser *browser, const char *script);
/* Waits until an expression is true. */
bool page_wait(Browser *browser, const char *expression);

/* Clicks the middle of the first element that the selector fits. Whatever lies on top there gets the click. */
bool page_click(Browser *browser, const char *selector);
/* A key by its name in the DOM ("ArrowLeft", "Enter", "a"). */
bool page_key(Browser *browser, const char *key);
/* Gives an input or a select this value as if a person had chosen it; waits until a select offers it. */
bool page_choose(Browser *browser, const char *selector, const char *value);
/* Puts a file into an <input type="file">. */
bool page_give_file(Browser *browser, const char *selector, const char *path);
/* Drags with the mouse from the middle of the element. */
bool page_drag(Browser *browser, const char *selector, int dx, int dy);
/* The same with the right button. */
bool page_drag_right(Browser *browser, const char *selector, int dx, int dy);
/* Presses in the middle of the element, and is outside the window's left edge in one step; there it lets go. */
bool page_fling(Browser *browser, const char *selector);
/* Turns the wheel over the middle of the element. */
bool page_wheel(Browser *browser, const char *selector, int dy);
/* Moves the mouse over the middle of the element. */
bool page_point(Browser *browser, const char *selector);
/* Two fingers around the middle of the element, which move from one distance to another, in pixels. */
bool page_pinch(Browser *browser, const char *selector, int from, int to);

/* How many nodes of the accessibility tree have this role and a name with this text in it. */
int page_accessible_count(Browser *browser, const char *role, const char *name_part);

bool page_screenshot(Browser *browser, const char *path);

#endif
