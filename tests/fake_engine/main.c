/* A small UGI engine for tests that misbehaves on demand. It shares no code with Rowan. It keeps the set of taken cells
 * and plays the first free one, so its moves are legal as long as the host stops at the end of the game; it knows no
 * lines and never sees a win. One process, one thread.
 *
 *     fake_engine MODE [MS] [after=N] [life=S] [gate=FILE]
 *
 *   after=N       misbehave only from the Nth go on (default 1). Modes about a go begin at that go; the others as soon
 *                 as N-1 searches are answered, which for N = 1 is from the start. It has no effect on the modes under
 *                 "Behaves", except slow, until-stop and garbage, nor on those under "At the start"
 *   life=S        a process that hangs kills itself by SIGALRM after S seconds (default 120), in case the test forgets
 *                 it
 *   gate=FILE     at a go it writes to FILE, if that exists, and waits until it is gone
 *
 * Behaves:
 *   instant       answers every go at once (the default mode)
 *   slow MS       answers after MS milliseconds and reads nothing meanwhile
 *   until-stop    answers at stop, or at the end of its input
 *   garbage       before each ugiok, readyok, response and bestmove: noise, NUL and 8-bit bytes, near misses
 *   split         writes every line in three pieces with a pause between them
 *   crlf          ends lines with CRLF
 *   uci           knows UCI alone: no ugi, uginewgame, p1time, and UCI_Variant instead of Game
 *   uai           knows UAI alone: answers uai, and nothing else
 *   wait-game MS  takes so long for each uginewgame, and wait-option MS for each setoption
 *   huge-info     numbers that fit nowhere, in info lines
 *   lie           claims in info lines that it has won, whatever the position
 *   escapes       before each bestmove, sequences that steer a terminal, on stdout and stderr
 *   loud          4 MB on stderr before each bestmove
 *   early         bestmove after position as well as after go
 *   ready-move    bestmove before each readyok
 *   many-ready    each readyok a hundred times
 *   other-double  answers twice, the second time with another move
 *   long-ponder   bestmove with far too long a ponder move
 *   spawn-child   starts a child that ignores SIGTERM and keeps stdin and stdout open; says its process id by
 *                 `info string child PID` at the first go; leaves it behind
 *   session-child the same, but in a session of its own
 *   daemon        the same, adopted by another process, with an empty environment
 *
 * At the start:
 *   hang-start    never answers ugi
 *   crash-start   SIGSEGV at ugi
 *   exit-start    exits with status 3 at ugi, after three lines on stderr
 *   no-ugiok      says its name and options, never ugiok
 *   flood-start   endless options
 *   refuse        an error in answer to each setoption; refuse-game: to that of the game alone
 *
 * At a go:
 *   hang-move     stops reading and writing
 *   nobestmove    an info line, no bestmove; still answers isready
 *   crash-move    an info line, then SIGSEGV
 *   exit-move     exits with status 3
 *   cut-move      writes `bestmove a` without the end of the line, exits with status 0
 *   illegal       plays a taken cell, or a cell off the board if none is taken
 *   none          `bestmove (none)`
 *   malformed     in turn: bestmove without a move, with other characters in it, far too long
 *   double        answers twice
 *   longline      an info line of 1 MiB, then a legal answer
 *   flood         endless info lines
 *   flood-line    an endless line
 *   close-stdout  closes its stdout and lives on until the end of its input
 *   steal-group   has moved into the process group of its parent, ignores signals and hangs
 *   deaf          ignores all signals and hangs
 *   stopped       stops itself (SIGSTOP)
 *   suicide       kills its process group
 *   last-words    an assertion on stderr, then SIGABRT
 *   drip MS       writes its answer byte by byte, with a pause after each
 *   half-line     half an answer, then silence
 *   wrong-game    a move of another game
 *   flood-nul     endless NUL bytes; flood-blank: endless empty lines
 *   close-stdin   closes its stdin; answers, and lives on
 *   orphan-crash  starts a child that keeps stdout open, then SIGSEGV
 *
 * Between moves:
 *   crash-idle    SIGABRT right after bestmove
 *   exit-idle     exits right after bestmove
 *   hang-ready    never answers isready
 *   think-ready MS  thinks so long before readyok, if it knows a new position
 *   no-read       reads nothing any more; before that it answers
 *   ignore-quit   ignores quit, the end of its input and SIGTERM
 *
 * An unknown mode is an error: exit status 2. It also knows setoption name Game value GAME, and query
 * p1turn|gameover|result (gameover when the board is full). */
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fake_engine/tricks.h"

