/* From what the host asks for, by position, options and limits, to what the workers are told: a SearchJob.
 *
 * What a level sees, which moves are tried first and when a strategy is followed is decided here and nowhere else. The
 * functions only read, and keep nothing. */
#ifndef ROWAN_CORE_HOST_REQUEST_H
#define ROWAN_CORE_HOST_REQUEST_H

#include "core/book.h"
#include "core/options.h"
#include "core/root_moves.h"
#include "job/search_job.h"
#include "rules/position.h"

typedef struct {
    const Position *position;
    const Symmetries *symmetries;
    const Settings *settings;
    const GoLimits *limits;
    Book *book;
} HostRequest;

/* The host wants to see the search at work: what is proven is told, but ends nothing. */
bool host_request_is_analysis(const HostRequest *request);
/* The host wants moves from proofs, and has asked for nothing that only the search can answer. */
bool host_request_uses_proofs(const HostRequest *request);
/* The move of a proof and what follows, where the host wants and allows it. The worker must be idle. */
bool host_request_book_line(const HostRequest *request, const Shape *shape, Worker *worker, CourseLine *line);
/* The job, but for whom to report to. If several lines are asked for, *mirrors says which moves each one stands for. */
void host_request_to_job(const HostRequest *request, SearchShared *shared, SearchJob *job, Mirrors *mirrors);
/* The time that the limits leave for this move. */
Budget host_request_budget(const HostRequest *request);

#endif
