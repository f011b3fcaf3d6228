/* The search: what it claims is true, and it finds enough. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "greatest.h"
#include "harness/suite.h"
#include "support/games.h"
#include "support/searcher.h"

/* Shown with a failure. */
static char where[1600];

/* Does a reported line contradict the known value? */
static bool contradicts(const SuitePosition *known, const SearchLine *line) {
    bool wins = value_is_win(line->value), loses = value_is_loss(line->value);
    if (line->bound == BOUND_LOWER || (line->bound == BOUND_UPPER && !loses)) return false;
    if (known->value.kind == SUITE_UNKNOWN) return false;
    if (known->value.kind == SUITE_POINTS) return line->proven && line->value != VALUE_POINT * known->value.points;
    if (!wins && !loses && !line->proven) return false;
    SuiteKind kind = wins ? SUITE_WIN : loses ? SUITE_LOSS : SUITE_DRAW;
    return kind != known->value.kind || (kind != SUITE_DRAW && searcher_plies(line->value) < known->value.plies);
}

static bool is_solved(const SuitePosition *known, const SearchLine *line) {
    char move[REF_MOVE_TEXT_SIZE];
    RefGame game;
    RefPosition position;
    if (!line->proven || !ref_position_from_text(&game, &position, known->fen)) return false;
    return suite_move_is_best(known, ref_move_text(&game, line->pv[0], move));
}

static bool read_suite(Suite *suite, const char *name) {
    char path[256];
    Reason why;
    snprintf(path, sizeof path, "bench/positions/%s.txt", name);
    if (suite_read(suite, path, NULL, &why)) return true;
    fprintf(stderr, "%s\n", why.text);
    return false;
}

static enum greatest_test_res try_position(Searcher *searcher, const SuitePosition *known, uint64_t nodes,
                                           int *solved) {
    static RefGame game;
    RefPosition position;
    snprintf(where, sizeof where, "line %d: %.1000s", known->line, known->fen);
    ASSERTm(where, ref_position_from_text(&game, &position, known->fen));
    searcher_run(searcher, &position, nodes, false);
    ASSERT_STR_EQm(where, "", searcher->complaint);
    ASSERT_FALSEm(where, contradicts(known, &searcher->best));
    *solved += is_solved(known, &searcher->best);
    PASS();
}

TEST known_values_are_found_and_never_contradicted(const char *name, const char *game, int nodes, int least) {
    Suite suite;
    int solved = 0;
    ASSERT(read_suite(&suite, name));
    ASSERTm(name, suite.count >= 100);
    Searcher *searcher = searcher_new(game, 4, 1);
    enum greatest_test_res result = GREATEST_TEST_RES_PASS;
    for (int i = 0; i < suite.count && result == GREATEST_TEST_RES_PASS; i++) {
        result = try_position(searcher, &suite.positions[i], (uint64_t)nodes, &solved);
    }
    snprintf(where, sizeof where, "%s: %d of %d solved with %d nodes each", name, solved, suite.count, nodes);
    if (getenv("ROWAN_TEST_SHOW") != NULL) puts(where);
    searcher_free(searcher);
    suite_free(&suite);
    CHECK_CALL(result);
    ASSERTm(where, solved >= least);
    PASS();
}

/* Late positions, which brute force can solve */

/* What is called proven must be true with few nodes or many, and with any set of techniques. */
static void search_late_position(Searcher *searcher, const RefPosition *position, int i) {
    static const Techniques techniques[] = {USE_ALL, USE_ALL, USE_ORDER | USE_TABLE, USE_ORDER | USE_TABLE | USE_BOUNDS,
                                            USE_ORDER | USE_TABLE | USE_THREATS};
    static const uint64_t nodes[] = {300, 5000, 20000};
    searcher->job.techniques = techniques[i % 5];
    searcher_forget(searcher);
    searcher_run(searcher, position, nodes[i % 3], true);
}

