#include "campaign/job_folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/files.h"
#include "common/os.h"
#include "common/printable.h"

char *job_folder_path(const char *folder, const char *name, const char *ending) {
    size_t size = strlen(folder) + strlen(name) + strlen(ending) + 2;
    char *path = malloc(size);
    if (path != NULL) snprintf(path, size, "%s/%s%s", folder, name, ending);
    return path;
}

bool job_folder_open(const char *folder, JobTree *tree, Reason *why) {
    char *path = job_folder_path(folder, "plan", "");
    Plan plan;
    bool fine = (path != NULL || refuse(why, "not enough memory")) && plan_read(&plan, path, why);
    free(path);
    return fine && job_tree_init(tree, &plan, why);
}

bool job_folder_is_writable(const char *folder, Reason *why) {
    char *path = job_folder_path(folder, "plan", "");
    errno = 0;
    bool fine = path != NULL && file_folder_is_writable(path);
    if (!fine) refuse_errno(why, "cannot write to '%.150s'", folder);
    free(path);
    return fine;
}

bool job_folder_create(const char *folder, Reason *why) {
    char *plan = job_folder_path(folder, "plan", "");
    struct stat status;
    bool fine = plan != NULL || refuse(why, "not enough memory");
    if (fine && !os_make_folder(folder) && errno != EEXIST) {
        fine = refuse_errno(why, "cannot make the folder '%.150s'", folder);
    }
    if (fine && stat(folder, &status) == 0 && !S_ISDIR(status.st_mode)) {
        fine = refuse(why, "'%.150s' is not a folder", folder);
    }
    if (fine && os_link_status(plan, &status)) {
        fine = refuse(why, "'%.150s' has jobs already; retry and split change them, join puts them together", folder);
    }
    free(plan);
    return fine && job_folder_is_writable(folder, why);
}

static void put_command(const JobTree *tree, FILE *file, const char *solve, const Step *job) {
    const Plan *plan = &tree->plan;
    char position[POSITION_TEXT_SIZE];
    Board board = job_tree_board(tree, job);
    StepName name = step_name(&plan->start.game, job);
    notation_print_position(&tree->shape->grid, &board, position);
    printable_put_word(file, solve);
    fprintf(file, " '%s'%s", position, plan->options);
    if (plan->aim == OUTCOME_DRAW) fprintf(file, " --stop %c", job->chooser == SIDE_X ? 'o' : 'x');
    if (plan->aim != OUTCOME_DRAW) fprintf(file, " --expect %c", plan->aim == OUTCOME_X_WINS ? 'x' : 'o');
    fprintf(file, " --once --proof %s.proof > %s.out 2>&1\n", name.text, name.text);
}

/* Each rule runs a line of `jobs`. */
static void put_makefile(const JobTree *tree, FILE *file, const bool *is_wanted) {
    int line = 0;
    fputs("# make -k -j8 makes all proofs of the folder; campaign join puts them together.\n.PHONY: all\nall:\n", file);
    for (int i = 0; i < tree->plan.count; i++) {
        if (!is_wanted[i]) continue;
        StepName name = step_name(&tree->plan.start.game, &tree->plan.steps[i]);
        fprintf(file, "all: %s.proof\n%s.proof: ; @sed -n %dp jobs | sh\n", name.text, name.text, ++line);
    }
}

static bool write_file(const JobTree *tree, const char *path, const char *solve, const bool *is_wanted) {
    char *written = path == NULL ? NULL : file_new_beside(path);
    FILE *file = written == NULL ? NULL : fopen(written, "wb");
    if (file == NULL) return written != NULL && file_replace(path, written, false);
    if (solve == NULL) put_makefile(tree, file, is_wanted);
    for (int i = 0; i < tree->plan.count && solve != NULL; i++) {
        if (is_wanted[i]) put_command(tree, file, solve, &tree->plan.steps[i]);
    }
    return file_replace(path, written, file_close(file));
}

bool job_folder_write_jobs(const JobTree *tree, const char *folder, const char *name, const char *solve,
                           const bool *is_wanted, Reason *why) {
    char *path = job_folder_path(folder, name, "");
    errno = 0;
    bool fine =
        write_file(tree, path, solve, is_wanted) || refuse_errno(why, "cannot write '%s' in '%.150s'", name, folder);
    free(path);
    return fine;
}

/* The plan comes last: without it there are no jobs. */
bool job_folder_write(const JobTree *tree, const char *folder, const char *solve, int *jobs, Reason *why) {
    bool *is_needed = calloc((size_t)tree->plan.count + 1, sizeof *is_needed);
    char *path = job_folder_path(folder, "plan", "");
    bool fine = (is_needed != NULL && path != NULL && job_tree_find_needed(tree, is_needed)) ||
                refuse(why, "not enough memory");
    fine = fine && job_folder_write_jobs(tree, folder, "jobs", solve, is_needed, why) &&
           job_folder_write_jobs(tree, folder, "Makefile", NULL, is_needed, why);
    errno = 0;
    if (fine && !plan_write(&tree->plan, path)) fine = refuse_errno(why, "cannot write '%.200s'", path);
    *jobs = 0;
    for (int i = 0; i < tree->plan.count && fine; i++) *jobs += is_needed[i];
    free(is_needed);
    free(path);
    return fine;
}
