/* The program magic: what it prints is read back and added up here, by code that it shares nothing with. */
#include "support/program_run.h"
#include "support/scratch.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ORDER_MAX = 20, NUMBERS_MAX = ORDER_MAX * ORDER_MAX * ORDER_MAX };

typedef struct {
    int count;
    long number[NUMBERS_MAX];
} Numbers;

/* The numbers in the lines that begin with one. */
static void collect(const char *text, Numbers *numbers) {
    numbers->count = 0;
    for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
        line += strspn(line, "\n ");
        if (*line < '0' || *line > '9') continue;
        while (*line >= '0' && *line <= '9' && numbers->count < NUMBERS_MAX) {
            char *end;
            numbers->number[numbers->count++] = strtol(line, &end, 10);
            line = end + strspn(end, " ");
        }
    }
}

static bool holds_each_once(const Numbers *numbers) {
    static bool is_there[NUMBERS_MAX + 1];
    memset(is_there, 0, sizeof is_there);
    for (int i = 0; i < numbers->count; i++) {
        long number = numbers->number[i];
        if (number < 1 || number > numbers->count || is_there[number]) return false;
        is_there[number] = true;
    }
    return true;
}

static long add_up(const Numbers *numbers, int n, const int from[3], const int step[3]) {
    long sum = 0;
    for (int i = 0; i < n; i++) {
        int x = from[0] + i * step[0], y = from[1] + i * step[1], z = from[2] + i * step[2];
        sum += numbers->number[(z * n + y) * n + x];
    }
    return sum;
}

/* Rows, columns and pillars of every layer. */
static bool straight_sums_are(const Numbers *numbers, int n, int d, long sum) {
    for (int axis = 0; axis < d; axis++) {
        for (int a = 0; a < n; a++) {
            for (int b = 0; b < (d == 3 ? n : 1); b++) {
                int from[3] = {0}, step[3] = {0};
                from[(axis + 1) % d] = a;
                if (d == 3) from[(axis + 2) % d] = b;
                step[axis] = 1;
                if (add_up(numbers, n, from, step) != sum) return false;
            }
        }
    }
    return true;
}

static bool diagonal_sums_are(const Numbers *numbers, int n, int d, long sum) {
    for (int corner = 0; corner < (d == 3 ? 4 : 2); corner++) {
        int from[3] = {corner & 1 ? n - 1 : 0, corner & 2 ? n - 1 : 0, 0};
        int step[3] = {corner & 1 ? -1 : 1, corner & 2 ? -1 : 1, d == 3 ? 1 : 0};
        if (add_up(numbers, n, from, step) != sum) return false;
    }
    return true;
}

static enum greatest_test_res is_magic(int n, int d) {
    static Numbers numbers;
    char command[64], heading[80];
    int status = -1;
    long count = d == 3 ? (long)n * n * n : (long)n * n, constant = n * (count + 1) / 2;
    snprintf(command, sizeof command, "magic %d%s", n, d == 2 ? " --square" : "");
    snprintf(heading, sizeof heading, "magic %s of order %d, constant %ld\n", d == 3 ? "cube" : "square", n, constant);
    char *text = program_run(command, "", &status);
    ASSERT(text != NULL);
    ASSERT_EQ(0, status);
    ASSERT_EQ(text, strstr(text, heading));
    collect(text, &numbers);
    ASSERT_EQ_FMT((int)count, numbers.count, "%d");
    ASSERT(holds_each_once(&numbers));
    ASSERT(straight_sums_are(&numbers, n, d, constant));
    ASSERT(diagonal_sums_are(&numbers, n, d, constant));
    free(text);
    PASS();
}

TEST cubes_of_orders_3_to_20_are_magic(void) {
    for (int n = 3; n <= ORDER_MAX; n++) CHECK_CALL(is_magic(n, 3));
    CHECK_CALL(is_magic(1, 3));
    PASS();
}

