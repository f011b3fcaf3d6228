/* Does an engine keep to the protocol? A test of any UGI engine, step by step: handshake, options, what PROTOCOL.md
 * section 10 promises to hosts, illegal input, stop, quit, time.
 *
 * Each step is independent: an engine that fails one is started again for the next. For the main thread. */
#ifndef ROWAN_REFEREE_COMPLIANCE_H
#define ROWAN_REFEREE_COMPLIANCE_H

#include <stdio.h>

#include "base/text.h"

typedef struct {
    int passed, failed, skipped;
} ComplianceResult;

/* Prints a line for each step. False with a reason if the command cannot be run at all. */
bool compliance_check(const char *command, FILE *stream, ComplianceResult *result, Reason *why);

#endif
