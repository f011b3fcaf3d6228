#include "ugi/analyse.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/system.h"
#include "base/thread.h"
#include "job/limits.h"
#include "ugi/analyst.h"
#include "ugi/input.h"

enum { STATUS_INCOMPLETE = 1, STATUS_WRONG_USAGE = 2 };

/* A line that is answered. */
typedef struct Answer {
    int64_t number; /* counted from 0, without empty lines and comments */
    struct Answer *next;
    char text[];
} Answer;

typedef struct {
    AnalystSpec spec;
    int threads;
    const char *path; /* NULL: standard input */
    FILE *in;

    Mutex input; /* guards what follows up to the next one */
    InputLine *line;
    int64_t lines_read, taken;

    Mutex output;
    Answer *waiting; /* in order */
    int64_t printed, refused;
    bool has_failed; /* the output is lost or memory is short: nobody goes on */
    Reason why;
} Batch;

/* One line of the input, as a worker takes it. */
typedef struct {
    int64_t number, line_number;
    InputStatus status;
    char *text; /* INPUT_LINE_SIZE */
} Task;

/* Input */

static bool is_ignored(const char *text) {
    const char *cursor = text;
    Word first;
    return !word_next(&cursor, &first) || first.at[0] == '#';
}

/* The next line that is to be answered; false at the end, or when nobody goes on. */
static bool take_task(Batch *batch, Task *task) {
    bool is_over = false;
    mutex_lock(&batch->output);
    is_over = batch->has_failed;
    mutex_unlock(&batch->output);
    mutex_lock(&batch->input);
    do {
        task->status = is_over ? INPUT_END : input_read_line(batch->in, batch->line);
        batch->lines_read++;
    } while (task->status == INPUT_LINE && is_ignored(batch->line->text));
    task->line_number = batch->lines_read;
    if (task->status != INPUT_END) {
        task->number = batch->taken++;
        memcpy(task->text, batch->line->text, batch->line->length + 1);
    }
    mutex_unlock(&batch->input);
    return task->status != INPUT_END;
}

/* Output */

static void fail(Batch *batch, const char *why) {
    if (batch->has_failed) return;
    batch->has_failed = true;
    reason_set(&batch->why, "%s", why);
}

static void show_progress(const Batch *batch) {
    if (!system_has_room()) return;
    fprintf(stderr, "\r%lld done, %lld refused ", (long long)batch->printed, (long long)batch->refused);
    fflush(stderr);
}

static void print_those_in_turn(Batch *batch) {
    while (batch->waiting != NULL && batch->waiting->number == batch->printed) {
        Answer *answer = batch->waiting;
        batch->waiting = answer->next;
        batch->printed++;
        if (!batch->has_failed && (puts(answer->text) == EOF || fflush(stdout) != 0)) {
            fail(batch, "cannot write to standard output");
        }
        free(answer);
    }
}

static void deliver(Batch *batch, Answer *answer) {
    mutex_lock(&batch->output);
    Answer **place = &batch->waiting;
    while (*place != NULL && (*place)->number < answer->number) place = &(*place)->next;
    answer->next = *place;
    *place = answer;
    print_those_in_turn(batch);
    show_progress(batch);
    mutex_unlock(&batch->output);
}

static void tell_refusal(Batch *batch, const Task *task, const Reason *why) {
    mutex_lock(&batch->output);
    batch->refused++;
    fprintf(stderr, "%srowan: line %lld: %s\n", system_has_room() ? "\r" : "", (long long)task->line_number, why->text);
    mutex_unlock(&batch->output);
}

/* Reasons are printable; two characters have a meaning in JSON. */
static void add_quoted(Writer *writer, const char *text) {
    for (; *text != '\0'; text++) {
        writer_add(writer, "%s%c", *text == '"' || *text == '\\' ? "\\" : "", *text);
    }
}

/* The work */

static const char *analyse(Analyst *analyst, const Task *task, Reason *why) {
    if (task->status == INPUT_TOO_LONG) refuse(why, "a line of more than %d characters", INPUT_LINE_SIZE - 1);
    if (task->status == INPUT_INVALID_BYTE) refuse(why, "a line with an invalid byte");
    return task->status == INPUT_LINE ? analyst_answer(analyst, task->text, why) : NULL;
}

static bool answer_task(Batch *batch, Analyst *analyst, const Task *task) {
    Reason why;
    const char *members = analyse(analyst, task, &why);
    size_t size = (members != NULL ? strlen(members) : 2 * sizeof why.text) + 64;
    Answer *answer = malloc(sizeof *answer + size);
    if (answer == NULL) return false;
    answer->number = task->number;
    Writer writer = writer_on(answer->text, size);
    writer_add(&writer, "{\"line\":%lld,", (long long)task->line_number);
    if (members != NULL) {
        writer_add(&writer, "%s}", members);
    } else {
        tell_refusal(batch, task, &why);
        writer_add(&writer, "\"error\":\"");
        add_quoted(&writer, why.text);
        writer_add(&writer, "\"}");
    }
    deliver(batch, answer);
    return true;
}