TEST squares_of_orders_3_to_20_are_magic(void) {
    for (int n = 3; n <= ORDER_MAX; n++) CHECK_CALL(is_magic(n, 2));
    CHECK_CALL(is_magic(1, 2));
    PASS();
}

TEST the_cube_of_order_3_is_printed_by_layers(void) {
    int status = -1;
    char *text = program_run("magic 3", "", &status);
    ASSERT_EQ(0, status);
    ASSERT_STR_EQ("magic cube of order 3, constant 42\n"
                  "\n"
                  "layer 1\n"
                  " 8 24 10\n"
                  "12  7 23\n"
                  "22 11  9\n"
                  "\n"
                  "layer 2\n"
                  "15  1 26\n"
                  "25 14  3\n"
                  " 2 27 13\n"
                  "\n"
                  "layer 3\n"
                  "19 17  6\n"
                  " 5 21 16\n"
                  "18  4 20\n",
                  text);
    free(text);
    PASS();
}

TEST order_2_is_impossible_and_says_so(void) {
    CHECK_CALL(program_says("magic 2", "", 1, "There is no magic cube of order 2"));
    CHECK_CALL(program_says("magic 2 --square", "", 1, "There is no magic square of order 2"));
    PASS();
}

TEST a_wrong_command_line_is_explained(void) {
    CHECK_CALL(program_says("magic", "", 2, "magic: which order? see --help\n"));
    CHECK_CALL(program_says("magic 0", "", 2, "from 1 to 100 for cubes, to 1000 for squares, not '0'"));
    CHECK_CALL(program_says("magic three", "", 2, "not 'three'"));
    CHECK_CALL(program_says("magic 101", "", 2, "cubes go up to order 100"));
    CHECK_CALL(program_says("magic 1001 --square", "", 2, "not '1001'"));
    CHECK_CALL(program_says("magic 3 4", "", 2, "more than one order given: '4'"));
    CHECK_CALL(program_says("magic 3 --round", "", 2, "unknown option '--round'; see --help"));
    CHECK_CALL(program_says("magic --check", "", 2, "--check needs a value"));
    CHECK_CALL(program_says("magic 3 -h", "", 0, "usage: magic N [--square]\n"));
    CHECK_CALL(program_says("magic --version", "", 0, "magic (Rowan) "));
    CHECK_CALL(program_says("magic --check /nonexistent/file", "", 2, "cannot open '/nonexistent/file': No such file"));
    PASS();
}

TEST its_own_cubes_and_squares_pass_the_check(void) {
    static const char *const commands[] = {"magic 6", "magic 4", "magic 7 --square", "magic 10 --square"};
    for (int i = 0; i < 4; i++) {
        int status = -1;
        char *text = program_run(commands[i], "", &status);
        CHECK_CALL(program_says("magic --check -", text, 0, "diagonals  "));
        free(text);
    }
    PASS();
}

TEST a_wrong_number_shows_in_exactly_its_sums(void) {
    const char *path = scratch_file("cube.txt");
    ASSERT(scratch_write(
        path, "# 3 was 1\n8 24 10\n12 7 23\n22 11 9\n\n15 3 26\n25 14 3\n2 27 13\n\n19 17 6\n5 21 16\n18 4 20\n"));
    char command[128];
    snprintf(command, sizeof command, "magic 3 --check %s", path);
    int status = -1;
    char *text = program_run(command, "", &status);
    ASSERT_STR_EQ("cube of order 3, magic constant 42\n"
                  "numbers    26 of 1 to 27 present; wrong:\n"
                  "    1 is missing\n"
                  "    3 occurs 2 times\n"
                  "rows       8 of 9 right; wrong:\n"
                  "    row 1 of layer 2 adds up to 44\n"
                  "columns    8 of 9 right; wrong:\n"
                  "    column 2 of layer 2 adds up to 44\n"
                  "pillars    8 of 9 right; wrong:\n"
                  "    pillar at row 1, column 2 adds up to 44\n"
                  "diagonals  4 of 4 right\n"
                  "not magic\n",
                  text);
    ASSERT_EQ(1, status);
    free(text);
    PASS();
}

