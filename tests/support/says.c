#include "support/says.h"

#include <stdlib.h>
#include <string.h>

#include "support/talk.h"

enum greatest_test_res says(const char *command, const char *input, int status, const char *expected) {
    int got = -1;
    char *text = talk_run(TALK_PIPES, command, input, &got);
    ASSERT(text != NULL);
    if (strstr(text, expected) == NULL) ASSERT_STR_EQ(expected, text);
    ASSERT_EQ_FMTm(command, status, got, "%d");
    free(text);
    PASS();
}
