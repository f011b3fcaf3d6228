#include "support/program_run.h"

#include <stdlib.h>
#include <string.h>

#include "support/session.h"

char *program_run(const char *command, const char *input, int *status) {
    Session session;
    if (!session_begin(&session, SESSION_PIPES, command, NULL)) return NULL;
    session_send(&session, input); /* the program may end before it has read everything */
    *status = session_end(&session);
    char *text = session.text;
    session.text = NULL;
    session_free(&session);
    return text;
}

enum greatest_test_res program_says(const char *command, const char *input, int status, const char *expected) {
    int got = -1;
    char *text = program_run(command, input, &got);
    ASSERT(text != NULL);
    if (strstr(text, expected) == NULL) ASSERT_STR_EQ(expected, text);
    ASSERT_EQ_FMTm(command, status, got, "%d");
    free(text);
    PASS();
}
