/* The draws of 6x6x6 and 7x7x7 that are built in are kept at any limit, as either side: the engine plays, and after
 * each of its moves the code of the proof checker looks whether the proof still holds. */
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "proof/block_parts.h"
#include "solving/data/proofs.h"
#include "support/bridge.h"
#include "support/build.h"
#include "support/games.h"
#include "support/protocol.h"

/* A game against the engine, and the proof that it should keep. */
typedef struct {
    const Shape *shape;
    Proof proof;
    BlockSolver *solver;
    RestMemory *memory; /* serves all positions of a game */
    Side attacker;      /* the engine is the other side */
    Board board;
    char moves[8 * CELLS_MAX]; /* each after a space */
    bool claims_draw;          /* the last search of the engine */
    bool claims_win;           /* some search: from then on it need not keep the draw */
} Watch;

static bool watch_open(Watch *watch, const char *name) {
    Game game = game_named(name);
    Reason why;
    memset(watch, 0, sizeof *watch);
    watch->shape = shape_of(&game);
    watch->solver = calloc(1, sizeof *watch->solver);
    watch->memory = rest_memory_new(watch->shape->geometry->cells, watch->shape->geometry->lines);
    if (watch->memory == NULL) return false;
    return watch->solver != NULL && (game.n == 6 ? proof_parse(draw_6x6x6, draw_6x6x6_size, &watch->proof, &why)
                                                 : proof_parse(draw_7x7x7, draw_7x7x7_size, &watch->proof, &why));
}

static void watch_close(Watch *watch) {
    proof_release(&watch->proof);
    rest_memory_free(watch->memory);
    free(watch->solver);
}

static void watch_restart(Watch *watch, Side attacker) {
    watch->attacker = attacker;
    watch->claims_win = false;
    watch->moves[0] = '\0';
    board_init(&watch->board);
}

static void watch_play(Watch *watch, int cell) {
    strcat(strcat(watch->moves, " "), notation_move(&watch->shape->grid.game, cell).text);
    board_play(&watch->shape->grid, &watch->board, cell);
}

static bool watch_is_over(const Watch *watch) {
    return board_outcome(&watch->shape->grid, &watch->board) != OUTCOME_NONE;
}

static bool rest_holds(const Watch *watch, const BlockPosition *position, int items, uint64_t steps_max) {
    CutLines rest;
    bool is_left[CELLS_MAX];
    uint64_t nodes = 0;
    Work work = {.steps_max = steps_max};
    block_parts_rest(&rest, is_left, position, watch->proof.items, items);
    return rest_check(&rest, watch->memory, &work, &nodes) == REST_HOLDS;
}

/* By the checker alone: every block is held, and so is what they leave. Late in a game pairs alone may do. */
static bool is_draw_kept(Watch *watch) {
    const uint64_t FEW_STEPS = 1000000;
    BlockPosition position;
    Work work = {.steps_max = UINT64_MAX};
    block_position_init(&position, watch->shape->geometry, watch->board.stones, watch->attacker);
    if (rest_holds(watch, &position, 0, FEW_STEPS)) return true;
    watch->solver->work = &work;
    for (int i = 0; i < watch->proof.count; i++) {
        BlockPart part;
        if (watch->proof.items[i].kind == ITEM_AGAINST) continue;
        block_part_init(&part, &position, &watch->proof.items[i]);
        block_solver_set(watch->solver, &part.game);
        if (!block_game_holds(watch->solver, 0, 0)) return false;
    }
    return rest_holds(watch, &position, watch->proof.count, UINT64_MAX);
}

/* False if the engine answers with anything but an empty cell. */
static bool engine_plays(Watch *watch, const char *go) {
    char text[sizeof watch->moves + 100];
    Reason why;
    int cell;
    snprintf(text, sizeof text, "position startpos%s%s\n%s", watch->moves[0] == '\0' ? "" : " moves", watch->moves, go);
    host_send(host, text);
    watch->claims_draw = false;
    for (const char *line = host_line(host);; line = host_line(host)) {
        if (matches(line, "info string proven draw*")) watch->claims_draw = true;
        if (matches(line, "info string proven win*")) watch->claims_win = true;
        if (line[0] == '(') return false;
        if (!matches(line, "bestmove *")) continue;
        char move[MOVE_TEXT_SIZE] = "";
        sscanf(line, "bestmove %11s", move);
        bool is_move = notation_parse_move(&watch->shape->grid.game, word_of(move), &cell, &why);
        CellSet empty = board_empty(&watch->shape->grid, &watch->board);
        if (!is_move || !cells_has(&empty, cell)) return false;
        watch_play(watch, cell);
        return true;
    }
}