TEST proven_values_agree_with_brute_force(const char *name, int empty_min, int empty_max, int multipv) {
    static RefGame game;
    RefPosition position;
    ASSERT(ref_game_init(&game, name));
    Searcher *searcher = searcher_new(name, 1, 1);
    searcher->job.multipv = multipv;
    searcher->job.solves_points = multipv == 1;
    for (int i = 0; i < 3 * samples_wanted() && searcher->complaint[0] == '\0'; i++) {
        int empty = empty_min + i % (empty_max - empty_min + 1);
        if (!ref_random_position(&position, &game, game.cell_count - empty, (uint64_t)i)) continue;
        search_late_position(searcher, &position, i);
    }
    snprintf(where, sizeof where, "%s", searcher->complaint);
    int proofs = searcher->proofs;
    searcher_free(searcher);
    ASSERT_STR_EQ("", where);
    ASSERTm(name, proofs > 0);
    PASS();
}

/* A bug of the past: a search outside its window ended with a proven bound, and the estimate was reported as proven. */
TEST an_estimate_is_not_reported_as_proven(void) {
    static RefGame game;
    RefPosition position;
    ASSERT(ref_position_from_text(&game, &position, "1oxo/1x2/2xo/xo2 x line"));
    Searcher *searcher = searcher_new("4x4", 1, 1);
    searcher->job.techniques = USE_ORDER | USE_TABLE | USE_BOUNDS;
    searcher_run(searcher, &position, 5000, true);
    snprintf(where, sizeof where, "%s", searcher->complaint);
    searcher_free(searcher);
    ASSERT_STR_EQ("", where);
    PASS();
}

static enum greatest_test_res check_each_move(const Searcher *searcher) {
    int moves[REF_MAX_CELLS];
    int count = ref_legal_moves(&searcher->position, moves);
    ASSERT_EQ_FMT(count, searcher->line_count, "%d");
    for (int i = 0; i < count; i++) {
        const SearchLine *line = &searcher->lines[i];
        ASSERT(line->proven);
        if (i > 0) ASSERT(line->value <= searcher->lines[i - 1].value);
        for (int k = 0; k < i; k++) ASSERT(searcher->lines[k].pv[0] != line->pv[0]);
    }
    PASS();
}

TEST multipv_gives_every_move_its_value(const char *name, int empty) {
    static RefGame game;
    RefPosition position;
    ASSERT(ref_game_init(&game, name));
    Searcher *searcher = searcher_new(name, 1, 1);
    searcher->job.multipv = CELLS_MAX;
    searcher->job.solves_points = false;
    enum greatest_test_res result = GREATEST_TEST_RES_PASS;
    for (int i = 0; i < samples_wanted() && result == GREATEST_TEST_RES_PASS; i++) {
        if (!ref_random_position(&position, &game, game.cell_count - empty, (uint64_t)i)) continue;
        searcher_run(searcher, &position, UINT64_MAX, true);
        snprintf(where, sizeof where, "%s", searcher->complaint);
        result = check_each_move(searcher);
    }
    searcher_free(searcher);
    CHECK_CALL(result);
    ASSERT_STR_EQ("", where);
    PASS();
}

/* Mates */

/* The loser plays the line or at random. The winner follows the line as long as the loser does, and searches again when
 * he leaves it. The win must come within the plies promised. */
static enum greatest_test_res play_out(Searcher *searcher, RefPosition position, SearchLine line, uint64_t *seed) {
    RefResult wanted = ref_side(&position) == 'x' ? REF_P1WIN : REF_P2WIN;
    int moves[REF_MAX_CELLS], plies = searcher_plies(line.value);
    for (int ply = 0, at = 0; !ref_is_over(&position); ply += 2, at += 2) {
        ASSERTm(where, ply + searcher_plies(line.value) - at <= plies);
        ASSERTm(where, ref_play(&position, line.pv[at]));
        int count = ref_legal_moves(&position, moves);
        if (count == 0) break;
        int reply = ref_random(seed, 2) == 0 ? line.pv[at + 1] : moves[ref_random(seed, count)];
        ref_play(&position, reply);
        if (reply == line.pv[at + 1]) continue;
        searcher_run(searcher, &position, 50000, false);
        ASSERT_STR_EQm(where, "", searcher->complaint);
        ASSERTm(where, value_is_win(searcher->best.value));
        line = searcher->best;
        at = -2;
    }
    ASSERT_EQm(where, wanted, ref_result(&position));
    PASS();
}

