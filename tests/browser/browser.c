#define _XOPEN_SOURCE    700 /* nftw */
#define _DARWIN_C_SOURCE     /* mkdtemp on macOS */

#include "browser/browser.h"

#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "browser/json.h"

enum { BROWSER_IN = 3, BROWSER_OUT = 4 };

static long now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static bool find_in_path(const char *name, char path[BROWSER_PATH_SIZE]) {
    const char *folders = getenv("PATH");
    while (folders != NULL && *folders != '\0') {
        size_t length = strcspn(folders, ":");
        snprintf(path, BROWSER_PATH_SIZE, "%.*s/%s", (int)length, folders, name);
        if (access(path, X_OK) == 0) return true;
        folders += length;
        if (*folders == ':') folders++;
    }
    return false;
}

bool browser_find(char path[BROWSER_PATH_SIZE]) {
    static const char *const names[] = {"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"};
    const char *given = getenv("ROWAN_CHROMIUM");
    if (given != NULL) {
        snprintf(path, BROWSER_PATH_SIZE, "%s", given);
        return access(path, X_OK) == 0;
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (find_in_path(names[i], path)) return true;
    }
    return false;
}

/* In the child. Descriptors are first moved out of the way of 3 and 4. */
static void become(const char *path, const char *profile, int in, int out) {
    char profile_flag[128];
    snprintf(profile_flag, sizeof profile_flag, "--user-data-dir=%s", profile);
    int null = open("/dev/null", O_RDWR), high_in = fcntl(in, F_DUPFD, 10), high_out = fcntl(out, F_DUPFD, 10);
    setpgid(0, 0);
    dup2(high_in, BROWSER_IN);
    dup2(high_out, BROWSER_OUT);
    dup2(null, STDIN_FILENO);
    dup2(null, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    for (int fd = 5; fd < 64; fd++) close(fd);
    execl(path, path, "--headless", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--disable-quic",
          "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
          "--disable-extensions", "--disable-dev-shm-usage", "--mute-audio", "--hide-scrollbars", profile_flag,
          "about:blank", (char *)NULL);
    _exit(127);
}

static bool open_page(Browser *browser) {
    char id[128], parameters[256];
    const char *answer = browser_call(browser, "Target.createTarget", "{\"url\":\"about:blank\"}");
    if (!json_text(json_find(answer, "targetId"), id, sizeof id)) return false;
    snprintf(parameters, sizeof parameters, "{\"targetId\":\"%s\",\"flatten\":true}", id);
    answer = browser_call(browser, "Target.attachToTarget", parameters);
    if (!json_text(json_find(answer, "sessionId"), browser->session, sizeof browser->session)) return false;
    return browser_call(browser, "Page.enable", "{}") && browser_call(browser, "Runtime.enable", "{}") &&
           browser_call(browser, "Network.enable", "{}") && browser_call(browser, "Log.enable", "{}");
}

bool browser_begin(Browser *browser, const char *path) {
    int down[2], up[2];
    *browser = (Browser){.to = -1, .from = -1};
    snprintf(browser->profile, sizeof browser->profile, "/tmp/rowan-browser-XXXXXX");
    browser->capacity = 1 << 16;
    browser->message = malloc(browser->capacity);
    if (browser->message == NULL || mkdtemp(browser->profile) == NULL) return false;
    if (pipe(down) != 0 || pipe(up) != 0) return false;
    signal(SIGPIPE, SIG_IGN);
    fflush(NULL);
    browser->pid = fork();
    if (browser->pid == 0) become(path, browser->profile, down[0], up[1]);
    close(down[0]);
    close(up[1]);
    browser->to = down[1];
    browser->from = up[0];
    fcntl(browser->to, F_SETFD, FD_CLOEXEC);
    fcntl(browser->from, F_SETFD, FD_CLOEXEC);
    return browser->pid > 0 && open_page(browser);
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *where) {
    (void)status, (void)kind, (void)where;
    remove(path);
    return 0;
}

/* Asks it to close; kills what is left, with all its helper processes, and removes the profile. */
void browser_end(Browser *browser) {
    browser->session[0] = '\0';
    if (browser->pid > 0) {
        browser_call(browser, "Browser.close", "{}");
        for (int i = 0; i < 300 && waitpid(browser->pid, NULL, WNOHANG) == 0; i++) poll(NULL, 0, 10);
        kill(-browser->pid, SIGKILL);
        waitpid(browser->pid, NULL, 0);
    }
    if (browser->to >= 0) close(browser->to);
    if (browser->from >= 0) close(browser->from);
    /* Its helpers may still be writing as they die. */
    for (int i = 0; i < 50 && access(browser->profile, F_OK) == 0; i++) {
        nftw(browser->profile, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
        poll(NULL, 0, 20);
    }
    free(browser->message);
    browser->message = NULL;
}

static bool send_bytes(Browser *browser, const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t sent = write(browser->to, bytes, length);
        if (sent <= 0) return false;
        bytes += sent;
        length -= (size_t)sent;
    }
    return true;
}

static bool has_room(Browser *browser) {
    if (browser->capacity - browser->read_length > 4096) return true;
    char *grown = realloc(browser->message, browser->capacity * 2);
    if (grown == NULL) return false;
    browser->message = grown;
    browser->capacity *= 2;
    return true;
}

/* The next message, into browser->message. Bytes behind it stay for the next call. */
static bool read_message(Browser *browser, long deadline_ms) {
    memmove(browser->message, browser->message + browser->message_length,
            browser->read_length - browser->message_length);
    browser->read_length -= browser->message_length;
    browser->message_length = 0;
    for (size_t searched = 0;;) {
        const char *end = memchr(browser->message + searched, '\0', browser->read_length - searched);
        if (end != NULL) {
            browser->message_length = (size_t)(end - browser->message) + 1;
            return true;
        }
        searched = browser->read_length;
        struct pollfd poll_from = {.fd = browser->from, .events = POLLIN};
        long left = deadline_ms - now_ms();
        if (left < 0 || poll(&poll_from, 1, (int)left) <= 0 || !has_room(browser)) return false;
        ssize_t count =
            read(browser->from, browser->message + browser->read_length, browser->capacity - browser->read_length);
        if (count <= 0) return false;
        browser->read_length += (size_t)count;
    }
}

static void note_complaint(Browser *browser, const char *value) {
    browser->complaint_count++;
    json_text(value, browser->complaint, sizeof browser->complaint);
}

/* Only what needs the network can lead away: data: and blob: are the page itself. */
static void note_request(Browser *browser, const char *url) {
    char address[BROWSER_TEXT_SIZE];
    json_text(url, address, sizeof address);
    static const char *const own[] = {"data:", "blob:", "about:"};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        if (strncmp(address, own[i], strlen(own[i])) == 0) return;
    }
    const char *host = strstr(address, "://");
    if (host == NULL) return;
    if (strncmp(host + 3, browser->home, strlen(browser->home)) == 0) return;
    browser->foreign_count++;
    note_complaint(browser, url);
}

