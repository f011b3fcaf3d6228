#include "sparring/search_thread.h"

#include <stdio.h>

#include "common/textbook.h"

static void print_info(const PlayerChoice *choice) {
    int value = choice->value, plies = TEXTBOOK_WIN - (value < 0 ? -value : value), moves = (plies + 1) / 2;
    bool is_mate = value >= TEXTBOOK_WIN_MIN || value <= -TEXTBOOK_WIN_MIN;
    unsigned long long nodes = choice->nodes;
    long long ms = (long long)choice->ms;
    if (choice->was_stopped || choice->depth == 0) {
        printf("info nodes %llu time %lld\n", nodes, ms); /* no depth was completed */
    } else if (is_mate) {
        printf("info depth %d score mate %d nodes %llu time %lld\n", choice->depth, value > 0 ? moves : -moves, nodes,
               ms);
    } else {
        printf("info depth %d score cp %d nodes %llu time %lld\n", choice->depth, value, nodes, ms);
    }
}

static void answer(Search *search) {
    MoveText move = {"(none)"};
    if (search->cell != MOVE_NONE) move = notation_move(&search->task.position.grid->game, search->cell);
    atomic_store(&search->is_running, false);
    printf("bestmove %s\n", move.text);
}

static void run(void *argument) {
    Search *search = argument;
    const SearchTask *task = &search->task;
    PlayerChoice choice = player_choose(&task->player, &task->position, &task->limits);
    if (choice.was_searched) print_info(&choice);
    search->cell = choice.cell;
    if (!task->is_held) answer(search);
}

bool search_start(Search *search, const SearchTask *task) {
    search_finish(search); /* its answer is out, but the thread may not have ended yet */
    search->task = *task;
    search->task.limits.stop = &search->stop;
    atomic_store(&search->stop, false);
    atomic_store(&search->is_running, true);
    search->needs_join = thread_start(&search->thread, run, search);
    if (!search->needs_join) atomic_store(&search->is_running, false);
    return search->needs_join;
}

bool search_is_running(const Search *search) {
    return atomic_load(&search->is_running);
}

void search_stop(Search *search) {
    atomic_store(&search->stop, true);
}

void search_finish(Search *search) {
    if (!search->needs_join) return;
    thread_join(search->thread);
    search->needs_join = false;
    if (search->task.is_held) answer(search);
}
