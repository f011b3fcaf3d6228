/* A search in a thread of its own, so that isready, stop and quit are answered meanwhile.
 *
 * One thread owns the Search and calls these functions; the search thread prints the info line and the bestmove. While
 * search_is_running, the grid of the position must stay, and everything here but the stop flag is the search thread's.
 */
#ifndef ROWAN_SPARRING_SEARCH_THREAD_H
#define ROWAN_SPARRING_SEARCH_THREAD_H

#include "base/thread.h"
#include "sparring/player.h"

typedef struct {
    Position position;
    Player player;
    PlayerLimits limits; /* but for the stop flag, which is the one below */
    bool is_held;        /* the answer waits for search_finish */
} SearchTask;

typedef struct {
    SearchTask task;
    int cell; /* the answer */
    atomic_bool stop;
    atomic_bool is_running; /* false as soon as the answer is about to be printed */
    Thread thread;
    bool needs_join;
} Search;

/* None may be running. False when the system has no thread to give. */
bool search_start(Search *search, const SearchTask *task);
bool search_is_running(const Search *search);
/* Asks the search thread to come to an end. */
void search_stop(Search *search);
/* Waits for the search thread, if there is one, and prints the answer that was held back. */
void search_finish(Search *search);

#endif
