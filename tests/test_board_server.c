/* The server of the board over raw sockets: who is refused and how, clients that break the rules, engines that crash,
 * hang and flood. Most tests run the server itself, in a child process, with short times; the last ones run the
 * program. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "board/server.h"
#include "common/files.h"
#include "common/proc.h"
#include "greatest.h"
#include "support/build.h"
#include "support/programs.h"
#include "support/scratch.h"
#include "support/session.h"
#include "support/web_client.h"

static const char token[] = "00112233445566778899aabbccddeeff";

enum { HEADER_MS = 300, PING_MS = 1000, LONG_MS = 30000 };

/* The server under test. */
static struct {
    pid_t pid;
    int stop_fd, port;
    bool is_impatient;
    char engines[2][2 * PROGRAM_PATH_SIZE];
    char record[PROGRAM_PATH_SIZE];
} server;

static WebClient client, others[CONNECTIONS_MAX];
static char text[WEB_TEXT_SIZE];

static void serve(const Listener *listener, int stop_fd) {
    Reason why;
    /* Only tests of its patience need a server that soon loses it: a busy machine can keep the others from answering.
     */
    static const ServerTimes impatient = {
        .header_ms = HEADER_MS, .send_ms = 400, .ping_ms = PING_MS, .parting_ms = 200};
    Service service = {.game = "3x3",
                       .engines = {server.engines[0], server.engines[1]},
                       .engine_count = server.engines[1][0] != '\0' ? 2 : 1,
                       .threads_max = 2,
                       .times = server.is_impatient ? impatient : server_times};
    file_ignore_signals();
    gate_init(&service.gate, token, listener->port);
    const char *record = server.record[0] != '\0' ? server.record : NULL;
    bool is_fine =
        site_init(&service.site, service.gate.host, record, &why) && server_run(&service, listener, stop_fd, &why);
    site_free(&service.site);
    build_keep_coverage();
    _exit(is_fine ? 0 : 1);
}

/* Engines are commands as programs.h splits them, without quotes; NULL: the real one. */
static bool begin(const char *first, const char *second) {
    Reason why;
    Listener listener;
    int stop[2];
    char path[PROGRAM_PATH_SIZE];
    program_path(first == NULL ? "rowan" : "fake_engine", path);
    snprintf(server.engines[0], sizeof server.engines[0], "%s %s", path, first == NULL ? "" : first);
    program_path("rowan", path);
    snprintf(server.engines[1], sizeof server.engines[1], "%s", second != NULL ? path : "");
    if (!server_listen(&listener, 0, &why) || pipe(stop) != 0) return false;
    fflush(NULL);
    server.pid = fork();
    if (server.pid == 0) {
        close(stop[1]);
        serve(&listener, stop[0]);
    }
    close(listener.fd);
    close(stop[0]);
    server.stop_fd = stop[1];
    server.port = listener.port;
    return server.pid > 0;
}

