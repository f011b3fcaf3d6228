/* The protocol of PROTOCOL.md, as much of it as a sparring partner needs.
 *
 * Reads commands from standard input and answers on standard output, line by line. One thread; searches run in another
 * (search.h). */
#ifndef ROWAN_SPARRING_CONVERSATION_H
#define ROWAN_SPARRING_CONVERSATION_H

#include "sparring/player.h"

typedef struct Conversation Conversation;

/* `name` is the player's, for `id name`, and must outlive the conversation. NULL when memory is short. */
Conversation *conversation_new(const Player *player, const char *name);
void conversation_free(Conversation *conversation);

/* Talks until the input ends or the output cannot be written. At `quit` it ends the program. */
void conversation_run(Conversation *conversation);

#endif
