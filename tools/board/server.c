#include "board/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "board/allowed.h"
#include "board/engine_child.h"
#include "board/websocket.h"
#include "common/files.h"

enum {
    TICK_MS = 250,                         /* how late a deadline may be noticed */
    WATCHED_MAX = 2 + 2 * CONNECTIONS_MAX, /* the listener, stop_fd, socket and engine of each connection */
    FILES_AHEAD = 24,                      /* our own, and those that an engine is started with */
    FILES_PER_TALK = 3,                    /* a socket and two pipes */
    OUTPUT_FULL = 1 << 18,                 /* with that much waiting, the engine has to wait too */
    OUTPUT_MAX = 1 << 23,                  /* more waits only if a client asks and asks, and does not read */
    LINES_AT_ONCE = 2000,                  /* of the engine, before others have their turn */
    PINGS_MAX = 2,
    RESTART_US = 500000, /* between two starts of an engine: stopping one takes time that others wait */
    READ_SIZE = 1 << 14,
    INPUT_MAX = WEBSOCKET_MESSAGE_MAX + READ_SIZE + 16
};

const ServerTimes server_times = {.header_ms = 5000, .send_ms = 10000, .ping_ms = 20000, .parting_ms = 1000};

/* A connection is one client: a request and its answer, or a WebSocket with an engine behind it.
 *
 *     REQUEST -> REPLY -> PARTING -> gone            a page, a file, or a refusal
 *             -> TALK  -> PARTING -> gone            a WebSocket
 *
 * It owns its socket, its buffers and its engine. Every state but TALK has a deadline; TALK has one for its answers to
 * pings and one for output that does not get away. Nothing here waits for the client. */
typedef enum { CONNECTION_REQUEST, CONNECTION_REPLY, CONNECTION_TALK, CONNECTION_PARTING } ConnectionState;

typedef struct {
    int fd; /* -1: not in use */
    ConnectionState state;
    Buffer input, output;
    int64_t deadline_us; /* of the state; in TALK, of the next ping */
    int64_t sent_us;     /* when output last moved, or began to wait */
    int pings;           /* unanswered */
    EngineChild engine;
    int engine_number;
    bool is_starting;   /* the page asked for a new process, which is not there yet */
    int64_t restart_us; /* not before */
    bool may_talk;      /* there is room for one more engine */
    nfds_t watched_at;  /* where its socket was in the list for the last poll */
} Connection;

/* Takes over the socket, which does not block. */
static void begin(Connection *connection, int fd, const ServerTimes *times) {
    *connection = (Connection){.fd = fd, .deadline_us = clock_now_us() + times->header_ms * 1000};
}

/* Closes the socket and ends the engine. */
static void end(Connection *connection) {
    engine_child_stop(&connection->engine);
    if (connection->fd >= 0) close(connection->fd);
    buffer_free(&connection->input);
    buffer_free(&connection->output);
    *connection = (Connection){.fd = -1};
}

static bool wants_output(const Connection *connection) {
    return connection->output.length > 0;
}

/* Whether more lines of the engine can be taken: not while the client is slow to take those that wait. */
static bool wants_engine(const Connection *connection) {
    return connection->state == CONNECTION_TALK && engine_child_is_running(&connection->engine) &&
           connection->output.length < OUTPUT_FULL;
}

/* Everything is sent or refused: what is left is to close without losing the last bytes. */
static void part(Connection *connection, const Service *service) {
    engine_child_stop(&connection->engine);
    connection->state = CONNECTION_PARTING;
    connection->deadline_us = clock_now_us() + service->times.parting_ms * 1000;
}

/* Answers to requests */

static bool add_text(Buffer *buffer, const char *format, ...) {
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return length >= 0 && (size_t)length < sizeof text && buffer_add(buffer, text, (size_t)length);
}

