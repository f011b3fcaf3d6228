#include "solving/proof_book.h"

#include <stdlib.h>
#include <string.h>

#include "base/system.h"
#include "solving/data/proofs.h"

/* X wins it from the empty board. The course is built in, too: it takes seconds to find. */
typedef struct {
    Game game;
    const char *text;
    const size_t *size;
    const BookCourse *course;
} BuiltIn;

static const BuiltIn built_in[] = {
    {{.n = 4, .d = 3}, book_4x4x4, &book_4x4x4_size, &book_4x4x4_course},
    {{.n = 4, .d = 4}, book_4x4x4x4, &book_4x4x4x4_size, &book_4x4x4x4_course},
};

enum { LOADED = sizeof built_in / sizeof built_in[0], PROOFS };

typedef struct {
    Proof proof; /* without entries: none, or not yet read */
    CourseSteps steps;
} Strategy;

struct Book {
    Strategy strategies[PROOFS];
};

static void strategy_release(Strategy *strategy) {
    proof_release(&strategy->proof);
    course_steps_release(&strategy->steps);
}

static void *copy_of(const void *from, size_t size) {
    void *copy = malloc(size);
    if (copy != NULL) memcpy(copy, from, size);
    return copy;
}

static bool take_course(const BookCourse *from, CourseSteps *steps) {
    steps->entries = copy_of(from->steps, sizeof *from->steps * (size_t)from->step_count);
    steps->marks = copy_of(from->marks, sizeof *from->marks * (size_t)(from->mark_count + 1));
    steps->mark_count = from->mark_count;
    return steps->entries != NULL && steps->marks != NULL;
}

static bool take_built_in(const BuiltIn *from, Strategy *strategy) {
    Reason why;
    if (!proof_parse(from->text, *from->size, &strategy->proof, &why)) return false;
    if (strategy->proof.count == from->course->step_count && take_course(from->course, &strategy->steps)) return true;
    strategy_release(strategy);
    return false;
}

Book *book_new(void) {
    return calloc(1, sizeof(Book));
}

void book_free(Book *book) {
    if (book == NULL) return;
    for (int i = 0; i < PROOFS; i++) strategy_release(&book->strategies[i]);
    free(book);
}

/* Half a second's work at most: of a large strategy only the later entries are known then. */
static bool read_strategy(const char *path, Strategy *strategy, Reason *why) {
    enum { VISITS = 20000 };
    if (system_file_is_special(path)) return refuse(why, "cannot read '%.150s': not a plain file", path);
    if (!proof_read(path, &strategy->proof, why)) return false;
    if (!proof_has_entries(&strategy->proof)) {
        proof_release(&strategy->proof);
        return refuse(why, "the proof in '%.150s' is neither a strategy nor an outline: it has no moves", path);
    }
    if (strategy->proof.count == 0) return true;
    if (course_steps_find(&strategy->proof, VISITS, &strategy->steps)) return true;
    proof_release(&strategy->proof);
    return refuse(why, "not enough memory for the proof in '%.150s'", path);
}

bool book_load(Book *book, const char *path, Reason *why) {
    Strategy strategy = {.proof = {.count = 0}};
    if (path[0] != '\0' && !read_strategy(path, &strategy, why)) return false;
    strategy_release(&book->strategies[LOADED]);
    book->strategies[LOADED] = strategy;
    return true;
}

static bool is_about(const Book *book, int index, const Grid *grid, const Board *board) {
    const Proof *loaded = &book->strategies[LOADED].proof;
    if (index == LOADED && loaded->count == 0) return false;
    const Game *game = index == LOADED ? &loaded->start.game : &built_in[index].game;
    Side winner = index == LOADED && loaded->value == OUTCOME_O_WINS ? SIDE_O : SIDE_X;
    return game_equal(game, &grid->game) && winner == board_side(board);
}

bool book_covers(const Book *book, const Grid *grid, const Board *board) {
    for (int i = 0; i < PROOFS; i++) {
        if (is_about(book, i, grid, board)) return true;
    }
    return false;
}

void book_open(Book *book, const Game *game) {
    for (int i = 0; i < LOADED; i++) {
        Strategy *strategy = &book->strategies[i];
        if (strategy->proof.count == 0 && game_equal(&built_in[i].game, game)) take_built_in(&built_in[i], strategy);
    }
}

bool book_find(Book *book, const BookQuery *query, CourseLine *line) {
    enum { VISITS = 1000 };
    book_open(book, &query->shape->grid.game);
    for (int i = 0; i < PROOFS; i++) {
        Strategy *strategy = &book->strategies[i];
        if (!is_about(book, i, &query->shape->grid, query->board) || strategy->proof.count == 0) continue;
        Course course = {.proof = &strategy->proof,
                         .steps = &strategy->steps,
                         .shape = query->shape,
                         .kernel = query->kernel,
                         .worker = query->worker,
                         .visits_left = VISITS,
                         .marks_suffice = i != LOADED};
        if (win_length_find(&course, query->board, line)) return true;
    }
    return false;
}
