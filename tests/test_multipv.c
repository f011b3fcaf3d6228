/* Several best lines through the protocol: what a host draws a heat map from. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/reference.h"
#include "support/protocol.h"

/* Shown with a failure. */
static char where[REF_POSITION_TEXT_SIZE + 100];

/* What the last info line with this number said. */
typedef struct {
    char score[40]; /* "cp 12", "mate -3" */
    char pv[2048];
    char proven[40]; /* "win", "loss by 2"; empty: not proven */
} HeatLine;

typedef struct {
    int count;
    char proven[40]; /* of the position */
    HeatLine line[REF_MAX_CELLS];
} HeatMap;

static void copy_between(const char *text, const char *from, const char *to, char copy[], size_t size) {
    const char *start = strstr(text, from);
    copy[0] = '\0';
    if (start == NULL) return;
    start += strlen(from);
    const char *end = to == NULL ? NULL : strstr(start, to);
    int length = end == NULL ? (int)strlen(start) : (int)(end - start);
    snprintf(copy, size, "%.*s", length, start);
}

/* Reads up to bestmove; the move is left in *host_heard(). */
static void read_heat_map(HeatMap *map) {
    memset(map, 0, sizeof *map);
    while (!matches(host_line(host), "bestmove *") && host_heard()[0] != '(') {
        const char *heard = host_heard(), *number = strstr(heard, "multipv ");
        int k = number == NULL ? 0 : atoi(number + strlen("multipv "));
        if (k == 0) copy_between(heard, "info string proven ", NULL, map->proven, sizeof map->proven);
        if (k < 1 || k > REF_MAX_CELLS) continue;
        HeatLine *line = &map->line[k - 1];
        if (matches(heard, "info string multipv * proven *")) {
            copy_between(heard, " proven ", NULL, line->proven, sizeof line->proven);
            continue;
        }
        copy_between(heard, " score ", " nodes ", line->score, sizeof line->score);
        copy_between(heard, " pv ", NULL, line->pv, sizeof line->pv);
        line->proven[0] = '\0';
        if (k > map->count) map->count = k;
    }
}

static void set_up(const RefPosition *position) {
    char fen[REF_POSITION_TEXT_SIZE], line[REF_POSITION_TEXT_SIZE + 40];
    snprintf(where, sizeof where, "%s", ref_position_text(position, fen));
    snprintf(line, sizeof line, "uginewgame\nposition fen %s", fen);
    host_send(host, line);
}

static bool is_first_move(const char *pv, const char *move) {
    size_t length = strlen(move);
    return strncmp(pv, move, length) == 0 && (pv[length] == ' ' || pv[length] == '\0');
}

static const HeatLine *line_of(const HeatMap *map, const char *move) {
    for (int i = 0; i < map->count; i++) {
        if (is_first_move(map->line[i].pv, move)) return &map->line[i];
    }
    return NULL;
}

/* Every legal move has one line, whose moves are legal. */
static enum greatest_test_res check_moves(const HeatMap *map, const RefPosition *position) {
    int moves[REF_MAX_CELLS];
    int count = ref_legal_moves(position, moves);
    ASSERT_EQ_FMTm(where, count, map->count, "%d");
    for (int i = 0; i < count; i++) {
        char text[REF_MOVE_TEXT_SIZE], pv[2048];
        const HeatLine *line = line_of(map, ref_move_text(position->game, moves[i], text));
        ASSERTm(where, line != NULL);
        RefPosition next = *position;
        snprintf(pv, sizeof pv, "%s", line->pv);
        for (char *move = strtok(pv, " "); move != NULL; move = strtok(NULL, " ")) {
            ASSERTm(where, ref_play(&next, ref_move_from_text(position->game, move)));
        }
    }
    PASS();
}

/* The moves of each class, as `query classes` has them, share value and proof. */
static enum greatest_test_res check_classes(const HeatMap *map, int *shared) {
    char classes[16384];
    snprintf(classes, sizeof classes, "%s", host_query(host, "classes"));
    const HeatLine *first = NULL;
    for (char *word = strtok(classes, " "); word != NULL; word = strtok(NULL, " ")) {
        if (strcmp(word, "|") == 0) {
            first = NULL;
            continue;
        }
        const HeatLine *line = line_of(map, word);
        ASSERTm(where, line != NULL);
        if (first != NULL) {
            ASSERT_STR_EQm(where, first->score, line->score);
            ASSERT_STR_EQm(where, first->proven, line->proven);
            ++*shared;
        }
        first = line;
    }
    PASS();
}

TEST moves_that_symmetry_makes_equal_have_equal_values(const char *name, int plies, const char *limit) {
    static RefGame game;
    static HeatMap map;
    int shared = 0;
    ASSERT(ref_game_init(&game, name));
    host_send(host, "setoption name MultiPV value 512");
    for (int seed = 0; seed < 3; seed++) {
        RefPosition position;
        ASSERT(ref_random_position(&position, &game, plies, (uint64_t)seed));
        set_up(&position);
        host_send(host, limit);
        read_heat_map(&map);
        char best[REF_MOVE_TEXT_SIZE];
        snprintf(best, sizeof best, "%.15s", host_heard() + strlen("bestmove "));
        ASSERTm(where, is_first_move(map.line[0].pv, best));
        CHECK_CALL(check_moves(&map, &position));
        CHECK_CALL(check_classes(&map, &shared));
    }
    ASSERTm("no position with symmetry", shared > 0);
    PASS();
}

