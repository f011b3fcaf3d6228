/* Proof files: written, read, verified, damaged. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "greatest.h"
#include "solving/data/proofs.h"
#include "support/build.h"
#include "support/games.h"
#include "support/program_run.h"
#include "support/scratch.h"
#include "support/session.h"
#include "support/solving.h"

/* A strategy small enough to be checked a hundred times. */
static const char *const small_game = "4x4x4", *const small_moves = "a1a b2b d1a c1a";

static const SolveMeans plain = {.hash_mb = 16, .threads = 1};

static bool small_proof(Proof *proof) {
    TestPosition *test = test_position_new(small_game);
    test_position_play(test, small_moves);
    bool fine = solve(test, plain, proof) == OUTCOME_X_WINS && proof->count > 0;
    test_position_free(test);
    return fine;
}

static char *read_text(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) return NULL;
    char *text = malloc(1 << 20);
    *size = text != NULL ? fread(text, 1, 1 << 20, file) : 0;
    fclose(file);
    return text;
}

TEST a_proof_written_and_read_again_is_the_same(void) {
    Proof proof, again;
    Reason why;
    ASSERT(small_proof(&proof));
    const char *path = scratch_file("again.proof");
    size_t bytes = proof_write(&proof, PROOF_WITH_TABLES, path);
    ASSERT(bytes > 0);
    ASSERTm(why.text, proof_read(path, &again, &why));
    ASSERT_EQ(proof.value, again.value);
    ASSERT_EQ(proof.kind, again.kind);
    ASSERT_EQ_FMT(proof.count, again.count, "%d");
    for (int i = 0; i < proof.count; i++) {
        ASSERT_MEM_EQ(proof.entries[i].stones, again.entries[i].stones, sizeof proof.entries[i].stones);
        ASSERT_EQ(proof.entries[i].move, again.entries[i].move);
    }
    ASSERT_EQ(0, proof_write(&proof, PROOF_WITH_TABLES, scratch_file("no/such/directory")));
    proof_release(&proof);
    proof_release(&again);
    PASS();
}

/* What it says begins as expected. */
static enum greatest_test_res check_says(const char *command, const char *expected, int expected_status) {
    int status = -1;
    char *said = program_run(command, "", &status);
    ASSERT(said != NULL);
    ASSERTm(command, strncmp(said, expected, strlen(expected)) == 0);
    ASSERT_EQ_FMTm(command, expected_status, status, "%d");
    free(said);
    PASS();
}

static enum greatest_test_res verify_says(const char *path, const char *expected, int expected_status) {
    char command[600];
    snprintf(command, sizeof command, "verify %s", path);
    return check_says(command, expected, expected_status);
}

static enum greatest_test_res verify_built_in(const char *text, size_t size, const char *expected) {
    const char *path = scratch_file("book.proof");
    FILE *file = fopen(path, "wb");
    ASSERT(file != NULL);
    ASSERT_EQ(size, fwrite(text, 1, size, file));
    ASSERT_EQ(0, fclose(file));
    return verify_says(path, expected, 0);
}

/* The outline of 4x4x4x4 takes three seconds: only with ROWAN_TEST_GAMES of 200 and more. */
TEST verify_accepts_the_built_in_wins(void) {
    if (BUILT_TO_BE_SLOW) SKIP();
    CHECK_CALL(verify_built_in(book_4x4x4, book_4x4x4_size, "verified: 4x4x4 is a win for X: "));
    if (games_wanted() < 200) PASS();
    return verify_built_in(book_4x4x4x4, book_4x4x4x4_size, "verified: 4x4x4x4 is a win for X: ");
}

static enum greatest_test_res solve_and_verify(const char *arguments, const char *expected) {
    const char *path = scratch_file("solved.proof");
    char command[600];
    int status = -1;
    snprintf(command, sizeof command, "solve %s --proof %s", arguments, path);
    char *said = program_run(command, "", &status);
    ASSERTm(arguments, said != NULL && status == 0);
    free(said);
    return verify_says(path, expected, 0);
}

