/* Garbage as input: the engine survives it and still answers, each `go` once. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "greatest.h"
#include "support/games.h"
#include "support/host.h"
#include "support/scratch.h"

enum { MEGABYTE = 1 << 20, LINE_SIZE = 600 };

/* A megabyte of letters of an alphabet, or of any bytes; with these seeds none of it says quit. */
static bool write_random_bytes(const char *path, const char *alphabet, uint64_t seed) {
    static char bytes[MEGABYTE];
    int letters = alphabet != NULL ? (int)strlen(alphabet) : 0;
    for (int i = 0; i < MEGABYTE; i++) {
        bytes[i] = alphabet != NULL ? alphabet[ref_random(&seed, letters)] : (char)ref_random(&seed, 256);
    }
    bytes[MEGABYTE - 1] = '\n';
    return scratch_write_bytes(path, bytes, sizeof bytes);
}

TEST the_engine_still_answers_after_a_megabyte_of_random_bytes(const char *alphabet) {
    const char *path = scratch_file("bytes");
    ASSERT(write_random_bytes(path, alphabet, 1));
    Host *host = host_new(path);
    bool is_alive = host_settle(host, "stop\nposition startpos moves a1a");
    bool knows_its_turn = strcmp(host_query(host, "p1turn"), "false") == 0;
    host_close_input(host);
    int status = host_exit_status(host);
    host_free(host);
    ASSERT(is_alive);
    ASSERT(knows_its_turn);
    ASSERT_EQ_FMT(0, status, "%d");
    PASS();
}

static const char *const valid_lines[] = {
    "ugi",
    "uci",
    "uginewgame",
    "ucinewgame",
    "setoption name Game value 3x3",
    "setoption name Game value 4x4x4",
    "setoption name Game value 5x5:score3",
    "setoption name Game value 3x3x3:magic10",
    "setoption name UCI_Variant value 8x8x8",
    "setoption name Hash value 2",
    "setoption name Threads value 2",
    "setoption name MultiPV value 3",
    "setoption name Ponder value true",
    "setoption name Level value easy",
    "setoption name Seed value 5",
    "setoption name Move Overhead value 10",
    "setoption name Clear Hash",
    "setoption name Clear Hash value 1",
    "setoption name UseProofs value false",
    "setoption name UCI_AnalyseMode value true",
    "position startpos",
    "position startpos moves a1 b2 c3",
    "position startpos moves a1a b2b c3c d4d",
    "position fen xo1/3/1x1 o",
    "position fen xo1/3/1x1 o score2 moves a2 c3",
    "position fen 4/4/4/4//4/1xo1/4/4//4/4/4/4//4/4/4/4 x line moves a1a",
    "position fen 3/3/3//3/1x1/3//3/3/3 o magic10",
    "position fen 3/3/3//3/3/3//3/3/3///3/3/3//3/1x1/3//3/3/3///3/3/3//3/3/3//3/3/3 o",
    "moves a1 P@b3 c2",
    "moves d4d c3b",
    "debug on",
    "register later",
    "go",
    "go depth 2",
    "go nodes 500 movetime 100",
    "go p1time 100 p2time 100 p1inc 5 p2inc 5 movestogo 3",
    "go wtime 50 btime 50",
    "go infinite",
    "go ponder depth 3",
    "go mate 2 depth 4",
    "go perft 2",
    "go depth 1 searchmoves a1 b2 a1a b2b",
    "go depth 0",
    "go nodes -1 foo",
    "go searchmoves 0000",
    "go btime 20 binc -1",
    "go movestogo 0 wtime 20",
    "ponderhit",
    "stop",
    "query gameover",
    "query p1turn",
    "query result",
    "query fen",
    "query game",
    "query moves",
    "query line",
    "query score",
    "query pairing",
    "query classes",
    "query threats",
    "query lines",
    "query islegal b2",
    "eval full",
    "setoption name UCI_ShowWDL value true",
    "setoption name UCI_AnalyseMode value true",
    "d",
    "eval",
    "help",
    "# comment",
    "",
};

enum { VALID_LINES = sizeof valid_lines / sizeof valid_lines[0] };

static void replace_letter(char line[LINE_SIZE], uint64_t *seed) {
    size_t length = strlen(line);
    /* Any byte except those that end a string or a line. */
    char letter = (char)(ref_random(seed, 4) > 0 ? 32 + ref_random(seed, 95) : 1 + ref_random(seed, 255));
    if (letter == '\n' || letter == '\r') letter = ' ';
    if (length > 0) line[ref_random(seed, (int)length)] = letter;
}

static void remove_letter(char line[LINE_SIZE], uint64_t *seed) {
    size_t length = strlen(line);
    if (length == 0) return;
    size_t at = (size_t)ref_random(seed, (int)length);
    memmove(line + at, line + at + 1, length - at);
}

static void double_a_part(char line[LINE_SIZE], uint64_t *seed) {
    size_t length = strlen(line);
    if (length == 0 || 2 * length >= LINE_SIZE) return;
    size_t at = (size_t)ref_random(seed, (int)length), part = 1 + (size_t)ref_random(seed, (int)(length - at));
    memmove(line + at + part, line + at, length - at + 1);
}

static void cut_off(char line[LINE_SIZE], uint64_t *seed) {
    line[ref_random(seed, (int)strlen(line) + 1)] = '\0';
}

