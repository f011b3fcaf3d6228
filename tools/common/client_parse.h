/* The lines between us and an engine, as text: the parser behind client.c.
 *
 * Engines may say anything: what cannot be understood is ignored, and text that is kept is printable and cut to its
 * size. Pure functions of their arguments; any thread. */
#ifndef ROWAN_COMMON_CLIENT_PARSE_H
#define ROWAN_COMMON_CLIENT_PARSE_H

#include "base/text.h"
#include "common/client.h"

/* What follows `word` if the line starts with it, without the blanks between; else NULL. */
const char *client_parse_after(const char *line, const char *word);

/* Copies what people may safely see on a terminal; a text that is cut ends in three dots. */
void client_parse_copy(char *to, size_t size, Word from);

/* `rest` is the line without its first word. */

/* option: "name Move Overhead type spin default 10 ...". False if that is no option. */
bool client_parse_option(const char *rest, ClientOption *option);
/* info: counts it and takes over the values that it gives. */
void client_parse_info(const char *rest, ClientAnswer *answer);
/* bestmove: fills in move and ponder. False if there is no move. */
bool client_parse_bestmove(const char *rest, ClientAnswer *answer);

enum { CLIENT_LIMITS_SIZE = 1024 };

/* The limits of a search in the words of UCI, where X is White: "p1time 1000 p2time 900" -> "wtime 1000 btime 900";
 * other words stay. False: there is no room. */
bool client_parse_to_uci(const char *limits, char uci[CLIENT_LIMITS_SIZE]);

#endif
