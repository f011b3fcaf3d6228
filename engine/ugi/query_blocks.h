/* The answer to `query blocks`: the picture that stops a side, where one is built in and still holds. */
#ifndef ROWAN_UGI_QUERY_BLOCKS_H
#define ROWAN_UGI_QUERY_BLOCKS_H

#include "ugi/query.h"

void query_blocks_answer(const QuerySubject *subject, Writer *writer);

#endif