static bool reply(Connection *connection, const Service *service, int status, const SiteReply *content) {
    Buffer *output = &connection->output;
    connection->state = CONNECTION_REPLY;
    connection->deadline_us = clock_now_us() + service->times.send_ms * 1000;
    bool is_added =
        add_text(output, "HTTP/1.1 %d %s\r\nContent-Type: %s\r\nContent-Length: %zu\r\n", status,
                 http_status_text(status), content->type, content->length) &&
        add_text(output, "Content-Security-Policy: %s\r\n", service->site.policy) &&
        add_text(output,
                 "X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCache-Control: no-store\r\n"
                 "X-Frame-Options: DENY\r\nCross-Origin-Opener-Policy: same-origin\r\n"
                 "Cross-Origin-Resource-Policy: same-origin\r\nConnection: close\r\n");
    if (content->total >= 0) is_added = is_added && add_text(output, "X-Total: %ld\r\n", content->total);
    if (status == 405) is_added = is_added && add_text(output, "Allow: GET\r\n");
    if (status == 426) is_added = is_added && add_text(output, "Sec-WebSocket-Version: 13\r\n");
    return is_added && add_text(output, "\r\n") && buffer_add(output, content->bytes, content->length);
}

static bool reply_text(Connection *connection, const Service *service, int status, const char *text) {
    SiteReply content = {
        .type = "text/plain; charset=utf-8", .bytes = (char *)text, .length = strlen(text), .total = -1};
    return reply(connection, service, status, &content);
}

static bool reply_status(Connection *connection, const Service *service, int status) {
    char text[64];
    snprintf(text, sizeof text, "%d %s\n", status, http_status_text(status));
    return reply_text(connection, service, status, text);
}

/* Messages to the page: "e " and a line of the engine, or "s " and a line of the server. */

static bool say(Connection *connection, char kind, const char *text) {
    char head[] = {kind, ' '};
    size_t length = strlen(text);
    Buffer message = {0};
    bool is_added = buffer_add(&message, head, sizeof head) && buffer_add(&message, text, length);
    /* A message must be UTF-8, or browsers close the connection. */
    for (size_t i = 0; is_added && i < message.length; i++) {
        if ((message.bytes[i] & 0x80) != 0) message.bytes[i] = '?';
    }
    is_added = is_added && websocket_write(&connection->output, WEBSOCKET_TEXT, message.bytes, message.length);
    buffer_free(&message);
    return is_added;
}

PRINTF_LIKE(2, 3) static bool say_server(Connection *connection, const char *format, ...) {
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return say(connection, 's', text);
}

static bool start_engine(Connection *connection, const Service *service) {
    Reason why;
    engine_child_stop(&connection->engine);
    connection->is_starting = false;
    connection->restart_us = clock_now_us() + RESTART_US;
    if (engine_child_start(&connection->engine, service->engines[connection->engine_number], &why))
        return say_server(connection, "started");
    return say_server(connection, "ended %s", why.text);
}

static bool greet(Connection *connection, const Service *service) {
    bool is_said = say_server(connection, "game %s", service->game) &&
                   say_server(connection, "follow %s", service->site.record_path != NULL ? "yes" : "no");
    for (int i = 0; is_said && i < service->engine_count; i++) {
        is_said = say_server(connection, "engine %d %s", i, service->engines[i]);
    }
    return is_said && start_engine(connection, service);
}

/* The handshake of a WebSocket: "engine/<number>" */

static bool parse_engine_path(Word path, const Service *service, int *number) {
    static const char prefix[] = "engine/";
    size_t length = sizeof prefix - 1;
    if (path.length <= length || memcmp(path.at, prefix, length) != 0) return false;
    return word_to_int((Word){path.at + length, path.length - length}, 0, service->engine_count - 1, number);
}

static bool open_websocket(Connection *connection, const Service *service, const HttpRequest *request) {
    char accept[WEBSOCKET_ACCEPT_SIZE];
    websocket_accept(http_field(request, "Sec-WebSocket-Key"), accept);
    connection->state = CONNECTION_TALK;
    connection->deadline_us = clock_now_us() + service->times.ping_ms * 1000;
    return add_text(&connection->output,
                    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    "Sec-WebSocket-Accept: %s\r\n\r\n",
                    accept) &&
           greet(connection, service);
}

