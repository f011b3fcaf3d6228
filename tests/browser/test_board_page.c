/* The page of the board in a real browser: clicks, keys, views, and an engine that is lost. Tests with a kind run on
 * the page of the server and on the single file. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "browser/board_page.h"
#include "greatest.h"
#include "support/scratch.h"

static BoardPage page;
static Browser *const browser = &page.browser;

static const char record_text[] = "; Rowan referee, record format 1\n\n[Event \"test\"]\n[Game \"3x3\"]\n[X "
                                  "\"alpha\"]\n[O \"beta\"]\n[Result \"1-0\"]\n\n"
                                  "1. a1 b1 2. a2 b2 3. a3\n1-0\n";

#define CLOSE() ASSERT(board_page_close(&page))

/* A person who takes the first free cell, until the game is over. */
static bool play_to_the_end(void) {
    static const char over[] = "/won|lost|Draw|resigned/.test(document.getElementById('status-text').textContent)";
    static const char turn[] = "/won|lost|Draw|Your move/.test(document.getElementById('status-text').textContent)";
    for (int move = 0; move < 64; move++) {
        if (!page_wait(browser, turn)) return false;
        if (strcmp(page_value(browser, over), "true") == 0) return true;
        int stones = board_page_stones(&page);
        char expression[160];
        snprintf(expression, sizeof expression, "document.querySelectorAll('.cell.is-taken').length > %d", stones);
        if (!page_click(browser, ".cell:not(.is-taken)") || !page_wait(browser, expression)) return false;
    }
    return false;
}

TEST a_whole_game_is_played_against_the_engine(PageKind kind, const char *game) {
    ASSERT(board_page_open(&page, kind, game, ""));
    if (strcmp(game, "4x4x4") == 0) ASSERT(page_click(browser, "#view-flat"));
    ASSERT(board_page_seat(&page, "person", "0:master"));
    ASSERT(play_to_the_end());
    /* The first free cell again and again is no way to beat it. */
    ASSERT_STR_EQ("false",
                  page_value(browser, "document.getElementById('status-text').textContent.startsWith('You won')"));
    if (strcmp(game, "4x4x4") == 0) {
        ASSERT_STR_EQ("You lost", page_value(browser, "document.getElementById('status-text').textContent"));
        ASSERT_STR_EQ("4", page_value(browser, "document.querySelectorAll('.cell.is-won').length"));
    }
    CLOSE();
    PASS();
}

/* The line that was completed runs through cells that the next board has not. */
TEST after_a_won_game_a_smaller_board_is_set_up(PageKind kind) {
    ASSERT(board_page_open(&page, kind, "4x4x4", ""));
    ASSERT(board_page_set_up(&page, "4/4/4/4//4/4/4/4//4/4/4/4//xxxx/ooo1/4/4 o"));
    ASSERT(board_page_status_is(&page, "You won"));
    ASSERT(page_click(browser, "#view-stack"));
    ASSERT(page_choose(browser, "#game-shape", "3x3"));
    ASSERT(board_page_status_is(&page, "Your move"));
    ASSERT_STR_EQ("9", page_value(browser, "document.querySelectorAll('.cell').length"));
    ASSERT_STR_EQ("0", page_value(browser, "document.querySelectorAll('#overlay path').length"));
    ASSERT(board_page_click_cell(&page, "b2"));
    ASSERT(page_wait(browser, "document.querySelectorAll('.cell.is-taken').length > 0"));
    CLOSE();
    PASS();
}

TEST two_engines_play_a_game(PageKind kind) {
    ASSERT(board_page_open(&page, kind, "3x3x3", ""));
    ASSERT(board_page_seat(&page, "0:master", "0:easy"));
    ASSERT(board_page_status_is(&page, "X wins"));
    CLOSE();
    PASS();
}