TEST wins_hold_against_random_replies(const char *name, int stones) {
    static RefGame game;
    RefPosition position;
    uint64_t seed = 1;
    int wins = 0;
    ASSERT(ref_game_init(&game, name));
    Searcher *searcher = searcher_new(name, 8, 1);
    enum greatest_test_res result = GREATEST_TEST_RES_PASS;
    for (int i = 0; i < samples_wanted() / 2 + 6 && result == GREATEST_TEST_RES_PASS; i++) {
        if (!ref_random_position(&position, &game, stones + i % 4, (uint64_t)i)) continue;
        snprintf(where, sizeof where, "%s, seed %d", name, i);
        searcher_run(searcher, &position, 50000, false);
        if (!value_is_win(searcher->best.value)) continue;
        SearchLine line = searcher->best;
        wins++;
        for (int k = 0; k < 3 && result == GREATEST_TEST_RES_PASS; k++) {
            result = play_out(searcher, position, line, &seed);
        }
    }
    searcher_free(searcher);
    CHECK_CALL(result);
    ASSERTm(name, wins > 0);
    PASS();
}

/* None in fewer moves than brute force needs, and one in as many; where there is none at all, none in any number. Each
 * time the search knows that it has looked at everything. */
TEST a_mate_limit_finds_exactly_the_mates_that_exist(const char *name, int empty) {
    static RefGame game;
    RefPosition position;
    int mates = 0;
    ASSERT(ref_game_init(&game, name));
    Searcher *searcher = searcher_new(name, 1, 1);
    for (int i = 0; i < 4 * samples_wanted() + 60 && searcher->complaint[0] == '\0'; i++) {
        RefValue truth;
        if (!ref_random_position(&position, &game, game.cell_count - empty + i % 5, (uint64_t)i)) continue;
        if (ref_is_over(&position) || !ref_solve(&position, &truth)) continue;
        int fewest = truth.value == 1 ? (truth.plies + 1) / 2 : empty;
        char fen[REF_POSITION_TEXT_SIZE];
        snprintf(where, sizeof where, "%s, mate in %d", ref_position_text(&position, fen), fewest);
        for (int limit = 1; limit <= fewest; limit++) {
            searcher_forget(searcher);
            searcher->job.mate_limit = limit;
            searcher->job.depth_limit = 2 * limit - 1;
            searcher_run(searcher, &position, UINT64_MAX, limit == fewest);
            bool exists = truth.value == 1 && limit == fewest;
            bool is_found = value_is_win(searcher->best.value) && value_mate_in(searcher->best.value) <= limit;
            ASSERT_EQm(where, exists, is_found);
            ASSERT_EQm(where, exists ? MATE_FOUND : MATE_NONE, searcher->best.mate);
        }
        mates += truth.value == 1;
    }
    snprintf(where, sizeof where, "%s", searcher->complaint);
    searcher_free(searcher);
    ASSERT_STR_EQ("", where);
    ASSERTm(name, mates > 0);
    PASS();
}

/* Threads and repetition */

TEST several_threads_never_contradict_known_values(const char *suite_name, const char *game_name) {
    enum { EVERY = 9, NODES = 60000 };
    Suite suite;
    ASSERT(read_suite(&suite, suite_name));
    Searcher *searchers[] = {searcher_new(game_name, 4, 1), searcher_new(game_name, 4, 2),
                             searcher_new(game_name, 4, 4)};
    enum greatest_test_res result = GREATEST_TEST_RES_PASS;
    for (int i = 0; i < suite.count && result == GREATEST_TEST_RES_PASS; i += EVERY) {
        int solved = 0;
        for (int k = 0; k < 3 && result == GREATEST_TEST_RES_PASS; k++) {
            result = try_position(searchers[k], &suite.positions[i], NODES, &solved);
        }
    }
    for (int k = 0; k < 3; k++) searcher_free(searchers[k]);
    suite_free(&suite);
    return result;
}

