/* Forged proofs: true ones in which lines were changed, left out, doubled or taken from proofs of other positions, with
 * a checksum that fits. Some still hold. Whatever the checker accepts must be true: the positions are small enough for
 * brute force.
 *
 * ROWAN_TEST_FORGERIES is how many are tried. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "greatest.h"
#include "reference/second_checker.h"
#include "support/build.h"
#include "support/games.h"
#include "support/scratch.h"
#include "support/solving.h"

enum { TEXT_SIZE = 1 << 16, LINES_MAX_IN_PROOF = 512, FORGERIES_USUAL = 600, FORGERIES_PER_PROOF = 12 };

typedef struct {
    char text[TEXT_SIZE];
    char *line[LINES_MAX_IN_PROOF]; /* without the last, the checksum */
    int count;
} ProofText;

static const struct {
    const char *game;
    int empty_min, empty_max;
} forged_games[] = {{"3x3", 5, 9},    {"4x4", 5, 11},   {"3x3x3", 7, 12}, {"5x5", 6, 11},
                    {"4x4x4", 7, 11}, {"5x5x5", 6, 10}, {"6x6", 6, 11}};

enum { FORGED_GAMES = sizeof forged_games / sizeof *forged_games };

static bool read_lines(const char *path, ProofText *proof) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) return false;
    size_t size = fread(proof->text, 1, sizeof proof->text - 1, file);
    fclose(file);
    proof->text[size] = '\0';
    proof->count = 0;
    for (char *at = proof->text, *end; (end = strchr(at, '\n')) != NULL; at = end + 1) {
        *end = '\0';
        if (strncmp(at, "end ", 4) == 0) return true;
        if (proof->count == LINES_MAX_IN_PROOF) return false;
        proof->line[proof->count++] = at;
    }
    return false;
}

static void copy_text(const ProofText *from, ProofText *to) {
    *to = *from;
    for (int i = 0; i < to->count; i++) to->line[i] = to->text + (from->line[i] - from->text);
}

static size_t join(const ProofText *proof, char text[TEXT_SIZE]) {
    uint64_t sum = UINT64_C(0xCBF29CE484222325);
    size_t size = 0;
    for (int i = 0; i < proof->count; i++) {
        size += (size_t)snprintf(text + size, TEXT_SIZE - size, "%s\n", proof->line[i]);
    }
    for (size_t i = 0; i < size; i++) sum = (sum ^ (unsigned char)text[i]) * UINT64_C(0x100000001B3);
    return size + (size_t)snprintf(text + size, TEXT_SIZE - size, "end %016llx\n", (unsigned long long)sum);
}

/* The proof of a random position, if it is small enough for a forger. */
static bool true_proof(uint64_t *seed, ProofText *text) {
    int which = ref_random(seed, FORGED_GAMES);
    int empty = forged_games[which].empty_min +
                ref_random(seed, forged_games[which].empty_max - forged_games[which].empty_min + 1);
    TestPosition *test = test_position_new(forged_games[which].game);
    Proof proof = {.count = -1};
    SolveMeans means = {.hash_mb = 1, .threads = 1, .is_outline = ref_random(seed, 2) == 0};
    const char *path = scratch_file("true.proof");
    bool is_made = test_position_set_random(test, test->game.cell_count - empty, (uint64_t)ref_random(seed, 1 << 30)) &&
                   solve(test, means, &proof) != OUTCOME_NONE && proof.count >= 0 &&
                   proof_write(&proof, PROOF_WITH_TABLES, path) > 0;
    if (proof.count >= 0) proof_release(&proof);
    test_position_free(test);
    return is_made && read_lines(path, text);
}

/* Forging */

enum { LINE_POSITION = 1, LINE_VALUE = 2, LINE_KIND = 3, HEADER = 4 };

/* Lines that were changed live here. */
static char forged_lines[8][2048];
static int forged_count;

static char *new_line(const char *text) {
    char *line = forged_lines[forged_count++ % 8];
    snprintf(line, sizeof forged_lines[0], "%s", text);
    return line;
}

/* The number of entries or pairs as it is now. */
static void announce(ProofText *proof) {
    char kind[32], line[64];
    if (sscanf(proof->line[LINE_KIND], "%31s", kind) != 1) return;
    snprintf(line, sizeof line, "%s %d", kind, proof->count - HEADER);
    proof->line[LINE_KIND] = new_line(line);
}

