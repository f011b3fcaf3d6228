#include "campaign/plan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/files.h"
#include "rules/position.h"
#include "rules/shape.h"

static const char *const kind_names[] = {[STEP_PLAY] = "play", [STEP_TRIED] = "tried", [STEP_JOB] = "job"};
static const char *const aim_names[] = {
    [OUTCOME_NONE] = "", [OUTCOME_X_WINS] = "x", [OUTCOME_O_WINS] = "o", [OUTCOME_DRAW] = "draw"};

static const char *const one_sided_names[] = {"no x", "no o"};

bool plan_set_aim(Plan *plan, const char *text) {
    for (int aim = OUTCOME_X_WINS; aim <= OUTCOME_DRAW; aim++) {
        if (strcmp(text, aim_names[aim]) == 0) plan->aim = (Outcome)aim;
    }
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        if (strcmp(text, one_sided_names[side]) != 0) continue;
        plan->aim = OUTCOME_DRAW;
        plan->is_one_sided = true;
        plan->held = (Side)side;
    }
    return plan->aim != OUTCOME_NONE;
}

const char *plan_aim_text(const Plan *plan) {
    if (plan->is_one_sided) return plan->held == SIDE_X ? "X cannot win" : "O cannot win";
    return plan->aim == OUTCOME_X_WINS   ? "X wins"
           : plan->aim == OUTCOME_O_WINS ? "O wins"
                                         : "a draw: neither side can win";
}

void plan_release(Plan *plan) {
    free(plan->steps);
    plan->steps = NULL;
    plan->count = plan->capacity = 0;
}

bool plan_add(Plan *plan, const Step *step) {
    if (plan->count == plan->capacity) {
        int capacity = plan->capacity == 0 ? 64 : plan->capacity * 2;
        Step *steps = realloc(plan->steps, sizeof *steps * (size_t)capacity);
        if (steps == NULL) return false;
        plan->steps = steps;
        plan->capacity = capacity;
    }
    plan->steps[plan->count++] = *step;
    return true;
}

void plan_remove(Plan *plan, int index) {
    plan->count--;
    memmove(&plan->steps[index], &plan->steps[index + 1], sizeof *plan->steps * (size_t)(plan->count - index));
}

static char chooser_letter(Side side) {
    return side == SIDE_X ? 'x' : 'o';
}

StepName step_name(const Game *game, const Step *step) {
    StepName name;
    Writer writer = writer_on(name.text, sizeof name.text);
    writer_add(&writer, "%c", chooser_letter(step->chooser));
    for (int i = 0; i < step->count; i++) writer_add(&writer, "-%s", notation_move(game, step->move[i]).text);
    return name;
}

static bool take_chooser(Word word, Step *step) {
    step->chooser = word_is(word, "x") ? SIDE_X : SIDE_O;
    return word_is(word, "x") || word_is(word, "o");
}

static bool take_move(const Game *game, Word word, Step *step, Reason *why) {
    int cell;
    if (step->count == PLAN_MOVES_MAX) return refuse(why, "more than %d moves", PLAN_MOVES_MAX);
    if (!notation_parse_move(game, word, &cell, why)) return false;
    step->move[step->count++] = (uint16_t)cell;
    return true;
}

bool step_parse_name(const Game *game, const char *name, Step *step, Reason *why) {
    *step = (Step){.kind = STEP_JOB};
    for (bool is_first = true; *name != '\0'; is_first = false) {
        Word word = {name, strcspn(name, "-")};
        bool fine = is_first ? take_chooser(word, step) : take_move(game, word, step, why);
        if (!fine && is_first) break;
        if (!fine) return false;
        name += word.length;
        if (*name == '\0') return true;
        name++;
    }
    return refuse(why, "a job has a name like x-a1a-b2b");
}

/* Writing */

static void put_step(FILE *file, const Game *game, const Step *step) {
    fprintf(file, "%s %c", kind_names[step->kind], chooser_letter(step->chooser));
    for (int i = 0; i < step->count; i++) fprintf(file, " %s", notation_move(game, step->move[i]).text);
    fprintf(file, "\n");
}

static const char *name_of_aim(const Plan *plan) {
    return plan->is_one_sided ? one_sided_names[plan->held] : aim_names[plan->aim];
}

bool plan_write(const Plan *plan, const char *path) {
    enum { HEADER_LINES = 4 };
    char position[POSITION_TEXT_SIZE], *written = file_new_beside(path);
    FILE *file = written == NULL ? NULL : fopen(written, "wb");
    if (file == NULL) return written != NULL && file_replace(path, written, false);
    setup_print(&plan->start, position);
    fprintf(file, "rowan jobs 1\nposition %s\naim %s\noptions%s\n", position, name_of_aim(plan), plan->options);
    for (int i = 0; i < plan->count; i++) put_step(file, &plan->start.game, &plan->steps[i]);
    fprintf(file, "end %d\n", plan->count + HEADER_LINES);
    return file_replace(path, written, file_close(file));
}

/* Reading */

