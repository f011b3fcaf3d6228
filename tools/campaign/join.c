#include "campaign/request.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "campaign/job_folder.h"
#include "campaign/job_proof.h"
#include "common/counter_line.h"
#include "common/files.h"
#include "common/proof_file.h"

/* What became of a job. */
typedef enum { JOB_DONE, JOB_LEFT, JOB_REFUTED } JobState;

typedef struct {
    const Request *request;
    Planner *planner;
    Proof joined;
    int *same; /* which job stands for each */
    bool *is_left;
    int done, left, refuted, too_hard, told;
    char advised[STEP_NAME_SIZE]; /* where to let a side play something else, as told last */
} Join;

/* Only so many jobs are named; the file `left` has them all. */
enum { TOLD_MAX = 40 };

static bool tells_more(Join *join) {
    return ++join->told <= TOLD_MAX;
}

/* No other step stands for it. */
static bool is_needed(const Join *join, int index) {
    return join->planner->plan.steps[index].kind == STEP_JOB && join->same[index] == index;
}

/* What the job printed about the value, if it got that far: "draw", "not known (out of time)". */
static void read_outcome(const Join *join, const char *name, char text[128]) {
    static const char prefix[] = "value  ";
    char line[512], *path = job_folder_path(join->request->folder, name, ".out");
    FILE *file = path == NULL ? NULL : file_open_plain(path);
    text[0] = '\0';
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, prefix, strlen(prefix)) != 0 || strchr(line, '\n') == NULL) continue;
        line[strcspn(line, "\n")] = '\0';
        Reason printable;
        reason_set(&printable, "%.120s", line + strlen(prefix));
        snprintf(text, 128, "%.120s", printable.text);
    }
    if (file != NULL) fclose(file);
    free(path);
}

/* The chooser had to block there. */
static bool is_forced(const Join *join, const Step *node) {
    Board board = planner_board(join->planner, node);
    Side other = side_other(node->chooser);
    return !cells_is_empty(board_winning_cells(&join->planner->shape->grid, &board, other));
}

/* The chooser's last move that was its own choice is the one to change. */
static void tell_refuted(Join *join, const Step *job, const char *name, const char *outcome) {
    const Game *game = &join->planner->plan.start.game;
    char parent[STEP_NAME_SIZE], move[MOVE_TEXT_SIZE];
    if (!tells_more(join)) return;
    printf("other  %s came out another way: %s\n", name, outcome);
    Step node = *job;
    do {
        node.count -= 2;
    } while (node.count >= 0 && is_forced(join, &node));
    if (node.count < 0) {
        bool is_told = strcmp(join->advised, "none") == 0;
        snprintf(join->advised, sizeof join->advised, "none");
        if (is_told) return;
        printf("       no other move of %c can help: begin anew with another --aim, or run solve\n",
               side_letter(job->chooser));
        return;
    }
    step_name(game, &node, parent);
    if (strcmp(join->advised, parent) == 0) return;
    snprintf(join->advised, sizeof join->advised, "%s", parent);
    notation_print_move(game, job->move[node.count], move);
    printf("       let %c play something else than %s: ", side_letter(job->chooser), move);
    request_print_command(join->request, "retry");
    printf(" %s [MOVE]\n", parent);
}

static bool is_hoped_for(const Join *join, const Step *job, const char *outcome) {
    if (join->planner->plan.aim == OUTCOME_DRAW) return strstr(outcome, " only blocks") == NULL;
    const char *win = job->chooser == SIDE_X ? "win for X" : "win for O";
    return strncmp(outcome, win, strlen(win)) == 0 || strncmp(outcome, "not known", strlen("not known")) == 0;
}

static JobState miss(Join *join, const Step *job, const char *name) {
    char outcome[128];
    read_outcome(join, name, outcome);
    if (outcome[0] != '\0' && !is_hoped_for(join, job, outcome)) {
        tell_refuted(join, job, name, outcome);
        return JOB_REFUTED;
    }
    bool is_solved = outcome[0] != '\0' && strncmp(outcome, "not known", strlen("not known")) != 0;
    join->too_hard += outcome[0] != '\0' && !is_solved;
    if (!tells_more(join)) return JOB_LEFT;
    printf("lacks  %s.proof%s%s%s\n", name, outcome[0] != '\0' ? ": the job says: " : "", outcome,
           is_solved ? "; its proof is gone, run it again" : "");
    return JOB_LEFT;
}