static bool answer(Connection *connection, const Service *service, const HttpRequest *request) {
    static const char full[] =
        "The board has an engine for each of its 48 open tabs, and no more: close one of them.\n";
    Word path, query;
    SiteReply content;
    int status = gate_check(&service->gate, request, &path, &query);
    if (status != 200) return reply_status(connection, service, status);
    if (parse_engine_path(path, service, &connection->engine_number)) {
        status = gate_check_websocket(&service->gate, request);
        if (status != 200) return reply_status(connection, service, status);
        if (!connection->may_talk) return reply_text(connection, service, 503, full);
        return open_websocket(connection, service, request);
    }
    status = site_get(&service->site, path, query, &content);
    if (status != 200) return reply_status(connection, service, status);
    bool is_sent = reply(connection, service, status, &content);
    if (content.is_owned) free(content.bytes);
    return is_sent;
}

static bool take_request(Connection *connection, const Service *service) {
    HttpRequest request;
    int status = http_parse(connection->input.bytes, connection->input.length, &request);
    if (status == 0) return true;
    if (status != 200) return reply_status(connection, service, status);
    if (!answer(connection, service, &request)) return false;
    buffer_drop(&connection->input, request.size);
    return true;
}

/* Messages from the page */

static bool take_line(Connection *connection, const Service *service, const char *text, size_t length) {
    char line[ALLOWED_LINE_SIZE];
    Reason why;
    if (length == strlen("start") && memcmp(text, "start", length) == 0) {
        connection->is_starting = true; /* check_time does it, once for all that ask in the meantime */
        return true;
    }
    if (!allowed_line(text, length, service->threads_max, line, &why))
        return say_server(connection, "refused %s", why.text);
    if (connection->is_starting) return true; /* the old process need not hear it, the new one has not greeted */
    bool was_running = engine_child_is_running(&connection->engine);
    if (engine_child_tell(&connection->engine, line, &why) || !was_running) return true;
    return say_server(connection, "ended %s", why.text);
}

static bool close_with(Connection *connection, const Service *service, int code) {
    part(connection, service);
    return websocket_write_close(&connection->output, code);
}

static bool take_frame(Connection *connection, const Service *service, const WebsocketFrame *frame) {
    switch (frame->opcode) {
    case WEBSOCKET_TEXT:
        return take_line(connection, service, frame->payload, frame->length);
    case WEBSOCKET_PING:
        return websocket_write(&connection->output, WEBSOCKET_PONG, frame->payload, frame->length);
    case WEBSOCKET_PONG:
        connection->pings = 0;
        return true;
    default:
        return close_with(connection, service, WEBSOCKET_BYE);
    }
}

static bool take_frames(Connection *connection, const Service *service) {
    while (connection->state == CONNECTION_TALK) {
        WebsocketFrame frame;
        int result = websocket_read(connection->input.bytes, connection->input.length, &frame);
        if (result == 0) return true;
        if (result != 1) return close_with(connection, service, result);
        if (!take_frame(connection, service, &frame)) return false;
        buffer_drop(&connection->input, frame.size);
    }
    return true;
}

/* These four do what can be done now. False: the connection is over. */

static bool read_client(Connection *connection, const Service *service) {
    Buffer *input = &connection->input;
    bool is_listening = connection->state == CONNECTION_REQUEST || connection->state == CONNECTION_TALK;
    if (!is_listening) input->length = 0; /* what comes now is only waited out */
    if (input->length > INPUT_MAX || !buffer_reserve(input, READ_SIZE)) return false;
    ssize_t got = recv(connection->fd, input->bytes + input->length, READ_SIZE, 0);
    if (got < 0) return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
    if (got == 0) return false;
    input->length += (size_t)got;
    if (connection->state == CONNECTION_REQUEST && !take_request(connection, service)) return false;
    return connection->state != CONNECTION_TALK || take_frames(connection, service);
}

static bool hear_engine(Connection *connection) {
    const char *line;
    Reason why;
    for (int i = 0; i < LINES_AT_ONCE && wants_engine(connection); i++) {
        switch (engine_child_hear(&connection->engine, &line, &why)) {
        case CHILD_LINE:
            if (!say(connection, 'e', line)) return false;
            break;
        case CHILD_SILENT:
            return true;
        default:
            return say_server(connection, "ended %s", why.text);
        }
    }
    return true;
}

static bool write_client(Connection *connection, const Service *service) {
    Buffer *output = &connection->output;
    ssize_t sent = send(connection->fd, output->bytes, output->length, MSG_NOSIGNAL);
    if (sent < 0) return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
    buffer_drop(output, (size_t)sent);
    connection->sent_us = clock_now_us();
    if (output->length > 0) return true;
    if (connection->state == CONNECTION_REPLY) part(connection, service);
    if (connection->state == CONNECTION_PARTING) shutdown(connection->fd, SHUT_WR);
    return true;
}

