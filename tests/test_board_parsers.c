/* The parts of the board's server that need no socket: hashes, base64, the token, HTTP and WebSocket parsers, and the
 * list of what the page may say. Vectors are from FIPS 180-4, RFC 3174, RFC 4648 and RFC 6455. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/allowed.h"
#include "board/http.h"
#include "board/websocket.h"
#include "common/digest.h"
#include "greatest.h"

static const char token[] = "0123456789abcdef0123456789abcdef";

static void hex(const uint8_t *bytes, size_t length, char *text) {
    for (size_t i = 0; i < length; i++) snprintf(text + 2 * i, 3, "%02x", bytes[i]);
}

TEST sha1_is_that_of_the_standard(const char *text, size_t repeats, const char *expected) {
    size_t length = strlen(text);
    char *whole = malloc(length * repeats + 1), shown[2 * DIGEST_SHA1_SIZE + 1];
    uint8_t digest[DIGEST_SHA1_SIZE];
    ASSERT(whole != NULL);
    for (size_t i = 0; i < repeats; i++) memcpy(whole + i * length, text, length);
    digest_sha1(whole, length * repeats, digest);
    free(whole);
    hex(digest, sizeof digest, shown);
    ASSERT_STR_EQ(expected, shown);
    PASS();
}

TEST sha256_is_that_of_the_standard(const char *text, const char *expected) {
    char shown[2 * DIGEST_SHA256_SIZE + 1];
    uint8_t digest[DIGEST_SHA256_SIZE];
    digest_sha256(text, strlen(text), digest);
    hex(digest, sizeof digest, shown);
    ASSERT_STR_EQ(expected, shown);
    PASS();
}

TEST base64_is_that_of_the_standard(const char *text, const char *expected) {
    char shown[32];
    digest_base64((const uint8_t *)text, strlen(text), shown);
    ASSERT_STR_EQ(expected, shown);
    PASS();
}

TEST tokens_have_128_bits_and_differ(void) {
    char first[TOKEN_SIZE], second[TOKEN_SIZE];
    Reason why;
    ASSERT(gate_make_token(first, &why) && gate_make_token(second, &why));
    ASSERT_EQ(32u, strlen(first));
    ASSERT_EQ(32u, strspn(first, "0123456789abcdef"));
    ASSERT(strcmp(first, second) != 0);
    PASS();
}

TEST only_the_whole_token_matches(void) {
    ASSERT(gate_token_matches(token, word_of(token)));
    ASSERT_FALSE(gate_token_matches(token, word_of("")));
    ASSERT_FALSE(gate_token_matches(token, word_of("0123456789abcdef0123456789abcde")));
    ASSERT_FALSE(gate_token_matches(token, word_of("0123456789abcdef0123456789abcdef0")));
    ASSERT_FALSE(gate_token_matches(token, word_of("0123456789abcdef0123456789abcdeF")));
    ASSERT_FALSE(gate_token_matches(token, word_of("1123456789abcdef0123456789abcdef")));
    PASS();
}

TEST a_request_is_parsed_whole(void) {
    static const char text[] = "GET /a/b?c HTTP/1.1\r\nHost: here\r\nX-Two:  a, b \r\nx-two: c\r\nEmpty:\r\n\r\nrest";
    HttpRequest request;
    ASSERT_EQ(200, http_parse(text, sizeof text - 1, &request));
    ASSERT(word_is(request.method, "GET") && word_is(request.target, "/a/b?c"));
    ASSERT_EQ(sizeof text - 1 - strlen("rest"), request.size);
    ASSERT_EQ(4, request.field_count);
    ASSERT(word_is(http_field(&request, "HOST"), "here"));
    ASSERT_EQ(2, http_field_count(&request, "X-TWO"));
    ASSERT(word_is(http_field(&request, "X-Two"), "a, b"));
    ASSERT(http_field_lists(&request, "X-Two", "B") && !http_field_lists(&request, "X-Two", "a, b"));
    ASSERT_EQ(0u, http_field(&request, "Nothing").length);
    PASS();
}

/* RFC 9110, 5.5: blanks around a value are no part of it. Those before the colon are refused (run_requests). */
TEST blanks_around_a_value_are_no_part_of_it(const char *text) {
    HttpRequest request;
    ASSERT_EQm(text, 200, http_parse(text, strlen(text), &request));
    ASSERTm(text, word_is(http_field(&request, "A"), "b c"));
    PASS();
}