static JobState refuse_job(Join *join, const char *name, const char *what) {
    if (tells_more(join)) printf("wrong  %s.proof: %s\n", name, what);
    return JOB_LEFT;
}

/* For the jobs that this one stands for. */
static bool add_turned(Join *join, const Step *job, const Proof *proof, Reason *why) {
    const Plan *plan = &join->planner->plan;
    int index = (int)(job - plan->steps);
    for (int i = 0; i < plan->count; i++) {
        if (i == index || join->same[i] != index) continue;
        if (!job_proof_add_turned(&join->joined, join->planner, proof, job, &plan->steps[i], why)) return false;
    }
    return true;
}

/* A whole proof of the right position, but is it what we want? Then it becomes a part of the joined proof. */
static JobState take_proof(Join *join, const Step *job, const char *name, const Proof *proof) {
    Outcome aim = join->planner->plan.aim;
    Reason why;
    if (aim != OUTCOME_DRAW && proof->value != aim && proof->value != OUTCOME_NONE) {
        tell_refuted(join, job, name, proof->value == OUTCOME_DRAW ? "a draw" : "a win for the other side");
        return JOB_REFUTED;
    }
    if (!job_proof_add(&join->joined, proof, job, &why)) return refuse_job(join, name, why.text);
    return aim != OUTCOME_DRAW || add_turned(join, job, proof, &why) ? JOB_DONE : refuse_job(join, name, why.text);
}

static JobState look_at_proof(Join *join, const Step *job, const char *name, const char *path) {
    Board board = planner_board(join->planner, job);
    Proof proof;
    Reason why;
    if (!proof_file_read(path, &proof, &why)) return refuse_job(join, name, why.text);
    JobState state = proof_file_is_about(&proof, &join->planner->plan.start.game, &board)
                         ? take_proof(join, job, name, &proof)
                         : refuse_job(join, name, "it is about another position");
    proof_release(&proof);
    return state;
}

static JobState look_at(Join *join, const Step *job) {
    char name[STEP_NAME_SIZE];
    step_name(&join->planner->plan.start.game, job, name);
    char *path = job_folder_path(join->request->folder, name, ".proof");
    struct stat status;
    if (path == NULL) return refuse_job(join, name, "not enough memory");
    bool is_there = stat(path, &status) == 0 || errno != ENOENT;
    JobState state = is_there ? look_at_proof(join, job, name, path) : miss(join, job, name);
    free(path);
    return state;
}

static void look_at_all(Join *join) {
    const Plan *plan = &join->planner->plan;
    for (int i = 0; i < plan->count; i++) {
        if (!is_needed(join, i)) continue;
        JobState state = look_at(join, &plan->steps[i]);
        join->is_left[i] = state == JOB_LEFT;
        join->done += state == JOB_DONE;
        join->left += state == JOB_LEFT;
        join->refuted += state == JOB_REFUTED;
    }
}

/* The joined proof failed: whose fault is it? */
static bool finds_bad_proofs(Join *join) {
    const Plan *plan = &join->planner->plan;
    for (int i = 0; i < plan->count; i++) {
        char name[STEP_NAME_SIZE];
        Proof proof;
        ProofFindings report;
        Reason why;
        if (!is_needed(join, i)) continue;
        step_name(&plan->start.game, &plan->steps[i], name);
        char *path = job_folder_path(join->request->folder, name, ".proof");
        if (path != NULL && proof_file_read(path, &proof, &why)) {
            if (!proof_check(&proof, &report)) {
                refuse_job(join, name, report.why.text);
                join->is_left[i] = true;
                join->done--;
                join->left++;
            }
            proof_release(&proof);
        }
        free(path);
    }
    return join->left > 0;
}

static void show_check(void *context, uint64_t steps) {
    CounterLine *line = context;
    if (counter_line_is_due(line))
        counter_line_show(line, "checking the joined proof: %" PRIu64 " million steps", steps / 1000000);
}

