/* The tags of a recorded game: the seven that every reader of PGN knows, for rating tools and databases, then our own.
 *
 * Pure functions of their arguments, for the thread that writes or reads the record. */
#ifndef ROWAN_COMMON_RECORD_TAGS_H
#define ROWAN_COMMON_RECORD_TAGS_H

#include "common/record.h"

/* [Name "value"] and a line feed. */
void record_tag_put(FILE *stream, const char *name, const char *value);
void record_tags_put(FILE *stream, const GameRecord *record);

/* Takes such a line apart; the value is unquoted in place. */
bool record_tag_parse(char *line, Word *name, char **value);
/* Puts a value in its place; unknown tags are ignored. The reason may stay as it is. */
bool record_tag_take(GameRecord *record, Word name, const char *value, Reason *why);

#endif
