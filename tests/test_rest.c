/* Blocks and what they leave, against brute force: the game inside a block, the finder's search and the checker's. */
#include <string.h>

#include "base/rng.h"
#include "blocks/block_game.h"
#include "blocks/rest.h"
#include "greatest.h"
#include "proof/rest_check.h"
#include "support/games.h"

/* The game of cut lines by brute force: at most 16 cells, sets of cells as bits. */

typedef struct {
    int cells, lines;
    unsigned line[16];
} TinyGame;

static bool tiny_holds(const TinyGame *game, unsigned attackers, unsigned defenders) {
    unsigned empty = ~(attackers | defenders) & ((1u << game->cells) - 1);
    for (int i = 0; i < game->lines; i++) {
        if ((game->line[i] & ~attackers) == 0) return false;
    }
    for (unsigned left = empty; left != 0; left &= left - 1) {
        unsigned attack = left & (~left + 1), replies = empty & ~attack;
        bool is_answered = replies == 0 && tiny_holds(game, attackers | attack, defenders);
        for (; replies != 0 && !is_answered; replies &= replies - 1) {
            unsigned reply = replies & (~replies + 1);
            is_answered = tiny_holds(game, attackers | attack, defenders | reply);
        }
        if (!is_answered) return false;
    }
    return true;
}

static RestVerdict check_with(RestMemory *memory, const CutLines *cut, uint64_t steps_max) {
    uint64_t nodes = 0;
    Work work = {.steps_max = steps_max};
    RestVerdict verdict = rest_check(cut, memory, &work, &nodes);
    rest_memory_free(memory);
    return verdict;
}

/* By the checker, which is not told of any other game. */
static RestVerdict check_alone(const CutLines *cut, uint64_t steps_max) {
    return check_with(rest_memory_new(cut->cells, cut->lines), cut, steps_max);
}

/* The same with sets for the largest boards, which is another program. */
static RestVerdict check_in_large_sets(const CutLines *cut) {
    return check_with(rest_memory_new(CELLS_MAX, LINES_MAX), cut, 100000000);
}

static void make_tiny_game(Rng *rng, TinyGame *tiny, CutLines *cut) {
    memset(tiny, 0, sizeof *tiny);
    memset(cut, 0, sizeof *cut);
    tiny->cells = cut->cells = 4 + rng_below(rng, 5);
    tiny->lines = cut->lines = 2 + rng_below(rng, 6);
    for (int i = 0; i < tiny->lines; i++) {
        int size = 2 + rng_below(rng, 3);
        while (cut->size[i] < size) {
            int cell = rng_below(rng, tiny->cells);
            if ((tiny->line[i] >> cell & 1) != 0) continue;
            tiny->line[i] |= 1u << cell;
            cut->cell[i][cut->size[i]++] = (uint16_t)cell;
        }
    }
}

TEST the_search_of_what_is_left_agrees_with_brute_force(void) {
    Rng rng = {.state = 14};
    int held = 0, games = 40 * games_wanted();
    for (int i = 0; i < games; i++) {
        TinyGame tiny;
        CutLines cut;
        make_tiny_game(&rng, &tiny, &cut);
        bool expected = tiny_holds(&tiny, 0, 0);
        ASSERT_EQ(expected ? REST_HOLDS : REST_FAILS, check_alone(&cut, 100000000));
        if (i % 16 == 0) ASSERT_EQ(expected ? REST_HOLDS : REST_FAILS, check_in_large_sets(&cut));
        held += expected;
    }
    ASSERT(held > games / 10 && held < games * 9 / 10);
    PASS();
}

/* How many cells and lines, and how many cells on a line; of three kinds of length the middle one is the most frequent.
 */
typedef struct {
    int cells, lines, shortest, longest;
} LineSizes;