/* True if it ended well, and with it all its children. */
static bool end(void) {
    int status = -1;
    close(server.stop_fd);
    for (int i = 0; waitpid(server.pid, &status, WNOHANG) == 0; i++) {
        if (i == LONG_MS / 5) kill(server.pid, SIGKILL);
        poll(NULL, 0, 5);
    }
    server.is_impatient = false;
    server.record[0] = '\0';
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void begin_server(void *ignored) {
    (void)ignored;
    if (!begin(NULL, NULL)) abort();
}

static void begin_impatient_server(void *ignored) {
    server.is_impatient = true;
    begin_server(ignored);
}

static void end_server(void *ignored) {
    (void)ignored;
    if (!end()) abort();
}

/* The answer to a request; @ is the host with its port, $ the token. */
static int status_of(const char *request) {
    static char whole[16384];
    size_t at = 0;
    for (const char *c = request; *c != '\0'; c++) {
        if (*c == '@') at += (size_t)snprintf(whole + at, sizeof whole - at, "127.0.0.1:%d", server.port);
        if (*c == '$') at += (size_t)snprintf(whole + at, sizeof whole - at, "%s", token);
        if (*c != '@' && *c != '$') whole[at++] = *c;
    }
    whole[at] = '\0';
    int status = -1;
    if (web_open(&client, server.port) && web_say(&client, whole) && web_read_all(&client)) {
        if (sscanf(client.bytes, "HTTP/1.1 %d", &status) != 1) status = -1;
    }
    web_close(&client);
    return status;
}

TEST a_request_gets_this_status(const char *request, int status) {
    ASSERT_EQm(request, status, status_of(request));
    PASS();
}

TEST the_page_comes_with_all_its_headers(void) {
    static const char *const headers[] = {"Content-Type: text/html; charset=utf-8\r\n",
                                          "X-Content-Type-Options: nosniff\r\n",
                                          "Referrer-Policy: no-referrer\r\n",
                                          "Cache-Control: no-store\r\n",
                                          "X-Frame-Options: DENY\r\n",
                                          "Content-Security-Policy: default-src 'none'; script-src 'sha256-",
                                          "; style-src 'sha256-",
                                          "frame-ancestors 'none'",
                                          "base-uri 'none'",
                                          "form-action 'none'",
                                          "require-trusted-types-for 'script'",
                                          "Connection: close\r\n"};
    ASSERT_EQ(200, status_of("GET /$/ HTTP/1.1\r\nHost: @\r\nSec-Fetch-Site: none\r\n\r\n"));
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        ASSERTm(headers[i], strstr(client.bytes, headers[i]) != NULL);
    ASSERT(strstr(client.bytes, "unsafe") == NULL);
    ASSERT(strstr(client.bytes, "\r\n\r\n<!doctype html>") != NULL);
    ASSERT(strstr(client.bytes, "Access-Control") == NULL);
    PASS();
}

/* Another address of this machine leads nowhere: all of 127.0.0.0/8 is loopback, but only 127.0.0.1 is ours. */
TEST only_one_address_is_served(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)server.port)};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    inet_pton(AF_INET, "127.0.0.2", &address.sin_addr);
    errno = 0;
    int result = connect(fd, (struct sockaddr *)&address, sizeof address);
    close(fd);
    ASSERT(result != 0);
    PASS();
}

#define UPGRADE "Upgrade: websocket\r\nConnection: keep-alive, Upgrade\r\nSec-WebSocket-Version: 13\r\n"
#define KEY     "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
#define ENGINE  "GET /$/engine/0 HTTP/1.1\r\nHost: @\r\n"

static bool open_engine(WebClient *page, int number) {
    char request[1024];
    snprintf(request, sizeof request,
             "GET /%s/engine/%d HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\n" UPGRADE KEY "\r\n",
             token, number, server.port, server.port);
    if (!web_open(page, server.port) || !web_say(page, request)) return false;
    struct pollfd watched = {.fd = page->fd, .events = POLLIN};
    if (poll(&watched, 1, WEB_LIMIT_MS) <= 0) return false;
    ssize_t got = recv(page->fd, page->bytes, sizeof page->bytes - 1, 0);
    if (got <= 0) return false;
    page->bytes[got] = '\0';
    char *head = strstr(page->bytes, "\r\n\r\n");
    if (head == NULL || strncmp(page->bytes, "HTTP/1.1 101 ", 13) != 0) return false;
    if (strstr(page->bytes, "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n") == NULL) return false;
    page->length = (size_t)got - (size_t)(head + 4 - page->bytes);
    memmove(page->bytes, head + 4, page->length);
    return web_await(page, "s started", text, sizeof text);
}

TEST a_page_talks_to_the_engine(void) {
    ASSERT(open_engine(&client, 0));
    ASSERT(web_send_text(&client, "ugi") && web_await(&client, "e ugiok", text, sizeof text));
    ASSERT(web_send_text(&client, "setoption name Game value 3x3"));
    ASSERT(web_send_text(&client, "position startpos moves a1 b2 a2"));
    ASSERT(web_send_text(&client, "query moves") && web_await(&client, "e response", text, sizeof text));
    ASSERT_STR_EQ("e response b1 c1 c2 a3 b3 c3", text);
    ASSERT(web_send_text(&client, "go depth 5") && web_await(&client, "e bestmove a3", text, sizeof text));
    web_close(&client);
    PASS();
}

TEST what_the_page_may_not_say_does_not_reach_the_engine(const char *line) {
    ASSERT(open_engine(&client, 0));
    ASSERT(web_send_text(&client, line) && web_await(&client, "s refused ", text, sizeof text));
    ASSERT(web_send_text(&client, "isready") && web_await(&client, "e ", text, sizeof text));
    ASSERT_STR_EQ("e readyok", text);
    web_close(&client);
    PASS();
}

