#include "support/web_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static int now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int)(time.tv_sec % 100000) * 1000 + (int)(time.tv_nsec / 1000000);
}

bool web_open(WebClient *client, int port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    client->length = 0;
    client->fd = socket(AF_INET, SOCK_STREAM, 0);
    return client->fd >= 0 && connect(client->fd, (struct sockaddr *)&address, sizeof address) == 0;
}

void web_close(WebClient *client) {
    if (client->fd >= 0) close(client->fd);
    client->fd = -1;
}

bool web_send(WebClient *client, const void *bytes, size_t length) {
    const char *at = bytes;
    while (length > 0) {
        ssize_t sent = send(client->fd, at, length, MSG_NOSIGNAL);
        if (sent <= 0) return false;
        at += sent;
        length -= (size_t)sent;
    }
    return true;
}

bool web_say(WebClient *client, const char *text) {
    return web_send(client, text, strlen(text));
}

/* 1: something came; 0: nothing in time; -1: closed. */
static int receive(WebClient *client, int deadline_ms) {
    struct pollfd watched = {.fd = client->fd, .events = POLLIN};
    int left = deadline_ms - now_ms();
    if (left < 0 || client->length + 1 >= sizeof client->bytes) return 0;
    if (poll(&watched, 1, left) <= 0) return 0;
    ssize_t got = recv(client->fd, client->bytes + client->length, sizeof client->bytes - client->length - 1, 0);
    if (got <= 0) return -1;
    client->length += (size_t)got;
    client->bytes[client->length] = '\0';
    return 1;
}

bool web_read_all(WebClient *client) {
    int deadline = now_ms() + WEB_LIMIT_MS, result;
    client->bytes[client->length] = '\0';
    while ((result = receive(client, deadline)) > 0) {
        if (client->length > sizeof client->bytes / 2) client->length = sizeof client->bytes / 2; /* a long page */
    }
    return result < 0;
}

bool web_skip_header(WebClient *client) {
    int deadline = now_ms() + WEB_LIMIT_MS;
    const char *end;
    client->bytes[client->length] = '\0';
    while ((end = strstr(client->bytes, "\r\n\r\n")) == NULL) {
        if (receive(client, deadline) <= 0) return false;
    }
    client->length -= (size_t)(end + 4 - client->bytes);
    memmove(client->bytes, end + 4, client->length);
    return true;
}

bool web_send_frame(WebClient *client, int first, const char *payload, size_t length, bool is_masked) {
    static const unsigned char key[4] = {0x37, 0xfa, 0x21, 0x3d};
    unsigned char frame[WEB_TEXT_SIZE];
    size_t at = 0;
    frame[at++] = (unsigned char)first;
    frame[at++] = (unsigned char)((is_masked ? 0x80 : 0) | (length < 126 ? (int)length : length < 65536 ? 126 : 127));
    for (int i = length < 126 ? 0 : length < 65536 ? 2 : 8; i > 0; i--) {
        frame[at++] = (unsigned char)((unsigned long long)length >> 8 * (i - 1));
    }
    if (is_masked) memcpy(frame + at, key, sizeof key), at += sizeof key;
    for (size_t i = 0; i < length && at < sizeof frame; i++) {
        frame[at++] = (unsigned char)((unsigned char)payload[i] ^ (is_masked ? key[i % 4] : 0));
    }
    return web_send(client, frame, at);
}

bool web_send_text(WebClient *client, const char *text) {
    return web_send_frame(client, 0x81, text, strlen(text), true);
}

static bool await_bytes(WebClient *client, size_t length, int deadline) {
    while (client->length < length) {
        if (receive(client, deadline) <= 0) return false;
    }
    return true;
}

int web_read_frame(WebClient *client, char *payload, size_t size) {
    int deadline = now_ms() + WEB_LIMIT_MS;
    const unsigned char *bytes = (const unsigned char *)client->bytes;
    if (!await_bytes(client, 2, deadline)) return -1;
    size_t length = bytes[1], head = length == 126 ? 4 : length == 127 ? 10 : 2;
    if (!await_bytes(client, head, deadline)) return -1;
    if (head > 2) length = 0;
    for (size_t i = 2; i < head; i++) length = length << 8 | bytes[i];
    if (!await_bytes(client, head + length, deadline)) return -1;
    int opcode = bytes[0] & 15;
    size_t kept = length < size ? length : size - 1;
    memcpy(payload, client->bytes + head, kept);
    payload[kept] = '\0';
    client->length -= head + length;
    memmove(client->bytes, client->bytes + head + length, client->length);
    return opcode;
}

bool web_await(WebClient *client, const char *beginning, char *payload, size_t size) {
    for (int opcode; (opcode = web_read_frame(client, payload, size)) >= 0;) {
        if (opcode == 1 && strncmp(payload, beginning, strlen(beginning)) == 0) return true;
        if (opcode == 9) web_send_frame(client, 0x8a, "", 0, true);
    }
    return false;
}

int web_await_close(WebClient *client) {
    char payload[256];
    for (int opcode; (opcode = web_read_frame(client, payload, sizeof payload)) >= 0;) {
        if (opcode == 8) return (int)(unsigned char)payload[0] << 8 | (unsigned char)payload[1];
    }
    return -1;
}