static bool check_time(Connection *connection, const Service *service) {
    int64_t now_us = clock_now_us();
    bool must_start = connection->state == CONNECTION_TALK && connection->is_starting;
    if (must_start && now_us >= connection->restart_us && !start_engine(connection, service)) return false;
    if (connection->output.length == 0) connection->sent_us = now_us;
    if (connection->output.length > OUTPUT_MAX) return false;
    if (now_us - connection->sent_us > service->times.send_ms * 1000) return false;
    if (now_us < connection->deadline_us) return true;
    if (connection->state == CONNECTION_REPLY) return true; /* as long as bytes get away */
    if (connection->state != CONNECTION_TALK || connection->pings == PINGS_MAX) return false;
    connection->pings++;
    connection->deadline_us = now_us + service->times.ping_ms * 1000;
    return websocket_write(&connection->output, WEBSOCKET_PING, "", 0);
}

/* All of them */

bool server_reserve_files(Reason *why) {
    struct rlimit limit;
    const rlim_t least = FILES_AHEAD + FILES_PER_TALK, wanted = FILES_AHEAD + FILES_PER_TALK * CONNECTIONS_MAX;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return true; /* then we find out */
    if (limit.rlim_cur < wanted) {
        limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
        (void)setrlimit(RLIMIT_NOFILE, &limit);
    }
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= least) return true;
    return refuse(why, "only %llu files may be open at a time, and the board needs %llu (see ulimit -n)",
                  (unsigned long long)limit.rlim_cur, (unsigned long long)least);
}

static bool prepare_socket(int fd) {
    int flags = fcntl(fd, F_GETFL);
    return flags >= 0 && fcntl(fd, F_SETFL, flags | O_NONBLOCK) == 0 && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
}

bool server_listen(Listener *listener, int port, Reason *why) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    socklen_t size = sizeof address;
    int yes = 1, fd = socket(AF_INET, SOCK_STREAM, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd >= 0 && prepare_socket(fd) && setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
        bind(fd, (struct sockaddr *)&address, size) == 0 && listen(fd, CONNECTIONS_MAX) == 0 &&
        getsockname(fd, (struct sockaddr *)&address, &size) == 0) {
        *listener = (Listener){fd, ntohs(address.sin_port)};
        return true;
    }
    refuse_errno(why, "cannot listen on 127.0.0.1, port %d", port);
    if (fd >= 0) close(fd);
    return false;
}

typedef struct {
    const Service *service;
    Connection connections[CONNECTIONS_MAX];
    /* For poll: the listener, stop_fd, then socket and engine of each connection that has them. */
    struct pollfd watched[WATCHED_MAX];
    bool is_out_of_files; /* the listener is not watched for a while */
} Server;

static int count_talks(const Server *server) {
    int count = 0;
    for (int i = 0; i < CONNECTIONS_MAX; i++) {
        const Connection *connection = &server->connections[i];
        count += connection->fd >= 0 && connection->state == CONNECTION_TALK;
    }
    return count;
}

/* The one that has waited longest, of those that have not shown the token; else of those that have been answered. NULL:
 * there is none. */
static Connection *find_droppable(Server *server) {
    Connection *found = NULL;
    for (int i = 0; i < CONNECTIONS_MAX; i++) {
        Connection *connection = &server->connections[i];
        bool is_waiting = connection->state == CONNECTION_REQUEST, is_done = connection->state == CONNECTION_PARTING;
        if (connection->fd < 0 || !(is_waiting || (is_done && !wants_output(connection)))) continue;
        bool is_first = found == NULL || (is_waiting && found->state != CONNECTION_REQUEST);
        bool is_older =
            found != NULL && found->state == connection->state && connection->deadline_us < found->deadline_us;
        if (is_first || is_older) found = connection;
    }
    return found;
}

static Connection *find_free(Server *server) {
    for (int i = 0; i < CONNECTIONS_MAX; i++) {
        if (server->connections[i].fd < 0) return &server->connections[i];
    }
    return NULL;
}

