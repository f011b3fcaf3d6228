/* Who owns the board, what is kept, and what the page tells: faults that players met, and the way through a game. Tests
 * with a kind run on the page of the server and on the single file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "browser/board_page.h"
#include "greatest.h"

static BoardPage page;
static Browser *const browser = &page.browser;

#define CLOSE() ASSERT(board_page_close(&page))

#define TEXT_OF(id)   "document.getElementById('" id "').textContent"
#define MODE_IS(name) "document.getElementById('banner').dataset.mode === '" name "'"

static bool open_on(PageKind kind, const char *game) {
    return page_resize(browser, 1280, 860, false) && board_page_open(&page, kind, game, "");
}

static bool stones_are(int count) {
    char expression[128];
    snprintf(expression, sizeof expression, "document.querySelectorAll('.cell.is-taken').length === %d", count);
    if (page_wait(browser, expression)) return true;
    fprintf(stderr, "there is: %s\n",
            page_value(browser, "location.hash + ' | ' + " TEXT_OF("moves") " + ' | ' + " TEXT_OF(
                                    "status-text") " + ' | ' + " TEXT_OF("trouble-text")));
    return false;
}

static bool reload(void) {
    return page_run(browser, "window.isOld = true; setTimeout(() => location.reload())") &&
           page_wait(browser, "!window.isOld && document.querySelectorAll('.cell').length > 0");
}

/* The proof, when it comes, finds another tab open: then it is nobody's business any more. */
TEST a_proof_does_not_take_the_board_from_a_hidden_tab(PageKind kind, const char *game, const char *tab, int ms) {
    char expression[256];
    ASSERT(open_on(kind, game));
    ASSERT(board_page_seat(&page, "person", "person"));
    ASSERT(page_click(browser, "#tab-proof"));
    snprintf(
        expression, sizeof expression,
        "(document.getElementById('proof').click(), setTimeout(() => document.getElementById('tab-%s').click(), %d),"
        " true)",
        tab, ms);
    ASSERT(page_wait(browser, expression));
    browser_listen(browser, 2500);
    ASSERT_STR_EQ("true", page_value(browser, MODE_IS("play")));
    ASSERT_STR_EQ("0", page_value(browser, "document.querySelectorAll('.cell.is-tinted').length"));
    ASSERT(page_click(browser, ".cell:not(.is-taken)"));
    ASSERT(stones_are(1));
    CLOSE();
    PASS();
}

/* A mode says what it is, and can be left by its button and by Escape; the game is there as it was. */
TEST every_mode_can_be_left(PageKind kind) {
    ASSERT(open_on(kind, "4x4x4"));
    ASSERT(board_page_seat(&page, "person", "person"));
    ASSERT(board_page_click_cell(&page, "b2b"));
    ASSERT(stones_are(1));
    ASSERT(page_click(browser, "#tab-puzzles"));
    ASSERT(page_wait(browser, "document.getElementById('puzzle-game').options.length > 0"));
    ASSERT(page_click(browser, "#puzzle-start"));
    ASSERT(page_wait(browser, MODE_IS("puzzle") " && document.querySelectorAll('.cell.is-taken').length > 1"));
    ASSERT(page_click(browser, "#mode-leave"));
    ASSERT(stones_are(1));
    ASSERT(page_wait(browser, MODE_IS("play")));
    ASSERT_STR_EQ("true", page_value(browser, "document.activeElement !== document.body"));
    ASSERT(page_click(browser, "#tab-proof"));
    ASSERT(page_click(browser, "#proof"));
    ASSERT(page_wait(browser, MODE_IS("explain")));
    ASSERT(page_key(browser, "Escape"));
    ASSERT(page_wait(browser, MODE_IS("play")));
    ASSERT(board_page_click_cell(&page, "c3c"));
    ASSERT(stones_are(2));
    CLOSE();
    PASS();
}