static void note_event(Browser *browser) {
    const char *method = json_find(browser->message, "method"), *parameters = json_find(browser->message, "params");
    if (method == NULL || parameters == NULL) return;
    if (json_equals(method, "Runtime.exceptionThrown")) {
        const char *details = json_find(parameters, "exceptionDetails");
        const char *description = json_find(details, "exception.description");
        note_complaint(browser, description != NULL ? description : json_find(details, "text"));
    } else if (json_equals(method, "Log.entryAdded") && json_equals(json_find(parameters, "entry.level"), "error")) {
        note_complaint(browser, json_find(parameters, "entry.text"));
    } else if (json_equals(method, "Runtime.consoleAPICalled") && json_equals(json_find(parameters, "type"), "error")) {
        note_complaint(browser, json_find(parameters, "args.0.value"));
    } else if (json_equals(method, "Network.requestWillBeSent")) {
        note_request(browser, json_find(parameters, "request.url"));
    } else if (json_equals(method, "Network.webSocketCreated")) {
        note_request(browser, json_find(parameters, "url"));
    }
}

const char *browser_call(Browser *browser, const char *method, const char *parameters) {
    size_t size = strlen(parameters) + 512;
    char *command = malloc(size);
    if (command == NULL) return NULL;
    long id = ++browser->last_id, deadline = now_ms() + BROWSER_LIMIT_MS;
    Writer writer = writer_on(command, size);
    writer_add(&writer, "{\"id\":%ld,\"method\":\"%s\",\"params\":%s", id, method, parameters);
    if (browser->session[0] != '\0') writer_add(&writer, ",\"sessionId\":\"%s\"", browser->session);
    writer_add(&writer, "}");
    bool is_sent = !writer.overflowed && send_bytes(browser, command, writer.length + 1);
    free(command);
    while (is_sent && read_message(browser, deadline)) {
        const char *answer_id = json_find(browser->message, "id");
        if (answer_id == NULL) {
            note_event(browser);
        } else if ((long)json_number(answer_id, 0) == id) {
            const char *result = json_find(browser->message, "result");
            if (result == NULL) fprintf(stderr, "\n%s: %.300s\n", method, browser->message);
            return result;
        }
    }
    return NULL;
}

void browser_listen(Browser *browser, int ms) {
    for (long deadline = now_ms() + ms; read_message(browser, deadline);) {
        if (json_find(browser->message, "id") == NULL) note_event(browser);
    }
}