TEST verify_accepts_what_solve_writes(void) {
    CHECK_CALL(solve_and_verify("3x3", "verified: 3x3 is a draw: "));
    CHECK_CALL(solve_and_verify("4x4", "verified: 4x4 is a draw: "));
    CHECK_CALL(solve_and_verify("5x5", "verified: 5x5 is a draw: 12 pairs against X, 12 pairs against O\n"));
    CHECK_CALL(solve_and_verify("8x8x8", "verified: 8x8x8 is a draw: 244 pairs against X, 244 pairs against O\n"));
    CHECK_CALL(solve_and_verify("3x3x3", "verified: 3x3x3 is a win for X: 8 positions, 1 entry\n"));
    CHECK_CALL(solve_and_verify("3x3x3 a1a", "verified: x2/3/3//3/3/3//3/3/3 o line is a win for O: "));
    CHECK_CALL(solve_and_verify("3x3 a1 b1 a2 a3", "verified: xo1/x2/o2 x line is a win for X: "));
    CHECK_CALL(solve_and_verify("'xo1/x2/3 o' a3", "verified: xo1/x2/o2 x line is a win for X: "));
    CHECK_CALL(solve_and_verify("4x4 --stop x", "verified: 4x4: X cannot win: "));
    CHECK_CALL(solve_and_verify("5x5 --stop o", "verified: 5x5: O cannot win: 12 pairs against O\n"));
    PASS();
}

#define EARLY_DRAW "a4e b2c c3c b2b b2d d4b c3b d2b d2d a5a d4d c3d c2d a2d"

/* O is stopped only after a move of X, which the engine plays, too. */
TEST a_draw_may_take_a_reply(void) {
    static const char *const stones = "5/5/5/5/o4//5/1o1o1/2x2/3o1/5//5/1o3/2x2/5/5//5/oxxx1/2o2/3x1/5//5/5/5/x4/5";
    static const char *const setting = "setoption name Game value 5x5x5\nposition startpos moves " EARLY_DRAW "\n";
    char expected[200], input[400], move[8] = "";
    int status = -1;
    snprintf(expected, sizeof expected, "verified: %s x line is a draw: 2 pictures, 2 positions, ", stones);
    CHECK_CALL(solve_and_verify("5x5x5 " EARLY_DRAW, expected));
    char *said = program_run("solve 5x5x5 " EARLY_DRAW, "", &status);
    ASSERT(said != NULL && status == 0);
    ASSERTm(said, sscanf(said, "value draw, with %7s", move) == 1);
    snprintf(expected, sizeof expected, "\nagainst O, after %s:\n", move);
    ASSERTm(said, strstr(said, expected) != NULL);
    free(said);
    snprintf(input, sizeof input, "%sgo prove\nwait\n", setting);
    snprintf(expected, sizeof expected, "info string proven draw\nbestmove %s\n", move);
    said = program_run("rowan", input, &status);
    ASSERTm(said, said != NULL && strstr(said, expected) != NULL);
    free(said);
    PASS();
}

TEST draws_are_proven_in_play(void) {
    int status = -1;
    char *said = program_run("rowan",
                             "setoption name Game value 5x5x5\nposition startpos moves " EARLY_DRAW
                             " c2b c5a\ngo nodes 2000000\nwait\n",
                             &status);
    ASSERTm(said, said != NULL && strstr(said, "\ninfo string proven draw\n") != NULL);
    free(said);
    PASS();
}

static enum greatest_test_res solve_says(const char *arguments, const char *expected, int expected_status) {
    char command[600];
    snprintf(command, sizeof command, "solve %s", arguments);
    return check_says(command, expected, expected_status);
}