TEST a_ping_is_answered(void) {
    ASSERT(open_engine(&client, 0));
    ASSERT(web_send_frame(&client, 0x89, "hi", 2, true));
    for (int opcode; (opcode = web_read_frame(&client, text, sizeof text)) != 10;) ASSERT(opcode >= 0);
    ASSERT_STR_EQ("hi", text);
    ASSERT(web_send_frame(&client, 0x88, "\x03\xe8", 2, true));
    ASSERT_EQ(1000, web_await_close(&client));
    ASSERT(web_read_all(&client));
    web_close(&client);
    PASS();
}

TEST a_frame_against_the_rules_closes(int first, size_t length, bool is_masked, int code) {
    static char payload[65536];
    ASSERT(open_engine(&client, 0));
    ASSERT(web_send_frame(&client, first, payload, length, is_masked));
    ASSERT_EQ(code, web_await_close(&client));
    ASSERT(web_read_all(&client));
    web_close(&client);
    PASS();
}

static bool has_been_ms(int64_t begun_us, int ms) {
    return clock_now_us() - begun_us >= ms * INT64_C(1000);
}

TEST a_slow_header_is_cut_off(const char *beginning) {
    int64_t begun_us = clock_now_us();
    ASSERT(web_open(&client, server.port) && web_say(&client, beginning));
    ASSERT(web_read_all(&client));
    ASSERT(has_been_ms(begun_us, HEADER_MS));
    web_close(&client);
    PASS();
}

/* A byte now and then does not buy more time. */
TEST a_dripping_header_is_cut_off(void) {
    int64_t begun_us = clock_now_us();
    ASSERT(web_open(&client, server.port));
    while (web_say(&client, "x") && !has_been_ms(begun_us, WEB_LIMIT_MS)) poll(NULL, 0, 20);
    ASSERT(has_been_ms(begun_us, HEADER_MS) && !has_been_ms(begun_us, WEB_LIMIT_MS));
    web_close(&client);
    PASS();
}

TEST a_page_that_answers_no_ping_is_dropped(void) {
    int64_t begun_us = clock_now_us();
    ASSERT(open_engine(&client, 0));
    ASSERT(web_read_all(&client));
    ASSERT(has_been_ms(begun_us, 2 * PING_MS));
    web_close(&client);
    PASS();
}

/* Clients that connect and say nothing do not keep out one that knows the token. */
TEST idle_sockets_make_room(void) {
    for (int i = 0; i < CONNECTIONS_MAX; i++) ASSERT(web_open(&others[i], server.port));
    ASSERT_EQ(200, status_of("GET /$/ HTTP/1.1\r\nHost: @\r\n\r\n"));
    for (int i = 0; i < CONNECTIONS_MAX; i++) web_close(&others[i]);
    ASSERT_EQ(200, status_of("GET /$/ HTTP/1.1\r\nHost: @\r\n\r\n"));
    PASS();
}

/* So many tabs have an engine; the next one is told why it has none, and all can still load pages. */
TEST tabs_are_counted(void) {
    ASSERT(begin("instant", NULL));
    for (int i = 0; i < TALKS_MAX; i++) ASSERT(open_engine(&others[i], 0));
    ASSERT(!open_engine(&client, 0));
    ASSERT(strncmp(client.bytes, "HTTP/1.1 503 ", 13) == 0);
    ASSERT(strstr(client.bytes, "The board has an engine for each of its 48 open tabs") != NULL);
    web_close(&client);
    for (int i = TALKS_MAX; i < CONNECTIONS_MAX; i++) ASSERT(web_open(&others[i], server.port));
    ASSERT_EQ(200, status_of("GET /$/ HTTP/1.1\r\nHost: @\r\n\r\n"));
    web_close(&others[0]);
    bool is_open = false;
    for (int i = 0; i < LONG_MS / 10 && !is_open; i++) {
        is_open = open_engine(&client, 0);
        if (!is_open) web_close(&client), poll(NULL, 0, 10);
    }
    ASSERT(is_open);
    web_close(&client);
    for (int i = 1; i < CONNECTIONS_MAX; i++) web_close(&others[i]);
    ASSERT(end());
    PASS();
}

static bool says(const char *line, const char *beginning) {
    return web_send_text(&client, line) && web_await(&client, beginning, text, sizeof text);
}

