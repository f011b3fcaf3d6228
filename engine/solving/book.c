#include "solving/book.h"

#include <stdlib.h>
#include <string.h>

#include "base/system.h"
#include "solving/data/proofs.h"

enum { BUILT_IN, LOADED, PROOFS };

typedef struct {
    Proof proof;       /* without entries: none */
    CourseStep *steps; /* one for each entry */
} Strategy;

struct Book {
    Strategy strategies[PROOFS];
};

static void strategy_release(Strategy *strategy) {
    proof_release(&strategy->proof);
    free(strategy->steps);
    strategy->steps = NULL;
}

/* The course of the built-in strategy is built in, too: it takes half a second to find. */
static bool take_built_in(Strategy *strategy) {
    Reason why;
    size_t size = book_4x4x4_course_count * sizeof *strategy->steps;
    if (!proof_parse(book_4x4x4, book_4x4x4_size, &strategy->proof, &why)) return false;
    if ((size_t)strategy->proof.count == book_4x4x4_course_count) strategy->steps = malloc(size);
    if (strategy->steps == NULL) return false;
    memcpy(strategy->steps, book_4x4x4_course, size);
    return true;
}

Book *book_new(void) {
    Book *book = calloc(1, sizeof *book);
    if (book == NULL || take_built_in(&book->strategies[BUILT_IN])) return book;
    book_free(book);
    return NULL;
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
    if (strategy->proof.kind != PROOF_STRATEGY) {
        bool is_outline = strategy->proof.kind == PROOF_OUTLINE;
        proof_release(&strategy->proof);
        return refuse(why, "the proof in '%.150s' is not a strategy: it %s moves", path,
                      is_outline ? "leaves out most" : "has no");
    }
    if (strategy->proof.count == 0) return true;
    strategy->steps = course_steps_new(&strategy->proof, VISITS);
    if (strategy->steps != NULL) return true;
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

static bool is_about(const Proof *proof, const Grid *grid, const Board *board) {
    Side winner = proof->value == OUTCOME_X_WINS ? SIDE_X : SIDE_O;
    return proof->count > 0 && game_equal(&proof->start.game, &grid->game) && winner == board_side(board);
}

bool book_covers(const Book *book, const Grid *grid, const Board *board) {
    for (int i = 0; i < PROOFS; i++) {
        if (is_about(&book->strategies[i].proof, grid, board)) return true;
    }
    return false;
}

/* The move alone, where its course is not known: then the win takes no more moves than there are cells. */
static bool take_move(const Proof *proof, const BookQuery *query, CourseLine *line) {
    const Symmetries *symmetries = query->shape->symmetries;
    const Board *board = query->board;
    CellSet canonical[2], empty = board_empty(&query->shape->grid, board);
    int index, symmetry = canonical_image(symmetries, board->stones, canonical);
    int move = proof_find(proof, canonical, &index);
    if (move == MOVE_NONE) return false;
    line->plies = query->shape->grid.cells - board->ply;
    line->length = 1;
    line->cell[0] = (uint16_t)canonical_origin(symmetries, symmetry, move);
    return cells_has(&empty, line->cell[0]);
}

bool book_find(Book *book, const BookQuery *query, CourseLine *line) {
    enum { VISITS = 1000 };
    for (int i = 0; i < PROOFS; i++) {
        Strategy *strategy = &book->strategies[i];
        if (!is_about(&strategy->proof, &query->shape->grid, query->board)) continue;
        Course course = {.proof = &strategy->proof,
                         .steps = strategy->steps,
                         .shape = query->shape,
                         .kernel = query->kernel,
                         .worker = query->worker,
                         .visits_left = VISITS};
        if (course_find(&course, query->board, line) || take_move(&strategy->proof, query, line)) return true;
    }
    return false;
}