TEST moves_are_taken_back_and_played_again(PageKind kind) {
    ASSERT(board_page_open(&page, kind, "3x3", ""));
    ASSERT(board_page_seat(&page, "person", "person"));
    ASSERT(board_page_click_cell(&page, "a1"));
    ASSERT(board_page_status_is(&page, "O to move"));
    ASSERT(board_page_click_cell(&page, "b2"));
    ASSERT(board_page_status_is(&page, "X to move"));
    ASSERT_EQ(2, board_page_stones(&page));
    ASSERT(page_click(browser, "#undo"));
    ASSERT(board_page_status_is(&page, "O to move"));
    ASSERT_EQ(1, board_page_stones(&page));
    ASSERT(page_click(browser, "#redo"));
    ASSERT(board_page_status_is(&page, "X to move"));
    ASSERT_EQ(2, board_page_stones(&page));
    ASSERT(page_click(browser, "#new-game"));
    ASSERT(page_wait(browser, "document.querySelectorAll('.cell.is-taken').length === 0"));
    CLOSE();
    PASS();
}

/* Both before the engine has said whether the first one is a move. */
TEST clicks_in_one_breath_are_one_move(PageKind kind) {
    ASSERT(board_page_open(&page, kind, "3x3", ""));
    ASSERT(board_page_seat(&page, "person", "person"));
    ASSERT(page_wait(browser, "(document.getElementById('cell-a1').click(), document.getElementById('cell-b2').click(),"
                              " true)"));
    ASSERT(board_page_status_is(&page, "O to move"));
    browser_listen(browser, 200);
    ASSERT_EQ(1, board_page_stones(&page));
    ASSERT(page_wait(browser, "(document.getElementById('cell-c3').click(), document.getElementById('resign').click(),"
                              " true)"));
    ASSERT(board_page_status_is(&page, "O resigned, X wins"));
    browser_listen(browser, 200);
    ASSERT_EQ(1, board_page_stones(&page));
    CLOSE();
    PASS();
}

TEST a_taken_cell_is_no_move(PageKind kind) {
    ASSERT(board_page_open(&page, kind, "3x3", ""));
    ASSERT(board_page_seat(&page, "person", "person"));
    ASSERT(board_page_click_cell(&page, "a1"));
    ASSERT(board_page_status_is(&page, "O to move"));
    ASSERT(board_page_click_cell(&page, "a1"));
    browser_listen(browser, 200);
    ASSERT(board_page_status_is(&page, "O to move"));
    ASSERT_EQ(1, board_page_stones(&page));
    CLOSE();
    PASS();
}

TEST the_keyboard_reaches_every_direction_and_plays(PageKind kind) {
    static const char *const keys[] = {"ArrowRight", "ArrowDown", "ArrowDown", "PageDown",
                                       "PageDown",   "PageUp",    "ArrowUp",   "ArrowLeft"};
    ASSERT(board_page_open(&page, kind, "4x4x4", ""));
    ASSERT(board_page_seat(&page, "person", "person"));
    ASSERT(page_wait(browser, "(document.getElementById('cell-a1a').focus(), true)"));
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) ASSERT(page_key(browser, keys[i]));
    ASSERT_STR_EQ("cell-a2b", page_value(browser, "document.activeElement.id"));
    ASSERT(page_key(browser, "Enter"));
    ASSERT(board_page_status_is(&page, "O to move"));
    ASSERT_STR_EQ("a2b, X", page_value(browser, "document.getElementById('cell-a2b').getAttribute('aria-label')"));
    ASSERT(page_wait(browser, "document.getElementById('live').textContent.includes('X plays a2b')"));
    CLOSE();
    PASS();
}

TEST the_fourth_dimension_has_its_keys(void) {
    ASSERT(board_page_open(&page, PAGE_OF_SERVER, "3x3x3x3", ""));
    ASSERT(page_wait(browser, "(document.getElementById('cell-a1a1').focus(), true)"));
    ASSERT(page_key(browser, "End"));
    ASSERT_STR_EQ("cell-a1a2", page_value(browser, "document.activeElement.id"));
    ASSERT(page_key(browser, "Home"));
    ASSERT_STR_EQ("cell-a1a1", page_value(browser, "document.activeElement.id"));
    CLOSE();
    PASS();
}