static void work(void *argument) {
    Batch *batch = argument;
    Task task = {.text = malloc(INPUT_LINE_SIZE)};
    Analyst *analyst = analyst_new(&batch->spec);
    bool has_memory = task.text != NULL && analyst != NULL;
    while (has_memory && take_task(batch, &task)) has_memory = answer_task(batch, analyst, &task);
    if (!has_memory) {
        mutex_lock(&batch->output);
        fail(batch, "not enough memory");
        mutex_unlock(&batch->output);
    }
    analyst_free(analyst);
    free(task.text);
}

/* Where there is no thread to be had, fewer do the work. */
static void work_side_by_side(Batch *batch) {
    Thread threads[THREADS_MAX];
    int started = 0;
    while (started + 1 < batch->threads && thread_start(&threads[started], work, batch)) started++;
    work(batch);
    for (int i = 0; i < started; i++) thread_join(threads[i]);
}

static int conclude(Batch *batch) {
    if (system_has_room()) fputs("\r                                                  \r", stderr);
    if (batch->has_failed) fprintf(stderr, "rowan: %s\n", batch->why.text);
    if (!batch->has_failed && ferror(batch->in)) {
        fprintf(stderr, "rowan: cannot read '%.200s' to its end\n",
                batch->path != NULL ? batch->path : "standard input");
        return STATUS_INCOMPLETE;
    }
    return batch->has_failed || batch->refused > 0 ? STATUS_INCOMPLETE : 0;
}

static void release_waiting(Batch *batch) {
    while (batch->waiting != NULL) {
        Answer *answer = batch->waiting;
        batch->waiting = answer->next;
        free(answer);
    }
}

static int run(Batch *batch) {
    int status = STATUS_INCOMPLETE;
    batch->line = malloc(sizeof *batch->line);
    bool has_input = batch->line != NULL && mutex_init(&batch->input);
    if (has_input && mutex_init(&batch->output)) {
        work_side_by_side(batch);
        status = conclude(batch);
        release_waiting(batch);
        mutex_destroy(&batch->output);
    } else {
        fputs("rowan: not enough memory\n", stderr);
    }
    if (has_input) mutex_destroy(&batch->input);
    free(batch->line);
    return status;
}

/* The command line */

static bool set_option(Batch *batch, const char *name, const char *value, Reason *why) {
    const struct {
        const char *name;
        int *small;
        int64_t *large;
        int64_t max;
    } options[] = {{"--nodes", NULL, &batch->spec.nodes, INT64_C(1000000000000000)},
                   {"--movetime", NULL, &batch->spec.movetime_ms, INT64_C(1000000000000000)},
                   {"--multipv", &batch->spec.multipv, NULL, 512},
                   {"--hash", &batch->spec.hash_mb, NULL, 65536},
                   {"--threads", &batch->threads, NULL, THREADS_MAX}};
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        int64_t number;
        if (strcmp(name, options[i].name) != 0) continue;
        if (value == NULL || !word_to_number(word_of(value), 1, options[i].max, &number)) {
            return refuse(why, "%s needs a number from 1 to %lld", name, (long long)options[i].max);
        }
        if (options[i].small != NULL) *options[i].small = (int)number;
        if (options[i].large != NULL) *options[i].large = number;
        return true;
    }
    return refuse(why, "unknown option '%.60s'; see --help", name);
}

static bool parse(Batch *batch, int argc, char **argv, Reason *why) {
    bool has_path = false;
    for (int i = 0; i < argc; i++) {
        if (argv[i][0] == '-' && argv[i][1] != '\0') {
            if (!set_option(batch, argv[i], i + 1 < argc ? argv[i + 1] : NULL, why)) return false;
            i++;
        } else if (has_path) {
            return refuse(why, "unexpected argument '%.60s' after the file; see --help", argv[i]);
        } else {
            has_path = true;
            if (strcmp(argv[i], "-") != 0) batch->path = argv[i];
        }
    }
    if (batch->spec.nodes == LIMIT_NONE && batch->spec.movetime_ms == LIMIT_NONE) batch->spec.nodes = 1000000;
    return true;
}

/* ISO C does not promise a cause. */
static bool open_input(Batch *batch) {
    errno = 0;
    batch->in = batch->path != NULL ? fopen(batch->path, "r") : stdin;
    if (batch->in != NULL) return true;
    fprintf(stderr, "rowan: cannot read '%.200s'%s%s\n", batch->path, errno != 0 ? ": " : "",
            errno != 0 ? strerror(errno) : "");
    return false;
}

int analyse_run(int argc, char **argv) {
    Batch batch = {.spec = {.nodes = LIMIT_NONE, .movetime_ms = LIMIT_NONE, .multipv = 1, .hash_mb = 64}, .threads = 1};
    Reason why;
    if (!parse(&batch, argc, argv, &why)) {
        fprintf(stderr, "rowan: %s\n", why.text);
        return STATUS_WRONG_USAGE;
    }
    if (!open_input(&batch)) return STATUS_WRONG_USAGE;
    int status = run(&batch);
    if (batch.path != NULL) fclose(batch.in);
    return status;
}
