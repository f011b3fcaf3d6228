#include "sparring/player.h"

#include "base/clock.h"
#include "common/textbook.h"
#include "sparring/instinct.h"
#include "sparring/uct.h"

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

static PlayerChoice choose_by_playouts(const Player *player, const Position *position, const PlayerLimits *limits) {
    int64_t start_us = clock_now_us();
    bool is_limited = limits->nodes_max > 0 && limits->nodes_max < (uint64_t)player->playouts;
    UctTask task = {
        .grid = position->grid,
        .playouts_max = is_limited ? (int)limits->nodes_max : player->playouts,
        .deadline_us = limits->time_max_ms > 0 ? start_us + limits->time_max_ms * 1000 : 0,
        .stop = limits->stop,
        .rng = instinct_rng(position, player->seed),
    };
    UctChoice best = uct_search(&task, &position->board);
    return (PlayerChoice){.cell = best.cell,
                          .was_searched = true,
                          .was_stopped = best.was_stopped || is_limited,
                          .nodes = (uint64_t)best.playouts,
                          .ms = (clock_now_us() - start_us) / 1000};
}

/* A search, or now and then any of the moves that look well: one that wins or blocks, if there is one. */
static PlayerChoice choose_with_noise(const Player *player, const Position *position, const PlayerLimits *limits) {
    enum { REASONABLE = 8 };
    Rng rng = instinct_rng(position, player->seed);
    if (rng_below(&rng, 100) >= player->percent) return choose_by_search(player, position, limits);
    int forced = instinct_win_or_block(position), moves[SIZE_CELLS];
    if (forced != MOVE_NONE) return (PlayerChoice){.cell = forced};
    int count = textbook_promising(position->grid, &position->board, REASONABLE, moves);
    return (PlayerChoice){.cell = moves[rng_below(&rng, count)]};
}

bool player_has_seed(const Player *player) {
    PlayerKind kind = player->kind;
    return kind == PLAYER_RANDOM || kind == PLAYER_HUMAN || kind == PLAYER_NOISY || kind == PLAYER_MCTS;
}

PlayerChoice player_choose(const Player *player, const Position *position, const PlayerLimits *limits) {
    if (position_is_over(position)) return (PlayerChoice){.cell = MOVE_NONE};
    switch (player->kind) {
    case PLAYER_RANDOM:
        return (PlayerChoice){.cell = instinct_random(position, player->seed)};
    case PLAYER_RULES:
        return (PlayerChoice){.cell = instinct_rules(position)};
    case PLAYER_GREEDY:
        return (PlayerChoice){.cell = instinct_greedy(position)};
    case PLAYER_HUMAN:
        return (PlayerChoice){.cell = instinct_human(position, player->seed)};
    case PLAYER_NOISY:
        return choose_with_noise(player, position, limits);
    case PLAYER_MCTS:
        return choose_by_playouts(player, position, limits);
    default:
        return choose_by_search(player, position, limits);
    }
}