TEST screen_readers_hear_what_a_cell_is(PageKind kind) {
    ASSERT(board_page_open(&page, kind, "3x3", ""));
    ASSERT_EQ(9, page_accessible_count(browser, "button", ", empty"));
    ASSERT(board_page_set_up(&page, "xx1/oo1/3 x"));
    ASSERT(page_wait(browser, "document.querySelectorAll('.cell.is-taken').length === 4"));
    ASSERT_EQ(5, page_accessible_count(browser, "button", ", empty"));
    ASSERT_EQ(1, page_accessible_count(browser, "button", "c1, empty, completes a line for X"));
    ASSERT_EQ(1, page_accessible_count(browser, "button", "c2, empty, completes a line for O"));
    ASSERT_EQ(2,
              page_accessible_count(browser, "combobox", "Board") + page_accessible_count(browser, "combobox", "Rule"));
    CLOSE();
    PASS();
}

TEST analysis_puts_numbers_on_the_cells(PageKind kind) {
    ASSERT(page_resize(browser, 1280, 860, false));
    ASSERT(board_page_open(&page, kind, "3x3", ""));
    ASSERT(board_page_seat(&page, "person", "person"));
    ASSERT(board_page_set_up(&page, "xo1/3/3 x"));
    ASSERT(page_wait(browser, "document.querySelectorAll('.cell.is-taken').length === 2"));
    ASSERT(page_click(browser, "#tab-analyse"));
    ASSERT(page_click(browser, "#analyse"));
    ASSERT(page_wait(browser, "document.querySelectorAll('.cell.is-heated').length === 7"));
    /* Three of the seven moves win, and no other: a2, a3 and b2. */
    ASSERT(page_wait(browser, "[...document.querySelectorAll('.cell.is-heated')]"
                              ".filter((cell) => cell.textContent.startsWith('W')).map((cell) => cell.id).sort().join()"
                              " === 'cell-a2,cell-a3,cell-b2'"));
    ASSERT(page_wait(browser, "document.querySelectorAll('#analyse-lines li').length > 0"));
    ASSERT(page_click(browser, "#analyse"));
    /* What was found stays, until the position changes. */
    ASSERT(page_wait(browser, "document.getElementById('analyse').textContent === 'Analyse'"));
    browser_listen(browser, 200);
    ASSERT_STR_EQ("7", page_value(browser, "document.querySelectorAll('.cell.is-heated').length"));
    ASSERT(board_page_click_cell(&page, "c3"));
    ASSERT(page_wait(browser, "document.querySelectorAll('.cell.is-taken').length === 3"));
    ASSERT_STR_EQ("0", page_value(browser, "document.querySelectorAll('.cell.is-heated').length"));
    CLOSE();
    PASS();
}

TEST analysis_of_a_finished_game_says_so(PageKind kind) {
    ASSERT(page_resize(browser, 1280, 860, false));
    ASSERT(board_page_open(&page, kind, "3x3", ""));
    ASSERT(board_page_set_up(&page, "xxx/oo1/3 o"));
    ASSERT(board_page_status_is(&page, "You won"));
    ASSERT(page_click(browser, "#tab-analyse"));
    ASSERT(page_click(browser, "#analyse"));
    ASSERT(page_wait(browser, "document.getElementById('bar-text').textContent.startsWith('The game is over')"));
    CLOSE();
    PASS();
}