/* Lines that cross at most once. */
static void make_lines(Rng *rng, const LineSizes *sizes, TinyGame *tiny, CutLines *cut) {
    memset(tiny, 0, sizeof *tiny);
    memset(cut, 0, sizeof *cut);
    tiny->cells = cut->cells = sizes->cells;
    for (int tries = 0; tries < 200 && tiny->lines < sizes->lines; tries++) {
        unsigned line = 0;
        int lengths = sizes->longest - sizes->shortest + 1;
        int size = sizes->shortest + (lengths == 3 ? (rng_below(rng, 6) + 2) / 3 : rng_below(rng, lengths));
        while (__builtin_popcount(line) < size) line |= 1u << rng_below(rng, tiny->cells);
        bool is_crossed_twice = false;
        for (int i = 0; i < tiny->lines; i++) is_crossed_twice |= __builtin_popcount(line & tiny->line[i]) > 1;
        if (is_crossed_twice) continue;
        int at = tiny->lines++;
        tiny->line[at] = line;
        for (; line != 0; line &= line - 1) cut->cell[at][cut->size[at]++] = (uint16_t)__builtin_ctz(line);
    }
    cut->lines = tiny->lines;
}

/* Larger games than the test above: lines of three and four cells, or on more cells and of two to four, so that there
 * are parts without a common cell and forced exchanges. */
static void make_crossing_game(Rng *rng, bool is_loose, TinyGame *tiny, CutLines *cut) {
    int cells = (is_loose ? 11 : 8) + rng_below(rng, 4), lines = 5 + rng_below(rng, 6);
    make_lines(rng, &(LineSizes){cells, lines, is_loose ? 2 : 3, 4}, tiny, cut);
}

static void make_rest(const CutLines *cut, Rest *rest) {
    memset(rest, 0, sizeof *rest);
    rest->cells = cut->cells;
    rest->lines = cut->lines;
    memcpy(rest->size, cut->size, sizeof rest->size);
    memcpy(rest->cell, cut->cell, sizeof rest->cell);
}

/* The finder's search and the checker's are two programs; brute force says who is right. */
TEST both_searches_of_what_is_left_agree_with_brute_force(void) {
    Rng rng = {.state = 1963};
    RestSearch *search = rest_search_new();
    ASSERT(search != NULL);
    int held = 0, games = 40 * games_wanted();
    for (int i = 0; i < games; i++) {
        TinyGame tiny;
        CutLines cut;
        Rest rest;
        RestEffort effort = {.nodes = 1000000};
        if (i % 2 == 0) make_tiny_game(&rng, &tiny, &cut);
        if (i % 2 == 1) make_crossing_game(&rng, i % 4 == 3, &tiny, &cut);
        make_rest(&cut, &rest);
        static SmallGame small;
        uint32_t lines[16];
        for (int k = 0; k < tiny.lines; k++) lines[k] = tiny.line[k];
        bool expected = i % 2 == 0 ? tiny_holds(&tiny, 0, 0) : small_game_holds(&small, lines, tiny.lines, NULL);
        ASSERT_EQ(expected, rest_search_holds(search, &rest, &effort));
        ASSERT_EQ(expected ? REST_HOLDS : REST_FAILS, check_alone(&cut, 100000000));
        held += expected;
    }
    rest_search_free(search);
    ASSERT(held > games / 10 && held < games * 9 / 10);
    PASS();
}

/* A stone of the attacker more on any cell that a search does not name must not matter. */
TEST what_holds_rests_on_the_cells_that_are_named(void) {
    Rng rng = {.state = 1973};
    RestSearch *search = rest_search_new();
    ASSERT(search != NULL);
    int unused = 0, games = 100 * games_wanted();
    for (int i = 0; i < games; i++) {
        TinyGame tiny;
        CutLines cut;
        Rest rest;
        RestEffort effort = {.nodes = 1000000};
        make_tiny_game(&rng, &tiny, &cut);
        make_rest(&cut, &rest);
        if (!rest_search_holds(search, &rest, &effort)) continue;
        for (int cell = 0; cell < tiny.cells; cell++) {
            if (cells_has(&effort.used, cell)) continue;
            ASSERT(tiny_holds(&tiny, 1u << cell, 0));
            unused++;
        }
    }
    rest_search_free(search);
    ASSERT(unused > games / 10);
    PASS();
}