TEST under_play_a_puzzle_is_over(PageKind kind) {
    ASSERT(open_on(kind, "3x3x3"));
    ASSERT(page_click(browser, "#tab-puzzles"));
    ASSERT(page_wait(browser, "document.getElementById('puzzle-game').options.length > 0"));
    ASSERT(page_click(browser, "#puzzle-start"));
    ASSERT(page_wait(browser, MODE_IS("puzzle") " && document.querySelectorAll('.cell.is-taken').length > 1"));
    ASSERT(page_click(browser, "#tab-play"));
    ASSERT(stones_are(0));
    ASSERT(board_page_seat(&page, "person", "person"));
    ASSERT(board_page_click_cell(&page, "b2b"));
    ASSERT(stones_are(1));
    CLOSE();
    PASS();
}

/* With its variation, its seats and its view; and not in a tab that is new. */
TEST a_reload_loses_nothing(PageKind kind) {
    ASSERT(open_on(kind, "4x4x4"));
    ASSERT(board_page_seat(&page, "person", "person"));
    ASSERT(page_key(browser, "Escape"));
    ASSERT(page_click(browser, "#view-flat"));
    ASSERT(board_page_click_cell(&page, "b2b"));
    ASSERT(stones_are(1));
    ASSERT(board_page_click_cell(&page, "c3c"));
    ASSERT(stones_are(2));
    ASSERT(page_click(browser, "#undo"));
    ASSERT(stones_are(1));
    ASSERT(board_page_click_cell(&page, "d4d"));
    ASSERT(stones_are(2));
    ASSERT(reload());
    ASSERT(stones_are(2));
    ASSERT_STR_EQ("1.b2bc3c (1…d4d) ", page_value(browser, TEXT_OF("moves")));
    ASSERT_STR_EQ("person person 200 true",
                  page_value(browser, "['player-x', 'player-o', 'think-time'].map((id) =>"
                                      " document.getElementById(id).value).join(' ') + ' ' +"
                                      " document.getElementById('view-flat').getAttribute('aria-pressed')"));
    ASSERT(page_wait(browser, "location.hash.includes('moves=b2b_d4d')"));
    ASSERT(page_wait(browser,
                     "(sessionStorage.clear(), history.replaceState(null, '', location.href.split('#')[0]), true)"));
    ASSERT(reload());
    browser_listen(browser, 200);
    ASSERT(stones_are(0));
    CLOSE();
    PASS();
}

/* What came by a link stays what it became. */
TEST after_a_link_a_reload_shows_the_game_that_went_on(PageKind kind) {
    ASSERT(open_on(kind, "4x4x4"));
    ASSERT(board_page_seat(&page, "person", "person"));
    ASSERT(page_wait(browser, "(location.hash = 'game=3x3&moves=a1_b2', true)"));
    ASSERT(page_wait(browser, "document.querySelectorAll('.cell').length === 9"));
    ASSERT(stones_are(2));
    ASSERT(board_page_click_cell(&page, "c3"));
    ASSERT(stones_are(3));
    ASSERT(page_wait(browser, "location.hash.includes('a1_b2_c3')"));
    ASSERT(reload());
    ASSERT(stones_are(3));
    CLOSE();
    PASS();
}

TEST leaving_the_page_and_coming_back_loses_nothing(PageKind kind) {
    ASSERT(open_on(kind, "3x3x3"));
    ASSERT(board_page_seat(&page, "person", "person"));
    ASSERT(board_page_click_cell(&page, "a1a"));
    ASSERT(stones_are(1));
    ASSERT(board_page_click_cell(&page, "b2b"));
    ASSERT(stones_are(2));
    ASSERT(page_run(browser, "setTimeout(() => { location.href = 'about:blank'; })"));
    ASSERT(page_wait(browser, "location.href === 'about:blank'"));
    ASSERT(page_run(browser, "setTimeout(() => history.back())"));
    ASSERT(page_wait(browser, "document.querySelectorAll('.cell').length === 27"));
    ASSERT(stones_are(2));
    ASSERT(board_page_click_cell(&page, "c3a"));
    ASSERT(stones_are(3));
    CLOSE();
    PASS();
}