/* A place for a new client, perhaps that of another. */
static Connection *make_room(Server *server) {
    Connection *room = find_free(server);
    if (room != NULL) return room;
    room = find_droppable(server);
    if (room != NULL) end(room);
    return room;
}

static void refuse_client(int fd) {
    static const char text[] = "The board is serving as many connections as it can: close a tab, or try again.\n";
    char answer[256];
    int length = snprintf(answer, sizeof answer,
                          "HTTP/1.1 503 %s\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: %zu\r\n"
                          "Connection: close\r\n\r\n%s",
                          http_status_text(503), sizeof text - 1, text);
    (void)send(fd, answer, (size_t)length, MSG_NOSIGNAL | MSG_DONTWAIT);
}

static void accept_all(Server *server, int listening_fd) {
    int fd, yes = 1;
    while ((fd = accept(listening_fd, NULL, NULL)) >= 0) {
        Connection *connection = make_room(server);
        if (connection == NULL) refuse_client(fd);
        if (connection == NULL || !prepare_socket(fd)) {
            close(fd);
            continue;
        }
        (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes); /* lines are short and urgent */
        begin(connection, fd, &server->service->times);
    }
    /* A client that we have no descriptor for keeps the listener readable: without a pause we would spin. */
    server->is_out_of_files = errno == EMFILE || errno == ENFILE;
    Connection *droppable = server->is_out_of_files ? find_droppable(server) : NULL;
    if (droppable != NULL) end(droppable);
}

/* Without gaps, because poll refuses more entries than files may be open. Returns how many there are. */
static nfds_t watch(Server *server, int listening_fd, int stop_fd) {
    nfds_t count = 0;
    int listener_fd = server->is_out_of_files ? -1 : listening_fd;
    server->watched[count++] = (struct pollfd){.fd = listener_fd, .events = POLLIN};
    server->watched[count++] = (struct pollfd){.fd = stop_fd, .events = POLLIN};
    for (int i = 0; i < CONNECTIONS_MAX; i++) {
        Connection *connection = &server->connections[i];
        if (connection->fd < 0) continue;
        connection->watched_at = count;
        short output = wants_output(connection) ? POLLOUT : 0;
        server->watched[count++] = (struct pollfd){.fd = connection->fd, .events = (short)(POLLIN | output)};
        if (!wants_engine(connection)) continue;
        server->watched[count++] = (struct pollfd){.fd = engine_child_fd(&connection->engine), .events = POLLIN};
    }
    return count;
}

static bool serve(const Server *server, Connection *connection) {
    const Service *service = server->service;
    short events = server->watched[connection->watched_at].revents;
    connection->may_talk = count_talks(server) < TALKS_MAX;
    if ((events & (POLLERR | POLLNVAL)) != 0) return false;
    if ((events & (POLLIN | POLLHUP)) != 0 && !read_client(connection, service)) return false;
    /* An engine may have been started or stopped just now; hearing it does not wait. */
    if (wants_engine(connection) && !hear_engine(connection)) return false;
    if (wants_output(connection) && !write_client(connection, service)) return false;
    return check_time(connection, service);
}

static bool serve_all(Server *server, int listening_fd, int stop_fd, Reason *why) {
    for (;;) {
        nfds_t count = watch(server, listening_fd, stop_fd);
        int ready = poll(server->watched, count, TICK_MS);
        if (ready < 0 && errno != EINTR) return refuse_errno(why, "cannot wait for connections");
        if (ready < 0) continue;
        if (server->watched[1].revents != 0) return true;
        server->is_out_of_files = false;
        for (int i = 0; i < CONNECTIONS_MAX; i++) {
            Connection *connection = &server->connections[i];
            if (connection->fd < 0) continue;
            if (!serve(server, connection)) end(connection);
        }
        if (server->watched[0].revents != 0) accept_all(server, listening_fd);
    }
}

bool server_run(const Service *service, const Listener *listener, int stop_fd, Reason *why) {
    Server server = {.service = service};
    for (int i = 0; i < CONNECTIONS_MAX; i++) server.connections[i].fd = -1;
    bool is_fine = serve_all(&server, listener->fd, stop_fd, why);
    for (int i = 0; i < CONNECTIONS_MAX; i++) end(&server.connections[i]);
    return is_fine;
}
