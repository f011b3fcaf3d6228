#include "solve/split.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/stops.h"
#include "solve/job_folder.h"
#include "solve/shell.h"

/* What to run next. */
static void print_next(const SolveArguments *arguments, const char *folder, int jobs) {
    printf(jobs > 0 ? "jobs   %d in " : "jobs   %d: the plan alone proves it, in ", jobs);
    shell_put(stdout, folder);
    if (jobs > 0) {
        printf("\nnext   run them, for example with: (cd ");
        shell_put(stdout, folder);
        printf(" && parallel < jobs)");
    }
    printf("\nthen   ");
    shell_put(stdout, arguments->called);
    printf(" --join ");
    shell_put(stdout, folder);
    printf(" --proof FILE\n");
}

/* On boards where lines are long nobody wins; on the others whoever has more, which is X at the start. */
static Outcome likely_value(const Planner *planner, const Board *board) {
    const Game *game = &planner->plan->start.game;
    Placement position = placement_of_board(board);
    if (game->d == 2 || game->n >= 5) return OUTCOME_DRAW;
    bool is_ahead = planner->kernel->evaluate(planner->worker, &position) >= 0;
    return is_ahead == (board_side(board) == SIDE_X) ? OUTCOME_X_WINS : OUTCOME_O_WINS;
}

static void print_seconds(int64_t time_ms, char text[32]) {
    snprintf(text, 32, "%lld.%03lld", (long long)(time_ms / 1000), (long long)(time_ms % 1000));
}

static void set_options(const SolveArguments *arguments, Plan *plan) {
    Writer writer = writer_on(plan->options, sizeof plan->options);
    writer_add(&writer, " --hash %d --threads %d", arguments->hash_mb, arguments->threads);
    if (arguments->time_ms > 0) {
        char seconds[32];
        print_seconds(arguments->time_ms, seconds);
        writer_add(&writer, " --time %s", seconds);
    }
    if (arguments->tree > 0) writer_add(&writer, " --tree %d", arguments->tree);
    if (plan->aim == OUTCOME_DRAW) return;
    if (arguments->rounds > 0) writer_add(&writer, " --minimise %d", arguments->rounds);
    if (arguments->is_outline) writer_add(&writer, " --outline");
}

static bool begin(Planner *planner, const Board *board, Reason *why) {
    Outcome aim = planner->plan->aim;
    Stops stops;
    if (aim != OUTCOME_DRAW) return planner_begin(planner, aim == OUTCOME_X_WINS ? SIDE_X : SIDE_O, why);
    const Plan *plan = planner->plan;
    stops_find(&stops, planner->shape, board);
    if (stops_both(&stops) || (plan->is_one_sided && stops.kind[plan->held] != STOP_NONE))
        return refuse(why, "there is nothing to split, pairs or weights prove %s at once: solve it without --split",
                      plan->is_one_sided ? "it" : "the draw");
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        if (plan->is_one_sided && side != (int)plan->held) continue;
        if (stops.kind[side] == STOP_NONE && !planner_begin(planner, side_other((Side)side), why)) return false;
    }
    return true;
}

static const char *text_of_aim(const Plan *plan) {
    if (plan->is_one_sided) return plan->held == SIDE_X ? "X cannot win" : "O cannot win";
    return plan->aim == OUTCOME_X_WINS   ? "X wins"
           : plan->aim == OUTCOME_O_WINS ? "O wins"
                                         : "a draw: neither side can win";
}

static bool divide(const SolveArguments *arguments, const char *program, Planner *planner, Reason *why) {
    Plan *plan = planner->plan;
    Board board = planner_board(planner, &(Step){.count = 0});
    int jobs;
    if (board_outcome(&planner->shape->grid, &board) != OUTCOME_NONE) return refuse(why, "the game is over");
    plan->aim = arguments->has_stop              ? OUTCOME_DRAW
                : arguments->aim != OUTCOME_NONE ? arguments->aim
                                                 : likely_value(planner, &board);
    plan->is_one_sided = arguments->has_stop;
    plan->held = arguments->stop;
    set_options(arguments, plan);
    if (!begin(planner, &board, why) || !planner_split(planner, NULL, arguments->split, why)) return false;
    if (plan->count == 0)
        return refuse(why, "there is nothing to split, threats decide it at once: solve it without --split");
    if (!job_folder_create(arguments->jobs_folder, why)) return false;
    if (!job_folder_write(planner, arguments->jobs_folder, program, &jobs, why)) return false;
    printf("aim    %s\n", text_of_aim(plan));
    print_next(arguments, arguments->jobs_folder, jobs);
    return true;
}