TEST a_repeated_search_takes_the_same_nodes(const char *name, int stones, int depth, uint64_t node_limit) {
    static RefGame game;
    RefPosition position;
    SearchLine best[2];
    uint64_t nodes[2];
    ASSERT(ref_game_init(&game, name));
    ASSERT(ref_random_position(&position, &game, stones, 5));
    Searcher *searcher = searcher_new(name, 1, 1);
    searcher->job.depth_limit = depth;
    for (int i = 0; i < 2; i++) {
        searcher_forget(searcher);
        searcher_run(searcher, &position, node_limit, false);
        nodes[i] = pool_nodes(searcher->pool);
        best[i] = searcher->best;
    }
    searcher_free(searcher);
    ASSERT_EQ(nodes[0], nodes[1]);
    ASSERT_EQ(best[0].value, best[1].value);
    ASSERT_EQ(best[0].pv_length, best[1].pv_length);
    ASSERT_MEM_EQ(best[0].pv, best[1].pv, sizeof best[0].pv[0] * (size_t)best[0].pv_length);
    PASS();
}

/* On an empty board: is this cell the first of its mirror images? */
static bool is_first_image(const Symmetries *symmetries, int cell) {
    for (int i = 0; i < symmetries->count; i++) {
        if (symmetries_row(symmetries, i)[cell] < cell) return false;
    }
    return true;
}

/* The nodes of the same search from an empty board, with only one first move of each class of mirror images. */
static uint64_t nodes_without_mirror_images(Searcher *searcher) {
    SearchJob *job = &searcher->job;
    int kept = 0;
    RootMoves *moves = &job->root_moves;
    for (int i = 0; i < moves->count; i++) {
        if (is_first_image(searcher->shape->symmetries, moves->move[i])) moves->move[kept++] = moves->move[i];
    }
    moves->count = kept;
    searcher_forget(searcher);
    searcher_answer(searcher);
    return pool_nodes(searcher->pool);
}

/* What was learnt about one is found in the table for all its images. */
TEST mirror_images_of_an_opening_cost_little(const char *name, int depth, int percent_max) {
    static RefGame game;
    RefPosition position;
    ASSERT(ref_game_init(&game, name));
    ref_start(&position, &game);
    Searcher *searcher = searcher_new(name, 8, 1);
    searcher->job.depth_limit = depth;
    searcher_run(searcher, &position, UINT64_MAX, false);
    uint64_t all = pool_nodes(searcher->pool), kept = nodes_without_mirror_images(searcher);
    snprintf(where, sizeof where, "%s: %d nodes, %d without mirror images", name, (int)all, (int)kept);
    if (getenv("ROWAN_TEST_SHOW") != NULL) puts(where);
    bool is_fine = searcher->complaint[0] == '\0';
    searcher_free(searcher);
    ASSERT(is_fine);
    ASSERTm(where, 100 * all <= (uint64_t)percent_max * kept);
    PASS();
}

/* Results that must not get lost */

TEST the_first_player_wins_on_3x3x3_in_seven_plies(void) {
    static RefGame game;
    RefPosition position;
    ASSERT(ref_game_init(&game, "3x3x3"));
    ref_start(&position, &game);
    Searcher *searcher = searcher_new("3x3x3", 4, 1);
    searcher_run(searcher, &position, 200000, false);
    ASSERT_STR_EQ("", searcher->complaint);
    ASSERT(searcher->best.proven);
    ASSERT_EQ_FMT(value_win_at(7), searcher->best.value, "%d");
    searcher_free(searcher);
    PASS();
}

TEST empty_boards_that_a_pairing_draws_are_drawn_at_once(const char *name) {
    static RefGame game;
    RefPosition position;
    ASSERT(ref_game_init(&game, name));
    ref_start(&position, &game);
    Searcher *searcher = searcher_new(name, 1, 1);
    searcher_run(searcher, &position, 20000, false);
    ASSERT(searcher->best.proven);
    ASSERT_EQ_FMT(VALUE_DRAW, searcher->best.value, "%d");
    searcher_free(searcher);
    PASS();
}

