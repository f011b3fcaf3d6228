#include "browser/page.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "browser/json.h"

static char parameters[PAGE_TEXT_SIZE];
static char value[PAGE_TEXT_SIZE];

static bool complain(const char *what, const char *about) {
    fprintf(stderr, "\n%s: %s\n", what, about);
    return false;
}

bool page_open(Browser *browser, const char *address) {
    Writer writer = writer_on(parameters, sizeof parameters);
    const char *host = strstr(address, "://");
    snprintf(browser->home, sizeof browser->home, "%s", host != NULL ? host + 3 : address);
    browser->home[strcspn(browser->home, "/")] = '\0';
    writer_add(&writer, "{\"url\":");
    json_write(&writer, address);
    writer_add(&writer, "}");
    return browser_call(browser, "Page.navigate", parameters) != NULL &&
           page_wait(browser, "document.readyState === 'complete'");
}

bool page_resize(Browser *browser, int width, int height, bool is_dark) {
    snprintf(parameters, sizeof parameters, "{\"width\":%d,\"height\":%d,\"deviceScaleFactor\":1,\"mobile\":false}",
             width, height);
    if (browser_call(browser, "Emulation.setDeviceMetricsOverride", parameters) == NULL) return false;
    snprintf(parameters, sizeof parameters, "{\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":\"%s\"}]}",
             is_dark ? "dark" : "light");
    return browser_call(browser, "Emulation.setEmulatedMedia", parameters) != NULL;
}

const char *page_value(Browser *browser, const char *expression) {
    Writer writer = writer_on(parameters, sizeof parameters);
    writer_add(&writer, "{\"returnByValue\":true,\"awaitPromise\":true,\"expression\":");
    json_write(&writer, expression);
    writer_add(&writer, "}");
    const char *answer = writer.overflowed ? NULL : browser_call(browser, "Runtime.evaluate", parameters);
    value[0] = '\0';
    if (answer == NULL) return value;
    if (json_find(answer, "exceptionDetails") != NULL) {
        json_text(json_find(answer, "result.description"), value, sizeof value);
        complain("exception", value);
        value[0] = '\0';
        return value;
    }
    json_text(json_find(answer, "result.value"), value, sizeof value);
    return value;
}

bool page_run(Browser *browser, const char *script) {
    size_t size = 2 * strlen(script) + 256;
    char *call = malloc(size);
    if (call == NULL) return false;
    Writer writer = writer_on(call, size);
    writer_add(&writer, "{\"expression\":");
    json_write(&writer, script);
    writer_add(&writer, "}");
    const char *answer = writer.overflowed ? NULL : browser_call(browser, "Runtime.evaluate", call);
    free(call);
    return answer != NULL && json_find(answer, "exceptionDetails") == NULL;
}

bool page_wait(Browser *browser, const char *expression) {
    for (int i = 0; i < PAGE_WAIT_MS / 20; i++) {
        if (strcmp(page_value(browser, expression), "true") == 0) return true;
        browser_listen(browser, 20);
    }
    return complain("never true", expression);
}

/* The middle of an element, scrolled into view. */
static bool find_middle(Browser *browser, const char *selector, double *x, double *y) {
    char expression[2048];
    Writer writer = writer_on(expression, sizeof expression);
    writer_add(&writer, "(() => { const e = document.querySelector(");
    json_write(&writer, selector);
    writer_add(
        &writer,
        "); if (!e) return ''; e.scrollIntoView({block: 'nearest', inline: 'nearest'});"
        " const b = e.getBoundingClientRect();"
        " return b.width > 0 && b.height > 0 ? (b.left + b.width / 2) + ' ' + (b.top + b.height / 2) : ''; })()");
    return sscanf(page_value(browser, expression), "%lf %lf", x, y) == 2 || complain("cannot be seen", selector);
}

static bool mouse_with(Browser *browser, const char *type, double x, double y, const char *button) {
    snprintf(parameters, sizeof parameters,
             "{\"type\":\"%s\",\"x\":%.1f,\"y\":%.1f,\"button\":\"%s\",\"buttons\":%d,\"clickCount\":1}", type, x, y,
             button,
             strcmp(type, "mouseReleased") == 0 || strcmp(button, "none") == 0 ? 0
             : strcmp(button, "right") == 0                                    ? 2
                                                                               : 1);
    return browser_call(browser, "Input.dispatchMouseEvent", parameters) != NULL;
}