/* The page hears how it ended, and can start it again on the same connection. */
TEST an_engine_that_fails_can_be_started_again(const char *mode, const char *ending) {
    ASSERT(begin(mode, NULL));
    ASSERT(open_engine(&client, 0));
    ASSERT(says("isready", "e readyok"));
    ASSERT(says("go movetime 10", "s ended "));
    ASSERTm(text, strstr(text, ending) != NULL);
    ASSERT(says("start", "s started"));
    ASSERT(says("isready", "e readyok"));
    web_close(&client);
    ASSERT(end());
    PASS();
}

/* It is for the page to lose its patience. */
TEST an_engine_that_hangs_can_be_started_again(void) {
    ASSERT(begin("hang-move", NULL));
    ASSERT(open_engine(&client, 0));
    ASSERT(web_send_text(&client, "go movetime 10"));
    ASSERT(says("start", "s started"));
    ASSERT(says("isready", "e readyok"));
    web_close(&client);
    ASSERT(end());
    PASS();
}

/* Each start ends the process before it, and everybody waits for that. */
TEST many_starts_at_once_are_one(void) {
    int starts = 0;
    ASSERT(open_engine(&client, 0));
    for (int i = 0; i < 100; i++) ASSERT(web_send_text(&client, "start"));
    ASSERT(says("start", "s started"));
    ASSERT(web_send_text(&client, "isready"));
    do {
        ASSERT(web_read_frame(&client, text, sizeof text) >= 0);
        starts += strcmp(text, "s started") == 0;
    } while (strcmp(text, "e readyok") != 0);
    ASSERT(starts <= 2);
    web_close(&client);
    PASS();
}

TEST an_engine_that_does_not_read_is_given_up(void) {
    static char long_line[60000] = "position startpos moves";
    ASSERT(begin("no-read", NULL));
    ASSERT(open_engine(&client, 0));
    for (size_t at = strlen(long_line); at + 4 < sizeof long_line; at += 3) memcpy(long_line + at, " a1", 3);
    for (int i = 0; i < 3; i++) ASSERT(web_send_text(&client, long_line));
    ASSERT(web_await(&client, "s ended ", text, sizeof text));
    web_close(&client);
    ASSERT(end());
    PASS();
}

TEST an_engine_that_cannot_start_is_reported(void) {
    ASSERT(begin("no-such-mode", NULL));
    ASSERT(open_engine(&client, 0));
    ASSERT(web_await(&client, "s ended exited with status 2", text, sizeof text));
    web_close(&client);
    ASSERT(end());
    PASS();
}

static bool process_is_gone(long pid) {
    for (int i = 0; i < LONG_MS / 5 && kill((pid_t)pid, 0) == 0; i++) poll(NULL, 0, 5);
    return kill((pid_t)pid, 0) != 0;
}

/* Its child too, which ignores SIGTERM and holds its pipes. */
TEST nothing_is_left_when_the_page_is_closed(void) {
    ASSERT(begin("spawn-child", NULL));
    ASSERT(open_engine(&client, 0));
    ASSERT(says("go movetime 10", "e info string child "));
    long pid = strtol(text + strlen("e info string child "), NULL, 10);
    ASSERT(pid > 0 && kill((pid_t)pid, 0) == 0);
    web_close(&client);
    ASSERT(process_is_gone(pid));
    ASSERT(end());
    PASS();
}

TEST several_engines_can_be_had(void) {
    ASSERT(begin("instant", "rowan"));
    ASSERT(open_engine(&client, 1));
    ASSERT(says("ugi", "e id name Rowan"));
    web_close(&client);
    ASSERT_EQ(404, status_of("GET /$/engine/2 HTTP/1.1\r\nHost: @\r\n\r\n"));
    ASSERT(end());
    PASS();
}

