#include "board/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common/files.h"

enum {
    TICK_MS = 250,  /* how late a deadline may be noticed */
    SLOTS_AHEAD = 2 /* the listener and stop_fd come before the connections in the list for poll */
};

const ServerTimes server_times = {.header_ms = 5000, .send_ms = 10000, .ping_ms = 20000, .parting_ms = 1000};

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
    /* For poll: the listener, stop_fd, then socket and engine of each connection; -1 where there is none. */
    struct pollfd watched[SLOTS_AHEAD + 2 * CONNECTIONS_MAX];
} Server;

static Connection *find_free(Server *server) {
    for (int i = 0; i < CONNECTIONS_MAX; i++) {
        if (server->connections[i].fd < 0) return &server->connections[i];
    }
    return NULL;
}

static void accept_all(Server *server, int listening_fd) {
    static const char full[] = "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    int fd, yes = 1;
    while ((fd = accept(listening_fd, NULL, NULL)) >= 0) {
        Connection *connection = find_free(server);
        if (connection == NULL) (void)send(fd, full, sizeof full - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (connection == NULL || !prepare_socket(fd)) {
            close(fd);
            continue;
        }
        (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes); /* lines are short and urgent */
        connection_begin(connection, fd, &server->service->times);
    }
}

static void watch(Server *server) {
    for (int i = 0; i < CONNECTIONS_MAX; i++) {
        const Connection *connection = &server->connections[i];
        struct pollfd *pair = &server->watched[SLOTS_AHEAD + 2 * i];
        short output = connection_wants_output(connection) ? POLLOUT : 0;
        pair[0] = (struct pollfd){.fd = connection->fd, .events = (short)(POLLIN | output)};
        pair[1] = (struct pollfd){.fd = connection->fd >= 0 && connection_wants_engine(connection)
                                            ? engine_child_fd(&connection->engine)
                                            : -1,
                                  .events = POLLIN};
    }
}

static bool serve(Server *server, Connection *connection, const struct pollfd pair[2]) {
    const Service *service = server->service;
    if ((pair[0].revents & (POLLERR | POLLNVAL)) != 0) return false;
    if ((pair[0].revents & (POLLIN | POLLHUP)) != 0 && !connection_read(connection, service)) return false;
    /* An engine may have been started or stopped just now; hearing it does not wait. */
    if (connection_wants_engine(connection) && !connection_hear_engine(connection)) return false;
    if (connection_wants_output(connection) && !connection_write(connection, service)) return false;
    return connection_check_time(connection, service);
}

static bool serve_all(Server *server, int listening_fd, int stop_fd, Reason *why) {
    server->watched[0] = (struct pollfd){.fd = listening_fd, .events = POLLIN};
    server->watched[1] = (struct pollfd){.fd = stop_fd, .events = POLLIN};
    for (;;) {
        watch(server);
        int ready = poll(server->watched, SLOTS_AHEAD + 2 * CONNECTIONS_MAX, TICK_MS);
        if (ready < 0 && errno != EINTR) return refuse_errno(why, "cannot wait for connections");
        if (ready < 0) continue;
        if (server->watched[1].revents != 0) return true;
        for (int i = 0; i < CONNECTIONS_MAX; i++) {
            Connection *connection = &server->connections[i];
            if (connection->fd < 0) continue;
            if (!serve(server, connection, &server->watched[SLOTS_AHEAD + 2 * i])) connection_end(connection);
        }
        if (server->watched[0].revents != 0) accept_all(server, listening_fd);
    }
}

bool server_run(const Service *service, const Listener *listener, int stop_fd, Reason *why) {
    Server server = {.service = service};
    for (int i = 0; i < CONNECTIONS_MAX; i++) server.connections[i].fd = -1;
    bool is_fine = serve_all(&server, listener->fd, stop_fd, why);
    for (int i = 0; i < CONNECTIONS_MAX; i++) connection_end(&server.connections[i]);
    return is_fine;
}