static void change_value(ProofText *proof, uint64_t *seed) {
    static const char *const values[] = {"value x", "value o", "value draw", "value no x", "value no o"};
    proof->line[LINE_VALUE] = new_line(values[ref_random(seed, 5)]);
}

static void change_kind(ProofText *proof, uint64_t *seed) {
    static const char *const kinds[] = {"strategy", "pairing", "search", "blocks", "outline"};
    char line[64];
    snprintf(line, sizeof line, "%s %d", kinds[ref_random(seed, 5)], proof->count - HEADER);
    proof->line[LINE_KIND] = new_line(line);
}

static void drop_lines(ProofText *proof, uint64_t *seed) {
    if (proof->count == HEADER) return;
    int at = HEADER + ref_random(seed, proof->count - HEADER), count = 1 + ref_random(seed, proof->count - at);
    if (ref_random(seed, 2) == 0) count = 1;
    memmove(&proof->line[at], &proof->line[at + count], sizeof proof->line[0] * (size_t)(proof->count - at - count));
    proof->count -= count;
    announce(proof);
}

/* A stone becomes an empty cell, one of the other side, or moves: the side to move is adjusted to fit. */
static void change_stones(ProofText *proof, uint64_t *seed) {
    char *line = new_line(proof->line[LINE_POSITION]), *cells = line + strlen("position ");
    size_t length = strcspn(cells, " ");
    int stones[2] = {0, 0};
    char *first = &cells[ref_random(seed, (int)length)], *second = &cells[ref_random(seed, (int)length)];
    if (strchr("xo1", *first) != NULL && strchr("xo1", *second) != NULL) {
        char kept = *first;
        *first = *second;
        *second = kept;
    }
    for (size_t i = 0; i < length; i++) stones[0] += cells[i] == 'x', stones[1] += cells[i] == 'o';
    cells[length + 1] = stones[0] == stones[1] ? 'x' : 'o';
    proof->line[LINE_POSITION] = line;
}

/* A letter or digit of an entry or pair. */
static void change_character(ProofText *proof, uint64_t *seed) {
    if (proof->count == HEADER) return;
    int at = HEADER + ref_random(seed, proof->count - HEADER);
    char *line = new_line(proof->line[at]);
    if (line[0] == '\0') return;
    char *c = &line[ref_random(seed, (int)strlen(line))];
    *c = (char)(*c + 1 - 2 * ref_random(seed, 2));
    if (*c < ' ' || *c > '~') *c = '(';
    proof->line[at] = line;
}

/* A line of another proof takes the place of one of this. */
static void exchange_line(ProofText *proof, const ProofText *other, uint64_t *seed) {
    int at = ref_random(seed, proof->count), from = at < HEADER ? at : HEADER;
    if (at >= HEADER && other->count == HEADER) return;
    if (at >= HEADER) from += ref_random(seed, other->count - HEADER);
    proof->line[at] = new_line(other->line[from]);
}

/* A proof by pairs, told as one by blocks, which are pairs then. */
static void tell_as_blocks(ProofText *proof) {
    static char lines[LINES_MAX_IN_PROOF][32];
    int count = HEADER;
    if (strncmp(proof->line[LINE_KIND], "pairing ", 8) != 0 || proof->count + 2 > LINES_MAX_IN_PROOF) return;
    ProofText pairs = *proof;
    for (const char *side = "xo"; *side != '\0'; side++) {
        proof->line[count] = lines[count];
        snprintf(lines[count++], sizeof lines[0], "against %c", *side);
        for (int i = HEADER; i < pairs.count; i++) {
            if (pairs.line[i][0] != *side) continue;
            proof->line[count] = lines[count];
            snprintf(lines[count++], sizeof lines[0], "pair %.20s", pairs.line[i] + 2);
        }
    }
    proof->count = count;
    proof->line[LINE_KIND] = new_line("blocks");
    announce(proof);
}

/* A proof by blocks in the other form. */
static void tell_with_tables(ProofText *proof) {
    static ProofText told;
    static char text[TEXT_SIZE];
    const char *path = scratch_file("told.proof");
    Proof parsed;
    Reason why;
    if (strncmp(proof->line[LINE_KIND], "blocks ", 7) != 0) return;
    if (!proof_parse(text, join(proof, text), &parsed, &why)) return;
    bool is_told = proof_write(&parsed, PROOF_WITH_TABLES, path) > 0 && read_lines(path, &told);
    proof_release(&parsed);
    if (is_told) copy_text(&told, proof);
}

