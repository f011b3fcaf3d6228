#include <stdlib.h>

#include "proof/block_parts.h"
#include "proof/player.h"

/* The game so far, as the proof sees it. Where the attacker's moves are images of listed ones, so are the cells: what
 * is cell c for the proof is cell on_board[c] for the players. */
typedef struct {
    const ProofPlayer *player;
    const ProofItem **order;
    int from, to; /* the `against` lines that begin with the moves so far, while no picture is reached */
    int moves;    /* on the way to a picture */
    uint16_t on_board[CELLS_MAX];
    BlockPosition position;
    int picture; /* its first block or pair, or -1 */
    Work work;
} BlocksGame;

static const ProofItem *first_line(const BlocksGame *game) {
    return game->order[game->from];
}

static int in_proof(const BlocksGame *game, int cell_on_board) {
    int cell = 0;
    while (game->on_board[cell] != cell_on_board) cell++;
    return cell;
}

static bool keeps_stones(const BlocksGame *game, const uint16_t image[]) {
    for (int cell = 0; cell < game->position.geometry->cells; cell++) {
        if (game->position.stone[cell] != game->position.stone[image[cell]]) return false;
    }
    return true;
}

/* A listed move whose image is this one. From then on the proof sees the board in that mirror. */
static int listed_move(BlocksGame *game, int move) {
    const Symmetries *symmetries = game->player->shape->symmetries;
    for (int i = 0; i < symmetries->count; i++) {
        const uint16_t *image = symmetries_row(symmetries, i);
        if (!keeps_stones(game, image)) continue;
        for (int line = game->from; line < game->to; line++) {
            int listed = game->order[line]->cell[game->moves];
            if (image[listed] != move) continue;
            uint16_t before[CELLS_MAX];
            for (int cell = 0; cell < symmetries->cells; cell++) before[cell] = game->on_board[cell];
            for (int cell = 0; cell < symmetries->cells; cell++) game->on_board[cell] = before[image[cell]];
            return listed;
        }
    }
    return move;
}

/* The lines that go on with this move. */
static void narrow(BlocksGame *game, int move) {
    while (game->from < game->to && game->order[game->from]->cell[game->moves] != move) game->from++;
    while (game->from < game->to && game->order[game->to - 1]->cell[game->moves] != move) game->to--;
    game->moves++;
}

static void look_for_picture(BlocksGame *game) {
    const Proof *proof = game->player->proof;
    if (game->from == game->to || first_line(game)->cells != game->moves) return;
    game->picture = (int)(first_line(game) - proof->items);
    while (game->picture < proof->count && proof->items[game->picture].kind == ITEM_AGAINST) game->picture++;
}

static void follow(BlocksGame *game, int move_on_board, bool is_attack) {
    int move = in_proof(game, move_on_board);
    if (game->picture < 0 && is_attack) move = listed_move(game, move);
    if (game->picture < 0) narrow(game, move);
    game->position.stone[move] = is_attack ? ATTACKER : DEFENDER;
    if (game->picture < 0) look_for_picture(game);
}

/* The items of the picture end before this one. */
static int picture_end(const BlocksGame *game) {
    const Proof *proof = game->player->proof;
    int end = game->picture;
    while (end < proof->count && proof->items[end].kind != ITEM_AGAINST) end++;
    return end;
}

/* The item of the picture that the cell is in, or -1. */
static int item_with(const BlocksGame *game, int cell) {
    for (int i = game->picture; i < picture_end(game); i++) {
        const ProofItem *item = &game->player->proof->items[i];
        for (int k = 0; k < item->cells; k++) {
            if (item->cell[k] == cell) return i;
        }
    }
    return -1;
}

