/* The rules of a game, explained before it begins. */
#include "common/screen.h"
#include "play/view.h"
#include "rules/magic.h"

static void add_points_rule(const Grid *grid, Writer *text) {
    const Game *game = &grid->game;
    writer_add(text, "Every straight line of %d that you complete is a point", game->n);
    if (game->rule == RULE_MAGIC) {
        writer_add(text, " if its numbers in the magic cube below add up to %d; %d lines do.", magic_constant(game->n),
                   grid->lines);
    } else {
        writer_add(text, "; there are %d lines.", grid->lines);
    }
    writer_add(text, " The game ends when the board is full");
    if (game->target > 0)
        writer_add(text, " or a side has %d %s", game->target, text_plural(game->target, "point", "points"));
    writer_add(text, ". More points win; equal points are a draw.");
}

void view_rules(const Grid *grid) {
    char rule[512], example[VIEW_COORDINATES_SIZE];
    Writer text = writer_on(rule, sizeof rule);
    if (game_counts_points(&grid->game)) {
        add_points_rule(grid, &text);
    } else {
        writer_add(&text,
                   "The first to complete a straight line of %d wins; there are %d lines. When every line holds stones "
                   "of both sides, the game is a draw.",
                   grid->n, grid->lines);
    }
    view_coordinates(&grid->game, 1, example);
    screen_paragraph(0, "Game %s. X and O take turns; X begins.", game_name(&grid->game).text);
    screen_paragraph(0, "%s", rule);
    screen_paragraph(
        0, "Type a move as coordinates, such as %s, or as a cell number, such as 2. Type 'help' for everything else.",
        example);
}