/* The game after the attacker has taken a cell. */
static void make_attacked_rest(const CutLines *cut, int attack, Rest *rest) {
    memset(rest, 0, sizeof *rest);
    rest->cells = cut->cells;
    rest->lines = cut->lines;
    for (int line = 0; line < cut->lines; line++) {
        for (int i = 0; i < cut->size[line]; i++) {
            if (cut->cell[line][i] != attack) rest->cell[line][rest->size[line]++] = cut->cell[line][i];
        }
    }
}

static bool has_tiny_answer(const TinyGame *tiny, unsigned attackers) {
    for (int cell = 0; cell < tiny->cells; cell++) {
        if ((attackers >> cell & 1) == 0 && tiny_holds(tiny, attackers, 1u << cell)) return true;
    }
    return false;
}

/* Whatever depth the search begins with. */
TEST an_answer_is_found_where_brute_force_has_one(void) {
    Rng rng = {.state = 2026};
    RestSearch *search = rest_search_new();
    ASSERT(search != NULL);
    int answers = 0, games = 20 * games_wanted();
    for (int i = 0; i < games; i++) {
        TinyGame tiny;
        CutLines cut;
        Rest rest;
        RestEffort effort = {.nodes = 1000000, .depth = rng_below(&rng, 6)};
        make_tiny_game(&rng, &tiny, &cut);
        int attack = rng_below(&rng, tiny.cells);
        make_attacked_rest(&cut, attack, &rest);
        int answer = rest_search_answer(search, &rest, &effort);
        if (answer >= 0) {
            ASSERT(answer != attack && tiny_holds(&tiny, 1u << attack, 1u << answer));
            answers++;
        } else {
            ASSERT(tiny_holds(&tiny, 1u << attack, 0) || !has_tiny_answer(&tiny, 1u << attack));
        }
    }
    rest_search_free(search);
    ASSERT(answers > games / 10);
    PASS();
}

/* Games that take several moves of search, about half of which hold. */
TEST the_checker_agrees_with_brute_force_on_deeper_games(void) {
    Rng rng = {.state = 1977};
    int held = 0, games = 100 * games_wanted();
    for (int i = 0; i < games; i++) {
        static SmallGame small;
        TinyGame tiny;
        CutLines cut;
        uint32_t lines[16];
        make_lines(&rng, &(LineSizes){15 + rng_below(&rng, 4), 9 + rng_below(&rng, 6), 3, 4}, &tiny, &cut);
        for (int k = 0; k < tiny.lines; k++) lines[k] = tiny.line[k];
        bool expected = small_game_holds(&small, lines, tiny.lines, NULL);
        ASSERT_EQ(expected ? REST_HOLDS : REST_FAILS, check_alone(&cut, 100000000));
        held += expected;
    }
    ASSERT(held > games / 10 && held < games * 9 / 10);
    PASS();
}

/* Parts of one game, some of its lines at a time, as the pictures of a file are: what is known of a part must be true
 * in all of them. */
