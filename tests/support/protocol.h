/* What the suites about the protocol share: an engine for each test, and checks of what it answers.
 *
 * Each test gets a new engine, so that a failed test cannot affect the next. Included by test files only. */
#ifndef ROWAN_TESTS_SUPPORT_PROTOCOL_H
#define ROWAN_TESTS_SUPPORT_PROTOCOL_H

#include "greatest.h"
#include "support/host.h"

static Host *host;

static void start_host(void *unused) {
    (void)unused;
    host = host_new(NULL);
    host_send(host, "setoption name Hash value 4");
}

static void end_host(void *unused) {
    (void)unused;
    host_free(host);
}

/* To be called first in each suite. */
static void with_a_host_for_each_test(void) {
    SET_SETUP(start_host, NULL);
    SET_TEARDOWN(end_host, NULL);
}

#define HEARS(pattern)          ASSERTm(host_heard(), host_hears(host, pattern))
#define WAITS_FOR(pattern)      ASSERTm(host_heard(), host_waits_for(host, pattern))
#define SETTLES(lines)          ASSERTm(host_heard(), host_settle(host, lines))
#define ANSWERS(what, response) ASSERT_STR_EQ(response, host_query(host, what))
/* The engine has nothing more to say: the very next line is the answer to isready. */
#define IS_SILENT()                                                                                                    \
    do {                                                                                                               \
        host_send(host, "isready");                                                                                    \
        HEARS("readyok");                                                                                              \
    } while (0)

#endif