TEST solve_says_what_it_knows_when_a_limit_ends_it(void) {
    CHECK_CALL(solve_says("6x6x6 --time 0.3", "value  not known (out of time); O cannot win\n", 1));
    CHECK_CALL(solve_says("4x4x4:score --time .3 --hash 16",
                          "value  not known (out of time); X's final lead is between -76 and 76 points\n", 1));
    CHECK_CALL(solve_says(
        "5x5x5:magic --time 1 --hash 16",
        "value  not known (125 empty cells are on open lines, too many to solve); X's final lead is between ", 1));
    CHECK_CALL(solve_says("3x3x3 --stop x", "value  not known (neither pairs nor blocks were found)\n", 1));
    /* The first of its searches would take 100000 nodes, a second. */
    int status = -1;
    char *said = program_run("solve 5x5x5 --stop o --time 0.05", "", &status);
    ASSERT(said != NULL && status == 1);
    ASSERTm(said,
            strstr(said, "not known by pairs or blocks (out of time); O cannot win, as X could steal its ") != NULL);
    ASSERTm(said, strstr(said, "nodes  100000\n") == NULL);
    free(said);
    PASS();
}

/* Somewhere in what it prints. */
static enum greatest_test_res solve_mentions(const char *arguments, const char *expected, int expected_status) {
    char command[600];
    snprintf(command, sizeof command, "solve %s", arguments);
    return program_says(command, "", expected_status, expected);
}

/* Quoted or not; as `query fen` answers, as `d` ends, and all that `d` prints. */
TEST solve_takes_positions_as_the_engine_prints_them(void) {
    static const char *const same[] = {
        "xo1/x2/o2 x",
        "'xo1/x2/o2 x line'",
        "response xo1/x2/o2 x line",
        "'fen xo1/x2/o2 x line'",
        "position fen xo1/x2/3 o moves a3",
        "'    a  b  c\n 1  x  o  .\n 2  x  .  .\n 3  o  .  .\nfen xo1/x2/o2 x line'",
        "3x3 moves a1 b1 a2 a3",
    };
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        CHECK_CALL(solve_says(same[i], "value  win for X, with b2\n", 0));
        CHECK_CALL(solve_mentions(same[i], "\nlength X needs 2 moves at most, whatever O plays\n", 0));
    }
    PASS();
}

/* X takes the centre of 3x3x3 and completes a line with its fourth stone. */
TEST solve_shows_a_line_of_best_play(void) {
    CHECK_CALL(solve_mentions("3x3x3", "\nlength X needs 4 moves at most, whatever O plays\n", 0));
    CHECK_CALL(solve_mentions("3x3x3 b2b", "\nlength X needs 3 moves at most, whatever O plays\n", 0));
    CHECK_CALL(solve_says("xo1/3/1x1 o score moves a2", "value  win for X by 1 point, with c3\n", 0));
    CHECK_CALL(solve_mentions("xo1/3/1x1 o score moves a2", "\nline   c3 ", 0));
    PASS();
}

TEST solve_tells_what_makes_a_draw(void) {
    CHECK_CALL(solve_mentions("3x3", "\nwhy    X cannot win: search; O cannot win: X could steal its strategy\n", 0));
    CHECK_CALL(solve_mentions("5x5", "\nwhy    X cannot win: 12 pairs; O cannot win: 12 pairs\n", 0));
    CHECK_CALL(solve_mentions("5x5", "\nagainst X, and against O:\n    a  b  c  d  e\n 1 ", 0));
    CHECK_CALL(solve_mentions("5x5:score", "\nwhy    X cannot win: 12 pairs; O cannot win: 12 pairs\n", 0));
    CHECK_CALL(solve_mentions("8x8x8", "O cannot win: 244 pairs (--picture draws them)\n", 0));
    CHECK_CALL(
        solve_mentions("8x8x8 --picture", "O cannot win: 244 pairs\n\nagainst X, and against O:\n   layer a ", 0));
    PASS();
}