enum { CELLS_MAX = 1024, LONG_LINE = 1 << 20, LIFE_SECONDS = 120, EXIT_ODD = 3, TEXT_MAX = 64 };

typedef struct {
    int n, dims, plies;
    bool is_taken[CELLS_MAX];
} Cells;

typedef struct {
    const char *mode, *gate; /* NULL: none */
    long slow_ms, after, life_seconds;
    long goes;         /* seen so far */
    bool is_searching; /* until-stop holds an answer back */
    long child_pid;    /* 0: none, or already said */
    bool has_news;     /* a position that was not thought about yet */
    Cells start, now;
} Fake;

static bool is_mode(const Fake *fake, const char *mode) {
    return strcmp(fake->mode, mode) == 0;
}

/* For modes about a go, asked after it was counted. */
static bool strikes_at_go(const Fake *fake, const char *mode) {
    return is_mode(fake, mode) && fake->goes >= fake->after;
}

/* For modes between moves. */
static bool strikes_idle(const Fake *fake, const char *mode) {
    return is_mode(fake, mode) && fake->goes + 1 >= fake->after;
}

/* Output */

static void say(const Fake *fake, const char *line) {
    size_t length = strlen(line), cut = is_mode(fake, "split") ? length / 3 : 0;
    for (int i = 0; i < 2 && cut > 0; i++, line += cut, length -= cut) {
        trick_put(line, cut);
        trick_sleep_ms(2);
    }
    char whole[2 * TEXT_MAX];
    int size = snprintf(whole, sizeof whole, "%s%s", line, is_mode(fake, "crlf") ? "\r\n" : "\n");
    trick_put(whole, (size_t)size);
}

static void say_noise(const Fake *fake) {
    static const char noise[] =
        "\0\1\2 \xff\xfe\n\n\t \nbestmovement a1\nnot bestmove a1\nBESTMOVE a1\nugiok2\nreadyokay\n"
        "responses\ninfo\ninfo depth\ninfo score\ninfo score cp\ninfo score cp x nodes -\n"
        "info depth 99999999999999999999\ninfo string bestmove a1\n\0bestmove a1\n\r\n";
    if (strikes_idle(fake, "garbage")) trick_put(noise, sizeof noise - 1);
}

/* Cells and moves: coordinates x y z w, written letter, number, letter, number. */

static bool set_game(Cells *cells, const char *game) {
    char *end;
    long n = strtol(game, &end, 10);
    int dims = 1;
    for (; *end == 'x'; dims++) {
        if (strtol(end + 1, &end, 10) != n) return false;
    }
    if (n < 3 || n > 15 || dims < 2 || dims > 4 || (*end && *end != ':' && *end != '\n')) return false;
    int count = 1;
    for (int i = 0; i < dims; i++) count *= (int)n;
    if (count > CELLS_MAX) return false;
    *cells = (Cells){.n = (int)n, .dims = dims};
    return true;
}

static int cell_count(const Cells *cells) {
    int count = 1;
    for (int i = 0; i < cells->dims; i++) count *= cells->n;
    return count;
}

/* -1: not a cell. */
static int read_move(const Cells *cells, const char *text) {
    int cell = 0, stride = 1;
    char *end = (char *)text;
    for (int axis = 0; axis < cells->dims; axis++, stride *= cells->n) {
        long at = -1;
        if (axis % 2) {
            at = strtol(end, &end, 10) - 1;
        } else if (*end) {
            at = *end++ - 'a';
        }
        if (at < 0 || at >= cells->n) return -1;
        cell += (int)at * stride;
    }
    return *end ? -1 : cell;
}

static void write_move(const Cells *cells, int cell, char *text, size_t size) {
    size_t used = 0;
    for (int axis = 0; axis < cells->dims; axis++, cell /= cells->n) {
        int at = cell % cells->n;
        if (axis % 2) {
            used += (size_t)snprintf(text + used, size - used, "%d", at + 1);
        } else {
            used += (size_t)snprintf(text + used, size - used, "%c", 'a' + at);
        }
    }
}

