#include "suites/suites.h"

#include <string.h>

#include "harness/suite.h"
#include "reference/certify.h"

enum {
    THREATS_MIN = 2,  /* a single double threat is seen at once */
    THREATS_MAX = 12, /* longer ones are no fun */
    EACH_MAX = 12,    /* puzzles for each board and number of threats */
    NODES = 300000
};

/* The least number of threats with which the side to move wins; 0: it does not, or that is too hard to find out. */
static int count_threats(const char *fen, char board[REF_GAME_TEXT_SIZE]) {
    RefGame game;
    RefPosition position;
    uint16_t line[REF_MAX_CELLS];
    if (!ref_position_from_text(&game, &position, fen) || game.rule != REF_LINE) return 0;
    ref_game_text(&game, board);
    return certify_find_forced_win(&position, 2 * THREATS_MAX + 1, NODES, line) / 2;
}

static void print_suite(const Suite *suite) {
    int threats[1000], counts[THREATS_MAX + 1] = {0};
    char board[REF_GAME_TEXT_SIZE] = "";
    int count = suite->count < 1000 ? suite->count : 1000;
    for (int i = 0; i < count; i++) {
        bool is_won = suite->positions[i].value.kind == SUITE_WIN;
        threats[i] = is_won ? count_threats(suite->positions[i].fen, board) : 0;
    }
    for (int wanted = THREATS_MIN; wanted <= THREATS_MAX; wanted++) {
        for (int i = 0; i < count; i++) {
            if (threats[i] != wanted || ++counts[wanted] > EACH_MAX) continue;
            printf("%s %d %s\n", board, wanted, suite->positions[i].fen);
        }
    }
}

bool suites_print_puzzles(char *const paths[], int count, Reason *why) {
    puts("# Puzzles: the board, the least number of threats that win, and the position. Made by `make puzzles`.");
    for (int i = 0; i < count; i++) {
        Suite suite;
        if (!suite_read(&suite, paths[i], NULL, why)) return false;
        print_suite(&suite);
        suite_free(&suite);
    }
    return true;
}