TEST a_request_needs_all_its_bytes(void) {
    static const char text[] = "GET / HTTP/1.1\r\nHost: here\r\n\r\n";
    HttpRequest request;
    for (size_t length = 0; length < sizeof text - 1; length++) ASSERT_EQ(0, http_parse(text, length, &request));
    ASSERT_EQ(200, http_parse(text, sizeof text - 1, &request));
    PASS();
}

TEST a_strange_request_is_refused(const char *text, int status) {
    HttpRequest request;
    ASSERT_EQm(text, status, http_parse(text, strlen(text), &request));
    PASS();
}

TEST a_long_request_is_refused(void) {
    static char text[HTTP_HEADER_MAX + 1] = "GET / HTTP/1.1\r\nA: ";
    HttpRequest request;
    memset(text + strlen(text), 'a', sizeof text - 1 - strlen(text));
    ASSERT_EQ(0, http_parse(text, HTTP_HEADER_MAX - 1, &request));
    ASSERT_EQ(431, http_parse(text, HTTP_HEADER_MAX, &request));
    memcpy(text + HTTP_HEADER_MAX - 4, "\r\n\r\n", 4);
    ASSERT_EQ(200, http_parse(text, HTTP_HEADER_MAX, &request));
    PASS();
}

TEST too_many_fields_are_refused(void) {
    char text[4096] = "GET / HTTP/1.1\r\n";
    HttpRequest request;
    for (int i = 0; i <= HTTP_FIELDS_MAX; i++) strcat(text, "A: b\r\n");
    strcat(text, "\r\n");
    ASSERT_EQ(431, http_parse(text, strlen(text), &request));
    PASS();
}

/* RFC 6455, 1.3 */
TEST the_handshake_is_that_of_the_standard(void) {
    char accept[WEBSOCKET_ACCEPT_SIZE];
    websocket_accept(word_of("dGhlIHNhbXBsZSBub25jZQ=="), accept);
    ASSERT_STR_EQ("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=", accept);
    PASS();
}

/* RFC 6455, 5.7 */
TEST a_masked_text_is_read(void) {
    char bytes[] = "\x81\x85\x37\xfa\x21\x3d\x7f\x9f\x4d\x51\x58";
    WebsocketFrame frame;
    for (size_t length = 0; length < 11; length++) {
        char copy[12];
        memcpy(copy, bytes, sizeof copy);
        ASSERT_EQ(0, websocket_read(copy, length, &frame));
    }
    ASSERT_EQ(1, websocket_read(bytes, 11, &frame));
    ASSERT_EQ(WEBSOCKET_TEXT, frame.opcode);
    ASSERT_EQ(5u, frame.length);
    ASSERT_EQ(11u, frame.size);
    ASSERT_EQ(0, memcmp("Hello", frame.payload, 5));
    PASS();
}

TEST a_strange_frame_is_refused(int first, int second, int code) {
    char bytes[32] = {(char)first, (char)second};
    WebsocketFrame frame;
    ASSERT_EQ(code, websocket_read(bytes, sizeof bytes, &frame));
    PASS();
}

TEST frames_of_the_server_have_all_three_lengths(size_t length, size_t head) {
    Buffer buffer = {0};
    char *payload = calloc(1, length + 1);
    ASSERT(payload != NULL && websocket_write(&buffer, WEBSOCKET_TEXT, payload, length));
    ASSERT_EQ(head + length, buffer.length);
    ASSERT_EQ(0x81, (unsigned char)buffer.bytes[0]);
    size_t written = (unsigned char)buffer.bytes[1];
    ASSERT_EQ(head == 2 ? length : head == 4 ? 126u : 127u, written);
    written = head == 2 ? written : 0;
    for (size_t i = 2; i < head; i++) written = written << 8 | (unsigned char)buffer.bytes[i];
    ASSERT_EQ(length, written);
    free(payload);
    buffer_free(&buffer);
    PASS();
}