TEST solve_refuses_wrong_arguments_before_it_begins(void) {
    CHECK_CALL(solve_says("", "solve: a game or a position is missing; ", 2));
    CHECK_CALL(solve_says("'3/3/3 x' a1 a1", "solve: a1 is occupied\n", 2));
    CHECK_CALL(solve_says("'xx1/3/3 o'", "solve: position: 2 x and 0 o do not fit o to move\n", 2));
    CHECK_CALL(solve_says("3x3 z9", "solve: 'z9' is not a move ", 2));
    CHECK_CALL(solve_says("3x3 --time 0", "solve: --time needs seconds, 0.001 or more, not '0'\n", 2));
    CHECK_CALL(solve_says("3x3 --time", "solve: --time needs a value\n", 2));
    CHECK_CALL(solve_says("--bogus", "solve: unknown option '--bogus'; see --help\n", 2));
    CHECK_CALL(solve_says("3x3 --once", "solve: --once needs --proof\n", 2));
    CHECK_CALL(solve_says("3x3 --stop z", "solve: --stop needs x or o, not 'z'\n", 2));
    CHECK_CALL(solve_says("3x3 --stop x a1 a2 b1 b2 c1", "solve: ", 2));
    CHECK_CALL(solve_says("4x4 --tree 2", "solve: --tree is for --stop\n", 2));
    CHECK_CALL(solve_says("4x4 --stop x --outline --proof p",
                          "solve: --minimise and --outline are for proofs of a win, not for --stop\n", 2));
    CHECK_CALL(solve_says("4x4x4 --proof no/such/folder", "solve: cannot write 'no/such/folder': ", 2));
    PASS();
}

TEST solve_reports_a_full_disk(void) {
    int status = -1;
    if (access("/dev/full", W_OK) != 0) SKIPm("there is no /dev/full");
    char *said = program_run("solve 3x3 --proof /dev/full", "", &status);
    ASSERT(said != NULL);
    ASSERT(strncmp(said, "value  draw\n", 12) == 0 && strstr(said, "\nsolve: cannot write '/dev/full': ") != NULL);
    ASSERT_EQ(2, status);
    free(said);
    PASS();
}

/* Proof and disproof numbers are for people: in a pipe there is nothing but the result. */
TEST progress_is_shown_on_a_terminal_only(void) {
    Session session;
    ASSERT(session_begin(&session, SESSION_TERMINAL, "solve 5x5x5 --time 1 --hash 256", NULL));
    ASSERT(session_expect(&session, "\rX attacks: proof "));
    ASSERT(session_expect(&session, ", disproof "));
    ASSERT(session_expect(&session, "value  not known ("));
    ASSERT_EQ(1, session_end(&session));
    session_free(&session);
    return solve_says("5x5x5 --time 0.3 --hash 256", "value  not known (out of time); O cannot win\nnodes ", 1);
}

/* The check of an outline takes longer than the search, so Ctrl-C is sent as soon as it begins. */
TEST the_making_of_a_proof_can_be_stopped(void) {
    char command[600];
    const char *path = scratch_file("stopped.proof");
    Session session;
    snprintf(command, sizeof command, "solve 4x4x4 --outline --proof %s", path);
    ASSERT(session_begin(&session, SESSION_TERMINAL, command, NULL));
    ASSERT(session_expect(&session, "\rchecking the proof: "));
    kill(session.pid, SIGINT);
    ASSERT(session_expect(&session, " s for the proof"));
    ASSERT(session_expect(&session, "proof  none: stopped"));
    ASSERT_EQ(1, session_end(&session));
    session_free(&session);
    ASSERT(access(path, F_OK) != 0);
    PASS();
}

/* Damage. A proof is cut into lines, changed, and put together again with a right checksum, so that the checker must
 * find the damage itself. Flipped bits and cuts are left to the checksum. */

typedef struct {
    char *line[1024];
    int count;
} Lines;

