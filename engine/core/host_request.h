/* From what the host asks for, by position, options and limits, to what the workers are told: a SearchJob.
 *
 * What a level sees, which moves are tried first and when a strategy is followed is decided here and nowhere else. The
 * functions only read, and keep nothing. */
#ifndef ROWAN_CORE_HOST_REQUEST_H
#define ROWAN_CORE_HOST_REQUEST_H

#include "core/book.h"
#include "core/options.h"
#include "job/search_job.h"
#include "rules/position.h"

typedef struct {
    const Position *position;
    const Symmetries *symmetries;
    const Settings *settings;
    const GoLimits *limits;
    const Book *book;
} HostRequest;

/* The move of a proof, where the host wants and allows it; else MOVE_NONE. */
int host_request_book_move(const HostRequest *request);
/* The job, but for whom to report to. */
void host_request_to_job(const HostRequest *request, SearchShared *shared, SearchJob *job);
/* The time that the limits leave for this move. */
Budget host_request_budget(const HostRequest *request);

#endif
