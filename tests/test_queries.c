/* What `query` tells about lines, threats, symmetry and pairings, against the reference: a host that draws all this has
 * no rules of its own to correct it by. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/certify.h"
#include "support/games.h"
#include "support/protocol.h"

enum { ANSWER_SIZE = 16384, PERMUTATIONS_MAX = 24, INNER_MAX = 5040 };

/* Shown with a failure. */
static char where[REF_POSITION_TEXT_SIZE + 100];

/* Asks, and takes the answer apart into the words between the bars. */
typedef struct {
    char text[ANSWER_SIZE];
    int count;
    char *part[REF_MAX_LINES];
} Parts;

static void ask(const char *what, Parts *parts) {
    snprintf(parts->text, sizeof parts->text, "%s", host_query(host, what));
    parts->count = 0;
    for (char *rest = parts->text; rest != NULL && parts->count < REF_MAX_LINES;) {
        parts->part[parts->count++] = rest;
        char *bar = strstr(rest, " | ");
        if (bar != NULL) *bar = '\0';
        rest = bar == NULL ? NULL : bar + 3;
    }
}

static int by_value(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

static void cells_text(const RefGame *game, const int cells[], int count, char text[], size_t size) {
    size_t length = (size_t)snprintf(text, size, "%s", count == 0 ? "none" : "");
    for (int i = 0; i < count; i++) {
        char move[REF_MOVE_TEXT_SIZE];
        length +=
            (size_t)snprintf(text + length, size - length, i > 0 ? " %s" : "%s", ref_move_text(game, cells[i], move));
    }
}

/* Lines and threats */

static bool has_part(const Parts *parts, const char *wanted) {
    for (int i = 0; i < parts->count; i++) {
        if (strcmp(parts->part[i], wanted) == 0) return true;
    }
    return false;
}

static enum greatest_test_res check_lines(const RefGame *game) {
    static Parts parts;
    ask("lines", &parts);
    ASSERT_EQ_FMTm(where, game->line_count, parts.count, "%d");
    for (int line = 0; line < game->line_count; line++) {
        char text[200];
        cells_text(game, game->line[line], game->n, text, sizeof text);
        ASSERTm(where, has_part(&parts, text));
    }
    PASS();
}

static enum greatest_test_res check_threats(const RefPosition *position) {
    static char text[2][ANSWER_SIZE], expected[2 * ANSWER_SIZE + 20];
    for (int side = 0; side < 2; side++) {
        int cells[REF_MAX_CELLS];
        int count = ref_is_over(position) ? 0 : certify_winning_cells(position, "xo"[side], cells);
        qsort(cells, (size_t)count, sizeof cells[0], by_value);
        cells_text(position->game, cells, count, text[side], sizeof text[side]);
    }
    snprintf(expected, sizeof expected, "p1 %s | p2 %s", text[0], text[1]);
    ASSERT_STR_EQm(where, expected, host_query(host, "threats"));
    PASS();
}

/* Symmetry: all ways to permute and reflect the axes, and to permute the coordinates by one permutation that commutes
 * with reversal, which maps lines to lines. For edges above 7 the engine leaves the last kind out. */

typedef struct {
    int count;
    int of[INNER_MAX][REF_MAX_N];
} Permutations;

static void permute(Permutations *all, int order[], int from, int size) {
    if (from == size) memcpy(all->of[all->count++], order, sizeof(int) * (size_t)size);
    for (int i = from; i < size; i++) {
        int first = order[from];
        order[from] = order[i], order[i] = first;
        permute(all, order, from + 1, size);
        order[i] = order[from], order[from] = first;
    }
}

static void permutations_of(int size, Permutations *all) {
    int order[REF_MAX_N];
    for (int i = 0; i < size; i++) order[i] = i;
    all->count = 0;
    permute(all, order, 0, size);
}

static bool commutes_with_reversal(const int order[], int n) {
    for (int i = 0; i < n; i++) {
        if (order[n - 1 - i] != n - 1 - order[i]) return false;
    }
    return true;
}

static void inner_permutations(int n, Permutations *inner) {
    if (n > 7) {
        inner->count = 1;
        for (int i = 0; i < n; i++) inner->of[0][i] = i;
        return;
    }
    permutations_of(n, inner);
    int kept = 0;
    for (int i = 0; i < inner->count; i++) {
        if (commutes_with_reversal(inner->of[i], n)) memcpy(inner->of[kept++], inner->of[i], sizeof inner->of[i]);
    }
    inner->count = kept;
}

static void map_cells(const RefGame *game, const int axes[], int reflected, const int inner[], int image[]) {
    for (int cell = 0; cell < game->cell_count; cell++) {
        int stride = 1;
        image[cell] = 0;
        for (int axis = 0; axis < game->d; axis++, stride *= game->n) {
            int at = inner[ref_coordinate(game, cell, axes[axis])];
            image[cell] += stride * ((reflected >> axis & 1) != 0 ? game->n - 1 - at : at);
        }
    }
}

static bool keeps_lines(const RefGame *game, const int image[]) {
    for (int i = 0; i < game->line_count; i++) {
        int mapped[REF_MAX_N], found = 0;
        for (int k = 0; k < game->n; k++) mapped[k] = image[game->line[i][k]];
        qsort(mapped, (size_t)game->n, sizeof mapped[0], by_value);
        for (int j = 0; j < game->line_count; j++) {
            found += memcmp(mapped, game->line[j], sizeof(int) * (size_t)game->n) == 0;
        }
        if (found == 0) return false;
    }
    return true;
}

static bool keeps_stones(const RefPosition *position, const int image[]) {
    for (int cell = 0; cell < position->game->cell_count; cell++) {
        if (position->cell[image[cell]] != position->cell[cell]) return false;
    }
    return true;
}

/* For each cell the first of its class. */
static void classes_of(const RefPosition *position, int first[REF_MAX_CELLS]) {
    static Permutations axes, inner;
    const RefGame *game = position->game;
    permutations_of(game->d, &axes);
    inner_permutations(game->n, &inner);
    for (int cell = 0; cell < game->cell_count; cell++) first[cell] = cell;
    for (int a = 0; a < axes.count; a++) {
        for (int reflected = 0; reflected < 1 << game->d; reflected++) {
            for (int i = 0; i < inner.count; i++) {
                int image[REF_MAX_CELLS];
                map_cells(game, axes.of[a], reflected, inner.of[i], image);
                if (!keeps_stones(position, image) || (game->rule == REF_MAGIC && !keeps_lines(game, image))) continue;
                for (int cell = 0; cell < game->cell_count; cell++) {
                    if (image[cell] < first[cell]) first[cell] = image[cell];
                }
            }
        }
    }
}

static enum greatest_test_res check_classes(const RefPosition *position) {
    static char expected[ANSWER_SIZE];
    const RefGame *game = position->game;
    int first[REF_MAX_CELLS];
    size_t length = 0;
    classes_of(position, first);
    expected[0] = '\0';
    for (int head = 0; head < game->cell_count; head++) {
        int cells[REF_MAX_CELLS], count = 0;
        if (first[head] != head || position->cell[head] != '.') continue;
        for (int cell = 0; cell < game->cell_count; cell++) {
            if (first[cell] == head) cells[count++] = cell;
        }
        if (length > 0) length += (size_t)snprintf(expected + length, sizeof expected - length, " | ");
        cells_text(game, cells, count, expected + length, sizeof expected - length);
        length += strlen(expected + length);
    }
    ASSERT_STR_EQm(where, length > 0 ? expected : "none", host_query(host, "classes"));
    PASS();
}

/* Pairings */

static int stones_on(const RefPosition *position, int line, char side) {
    int count = 0;
    for (int i = 0; i < position->game->n; i++) count += position->cell[position->game->line[line][i]] == side;
    return count;
}

/* Can the side still complete the line, which it has not done yet? */
static bool is_to_be_had(const RefPosition *position, int line, char side) {
    return stones_on(position, line, side == 'x' ? 'o' : 'x') == 0 &&
           stones_on(position, line, side) < position->game->n;
}

/* Reads pairs such as " a1-b2 c3-d4" of different empty cells: partner[cell], or -1. False if they are no such pairs.
 */
static bool read_pairs(const RefPosition *position, char *text, int partner[REF_MAX_CELLS]) {
    for (int cell = 0; cell < REF_MAX_CELLS; cell++) partner[cell] = -1;
    for (char *pair = strtok(text, " "); pair != NULL; pair = strtok(NULL, " ")) {
        char *dash = strchr(pair, '-');
        if (dash == NULL) return false;
        *dash = '\0';
        int a = ref_move_from_text(position->game, pair), b = ref_move_from_text(position->game, dash + 1);
        if (a < 0 || b < 0 || a == b || position->cell[a] != '.' || position->cell[b] != '.') return false;
        if (partner[a] >= 0 || partner[b] >= 0) return false;
        partner[a] = b, partner[b] = a;
    }
    return true;
}

static bool line_holds_a_pair(const RefGame *game, int line, const int partner[]) {
    for (int i = 0; i < game->n; i++) {
        for (int k = 0; k < i; k++) {
            if (partner[game->line[line][i]] == game->line[line][k]) return true;
        }
    }
    return false;
}

static enum greatest_test_res check_pairing_of(const RefPosition *position, char side, char *answer) {
    const RefGame *game = position->game;
    int partner[REF_MAX_CELLS], to_be_had = 0;
    for (int line = 0; line < game->line_count; line++) to_be_had += is_to_be_had(position, line, side);
    ASSERT_EQm(where, to_be_had == 0, strcmp(answer, "blocked") == 0);
    if (to_be_had == 0) PASS();
    if (strcmp(answer, "none") == 0) {
        ASSERTm(where,
                ref_is_over(position) || ref_points(position, side) > 0 || !certify_side_is_held(position, side));
        PASS();
    }
    ASSERT_FALSEm(where, ref_is_over(position));
    ASSERTm(where, read_pairs(position, answer, partner));
    for (int line = 0; line < game->line_count; line++) {
        ASSERTm(where, !is_to_be_had(position, line, side) || line_holds_a_pair(game, line, partner));
    }
    PASS();
}

static enum greatest_test_res check_pairing(const RefPosition *position) {
    static Parts parts;
    ask("pairing", &parts);
    ASSERT_EQ_FMTm(where, 2, parts.count, "%d");
    for (int side = 0; side < 2; side++) {
        ASSERTm(where, strncmp(parts.part[side], side == 0 ? "p1 " : "p2 ", 3) == 0);
        CHECK_CALL(check_pairing_of(position, "xo"[side], parts.part[side] + 3));
    }
    PASS();
}

TEST random_games_have_the_threats_classes_and_pairings_of_the_reference(const char *name) {
    enum { GAMES = 3, PLIES_APART = 3 };
    static RefGame game;
    ASSERT(ref_game_init(&game, name));
    for (int seed = 0; seed < GAMES; seed++) {
        RefPosition position;
        RandomPlay random = random_play(&game, (uint64_t)seed);
        ref_start(&position, &game);
        for (int ply = 0;; ply++) {
            char fen[REF_POSITION_TEXT_SIZE], line[REF_POSITION_TEXT_SIZE + 20];
            bool over = ref_is_over(&position);
            if (over || ply < 4 || ply % PLIES_APART == 0) {
                snprintf(where, sizeof where, "%s", ref_position_text(&position, fen));
                snprintf(line, sizeof line, "position fen %s", fen);
                host_send(host, line);
                CHECK_CALL(check_threats(&position));
                CHECK_CALL(check_pairing(&position));
                CHECK_CALL(check_classes(&position));
            }
            if (over) break;
            ref_play(&position, random_move(&random, &position));
        }
    }
    PASS();
}

TEST query_lines_names_every_line_once(void) {
    static RefGame game;
    static ListedGame names[GAMES_MAX];
    int count = games_all(names);
    for (int i = 0; i < count; i++) {
        char line[REF_GAME_TEXT_SIZE + 40];
        ASSERT(ref_game_init(&game, names[i].text));
        snprintf(where, sizeof where, "%.60s", names[i].text);
        snprintf(line, sizeof line, "setoption name Game value %.60s", names[i].text);
        host_send(host, line);
        CHECK_CALL(check_lines(&game));
    }
    PASS();
}

TEST positions_with_symmetry_have_classes_of_several_cells(void) {
    host_send(host, "position fen 3/3/3 x");
    ANSWERS("classes", "a1 c1 a3 c3 | b1 a2 c2 b3 | b2");
    host_send(host, "position fen 3/1x1/3 o");
    ANSWERS("classes", "a1 c1 a3 c3 | b1 a2 c2 b3");
    host_send(host, "position fen x2/1o1/3 x");
    ANSWERS("classes", "b1 a2 | c1 a3 | c2 b3 | c3");
    host_send(host, "position fen xox/xox/oxo o");
    ANSWERS("classes", "none");
    PASS();
}

/* Pairs of opposite coordinates can change places: only how many lines go through a cell, and how, is left. */
TEST the_empty_cube_of_6_has_three_classes(void) {
    SETTLES("setoption name Game value 6x6x6");
    const char *answer = host_query(host, "classes");
    ASSERTm(answer, matches(answer, "a1a *| b1a *| c2a *"));
    int bars = 0;
    for (const char *at = answer; *at != '\0'; at++) bars += *at == '|';
    ASSERT_EQ_FMTm(answer, 2, bars, "%d");
    PASS();
}

/* Where lines are points, those that are complete need no pair. */
TEST blocks_are_shown_where_a_picture_holds(void) {
    SETTLES("setoption name Game value 6x6x6");
    ASSERTm(host_heard(), matches(host_query(host, "blocks"), "p1 *-*-*-* | p2 *-*-*-*"));
    SETTLES("position startpos moves a1a");
    ASSERTm(host_heard(), matches(host_query(host, "blocks"), "* | p2 *-*-*-*"));
    SETTLES("setoption name Game value 5x5x5");
    ANSWERS("blocks", "p1 none | p2 none");
    PASS();
}

TEST a_pairing_against_more_points_leaves_completed_lines_out(void) {
    host_send(host, "position fen xxx/ooo/3 x score");
    ASSERTm(host_heard(), matches(host_query(host, "pairing"), "p1 *3-*3 | p2 *3-*3"));
    host_send(host, "position fen xxx/ooo/xo1 x score");
    ANSWERS("pairing", "p1 blocked | p2 blocked");
    PASS();
}

TEST a_completed_line_says_whose_it_is_where_lines_are_points(void) {
    host_send(host, "position fen xxx/ooo/3 x score");
    ANSWERS("line", "p1 a1 b1 c1 | p2 a2 b2 c2");
    host_send(host, "position fen xxx/oo1/3 o line");
    ANSWERS("line", "a1 b1 c1");
    PASS();
}

SUITE(queries) {
    static const char *const games[] = {"3x3",   "5x5",   "6x6",   "3x3x3",     "3x3x3:score10", "3x3x3:magic10",
                                        "4x4x4", "5x5x5", "8x8x8", "4x4:score", "3x3x3x3"};
    with_a_host_for_each_test();
    RUN_TEST(query_lines_names_every_line_once);
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        RUN_TESTp(random_games_have_the_threats_classes_and_pairings_of_the_reference, games[i]);
    }
    RUN_TEST(positions_with_symmetry_have_classes_of_several_cells);
    RUN_TEST(the_empty_cube_of_6_has_three_classes);
    RUN_TEST(blocks_are_shown_where_a_picture_holds);
    RUN_TEST(a_pairing_against_more_points_leaves_completed_lines_out);
    RUN_TEST(a_completed_line_says_whose_it_is_where_lines_are_points);
}
