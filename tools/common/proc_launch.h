/* How a child is started: pipes, fork, what the child does before exec. Part of proc.h, whose promises about threads,
 * signals and descriptors are kept here. */
#ifndef ROWAN_COMMON_PROC_LAUNCH_H
#define ROWAN_COMMON_PROC_LAUNCH_H

#include "common/proc.h"
#include "common/proc_family.h"

typedef struct {
    FamilyMember *member; /* the caller's; the rest is filled in */
    int input_fd;         /* our end of its stdin */
    int output_fd;        /* of its stdout */
    int error_fd;         /* of its stderr; -1: not ours to read */
} LaunchedChild;

/* Waits until the command runs. False with the cause if it does not; then nothing is left behind. */
bool proc_launch(LaunchedChild *child, const ProcSpec *spec, ProcFailure *failure);

#endif