static const char *truth_text(const RefGame *game, int value) {
    static char text[40];
    const char *result = value > 0 ? "win" : value < 0 ? "loss" : "draw";
    snprintf(text, sizeof text, game->rule == REF_LINE || value == 0 ? "%s" : "%s by %d", result, abs(value));
    return text;
}

/* Each line is proven in the end, and right; with few nodes fewer are, and these are right. */
TEST the_proven_value_of_every_move_is_that_of_brute_force(const char *name, const char *limit, bool all) {
    enum { EMPTY = 9 };
    static RefGame game;
    static HeatMap map;
    int proven = 0, lines = 0;
    ASSERT(ref_game_init(&game, name));
    host_send(host, "setoption name MultiPV value 512");
    for (int seed = 0; seed < 12; seed++) {
        RefPosition position;
        RefValue value;
        if (!ref_random_position(&position, &game, game.cell_count - EMPTY, (uint64_t)seed)) continue;
        set_up(&position);
        host_send(host, limit);
        read_heat_map(&map);
        ASSERTm(where, ref_solve(&position, &value));
        if (map.proven[0] != '\0') ASSERT_STR_EQm(where, truth_text(&game, value.value), map.proven);
        for (int i = 0; i < map.count; i++, lines++) {
            char move[REF_MOVE_TEXT_SIZE];
            RefPosition next = position;
            snprintf(move, sizeof move, "%.*s", (int)strcspn(map.line[i].pv, " "), map.line[i].pv);
            ASSERTm(where, ref_play(&next, ref_move_from_text(&game, move)));
            if (map.line[i].proven[0] == '\0') continue;
            ASSERTm(where, ref_solve(&next, &value));
            ASSERT_STR_EQm(where, truth_text(&game, -value.value), map.line[i].proven);
            proven++;
        }
    }
    ASSERT(lines > 0);
    if (all) ASSERT_EQ_FMT(lines, proven, "%d");
    PASS();
}

TEST multipv_counts_cells_and_one_search_serves_a_whole_class(void) {
    static HeatMap map;
    host_send(host, "setoption name Game value 3x3\nsetoption name MultiPV value 3\ngo depth 3");
    read_heat_map(&map);
    ASSERT_EQ_FMT(3, map.count, "%d");
    ASSERT_STR_EQ(map.line[1].score, map.line[2].score);
    host_send(host, "go depth 3 searchmoves c3 b1 b2");
    read_heat_map(&map);
    ASSERT_EQ_FMT(3, map.count, "%d");
    ASSERT(line_of(&map, "c3") != NULL && line_of(&map, "b1") != NULL && line_of(&map, "b2") != NULL);
    host_send(host, "go depth 3 searchmoves c3 a1");
    read_heat_map(&map);
    ASSERT_EQ_FMT(2, map.count, "%d");
    ASSERT_STR_EQ(map.line[0].score, map.line[1].score);
    PASS();
}

/* A strategy has another move here than the search. */
TEST the_answer_of_an_analysis_is_the_first_move_of_line_1(void) {
    static HeatMap map;
    char best[REF_MOVE_TEXT_SIZE];
    SETTLES("setoption name UCI_AnalyseMode value true\nsetoption name MultiPV value 4");
    host_send(host, "position startpos moves a1a d1a a4a b2b a1d a2a\ngo nodes 30000");
    read_heat_map(&map);
    ASSERT_EQ_FMT(4, map.count, "%d");
    ASSERT_EQ(1, sscanf(host_heard(), "bestmove %7s", best));
    ASSERT(line_of(&map, best) == &map.line[0]);
    PASS();
}

TEST a_line_is_completed_at_any_limit(const char *go) {
    char line[128];
    SETTLES("setoption name Game value 3x3\nsetoption name MultiPV value 2\nposition startpos moves a1 a2 b1 b2");
    snprintf(line, sizeof line, "%s\nstop", go);
    host_send(host, line);
    WAITS_FOR("bestmove c1*");
    PASS();
}

SUITE(multipv) {
    with_a_host_for_each_test();
    RUN_TESTp(moves_that_symmetry_makes_equal_have_equal_values, "3x3", 0, "go depth 9");
    RUN_TESTp(moves_that_symmetry_makes_equal_have_equal_values, "4x4x4", 0, "go depth 4");
    RUN_TESTp(moves_that_symmetry_makes_equal_have_equal_values, "4x4x4", 1, "go nodes 20000");
    RUN_TESTp(moves_that_symmetry_makes_equal_have_equal_values, "4x4x4", 2, "go depth 3");
    RUN_TESTp(moves_that_symmetry_makes_equal_have_equal_values, "8x8", 1, "go depth 2");
    RUN_TESTp(moves_that_symmetry_makes_equal_have_equal_values, "3x3x3:magic10", 1, "go depth 3");
    static const char *const games[] = {"3x3", "4x4", "3x3x3", "3x3x3:score10", "4x4:score", "4x4x4", "3x3x3:magic"};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        RUN_TESTp(the_proven_value_of_every_move_is_that_of_brute_force, games[i], "go depth 30", true);
        RUN_TESTp(the_proven_value_of_every_move_is_that_of_brute_force, games[i], "go nodes 150", false);
    }
    RUN_TEST(multipv_counts_cells_and_one_search_serves_a_whole_class);
    RUN_TEST(the_answer_of_an_analysis_is_the_first_move_of_line_1);
    RUN_TESTp(a_line_is_completed_at_any_limit, "go nodes 1");
    RUN_TESTp(a_line_is_completed_at_any_limit, "go infinite");
}