static bool write_joined(Join *join, bool *is_whole, Reason *why) {
    ProofFindings report;
    CounterLine line;
    Work work = {.steps_max = UINT64_MAX, .progress = show_check, .context = &line}; /* many jobs are much to check */
    counter_line_begin(&line);
    if (!job_proof_finish(&join->joined, why)) return false;
    /* An outline with fewer entries is allowed less work. */
    *is_whole = proof_trim_within(&join->joined, &work, &report) &&
                (join->joined.kind != PROOF_OUTLINE || proof_check(&join->joined, &report));
    counter_line_erase();
    if (!*is_whole) {
        if (finds_bad_proofs(join)) return true;
        printf("wrong  together they prove nothing: %s\n", report.why.text);
        if (report.position[0] != '\0') printf("       in %s\n", report.position);
        return true;
    }
    const char *path = join->request->value[REQUEST_PROOF];
    if (path == NULL) return true;
    errno = 0;
    size_t bytes = proof_file_write(&join->joined, path);
    if (bytes == 0) return refuse_errno(why, "cannot write '%.150s'", path);
    proof_file_print(&join->joined, bytes);
    return true;
}

static void print_summary(const Join *join) {
    if (join->told > TOLD_MAX) printf("       and %d more: the file 'left' names them\n", join->told - TOLD_MAX);
    if (join->told > join->left + join->refuted) return;
    printf("jobs   %d done, %d left, %d came out another way\n", join->done, join->left, join->refuted);
    if (join->left == 0) return;
    printf("next   run those left, for example with: (cd ");
    job_folder_put_word(stdout, join->request->folder);
    printf(" && parallel < left)\n");
    if (join->too_hard == 0) return;
    printf("       those that gave up need more time or memory, or must be split:\n       ");
    request_print_command(join->request, "retry");
    printf(" --time S --hash MIB\n       ");
    request_print_command(join->request, "split");
    printf(" JOB 20\n");
}

static bool look(Join *join, bool checks, bool *is_whole, Reason *why) {
    const Plan *plan = &join->planner->plan;
    proof_init(&join->joined, &plan->start, plan->is_one_sided ? OUTCOME_NONE : plan->aim,
               plan->aim == OUTCOME_DRAW ? PROOF_BLOCKS : PROOF_STRATEGY);
    join->joined.held = plan->held;
    if (!planner_find_same(join->planner, join->same)) return refuse(why, "not enough memory");
    if (!job_proof_begin(&join->joined, join->planner, why)) return false;
    look_at_all(join);
    *is_whole = join->left == 0 && join->refuted == 0;
    if (*is_whole && checks && !write_joined(join, is_whole, why)) return false;
    print_summary(join);
    return job_folder_write_jobs(join->planner, join->request->folder, "left", join->request->solve, join->is_left,
                                 why);
}

static bool look_into(Planner *planner, const Request *request, bool checks, bool *is_whole, Reason *why) {
    size_t count = (size_t)planner->plan.count + 1;
    Join join = {.request = request,
                 .planner = planner,
                 .same = calloc(count, sizeof(int)),
                 .is_left = calloc(count, sizeof(bool))};
    bool has_memory = join.same != NULL && join.is_left != NULL;
    bool fine = has_memory ? look(&join, checks, is_whole, why) : refuse(why, "not enough memory");
    proof_release(&join.joined);
    free(join.same);
    free(join.is_left);
    return fine;
}

bool request_status(const Request *request, bool *is_whole, Reason *why) {
    Planner planner;
    if (!job_folder_open(request->folder, &planner, why)) return false;
    printf("aim    %s\n", plan_aim_text(&planner.plan));
    bool fine = look_into(&planner, request, false, is_whole, why);
    planner_release(&planner);
    if (!fine || !*is_whole) return fine;
    printf("then   ");
    request_print_command(request, "join");
    printf(" --proof FILE\n");
    return true;
}

bool request_join(const Request *request, bool *is_whole, Reason *why) {
    const char *path = request->value[REQUEST_PROOF];
    Planner planner;
    if (path != NULL && !file_output_is_possible(path)) return refuse_errno(why, "cannot write '%.150s'", path);
    if (!job_folder_open(request->folder, &planner, why)) return false;
    bool fine = look_into(&planner, request, true, is_whole, why);
    planner_release(&planner);
    return fine;
}
