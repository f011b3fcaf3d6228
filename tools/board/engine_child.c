#include "board/engine_child.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

enum {
    STOP_GRACE_MS = 100, /* to end by itself, at the end of its input */
    WRITE_US = 1000000,
    /* A report on every move of 8x8x8 is 512 lines, and an easy position has dozens of them at once. An engine that
     * floods sends that much in every tenth of a second. */
    FLOOD_LINES = 50000,
    FLOOD_LINES_PER_SECOND = 5000,
    FLOOD_CHARACTERS_PER_LINE = 1024, /* a longer line counts as several */
};

bool engine_child_is_running(const EngineChild *child) {
    return child->proc != NULL;
}

int engine_child_fd(const EngineChild *child) {
    return child->proc != NULL ? proc_output_fd(child->proc) : -1;
}

bool engine_child_start(EngineChild *child, const char *command, Reason *why) {
    const char *reason;
    char text[PROC_TEXT_MAX];
    ProcFailure failure;
    char **argv = proc_split_command(command, &reason);
    if (argv == NULL) return refuse(why, "%s", reason);
    ProcSpec spec = {.argv = argv, .stderr_to = PROC_STDERR_INHERIT};
    *child = (EngineChild){.proc = proc_new(&spec, &failure), .flood_us = clock_now_us()};
    if (child->proc == NULL) proc_failure_text(&failure, &spec, text, sizeof text);
    free(argv);
    return child->proc != NULL || refuse(why, "%s", text);
}

void engine_child_stop(EngineChild *child) {
    if (child->proc == NULL) return;
    proc_stop(child->proc, STOP_GRACE_MS);
    proc_free(child->proc);
    *child = (EngineChild){0};
}

bool engine_child_tell(EngineChild *child, const char *line, Reason *why) {
    if (child->proc == NULL) return refuse(why, "the engine is not running");
    ProcResult result = proc_write_line(child->proc, line, clock_now_us() + WRITE_US);
    if (result == PROC_OK || result == PROC_CLOSED) return true; /* its end is noticed when it is heard */
    engine_child_stop(child);
    return refuse(why, "it no longer reads what it is told");
}

/* A bucket that each line fills and time empties. */
static bool is_flooding(EngineChild *child, size_t length) {
    int64_t now_us = clock_now_us();
    int64_t drained = (now_us - child->flood_us) * FLOOD_LINES_PER_SECOND / 1000000;
    if (drained > 0) {
        child->flood_us = now_us;
        child->flood_level = child->flood_level > drained ? child->flood_level - drained : 0;
    }
    child->flood_level += 1 + (int64_t)(length / FLOOD_CHARACTERS_PER_LINE);
    return child->flood_level > FLOOD_LINES;
}

static ChildResult end_with(EngineChild *child, Reason *why, const char *text) {
    engine_child_stop(child);
    reason_set(why, "%s", text);
    return CHILD_ENDED;
}

ChildResult engine_child_hear(EngineChild *child, const char **line, Reason *why) {
    ProcLine read;
    char text[PROC_TEXT_MAX];
    switch (proc_read_line(child->proc, 0, &read)) {
    case PROC_OK:
        if (is_flooding(child, strlen(read.text))) return end_with(child, why, "it sent far too many lines");
        *line = read.text;
        return CHILD_LINE;
    case PROC_TIMEOUT: {
        /* Its children may hold the pipe open after its end. */
        ProcEnd end;
        if (!proc_wait(child->proc, 0, &end)) return CHILD_SILENT;
        proc_end_text(end, text, sizeof text);
        return end_with(child, why, text);
    }
    case PROC_OVERLONG:
        return end_with(child, why, "it sent a line that is far too long");
    default:
        proc_end_text(proc_stop(child->proc, STOP_GRACE_MS), text, sizeof text);
        return end_with(child, why, text);
    }
}