/* The position after "Set up" is a puzzle of the list; the hint is a move on the board. */
TEST a_puzzle_is_set_up_and_gives_a_hint(PageKind kind) {
    ASSERT(page_resize(browser, 1280, 860, false));
    ASSERT(board_page_open(&page, kind, "3x3", ""));
    ASSERT(page_click(browser, "#tab-puzzles"));
    ASSERT(page_choose(browser, "#puzzle-game", "4x4x4"));
    ASSERT(page_click(browser, "#puzzle-start"));
    ASSERT(page_wait(browser, "document.querySelectorAll('.cell').length === 64"));
    ASSERT(page_wait(browser, "document.querySelectorAll('.cell.is-taken').length > 3"));
    ASSERT(page_wait(browser, "!document.getElementById('puzzle-hint').disabled"));
    ASSERT(page_click(browser, "#puzzle-hint"));
    ASSERT(page_wait(browser, "document.getElementById('puzzle-text').textContent.includes('Another hint')"));
    ASSERT(page_click(browser, "#puzzle-hint"));
    ASSERT(page_wait(browser, "document.querySelectorAll('.cell.is-hint, .cell.is-answer').length > 0"));
    CLOSE();
    PASS();
}

/* X has just completed nothing, but two lines are open for it: the win takes two moves, and the page shows them. */
TEST a_forced_win_is_explained_step_by_step(PageKind kind) {
    ASSERT(page_resize(browser, 1280, 860, false));
    ASSERT(board_page_open(&page, kind, "4x4x4", ""));
    ASSERT(board_page_seat(&page, "person", "person"));
    ASSERT(board_page_set_up(&page, "x2o/o3/4/x3//4/1o2/o3/4//4/2x1/4/4//x3/4/4/4 x"));
    ASSERT(page_wait(browser, "document.querySelectorAll('.cell.is-taken').length === 8"));
    ASSERT(page_click(browser, "#tab-proof"));
    ASSERT(page_click(browser, "#proof"));
    ASSERT(page_wait(browser, "document.querySelectorAll('#proof-steps li').length > 3"));
    ASSERT(page_click(browser, "#proof-next"));
    ASSERT(page_wait(browser, "document.querySelectorAll('.cell.is-taken').length > 8"));
    CLOSE();
    PASS();
}

TEST a_tournament_is_watched(void) {
    const char *path = scratch_file("watched.txt");
    char arguments[256];
    ASSERT(scratch_write(path, record_text));
    snprintf(arguments, sizeof arguments, "--follow %s", path);
    ASSERT(board_page_open(&page, PAGE_OF_SERVER, "3x3", arguments));
    ASSERT(page_click(browser, "#tab-watch"));
    ASSERT(page_wait(browser, "document.querySelectorAll('#watch-games li').length === 1"));
    ASSERT(page_wait(browser, "document.getElementById('watch-table').textContent.includes('alpha')"));
    FILE *file = fopen(path, "a");
    ASSERT(file != NULL && fputs(strstr(record_text, "[Event"), file) >= 0 && fclose(file) == 0);
    ASSERT(page_wait(browser, "document.querySelectorAll('#watch-games li').length === 2"));
    CLOSE();
    PASS();
}

TEST a_record_is_loaded_and_stepped_through(PageKind kind) {
    const char *path = scratch_file("loaded.txt");
    ASSERT(scratch_write(path, record_text));
    ASSERT(board_page_open(&page, kind, "4x4x4", ""));
    ASSERT(page_wait(browser, "(document.getElementById('share').open = true)"));
    ASSERT(page_give_file(browser, "#load-file", path));
    ASSERT(page_wait(browser, "document.querySelectorAll('.cell').length === 9"));
    ASSERT(page_click(browser, "#go-last"));
    ASSERT(board_page_status_is(&page, "X wins"));
    ASSERT_EQ(5, board_page_stones(&page));
    ASSERT(page_click(browser, "#go-back"));
    ASSERT(page_wait(browser, "document.querySelectorAll('.cell.is-taken').length === 4"));
    CLOSE();
    PASS();
}