/* Choosing a board takes effect at once, and both that and New game can be taken back. */
TEST a_new_game_can_be_undone(PageKind kind) {
    ASSERT(open_on(kind, "4x4x4"));
    ASSERT(board_page_seat(&page, "person", "person"));
    ASSERT(board_page_click_cell(&page, "b2b"));
    ASSERT(stones_are(1));
    ASSERT(page_choose(browser, "#game-shape", "3x3"));
    ASSERT(page_wait(browser, "document.querySelectorAll('.cell').length === 9"));
    ASSERT(page_click(browser, "#toast-undo"));
    ASSERT(page_wait(browser, "document.querySelectorAll('.cell').length === 64"));
    ASSERT(stones_are(1));
    ASSERT(page_click(browser, "#new-game"));
    ASSERT(stones_are(0));
    ASSERT(page_click(browser, "#toast-undo"));
    ASSERT(stones_are(1));
    CLOSE();
    PASS();
}

/* Undo takes back what came last, and that was the resignation. */
TEST a_resignation_can_be_undone(PageKind kind) {
    ASSERT(open_on(kind, "3x3"));
    ASSERT(board_page_set_up(&page, "position startpos moves a1 b2 c3 b1"));
    ASSERT(stones_are(4));
    ASSERT(page_click(browser, "#panel-play summary"));
    ASSERT(page_click(browser, "#resign"));
    ASSERT(board_page_status_is(&page, "You resigned"));
    ASSERT(page_click(browser, "#undo"));
    ASSERT(board_page_status_is(&page, "Your move"));
    ASSERT(stones_are(4));
    CLOSE();
    PASS();
}

/* By keyboard: a button that goes, or can no longer be pressed, leaves the focus to what is near. */
TEST the_focus_is_never_lost(PageKind kind) {
    static const char *const last_presses[] = {"undo", "redo", "go-back", "go-on", "go-first", "go-last"};
    static const char focus[] = "document.activeElement.id";
    char script[128];
    ASSERT(open_on(kind, "3x3"));
    ASSERT(board_page_seat(&page, "person", "person"));
    ASSERT(board_page_click_cell(&page, "b2"));
    for (size_t i = 0; i < sizeof last_presses / sizeof last_presses[0]; i++) {
        ASSERT(stones_are(i % 2 == 0 ? 1 : 0));
        snprintf(script, sizeof script, "(document.getElementById('%s').focus(), true)", last_presses[i]);
        ASSERT(page_wait(browser, script));
        ASSERT(page_key(browser, "Enter"));
        ASSERT(stones_are(i % 2 == 0 ? 0 : 1));
        browser_listen(browser, 100);
        ASSERT(strcmp("", page_value(browser, focus)) != 0);
    }
    ASSERT(page_click(browser, "#new-game"));
    ASSERT(stones_are(0));
    ASSERT(page_wait(browser, "(document.getElementById('toast-undo').focus(), true)"));
    ASSERT(page_key(browser, "Enter"));
    ASSERT(stones_are(1));
    browser_listen(browser, 100);
    ASSERT_STR_EQ("banner", page_value(browser, focus));
    CLOSE();
    PASS();
}

/* Where a move makes no threat, the line above the board says what one can do. */
TEST a_quiet_move_invites_to_try_an_answer(PageKind kind) {
    ASSERT(open_on(kind, "4x4x4"));
    ASSERT(page_wait(browser, "document.getElementById('story-show') !== null"));
    ASSERT(page_click(browser, "#story-show"));
    ASSERT(page_wait(browser, TEXT_OF("proof-verdict") " === 'X wins'"));
    ASSERT(page_wait(browser, TEXT_OF("banner-text") ".includes('touch a cell')"));
    ASSERT_STR_EQ("Why does X win?", page_value(browser, TEXT_OF("proof")));
    CLOSE();
    PASS();
}

