#include "campaign/request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/job_folder.h"
#include "common/printable.h"
#include "common/typed_position.h"
#include "solving/held.h"

/* An option of all jobs gets another value; NULL for a switch. */
static bool replace_option(Plan *plan, const char *name, const char *value) {
    char before[PLAN_OPTIONS_SIZE];
    const char *cursor = before;
    bool is_there = false;
    Word word;
    snprintf(before, sizeof before, "%s", plan->options);
    Writer writer = writer_on(plan->options, sizeof plan->options);
    while (word_next(&cursor, &word)) {
        writer_add(&writer, " %.*s", (int)word.length, word.at);
        if (!word_is(word, name)) continue;
        is_there = true;
        if (value == NULL) continue;
        writer_add(&writer, " %s", value);
        word_next(&cursor, &word);
    }
    if (!is_there) writer_add(&writer, " %s", name);
    if (!is_there && value != NULL) writer_add(&writer, " %s", value);
    return !writer.overflowed;
}

static bool set_options(const Request *request, Plan *plan, Reason *why) {
    int end = plan->aim == OUTCOME_DRAW ? REQUEST_MINIMISE : REQUEST_PROOF;
    for (int i = REQUEST_HASH; i < end; i++) {
        const OptionRow *option = &request_options[i];
        const char *value = option->kind == OPTION_SWITCH ? NULL : request->value[i];
        if (request->value[i] != NULL && !replace_option(plan, option->name, value))
            return refuse(why, "the options of the jobs are too long");
    }
    return true;
}

/* Writes the folder, and says what to run next. */
static bool write_folder(const Request *request, const JobTree *tree, Reason *why) {
    int jobs;
    if (!job_folder_write(tree, request->folder, request->solve, &jobs, why)) return false;
    printf(jobs > 0 ? "jobs   %d in " : "jobs   %d: the plan alone proves it, in ", jobs);
    printable_put_word(stdout, request->folder);
    if (jobs > 0) {
        printf("\nnext   run them, for example with: make -k -j2 -C ");
        printable_put_word(stdout, request->folder);
    }
    printf("\nthen   ");
    request_print_command(request, "join");
    printf(" --proof FILE\n");
    return true;
}

/* New jobs */

/* Options that need each other, or exclude each other. */
static bool check_options(const Request *request, Reason *why) {
    const char *aim = request->value[REQUEST_AIM];
    bool has_stop = request->value[REQUEST_STOP] != NULL;
    if (request->value[REQUEST_JOBS] == NULL) return refuse(why, "new needs --jobs, the number of jobs");
    if (has_stop && aim != NULL) return refuse(why, "--aim and --stop exclude each other");
    if (request->value[REQUEST_TREE] != NULL && !has_stop && (aim == NULL || strcmp(aim, "draw") != 0))
        return refuse(why, "--tree is for --stop, or for --aim draw");
    if (has_stop && (request->value[REQUEST_MINIMISE] != NULL || request->value[REQUEST_OUTLINE] != NULL))
        return refuse(why, "--minimise and --outline are for proofs of a win, not for --stop");
    return true;
}

/* On boards where lines are long nobody wins; on the others whoever has more, which is X at the start. */
static Outcome likely_value(const JobTree *tree, const Board *board) {
    const Game *game = &tree->plan.start.game;
    Placement position = placement_of_board(board);
    if (game->d == 2 || game->n >= 5) return OUTCOME_DRAW;
    bool is_ahead = tree->kernel->evaluate(tree->worker, &position) >= 0;
    return is_ahead == (board_side(board) == SIDE_X) ? OUTCOME_X_WINS : OUTCOME_O_WINS;
}

static void set_aim(const Request *request, JobTree *tree, const Board *board) {
    const char *aim = request->value[REQUEST_AIM], *stop = request->value[REQUEST_STOP];
    char text[8];
    snprintf(text, sizeof text, "no %s", stop != NULL ? stop : "");
    tree->plan.aim = likely_value(tree, board);
    if (aim != NULL || stop != NULL) plan_set_aim(&tree->plan, aim != NULL ? aim : text);
}

static bool begin(JobTree *tree, const Board *board, Reason *why) {
    const Plan *plan = &tree->plan;
    Held held;
    if (plan->aim != OUTCOME_DRAW) return job_tree_begin(tree, plan->aim == OUTCOME_X_WINS ? SIDE_X : SIDE_O, why);
    held_find(&held, tree->shape, board);
    if (held_both(&held) || (plan->is_one_sided && held.kind[plan->held] != HELD_NOT))
        return refuse(why, "there is nothing to divide, pairs or weights prove %s at once: run solve",
                      plan->is_one_sided ? "it" : "the draw");
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        if (plan->is_one_sided && side != (int)plan->held) continue;
        if (held.kind[side] == HELD_NOT && !job_tree_begin(tree, side_other((Side)side), why)) return false;
    }
    return true;
}

