#include "solve/output.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "common/proof_labels.h"
#include "common/screen.h"

static bool counts_points(const SolverSpec *spec) {
    return game_counts_points(&spec->shape->grid.game);
}

/* The value */

static void print_why_not_known(const SolveResult *result) {
    if (result->end == SOLVE_TOO_WIDE) {
        printf("%d empty cells are on open lines, too many to solve", result->live_cells);
    } else {
        printf("%s", solve_end_text(result->end));
    }
}

static void print_what_is_known(const SolverSpec *spec, const SolveResult *result) {
    if (counts_points(spec)) {
        printf("; %c's final lead is between %d and %d points", side_letter(board_side(spec->board)), result->lower,
               result->upper);
        return;
    }
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        if (result->held[side] != HELD_NOT_KNOWN) printf("; %c cannot win", side_letter((Side)side));
    }
}

void output_value(const SolverSpec *spec, const SolveResult *result) {
    static const char *const values[] = {
        [OUTCOME_NONE] = "not known",
        [OUTCOME_X_WINS] = "win for X",
        [OUTCOME_O_WINS] = "win for O",
        [OUTCOME_DRAW] = "draw",
    };
    int points = result->upper < 0 ? -result->upper : result->upper;
    bool is_known = result->value != OUTCOME_NONE;
    printf("value  %s", values[result->value]);
    if (!is_known) {
        printf(" (");
        print_why_not_known(result);
        printf(")");
        print_what_is_known(spec, result);
    } else if (counts_points(spec) && points > 0) {
        printf(" by %d %s", points, text_plural(points, "point", "points"));
    }
    if (is_known && result->move != MOVE_NONE)
        printf(", with %s", notation_move(&spec->shape->grid.game, result->move).text);
    printf("\n");
}

void output_effort(const SolveResult *result) {
    printf("nodes  %" PRIu64, result->nodes);
    if (result->expansions > 0) {
        printf(" (%" PRIu64 " %s expanded, %" PRIu64 " in memory)", result->expansions,
               text_plural((int64_t)result->expansions, "position", "positions"), result->positions);
    }
    printf("\n");
    fflush(stdout);
}

void output_time(double seconds, double proof_seconds) {
    printf("time   %.2f s", seconds);
    if (proof_seconds >= 0) printf(", and %.2f s for the proof", proof_seconds);
    printf("\n");
    fflush(stdout);
}

/* Lines of play */

static void print_line(const SolverSpec *spec, const uint16_t cells[], int count) {
    printf("line  ");
    for (int i = 0; i < count; i++) printf(" %s", notation_move(&spec->shape->grid.game, cells[i]).text);
    printf("\n");
}

void output_line(Solver *solver, const SolverSpec *spec, const SolveResult *result, const SolveLimits *limits) {
    CourseLine line;
    if (counts_points(spec)) {
        if (result->line_length > 0) print_line(spec, result->line, result->line_length);
        return;
    }
    if (!solver_line(solver, limits, &line)) return;
    Side winner = result->value == OUTCOME_X_WINS ? SIDE_X : SIDE_O;
    int moves = (line.plies + (board_side(spec->board) == winner ? 1 : 0)) / 2;
    print_line(spec, line.cell, line.length);
    printf("length %c needs %d %s at most, whatever %c plays\n", side_letter(winner), moves,
           text_plural(moves, "move", "moves"), side_letter(side_other(winner)));
}

/* Pictures: pairs or blocks that prove a draw, drawn on the board */

/* More parts than these are drawn only where somebody asks for it. */
enum { PARTS_UNASKED = 48 };

/* The line `against` of the first picture against a side, with the moves before it; NULL: there is none. */
static const ProofItem *first_against(const Proof *proof, Side side) {
    for (int i = 0; i < proof->count && proof->kind == PROOF_BLOCKS; i++) {
        if (proof->items[i].kind == ITEM_AGAINST && proof->items[i].side == side) return &proof->items[i];
    }
    return NULL;
}

/* What holds a side, on the board; returns how many pairs or blocks that are. */
static int label_parts(Labels *labels, const Proof *proof, Side side) {
    const ProofItem *against = first_against(proof, side);
    CellSet stones[2] = {proof->start.stones[SIDE_X], proof->start.stones[SIDE_O]};
    Side mover = proof->start.to_move;
    for (int i = 0; against != NULL && i < against->cells; i++, mover = side_other(mover))
        cells_add(&stones[mover], against->cell[i]);
    labels_of_stones(labels, &proof->start.game, stones);
    return proof_labels_mark_parts(labels, proof, side);
}

/* The most pairs or blocks that hold a side. */
static int most_parts(const Proof *proof) {
    Labels labels;
    int against_x = label_parts(&labels, proof, SIDE_X), against_o = label_parts(&labels, proof, SIDE_O);
    return against_x > against_o ? against_x : against_o;
}

/* "against X:", or "against O, after a2b:" where the other side moves first. */
static void print_title(const Proof *proof, Side side) {
    const ProofItem *against = first_against(proof, side);
    printf("\nagainst %c", side_letter(side));
    for (int i = 0; against != NULL && i < against->cells; i++)
        printf("%s%s", i == 0 ? ", after " : " ", notation_move(&proof->start.game, against->cell[i]).text);
    printf(":\n");
}