/* The engines of the board, by its process id. */
static int kill_engines(void) {
    char path[96];
    int count = 0, pid;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)page.server.pid, (int)page.server.pid);
    FILE *file = fopen(path, "r");
    for (; file != NULL && fscanf(file, "%d", &pid) == 1; count++) kill(pid, SIGKILL);
    if (file != NULL) fclose(file);
    return count;
}

TEST a_lost_engine_is_started_again_and_the_game_is_not_lost(void) {
    ASSERT(board_page_open(&page, PAGE_OF_SERVER, "3x3", ""));
    ASSERT(board_page_seat(&page, "person", "person"));
    ASSERT(board_page_click_cell(&page, "b2"));
    ASSERT(board_page_status_is(&page, "O to move"));
    ASSERT(kill_engines() > 0);
    ASSERT(page_wait(browser, "!document.getElementById('trouble').hidden"));
    ASSERT(page_click(browser, "#trouble-restart"));
    ASSERT(page_wait(browser, "document.getElementById('trouble').hidden"));
    ASSERT_EQ(1, board_page_stones(&page));
    ASSERT(board_page_click_cell(&page, "a1"));
    ASSERT(board_page_status_is(&page, "X to move"));
    CLOSE();
    PASS();
}

TEST text_of_an_engine_is_never_markup(void) {
    const char *path = scratch_file("markup.txt");
    ASSERT(scratch_write(path,
                         "[Game \"3x3\"]\n[X \"<img src=x onerror=alert(1)>\"]\n[O \"<b>b</b>\"]\n[Result \"1-0\"]\n\n"
                         "1. a1 b1 2. a2 b2 3. a3\n1-0\n"));
    ASSERT(board_page_open(&page, PAGE_OF_SERVER, "3x3", ""));
    ASSERT(page_wait(browser, "(document.getElementById('share').open = true)"));
    ASSERT(page_give_file(browser, "#load-file", path));
    browser_listen(browser, 500);
    ASSERT_STR_EQ("0", page_value(browser, "document.querySelectorAll('img, b').length"));
    CLOSE();
    PASS();
}

static void run_on(PageKind kind) {
    RUN_TESTp(a_whole_game_is_played_against_the_engine, kind, "3x3");
    RUN_TESTp(a_whole_game_is_played_against_the_engine, kind, "4x4x4");
    RUN_TESTp(after_a_won_game_a_smaller_board_is_set_up, kind);
    RUN_TESTp(two_engines_play_a_game, kind);
    RUN_TESTp(moves_are_taken_back_and_played_again, kind);
    RUN_TESTp(clicks_in_one_breath_are_one_move, kind);
    RUN_TESTp(a_taken_cell_is_no_move, kind);
    RUN_TESTp(the_keyboard_reaches_every_direction_and_plays, kind);
    RUN_TESTp(screen_readers_hear_what_a_cell_is, kind);
    RUN_TESTp(analysis_puts_numbers_on_the_cells, kind);
    RUN_TESTp(analysis_of_a_finished_game_says_so, kind);
    RUN_TESTp(a_record_is_loaded_and_stepped_through, kind);
    RUN_TESTp(a_puzzle_is_set_up_and_gives_a_hint, kind);
    RUN_TESTp(a_forced_win_is_explained_step_by_step, kind);
}

SUITE(board_page) {
    board_page_begin(&page);
    run_on(PAGE_OF_SERVER);
    RUN_TEST(the_fourth_dimension_has_its_keys);
    RUN_TEST(a_lost_engine_is_started_again_and_the_game_is_not_lost);
    RUN_TEST(text_of_an_engine_is_never_markup);
    RUN_TEST(a_tournament_is_watched);
    board_page_end_server(&page);
    browser_end(browser);
}

SUITE(single_page) {
    if (!board_page_has_file()) {
        puts("skipped: the page in a single file (make web has not built it)");
        return;
    }
    board_page_begin(&page);
    run_on(PAGE_IN_A_FILE);
    board_page_end_server(&page);
    browser_end(browser);
}