/* An empty cell of the line other than one given, or -1. */
static int empty_cell(const RefPosition *position, int line, int but) {
    for (int i = 0; i < position->game->n; i++) {
        int cell = position->game->line[line][i];
        if (position->cell[cell] == '.' && cell != but) return cell;
    }
    return -1;
}

static bool line_is_open(const RefPosition *position, int line, char side) {
    for (int i = 0; i < position->game->n; i++) {
        char stone = position->cell[position->game->line[line][i]];
        if (stone != '.' && stone != side) return false;
    }
    return true;
}

/* A draw for any position: each line has a pair of its own, as if pairs could share their cells. */
static void claim_a_draw(ProofText *proof) {
    static char lines[LINES_MAX_IN_PROOF][32];
    static RefGame game;
    static RefPosition position;
    char one[REF_MOVE_TEXT_SIZE], other[REF_MOVE_TEXT_SIZE];
    int count = HEADER;
    if (!ref_position_from_text(&game, &position, proof->line[LINE_POSITION] + strlen("position "))) return;
    for (const char *side = "xo"; *side != '\0'; side++) {
        for (int line = 0; line < game.line_count && count < LINES_MAX_IN_PROOF; line++) {
            int first = empty_cell(&position, line, -1), second = empty_cell(&position, line, first);
            if (first < 0 || second < 0 || !line_is_open(&position, line, *side)) continue;
            proof->line[count] = lines[count];
            snprintf(lines[count++], sizeof lines[0], "%c %s %s", *side, ref_move_text(&game, first, one),
                     ref_move_text(&game, second, other));
        }
    }
    proof->count = count;
    proof->line[LINE_VALUE] = new_line("value draw");
    proof->line[LINE_KIND] = new_line("pairing");
    announce(proof);
}

/* A win for any position: the checker may find the moves by itself. */
static void claim_a_win(ProofText *proof, uint64_t *seed) {
    proof->line[LINE_VALUE] = new_line(ref_random(seed, 2) == 0 ? "value x" : "value o");
    proof->line[LINE_KIND] = new_line("outline");
    proof->count = HEADER;
    announce(proof);
}

static void forge(ProofText *proof, const ProofText *other, uint64_t *seed) {
    static void (*const ways[])(ProofText *, uint64_t *) = {change_value,  change_kind,      drop_lines,
                                                            change_stones, change_character, change_character};
    enum { WAYS = sizeof ways / sizeof *ways };
    bool is_false_draw = ref_random(seed, 6) == 0, is_false_win = !is_false_draw && ref_random(seed, 5) == 0;
    if (is_false_draw) claim_a_draw(proof);
    if (is_false_win) claim_a_win(proof, seed);
    if (ref_random(seed, 2) == 0) tell_as_blocks(proof);
    if (ref_random(seed, 2) == 0) tell_with_tables(proof);
    if (is_false_draw || is_false_win) return;
    for (int changes = 1 + ref_random(seed, 3); changes > 0; changes--) {
        int way = ref_random(seed, WAYS + 1);
        if (way == WAYS) {
            exchange_line(proof, other, seed);
        } else {
            ways[way](proof, seed);
        }
    }
}

/* Judging */

static Outcome true_value(const Setup *start) {
    static RefGame game;
    static RefPosition position;
    char text[POSITION_TEXT_SIZE];
    RefValue value;
    setup_print(start, text);
    if (!ref_position_from_text(&game, &position, text) || !ref_solve(&position, &value)) return OUTCOME_NONE;
    if (value.value == 0) return OUTCOME_DRAW;
    return (value.value > 0) == (ref_side(&position) == 'x') ? OUTCOME_X_WINS : OUTCOME_O_WINS;
}

/* The verdict is the same in both forms. */
static bool is_judged_alike(const Proof *proof, bool is_accepted) {
    const char *path = scratch_file("alike.proof");
    for (ProofForm form = PROOF_WITH_TABLES; form <= PROOF_PLAIN; form++) {
        Proof again;
        ProofFindings findings;
        Reason why;
        if (proof_write(proof, form, path) == 0 || !proof_read(path, &again, &why)) return false;
        bool is_same = again.count == proof->count && proof_check(&again, &findings) == is_accepted;
        proof_release(&again);
        if (!is_same) return false;
    }
    return true;
}