static bool answer_in_block(BlocksGame *game, int item, ProofMove *move, Reason *why) {
    BlockPart part;
    BlockSolver *solver = calloc(1, sizeof *solver);
    if (solver == NULL) return refuse(why, "not enough memory for an answer");
    solver->work = &game->work;
    block_part_init(&part, &game->position, &game->player->proof->items[item]);
    block_solver_set(solver, &part.game);
    bool is_held = block_game_holds(solver, 0, 0);
    unsigned answers = is_held ? 0 : block_game_answers(solver, 0, 0);
    free(solver);
    *move = (ProofMove){.kind = MOVE_FREE};
    if (is_held) return true;
    for (int i = 0; i < part.cells; i++) {
        if ((answers >> i & 1) == 0) continue;
        *move = (ProofMove){MOVE_IN_BLOCK, game->on_board[part.cell[i]], item};
        return true;
    }
    return refuse(why, "the proof has no answer inside a block");
}

static bool answer_in_rest(BlocksGame *game, int attack, ProofMove *move, Reason *why) {
    const Proof *proof = game->player->proof;
    CutLines rest;
    bool is_left[CELLS_MAX];
    int answer;
    RestMemory *memory = rest_memory_new(game->position.geometry->cells, game->position.geometry->lines);
    if (memory == NULL) return refuse(why, "not enough memory for an answer");
    game->position.stone[attack] = EMPTY;
    block_parts_rest(&rest, is_left, &game->position, &proof->items[game->picture], picture_end(game) - game->picture);
    game->position.stone[attack] = ATTACKER;
    RestVerdict verdict = rest_check_answer(&rest, attack, memory, &game->work, &answer);
    rest_memory_free(memory);
    if (verdict != REST_HOLDS) return refuse(why, "not enough steps for an answer");
    *move = (ProofMove){.kind = MOVE_FREE};
    if (answer != MOVE_NONE) *move = (ProofMove){.kind = MOVE_IN_REST, .cell = game->on_board[answer]};
    return true;
}

static bool find_answer(BlocksGame *game, int last_move, ProofMove *move, Reason *why) {
    *move = (ProofMove){.kind = MOVE_FREE};
    if (game->picture < 0) {
        if (game->from == game->to) return refuse(why, "the proof has no answer to these moves");
        *move = (ProofMove){MOVE_LISTED, game->on_board[first_line(game)->cell[game->moves]],
                            (int)(first_line(game) - game->player->proof->items)};
        return true;
    }
    if (last_move == MOVE_NONE) return true;
    int attack = in_proof(game, last_move), item = item_with(game, attack);
    return item >= 0 ? answer_in_block(game, item, move, why) : answer_in_rest(game, attack, move, why);
}

static void set_up(BlocksGame *game, const ProofPlayer *player, const ProofItem **order) {
    const Geometry *geometry = player->shape->geometry;
    Side attacker = side_other(player->side);
    *game = (BlocksGame){.player = player, .order = order, .picture = -1, .work = {.steps_max = player->steps_max}};
    game->to = block_parts_against(player->proof, order);
    while (game->from < game->to && order[game->from]->side != attacker) game->from++;
    while (game->from < game->to && order[game->to - 1]->side != attacker) game->to--;
    for (int cell = 0; cell < geometry->cells; cell++) game->on_board[cell] = (uint16_t)cell;
    block_position_init(&game->position, geometry, player->proof->start.stones, attacker);
    look_for_picture(game);
}

bool player_blocks_move(const ProofPlayer *player, const uint16_t moves[], int count, ProofMove *move, Reason *why) {
    BlocksGame *game = calloc(1, sizeof *game);
    const ProofItem **order = calloc((size_t)player->proof->count + 1, sizeof *order);
    bool fine = false;
    if (game == NULL || order == NULL) {
        refuse(why, "not enough memory for an answer");
    } else {
        set_up(game, player, order);
        bool is_by_weight = game->from == game->to;
        bool is_attack = player->proof->start.to_move != player->side;
        for (int i = 0; i < count; i++, is_attack = !is_attack) follow(game, moves[i], is_attack);
        *move = (ProofMove){.kind = MOVE_HEAVIEST};
        fine = is_by_weight || find_answer(game, count > 0 ? moves[count - 1] : MOVE_NONE, move, why);
    }
    free(order);
    free(game);
    return fine;
}
