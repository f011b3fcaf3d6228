/* What a record says about a move, in braces after it:
 *
 *     {+0.35/6 4023 0.012s seldepth=9 nps=335250 hashfull=3 left=9.988s latency=0.001s pv="b2b c3c"}
 *
 * Value for the mover/depth, nodes and time; then, with --detail, the items with names. What is not known is left out.
 * Pure functions of their arguments, for the thread that writes or reads the record. */
#ifndef ROWAN_COMMON_RECORD_COMMENT_H
#define ROWAN_COMMON_RECORD_COMMENT_H

#include "common/record.h"

enum { RECORD_COMMENT_SIZE = RECORD_PV_SIZE + 320 };

/* With a blank before it; nothing if nothing is known. */
void record_comment_print(Writer *writer, const RecordMove *move);

/* The same for plain PGN, as fastchess writes it, with all items: " {+0.35/6 0.012s, n=4023, sd=9}". */
void record_comment_print_plain(Writer *writer, const RecordMove *move);

/* Takes what is in braces; *cursor stands after the opening one. False: there is no closing one. move may be NULL. */
bool record_comment_take(const char **cursor, RecordMove *move);

#endif