static void split(char *text, size_t size, Lines *lines) {
    lines->count = 0;
    text[size] = '\0';
    for (char *at = text; *at != '\0' && lines->count < 1024;) {
        lines->line[lines->count++] = at;
        at = strchr(at, '\n');
        *at++ = '\0';
    }
}

static uint64_t fnv1a(const char *text, size_t size) {
    uint64_t sum = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < size; i++) sum = (sum ^ (unsigned char)text[i]) * UINT64_C(0x100000001B3);
    return sum;
}

static size_t join(const Lines *lines, char *text) {
    size_t size = 0;
    for (int i = 0; i < lines->count - 1; i++) size += (size_t)sprintf(text + size, "%s\n", lines->line[i]);
    unsigned long long sum = fnv1a(text, size);
    return size + (size_t)sprintf(text + size, "end %016llx\n", sum);
}

enum { HEADER_LINES = 4, DAMAGE_SIZE = 1 << 17 };

typedef enum {
    DAMAGE_FLIPPED_BIT,
    DAMAGE_CUT_OFF,
    DAMAGE_MISSING_ENTRY,
    DAMAGE_DOUBLED_ENTRY,
    DAMAGE_SWAPPED_ENTRIES,
    DAMAGE_OTHER_STONES,
    DAMAGE_MOVE_ON_STONE,
    DAMAGE_OTHER_MOVE,
    DAMAGE_OTHER_VALUE,
    DAMAGE_OTHER_POSITION,
    DAMAGE_OTHER_GAME,
    DAMAGE_OTHER_VERSION,
    DAMAGE_OTHER_KIND,
    DAMAGES,
} Damage;

static void announce(Lines *lines, char header[32], int entries) {
    sprintf(header, "strategy %d", entries);
    lines->line[3] = header;
}

/* The first cell with a stone, or without one, of a packed position. */
static int find_cell(const char *packed, bool with_stone) {
    int cell = 0;
    for (; *packed != ' '; packed++) {
        int value = *packed - '(';
        for (int i = 0; i < 4; i++, value /= 3, cell++) {
            if ((value % 3 != 0) == with_stone) return cell;
        }
    }
    return cell;
}

static void name_cell(int cell, char text[8]) {
    sprintf(text, "%c%d%c", 'a' + cell % 4, 1 + cell / 4 % 4, 'a' + cell / 16);
}

/* Damages one entry, which is at line[at]. `room` holds what replaces it. */
static void damage_entry(Lines *lines, int at, Damage damage, uint64_t *seed, char room[128]) {
    char *line = lines->line[at], *space = strchr(line, ' '), cell[8];
    int entries = lines->count - HEADER_LINES - 1;
    switch (damage) {
    case DAMAGE_MISSING_ENTRY:
        memmove(&lines->line[at], &lines->line[at + 1], sizeof lines->line[0] * (size_t)(lines->count - at - 1));
        lines->count--;
        announce(lines, room, entries - 1);
        break;
    case DAMAGE_DOUBLED_ENTRY:
        memmove(&lines->line[at + 1], &lines->line[at], sizeof lines->line[0] * (size_t)(lines->count - at));
        lines->count++;
        announce(lines, room, entries + 1);
        break;
    case DAMAGE_SWAPPED_ENTRIES:
        lines->line[at] = lines->line[at + 1];
        lines->line[at + 1] = line;
        break;
    case DAMAGE_OTHER_STONES:
        space[-1] = (char)(space[-1] == 'x' ? 'w' : space[-1] + 1);
        break;
    case DAMAGE_MOVE_ON_STONE:
        name_cell(find_cell(line, true), cell);
        memcpy(space + 1, cell, 3);
        break;
    default:
        do name_cell(ref_random(seed, 64), cell);
        while (memcmp(cell, space + 1, 3) == 0);
        memcpy(space + 1, cell, 3);
        break;
    }
}