static bool divide(const Request *request, JobTree *tree, Reason *why) {
    Plan *plan = &tree->plan;
    Board board = job_tree_board(tree, &(Step){.count = 0});
    if (board_outcome(&tree->shape->grid, &board) != OUTCOME_NONE) return refuse(why, "the game is over");
    set_aim(request, tree, &board);
    if (!set_options(request, plan, why) || !begin(tree, &board, why)) return false;
    if (!job_tree_split(tree, NULL, command_line_number(request->value[REQUEST_JOBS], 0), why)) return false;
    if (plan->count == 0) return refuse(why, "there is nothing to divide, threats decide it at once: run solve");
    if (!job_folder_create(request->folder, why)) return false;
    printf("aim    %s\n", plan_aim_text(plan));
    return write_folder(request, tree, why);
}

/* The position that the words say. A folder may be missing, and a move have taken its place. */
static bool read_start(const Request *request, Setup *start, Reason *why) {
    char text[TYPED_POSITION_SIZE];
    TypedPosition subject;
    Position position;
    Reason ignored;
    int move;
    if (!typed_position_join(request->words, text, why) || !typed_position_parse(text, &subject, why)) return false;
    if (notation_parse_move(&subject.start.game, word_of(request->folder), &move, &ignored))
        return refuse(why, "'%s' is a move: a folder comes last, ./%s if that is its name", request->folder,
                      request->folder);
    if (game_counts_points(&subject.start.game)) return refuse(why, "only games of the rule line are divided");
    Shape *shape = shape_new(&subject.start.game);
    bool fine = (shape != NULL || refuse(why, "not enough memory")) &&
                typed_position_set_up(&subject, &shape->grid, &position, why);
    if (fine) *start = setup_of_board(&shape->grid, &position.board);
    shape_free(shape);
    return fine;
}

bool request_new(const Request *request, bool *is_whole, Reason *why) {
    Plan plan = {.options = " --hash 512 --threads 1"};
    JobTree tree;
    (void)is_whole;
    if (!check_options(request, why) || !read_start(request, &plan.start, why)) return false;
    if (!job_tree_init(&tree, &plan, why)) return false;
    bool fine = divide(request, &tree, why);
    job_tree_release(&tree);
    return fine;
}

/* Changes */

typedef struct {
    bool has_job; /* false: all jobs get other limits, and no more */
    bool is_job;  /* what is there must be a job, not a move of the plan */
    const char *move;
    int jobs; /* at least so many; 0: as they come */
} Change;

static bool parse_move(const JobTree *tree, const Step *at, const char *text, int *move, Reason *why) {
    Board board = job_tree_board(tree, at);
    *move = MOVE_NONE;
    if (text == NULL) return true;
    if (!notation_parse_move(&tree->plan.start.game, word_of(text), move, why)) return false;
    CellSet empty = board_empty(&tree->shape->grid, &board);
    return cells_has(&empty, *move) || refuse(why, "%s is occupied", text);
}

static bool change_job(const Request *request, JobTree *tree, const Change *change, Reason *why) {
    const Game *game = &tree->plan.start.game;
    Step at;
    int move;
    if (!step_parse_name(game, request->words[0], &at, why)) return false;
    int found = job_tree_find(tree, &at);
    if (found < 0) return refuse(why, "the plan has no such job");
    if (change->is_job && tree->plan.steps[found].kind != STEP_JOB)
        return refuse(why, "it was split already; retry lets %c play another move there", side_letter(at.chooser));
    if (!parse_move(tree, &at, change->move, &move, why)) return false;
    if (!job_tree_change(tree, &at, move, why) || !job_tree_split(tree, &at, change->jobs, why)) return false;
    const Step *play = &tree->plan.steps[job_tree_find(tree, &at)];
    printf("plays  %c %s there\n", side_letter(at.chooser), notation_move(game, play->move[at.count]).text);
    return true;
}

static bool change_folder(const Request *request, const Change *change, Reason *why) {
    JobTree tree;
    if (!job_folder_open(request->folder, &tree, why)) return false;
    bool fine = set_options(request, &tree.plan, why) &&
                (!change->has_job || change_job(request, &tree, change, why)) && write_folder(request, &tree, why);
    job_tree_release(&tree);
    return fine;
}

bool request_retry(const Request *request, bool *is_whole, Reason *why) {
    const char *const *value = request->value, *jobs = value[REQUEST_JOBS];
    bool has_limits = value[REQUEST_HASH] != NULL || value[REQUEST_THREADS] != NULL || value[REQUEST_TIME] != NULL;
    Change change = {.has_job = request->words[0] != NULL, .jobs = command_line_number(jobs, 0)};
    (void)is_whole;
    if (change.has_job) change.move = request->words[1];
    if (!change.has_job && (!has_limits || jobs != NULL))
        return refuse(why, "retry needs the name of a job, as status gives it, or other limits for all jobs");
    return change_folder(request, &change, why);
}

bool request_split(const Request *request, bool *is_whole, Reason *why) {
    Change change = {.has_job = true, .is_job = true};
    (void)is_whole;
    if (!word_to_int(word_of(request->words[1]), 1, REQUEST_JOBS_MAX, &change.jobs))
        return refuse(why, "split needs a number of jobs from 1 to %d, not '%.60s'", REQUEST_JOBS_MAX,
                      request->words[1]);
    return change_folder(request, &change, why);
}
