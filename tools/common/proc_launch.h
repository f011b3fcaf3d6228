/* How a child is started on POSIX: pipes, fork, what the child does before exec. Part of proc.h, whose promises about
 * threads, signals and descriptors are kept here. */
#ifndef ROWAN_COMMON_PROC_LAUNCH_H
#define ROWAN_COMMON_PROC_LAUNCH_H

#include "common/child.h"
#include "common/proc_family.h"

struct Child {
    FamilyMember member; /* its place among our children; its process id is also its group, unless it has left that */
    int input_fd;        /* our end of its stdin; -1 when closed */
    int output_fd;       /* our end of its stdout */
    int error_fd;        /* our end of its stderr; -1: not ours to read, or at its end */
    int cancel_fd;       /* readable when all waiting shall end; -1: none */
};

/* Waits until the command runs. False with the cause if it does not; then nothing is left behind. */
bool proc_launch(Child *child, const ProcSpec *spec, ProcFailure *failure);
/* Closes it, unless it is -1, and sets it to -1. */
void proc_launch_close(int *fd);

#endif