TEST keys_go_through_the_game(PageKind kind) {
    ASSERT(open_on(kind, "3x3"));
    ASSERT(board_page_set_up(&page, "position startpos moves a1 b2 c3"));
    ASSERT(stones_are(3));
    ASSERT(page_wait(browser, "(document.activeElement.blur(), true)"));
    ASSERT(page_key(browser, "ArrowLeft"));
    ASSERT(stones_are(2));
    ASSERT(page_key(browser, "ArrowUp"));
    ASSERT(stones_are(0));
    ASSERT(page_key(browser, "ArrowRight"));
    ASSERT(stones_are(1));
    ASSERT(page_key(browser, "ArrowDown"));
    ASSERT(stones_are(3));
    /* AltGr, as Windows reports it. */
    ASSERT(page_wait(browser, "(document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '[', ctrlKey: true,"
                              " altKey: true, bubbles: true})), true)"));
    ASSERT(stones_are(2));
    ASSERT(page_key(browser, "?"));
    ASSERT(page_wait(browser, "document.getElementById('keys').open"));
    ASSERT(page_click(browser, "#close-keys"));
    ASSERT(page_wait(browser, "!document.getElementById('keys').open"));
    CLOSE();
    PASS();
}

TEST moves_can_be_pasted(PageKind kind, const char *text, int stones) {
    ASSERT(open_on(kind, "3x3x3"));
    ASSERT(board_page_set_up(&page, text));
    ASSERT(stones_are(stones));
    ASSERT_STR_EQ("The position was set up.", page_value(browser, TEXT_OF("share-text")));
    CLOSE();
    PASS();
}

TEST what_cannot_be_pasted_is_told(PageKind kind) {
    ASSERT(open_on(kind, "3x3x3"));
    ASSERT(board_page_set_up(&page, "a1a b2b a1a"));
    ASSERT(page_wait(browser, TEXT_OF("share-text") ".startsWith('This cannot be opened')"));
    ASSERT_EQ(0, board_page_stones(&page));
    CLOSE();
    PASS();
}

/* The engine need not search on, which takes a second and a half, before it is asked for the pairing. */
TEST a_known_draw_is_explained_at_once(PageKind kind) {
    ASSERT(open_on(kind, "8x8x8"));
    ASSERT(page_wait(browser, TEXT_OF("banner-text") ".includes('draw')"));
    ASSERT(page_click(browser, "#tab-proof"));
    ASSERT_STR_EQ("Why is this a draw?", page_value(browser, TEXT_OF("proof")));
    ASSERT(page_run(browser,
                    "window.sent = []; for (const [kind, name] of [[WebSocket, 'send'], [Worker, 'postMessage']])"
                    " { const send = kind.prototype[name]; kind.prototype[name] = function (line)"
                    " { sent.push(line); return send.call(this, line); }; }"));
    ASSERT(page_click(browser, "#proof"));
    ASSERT(page_wait(browser, "document.querySelectorAll('.cell.is-tinted').length > 100"));
    ASSERT_STR_EQ("true", page_value(browser, "sent.includes('stop')"));
    /* The partner of a pair, under the pointer. */
    ASSERT(page_point(browser, ".cell.is-tinted"));
    ASSERT(page_wait(browser, "document.querySelectorAll('.cell[data-ghost]').length === 2"));
    CLOSE();
    PASS();
}

/* The loser is to move: whatever he tries, it is shown how the winner wins. */
TEST with_the_loser_to_move_any_reply_is_answered(PageKind kind, const char *first) {
    char text[64];
    ASSERT(open_on(kind, "4x4x4"));
    snprintf(text, sizeof text, "position startpos moves %s", first);
    ASSERT(board_page_set_up(&page, text));
    ASSERT(stones_are(1));
    ASSERT(page_click(browser, "#tab-proof"));
    ASSERT(page_choose(browser, "#proof-time", "60000"));
    ASSERT(page_click(browser, "#proof"));
    ASSERT(page_wait(browser, TEXT_OF("proof-verdict") " === 'X wins'"));
    ASSERT_STR_EQ("true", page_value(browser, "document.querySelectorAll('#proof-steps li').length > 0"));
    ASSERT(page_wait(browser, TEXT_OF("proof-text") ".includes('Touch a cell')"));
    ASSERT(page_wait(browser, TEXT_OF("proof") " === 'Why does X win?'"));
    ASSERT(board_page_click_cell(&page, "d1c"));
    ASSERT(page_wait(browser, "document.getElementById('cell-d1c').classList.contains('stone-o') &&"
                              " document.querySelectorAll('.cell.stone-x').length === 2"));
    CLOSE();
    PASS();
}