static bool is_allowed(const char *text, char line[ALLOWED_LINE_SIZE]) {
    Reason why;
    return allowed_line(text, strlen(text), 4, line, &why);
}

TEST what_the_page_needs_is_allowed(const char *text, const char *expected) {
    static char line[ALLOWED_LINE_SIZE];
    ASSERTm(text, is_allowed(text, line));
    ASSERT_STR_EQ(expected, line);
    PASS();
}

TEST anything_else_is_not_allowed(const char *text) {
    static char line[ALLOWED_LINE_SIZE];
    ASSERT_FALSEm(text, is_allowed(text, line));
    PASS();
}

static void run_hashes(void) {
    RUN_TESTp(sha1_is_that_of_the_standard, "abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d");
    RUN_TESTp(sha1_is_that_of_the_standard, "", 0, "da39a3ee5e6b4b0d3255bfef95601890afd80709");
    RUN_TESTp(sha1_is_that_of_the_standard, "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
              "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
    RUN_TESTp(sha1_is_that_of_the_standard, "a", 1000000, "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
    RUN_TESTp(sha1_is_that_of_the_standard, "0123456701234567012345670123456701234567012345670123456701234567", 10,
              "dea356a2cddd90c7a7ecedc5ebb563934f460452");
    RUN_TESTp(sha256_is_that_of_the_standard, "abc",
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    RUN_TESTp(sha256_is_that_of_the_standard, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    RUN_TESTp(sha256_is_that_of_the_standard, "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    static const char *const pairs[][2] = {{"", ""},
                                           {"f", "Zg=="},
                                           {"fo", "Zm8="},
                                           {"foo", "Zm9v"},
                                           {"foob", "Zm9vYg=="},
                                           {"fooba", "Zm9vYmE="},
                                           {"foobar", "Zm9vYmFy"}};
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        RUN_TESTp(base64_is_that_of_the_standard, pairs[i][0], pairs[i][1]);
}

static void run_requests(void) {
    RUN_TEST(a_request_is_parsed_whole);
    RUN_TESTp(blanks_around_a_value_are_no_part_of_it, "GET / HTTP/1.1\r\nA:b c\r\n\r\n");
    RUN_TESTp(blanks_around_a_value_are_no_part_of_it, "GET / HTTP/1.1\r\nA: \t b c \t \r\n\r\n");
    RUN_TEST(a_request_needs_all_its_bytes);
    RUN_TEST(a_long_request_is_refused);
    RUN_TEST(too_many_fields_are_refused);
    static const char *const malformed[] = {
        "GET /\r\n\r\n",
        "GET  / HTTP/1.1\r\n\r\n",
        "GET / x HTTP/1.1\r\n\r\n",
        "GET http://127.0.0.1/ HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
        "GET / HTTP/1.1\r\n Host: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost\r\n\r\n",
        "GET / HTTP/1.1\r\n: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: \x80\r\n\r\n",
        "G\x01T / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nContent-Length: 0\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "\r\n\r\n",
    };
    for (size_t i = 0; i < sizeof malformed / sizeof malformed[0]; i++)
        RUN_TESTp(a_strange_request_is_refused, malformed[i], 400);
    RUN_TESTp(a_strange_request_is_refused, "GET / HTTP/1.0\r\n\r\n", 505);
    RUN_TESTp(a_strange_request_is_refused, "GET / HTTP/2.0\r\n\r\n", 505);
}

static void run_frames(void) {
    RUN_TEST(the_handshake_is_that_of_the_standard);
    RUN_TEST(a_masked_text_is_read);
    RUN_TESTp(a_strange_frame_is_refused, 0x81, 0x05, 1002); /* not masked */
    RUN_TESTp(a_strange_frame_is_refused, 0x01, 0x85, 1003); /* a fragment */
    RUN_TESTp(a_strange_frame_is_refused, 0x80, 0x85, 1002); /* the end of one that never began */
    RUN_TESTp(a_strange_frame_is_refused, 0xc1, 0x85, 1002); /* a reserved bit */
    RUN_TESTp(a_strange_frame_is_refused, 0x82, 0x85, 1003); /* binary */
    RUN_TESTp(a_strange_frame_is_refused, 0x83, 0x85, 1002); /* unknown */
    RUN_TESTp(a_strange_frame_is_refused, 0x09, 0x85, 1002); /* a ping in fragments */
    RUN_TESTp(a_strange_frame_is_refused, 0x89, 0xfe, 1002); /* a long ping */
    RUN_TESTp(a_strange_frame_is_refused, 0x81, 0xff, 1009); /* more than 64 KiB */
    RUN_TESTp(frames_of_the_server_have_all_three_lengths, 0, 2);
    RUN_TESTp(frames_of_the_server_have_all_three_lengths, 125, 2);
    RUN_TESTp(frames_of_the_server_have_all_three_lengths, 126, 4);
    RUN_TESTp(frames_of_the_server_have_all_three_lengths, 65535, 4);
    RUN_TESTp(frames_of_the_server_have_all_three_lengths, 65536, 10);
}

static void run_allowed(void) {
    static const char *const allowed[] = {"ugi",
                                          "isready",
                                          "uginewgame",
                                          "stop",
                                          "position startpos",
                                          "position startpos moves a1a b2b",
                                          "position fen x2/1o1/3 x line moves b1",
                                          "go infinite",
                                          "go movetime 500 searchmoves a1a b2b depth 3",
                                          "go prove nodes 1000",
                                          "query moves",
                                          "query threats",
                                          "query pairing",
                                          "query lines",
                                          "setoption name Game value 3x3x3:score10",
                                          "setoption name Hash value 1024",
                                          "setoption name Threads value 4",
                                          "setoption name MultiPV value 64",
                                          "setoption name Level value easy",
                                          "setoption name OwnBook value false",
                                          "setoption name Clear Hash"};
    static const char *const refused[] = {"",
                                          "   ",
                                          "quit",
                                          "bench",
                                          "d",
                                          "help",
                                          "wait",
                                          "uci",
                                          "please isready",
                                          "isready quit",
                                          "hello",
                                          "go perft 9",
                                          "go ponder",
                                          "go depth",
                                          "go depth x",
                                          "go searchmoves ../x",
                                          "query",
                                          "query weather",
                                          "query moves quit",
                                          "position",
                                          "position file x",
                                          "position startpos moves $(x)",
                                          "setoption",
                                          "setoption name Debug Log File value /tmp/x",
                                          "setoption name debug log file value /tmp/x",
                                          "setoption name Debug  Log  File value /tmp/x",
                                          "setoption name Proof File value /etc/passwd",
                                          "setoption name  proof FILE value x",
                                          "setoption name Hash value 1025",
                                          "setoption name Hash value 65536",
                                          "setoption name Hash value -1",
                                          "setoption name Hash",
                                          "setoption name Threads value 5",
                                          "setoption name Threads value 256",
                                          "setoption name Game value 9x9x9",
                                          "setoption name Game value a b",
                                          "setoption name Level value easy name Debug Log File value x",
                                          "setoption name Level value ../x",
                                          "setoption name value x",
                                          "setoption value 3",
                                          "setoption name Clear Hash value x",
                                          "isready\nquit",
                                          "isready\rquit",
                                          "stop\tquit",
                                          "isready\x01",
                                          "isready \xc3\xa4"};
    for (size_t i = 0; i < sizeof allowed / sizeof allowed[0]; i++)
        RUN_TESTp(what_the_page_needs_is_allowed, allowed[i], allowed[i]);
    RUN_TESTp(what_the_page_needs_is_allowed, "  setoption   name hash  value 16 ", "setoption name Hash value 16");
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) RUN_TESTp(anything_else_is_not_allowed, refused[i]);
}

SUITE(board_parsers) {
    run_hashes();
    RUN_TEST(tokens_have_128_bits_and_differ);
    RUN_TEST(only_the_whole_token_matches);
    run_requests();
    run_frames();
    run_allowed();
}