bool split_run(const SolveArguments *arguments, const char *program, Reason *why) {
    Diagram start = arguments->subject.start;
    Shape *shape = shape_new(&start.game);
    Position position;
    bool fine = shape != NULL || refuse(why, "not enough memory");
    fine = fine && subject_set_up(&arguments->subject, &shape->grid, &position, why);
    if (fine) {
        start.stones[SIDE_X] = position.board.stones[SIDE_X];
        start.stones[SIDE_O] = position.board.stones[SIDE_O];
        start.to_move = board_side(&position.board);
    }
    Plan plan;
    Planner planner;
    plan_init(&plan, &start, OUTCOME_NONE);
    if (fine && (fine = planner_init(&planner, &plan, why))) {
        fine = divide(arguments, program, &planner, why);
        planner_release(&planner);
    }
    plan_release(&plan);
    shape_free(shape);
    return fine;
}

/* "JOB" or "JOB MOVE" */
static bool parse_change(const SolveArguments *arguments, const Game *game, Step *at, int *move, Reason *why) {
    const char *cursor = arguments->words;
    char name[STEP_NAME_SIZE];
    Word word;
    *move = MOVE_NONE;
    if (!word_next(&cursor, &word)) return refuse(why, "--again needs the name of a job, as --join gives it");
    if (word.length >= sizeof name) return refuse(why, "the name of the job is too long");
    snprintf(name, sizeof name, "%.*s", (int)word.length, word.at);
    if (!step_parse_name(game, name, at, why)) return false;
    if (!word_next(&cursor, &word)) return true;
    if (!move_parse(game, word, move, why)) return false;
    return !word_next(&cursor, &word) || refuse(why, "one move is enough");
}

/* An option of all jobs gets another value. */
static void replace_option(Plan *plan, const char *name, const char *value) {
    char before[PLAN_OPTIONS_SIZE];
    const char *cursor = before;
    Word word;
    snprintf(before, sizeof before, "%s", plan->options);
    Writer writer = writer_on(plan->options, sizeof plan->options);
    while (word_next(&cursor, &word)) {
        bool is_it = word_is(word, name);
        if (is_it) word_next(&cursor, &word);
        if (!is_it) writer_add(&writer, " %.*s", (int)word.length, word.at);
    }
    writer_add(&writer, " %s %s", name, value);
}

/* True if there were any. */
static bool replace_limits(const SolveArguments *arguments, Plan *plan) {
    char value[32];
    if (arguments->hash_mb > 0) {
        snprintf(value, sizeof value, "%d", arguments->hash_mb);
        replace_option(plan, "--hash", value);
    }
    if (arguments->threads > 0) {
        snprintf(value, sizeof value, "%d", arguments->threads);
        replace_option(plan, "--threads", value);
    }
    if (arguments->time_ms > 0) {
        print_seconds(arguments->time_ms, value);
        replace_option(plan, "--time", value);
    }
    return arguments->hash_mb > 0 || arguments->threads > 0 || arguments->time_ms > 0;
}

static bool write_again(const SolveArguments *arguments, const char *program, Planner *planner, Reason *why) {
    int jobs;
    if (!job_folder_write(planner, arguments->again_folder, program, &jobs, why)) return false;
    print_next(arguments, arguments->again_folder, jobs);
    return true;
}

static bool change(const SolveArguments *arguments, const char *program, Planner *planner, Reason *why) {
    const Grid *grid = &planner->shape->grid;
    char text[MOVE_TEXT_SIZE];
    Step at;
    int move;
    bool has_limits = replace_limits(arguments, planner->plan);
    if (has_limits && arguments->words[0] == '\0' && arguments->split == 0)
        return write_again(arguments, program, planner, why);
    if (!parse_change(arguments, &grid->game, &at, &move, why)) return false;
    CellSet taken = cells_or(planner->plan->start.stones[SIDE_X], planner->plan->start.stones[SIDE_O]);
    for (int i = 0; i < at.count; i++) cells_add(&taken, at.move[i]);
    if (move != MOVE_NONE && cells_has(&taken, move)) {
        move_print(&grid->game, move, text);
        return refuse(why, "%s is occupied", text);
    }
    if (!planner_change(planner, &at, move, why)) return false;
    if (!planner_split(planner, &at, arguments->split, why)) return false;
    for (int i = 0; i < planner->plan->count; i++) {
        const Step *step = &planner->plan->steps[i];
        bool is_it = step->kind == STEP_PLAY && step->chooser == at.chooser && step->count == at.count + 1 &&
                     memcmp(step->move, at.move, sizeof at.move[0] * (size_t)at.count) == 0;
        if (!is_it) continue;
        move_print(&grid->game, step->move[at.count], text);
        printf("plays  %c %s there\n", side_letter(at.chooser), text);
    }
    return write_again(arguments, program, planner, why);
}

bool split_again(const SolveArguments *arguments, const char *program, Reason *why) {
    char *path = job_folder_path(arguments->again_folder, "plan", "");
    Plan plan;
    Planner planner;
    if (path == NULL) return refuse(why, "not enough memory");
    bool fine = plan_read(&plan, path, why);
    free(path);
    if (!fine) return false;
    fine = planner_init(&planner, &plan, why);
    if (fine) {
        fine = change(arguments, program, &planner, why);
        planner_release(&planner);
    }
    plan_release(&plan);
    return fine;
}