enum { LINE_SIZE = POSITION_TEXT_SIZE + 64 };

typedef struct {
    FILE *file;
    int number; /* of the line, from 1 */
    char line[LINE_SIZE];
    Reason *why;
} PlanInput;

static bool complain(PlanInput *input, const char *what) {
    return refuse(input->why, "line %d of the plan: %s", input->number, what);
}

static bool next_line(PlanInput *input) {
    input->number++;
    if (fgets(input->line, LINE_SIZE, input->file) == NULL) return complain(input, "the file is cut off");
    size_t length = strlen(input->line);
    if (length == 0 || input->line[length - 1] != '\n') return complain(input, "it is cut off, or too long");
    input->line[length - 1] = '\0';
    return true;
}

/* The rest of a line that begins with this word. */
static const char *rest_after(const char *line, const char *word) {
    size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && (line[length] == ' ' || line[length] == '\0') ? line + length : NULL;
}

static bool read_header(PlanInput *input, Plan *plan) {
    Reason inner;
    const char *rest = NULL;
    if (!next_line(input)) return false;
    if (strcmp(input->line, "rowan jobs 1") != 0) return complain(input, "it is not 'rowan jobs 1'");
    if (!next_line(input)) return false;
    rest = rest_after(input->line, "position");
    if (rest == NULL || !setup_parse(&rest, &plan->start, &inner)) return complain(input, "no position");
    if (!next_line(input)) return false;
    rest = rest_after(input->line, "aim");
    if (rest == NULL || *rest != ' ' || !plan_set_aim(plan, rest + 1))
        return complain(input, "the aim is x, o, draw, no x or no o");
    if (!next_line(input)) return false;
    rest = rest_after(input->line, "options");
    bool is_plain = rest != NULL && strlen(rest) < PLAN_OPTIONS_SIZE &&
                    rest[strspn(rest, " -.abcdefghijklmnopqrstuvwxyz0123456789")] == '\0';
    if (!is_plain) return complain(input, "no options"); /* a shell will read them */
    strcpy(plan->options, rest);
    return true;
}

/* The moves can be played, in turn, and the chooser moves next; or moved last, unless it is a job. */
static bool can_be_played(const Plan *plan, const Grid *grid, const Step *step) {
    Position position;
    Reason why;
    if (!position_set_up(&position, grid, &plan->start, &why)) return false;
    for (int i = 0; i < step->count; i++) {
        if (!position_play(&position, step->move[i], &why)) return false;
    }
    bool is_choosers = board_side(&position.board) == step->chooser;
    return step->kind == STEP_JOB ? is_choosers && !position_is_over(&position) : !is_choosers && step->count > 0;
}

static bool read_step(PlanInput *input, Plan *plan, const Grid *grid) {
    const char *rest = NULL;
    Word word;
    Step step = {.count = 0};
    for (int kind = STEP_PLAY; kind <= STEP_JOB && rest == NULL; kind++) {
        rest = rest_after(input->line, kind_names[kind]);
        step.kind = (StepKind)kind;
    }
    if (rest == NULL || !word_next(&rest, &word) || !take_chooser(word, &step)) {
        return complain(input, "it is not 'play', 'tried' or 'job', x or o, and moves");
    }
    while (word_next(&rest, &word)) {
        if (!take_move(&plan->start.game, word, &step, input->why)) return complain(input, "a move is wrong");
    }
    bool is_aim = plan->aim == OUTCOME_DRAW ? !plan->is_one_sided || step.chooser != plan->held
                                            : (plan->aim == OUTCOME_X_WINS) == (step.chooser == SIDE_X);
    if (!is_aim || !can_be_played(plan, grid, &step)) return complain(input, "these moves do not fit the game");
    return plan_add(plan, &step) || complain(input, "not enough memory");
}

static bool read_steps(PlanInput *input, Plan *plan, const Grid *grid) {
    int lines;
    while (next_line(input)) {
        const char *rest = rest_after(input->line, "end");
        if (rest == NULL) {
            if (!read_step(input, plan, grid)) return false;
            continue;
        }
        bool is_whole = *rest == ' ' && word_to_int(word_of(rest + 1), 0, INT32_MAX, &lines);
        if (!is_whole || lines != input->number - 1) return complain(input, "lines are missing");
        return getc(input->file) == EOF || complain(input, "something follows the end");
    }
    return false;
}

bool plan_read(Plan *plan, const char *path, Reason *why) {
    PlanInput input = {.file = file_open_plain(path), .why = why};
    *plan = (Plan){.aim = OUTCOME_NONE};
    if (input.file == NULL) return refuse_errno(why, "cannot read '%.150s'", path);
    bool fine = read_header(&input, plan);
    Shape *shape = fine ? shape_new(&plan->start.game) : NULL;
    if (fine && shape == NULL) fine = refuse(why, "not enough memory");
    if (fine) fine = read_steps(&input, plan, &shape->grid);
    shape_free(shape);
    fclose(input.file);
    if (!fine) plan_release(plan);
    return fine;
}
