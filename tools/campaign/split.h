/* The commands new, which divides a game into jobs, retry, which divides a part of it in another way, and split, which
 * divides one job further. */
#ifndef ROWAN_CAMPAIGN_SPLIT_H
#define ROWAN_CAMPAIGN_SPLIT_H

#include "campaign/request.h"

/* What was done is printed; false, with the reason, if nothing was. *is_whole stays as it is. */
bool split_new(const Request *request, bool *is_whole, Reason *why);
bool split_retry(const Request *request, bool *is_whole, Reason *why);
bool split_further(const Request *request, bool *is_whole, Reason *why);

#endif