/* What holds each side, one picture for both where it is the same. Of a tree of moves only the first picture against a
 * side is drawn. The cells of each pair or block have its letter, the same that verify gives it; cells that nothing
 * asks for are dots. */
static void draw(const Proof *proof) {
    Labels labels[2] = {{{{0}}}};
    int count[2];
    for (int side = SIDE_X; side <= SIDE_O; side++) count[side] = label_parts(&labels[side], proof, (Side)side);
    bool is_same = memcmp(&labels[SIDE_X], &labels[SIDE_O], sizeof labels[0]) == 0;
    for (int side = SIDE_X; side <= (is_same ? SIDE_X : SIDE_O); side++) {
        if (count[side] == 0) continue;
        if (is_same) {
            printf("\nagainst X, and against O:\n");
        } else {
            print_title(proof, (Side)side);
        }
        proof_labels_print(&proof->start.game, &labels[side], MOVE_NONE);
    }
}

/* Draws */

static const char *why_search(const SolveResult *result, Side side) {
    switch (result->held[side]) {
    case HELD_BY_SEARCH:
        return "search";
    case HELD_BY_STEALING:
        return "X could steal its strategy";
    default:
        return "nothing is left to complete";
    }
}

static int count_parts(const Proof *proof, Side side, ProofItemKind kind) {
    int count = 0, is_below = 0;
    for (int i = 0; i < proof->count; i++) {
        if (proof->kind == PROOF_PAIRING) {
            count += kind == ITEM_PAIR && proof->pairs[i].side == side;
        } else if (proof->items[i].kind == ITEM_AGAINST) {
            bool goes_on = i > 0 && proof->items[i - 1].kind == ITEM_AGAINST;
            is_below = (goes_on && is_below) || proof->items[i].side == side;
        } else {
            count += is_below && proof->items[i].kind == kind;
        }
    }
    return count;
}

/* "12 pairs", "8 blocks and a search of what they leave" */
static void add_held(Writer *text, const Held *held, const Proof *proof, const SolveResult *result, Side side) {
    int pairs = count_parts(proof, side, ITEM_PAIR), blocks = count_parts(proof, side, ITEM_BLOCK);
    switch (held->kind[side]) {
    case HELD_BY_PAIRING:
        if (pairs == 0) {
            writer_add(text, "every line is dead for it");
        } else {
            writer_add(text, "%d %s", pairs, text_plural(pairs, "pair", "pairs"));
        }
        break;
    case HELD_BY_BLOCKS:
        writer_add(text, "%d %s and a search of what they leave", blocks, text_plural(blocks, "block", "blocks"));
        break;
    case HELD_BY_WEIGHT:
        writer_add(text, "the weight of its lines (Erdos-Selfridge)");
        break;
    case HELD_NOT:
        writer_add(text, "%s", why_search(result, side));
        break;
    }
}

/* The pairs or blocks of a proof on the board; many of them only if that is wanted. */
static void print_picture(const Proof *proof, bool is_wanted) {
    if (is_wanted || most_parts(proof) <= PARTS_UNASKED) draw(proof);
}

/* A tree has many pictures, each for another position. */
void output_hold(const Proof *proof, bool with_picture) {
    int positions = 0, pictures = 0;
    for (int i = 0; i < proof->count && proof->kind == PROOF_BLOCKS; i++) {
        bool is_against = proof->items[i].kind == ITEM_AGAINST;
        positions += is_against;
        pictures += is_against && (i == 0 || proof->items[i - 1].kind != ITEM_AGAINST);
    }
    if (positions <= 1) {
        print_picture(proof, with_picture);
    } else {
        printf("why    %d %s, for %d positions\n", pictures, text_plural(pictures, "picture", "pictures"), positions);
    }
}

void output_draw(Solver *solver, const SolverSpec *spec, const SolveResult *result, bool with_picture) {
    const Held *held = solver_held(solver);
    Proof proof = {.count = 0};
    char buffer[256];
    if (result->value != OUTCOME_DRAW || board_outcome(&spec->shape->grid, spec->board) != OUTCOME_NONE) return;
    if (counts_points(spec) && !held_both(held)) return;
    bool has_picture = solver_draft(solver, &proof) && most_parts(&proof) > 0;
    Writer text = writer_on(buffer, sizeof buffer);
    writer_add(&text, "why    X cannot win: ");
    add_held(&text, held, &proof, result, SIDE_X);
    writer_add(&text, "; O cannot win: ");
    add_held(&text, held, &proof, result, SIDE_O);
    bool is_short = most_parts(&proof) <= PARTS_UNASKED;
    if (has_picture && !is_short && !with_picture) writer_add(&text, " (--picture draws them)");
    screen_paragraph(7, "%s", buffer);
    print_picture(&proof, with_picture);
    if (with_picture && !has_picture) printf("       there is no picture: it takes pairs or blocks against a side\n");
    proof_release(&proof);
}
