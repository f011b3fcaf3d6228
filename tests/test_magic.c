/* The magic cubes that the rule magic plays on. */
#include "greatest.h"
#include "reference/reference.h"
#include "rules/magic.h"

enum { CUBE_MAX = 7 * 7 * 7 };

/* The sum of n numbers from `first` on in steps of `step`. */
static int sum(const int cube[], int n, int first, int step) {
    int total = 0;
    for (int i = 0; i < n; i++) total += cube[first + i * step];
    return total;
}

TEST the_cube_of_order_3_is_the_one_in_the_rules(void) {
    int cube[27];
    magic_cube(3, cube);
    ASSERT_EQ(8, cube[0]);
    ASSERT_EQ(1, cube[1 + 3 * 0 + 9 * 1]);
    ASSERT_EQ(42, magic_constant(3));
    ASSERT_EQ(315, magic_constant(5));
    ASSERT_EQ(1204, magic_constant(7));
    PASS();
}

TEST every_number_is_in_the_cube_once(int n) {
    int cube[CUBE_MAX];
    bool seen[CUBE_MAX + 1] = {false};
    magic_cube(n, cube);
    for (int cell = 0; cell < n * n * n; cell++) {
        ASSERT(cube[cell] >= 1 && cube[cell] <= n * n * n);
        ASSERT_FALSE(seen[cube[cell]]);
        seen[cube[cell]] = true;
    }
    PASS();
}

TEST rows_columns_pillars_and_space_diagonals_have_the_magic_sum(int n) {
    int cube[CUBE_MAX];
    magic_cube(n, cube);
    for (int a = 0; a < n; a++) {
        for (int b = 0; b < n; b++) {
            ASSERT_EQ_FMT(magic_constant(n), sum(cube, n, a * n + b * n * n, 1), "%d");
            ASSERT_EQ_FMT(magic_constant(n), sum(cube, n, a + b * n * n, n), "%d");
            ASSERT_EQ_FMT(magic_constant(n), sum(cube, n, a + b * n, n * n), "%d");
        }
    }
    ASSERT_EQ_FMT(magic_constant(n), sum(cube, n, 0, n * n + n + 1), "%d");
    ASSERT_EQ_FMT(magic_constant(n), sum(cube, n, n - 1, n * n + n - 1), "%d");
    ASSERT_EQ_FMT(magic_constant(n), sum(cube, n, n * n - n, n * n - n + 1), "%d");
    ASSERT_EQ_FMT(magic_constant(n), sum(cube, n, n * n - 1, n * n - n - 1), "%d");
    PASS();
}

TEST the_cube_is_that_of_the_reference(int n) {
    static const char *const names[] = {[3] = "3x3x3:magic", [5] = "5x5x5:magic", [7] = "7x7x7:magic"};
    int cube[CUBE_MAX];
    RefGame game;
    ASSERT(ref_game_init(&game, names[n]));
    magic_cube(n, cube);
    ASSERT_MEM_EQ(game.number, cube, sizeof cube[0] * (size_t)(n * n * n));
    PASS();
}

SUITE(magic) {
    RUN_TEST(the_cube_of_order_3_is_the_one_in_the_rules);
    for (int n = 3; n <= 7; n += 2) {
        RUN_TESTp(every_number_is_in_the_cube_once, n);
        RUN_TESTp(rows_columns_pillars_and_space_diagonals_have_the_magic_sum, n);
        RUN_TESTp(the_cube_is_that_of_the_reference, n);
    }
}