TEST what_the_checker_remembers_of_parts_is_true_in_other_games(void) {
    Rng rng = {.state = 1958};
    int held = 0, games = 4 * games_wanted(), pictures = 8;
    for (int i = 0; i < games; i++) {
        TinyGame tiny, some;
        CutLines cut;
        make_crossing_game(&rng, i % 2 == 1, &tiny, &cut);
        RestMemory *memory = rest_memory_new(cut.cells, cut.lines);
        for (int k = 0; k < pictures; k++) {
            static SmallGame small;
            uint32_t lines[16];
            uint64_t nodes = 0;
            Work work = {.steps_max = 100000000};
            some = tiny;
            some.lines = 0;
            for (int line = 0; line < cut.lines; line++) {
                cut.is_out[line] = rng_below(&rng, 8) == 0;
                if (!cut.is_out[line]) lines[some.lines++] = tiny.line[line];
            }
            bool expected = small_game_holds(&small, lines, some.lines, NULL);
            ASSERT_EQ(expected ? REST_HOLDS : REST_FAILS, rest_check(&cut, memory, &work, &nodes));
            held += expected;
        }
        rest_memory_free(memory);
    }
    ASSERT(held > games * pictures / 10 && held < games * pictures * 9 / 10);
    PASS();
}

/* Where the defender holds, it has an answer to every attack. */
TEST the_answers_of_the_checker_hold(void) {
    Rng rng = {.state = 1975};
    int answers = 0, games = 20 * games_wanted();
    for (int i = 0; i < games; i++) {
        TinyGame tiny;
        CutLines cut;
        make_tiny_game(&rng, &tiny, &cut);
        if (!tiny_holds(&tiny, 0, 0)) continue;
        RestMemory *memory = rest_memory_new(cut.cells, cut.lines);
        for (int attack = 0; attack < tiny.cells; attack++) {
            int answer;
            Work work = {.steps_max = 100000000};
            ASSERT_EQ(REST_HOLDS, rest_check_answer(&cut, attack, memory, &work, &answer));
            ASSERT(answer != attack);
            ASSERT(tiny_holds(&tiny, 1u << attack, answer == MOVE_NONE ? 0 : 1u << answer));
            answers += answer != MOVE_NONE;
        }
        rest_memory_free(memory);
    }
    ASSERT(answers > games);
    PASS();
}

TEST a_search_that_takes_too_much_work_is_given_up(void) {
    CutLines cut = {.cells = 9, .lines = 0};
    for (int i = 0; i < 9; i++) {
        for (int k = i + 1; k < 9; k++) {
            cut.size[cut.lines] = 3;
            cut.cell[cut.lines][0] = (uint16_t)i;
            cut.cell[cut.lines][1] = (uint16_t)k;
            cut.cell[cut.lines++][2] = (uint16_t)((i + k) % 9 == i || (i + k) % 9 == k ? (k + 1) % 9 : (i + k) % 9);
        }
    }
    ASSERT_EQ(REST_TOO_MUCH, check_alone(&cut, 100));
    PASS();
}

/* Blocks that the engine finds by itself, and the game inside a block */

TEST the_game_inside_a_block_agrees_with_brute_force(void) {
    static SmallGame game;
    Rng rng = {.state = 41};
    for (int i = 0; i < 40 * games_wanted(); i++) {
        TinyGame tiny;
        CutLines cut;
        uint32_t lines[16];
        make_tiny_game(&rng, &tiny, &cut);
        for (int k = 0; k < tiny.lines; k++) lines[k] = tiny.line[k];
        ASSERT_EQ(tiny_holds(&tiny, 0, 0), small_game_holds(&game, lines, tiny.lines, NULL));
    }
    PASS();
}

SUITE(rest) {
    RUN_TEST(the_game_inside_a_block_agrees_with_brute_force);
    RUN_TEST(the_search_of_what_is_left_agrees_with_brute_force);
    RUN_TEST(both_searches_of_what_is_left_agree_with_brute_force);
    RUN_TEST(what_holds_rests_on_the_cells_that_are_named);
    RUN_TEST(an_answer_is_found_where_brute_force_has_one);
    RUN_TEST(the_checker_agrees_with_brute_force_on_deeper_games);
    RUN_TEST(what_the_checker_remembers_of_parts_is_true_in_other_games);
    RUN_TEST(the_answers_of_the_checker_hold);
    RUN_TEST(a_search_that_takes_too_much_work_is_given_up);
}