static int find_cell(const Cells *cells, bool is_taken) {
    for (int i = 0; i < cell_count(cells); i++) {
        if (cells->is_taken[i] == is_taken) return i;
    }
    return -1;
}

static bool set_fen(Cells *cells, const char *fen) {
    int count = 0, row = 0, slashes = 0, slashes_max = 0;
    *cells = (Cells){0};
    for (char *at = (char *)fen; *at; slashes_max = slashes > slashes_max ? slashes : slashes_max) {
        slashes = *at == '/' ? slashes + 1 : 0;
        if (slashes && !row) row = count;
        if (*at >= '1' && *at <= '9') {
            count += (int)strtol(at, &at, 10);
        } else if ((*at == 'x' || *at == 'o') && count < CELLS_MAX) {
            cells->is_taken[count++] = true;
            cells->plies++;
            at++;
        } else if (*at++ != '/') {
            return false;
        }
        if (count > CELLS_MAX) return false;
    }
    cells->n = row;
    cells->dims = slashes_max + 1;
    return row > 0 && slashes_max <= 3 && cell_count(cells) == count;
}

/* Conversation */

static void say_bestmove(const Fake *fake, int cell) {
    char move[TEXT_MAX] = "(none)", line[TEXT_MAX * 2];
    if (cell >= 0) write_move(&fake->now, cell, move, sizeof move);
    say_noise(fake);
    snprintf(line, sizeof line, "bestmove %s", move);
    say(fake, line);
}

static void take_position(Fake *fake, char *rest) {
    char *save = NULL, *word = strtok_r(rest, " \t\r\n", &save);
    Cells cells = fake->start;
    bool ok = word && (strcmp(word, "startpos") == 0 || strcmp(word, "fen") == 0);
    if (ok && strcmp(word, "fen") == 0) {
        word = strtok_r(NULL, " \t\r\n", &save);
        ok = word && set_fen(&cells, word);
    }
    while (ok && (word = strtok_r(NULL, " \t\r\n", &save)) && strcmp(word, "moves") != 0) {
    } /* side and rule */
    while (ok && word && (word = strtok_r(NULL, " \t\r\n", &save))) {
        int cell = read_move(&cells, word);
        ok = strcmp(word, "moves") == 0 || (cell >= 0 && !cells.is_taken[cell]);
        if (ok && cell >= 0) cells.is_taken[cell] = true, cells.plies++;
    }
    if (ok) {
        fake->now = cells;
        fake->has_news = true;
        if (strikes_idle(fake, "early")) say_bestmove(fake, find_cell(&cells, false));
    } else {
        say(fake, "info string error bad position");
    }
}

static void say_illegal(const Fake *fake) {
    int taken = find_cell(&fake->now, true);
    if (taken >= 0) {
        say_bestmove(fake, taken);
    } else {
        say(fake, "bestmove z99z99");
    }
}

static void say_malformed(const Fake *fake) {
    static const char *const lines[] = {"bestmove", "bestmove <a1>", "bestmove aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1"};
    say(fake, lines[(fake->goes - 1) % 3]);
}

/* Further output goes nowhere, instead of failing. */
static void close_stdout(void) {
    int null_fd = open("/dev/null", O_WRONLY);
    if (null_fd < 0 || dup2(null_fd, STDOUT_FILENO) < 0) _exit(EXIT_ODD);
    close(null_fd);
}