/* X could have stopped O and did not. */
static const char lost_game[] = "position startpos moves a1 a3 a2 b3 b1 c3";

TEST the_end_of_a_game_is_an_event(PageKind kind) {
    ASSERT(open_on(kind, "3x3"));
    ASSERT(board_page_set_up(&page, lost_game));
    ASSERT(board_page_status_is(&page, "You lost"));
    ASSERT_STR_EQ("1", page_value(browser, "document.querySelectorAll('#overlay path.is-won').length"));
    ASSERT(page_click(browser, "#end-turned"));
    ASSERT(page_wait(browser, TEXT_OF("banner-text") ".startsWith('Here it turned: X played')"));
    ASSERT(page_wait(browser, MODE_IS("play") " && document.querySelectorAll('.cell.is-taken').length < 6"));
    ASSERT(page_key(browser, "ArrowDown"));
    ASSERT(board_page_status_is(&page, "You lost"));
    ASSERT(page_click(browser, "#end-why"));
    ASSERT(page_wait(
        browser, TEXT_OF("proof-verdict") " === 'O wins' && " TEXT_OF("proof-text") ".startsWith('Here it turned')"));
    ASSERT(page_wait(browser, "document.querySelectorAll('#proof-steps li').length > 0"));
    ASSERT(page_key(browser, "Escape"));
    ASSERT(page_key(browser, "ArrowDown"));
    ASSERT(board_page_status_is(&page, "You lost"));
    ASSERT(page_click(browser, "#end-again"));
    ASSERT(stones_are(0));
    ASSERT(board_page_status_is(&page, "Your move"));
    CLOSE();
    PASS();
}

TEST a_hint_shows_threats_and_then_the_move(PageKind kind) {
    ASSERT(open_on(kind, "3x3"));
    ASSERT(board_page_set_up(&page, "oo1/xx1/3 x"));
    ASSERT(stones_are(4));
    ASSERT(page_click(browser, "#hint"));
    ASSERT(page_wait(browser, "document.querySelectorAll('.cell.is-threat').length === 2"));
    ASSERT_STR_EQ("0", page_value(browser, "document.querySelectorAll('.cell.is-hint').length"));
    ASSERT(page_click(browser, "#hint"));
    ASSERT(page_wait(browser, "document.querySelector('.cell.is-hint')?.id === 'cell-c2'"));
    CLOSE();
    PASS();
}

/* Within a moment one knows what to do, and what is special; the engine says so, not the page. */
TEST on_arrival_one_knows_what_to_do(PageKind kind, const char *game, const char *sentence) {
    char expression[256];
    ASSERT(open_on(kind, game));
    ASSERT(board_page_status_is(&page, "Your move"));
    snprintf(expression, sizeof expression, TEXT_OF("banner-text") " === '%s'", sentence);
    ASSERT(page_wait(browser, expression));
    CLOSE();
    PASS();
}

/* Another game begins while the engine, just started, looks at the one before. */
TEST every_new_game_is_looked_at(PageKind kind) {
    for (int round = 0; round < 8; round++) {
        ASSERT(open_on(kind, "4x4x4"));
        browser_listen(browser, 20 * round);
        ASSERT(page_run(browser, "document.getElementById('restart').click()"));
        browser_listen(browser, 20);
        ASSERT(page_wait(browser, TEXT_OF("banner-text") ".endsWith('Rowan can show you how.')"));
        CLOSE();
    }
    PASS();
}