static void add_another_line(char line[LINE_SIZE], uint64_t *seed) {
    size_t length = strlen(line);
    snprintf(line + length, LINE_SIZE - length, " %s", valid_lines[ref_random(seed, VALID_LINES)]);
}

static void mutate(char line[LINE_SIZE], uint64_t *seed) {
    static void (*const ways[])(char line[LINE_SIZE], uint64_t *seed) = {
        replace_letter, replace_letter, remove_letter, double_a_part, cut_off, add_another_line};
    for (int count = 1 + ref_random(seed, 3); count > 0; count--) {
        ways[ref_random(seed, (int)(sizeof ways / sizeof ways[0]))](line, seed);
    }
}

static int longest_number(const char *text) {
    int longest = 0, digits = 0;
    for (; *text != '\0'; text++) {
        digits = *text >= '0' && *text <= '9' ? digits + 1 : 0;
        if (digits > longest) longest = digits;
    }
    return longest;
}

/* Nothing that ends the engine, makes it wait, or lets it take all memory or processors; and no isready, as the answer
 * would be taken for that to ours. */
static bool may_be_sent(const char *line) {
    bool is_greedy = strstr(line, "setoption") != NULL && longest_number(line) > 1;
    bool is_reserved = strstr(line, "quit") != NULL || strstr(line, "wait") != NULL || strstr(line, "isready") != NULL;
    return !is_reserved && !is_greedy;
}

/* The first command in the line is `go`, as section 2 of PROTOCOL.md has it: a line with an invalid byte has none. */
static bool is_go(const char *line) {
    static const char *const others[] = {
        "ugi",  "uci",       "isready", "uginewgame", "ucinewgame", "setoption", "stop",  "query", "wait",    "d",
        "eval", "ponderhit", "bench",   "help",       "quit",       "position",  "moves", "debug", "register"};
    for (const char *c = line; *c != '\0'; c++) {
        if ((*c > 0 && *c < ' ' && *c != '\t') || *c == 127) return false;
    }
    char words[LINE_SIZE], *word = words;
    snprintf(words, sizeof words, "%s", line);
    word += strspn(word, " \t");
    while (*word != '\0' && words[strspn(words, " \t")] != '#') {
        size_t length = strcspn(word, " \t");
        char *next = word + length + strspn(word + length, " \t");
        word[length] = '\0';
        if (strcmp(word, "go") == 0) return true;
        for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
            if (strcmp(word, others[i]) == 0) return false;
        }
        word = next;
    }
    return false;
}

/* Ends the search, if one is on, and reads up to the answer to isready. The best moves in it, and with them the
 * searches that were refused because another one was on; -1 if the engine is gone. */
static int count_answers(Host *host) {
    int answers = 0;
    host_send(host, "stop\nisready");
    while (!matches(host_line(host), "readyok")) {
        if (matches(host_heard(), "(*)")) return -1;
        answers +=
            matches(host_heard(), "bestmove *") || matches(host_heard(), "info string error go: not during a search");
    }
    return answers;
}

TEST each_go_among_mutated_commands_gets_one_bestmove(void) {
    enum { LINES_PER_GAME = 1000, LINES_MAX = 100000, ROUND = 10 };
    static char round[ROUND * (LINE_SIZE + 1)];
    uint64_t seed = 1;
    int wanted = games_wanted() * LINES_PER_GAME, goes = 0, answers = 0, searches = 0;
    size_t length = 0;
    Host *host = host_new(NULL);
    host_send(host, "setoption name Hash value 1");
    for (int sent = 0; sent < (wanted < LINES_MAX ? wanted : LINES_MAX);) {
        char line[LINE_SIZE];
        snprintf(line, sizeof line, "%s", valid_lines[ref_random(&seed, VALID_LINES)]);
        mutate(line, &seed);
        if (!may_be_sent(line)) continue;
        host_send(host, line);
        goes += is_go(line);
        searches += is_go(line);
        length += (size_t)snprintf(round + length, sizeof round - length, "%s\n", line);
        if (++sent % ROUND != 0) continue;
        /* Read now and then, or both sides would wait for the other to read. */
        answers = count_answers(host);
        if (goes != answers) break;
        goes = answers = 0;
        length = 0;
    }
    bool is_sane = host_settle(host, "stop\nsetoption name Game value 3x3\nposition startpos moves b2") &&
                   strcmp(host_query(host, "fen"), "3/1x1/3 o line") == 0;
    host_send(host, "quit");
    int status = host_exit_status(host);
    host_free(host);
    ASSERT_EQ_FMTm(round, goes, answers, "%d");
    ASSERT(searches > 100);
    ASSERTm(host_heard(), is_sane);
    ASSERT_EQ_FMT(0, status, "%d");
    PASS();
}

SUITE(fuzz) {
    RUN_TESTp(the_engine_still_answers_after_a_megabyte_of_random_bytes, NULL);
    RUN_TESTp(
        the_engine_still_answers_after_a_megabyte_of_random_bytes,
        " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~\n\n\n");
    RUN_TESTp(the_engine_still_answers_after_a_megabyte_of_random_bytes, "gosed \n");
    RUN_TEST(each_go_among_mutated_commands_gets_one_bestmove);
}
