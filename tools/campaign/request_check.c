/* All proofs of a folder, checked by several threads, each of which takes the next one. It is easiest to read from the
 * end. */
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/thread.h"
#include "campaign/job_folder.h"
#include "campaign/receipt.h"
#include "campaign/request.h"
#include "common/files.h"
#include "common/progress_line.h"
#include "common/proof_file.h"
#include "proof/proof.h"

enum { CHECK_THREADS_MAX = 64 };

typedef enum { HOLDS, HAD_RECEIPT, WRONG, GIVEN_UP, STATES } ProofState;

typedef struct {
    const Request *request;
    char **names; /* of proofs, in order */
    int count;
    Monitor monitor; /* guards all below */
    int next, finished;
    int in_state[STATES];
    uint64_t steps; /* of all proofs, as far as they have come */
    ProgressLine line;
} FolderCheck;

/* The check of one proof. */
typedef struct {
    FolderCheck *folder;
    uint64_t counted; /* of its steps: in those of the folder */
    Work work;
} FileCheck;

static void count_steps(FileCheck *file) {
    file->folder->steps += file->work.steps - file->counted;
    file->counted = file->work.steps;
}

static void show_progress(void *context, uint64_t steps) {
    FileCheck *file = context;
    FolderCheck *folder = file->folder;
    (void)steps;
    monitor_lock(&folder->monitor);
    count_steps(file);
    if (progress_line_is_due(&folder->line)) {
        progress_line_show(&folder->line, "checking: %d of %d proofs done, %" PRIu64 " million steps", folder->finished,
                           folder->count, folder->steps / 1000000);
    }
    monitor_unlock(&folder->monitor);
}

/* Checks what was read, and leaves a receipt. */
static ProofState check_text(FileCheck *file, const char *path, const char *text, size_t size, Reason *why) {
    const char *steps = file->folder->request->value[REQUEST_STEPS];
    ProofFindings *findings = malloc(sizeof *findings);
    Proof proof = {.count = 0};
    ProofState state = GIVEN_UP;
    if (findings == NULL) {
        refuse(why, "not enough memory for the check");
    } else if (!proof_parse(text, size, &proof, why)) {
        state = proof.is_short_of_memory ? GIVEN_UP : WRONG;
    } else {
        uint64_t steps_max = (uint64_t)command_line_number(steps, 0) * 1000000;
        file->work = (Work){.steps_max = steps != NULL ? steps_max : proof_steps_max(&proof),
                            .progress = show_progress,
                            .context = file};
        bool holds = proof_check_within(&proof, &file->work, findings);
        state = holds ? HOLDS : findings->verdict == PROOF_REFUSED ? WRONG : GIVEN_UP;
        *why = findings->why;
        errno = 0;
        if (holds && !receipt_write(path, text, size, file->work.steps)) {
            refuse_errno(why, "it holds, but its receipt cannot be written");
            state = GIVEN_UP;
        }
    }
    proof_release(&proof);
    free(findings);
    return state;
}

static ProofState check_file(FileCheck *file, const char *path, Reason *why) {
    errno = 0;
    size_t size;
    char *text = proof_file_load(path, &size, why);
    if (text == NULL) return WRONG;
    bool is_known = file->folder->request->value[REQUEST_RECHECK] == NULL && receipt_fits(path, text, size);
    ProofState state = is_known ? HAD_RECEIPT : check_text(file, path, text, size, why);
    free(text);
    return state;
}

static void report(FolderCheck *folder, FileCheck *file, const char *name, ProofState state, const Reason *why) {
    static const char *const words[] = {[HOLDS] = "holds", [WRONG] = "wrong", [GIVEN_UP] = "left "};
    Reason printable; /* a name may hold anything */
    reason_set(&printable, "%.250s", name);
    monitor_lock(&folder->monitor);
    count_steps(file);
    folder->finished++;
    folder->in_state[state]++;
    progress_line_erase();
    if (state == HOLDS) printf("%s  %s: %" PRIu64 " steps\n", words[state], printable.text, file->work.steps);
    if (state == WRONG || state == GIVEN_UP) printf("%s  %s: %s\n", words[state], printable.text, why->text);
    fflush(stdout);
    monitor_unlock(&folder->monitor);
}