/* What is said of a cell is true after the move, too. */
TEST the_line_about_a_cell_follows_the_game(PageKind kind) {
    ASSERT(open_on(kind, "3x3"));
    ASSERT(board_page_seat(&page, "person", "person"));
    ASSERT(board_page_click_cell(&page, "b2"));
    ASSERT(stones_are(1));
    ASSERT(page_wait(browser, TEXT_OF("cell-info") ".startsWith('b2, X')"));
    CLOSE();
    PASS();
}

TEST the_bar_stands_beside_the_board_while_analysing(PageKind kind) {
    ASSERT(open_on(kind, "4x4x4"));
    ASSERT(page_click(browser, "#tab-analyse"));
    ASSERT(page_click(browser, "#analyse"));
    ASSERT(page_wait(
        browser, "!document.getElementById('bar').hidden && document.querySelectorAll('.cell.is-best').length === 1"));
    ASSERT_STR_EQ("true", page_value(browser, "document.getElementById('bar').getBoundingClientRect().right <="
                                              " document.getElementById('stage').getBoundingClientRect().left"));
    CLOSE();
    PASS();
}

/* Buttons, keys, cells and menus, as they come; the page must not complain. */
TEST whatever_one_does_nothing_breaks(PageKind kind, int actions) {
    static const char act[] =
        "(async () => { let seed = %d; const random = (n) => (seed = (seed * 1103515245 + 12345) %% 2147483648,"
        " Math.floor(seed / 65536) %% n); const pick = (list) => list[random(list.length)];"
        " for (let i = 0; i < 20; i++) { const kind = random(10);"
        " if (kind < 4) pick([...document.querySelectorAll('.cell')])?.click();"
        " else if (kind < 7) "
        "pick([...document.querySelectorAll('button:not(.cell):not(#save):not(#load):not(:disabled)')]"
        ".filter((b) => b.offsetParent))?.click();"
        " else if (kind < 8) { const menu = pick([...document.querySelectorAll('select')].filter((s) => s.offsetParent "
        "&&"
        " !['proof-time', 'think-time'].includes(s.id) && s.options.length > 0)); if (menu) {"
        " menu.value = pick([...menu.options]).value; menu.dispatchEvent(new Event('change', {bubbles: true})); } }"
        " else document.body.dispatchEvent(new KeyboardEvent('keydown', {bubbles: true, key: pick(['u', 'r', 'v', 'h', "
        "'[',"
        " ']', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Escape', ' ', '1', '2'])}));"
        " document.getElementById('keys').close(); await new Promise((r) => setTimeout(r, random(40))); }"
        " return 'done'; })()";
    char expression[2048];
    ASSERT(open_on(kind, "4x4x4"));
    ASSERT(page_choose(browser, "#think-time", "200"));
    for (int done = 0; done < actions; done += 20) {
        snprintf(expression, sizeof expression, act, done + 7);
        ASSERT_STR_EQ("done", page_value(browser, expression));
    }
    browser_listen(browser, 300);
    CLOSE();
    PASS();
}

/* axe-core, the script that ROWAN_AXE names, finds nothing in these states. */
TEST axe_finds_nothing(void) {
    static const char *const states[] = {
        "true",
        "(document.getElementById('view-flat').click(), true)",
        "(document.getElementById('tab-analyse').click(), document.getElementById('analyse').click(), true)",
        "(document.getElementById('tab-proof').click(), document.getElementById('proof').click(), true)",
        "(document.getElementById('tab-puzzles').click(), true)",
        "(document.getElementById('tab-play').click(), document.getElementById('new-game').click(), true)",
        "(document.getElementById('show-keys').click(), true)",
    };
    const char *path = getenv("ROWAN_AXE");
    static char script[1 << 20];
    FILE *file = path != NULL ? fopen(path, "r") : NULL;
    if (file == NULL) SKIPm("ROWAN_AXE names no axe.min.js");
    script[fread(script, 1, sizeof script - 1, file)] = '\0';
    fclose(file);
    for (int dark = 0; dark < 2; dark++) {
        ASSERT(page_resize(browser, 1280, 860, dark == 1));
        ASSERT(board_page_open(&page, PAGE_OF_SERVER, "4x4x4", ""));
        ASSERT(board_page_click_cell(&page, "b2b"));
        ASSERT(page_run(browser, script));
        for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
            ASSERT(page_wait(browser, states[i]));
            browser_listen(browser, 1200);
            ASSERT_STR_EQ("", page_value(browser, "axe.run().then((found) => found.violations.map((v) => v.id + ' ' +"
                                                  " v.nodes.map((n) => n.html).join(' ')).join('; '))"));
        }
        CLOSE();
    }
    PASS();
}