static void damage_header(Lines *lines, Damage damage, uint64_t *seed, char room[128]) {
    static char other_value[][16] = {"value o", "value draw", "value y", ""};
    static char other_kind[][16] = {"pairing 1", "search 0", "magic 5", "strategy"};
    static char other_version[][24] = {"rowan proof 2", "rowan proof 0", "rowan poof 1", "rowan"};
    static char other_game[][64] = {"position 5/5/5/5/5 x line", "position 3/3/3//3/3/3//3/3/3 x line",
                                    "position 4/4/4/4//4/4/4/4//4/4/4/4//4/4/4/4 x score", "position 4/4/4/4 x"};
    int which = ref_random(seed, 4);
    char *at;
    switch (damage) {
    case DAMAGE_OTHER_VALUE:
        lines->line[2] = other_value[which];
        break;
    case DAMAGE_OTHER_KIND:
        lines->line[3] = other_kind[which];
        break;
    case DAMAGE_OTHER_VERSION:
        lines->line[0] = other_version[which];
        break;
    case DAMAGE_OTHER_GAME:
        lines->line[1] = other_game[which];
        break;
    default: /* the first two stones change sides */
        snprintf(room, 128, "%s", lines->line[1]);
        at = strpbrk(room + strlen("position "), "xo");
        *at = *at == 'x' ? 'o' : 'x';
        at = strpbrk(at + 1, "xo");
        *at = *at == 'x' ? 'o' : 'x';
        lines->line[1] = room;
        break;
    }
}

static size_t damaged(const char *text, size_t size, Damage damage, uint64_t *seed, char *result) {
    static char copy[DAMAGE_SIZE], room[128];
    memcpy(copy, text, size);
    if (damage == DAMAGE_CUT_OFF || damage == DAMAGE_FLIPPED_BIT) {
        memcpy(result, text, size);
        int at = ref_random(seed, (int)size);
        if (damage == DAMAGE_CUT_OFF) return (size_t)at;
        result[at] = (char)(result[at] ^ 1 << ref_random(seed, 8));
        return size;
    }
    Lines lines;
    split(copy, size, &lines);
    if (damage < DAMAGE_OTHER_VALUE) {
        int entries = lines.count - HEADER_LINES - 1;
        damage_entry(&lines, HEADER_LINES + ref_random(seed, entries - 1), damage, seed, room);
    } else {
        damage_header(&lines, damage, seed, room);
    }
    return join(&lines, result);
}

static bool move_wins(const ProofEntry *entry) {
    TestPosition *test = test_position_new(small_game);
    RefPosition position = test->reference;
    for (int cell = 0; cell < test->game.cell_count; cell++) {
        if (cells_has(&entry->stones[SIDE_X], cell)) position.cell[cell] = 'x';
        if (cells_has(&entry->stones[SIDE_O], cell)) position.cell[cell] = 'o';
    }
    bool is_legal = ref_play(&position, entry->move);
    test_position_set(test, &position);
    bool wins = is_legal && solve(test, plain, NULL) == OUTCOME_X_WINS;
    test_position_free(test);
    return wins;
}

/* Another move may win as well, and the proof may still hold without a further entry. */
static bool other_move_wins(const Proof *proof, const Proof *original) {
    for (int i = 0; i < proof->count; i++) {
        if (proof->entries[i].move != original->entries[i].move) return move_wins(&proof->entries[i]);
    }
    return false;
}

