#include "verify/verify.h"

#include <stdio.h>

#include "proof/player.h"
#include "rules/canonical.h"
#include "verify/tree.h"

enum { LINE_SIZE = 1024 };

typedef struct {
    Tree *tree;
    const ProofPlayer *player;
    Board board;
    uint16_t moves[CELLS_MAX];
    int count;
    Reason *why;
} Walk;

static const Grid *grid_of(const Walk *walk) {
    return &walk->player->shape->grid;
}

static void play(Walk *walk, int cell) {
    board_play(grid_of(walk), &walk->board, cell);
    walk->moves[walk->count++] = (uint16_t)cell;
}

static bool find_move(Walk *walk, ProofMove *move) {
    return proof_player_move(walk->player, walk->moves, walk->count, move, walk->why);
}

/* The winner's threats, each with its only answer, up to the move that makes two at once. */
static bool describe_threats(Walk walk, Writer *writer) {
    const Game *game = &grid_of(&walk)->game;
    ProofMove move;
    for (;;) {
        if (!find_move(&walk, &move)) return false;
        if (move.kind == MOVE_COMPLETES) break;
        writer_add(writer, " %s", notation_move(game, move.cell).text);
        play(&walk, move.cell);
        CellSet answers = board_winning_cells(grid_of(&walk), &walk.board, walk.player->side);
        if (cells_count(answers) != 1) break;
        int answer = cells_first(&answers);
        writer_add(writer, " (%s)", notation_move(game, answer).text);
        play(&walk, answer);
    }
    return true;
}

/* Why the move is played, in few words. */
static bool describe(const Walk *walk, const ProofMove *move, char text[LINE_SIZE]) {
    Writer writer = writer_on(text, LINE_SIZE);
    char side = side_letter(walk->player->side);
    MoveText cell = notation_move(&grid_of(walk)->game, move->cell);
    switch (move->kind) {
    case MOVE_COMPLETES:
        writer_add(&writer, "%c %s completes a line", side, cell.text);
        return true;
    case MOVE_FORCES:
        writer_add(&writer, "%c wins by threats:", side);
        return describe_threats(*walk, &writer);
    case MOVE_BLOCKS:
        writer_add(&writer, "%c %s blocks", side, cell.text);
        return true;
    default:
        writer_add(&writer, "%c %s", side, cell.text);
        return true;
    }
}

static bool walk_player(Walk *walk, int parent, int level, int depth, const char *reply);

/* How many of the cells the symmetries that keep the stones take this one to. */
static int count_images(const Walk *walk, int cell, const uint16_t first[]) {
    int count = 0;
    for (int other = 0; other < grid_of(walk)->cells; other++) count += first[other] == first[cell];
    return count;
}

/* Each reply of the other side, one for all that are alike; a threat leaves it only one. */
static bool walk_replies(Walk *walk, int parent, int level, int depth) {
    const Grid *grid = grid_of(walk);
    const Symmetries *symmetries = walk->player->shape->symmetries;
    uint16_t first[CELLS_MAX];
    CellSet threats = board_winning_cells(grid, &walk->board, walk->player->side);
    CellSet replies = board_empty(grid, &walk->board);
    bool is_threatened = !cells_is_empty(threats);
    char side = side_letter(board_side(&walk->board));
    canonical_classes(symmetries, walk->board.stones, first);
    if (is_threatened) replies = threats;
    while (!cells_is_empty(replies)) {
        int cell = cells_take(&replies);
        if (!is_threatened && first[cell] != cell) continue;
        Walk next = *walk;
        char reply[64];
        int alike = is_threatened ? 1 : count_images(walk, cell, first);
        MoveText move = notation_move(&grid->game, cell);
        if (alike > 1) {
            snprintf(reply, sizeof reply, "%c %s and %d like it: ", side, move.text, alike - 1);
        } else {
            snprintf(reply, sizeof reply, "%c %s%s: ", side, move.text, is_threatened ? ", the only move" : "");
        }
        play(&next, cell);
        if (!walk_player(&next, parent, level, depth, reply)) return false;
    }
    return true;
}

static const char *outcome_text(Outcome outcome) {
    return outcome == OUTCOME_DRAW ? "a draw" : outcome == OUTCOME_X_WINS ? "X wins" : "O wins";
}

/* One line for the reply that led here and the player's answer; what may follow is below it. */
static bool walk_player(Walk *walk, int parent, int level, int depth, const char *reply) {
    ProofMove move;
    char text[LINE_SIZE];
    Outcome outcome = board_outcome(grid_of(walk), &walk->board);
    if (outcome != OUTCOME_NONE) {
        tree_add(walk->tree, parent, level, "%s%s", reply, outcome_text(outcome));
        return true;
    }
    if (!find_move(walk, &move) || !describe(walk, &move, text)) return false;
    play(walk, move.cell);
    outcome = board_outcome(grid_of(walk), &walk->board);
    bool is_over = move.kind == MOVE_COMPLETES || move.kind == MOVE_FORCES || outcome != OUTCOME_NONE;
    const char *ending = !is_over ? depth == 1 ? " ..." : "" : outcome == OUTCOME_DRAW ? ", a draw" : "";
    int node = tree_add(walk->tree, parent, level, "%s%s%s", reply, text, ending);
    return is_over || depth == 1 || walk_replies(walk, node, level + 1, depth - 1);
}

/* The tree of a proof that says what to play, as many moves of the player deep. False, with the reason, if an answer
 * could not be found. */
static bool explain_moves(Tree *tree, const ProofPlayer *player, int depth, Reason *why) {
    Walk walk = {.tree = tree, .player = player, .why = why};
    char side = side_letter(player->side);
    if (!setup_to_board(&player->proof->start, grid_of(&walk), &walk.board, why)) return false;
    Outcome outcome = board_outcome(grid_of(&walk), &walk.board);
    if (outcome != OUTCOME_NONE) {
        tree_add(tree, 0, 0, "%s: the game is over", outcome_text(outcome));
        return true;
    }
    int root = tree_add(tree, 0, 0, player->proof->value == OUTCOME_DRAW ? "%c does not lose" : "%c wins", side);
    return board_side(&walk.board) == player->side ? walk_player(&walk, root, 1, depth, "")
                                                   : walk_replies(&walk, root, 1, depth);
}

/* A win is the winner's, a draw is for both to hold. */
static int explain_sides(const Proof *proof, const Shape *shape, const VerifyArguments *arguments) {
    Tree tree;
    Reason why;
    bool fine = true;
    if (!arguments->as_dot) putchar('\n');
    tree_begin(&tree, arguments->as_dot);
    for (int side = SIDE_X; side <= SIDE_O && fine; side++) {
        ProofPlayer player = {proof, shape, (Side)side, arguments->steps_max};
        if (proof_player_can_play(proof, player.side)) fine = explain_moves(&tree, &player, arguments->depth, &why);
    }
    tree_end(&tree);
    return fine ? VERIFY_HOLDS : verify_complain(why.text);
}

int verify_explain(const Proof *proof, const Shape *shape, const VerifyArguments *arguments) {
    bool has_pictures = proof->kind == PROOF_PAIRING || proof->kind == PROOF_BLOCKS;
    return has_pictures ? verify_draw(proof, shape, arguments) : explain_sides(proof, shape, arguments);
}