SUITE(search) {
    RUN_TEST(the_first_player_wins_on_3x3x3_in_seven_plies);
    static const char *const drawn[] = {"3x3", "5x5", "6x6", "11x11", "15x15", "8x8x8"};
    for (int i = 0; i < 6; i++) RUN_TESTp(empty_boards_that_a_pairing_draws_are_drawn_at_once, drawn[i]);

    RUN_TESTp(known_values_are_found_and_never_contradicted, "3x3", "3x3", 5000, 104);
    RUN_TESTp(known_values_are_found_and_never_contradicted, "4x4", "4x4", 10000, 100);
    RUN_TESTp(known_values_are_found_and_never_contradicted, "5x5", "5x5", 10000, 105);
    RUN_TESTp(known_values_are_found_and_never_contradicted, "11x11", "11x11", 5000, 100);
    RUN_TESTp(known_values_are_found_and_never_contradicted, "3x3x3", "3x3x3", 10000, 100);
    RUN_TESTp(known_values_are_found_and_never_contradicted, "3x3x3-score", "3x3x3:score", 10000, 80);
    RUN_TESTp(known_values_are_found_and_never_contradicted, "3x3x3-score10", "3x3x3:score10", 10000, 80);
    RUN_TESTp(known_values_are_found_and_never_contradicted, "3x3x3-magic10", "3x3x3:magic10", 10000, 80);
    RUN_TESTp(known_values_are_found_and_never_contradicted, "4x4x4", "4x4x4", 20000, 115);
    RUN_TESTp(known_values_are_found_and_never_contradicted, "6x6x6", "6x6x6", 5000, 105);
    RUN_TESTp(known_values_are_found_and_never_contradicted, "8x8x8", "8x8x8", 2000, 72);
    RUN_TESTp(known_values_are_found_and_never_contradicted, "3x3x3x3", "3x3x3x3", 5000, 100);
    RUN_TESTp(known_values_are_found_and_never_contradicted, "4x4x4x4", "4x4x4x4", 5000, 95);

    static const char *const solvable[] = {"3x3",         "4x4",           "5x5",           "6x6",   "3x3x3",
                                           "3x3x3:score", "3x3x3:score10", "3x3x3:magic10", "4x4x4", "4x4:score2"};
    for (int i = 0; i < 10; i++) {
        RUN_TESTp(proven_values_agree_with_brute_force, solvable[i], 5, 9, 1);
        RUN_TESTp(proven_values_agree_with_brute_force, solvable[i], 4, 7, 3);
        RUN_TESTp(multipv_gives_every_move_its_value, solvable[i], 6);
    }
    RUN_TEST(an_estimate_is_not_reported_as_proven);
    RUN_TESTp(wins_hold_against_random_replies, "3x3x3", 1);
    RUN_TESTp(wins_hold_against_random_replies, "4x4x4", 14);
    RUN_TESTp(wins_hold_against_random_replies, "4x4x4x4", 14);
    RUN_TESTp(a_mate_limit_finds_exactly_the_mates_that_exist, "3x3", 7);
    RUN_TESTp(a_mate_limit_finds_exactly_the_mates_that_exist, "4x4", 10);
    RUN_TESTp(a_mate_limit_finds_exactly_the_mates_that_exist, "3x3x3", 11);
    RUN_TESTp(a_mate_limit_finds_exactly_the_mates_that_exist, "4x4x4", 9);
    RUN_TESTp(several_threads_never_contradict_known_values, "4x4x4", "4x4x4");
    RUN_TESTp(several_threads_never_contradict_known_values, "3x3x3-score", "3x3x3:score");
    RUN_TESTp(several_threads_never_contradict_known_values, "6x6x6", "6x6x6");
    RUN_TESTp(a_repeated_search_takes_the_same_nodes, "4x4x4", 10, DEPTH_MAX, 20000);
    RUN_TESTp(a_repeated_search_takes_the_same_nodes, "4x4x4", 10, 6, UINT64_MAX);
    RUN_TESTp(a_repeated_search_takes_the_same_nodes, "3x3x3:score", 8, DEPTH_MAX, 20000);
    RUN_TESTp(a_repeated_search_takes_the_same_nodes, "6x6x6", 12, 4, UINT64_MAX);
    RUN_TESTp(mirror_images_of_an_opening_cost_little, "4x4x4", 8, 125);
    RUN_TESTp(mirror_images_of_an_opening_cost_little, "5x5x5", 7, 140);
}
