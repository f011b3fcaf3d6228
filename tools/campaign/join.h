/* The commands status, which tells how far the jobs of a folder are, and join, which puts their proofs together into
 * one. */
#ifndef ROWAN_CAMPAIGN_JOIN_H
#define ROWAN_CAMPAIGN_JOIN_H

#include "campaign/request.h"

/* What is missing or wrong is printed, with the names of the files; *is_whole tells if nothing was. False, with the
 * reason, if the folder cannot be used or written to. */
bool join_status(const Request *request, bool *is_whole, Reason *why);
/* The same; if nothing is missing the joined proof is checked and, if that was asked for, written. */
bool join_run(const Request *request, bool *is_whole, Reason *why);

#endif