TEST a_record_is_served_in_pieces(void) {
    snprintf(server.record, sizeof server.record, "%s", scratch_file("followed.txt"));
    ASSERT(scratch_write(server.record, "0123456789"));
    ASSERT(begin(NULL, NULL));
    ASSERT_EQ(200, status_of("GET /$/record HTTP/1.1\r\nHost: @\r\n\r\n"));
    ASSERT(strstr(client.bytes, "\r\nX-Total: 10\r\n") != NULL && strstr(client.bytes, "\r\n\r\n0123456789") != NULL);
    ASSERT_EQ(200, status_of("GET /$/record?from=7 HTTP/1.1\r\nHost: @\r\n\r\n"));
    ASSERT(strstr(client.bytes, "\r\n\r\n789") != NULL && strstr(client.bytes, "text/plain") != NULL);
    ASSERT_EQ(200, status_of("GET /$/record?from=99 HTTP/1.1\r\nHost: @\r\n\r\n"));
    ASSERT(strstr(client.bytes, "Content-Length: 0\r\n") != NULL);
    ASSERT_EQ(404, status_of("GET /$/record?from=-1 HTTP/1.1\r\nHost: @\r\n\r\n"));
    ASSERT_EQ(404, status_of("GET /$/record?file=x HTTP/1.1\r\nHost: @\r\n\r\n"));
    ASSERT(end());
    PASS();
}

/* The program */

TEST ctrl_c_ends_the_program_and_its_engines(const char *mode) {
    Session session;
    char path[64], command[128];
    snprintf(command, sizeof command, "board 3x3 --no-open --engine '%%/fake_engine %s'", mode);
    ASSERT(session_begin(&session, SESSION_PIPES, command, NULL));
    ASSERT(session_expect(&session, "Ctrl-C ends it."));
    const char *address = strstr(session.text, "http://127.0.0.1:");
    ASSERT(address != NULL && sscanf(address, "http://127.0.0.1:%d/%32s", &server.port, path) == 2);
    char request[1024];
    snprintf(request, sizeof request,
             "GET /%s/engine/0 HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\n" UPGRADE KEY "\r\n",
             path, server.port, server.port);
    ASSERT(web_open(&client, server.port) && web_say(&client, request));
    ASSERT(web_send_text(&client, "go movetime 10"));
    char *found = NULL;
    for (int i = 0; i < LONG_MS / 5 && found == NULL; i++) {
        ssize_t got = recv(client.fd, client.bytes + client.length, sizeof client.bytes - client.length, MSG_DONTWAIT);
        if (got > 0) client.length += (size_t)got;
        for (size_t at = 0; found == NULL && at + 24 < client.length; at++) {
            if (memcmp(client.bytes + at, "info string child ", 18) == 0) found = client.bytes + at + 18;
        }
        poll(NULL, 0, 5);
    }
    ASSERT(found != NULL);
    long pid = strtol(found, NULL, 10);
    ASSERT(kill((pid_t)pid, 0) == 0);
    ASSERT_EQ(0, kill(session.pid, SIGINT));
    ASSERT_EQ(0, session_end(&session));
    ASSERT(process_is_gone(pid));
    session_free(&session);
    web_close(&client);
    PASS();
}

/* What is too few to serve anybody is refused before the address is printed; with more the page is there. */
TEST a_board_may_open_so_many_files(const char *limit, bool is_enough) {
    char path[PROGRAM_PATH_SIZE], secret[64], request[256];
    ProcFailure failure;
    ProcLine line;
    ProcEnd how;
    program_path("board", path);
    char *argv[] = {"/bin/sh", "-c", "ulimit -n $1; exec \"$0\" 3x3 --no-open 2>&1", path, (char *)limit, NULL};
    Proc *proc = proc_new(&(ProcSpec){.argv = argv}, &failure);
    int64_t deadline_us = clock_now_us() + LONG_MS * INT64_C(1000);
    ASSERT(proc != NULL && proc_read_line(proc, deadline_us, &line) == PROC_OK);
    bool is_told = sscanf(line.text, "The board is at http://127.0.0.1:%d/%32s", &server.port, secret) == 2;
    ASSERTm(line.text, is_told == is_enough);
    ASSERTm(line.text, is_enough || strstr(line.text, "(see ulimit -n)") != NULL);
    if (is_enough) {
        snprintf(request, sizeof request, "GET /%s/ HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n", secret, server.port);
        ASSERT(web_open(&client, server.port) && web_say(&client, request) && web_read_all(&client));
        ASSERT(strncmp(client.bytes, "HTTP/1.1 200 ", 13) == 0);
        web_close(&client);
        ASSERT_EQ(0, kill(proc_pid(proc), SIGINT));
    }
    ASSERT(proc_wait(proc, deadline_us, &how));
    ASSERT(how.kind == PROC_EXITED && how.code == (is_enough ? 0 : 1));
    proc_free(proc);
    PASS();
}

