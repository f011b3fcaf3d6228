#include "campaign/request.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "campaign/job_folder.h"
#include "campaign/receipt.h"
#include "common/files.h"
#include "common/printable.h"
#include "common/progress_line.h"
#include "common/proof_file.h"
#include "solving/held.h"

/* One proof out of the proofs of jobs: a strategy that has the moves of the plan and of all jobs, or pictures after the
 * moves that lead to each job. */

static bool refuse_memory(Reason *why) {
    return refuse(why, "not enough memory");
}

/* Strategies and outlines: with one outline among them, all together are an outline */

static bool add_planned_moves(Proof *joined, const JobTree *tree, Reason *why) {
    const Symmetries *symmetries = tree->shape->symmetries;
    for (int i = 0; i < tree->plan.count; i++) {
        Step node = tree->plan.steps[i];
        CellSet canonical[2];
        if (node.kind != STEP_PLAY) continue;
        int move = node.move[--node.count];
        Board board = job_tree_board(tree, &node);
        int symmetry = canonical_image(symmetries, board.stones, canonical);
        if (!proof_add_entry(joined, canonical, symmetries_row(symmetries, symmetry)[move])) return refuse_memory(why);
    }
    return true;
}

static bool add_entries(Proof *joined, const Proof *proof, Reason *why) {
    if (!proof_has_entries(proof)) return refuse(why, "it is neither a strategy nor an outline");
    if (proof->kind == PROOF_OUTLINE) joined->kind = PROOF_OUTLINE;
    for (int i = 0; i < proof->count; i++) {
        if (!proof_add_entry(joined, proof->entries[i].stones, proof->entries[i].move)) return refuse_memory(why);
    }
    return true;
}

/* Two jobs may have different moves in one position. Either will do: both are proven, and every move brings the end
 * nearer. */
static void drop_doubles(Proof *joined) {
    int kept = 0;
    proof_sort(joined);
    for (int i = 0; i < joined->count; i++) {
        const ProofEntry *entry = &joined->entries[i], *last = &joined->entries[kept > 0 ? kept - 1 : 0];
        bool is_double = kept > 0 && cells_equal(entry->stones[SIDE_X], last->stones[SIDE_X]) &&
                         cells_equal(entry->stones[SIDE_O], last->stones[SIDE_O]);
        if (!is_double) joined->entries[kept++] = *entry;
    }
    joined->count = kept;
}

/* Pictures */

/* `lines` of an `against` line whose picture is empty. In the file such lines must be the last, because others would
 * have the picture of the line below. */
enum { IS_EMPTY = -1 };

typedef struct {
    const uint16_t *cell; /* moves after those of the job */
    int cells;
    bool is_empty; /* the picture */
    bool is_checked;
} Leaf;

static bool add_against(Proof *joined, Side attacker, const Step *job, Leaf after, Reason *why) {
    ProofItem item = {.kind = ITEM_AGAINST,
                      .side = attacker,
                      .cells = job->count,
                      .lines = after.is_empty ? IS_EMPTY : 0,
                      .is_checked = after.is_checked};
    if (job->count + after.cells > PROOF_MOVES_MAX) return refuse(why, "its moves are too many together");
    memcpy(item.cell, job->move, sizeof job->move[0] * (size_t)job->count);
    if (after.cells > 0) memcpy(item.cell + job->count, after.cell, sizeof after.cell[0] * (size_t)after.cells);
    item.cells += after.cells;
    return proof_add_item(joined, &item) || refuse_memory(why);
}

static bool add_pairs(Proof *joined, const Proof *proof, Side attacker, const Step *job, Reason *why) {
    bool has_pairs = false;
    for (int i = 0; i < proof->count; i++) has_pairs = has_pairs || proof->pairs[i].side == attacker;
    if (!add_against(joined, attacker, job, (Leaf){.is_empty = !has_pairs}, why)) return false;
    for (int i = 0; i < proof->count; i++) {
        const ProofPair *pair = &proof->pairs[i];
        ProofItem item = {.kind = ITEM_PAIR, .cells = 2, .cell = {pair->cell[0], pair->cell[1]}};
        if (pair->side == attacker && !proof_add_item(joined, &item)) return refuse_memory(why);
    }
    return true;
}

