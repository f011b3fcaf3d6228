#include "sparring/player.h"

#include "base/clock.h"
#include "common/textbook.h"

/* The seed and the position decide, so that the same question always gets the same answer. */
static int choose_at_random(const Position *position, int64_t seed) {
    Rng rng = {.state = (uint64_t)seed ^ position->board.key};
    rng_next(&rng);
    CellSet moves = board_empty(position->grid, &position->board);
    int skipped = rng_below(&rng, cells_count(moves));
    while (skipped-- > 0) cells_take(&moves);
    return cells_first(&moves);
}

/* All coordinates in the middle: one cell for odd n, 2^d cells for even n. */
static bool is_central(const Game *game, int cell) {
    Coordinates at = geometry_coordinates(game, cell);
    for (int axis = 0; axis < game->d; axis++) {
        if (at.of[axis] != game->n / 2 && at.of[axis] != (game->n - 1) / 2) return false;
    }
    return true;
}

static bool is_corner(const Game *game, int cell) {
    Coordinates at = geometry_coordinates(game, cell);
    for (int axis = 0; axis < game->d; axis++) {
        if (at.of[axis] != 0 && at.of[axis] != game->n - 1) return false;
    }
    return true;
}

/* Win, else block, else the centre, else a corner, else the first free cell. */
static int choose_by_rules(const Position *position) {
    const Grid *grid = position->grid;
    Side me = board_side(&position->board);
    CellSet wins = board_winning_cells(grid, &position->board, me);
    if (!cells_is_empty(wins)) return cells_first(&wins);
    CellSet blocks = board_winning_cells(grid, &position->board, side_other(me));
    if (!cells_is_empty(blocks)) return cells_first(&blocks);
    bool (*const wanted[])(const Game *, int) = {is_central, is_corner};
    CellSet empty = board_empty(grid, &position->board);
    for (int i = 0; i < 2; i++) {
        for (CellSet cells = empty; !cells_is_empty(cells);) {
            int cell = cells_take(&cells);
            if (wanted[i](&grid->game, cell)) return cell;
        }
    }
    return cells_first(&empty);
}

static PlayerChoice choose_by_search(const Player *player, const Position *position, const PlayerLimits *limits) {
    int64_t start_us = clock_now_us();
    Textbook textbook = {
        .grid = position->grid,
        .depth = player->depth,
        .top = player->top,
        .nodes_max = limits->nodes_max,
        .deadline_us = limits->time_max_ms > 0 ? start_us + limits->time_max_ms * 1000 : 0,
        .stop = limits->stop,
    };
    TextbookChoice best = player->kind == PLAYER_MINIMAX ? textbook_minimax(&textbook, &position->board)
                                                         : textbook_alphabeta(&textbook, &position->board);
    return (PlayerChoice){.cell = best.cell,
                          .was_searched = true,
                          .was_stopped = textbook.was_stopped,
                          .depth = textbook.depth,
                          .value = best.value,
                          .nodes = textbook.nodes,
                          .ms = (clock_now_us() - start_us) / 1000};
}

PlayerChoice player_choose(const Player *player, const Position *position, const PlayerLimits *limits) {
    if (position_is_over(position)) return (PlayerChoice){.cell = MOVE_NONE};
    switch (player->kind) {
    case PLAYER_RANDOM:
        return (PlayerChoice){.cell = choose_at_random(position, player->seed)};
    case PLAYER_RULES:
        return (PlayerChoice){.cell = choose_by_rules(position)};
    default:
        return choose_by_search(player, position, limits);
    }
}