/* The number of the next proof, or that of all of them if there is none. */
static int take_next(FolderCheck *folder) {
    monitor_lock(&folder->monitor);
    int next = folder->next;
    if (next < folder->count) folder->next++;
    monitor_unlock(&folder->monitor);
    return next;
}

static void check_in_turn(void *argument) {
    FolderCheck *folder = argument;
    for (int i = take_next(folder); i < folder->count; i = take_next(folder)) {
        char *path = job_folder_path(folder->request->folder, folder->names[i], "");
        FileCheck file = {.folder = folder};
        Reason why = {"not enough memory"};
        ProofState state = path != NULL ? check_file(&file, path, &why) : GIVEN_UP;
        free(path);
        report(folder, &file, folder->names[i], state, &why);
    }
}

/* This thread works, too, so that the proofs get checked even if the system has no other to give. */
static void check_all(FolderCheck *folder, int threads) {
    Thread started[CHECK_THREADS_MAX];
    int count = 0;
    while (count < threads - 1 && count < folder->count - 1 && thread_start(&started[count], check_in_turn, folder)) {
        count++;
    }
    check_in_turn(folder);
    for (int i = 0; i < count; i++) thread_join(started[i]);
    progress_line_erase();
}

static bool is_proof_name(const char *name) {
    const char *ending = strrchr(name, '.');
    return name[0] != '.' && ending != NULL && strcmp(ending, ".proof") == 0;
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool add_name(FolderCheck *folder, const char *name) {
    char **names = realloc(folder->names, sizeof *names * ((size_t)folder->count + 1));
    char *copy = malloc(strlen(name) + 1);
    if (names != NULL) folder->names = names;
    if (names == NULL || copy == NULL) {
        free(copy);
        return false;
    }
    strcpy(copy, name);
    names[folder->count++] = copy;
    return true;
}

static bool list_proofs(FolderCheck *folder, Reason *why) {
    DIR *directory = opendir(folder->request->folder);
    if (directory == NULL) return refuse_errno(why, "cannot read the folder '%.150s'", folder->request->folder);
    bool fine = true;
    errno = 0;
    for (struct dirent *entry; fine && (entry = readdir(directory)) != NULL; errno = 0) {
        if (is_proof_name(entry->d_name)) fine = add_name(folder, entry->d_name);
    }
    if (!fine) refuse(why, "not enough memory");
    if (fine && errno != 0) fine = refuse_errno(why, "cannot read the folder '%.150s'", folder->request->folder);
    closedir(directory);
    if (folder->count > 0) qsort(folder->names, (size_t)folder->count, sizeof *folder->names, compare_names);
    return fine;
}

bool request_check(const Request *request, bool *is_whole, Reason *why) {
    FolderCheck folder = {.request = request};
    /* Nobody wants to hear after hours that receipts cannot be written. */
    bool fine = list_proofs(&folder, why) && job_folder_is_writable(request->folder, why) &&
                (folder.count > 0 || refuse(why, "there are no proofs in '%.150s'", request->folder)) &&
                (monitor_init(&folder.monitor) || refuse(why, "not enough memory"));
    if (fine) {
        progress_line_begin(&folder.line);
        check_all(&folder, command_line_number(request->value[REQUEST_THREADS], 1));
        monitor_destroy(&folder.monitor);
        printf("proofs %d hold, %d had a receipt, %d wrong, %d left\n", folder.in_state[HOLDS],
               folder.in_state[HAD_RECEIPT], folder.in_state[WRONG], folder.in_state[GIVEN_UP]);
        *is_whole = folder.in_state[WRONG] == 0 && folder.in_state[GIVEN_UP] == 0;
    }
    for (int i = 0; i < folder.count; i++) free(folder.names[i]);
    free(folder.names);
    return fine;
}
