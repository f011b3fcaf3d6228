/* Each refusal of the reader and the checker of proofs, by a proof that deserves it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "greatest.h"
#include "proof/proof.h"
#include "support/build.h"

/* The body with the right checksum behind it. */
static size_t with_checksum(const char *body, size_t length, char *text) {
    uint64_t sum = UINT64_C(0xCBF29CE484222325);
    memcpy(text, body, length);
    for (size_t i = 0; i < length; i++) sum = (sum ^ (unsigned char)body[i]) * UINT64_C(0x100000001B3);
    return length + (size_t)sprintf(text + length, "end %016llx\n", (unsigned long long)sum);
}

static enum greatest_test_res refused(const char *body, size_t length, const char *reason) {
    static char text[PROOF_LINE_SIZE + 2048];
    static ProofFindings findings;
    Proof proof;
    Reason why = {""};
    size_t size = with_checksum(body, length, text);
    if (proof_parse(text, size, &proof, &why)) {
        ASSERT_FALSEm(body, proof_check(&proof, &findings));
        why = findings.why;
        proof_release(&proof);
    }
    if (strstr(why.text, reason) == NULL) ASSERT_STR_EQm(body, reason, why.text);
    PASS();
}

TEST a_proof_is_refused_for_this(const char *body, const char *reason) {
    return refused(body, strlen(body), reason);
}

TEST bytes_that_no_proof_has_are_refused(void) {
    static char long_line[PROOF_LINE_SIZE + 1000];
    static const char nul[] = "rowan proof 1\nposition 3/3/3 x\0\nvalue draw\nsearch 0\n";
    memset(long_line, 'x', sizeof long_line - 1);
    memcpy(long_line, "rowan proof 1\nposition ", 23);
    long_line[sizeof long_line - 2] = '\n';
    CHECK_CALL(refused(nul, sizeof nul - 1, "line 2 holds a NUL"));
    return refused(long_line, strlen(long_line), "line 2 is too long");
}

#define HEAD(position, value, kind) "rowan proof 1\nposition " position "\nvalue " value "\n" kind "\n"
#define CUBE                        "3/3/3//3/3/3//3/3/3 x"

/* X has the centre of 3x3x3 and wins by threats after any reply, so every entry is one too many. */
#define WON "3/3/3//3/1x1/3//3/3/3 o"

/* X is held by its weight here, so any picture will do. */
#define TABLES(lines) HEAD("o4/1x3/5/5/5 x", "no x", "blocks " lines)

