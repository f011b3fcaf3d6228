#include "solve/solve_points.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/thread.h"
#include "kernel/kernel.h"
#include "points/survey.h"

typedef struct {
    const Kernel *kernel;
    Worker *worker;
    SearchShared shared;
    SearchJob job;
    SearchLine line;
    bool solved;
    _Atomic bool is_done;
    _Atomic int lower, upper; /* proven so far, for the side to move */
} Run;

static void note_bound(void *context, const SearchLine *line) {
    Run *run = context;
    atomic_store(line->bound == BOUND_LOWER ? &run->lower : &run->upper, line->value / VALUE_POINT);
}

static void work(void *argument) {
    Run *run = argument;
    run->solved = run->kernel->solve(run->worker, &run->job, &run->line);
    atomic_store(&run->is_done, true);
}

static void watch(const DifferenceTask *task, Run *run, int64_t begun_us) {
    const struct timespec pause = {.tv_nsec = 20 * 1000 * 1000};
    while (!atomic_load(&run->is_done)) {
        nanosleep(&pause, NULL);
        if (atomic_load(task->interrupted)) atomic_store(&run->shared.stop, true);
        if (!task->show_progress) continue;
        fprintf(stderr, "\rdifference %d to %d, %" PRIu64 " nodes, %.1f s \033[K", atomic_load(&run->lower),
                atomic_load(&run->upper), run->kernel->nodes(run->worker), (double)(clock_now_us() - begun_us) / 1e6);
    }
    if (task->show_progress) fputs("\r\033[K", stderr);
}

static void print_move(const DifferenceTask *task, const SearchLine *line) {
    char move[MOVE_TEXT_SIZE];
    if (line->pv_length == 0) return;
    move_print(&task->geometry->game, line->pv[0], move);
    printf(", by %s", move);
}

static void print_why_not_known(const DifferenceTask *task) {
    Prospects prospects;
    prospects_of(task->grid, task->board, &prospects);
    int cells = prospects_live_cells(task->grid, &prospects);
    if (cells > SURVEY_CELLS_MAX) {
        printf("%d cells are on open lines, more than the %d that it can solve", cells, SURVEY_CELLS_MAX);
    } else if (atomic_load(task->interrupted)) {
        printf("interrupted");
    } else {
        printf(task->time_ms > 0 ? "out of time" : "not enough memory");
    }
}

/* Values are for the side to move; results are said of X and O. */
static void print_value(const DifferenceTask *task, Run *run) {
    Side side = board_side(task->board), winner = run->line.value > 0 ? side : side_other(side);
    int points = (run->line.value > 0 ? run->line.value : -run->line.value) / VALUE_POINT;
    if (!run->solved) {
        printf("value  not known (");
        print_why_not_known(task);
        printf("); %c's difference is from %d to %d", side_letter(side), atomic_load(&run->lower),
               atomic_load(&run->upper));
    } else if (points == 0) {
        printf("value  draw");
    } else {
        printf("value  win for %c with %d point%s more", side_letter(winner), points, points == 1 ? "" : "s");
    }
    if (run->solved) print_move(task, &run->line);
    printf("\n");
}

static void prepare(const DifferenceTask *task, Run *run, int64_t begun_us) {
    int lines = task->geometry->lines;
    atomic_store(&run->lower, -lines);
    atomic_store(&run->upper, lines);
    atomic_store(&run->shared.start_us, begun_us);
    atomic_store(&run->shared.clock_is_on, true);
    int64_t limit_us = task->time_ms > 0 ? task->time_ms * 1000 : INT64_MAX;
    run->shared.budget = (Budget){limit_us, limit_us};
    run->job = (SearchJob){.node_limit = UINT64_MAX,
                           .order_seed = task->order > 1 ? (uint64_t)task->order : 0,
                           .shared = &run->shared,
                           .report = note_bound,
                           .context = run};
    run->job.root = placement_of_board(task->board);
}

int difference_solve(const DifferenceTask *task) {
    static Run run;
    int64_t begun_us = clock_now_us();
    prepare(task, &run, begun_us);
    run.kernel = kernel_for(task->geometry);
    run.worker = run.kernel->worker_new(task->geometry, task->symmetries);
    run.shared.tt = tt_new((size_t)task->hash_mb);
    Thread thread;
    bool started = run.worker != NULL && run.shared.tt != NULL && thread_start(&thread, work, &run);
    if (started) {
        watch(task, &run, begun_us);
        thread_join(thread);
        print_value(task, &run);
        printf("nodes  %" PRIu64 "\n", run.kernel->nodes(run.worker));
        printf("time   %.2f s\n", (double)(clock_now_us() - begun_us) / 1e6);
    } else {
        fprintf(stderr, "solve: not enough memory\n");
    }
    tt_free(run.shared.tt);
    if (run.worker != NULL) run.kernel->worker_free(run.worker);
    return started && run.solved ? 0 : 1;
}
