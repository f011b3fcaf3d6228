#include "play/view.h"

#include "rules/magic.h"

static void view_points_rule(const Terminal *terminal, const Grid *grid) {
    const Game *game = &grid->game;
    fprintf(terminal->out, "Every straight line of %d that you complete is a point", game->n);
    if (game->rule == RULE_MAGIC) {
        fprintf(terminal->out, " if its numbers in the\nmagic cube below add up to %d; %d lines do.\n",
                magic_constant(game->n), grid->lines);
    } else {
        fprintf(terminal->out, "; there are %d lines.\n", grid->lines);
    }
    fprintf(terminal->out, "The game ends when the board is full");
    if (game->target > 0)
        fprintf(terminal->out, " or a side has %d %s", game->target, text_plural(game->target, "point", "points"));
    fprintf(terminal->out, ".\nMore points win; equal points are a draw.\n");
}

void view_rules(const Terminal *terminal, const Grid *grid) {
    char name[GAME_NAME_SIZE];
    game_name(&grid->game, name);
    fprintf(terminal->out, "Game %s. X and O take turns; X begins.\n", name);
    if (game_counts_points(&grid->game)) {
        view_points_rule(terminal, grid);
    } else {
        fprintf(terminal->out,
                "The first to complete a straight line of %d wins; there are %d lines.\n"
                "When every line holds stones of both sides, the game is a draw.\n",
                grid->n, grid->lines);
    }
    fputs("Type a move as coordinates, such as ", terminal->out);
    view_coordinates(terminal, &grid->game, 1);
    fputs(",\nor as a cell number, such as 2. Type 'help' for everything else.\n", terminal->out);
}

void view_numbers(const Terminal *terminal, const Grid *grid) {
    int numbers[CELLS_MAX];
    for (int cell = 0; cell < grid->cells; cell++) numbers[cell] = cell + 1;
    putc('\n', terminal->out);
    drawing_numbers(terminal->out, terminal->style, grid, numbers);
    if (grid->game.rule == RULE_MAGIC) {
        fprintf(terminal->out, "\nThe magic cube:\n");
        magic_cube(grid->n, numbers);
        drawing_numbers(terminal->out, terminal->style, grid, numbers);
    }
    putc('\n', terminal->out);
}

void view_coordinates(const Terminal *terminal, const Game *game, int cell) {
    static const char *const axes[DIMENSIONS_MAX] = {"column", "row", "layer", "block"};
    Coordinates at = geometry_coordinates(game, cell);
    char move[MOVE_TEXT_SIZE];
    notation_print_move(game, cell, move);
    fprintf(terminal->out, "%s (", move);
    for (int axis = 0; axis < game->d; axis++) {
        bool is_lettered = axis % 2 == 0;
        fprintf(terminal->out, is_lettered ? "%s%s %c" : "%s%s %d", axis > 0 ? ", " : "", axes[axis],
                is_lettered ? 'a' + at.of[axis] : at.of[axis] + 1);
    }
    putc(')', terminal->out);
}

void view_last_move(const Terminal *terminal, const GameHistory *history) {
    char move[MOVE_TEXT_SIZE];
    int cell = history->position.last_move;
    if (cell == MOVE_NONE) return;
    notation_print_move(history_game(history), cell, move);
    Side mover = side_other(history_side_to_move(history));
    fprintf(terminal->out, "%c plays %s (cell %d)\n", side_letter(mover), move, cell + 1);
}

/* The cells a side has: those of the start first, then in the order of play. */
static void view_cells(const Terminal *terminal, const GameHistory *history, Side side) {
    const Board *start = &history->start.board;
    fprintf(terminal->out, "%c has played:", side_letter(side));
    for (CellSet cells = start->stones[side]; !cells_is_empty(cells);) {
        fprintf(terminal->out, " %d", cells_take(&cells) + 1);
    }
    int first = board_side(start) == side ? 0 : 1;
    for (int ply = first; ply < history->plies; ply += 2) fprintf(terminal->out, " %d", history->moves[ply] + 1);
    putc('\n', terminal->out);
}

void view_position(const Terminal *terminal, const GameHistory *history) {
    const Board *board = &history->position.board;
    putc('\n', terminal->out);
    drawing_stones(terminal->out, terminal->style, &history->position, history_last_lines(history));
    putc('\n', terminal->out);
    if (!game_counts_points(history_game(history))) return;
    fprintf(terminal->out, "Points: X %d, O %d\n", board->points[SIDE_X], board->points[SIDE_O]);
    view_cells(terminal, history, SIDE_X);
    view_cells(terminal, history, SIDE_O);
}

void view_value(const Terminal *terminal, Side side, bool is_mate, int64_t value) {
    long long moves = (long long)(value < 0 ? -value : value);
    if (is_mate) {
        /* An engine has found that win, not all wins: there may be a faster one. */
        fprintf(terminal->out, "%c %s in %s%lld %s", side_letter(side), value > 0 ? "wins" : "loses",
                moves > 1 ? "at most " : "", moves, text_plural(moves, "move", "moves"));
    } else {
        fprintf(terminal->out, "value %+.2f for %c", (double)value / 100, side_letter(side));
    }
}

void view_answer(const Terminal *terminal, const char *engine, Side side, const ClientAnswer *answer) {
    fprintf(terminal->out, "%s: ", engine);
    if (answer->score_kind == CLIENT_NO_SCORE) {
        fputs("no value", terminal->out);
    } else {
        view_value(terminal, side, answer->score_kind == CLIENT_MATE, answer->score);
    }
    if (answer->depth > 0) fprintf(terminal->out, ", depth %lld", (long long)answer->depth);
    if (answer->pv[0] != '\0') fprintf(terminal->out, ", line %s", answer->pv);
    putc('\n', terminal->out);
}

static void view_winning_line(const Terminal *terminal, const GameHistory *history) {
    CellSet cells = history_last_lines(history);
    if (cells_is_empty(cells) || game_counts_points(history_game(history))) return;
    fputs(cells_count(cells) == history_grid(history)->n ? "Winning line:" : "Winning lines:", terminal->out);
    while (!cells_is_empty(cells)) {
        char move[MOVE_TEXT_SIZE];
        notation_print_move(history_game(history), cells_take(&cells), move);
        fprintf(terminal->out, " %s", move);
    }
    putc('\n', terminal->out);
}

void view_ending(const Terminal *terminal, const GameHistory *history) {
    HistoryEnd end = history_end(history);
    const Board *board = &history->position.board;
    bool counts_points = game_counts_points(history_game(history));
    if (end == HISTORY_GOES_ON) return;
    if (counts_points) {
        fprintf(terminal->out, "Final score: X %d, O %d.\n", board->points[SIDE_X], board->points[SIDE_O]);
    }
    view_winning_line(terminal, history);
    if (end == HISTORY_RESIGNED) fprintf(terminal->out, "%c resigns. ", side_letter(history->resigned));
    if (end == HISTORY_MAX_PLIES) {
        fprintf(terminal->out, "Draw: the game has reached its limit of %d %s.\n", history->max_plies,
                text_plural(history->max_plies, "ply", "plies"));
    } else if (history_outcome(history) == OUTCOME_DRAW) {
        fputs(counts_points ? "Draw.\n" : "Draw: every line holds stones of both sides.\n", terminal->out);
    } else {
        fprintf(terminal->out, "%c wins!\n", history_outcome(history) == OUTCOME_X_WINS ? 'X' : 'O');
    }
}