static const struct {
    const char *body, *reason;
} refusals[] = {
    {"rowan proof 1\n", "line 2: expected the position"},
    {"rowan poof 1\n", "it does not begin with 'rowan proof'"},
    {"rowan proof 7\n", "version 7 of the format is not known"},
    {"rowan proof 1 junk\n", "line 1: nothing may follow the version"},
    {"rowan proof 1\r\nposition 3/3/3 x\r\n", "line 1 holds a CR: lines end with LF alone"},
    {"rowan proof 1\nvalue x\n", "line 2: expected the position"},
    {HEAD("3/3/3 x line moves", "draw", "search 0"), "line 2: nothing may follow the position"},
    {HEAD("3/3/3 o", "draw", "search 0"), "do not fit o to move"},
    {HEAD("3/3/3 x score", "draw", "search 0"), "where lines are points"},
    {"rowan proof 1\nposition 3/3/3 x\nworth draw\n", "line 3: expected the value"},
    {HEAD("3/3/3 x", "y", "search 0"), "line 3: the value is x, o, draw, no x or no o"},
    {HEAD("3/3/3 x", "no", "pairing 0"), "line 3: the value is x, o, draw, no x or no o"},
    {HEAD("3/3/3 x", "no draw", "pairing 0"), "line 3: the value is x, o, draw, no x or no o"},
    {HEAD("3/3/3 x", "no x o", "pairing 0"), "line 3: nothing may follow the value"},
    {HEAD("3/3/3 x score", "no x", "pairing 0"), "where lines are points, the value is draw"},
    {HEAD("3/3/3 x", "no x", "search 0"), "that one side cannot win is for pairing and blocks, not for search"},
    {HEAD(WON, "no o", "strategy 0"), "a strategy proves a win, nothing else"},
    {HEAD(WON, "no o", "outline 0"), "an outline proves a win, nothing else"},
    {HEAD("3/3/3 x", "no x", "pairing 0"), "a line that is open for X holds no pair"},
    {HEAD("3/3/3 x", "no o", "pairing 1") "x a1 b1\n", "pair 1 is not against O"},
    {HEAD("4/4/4/4 x", "no x", "blocks 2") "against x\nagainst o\n", "this picture is never reached"},
    {HEAD("3/3/3 x", "no o", "blocks 1") "against x\n", "against O: nothing stops it"},
    {HEAD("x2/3/3 o", "no x", "blocks 1") "against x\n", "the attacker completes a line that no block stops"},
    {"rowan proof 1 \nposition 3/3/3 x\n", "line 1: single blanks separate words"},
    {" rowan proof 1\nposition 3/3/3 x\n", "line 1: single blanks separate words"},
    {"rowan  proof 1\nposition 3/3/3 x\n", "line 1: single blanks separate words"},
    {"rowan proof 01\n", "it does not begin with 'rowan proof'"},
    {HEAD("3/3/3 x ", "draw", "search 0"), "line 2: single blanks separate words"},
    {HEAD("3/3/3 x", " draw", "search 0"), "line 3: single blanks separate words"},
    {"rowan proof 1\nposition 3/3/3 x\nvalue\tdraw\nsearch 0\n", "line 3: single blanks separate words"},
    {HEAD("3/3/3 x", "draw", "search -0"), "line 4: expected the kind of proof and a number"},
    {HEAD("3/3/3 x", "draw", "search 00"), "line 4: expected the kind of proof and a number"},
    {HEAD(CUBE, "x", "strategy 01") " b2b\n", "line 4: expected the kind of proof and a number"},
    {HEAD(CUBE, "x", "strategy 2") " b2b\n", "line 6: the number of lines is not the one announced"},
    {HEAD("3/3/3 x", "draw", "pairing 1") " x a1 a2\n", "line 5: a pair begins with x or o"},
    {HEAD("3/3/3 x", "draw", "pairing 1") "x a1 a2 \n", "line 5: single blanks separate words"},
    {HEAD("o4/1x3/5/5/5 x", "no x", "blocks 2") "against x\nblock / a1-e1\n", "a block is cells, or cells, a slash"},
    {TABLES("2") "block 1 ab1\nblock 1 ab2\n", "line 6: this is block 2"},
    {TABLES("1") "block ab1\n", "line 5: this is block 1"},
    {TABLES("1") "block 0 ab1\n", "line 5: '0' is not the number of a block"},
    {TABLES("1") "block 1 ba1\n", "line 5: 'ba1' is not a set of cells from a1 to e5"},
    {TABLES("1") "block 1 aa1\n", "line 5: 'aa1' is not a set of cells"},
    {TABLES("1") "block 1 a16\n", "line 5: 'a16' is not a set of cells"},
    {TABLES("1") "block 1 abcde12345\n", "line 5: more than 16 cells"},
    {TABLES("1") "block 1 a1 b3\n", "line 5: no line holds two cells of this block"},
    {TABLES("1") "block 1 ab1 /\n", "line 5: a block is cells, or cells, a slash and lines"},
    {TABLES("1") "pair a1 b1\n", "line 5: it belongs to nothing"},
    {TABLES("1") "picture 2\n", "line 5: this is picture 1"},
    {TABLES("1") "picture 1 1\n", "line 5: there is no block '1'"},
    {TABLES("2") "block 1 ab1\npicture 1 01\n", "line 6: there is no block '01'"},
    {TABLES("2") "picture 1\nblock 1 ab1\n", "line 6: blocks come before pictures"},
    {TABLES("3") "picture 1\nagainst x 1\npicture 2\n", "line 7: pictures come before 'against'"},
    {TABLES("3") "block 1 ab1\npicture 1\nagainst x 1\n", "block 1 is nowhere used"},
    {TABLES("3") "picture 1\npicture 2\nagainst x 2\n", "picture 1 is nowhere used"},
    {TABLES("2") "picture 1\nagainst x 2\n", "line 6: there is no picture '2'"},
    {TABLES("2") "picture 1\nagainst y 1\n", "line 6: 'against' wants x or o"},
    {TABLES("2") "picture 1\nagainst x 1 a1\n", "line 6: nothing may follow the picture"},
    {TABLES("2") "picture 1\nagainst x\n", "the last line has no picture"},
    {TABLES("3") "picture 1\nagainst x\nagainst x 1\n", "line 7: the line above has neither a picture"},
    {TABLES("2") "picture 1\n a2 1\n", "line 6: moves come after 'against'"},
    {TABLES("3") "picture 1\nagainst x\n  a2 1\n", "line 7: the indentation does not fit"},
    {TABLES("3") "picture 1\nagainst x 1\n a2 1\n", "line 7: the indentation does not fit"},
    {TABLES("3") "picture 1\nagainst x\n 1\n", "line 7: a move is missing"},
    {TABLES("3") "picture 1\nagainst x\n ab2\n", "line 7: several moves, and no picture"},
    {TABLES("3") "picture 1\nagainst x\n a2 ab3 1\n", "line 7: 'ab3' is not a move"},
    {TABLES("3") "picture 1\nagainst x\n a2,,b2 1\n", "line 7: '' is not a set of cells"},
    {TABLES("3") "picture 1\nagainst x\n a2  a3 1\n", "line 7: single blanks separate words"},
    {TABLES("3") "block 1 ab1\npicture 1 1 1\nagainst x 1\n", "line 6 of the proof, block 1: a cell is in two blocks"},
    {TABLES("3") "block 1 ab1 / a1-b3\npicture 1 1\nagainst x 1\n", "block 1: two cells are not on a line"},
    {TABLES("3") "picture 1\nagainst x 1\nagainst x 1\n", "line 7 of the proof: this picture is never reached"},
    {HEAD("3/3/3 x", "draw x o", "search 0"), "line 3: nothing may follow the value"},
    {HEAD("3/3/3 x", "draw", "search 0 pairing 7"), "line 4: nothing may follow the number"},
    {HEAD("3/3/3 x", "draw", "search"), "line 4: expected the kind of proof and a number"},
    {HEAD("3/3/3 x", "draw", "miracle 0"), "line 4: there is no kind of proof 'miracle'"},
    {HEAD("3/3/3 x", "draw", "search 1") "a1\n", "a proof by search has no lines of its own"},
    {HEAD("3/3/3 x", "draw", "pairing 3"), "line 5: "},
    {HEAD("3/3/3 x", "draw", "search 0") "more\n", "the number of lines is not the one announced"},
    {HEAD(CUBE, "x", "strategy 1") "\n", "line 5: expected an entry"},
    {HEAD(CUBE, "x", "strategy 1") "~ b2b\n", "line 5: not a position"},
    {HEAD(CUBE, "x", "strategy 1") ")(((((( b2b\n", "line 5: not a position"},
    {HEAD(CUBE, "x", "strategy 1") ")\n", "line 5: the move is missing"},
    {HEAD(CUBE, "x", "strategy 1") ") d4d\n", "line 5: 'd4d' is not a move"},
    {HEAD(CUBE, "x", "strategy 1") ") b2b b2b\n", "line 5: nothing may follow the move"},
    {HEAD(CUBE, "x", "strategy 2") " b2b\n b2b\n", "line 6: the entries are not in ascending order"},
    {HEAD("3/3/3 x", "draw", "pairing 1") "z a1 a2\n", "line 5: a pair begins with x or o"},
    {HEAD("3/3/3 x", "draw", "pairing 1") "x a1\n", "line 5: a pair is two cells"},
    {HEAD("3/3/3 x", "draw", "pairing 1") "x a1 a2 a3\n", "line 5: nothing may follow the pair"},
    {HEAD("3/3/3 x", "draw", "pairing 1") "x a1 d4\n", "line 5: 'd4' is not a move"},
    {HEAD(CUBE, "x", "strategy 0"), "no move is given for this position"},
    {HEAD(CUBE, "draw", "strategy 1") " b2b\n", "a strategy proves a win, not a draw"},
    {HEAD("x2/3/3//3/3/3//3/3/3 o", "x", "strategy 0"), "no move is given for this position"},
    {HEAD(WON, "x", "strategy 1") "((((* a1a\n", "entry 1 is never reached"},
    {HEAD("3/3/3 x", "x", "outline 0"), "no move is given for this position, and none is decisive"},
    {HEAD("x2/3/3//3/3/3//3/3/3 o", "x", "outline 0"), "no move is given for this position, and none is decisive"},
    {HEAD(CUBE, "o", "outline 0"), "no move is given for this position, and none is decisive"},
    {HEAD(CUBE, "x", "outline 1") " a1a\n", "no move is given for this position, and none is decisive"},
    {HEAD(CUBE, "x", "outline 2") " b2b\n((((* a1a\n", "entry 2 is never reached"},
    {HEAD(CUBE, "x", "outline 1") "~ b2b\n", "line 5: not a position"},
    {HEAD(CUBE, "x", "outline 2") " b2b\n b2b\n", "line 6: the entries are not in ascending order"},
    {HEAD(CUBE, "draw", "outline 0"), "an outline proves a win, not a draw"},
    {HEAD("3/3/3//3/3/3//3/3/3 x score", "x", "outline 0"), "where lines are points"},
    {HEAD("xx1/oo1/3 x", "o", "outline 0"), "the loser completes a line"},
    {HEAD("xxo/oo1/xx1 o", "x", "outline 0"), "the loser completes a line"},
    {HEAD("xx1/1o1/2o x", "o", "outline 0"), "the loser completes a line"},
    {HEAD("xxx/oo1/3 o", "x", "outline 0"), "the game is over in this position"},
    {HEAD("xx1/oo1/3 x", "o", "strategy 0"), "the loser completes a line"},
    {HEAD("xox/xxo/o1o x", "x", "strategy 0"), "the board is full and nobody has won"},
    {HEAD("xxx/oo1/3 o", "x", "strategy 0"), "the game is over in this position"},
    {HEAD("xxx/oo1/3 o", "draw", "pairing 0"), "the game is over in this position"},
    {HEAD("xxx/oo1/3 o", "o", "search 0"), "the game is over in this position"},
    {HEAD("5/5/5/5/5 x", "draw", "search 0"), "25 empty cells are too many to search all of them"},
    {HEAD("3/3/3 x", "x", "search 0"), "the search finds another value"},
    {HEAD("3/3/3 x", "x", "pairing 0"), "pairs prove a draw, nothing else"},
    {HEAD("3/3/3 x", "draw", "pairing 1") "x a1 a1\n", "pair 1 is one cell twice"},
    {HEAD("x2/3/3 o", "draw", "pairing 1") "x a1 b1\n", "pair 1 is on a stone"},
    {HEAD("3/3/3 x", "draw", "pairing 2") "x a1 b1\nx b1 c1\n", "pair 2 shares a cell with another"},
    {HEAD("3/3/3 x", "draw", "pairing 1") "x a1 b1\n", "a line that is open for X holds no pair"},
    {HEAD("3/3/3 x", "x", "blocks 0"), "blocks prove a draw, nothing else"},
    {HEAD("3/3/3 x", "draw", "blocks 2") "against x\nagainst o\n",
     "against X: the attacker completes a line that no block stops"},
};

