/* The engine behind one page: a child process that gets lines and sends lines, and is stopped when it floods, sends a
 * line without end, or no longer reads.
 *
 * Owns the process. Nothing here waits longer than a second, whatever the engine does. For one thread. */
#ifndef ROWAN_BOARD_ENGINE_CHILD_H
#define ROWAN_BOARD_ENGINE_CHILD_H

#include "base/text.h"
#include "common/proc.h"

typedef struct {
    Proc *proc;
    int64_t flood_level; /* lines not long ago; see engine_child.c */
    int64_t flood_us;    /* when it was last looked at */
} EngineChild;

typedef enum { CHILD_LINE, CHILD_SILENT, CHILD_ENDED } ChildResult;

bool engine_child_start(EngineChild *child, const char *command, Reason *why);
/* Ends the process at once, or nearly so; nothing of it is left. */
void engine_child_stop(EngineChild *child);
bool engine_child_is_running(const EngineChild *child);

/* False, with a reason and the engine stopped, if it does not take the line. */
bool engine_child_tell(EngineChild *child, const char *line, Reason *why);
/* The next line, without waiting for one. After CHILD_ENDED the engine is stopped, and the reason says how it ended. */
ChildResult engine_child_hear(EngineChild *child, const char **line, Reason *why);
/* Readable when there may be something to hear. -1: it is not running. */
int engine_child_fd(const EngineChild *child);

#endif
