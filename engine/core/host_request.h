/* From what the host asks for, by position, options and limits, to what the workers are told: a SearchJob.
 *
 * What a level sees, which moves are tried first and when a strategy is followed is decided here and nowhere else. The
 * functions only read, and keep nothing. */
#ifndef ROWAN_CORE_HOST_REQUEST_H
#define ROWAN_CORE_HOST_REQUEST_H

#include "core/book.h"
#include "core/options.h"
#include "kernel/kernel.h"

typedef struct {
    const Grid *grid;
    const Board *board;
    const Symmetries *symmetries;
    const Settings *settings;
    const Limits *limits;
    const Book *book;
} Request;

/* The move of a proof, where the host wants and allows it; else MOVE_NONE. */
int request_book_move(const Request *request);
/* Fills the job, but for what the workers share and whom they report to. */
void request_to_job(const Request *request, SearchJob *job);
/* The time that the limits leave for this move. */
Budget request_budget(const Request *request);

#endif