static bool hover(Browser *browser, double x, double y) {
    return mouse_with(browser, "mouseMoved", x, y, "none");
}

bool page_click(Browser *browser, const char *selector) {
    double x, y;
    return find_middle(browser, selector, &x, &y) && hover(browser, x, y) &&
           mouse_with(browser, "mousePressed", x, y, "left") && mouse_with(browser, "mouseReleased", x, y, "left");
}

static bool drag_with(Browser *browser, const char *selector, int dx, int dy, const char *button) {
    double x, y;
    bool is_fine = find_middle(browser, selector, &x, &y) && hover(browser, x, y) &&
                   mouse_with(browser, "mousePressed", x, y, button);
    for (int i = 1; is_fine && i <= 5; i++)
        is_fine = mouse_with(browser, "mouseMoved", x + dx * i / 5.0, y + dy * i / 5.0, button);
    return is_fine && mouse_with(browser, "mouseReleased", x + dx, y + dy, button);
}

bool page_drag(Browser *browser, const char *selector, int dx, int dy) {
    return drag_with(browser, selector, dx, dy, "left");
}

bool page_drag_right(Browser *browser, const char *selector, int dx, int dy) {
    return drag_with(browser, selector, dx, dy, "right");
}

bool page_fling(Browser *browser, const char *selector) {
    double x, y;
    return find_middle(browser, selector, &x, &y) && hover(browser, x, y) &&
           mouse_with(browser, "mousePressed", x, y, "left") && mouse_with(browser, "mouseReleased", -50, y, "left");
}

bool page_wheel(Browser *browser, const char *selector, int dy) {
    double x, y;
    if (!find_middle(browser, selector, &x, &y) || !hover(browser, x, y)) return false;
    snprintf(parameters, sizeof parameters,
             "{\"type\":\"mouseWheel\",\"x\":%.1f,\"y\":%.1f,\"deltaX\":0,\"deltaY\":%d}", x, y, dy);
    return browser_call(browser, "Input.dispatchMouseEvent", parameters) != NULL;
}

bool page_point(Browser *browser, const char *selector) {
    double x, y;
    return find_middle(browser, selector, &x, &y) && hover(browser, x, y);
}

static bool touch(Browser *browser, const char *type, double x, double y, double gap) {
    snprintf(parameters, sizeof parameters,
             "{\"type\":\"%s\",\"touchPoints\":[{\"id\":0,\"x\":%.1f,\"y\":%.1f},{\"id\":1,\"x\":%.1f,\"y\":%.1f}]}",
             type, x - gap / 2, y, x + gap / 2, y);
    return browser_call(browser, "Input.dispatchTouchEvent", parameters) != NULL;
}

bool page_pinch(Browser *browser, const char *selector, int from, int to) {
    double x, y;
    bool is_fine = find_middle(browser, selector, &x, &y) && touch(browser, "touchStart", x, y, from);
    for (int i = 1; is_fine && i <= 8; i++) is_fine = touch(browser, "touchMove", x, y, from + (to - from) * i / 8.0);
    return is_fine && browser_call(browser, "Input.dispatchTouchEvent", "{\"type\":\"touchEnd\",\"touchPoints\":[]}");
}

typedef struct {
    const char *name;
    int code;
    const char *text;
} NamedKey;

static bool press(Browser *browser, const char *type, const char *key, int code, const char *text) {
    Writer writer = writer_on(parameters, sizeof parameters);
    writer_add(&writer, "{\"type\":\"%s\",\"windowsVirtualKeyCode\":%d,\"key\":", type, code);
    json_write(&writer, key);
    if (text[0] != '\0') {
        writer_add(&writer, ",\"text\":");
        json_write(&writer, text);
    }
    writer_add(&writer, "}");
    return browser_call(browser, "Input.dispatchKeyEvent", parameters) != NULL;
}