/* The picture of the `against` line has no parts, which can only be at the end of a file. */
static bool is_without_parts(const Proof *proof, int index) {
    while (index < proof->count && proof->items[index].kind == ITEM_AGAINST) index++;
    return index == proof->count;
}

/* The pictures against this side, with the moves of the job before their own. */
static bool add_pictures(Proof *joined, const Proof *proof, Side attacker, const Step *job, Reason *why) {
    bool is_wanted = false;
    for (int i = 0; i < proof->count; i++) {
        const ProofItem *item = &proof->items[i];
        bool is_against = item->kind == ITEM_AGAINST, is_ours = is_against && item->side == attacker;
        bool goes_on = is_against && i > 0 && proof->items[i - 1].kind == ITEM_AGAINST;
        if (is_against) is_wanted = is_ours || (goes_on && is_wanted);
        Leaf leaf = {item->cell, item->cells, is_against && is_without_parts(proof, i), item->is_checked};
        if (is_ours && !add_against(joined, attacker, job, leaf, why)) return false;
        if (!is_against && is_wanted && !proof_add_item(joined, item)) return refuse_memory(why);
    }
    return true;
}

static bool add_stops(Proof *joined, const Proof *proof, const Step *job, Reason *why) {
    Side attacker = side_other(job->chooser);
    bool is_it = proof->value == OUTCOME_DRAW || (proof->value == OUTCOME_NONE && proof->held == attacker);
    if (!is_it) return refuse(why, "it does not show that %c cannot win", side_letter(attacker));
    if (proof->kind == PROOF_PAIRING) return add_pairs(joined, proof, attacker, job, why);
    if (proof->kind == PROOF_BLOCKS) return add_pictures(joined, proof, attacker, job, why);
    return refuse(why, "only proofs by pairs or blocks can be put together");
}

/* A side without jobs is held at the start, by pairs or by its weight. */
static bool add_start(Proof *joined, const JobTree *tree, Reason *why) {
    Board board = job_tree_board(tree, &(Step){.kind = STEP_JOB});
    Held held;
    held_find(&held, tree->shape, &board);
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        LineSet lines = board_open_lines(&tree->shape->grid, &board, (Side)side);
        bool is_claimed = joined->value == OUTCOME_DRAW || joined->held == (Side)side;
        if (!is_claimed || held.kind[side] != HELD_BY_PAIRING) continue;
        ProofItem against = {.kind = ITEM_AGAINST, .side = (Side)side, .lines = lines_is_empty(lines) ? IS_EMPTY : 0};
        if (!held_add_side(&held, tree->shape, &board, &against, joined)) return refuse_memory(why);
    }
    return true;
}

/* What the plan itself says. */
static bool begin_joined(Proof *joined, const JobTree *tree, Reason *why) {
    return proof_has_entries(joined) ? add_planned_moves(joined, tree, why) : add_start(joined, tree, why);
}

/* False, with the reason, if the proof is of a kind that cannot be a part of this one. */
static bool add_proof(Proof *joined, const Proof *proof, const Step *job, Reason *why) {
    return proof_has_entries(joined) ? add_entries(joined, proof, why) : add_stops(joined, proof, job, why);
}

/* Proofs of jobs that symmetry makes equal */

/* Where the cells go if the one position is taken to the other. */
static void find_turn(const JobTree *tree, const Step *from, const Step *to, uint16_t image[CELLS_MAX]) {
    const Symmetries *symmetries = tree->shape->symmetries;
    Board one = job_tree_board(tree, from), other = job_tree_board(tree, to);
    CellSet canonical[2];
    uint16_t back[CELLS_MAX];
    const uint16_t *there = symmetries_row(symmetries, canonical_image(symmetries, other.stones, canonical));
    for (int cell = 0; cell < symmetries->cells; cell++) back[there[cell]] = (uint16_t)cell;
    there = symmetries_row(symmetries, canonical_image(symmetries, one.stones, canonical));
    for (int cell = 0; cell < symmetries->cells; cell++) image[cell] = back[there[cell]];
}

static void turn_item(ProofItem *item, const uint16_t image[]) {
    for (int i = 0; i < item->cells; i++) item->cell[i] = image[item->cell[i]];
    for (int i = 0; i < item->lines; i++) {
        for (int end = 0; end < 2; end++) item->line[i][end] = image[item->line[i][end]];
    }
}

