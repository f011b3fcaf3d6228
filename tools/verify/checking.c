#include "verify/verify.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "common/files.h"
#include "common/progress_line.h"
#include "common/proof_file.h"
#include "verify/wording.h"

static void show_progress(void *context, uint64_t steps) {
    ProgressLine *line = context;
    if (progress_line_is_due(line)) progress_line_show(line, "checking: %" PRIu64 " million steps", steps / 1000000);
}

int verify_complain(const char *what) {
    fprintf(stderr, "verify: %s\n", what);
    return VERIFY_NOT_TRIED;
}

static bool is_start_of_game(const Proof *proof) {
    return cells_is_empty(proof->start.stones[SIDE_X]) && cells_is_empty(proof->start.stones[SIDE_O]);
}

/* "4x4x4" for a whole game, else the position. */
static void print_subject(FILE *out, const Proof *proof) {
    char position[POSITION_TEXT_SIZE];
    setup_print(&proof->start, position);
    fputs(is_start_of_game(proof) ? game_name(&proof->start.game).text : position, out);
}

static void print_count(FILE *out, int count, const char *one, const char *many) {
    if (count > 0) fprintf(out, "%d %s, ", count, text_plural(count, one, many));
}

/* Sides without any picture are held by their weight. */
static void print_weights(FILE *out, const Proof *proof) {
    for (int side = SIDE_X; side <= SIDE_O; side++) {
        bool has_picture = false;
        for (int i = 0; i < proof->count; i++)
            has_picture = has_picture || (proof->items[i].kind == ITEM_AGAINST && proof->items[i].side == (Side)side);
        if (wording_claims(proof, (Side)side) && !has_picture) fprintf(out, "%c by weight, ", side_letter((Side)side));
    }
}

/* Blocks and pairs of the start position; the pictures of a tree of moves are too many to count what is in them. */
static void print_parts(FILE *out, const Proof *proof, const ProofFindings *findings) {
    int count[] = {[ITEM_AGAINST] = 0, [ITEM_BLOCK] = 0, [ITEM_PAIR] = 0}, pictures = 0;
    bool has_moves = false;
    print_weights(out, proof);
    for (int i = 0; i < proof->count; i++) {
        count[proof->items[i].kind]++;
        has_moves = has_moves || (proof->items[i].kind == ITEM_AGAINST && proof->items[i].cells > 0);
        pictures += proof->items[i].kind == ITEM_AGAINST && (i == 0 || proof->items[i - 1].kind != ITEM_AGAINST);
    }
    if (has_moves) {
        print_count(out, pictures, "picture", "pictures");
        print_count(out, count[ITEM_AGAINST], "position", "positions");
    } else {
        print_count(out, count[ITEM_BLOCK], "block", "blocks");
        print_count(out, count[ITEM_PAIR], "pair", "pairs");
    }
    fprintf(out, "%" PRIu64 " %s searched\n", findings->nodes, text_plural((int64_t)findings->nodes, "node", "nodes"));
}

/* What a proof by pairs claims of a side: by pairs, or else by the weight of its lines. */
static void print_side(FILE *out, const Proof *proof, Side side) {
    int pairs = wording_count_pairs(proof, side);
    if (pairs > 0) {
        fprintf(out, "%d %s against %c", pairs, text_plural(pairs, "pair", "pairs"), side_letter(side));
    } else {
        fprintf(out, "%c by weight", side_letter(side));
    }
}

static void print_pairing(FILE *out, const Proof *proof) {
    if (wording_claims(proof, SIDE_X)) print_side(out, proof, SIDE_X);
    if (proof->value != OUTCOME_NONE) fputs(", ", out);
    if (wording_claims(proof, SIDE_O)) print_side(out, proof, SIDE_O);
    fputc('\n', out);
}

static void print_extent(FILE *out, const Proof *proof, const ProofFindings *findings) {
    const char *positions = text_plural((int64_t)findings->positions, "position", "positions");
    switch (proof->kind) {
    case PROOF_STRATEGY:
        fprintf(out, "%" PRIu64 " %s, %d %s\n", findings->positions, positions, proof->count,
                text_plural(proof->count, "entry", "entries"));
        break;
    case PROOF_OUTLINE:
        fprintf(out, "%" PRIu64 " %s, %d %s, %d %s found\n", findings->positions, positions, proof->count,
                text_plural(proof->count, "entry", "entries"), findings->moves_found,
                text_plural(findings->moves_found, "move", "moves"));
        break;
    case PROOF_PAIRING:
        print_pairing(out, proof);
        break;
    case PROOF_SEARCH:
        fprintf(out, "%" PRIu64 " %s searched\n", findings->positions, positions);
        break;
    case PROOF_BLOCKS:
        print_parts(out, proof, findings);
        break;
    }
}