TEST a_hundred_damaged_proofs_are_refused(void) {
    static char result[DAMAGE_SIZE];
    Proof proof;
    ASSERT(small_proof(&proof));
    const char *path = scratch_file("damaged.proof");
    size_t size = proof_write(&proof, PROOF_WITH_TABLES, path);
    char *text = read_text(path, &size);
    ASSERT(text != NULL);
    uint64_t seed = 4;
    int refused = 0;
    for (int i = 0; i < 104; i++) {
        Proof read;
        Reason why;
        ProofFindings findings;
        Damage damage = (Damage)(i % DAMAGES);
        size_t bytes = damaged(text, size, damage, &seed, result);
        if (!proof_parse(result, bytes, &read, &why)) {
            refused++;
            continue;
        }
        bool holds = check_both_ways(&read, &findings);
        ASSERT(!holds || (damage == DAMAGE_OTHER_MOVE && other_move_wins(&read, &proof)));
        ASSERT(holds || findings.why.text[0] != '\0');
        refused += !holds;
        proof_release(&read);
    }
    ASSERT(refused >= 100);
    free(text);
    proof_release(&proof);
    PASS();
}

TEST verify_refuses_damaged_files_and_says_why(void) {
    static char result[DAMAGE_SIZE];
    const char *path = scratch_file("refused.proof");
    Proof proof;
    ASSERT(small_proof(&proof));
    size_t size = proof_write(&proof, PROOF_WITH_TABLES, path);
    char *text = read_text(path, &size);
    uint64_t seed = 9;
    proof_release(&proof);
    ASSERT(text != NULL);
    for (int damage = 0; damage < DAMAGES; damage++) {
        if (damage == DAMAGE_OTHER_MOVE) continue; /* the proof may still hold */
        size_t bytes = damaged(text, size, (Damage)damage, &seed, result);
        FILE *file = fopen(path, "wb");
        ASSERT(file != NULL && fwrite(result, 1, bytes, file) == bytes);
        ASSERT_EQ(0, fclose(file));
        CHECK_CALL(verify_says(path, "refused: ", 1));
    }
    free(text);
    return verify_says("no/such/file", "verify: cannot read 'no/such/file': ", 2);
}

TEST wrong_pairs_are_refused(void) {
    Proof proof;
    ProofFindings findings;
    TestPosition *start = test_position_new("6x6");
    ASSERT_EQ(OUTCOME_DRAW, solve(start, plain, &proof));
    ASSERT(check_both_ways(&proof, &findings));
    for (int i = 0; i < proof.count; i++) {
        ProofPair kept = proof.pairs[i];
        proof.pairs[i].cell[0] = proof.pairs[(i + 1) % proof.count].cell[0];
        ASSERT(!check_both_ways(&proof, &findings));
        proof.pairs[i].cell[0] = kept.cell[1];
        ASSERT(!check_both_ways(&proof, &findings));
        proof.pairs[i] = kept;
        proof.pairs[i].side ^= 1;
        ASSERT(!check_both_ways(&proof, &findings));
        proof.pairs[i] = kept;
    }
    proof.value = OUTCOME_X_WINS;
    ASSERT(!check_both_ways(&proof, &findings));
    proof_release(&proof);
    test_position_free(start);
    PASS();
}

SUITE(proof) {
    RUN_TEST(a_proof_written_and_read_again_is_the_same);
    RUN_TEST(verify_accepts_the_built_in_wins);
    RUN_TEST(verify_accepts_what_solve_writes);
    RUN_TEST(a_draw_may_take_a_reply);
    RUN_TEST(draws_are_proven_in_play);
    RUN_TEST(solve_says_what_it_knows_when_a_limit_ends_it);
    RUN_TEST(solve_takes_positions_as_the_engine_prints_them);
    RUN_TEST(solve_shows_a_line_of_best_play);
    RUN_TEST(solve_tells_what_makes_a_draw);
    RUN_TEST(solve_refuses_wrong_arguments_before_it_begins);
    RUN_TEST(solve_reports_a_full_disk);
    RUN_TEST(progress_is_shown_on_a_terminal_only);
    RUN_TEST(the_making_of_a_proof_can_be_stopped);
    RUN_TEST(a_hundred_damaged_proofs_are_refused);
    RUN_TEST(verify_refuses_damaged_files_and_says_why);
    RUN_TEST(wrong_pairs_are_refused);
}