static bool turn(const Proof *proof, const uint16_t image[], Proof *turned) {
    bool fine = true;
    proof_init(turned, &proof->start, proof->value, proof->kind);
    turned->held = proof->held;
    for (int i = 0; i < proof->count && fine; i++) {
        if (proof->kind == PROOF_PAIRING) {
            const ProofPair *pair = &proof->pairs[i];
            fine = proof_add_pair(turned, (Side)pair->side, image[pair->cell[0]], image[pair->cell[1]]);
        } else {
            ProofItem item = proof->items[i];
            turn_item(&item, image);
            fine = proof_add_item(turned, &item);
        }
    }
    return fine;
}

/* The proof of another job, `from`, whose position symmetry makes equal to that of this one. For pairs and blocks. */
static bool add_turned(Proof *joined, const JobTree *tree, const Proof *proof, const Step *from, const Step *job,
                       Reason *why) {
    uint16_t image[CELLS_MAX];
    Proof turned;
    find_turn(tree, from, job, image);
    bool fine = turn(proof, image, &turned) ? add_stops(joined, &turned, job, why) : refuse_memory(why);
    proof_release(&turned);
    return fine;
}

/* Keeps the order of all others. */
static bool put_empty_pictures_last(Proof *joined) {
    ProofItem *items = malloc(sizeof *items * ((size_t)joined->count + 1));
    int count = 0;
    if (items == NULL) return false;
    for (int is_empty = 0; is_empty < 2; is_empty++) {
        for (int i = 0; i < joined->count; i++) {
            if ((joined->items[i].lines == IS_EMPTY) == (is_empty == 1)) items[count++] = joined->items[i];
        }
    }
    for (int i = 0; i < count; i++) {
        if (items[i].lines == IS_EMPTY) items[i].lines = 0;
    }
    memcpy(joined->items, items, sizeof *items * (size_t)count);
    free(items);
    return true;
}

/* After the last job: ready to be checked. */
static bool finish_joined(Proof *joined, Reason *why) {
    if (proof_has_entries(joined)) {
        drop_doubles(joined);
        return true;
    }
    return put_empty_pictures_last(joined) || refuse_memory(why);
}

/* The jobs of a folder */

/* What became of a job. */
typedef enum { JOB_DONE, JOB_LEFT, JOB_REFUTED } JobState;

typedef struct {
    const Request *request;
    JobTree *tree;
    Proof joined;
    int *same; /* which job stands for each */
    bool *is_left;
    int done, left, refuted, too_hard, told;
    StepName advised; /* where to let a side play something else, as told last */
} Join;

/* Only so many jobs are named; the file `left` has them all. */
enum { TOLD_MAX = 40 };

static bool tells_more(Join *join) {
    return ++join->told <= TOLD_MAX;
}

/* No other step stands for it. */
static bool is_needed(const Join *join, int index) {
    return join->tree->plan.steps[index].kind == STEP_JOB && join->same[index] == index;
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
    Board board = job_tree_board(join->tree, node);
    Side other = side_other(node->chooser);
    return !cells_is_empty(board_winning_cells(&join->tree->shape->grid, &board, other));
}

/* The chooser's last move that was its own choice is the one to change. */
static void tell_refuted(Join *join, const Step *job, const char *name, const char *outcome) {
    const Game *game = &join->tree->plan.start.game;
    if (!tells_more(join)) return;
    printf("other  %s had another result: %s\n", name, outcome);
    Step node = *job;
    do {
        node.count -= 2;
    } while (node.count >= 0 && is_forced(join, &node));
    if (node.count < 0) {
        bool is_told = strcmp(join->advised.text, "none") == 0;
        join->advised = (StepName){"none"};
        if (is_told) return;
        printf("       no other move of %c can help: begin anew with another --aim, or run solve\n",
               side_letter(job->chooser));
        return;
    }
    StepName parent = step_name(game, &node);
    if (strcmp(join->advised.text, parent.text) == 0) return;
    join->advised = parent;
    printf("       let %c play something else than %s: ", side_letter(job->chooser),
           notation_move(game, job->move[node.count]).text);
    request_print_command(join->request, "retry");
    printf(" %s [MOVE]\n", parent.text);
}