/* Threats wherever one looks: a small file must not make the checker work for ever. */
TEST a_check_that_takes_too_long_is_given_up(void) {
    if (BUILT_TO_BE_SLOW) SKIP();
    static const char body[] =
        HEAD("x1o3/xx4/o3x1/4xx/4x1/1o2x1//1xo3/1x4/2o3/6/2o1x1/2o3//1x1xxx/x1x1x1/o5/3x2/6/6//1xox2/xo4/1xoxxx/2x3/"
             "4o1/1o3o//1x4/oxo1x1/o2x2/1x4/oo1oo1/oo1oo1//2oo1x/xx4/o1o3/2oo2/3o2/1ooo2 x",
             "o", "outline 0");
    static char text[4096];
    static ProofFindings findings;
    Proof proof;
    Reason why;
    Work work = {.steps_max = 100000000};
    ASSERTm(why.text, proof_parse(text, with_checksum(body, strlen(body), text), &proof, &why));
    ASSERT_FALSE(proof_check_within(&proof, &work, &findings));
    proof_release(&proof);
    ASSERT_EQ(PROOF_TOO_MUCH, findings.verdict);
    ASSERT_STR_EQ("the check takes more than 100000000 steps", findings.why.text);
    PASS();
}

SUITE(proof_refusals) {
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        RUN_TESTp(a_proof_is_refused_for_this, refusals[i].body, refusals[i].reason);
    }
    RUN_TEST(bytes_that_no_proof_has_are_refused);
    RUN_TEST(a_check_that_takes_too_long_is_given_up);
}