static void say_long_line(void) {
    trick_put("info string ", 12);
    for (int i = 0; i < LONG_LINE / 64; i++) {
        trick_put("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 64);
    }
    trick_put("\n", 1);
}

/* The ways not to answer; none returns. */
static void fail_at_go(Fake *fake) {
    if (strikes_at_go(fake, "steal-group") || strikes_at_go(fake, "deaf")) trick_hang_deaf(fake->life_seconds);
    if (strikes_at_go(fake, "stopped")) raise(SIGSTOP);
    if (strikes_at_go(fake, "suicide")) kill(0, SIGKILL);
    if (strikes_at_go(fake, "flood-nul")) trick_flood("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16);
    if (strikes_at_go(fake, "flood-blank")) trick_flood("\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n", 16);
    if (strikes_at_go(fake, "last-words")) {
        fputs("loading\nengine.c:42: assertion failed: \033[1mboard_is_sane\033[0m\n", stderr);
        trick_crash(SIGABRT);
    }
    if (strikes_at_go(fake, "hang-move")) trick_hang(fake->life_seconds);
    if (strikes_at_go(fake, "crash-move")) trick_crash(SIGSEGV);
    if (strikes_at_go(fake, "exit-move")) _exit(EXIT_ODD);
    if (strikes_at_go(fake, "flood")) trick_flood("info depth 1 score cp 0 nodes 1 string flood\n", 45);
    if (strikes_at_go(fake, "flood-line")) trick_flood("aaaaaaaaaaaaaaaa", 16);
    if (strikes_at_go(fake, "cut-move")) {
        trick_put("bestmove a", 10);
        _exit(0);
    }
    if (strikes_at_go(fake, "orphan-crash")) {
        trick_start_child(CHILD_IN_GROUP, fake->life_seconds);
        trick_crash(SIGSEGV);
    }
}

static int find_other_cell(const Cells *cells, int not_this) {
    for (int i = not_this + 1; i < cell_count(cells); i++) {
        if (!cells->is_taken[i]) return i;
    }
    return not_this;
}

/* Answers that are more, or other, than they should be. False: not in this mode. */
static bool answer_oddly(const Fake *fake, int cell) {
    char move[TEXT_MAX], line[3 * TEXT_MAX];
    write_move(&fake->now, cell, move, sizeof move);
    if (strikes_at_go(fake, "illegal")) {
        say_illegal(fake);
    } else if (strikes_at_go(fake, "malformed")) {
        say_malformed(fake);
    } else if (strikes_at_go(fake, "wrong-game")) {
        say(fake, fake->now.dims == 2 ? "bestmove a1a" : "bestmove a1");
    } else if (strikes_at_go(fake, "close-stdout")) {
        close_stdout();
    } else if (strikes_at_go(fake, "half-line")) {
        trick_put("bestmove a", 10);
    } else if (strikes_at_go(fake, "drip")) {
        snprintf(line, sizeof line, "bestmove %s\n", move);
        trick_put_slowly(line, fake->slow_ms);
    } else if (strikes_at_go(fake, "long-ponder")) {
        snprintf(line, sizeof line, "bestmove %s ponder aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1", move);
        say(fake, line);
    } else {
        return strikes_at_go(fake, "nobestmove");
    }
    return true;
}

static void talk_oddly(const Fake *fake) {
    if (strikes_at_go(fake, "longline")) say_long_line();
    if (strikes_at_go(fake, "loud")) trick_flood_errors();
    if (strikes_at_go(fake, "escapes")) trick_write_escapes();
    if (strikes_at_go(fake, "lie")) say(fake, "info depth 99 score mate 1 nodes 1 string I have won");
    if (strikes_at_go(fake, "huge-info")) {
        say(fake, "info depth 99999999999999999999 seldepth -1 nodes 18446744073709551616 time -7 nps x");
        say(fake, "info score cp 9223372036854775807");
    }
}

static void answer(Fake *fake) {
    int cell = find_cell(&fake->now, false);
    fake->is_searching = false;
    if (strikes_at_go(fake, "slow")) trick_sleep_ms(fake->slow_ms);
    talk_oddly(fake);
    if (strikes_at_go(fake, "close-stdin")) close(STDIN_FILENO); /* before the host has a reason to write */
    if (strikes_at_go(fake, "double")) say_bestmove(fake, cell);
    if (!answer_oddly(fake, cell)) say_bestmove(fake, strikes_at_go(fake, "none") ? -1 : cell);
    if (strikes_at_go(fake, "other-double")) say_bestmove(fake, find_other_cell(&fake->now, cell));
    if (strikes_at_go(fake, "crash-idle")) trick_crash(SIGABRT);
    if (strikes_at_go(fake, "exit-idle")) _exit(0);
    if (strikes_at_go(fake, "close-stdin")) trick_hang(fake->life_seconds);
}

static void go(Fake *fake) {
    fake->goes++;
    fake->has_news = false;
    char line[TEXT_MAX];
    if (fake->child_pid) {
        snprintf(line, sizeof line, "info string child %ld", fake->child_pid);
        say(fake, line);
        fake->child_pid = 0;
    }
    say(fake, "info depth 1 score cp 7 nodes 42 time 0 pv a1 a2");
    if (fake->gate != NULL) trick_wait_at_gate(fake->gate);
    fail_at_go(fake);
    if (strikes_at_go(fake, "until-stop")) {
        fake->is_searching = true;
    } else {
        answer(fake);
    }
}

static void greet(const Fake *fake) {
    if (is_mode(fake, "hang-start")) trick_hang(fake->life_seconds);
    if (is_mode(fake, "crash-start")) trick_crash(SIGSEGV);
    if (is_mode(fake, "exit-start")) {
        fputs("first\nsecond\nthird: cannot find my weights\n", stderr);
        _exit(EXIT_ODD);
    }
    char line[2 * TEXT_MAX];
    snprintf(line, sizeof line, "id name Fake %.30s", fake->mode);
    say(fake, line);
    say(fake, "id author the tests");
    if (is_mode(fake, "uci")) {
        say(fake, "option name UCI_Variant type combo default 4x4x4 var 3x3 var 4x4x4");
    } else {
        say(fake, "option name Game type string default 4x4x4");
    }
    say(fake, "option name Move Overhead type spin default 10 min 0 max 5000");
    say(fake, "option name Clear Hash type button");
    static const char endless[] = "option name Endless type button\n";
    if (is_mode(fake, "flood-start")) trick_flood(endless, sizeof endless - 1);
    say_noise(fake);
    if (!is_mode(fake, "no-ugiok")) say(fake, is_mode(fake, "uci") ? "uciok" : "ugiok");
}

static void answer_query(const Fake *fake, const char *what) {
    const char *word = "none";
    if (strncmp(what, "p1turn", 6) == 0) word = fake->now.plies % 2 ? "false" : "true";
    if (strncmp(what, "gameover", 8) == 0) word = find_cell(&fake->now, false) < 0 ? "true" : "false";
    char line[TEXT_MAX];
    snprintf(line, sizeof line, "response %s", word);
    say_noise(fake);
    say(fake, line);
}

static void set_option(Fake *fake, const char *rest) {
    const char *game = is_mode(fake, "uci") ? "name UCI_Variant value " : "name Game value ";
    bool is_game = strncmp(rest, game, strlen(game)) == 0;
    Cells cells;
    if (is_mode(fake, "wait-option")) trick_sleep_ms(fake->slow_ms);
    if (is_mode(fake, "refuse") || (is_game && is_mode(fake, "refuse-game"))) {
        say(fake, "info string error I do not like this option");
        return;
    }
    if (!is_game) return;
    if (set_game(&cells, rest + strlen(game))) {
        fake->start = fake->now = cells;
    } else {
        say(fake, "info string error no such game");
    }
}

static const char *after(const char *line, const char *word) {
    size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 || (line[length] && !strchr(" \t\r\n", line[length]))) return NULL;
    return line + length + strspn(line + length, " \t");
}

static void say_ready(Fake *fake) {
    if (strikes_idle(fake, "think-ready") && fake->has_news) {
        trick_sleep_ms(fake->slow_ms);
        say(fake, "info string thought while the clock stood still");
    }
    fake->has_news = false;
    if (strikes_idle(fake, "ready-move")) say_bestmove(fake, find_cell(&fake->now, false));
    for (int i = strikes_idle(fake, "many-ready") ? 99 : 0; i > 0; i--) say(fake, "readyok");
    say(fake, "readyok");
}

/* False: quit. */
static bool obey(Fake *fake, char *line) {
    const char *rest;
    line[strcspn(line, "\r\n")] = '\0';
    bool is_uci = is_mode(fake, "uci");
    if (is_mode(fake, "uai")) {
        if (after(line, "uai")) say(fake, "uaiok");
        return after(line, "quit") == NULL;
    }
    if (after(line, is_uci ? "uci" : "ugi")) {
        greet(fake);
    } else if (is_uci && (strstr(line, "ugi") != NULL || strstr(line, "p1time") != NULL)) {
        return true; /* it does not know these words */
    } else if (after(line, "isready")) {
        if (strikes_idle(fake, "hang-ready")) return true;
        say_noise(fake);
        say_ready(fake);
    } else if ((rest = after(line, "setoption"))) {
        set_option(fake, rest);
    } else if ((rest = after(line, "position"))) {
        take_position(fake, (char *)rest);
    } else if (after(line, "go")) {
        go(fake);
    } else if (after(line, "stop") && fake->is_searching) {
        answer(fake);
    } else if ((rest = after(line, "query"))) {
        answer_query(fake, rest);
    } else if (after(line, is_uci ? "ucinewgame" : "uginewgame")) {
        fake->now = fake->start;
        if (is_mode(fake, "wait-game")) trick_sleep_ms(fake->slow_ms);
    }
    return !after(line, "quit") || strikes_idle(fake, "ignore-quit");
}

/* Before the first word. */
static void prepare(Fake *fake) {
    if (is_mode(fake, "steal-group")) trick_join_parents_group();
    if (is_mode(fake, "spawn-child")) fake->child_pid = trick_start_child(CHILD_IN_GROUP, fake->life_seconds);
    if (is_mode(fake, "session-child")) fake->child_pid = trick_start_child(CHILD_IN_SESSION, fake->life_seconds);
    if (is_mode(fake, "daemon")) (void)trick_start_child(CHILD_DAEMON, fake->life_seconds);
}

static void converse(Fake *fake) {
    char *line = NULL;
    size_t size = 0;
    prepare(fake);
    for (bool goes_on = true; goes_on;) {
        if (strikes_idle(fake, "no-read")) trick_hang(fake->life_seconds);
        if (strikes_idle(fake, "ignore-quit")) signal(SIGTERM, SIG_IGN);
        goes_on = getline(&line, &size, stdin) >= 0 && obey(fake, line);
    }
    if (fake->is_searching) answer(fake);
    if (strikes_idle(fake, "ignore-quit")) trick_hang(fake->life_seconds);
    free(line);
}

/* A misspelt mode must not pass for a well-behaved engine. */
static bool is_known_mode(const char *mode) {
    static const char *const modes[] = {
        "instant",     "slow",        "until-stop",   "garbage",      "split",         "crlf",        "spawn-child",
        "hang-start",  "crash-start", "exit-start",   "hang-move",    "crash-move",    "cut-move",    "illegal",
        "none",        "double",      "flood",        "close-stdout", "orphan-crash",  "nobestmove",  "exit-move",
        "malformed",   "longline",    "flood-line",   "crash-idle",   "hang-ready",    "no-read",     "ignore-quit",
        "wait-game",   "wait-option", "huge-info",    "lie",          "escapes",       "loud",        "early",
        "ready-move",  "many-ready",  "other-double", "long-ponder",  "session-child", "daemon",      "no-ugiok",
        "flood-start", "refuse",      "refuse-game",  "steal-group",  "deaf",          "stopped",     "suicide",
        "last-words",  "drip",        "half-line",    "wrong-game",   "flood-nul",     "flood-blank", "close-stdin",
        "exit-idle",   "think-ready", "uci",          "uai"};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        if (strcmp(mode, modes[i]) == 0) return true;
    }
    return false;
}

int main(int argc, char **argv) {
    Fake fake = {.mode = argc > 1 ? argv[1] : "instant", .after = 1, .life_seconds = LIFE_SECONDS};
    if (!is_known_mode(fake.mode)) {
        fprintf(stderr, "fake_engine: unknown mode '%s'\n", fake.mode);
        return 2;
    }
    set_game(&fake.start, "4x4x4");
    fake.now = fake.start;
    for (int i = 2; i < argc; i++) {
        if (strncmp(argv[i], "after=", 6) == 0) {
            fake.after = strtol(argv[i] + 6, NULL, 10);
        } else if (strncmp(argv[i], "life=", 5) == 0) {
            fake.life_seconds = strtol(argv[i] + 5, NULL, 10);
        } else if (strncmp(argv[i], "gate=", 5) == 0) {
            fake.gate = argv[i] + 5;
        } else {
            fake.slow_ms = strtol(argv[i], NULL, 10);
        }
    }
    converse(&fake);
    return 0;
}