/* The cells outside the blocks, where the engine has to search for its answer. */
static int cells_outside(const Watch *watch, uint16_t cells[CELLS_MAX]) {
    BlockPosition position;
    CutLines rest;
    bool is_left[CELLS_MAX];
    int count = 0;
    block_position_init(&position, watch->shape->geometry, watch->board.stones, watch->attacker);
    block_parts_rest(&rest, is_left, &position, watch->proof.items, watch->proof.count);
    for (int cell = 0; cell < watch->shape->geometry->cells; cell++) {
        if (is_left[cell]) cells[count++] = (uint16_t)cell;
    }
    return count;
}

/* An attack on this cell; then the engine answers, and the proof must hold. */
static enum greatest_test_res check_answer(Watch *watch, int attack, const char *go) {
    watch_play(watch, attack);
    ASSERTm(watch->moves, engine_plays(watch, go));
    ASSERTm(watch->moves, watch->claims_win || is_draw_kept(watch));
    PASS();
}

/* After the first exchange. */
static enum greatest_test_res check_second_answers(const Watch *first, int step) {
    static Watch watch;
    uint16_t cells[CELLS_MAX];
    int count = cells_outside(first, cells);
    for (int i = 0; i < count; i += step) {
        watch = *first;
        CHECK_CALL(check_answer(&watch, cells[i], "go nodes 1"));
    }
    PASS();
}

/* A sample of them; all with ROWAN_TEST_GAMES of 200 and more. */
TEST any_two_moves_outside_the_blocks_are_answered(void) {
    static Watch watch;
    uint16_t cells[CELLS_MAX];
    ASSERT(watch_open(&watch, "6x6x6"));
    SETTLES("setoption name Game value 6x6x6");
    watch_restart(&watch, SIDE_X);
    int count = cells_outside(&watch, cells), step = games_wanted() >= 200 ? 1 : 8;
    for (int i = 0; i < count; i += step) {
        watch_restart(&watch, SIDE_X);
        CHECK_CALL(check_answer(&watch, cells[i], "go nodes 1"));
        ASSERTm(watch.moves, watch.claims_draw);
        CHECK_CALL(check_second_answers(&watch, 3 * step - 2));
    }
    watch_close(&watch);
    PASS();
}

/* The attacker begins outside the blocks and goes on where its open lines weigh most. */
static int attack(const Watch *watch, Rng *rng, int outside) {
    const Grid *grid = &watch->shape->grid;
    uint16_t cells[CELLS_MAX];
    int count = cells_outside(watch, cells), most = -1, best = 0;
    if (outside > 0 && count > 0) return cells[rng_below(rng, count)];
    LineSet open = board_open_lines(grid, &watch->board, watch->attacker);
    for (CellSet left = board_empty(grid, &watch->board); !cells_is_empty(left);) {
        int cell = cells_take(&left), weight = rng_below(rng, 4);
        LineSet here = lines_and(grid->through[cell], open);
        for (int stones = 0; stones < grid->game.n; stones++) {
            weight += lines_count(lines_and(here, board_lines_with(&watch->board, watch->attacker, stones)))
                      << 2 * stones;
        }
        if (weight > most) best = cell;
        if (weight > most) most = weight;
    }
    return best;
}

static enum greatest_test_res play_a_game(Watch *watch, Side attacker, const char *go, uint64_t seed) {
    Rng rng = {.state = seed};
    SETTLES("ucinewgame");
    watch_restart(watch, attacker);
    if (attacker == SIDE_O) ASSERT(engine_plays(watch, go));
    for (int outside = 1 + (int)(seed % 4); !watch_is_over(watch); outside--) {
        CHECK_CALL(check_answer(watch, attack(watch, &rng, outside), go));
    }
    ASSERT_EQm(watch->moves, 0, watch->board.points[attacker]);
    PASS();
}

TEST a_built_in_draw_is_kept_at_any_limit(const char *name, Side attacker, const char *go) {
    static Watch watch;
    char game[100];
    ASSERT(watch_open(&watch, name));
    snprintf(game, sizeof game, "setoption name Game value %s", name);
    SETTLES(game);
    for (int i = 0; i < games_wanted() / 10; i++) CHECK_CALL(play_a_game(&watch, attacker, go, (uint64_t)i + 1));
    watch_close(&watch);
    PASS();
}

SUITE(draws) {
    with_a_host_for_each_test();
    if (!BUILT_TO_BE_SLOW) RUN_TEST(any_two_moves_outside_the_blocks_are_answered);
    for (int attacker = SIDE_X; attacker <= SIDE_O; attacker++) {
        RUN_TESTp(a_built_in_draw_is_kept_at_any_limit, "7x7x7", (Side)attacker, "go nodes 1");
        if (BUILT_TO_BE_SLOW) continue;
        RUN_TESTp(a_built_in_draw_is_kept_at_any_limit, "6x6x6", (Side)attacker, "go nodes 1");
        RUN_TESTp(a_built_in_draw_is_kept_at_any_limit, "6x6x6", (Side)attacker, "go movetime 0");
        RUN_TESTp(a_built_in_draw_is_kept_at_any_limit, "6x6x6", (Side)attacker, "go infinite\nstop");
    }
}