static void run_on(PageKind kind) {
    RUN_TESTp(a_proof_does_not_take_the_board_from_a_hidden_tab, kind, "6x6x6", "play", 300);
    RUN_TESTp(a_proof_does_not_take_the_board_from_a_hidden_tab, kind, "4x4x4", "analyse", 5);
    RUN_TESTp(every_mode_can_be_left, kind);
    RUN_TESTp(under_play_a_puzzle_is_over, kind);
    RUN_TESTp(a_reload_loses_nothing, kind);
    RUN_TESTp(after_a_link_a_reload_shows_the_game_that_went_on, kind);
    RUN_TESTp(leaving_the_page_and_coming_back_loses_nothing, kind);
    RUN_TESTp(a_new_game_can_be_undone, kind);
    RUN_TESTp(a_resignation_can_be_undone, kind);
    RUN_TESTp(the_focus_is_never_lost, kind);
    RUN_TESTp(a_quiet_move_invites_to_try_an_answer, kind);
    RUN_TESTp(keys_go_through_the_game, kind);
    RUN_TESTp(moves_can_be_pasted, kind, "position startpos moves a1a b2b", 2);
    RUN_TESTp(moves_can_be_pasted, kind, "a1a b2b c3c", 3);
    RUN_TESTp(moves_can_be_pasted, kind, "1. a1a b2b 2. c3a", 3);
    RUN_TESTp(what_cannot_be_pasted_is_told, kind);
    RUN_TESTp(a_known_draw_is_explained_at_once, kind);
    RUN_TESTp(with_the_loser_to_move_any_reply_is_answered, kind, "b2b");
    RUN_TESTp(the_end_of_a_game_is_an_event, kind);
    RUN_TESTp(a_hint_shows_threats_and_then_the_move, kind);
    RUN_TESTp(on_arrival_one_knows_what_to_do, kind, "4x4x4",
              "Four in a row, in any direction. X can force a win from here: Rowan can show you how.");
    RUN_TESTp(every_new_game_is_looked_at, kind);
    RUN_TESTp(the_line_about_a_cell_follows_the_game, kind);
    RUN_TESTp(the_bar_stands_beside_the_board_while_analysing, kind);
    RUN_TESTp(whatever_one_does_nothing_breaks, kind, 120);
}

SUITE(board_story) {
    board_page_begin(&page);
    run_on(PAGE_OF_SERVER);
    RUN_TESTp(with_the_loser_to_move_any_reply_is_answered, PAGE_OF_SERVER, "a1a");
    RUN_TESTp(on_arrival_one_knows_what_to_do, PAGE_OF_SERVER, "5x5x5", "Five in a row, in any direction.");
    RUN_TESTp(on_arrival_one_knows_what_to_do, PAGE_OF_SERVER, "6x6x6",
              "Six in a row, in any direction. With best play it is a draw: Rowan can show you why.");
    RUN_TEST(axe_finds_nothing);
    board_page_end_server(&page);
    browser_end(browser);
}

SUITE(single_story) {
    if (!board_page_has_file()) return;
    board_page_begin(&page);
    run_on(PAGE_IN_A_FILE);
    browser_end(browser);
}