TEST a_square_whose_diagonals_fail_is_told(void) {
    return program_says("magic --check -", "1 5 9\n6 7 2\n8 3 4\n", 1,
                        "rows       3 of 3 right\n"
                        "columns    3 of 3 right\n"
                        "diagonals  0 of 2 right; wrong:\n"
                        "    diagonal from row 1, column 1 adds up to 12\n"
                        "    diagonal from row 1, column 3 adds up to 24\n"
                        "not magic\n");
}

TEST files_that_hold_no_figure_are_refused(void) {
    CHECK_CALL(program_says("magic --check -", "", 2, "it holds no numbers"));
    CHECK_CALL(program_says("magic --check -", "1 2\n3 4 5\n", 2, "line 2: 3 numbers in this row, 2 in those above"));
    CHECK_CALL(program_says("magic --check -", "1 2\n3 4x\n", 2, "line 2: '4x' is not a whole number"));
    CHECK_CALL(program_says("magic --check -", "1 2 3\n4 5 6\n", 2,
                            "with 3 numbers in a row, a square has 3 rows and a cube has 9, but there are 2"));
    CHECK_CALL(program_says("magic --check -", "1 9999999999999\n3 4\n", 2, "at most 12 digits"));
    CHECK_CALL(program_says("magic 4 --check -", "8 1 6\n3 5 7\n4 9 2\n", 2,
                            "it is a square of order 3, not what was asked for"));
    CHECK_CALL(program_says("magic --check -", "-1 2\n3 99\n", 1, "-1 is not from 1 to 4"));
    PASS();
}

/* n * n would overflow, and a device never ends. */
TEST what_is_read_is_bounded(void) {
    enum { NUMBERS = 50000 };
    static char row[2 * NUMBERS + 1];
    for (int i = 0; i < NUMBERS; i++) memcpy(row + 2 * i, i < NUMBERS - 1 ? "1 " : "1\n", 2);
    CHECK_CALL(program_says("magic --check -", row, 2, "line 1 is too long"));
    row[2 * 2000 - 1] = '\n';
    row[2 * 2000] = '\0';
    CHECK_CALL(program_says("magic --check -", row, 2, "line 1: more than 1000 numbers in a row"));
    CHECK_CALL(program_says("magic --check /dev/zero", "", 2, "line 1: a zero byte"));
    PASS();
}

/* Every row is fine, but they never end. */
TEST more_rows_than_the_largest_figure_has_are_refused(void) {
    enum { ORDER = 1000 };
    static char rows[2 * ORDER * (ORDER + 1) + 1];
    for (int i = 0; i < ORDER * (ORDER + 1); i++) memcpy(rows + 2 * i, i % ORDER < ORDER - 1 ? "1 " : "1\n", 2);
    CHECK_CALL(program_says("magic --check -", rows, 2, "line 1001: more than 1000000 numbers"));
    PASS();
}

SUITE(magic_tool) {
    RUN_TEST(cubes_of_orders_3_to_20_are_magic);
    RUN_TEST(squares_of_orders_3_to_20_are_magic);
    RUN_TEST(the_cube_of_order_3_is_printed_by_layers);
    RUN_TEST(order_2_is_impossible_and_says_so);
    RUN_TEST(a_wrong_command_line_is_explained);
    RUN_TEST(its_own_cubes_and_squares_pass_the_check);
    RUN_TEST(a_wrong_number_shows_in_exactly_its_sums);
    RUN_TEST(a_square_whose_diagonals_fail_is_told);
    RUN_TEST(files_that_hold_no_figure_are_refused);
    RUN_TEST(what_is_read_is_bounded);
    RUN_TEST(more_rows_than_the_largest_figure_has_are_refused);
}