/* The second checker says the same: of proofs by pairs and by blocks, and of what is no proof at all. */
static bool second_agrees(const char *text, size_t size, bool is_accepted, int *judged) {
    char why[REF_WHY_SIZE];
    uint64_t nodes = 1000000;
    SecondVerdict verdict = second_check(text, size, &nodes, NULL, why);
    *judged += verdict == SECOND_HOLDS || verdict == SECOND_REFUSED;
    return verdict == SECOND_NOT_MINE || (verdict == SECOND_HOLDS) == is_accepted;
}

typedef struct {
    int tried, read, accepted, one_sided, with_tables, judged_twice;
    int of_kind[PROOF_OUTLINE + 1];
} ForgeryCount;

static enum greatest_test_res judge(const char *text, size_t size, ForgeryCount *count) {
    Proof proof;
    ProofFindings findings;
    Reason why = {""};
    count->tried++;
    if (!proof_parse(text, size, &proof, &why)) {
        ASSERTm(text, why.text[0] != '\0');
        ASSERTm(text, second_agrees(text, size, false, &count->judged_twice));
        PASS();
    }
    count->read++;
    count->of_kind[proof.kind]++;
    bool is_accepted = check_both_ways(&proof, &findings);
    Outcome claimed = proof.value, truth = is_accepted ? true_value(&proof.start) : OUTCOME_NONE;
    Outcome denied = proof.held == SIDE_X ? OUTCOME_X_WINS : OUTCOME_O_WINS;
    bool is_one_sided = claimed == OUTCOME_NONE;
    bool is_alike = proof.kind != PROOF_BLOCKS || is_judged_alike(&proof, is_accepted);
    count->with_tables += proof.kind == PROOF_BLOCKS && strstr(text, "\npicture ") != NULL;
    proof_release(&proof);
    ASSERTm(text, is_alike);
    ASSERTm(text, second_agrees(text, size, is_accepted, &count->judged_twice));
    count->accepted += is_accepted;
    count->one_sided += is_accepted && is_one_sided;
    if (is_accepted && is_one_sided) ASSERTm(text, truth != OUTCOME_NONE && truth != denied);
    if (is_accepted && !is_one_sided) ASSERT_EQm(text, truth, claimed);
    if (!is_accepted) ASSERTm(text, findings.why.text[0] != '\0');
    PASS();
}

TEST whatever_the_checker_accepts_is_true(int forgeries) {
    static ProofText original, other, forged;
    static char text[TEXT_SIZE];
    uint64_t seed = 1;
    ForgeryCount count = {.tried = 0};
    while (!true_proof(&seed, &other)) continue;
    while (count.tried < forgeries) {
        if (!true_proof(&seed, &original)) continue;
        for (int i = 0; i < FORGERIES_PER_PROOF; i++) {
            forged = original;
            forged_count = 0;
            forge(&forged, &other, &seed);
            CHECK_CALL(judge(text, join(&forged, text), &count));
        }
        if (ref_random(&seed, 4) == 0) copy_text(&original, &other);
    }
    if (getenv("ROWAN_TEST_SHOW") != NULL) {
        printf("%d forged proofs: %d read, %d accepted and true; %d strategies, %d outlines, %d by pairs, %d by "
               "blocks, %d "
               "with tables; %d judged by the second checker, too\n",
               count.tried, count.read, count.accepted, count.of_kind[PROOF_STRATEGY], count.of_kind[PROOF_OUTLINE],
               count.of_kind[PROOF_PAIRING], count.of_kind[PROOF_BLOCKS], count.with_tables, count.judged_twice);
    }
    ASSERT(count.of_kind[PROOF_STRATEGY] > 0 && count.of_kind[PROOF_OUTLINE] > 0);
    ASSERT(count.of_kind[PROOF_PAIRING] > 0 && count.of_kind[PROOF_BLOCKS] > 0);
    ASSERT(count.with_tables > 0 && count.judged_twice > count.tried / 10);
    ASSERT(count.read > count.tried / 10);
    ASSERT(count.accepted < count.tried / 2);
    PASS();
}

SUITE(forged_proofs) {
    int usual = BUILT_TO_BE_SLOW ? FORGERIES_USUAL / 4 : FORGERIES_USUAL;
    RUN_TESTp(whatever_the_checker_accepts_is_true, number_wanted("ROWAN_TEST_FORGERIES", usual));
}