/* A terminal shows ^C and stays in that line. */
TEST ctrl_c_ends_the_line_on_a_terminal(void) {
    Session session;
    ASSERT(session_begin(&session, SESSION_TERMINAL, "board 3x3 --no-open", NULL));
    ASSERT(session_expect(&session, "Ctrl-C ends it.") && session_expect(&session, "\n"));
    ASSERT_EQ(0, kill(session.pid, SIGINT));
    ASSERT(session_expect(&session, "\n"));
    ASSERT_EQ(0, session_end(&session));
    session_free(&session);
    PASS();
}

static void run_refusals(void) {
    static const struct {
        const char *request;
        int status;
    } cases[] = {
        {"GET /$/ HTTP/1.1\r\nHost: @\r\n\r\n", 200},
        {"GET /$/puzzles HTTP/1.1\r\nHost: @\r\n\r\n", 200},
        {"GET /$/record HTTP/1.1\r\nHost: @\r\n\r\n", 404}, /* nothing is followed */
        {"GET / HTTP/1.1\r\nHost: @\r\n\r\n", 404},
        {"GET /$ HTTP/1.1\r\nHost: @\r\n\r\n", 404},
        {"GET //$/ HTTP/1.1\r\nHost: @\r\n\r\n", 404},
        {"GET /00112233445566778899aabbccddeefe/ HTTP/1.1\r\nHost: @\r\n\r\n", 404},
        {"GET /$/../$/ HTTP/1.1\r\nHost: @\r\n\r\n", 404},
        {"GET /$/index.html HTTP/1.1\r\nHost: @\r\n\r\n", 404},
        {"GET /$/ HTTP/1.1\r\n\r\n", 421},
        {"GET /$/ HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421},
        {"GET /$/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 421},
        {"GET /$/ HTTP/1.1\r\nHost: localhost:1\r\n\r\n", 421},
        {"GET /$/ HTTP/1.1\r\nHost: @\r\nHost: @\r\n\r\n", 421},
        {"GET /$/ HTTP/1.1\r\nHost: @, @\r\n\r\n", 421},
        {"GET /$/ HTTP/1.1\r\nHost:@\r\n\r\n", 200},
        {"GET /$/ HTTP/1.1\r\nHost: \t @ \t\r\n\r\n", 200},
        {"GET /$/ HTTP/1.1\r\nHost : @\r\n\r\n", 400},
        {"GET /$/ HTTP/1.1\r\nHost: @\r\n \r\n\r\n", 400},
        {"POST /$/ HTTP/1.1\r\nHost: @\r\n\r\n", 405},
        {"HEAD /$/ HTTP/1.1\r\nHost: @\r\n\r\n", 405},
        {"GET /$/ HTTP/1.1\r\nHost: @\r\nSec-Fetch-Site: cross-site\r\n\r\n", 403},
        {"GET /$/ HTTP/1.1\r\nHost: @\r\nSec-Fetch-Site: same-site\r\n\r\n", 403},
        {"GET /$/ HTTP/1.1\r\nHost: @\r\nSec-Fetch-Site: none\r\nSec-Fetch-Site: cross-site\r\n\r\n", 403},
        {"GET /$/ HTTP/1.1\r\nHost: @\r\nSec-Fetch-Site: same-origin\r\n\r\n", 200},
        {"GET /$/ HTTP/1.0\r\nHost: @\r\n\r\n", 505},
        {"rubbish\r\n\r\n", 400},
        {ENGINE "\r\n", 403},
        {ENGINE UPGRADE KEY "\r\n", 403},
        {ENGINE "Origin: null\r\n" UPGRADE KEY "\r\n", 403},
        {ENGINE "Origin: http://evil.example\r\n" UPGRADE KEY "\r\n", 403},
        {ENGINE "Origin: https://@\r\n" UPGRADE KEY "\r\n", 403},
        {ENGINE "Origin: http://@.evil.example\r\n" UPGRADE KEY "\r\n", 403},
        {ENGINE "Origin: http://@\r\nOrigin: http://@\r\n" UPGRADE KEY "\r\n", 403},
        {ENGINE "Origin: http://@\r\nSec-Fetch-Site: cross-site\r\n" UPGRADE KEY "\r\n", 403},
        {ENGINE "Origin: http://@\r\n" KEY "\r\n", 400},
        {ENGINE "Origin: http://@\r\n" UPGRADE "\r\n", 400},
        {ENGINE "Origin: http://@\r\n" UPGRADE "Sec-WebSocket-Key: short\r\n\r\n", 400},
        {ENGINE "Origin: http://@\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 8\r\n" KEY
                "\r\n",
         426},
        {"GET /$/engine/1 HTTP/1.1\r\nHost: @\r\nOrigin: http://@\r\n" UPGRADE KEY "\r\n", 404},
        {"GET /$/engine/-1 HTTP/1.1\r\nHost: @\r\nOrigin: http://@\r\n" UPGRADE KEY "\r\n", 404},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        RUN_TESTp(a_request_gets_this_status, cases[i].request, cases[i].status);
}

static void run_clients(void) {
    static char long_request[9001];
    memset(long_request, 'a', sizeof long_request - 1);
    RUN_TESTp(a_request_gets_this_status, long_request, 431);
    RUN_TEST(the_page_comes_with_all_its_headers);
    RUN_TEST(only_one_address_is_served);
    RUN_TEST(a_page_talks_to_the_engine);
    RUN_TESTp(what_the_page_may_not_say_does_not_reach_the_engine, "quit");
    RUN_TESTp(what_the_page_may_not_say_does_not_reach_the_engine, "bench");
    RUN_TESTp(what_the_page_may_not_say_does_not_reach_the_engine, "isready\nquit");
    RUN_TESTp(what_the_page_may_not_say_does_not_reach_the_engine, "setoption name Debug Log File value x");
    RUN_TESTp(what_the_page_may_not_say_does_not_reach_the_engine, "setoption name Threads value 3");
    RUN_TEST(many_starts_at_once_are_one);
    RUN_TEST(a_ping_is_answered);
    RUN_TESTp(a_frame_against_the_rules_closes, 0x81, 4, false, 1002);
    RUN_TESTp(a_frame_against_the_rules_closes, 0x01, 4, true, 1003);
    RUN_TESTp(a_frame_against_the_rules_closes, 0x82, 4, true, 1003);
    RUN_TESTp(a_frame_against_the_rules_closes, 0x81, 65536, true, 1009);
    RUN_TEST(idle_sockets_make_room);
}

static void run_patience(void) {
    RUN_TESTp(a_slow_header_is_cut_off, "");
    RUN_TESTp(a_slow_header_is_cut_off, "GET / HTTP/1.1\r\nHost: ");
    RUN_TEST(a_dripping_header_is_cut_off);
    RUN_TEST(a_page_that_answers_no_ping_is_dropped);
}

SUITE(board_server) {
    SET_SETUP(begin_server, NULL);
    SET_TEARDOWN(end_server, NULL);
    run_refusals();
    run_clients();
    SET_SETUP(begin_impatient_server, NULL);
    run_patience();
    SET_SETUP(NULL, NULL);
    SET_TEARDOWN(NULL, NULL);
    RUN_TESTp(an_engine_that_fails_can_be_started_again, "crash-move", "segmentation fault");
    RUN_TESTp(an_engine_that_fails_can_be_started_again, "exit-move", "exited with status 3");
    RUN_TESTp(an_engine_that_fails_can_be_started_again, "flood", "far too many lines");
    RUN_TESTp(an_engine_that_fails_can_be_started_again, "flood-line", "far too long");
    RUN_TESTp(an_engine_that_fails_can_be_started_again, "orphan-crash", "segmentation fault");
    RUN_TEST(an_engine_that_hangs_can_be_started_again);
    RUN_TEST(an_engine_that_does_not_read_is_given_up);
    RUN_TEST(an_engine_that_cannot_start_is_reported);
    RUN_TEST(tabs_are_counted);
    RUN_TEST(nothing_is_left_when_the_page_is_closed);
    RUN_TEST(several_engines_can_be_had);
    RUN_TEST(a_record_is_served_in_pieces);
    RUN_TEST(ctrl_c_ends_the_line_on_a_terminal);
    RUN_TESTp(ctrl_c_ends_the_program_and_its_engines, "spawn-child");
    RUN_TESTp(ctrl_c_ends_the_program_and_its_engines, "session-child");
    RUN_TESTp(a_board_may_open_so_many_files, "30", true);
    RUN_TESTp(a_board_may_open_so_many_files, "20", false);
}