bool page_key(Browser *browser, const char *key) {
    static const NamedKey keys[] = {{"Enter", 13, "\r"},   {"Tab", 9, ""},      {"Escape", 27, ""},
                                    {"ArrowLeft", 37, ""}, {"ArrowUp", 38, ""}, {"ArrowRight", 39, ""},
                                    {"ArrowDown", 40, ""}, {"PageUp", 33, ""},  {"PageDown", 34, ""},
                                    {"Home", 36, ""},      {"End", 35, ""}};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (strcmp(keys[i].name, key) != 0) continue;
        return press(browser, keys[i].text[0] != '\0' ? "keyDown" : "rawKeyDown", key, keys[i].code, keys[i].text) &&
               press(browser, "keyUp", key, keys[i].code, "");
    }
    int code = key[0] >= 'a' && key[0] <= 'z' ? key[0] - 'a' + 'A' : key[0];
    return press(browser, "keyDown", key, code, key) && press(browser, "keyUp", key, code, "");
}

bool page_choose(Browser *browser, const char *selector, const char *chosen) {
    char expression[2048];
    Writer writer = writer_on(expression, sizeof expression);
    writer_add(&writer, "(() => { const e = document.querySelector(");
    json_write(&writer, selector);
    writer_add(&writer, "); if (!e) return false; e.focus(); e.value = ");
    json_write(&writer, chosen);
    writer_add(&writer, "; e.dispatchEvent(new Event('input', {bubbles: true}));"
                        " e.dispatchEvent(new Event('change', {bubbles: true})); return e.value === ");
    json_write(&writer, chosen);
    writer_add(&writer, "; })()");
    return page_wait(browser, expression);
}

bool page_give_file(Browser *browser, const char *selector, const char *path) {
    char object[256];
    Writer writer = writer_on(parameters, sizeof parameters);
    char expression[512];
    Writer query = writer_on(expression, sizeof expression);
    writer_add(&query, "document.querySelector(");
    json_write(&query, selector);
    writer_add(&query, ")");
    writer_add(&writer, "{\"expression\":");
    json_write(&writer, expression);
    writer_add(&writer, "}");
    const char *answer = browser_call(browser, "Runtime.evaluate", parameters);
    if (!json_text(json_find(answer, "result.objectId"), object, sizeof object))
        return complain("is not there", selector);
    writer = writer_on(parameters, sizeof parameters);
    writer_add(&writer, "{\"objectId\":");
    json_write(&writer, object);
    writer_add(&writer, ",\"files\":[");
    json_write(&writer, path);
    writer_add(&writer, "]}");
    return browser_call(browser, "DOM.setFileInputFiles", parameters) != NULL;
}

int page_accessible_count(Browser *browser, const char *role, const char *name_part) {
    char name[1024];
    int count = 0;
    const char *nodes = json_find(browser_call(browser, "Accessibility.getFullAXTree", "{}"), "nodes");
    for (const char *node = nodes != NULL ? json_find(nodes, "0") : NULL; node != NULL;) {
        if (json_equals(json_find(node, "role.value"), role) &&
            json_text(json_find(node, "name.value"), name, sizeof name) && strstr(name, name_part) != NULL)
            count++;
        node = json_skip(node);
        if (node != NULL) node = *node == ',' ? node + 1 : NULL;
    }
    return count;
}

static int base64_digit(char c) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *found = c != '\0' ? strchr(digits, c) : NULL;
    return found != NULL ? (int)(found - digits) : -1;
}

bool page_screenshot(Browser *browser, const char *path) {
    const char *data = json_find(browser_call(browser, "Page.captureScreenshot", "{}"), "data");
    FILE *file = data != NULL ? fopen(path, "wb") : NULL;
    if (file == NULL) return complain("cannot be written", path);
    unsigned bits = 0;
    int count = 0;
    for (data++; base64_digit(*data) >= 0; data++) {
        bits = bits << 6 | (unsigned)base64_digit(*data);
        count += 6;
        if (count < 8) continue;
        count -= 8;
        fputc((int)(bits >> count & 0xff), file);
    }
    return fclose(file) == 0;
}
