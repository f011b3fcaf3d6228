/* The answers to `query` that are about lines: which there are, which are complete, which can be completed now, and
 * which are held by a pairing. With them a host can show all this without knowing what a line is. */
#ifndef ROWAN_UGI_QUERY_LINES_H
#define ROWAN_UGI_QUERY_LINES_H

#include "ugi/query.h"

/* "a1 b1 c1": in the order of their numbers, so along a line from one end to the other. */
void query_lines_add_cells(const Position *position, CellSet cells, Writer *writer);

void query_lines_answer_line(const QuerySubject *subject, Writer *writer);
void query_lines_answer(const QuerySubject *subject, Writer *writer);
void query_lines_answer_threats(const QuerySubject *subject, Writer *writer);
void query_lines_answer_pairing(const QuerySubject *subject, Writer *writer);

#endif