static bool is_hoped_for(const Join *join, const Step *job, const char *outcome) {
    if (join->tree->plan.aim == OUTCOME_DRAW) return strstr(outcome, " only blocks") == NULL;
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
static bool add_same(Join *join, const Step *job, const Proof *proof, Reason *why) {
    const Plan *plan = &join->tree->plan;
    int index = (int)(job - plan->steps);
    for (int i = 0; i < plan->count; i++) {
        if (i == index || join->same[i] != index) continue;
        if (!add_turned(&join->joined, join->tree, proof, job, &plan->steps[i], why)) return false;
    }
    return true;
}

/* A whole proof of the right position, but is it what we want? Then it becomes a part of the joined proof. */
static JobState take_proof(Join *join, const Step *job, const char *name, const Proof *proof) {
    Outcome aim = join->tree->plan.aim;
    Reason why;
    if (aim != OUTCOME_DRAW && proof->value != aim && proof->value != OUTCOME_NONE) {
        tell_refuted(join, job, name, proof->value == OUTCOME_DRAW ? "a draw" : "a win for the other side");
        return JOB_REFUTED;
    }
    if (!add_proof(&join->joined, proof, job, &why)) return refuse_job(join, name, why.text);
    return aim != OUTCOME_DRAW || add_same(join, job, proof, &why) ? JOB_DONE : refuse_job(join, name, why.text);
}

/* What was checked before, and has a receipt that says so, is not checked again in the joined proof. Entries of wins
 * are: they may lead from one job to another. */
static void believe_receipt(const Join *join, const char *path, const char *text, size_t size, Proof *proof) {
    if (proof->kind != PROOF_BLOCKS || join->request->value[REQUEST_RECHECK] != NULL) return;
    if (!receipt_fits(path, text, size)) return;
    for (int i = 0; i < proof->count; i++) proof->items[i].is_checked = proof->items[i].kind == ITEM_AGAINST;
}

static bool read_proof(const Join *join, const char *path, Proof *proof, Reason *why) {
    size_t size;
    char *text = proof_file_load(path, &size, why);
    bool is_read = text != NULL && proof_parse(text, size, proof, why);
    if (is_read) believe_receipt(join, path, text, size, proof);
    free(text);
    return is_read;
}

static JobState look_at_proof(Join *join, const Step *job, const char *name, const char *path) {
    Board board = job_tree_board(join->tree, job);
    Proof proof;
    Reason why;
    if (!read_proof(join, path, &proof, &why)) return refuse_job(join, name, why.text);
    JobState state = proof_file_is_about(&proof, &join->tree->plan.start.game, &board)
                         ? take_proof(join, job, name, &proof)
                         : refuse_job(join, name, "it is about another position");
    proof_release(&proof);
    return state;
}

static JobState look_at(Join *join, const Step *job) {
    StepName name = step_name(&join->tree->plan.start.game, job);
    char *path = job_folder_path(join->request->folder, name.text, ".proof");
    struct stat status;
    if (path == NULL) return refuse_job(join, name.text, "not enough memory");
    bool is_there = stat(path, &status) == 0 || errno != ENOENT;
    JobState state = is_there ? look_at_proof(join, job, name.text, path) : miss(join, job, name.text);
    free(path);
    return state;
}

static void look_at_all(Join *join) {
    const Plan *plan = &join->tree->plan;
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
    const Plan *plan = &join->tree->plan;
    for (int i = 0; i < plan->count; i++) {
        Proof proof;
        ProofFindings findings;
        Reason why;
        if (!is_needed(join, i)) continue;
        StepName name = step_name(&plan->start.game, &plan->steps[i]);
        char *path = job_folder_path(join->request->folder, name.text, ".proof");
        if (path != NULL && proof_file_read(path, &proof, &why)) {
            if (!proof_check(&proof, &findings)) {
                refuse_job(join, name.text, findings.why.text);
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
    ProgressLine *line = context;
    if (progress_line_is_due(line))
        progress_line_show(line, "checking the joined proof: %" PRIu64 " million steps", steps / 1000000);
}

static bool write_joined(Join *join, bool *is_whole, Reason *why) {
    ProofFindings findings;
    ProgressLine line;
    Work work = {.steps_max = UINT64_MAX, .progress = show_check, .context = &line}; /* many jobs are much to check */
    progress_line_begin(&line);
    if (!finish_joined(&join->joined, why)) return false;
    /* An outline with fewer entries is allowed less work. */
    *is_whole = proof_trim(&join->joined, &work, &findings) &&
                (join->joined.kind != PROOF_OUTLINE || proof_check(&join->joined, &findings));
    progress_line_erase();
    if (!*is_whole) {
        if (finds_bad_proofs(join)) return true;
        printf("wrong  together they prove nothing: %s\n", findings.why.text);
        if (findings.position[0] != '\0') printf("       in %s\n", findings.position);
        return true;
    }
    const char *path = join->request->value[REQUEST_PROOF];
    if (path == NULL) return true;
    errno = 0;
    size_t bytes = proof_file_write(&join->joined, PROOF_WITH_TABLES, path);
    if (bytes == 0) return refuse_errno(why, "cannot write '%.150s'", path);
    proof_file_print(&join->joined, bytes);
    return true;
}

static void print_summary(const Join *join) {
    if (join->told > TOLD_MAX) printf("       and %d more: the file 'left' names them\n", join->told - TOLD_MAX);
    if (join->told > join->left + join->refuted) return;
    printf("jobs   %d done, %d left, %d had another result\n", join->done, join->left, join->refuted);
    if (join->left == 0) return;
    printf("next   run those left, for example with: (cd ");
    printable_put_word(stdout, join->request->folder);
    printf(" && parallel < left)\n");
    if (join->too_hard == 0) return;
    printf("       those that gave up need more time or memory, or must be split:\n       ");
    request_print_command(join->request, "retry");
    printf(" --time S --hash MIB\n       ");
    request_print_command(join->request, "split");
    printf(" JOB 20\n");
}

static bool look(Join *join, bool checks, bool *is_whole, Reason *why) {
    const Plan *plan = &join->tree->plan;
    proof_init(&join->joined, &plan->start, plan->is_one_sided ? OUTCOME_NONE : plan->aim,
               plan->aim == OUTCOME_DRAW ? PROOF_BLOCKS : PROOF_STRATEGY);
    join->joined.held = plan->held;
    if (!job_tree_find_same(join->tree, join->same)) return refuse_memory(why);
    if (!begin_joined(&join->joined, join->tree, why)) return false;
    look_at_all(join);
    *is_whole = join->left == 0 && join->refuted == 0;
    if (*is_whole && checks && !write_joined(join, is_whole, why)) return false;
    print_summary(join);
    return job_folder_write_jobs(join->tree, join->request->folder, "left", join->request->solve, join->is_left, why);
}

static bool look_into(JobTree *tree, const Request *request, bool checks, bool *is_whole, Reason *why) {
    size_t count = (size_t)tree->plan.count + 1;
    Join join = {
        .request = request, .tree = tree, .same = calloc(count, sizeof(int)), .is_left = calloc(count, sizeof(bool))};
    bool has_memory = join.same != NULL && join.is_left != NULL;
    bool fine = has_memory ? look(&join, checks, is_whole, why) : refuse_memory(why);
    proof_release(&join.joined);
    free(join.same);
    free(join.is_left);
    return fine;
}

bool request_status(const Request *request, bool *is_whole, Reason *why) {
    JobTree tree;
    if (!job_folder_open(request->folder, &tree, why)) return false;
    printf("aim    %s\n", plan_aim_text(&tree.plan));
    bool fine = look_into(&tree, request, false, is_whole, why);
    job_tree_release(&tree);
    if (!fine || !*is_whole) return fine;
    printf("then   ");
    request_print_command(request, "join");
    printf(" --proof FILE\n");
    return true;
}

bool request_join(const Request *request, bool *is_whole, Reason *why) {
    const char *path = request->value[REQUEST_PROOF];
    JobTree tree;
    if (path != NULL && !file_output_is_possible(path)) return refuse_errno(why, "cannot write '%.150s'", path);
    if (!job_folder_open(request->folder, &tree, why)) return false;
    bool fine = look_into(&tree, request, true, is_whole, why);
    job_tree_release(&tree);
    return fine;
}