/* How many steps it would take in all, nobody can know. But the positions of a proof by blocks are checked one after
 * the other, so those that are done say what to expect; twice that leaves room for harder ones. */
static int complain_of_steps(const Proof *proof, const ProofFindings *findings, const Work *work) {
    const uint64_t MILLION = 1000000;
    Reason why;
    uint64_t positions = (uint64_t)proof_block_positions(proof), done = findings->positions;
    if (positions == 0 || done < 2) {
        refuse(&why, "given up: %.200s; --steps allows more", findings->why.text);
        return verify_complain(why.text);
    }
    uint64_t wanted = 2 * (work->steps_max / MILLION + 1) * positions / (done - 1);
    refuse(&why, "given up: %.150s; %" PRIu64 " of %" PRIu64 " positions are done, so --steps %" PRIu64 " should do",
           findings->why.text, done - 1, positions, wanted);
    return verify_complain(why.text);
}

static int print_verdict(FILE *out, const Proof *proof, const ProofFindings *findings, const Work *work) {
    static const char *const values[] = {"", "a win for X", "a win for O", "a draw"};
    switch (findings->verdict) {
    case PROOF_HOLDS:
        fputs("verified: ", out);
        print_subject(out, proof);
        if (proof->value != OUTCOME_NONE) fprintf(out, " is %s: ", values[proof->value]);
        if (proof->value == OUTCOME_NONE) fprintf(out, ": %c cannot win: ", side_letter(proof->held));
        print_extent(out, proof, findings);
        return VERIFY_HOLDS;
    case PROOF_REFUSED:
        fprintf(out, "refused: %s\n", findings->why.text);
        if (findings->position[0] != '\0') fprintf(out, "in %s\n", findings->position);
        return VERIFY_REFUSED;
    case PROOF_TOO_MUCH:
        return complain_of_steps(proof, findings, work);
    case PROOF_NO_MEMORY:
        break;
    }
    return verify_complain(findings->why.text);
}

static int check(const Proof *proof, const VerifyArguments *arguments, FILE *out) {
    static ProofFindings findings;
    ProgressLine line;
    uint64_t steps_max = arguments->has_steps ? arguments->steps_max : proof_steps_max(proof);
    Work work = {.steps_max = steps_max, .progress = show_progress, .context = &line};
    progress_line_begin(&line);
    (arguments->is_plain ? proof_check_plainly : proof_check_within)(proof, &work, &findings);
    progress_line_erase();
    int status = print_verdict(out, proof, &findings, &work);
    if (status != VERIFY_NOT_TRIED) {
        fprintf(out, "time   %.2f s, %" PRIu64 " %s\n", progress_line_seconds(&line), work.steps,
                text_plural((int64_t)work.steps, "step", "steps"));
    }
    return status;
}

/* VERIFY_HOLDS if the file is a proof, as far as its form goes. */
static int read_proof(const VerifyArguments *arguments, FILE *out, Proof *proof) {
    Reason why;
    size_t size;
    *proof = (Proof){.value = OUTCOME_NONE};
    char *text = proof_load(arguments->path, &size, &why);
    if (text == NULL) return verify_complain(why.text);
    bool is_read = proof_parse(text, size, proof, &why);
    free(text);
    if (is_read) return VERIFY_HOLDS;
    if (proof->is_short_of_memory) return verify_complain(why.text);
    fprintf(out, "refused: %s\n", why.text);
    return VERIFY_REFUSED;
}

int verify_rewrite(const VerifyArguments *arguments) {
    static const char *const forms[] = {[PROOF_WITH_TABLES] = "with tables", [PROOF_PLAIN] = "plain"};
    Proof proof;
    Reason why;
    int status = read_proof(arguments, stdout, &proof);
    if (status != VERIFY_HOLDS) return status;
    errno = 0;
    size_t bytes = proof_file_write(&proof, arguments->form, arguments->rewrite);
    if (bytes == 0) refuse_errno(&why, "cannot write '%.150s'", arguments->rewrite);
    if (bytes > 0) printf("written: %zu bytes, %s, not checked\n", bytes, forms[arguments->form]);
    proof_release(&proof);
    return bytes > 0 ? VERIFY_HOLDS : verify_complain(why.text);
}

int verify_check(const VerifyArguments *arguments, FILE *out, Proof *proof) {
    int status = read_proof(arguments, out, proof);
    return status == VERIFY_HOLDS ? check(proof, arguments, out) : status;
}
