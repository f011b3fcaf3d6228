#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "verify/checking.h"

/* A line that is written over and over. */
typedef struct {
    int64_t start_us, last_us;
    bool is_shown; /* there is a terminal to show it on */
    int width;     /* of what stands there now */
} Counter;

static double seconds_since(int64_t start_us) {
    return (double)(clock_now_us() - start_us) / 1e6;
}

static void show_progress(void *context, uint64_t steps) {
    const int64_t INTERVAL_US = 250000;
    Counter *counter = context;
    int64_t now_us = clock_now_us();
    if (!counter->is_shown || now_us - counter->last_us < INTERVAL_US) return;
    counter->last_us = now_us;
    counter->width = fprintf(stderr, "\rchecking: %" PRIu64 " million steps, %.1f s", steps / 1000000,
                             seconds_since(counter->start_us)) -
                     1;
    fflush(stderr);
}

static void clear_progress(const Counter *counter) {
    if (counter->width > 0) fprintf(stderr, "\r%*s\r", counter->width, "");
}

int complain(const char *what) {
    fprintf(stderr, "verify: %s\n", what);
    return EXIT_NOT_TRIED;
}

static bool is_start_of_game(const Proof *proof) {
    return cells_is_empty(proof->start.stones[SIDE_X]) && cells_is_empty(proof->start.stones[SIDE_O]);
}

/* "4x4x4" for a whole game, else the position. */
static void print_subject(FILE *out, const Proof *proof) {
    char text[POSITION_TEXT_SIZE];
    if (is_start_of_game(proof)) {
        game_name(&proof->start.game, text);
    } else {
        diagram_print(&proof->start, text);
    }
    fputs(text, out);
}

static void print_parts(FILE *out, const Proof *proof, const ProofReport *report) {
    int count[] = {[ITEM_AGAINST] = 0, [ITEM_BLOCK] = 0, [ITEM_PAIR] = 0};
    for (int i = 0; i < proof->count; i++) count[proof->items[i].kind]++;
    fprintf(out, "%d %s, %d %s, %" PRIu64 " %s searched\n", count[ITEM_BLOCK],
            text_plural(count[ITEM_BLOCK], "block", "blocks"), count[ITEM_PAIR],
            text_plural(count[ITEM_PAIR], "pair", "pairs"), report->nodes,
            text_plural((int64_t)report->nodes, "node", "nodes"));
}

static void print_extent(FILE *out, const Proof *proof, const ProofReport *report) {
    int against_x = 0;
    const char *positions = text_plural((int64_t)report->positions, "position", "positions");
    switch (proof->kind) {
    case PROOF_STRATEGY:
        fprintf(out, "%" PRIu64 " %s, %d %s\n", report->positions, positions, proof->count,
                text_plural(proof->count, "entry", "entries"));
        break;
    case PROOF_OUTLINE:
        fprintf(out, "%" PRIu64 " %s, %d %s, %d %s found\n", report->positions, positions, proof->count,
                text_plural(proof->count, "entry", "entries"), report->moves_found,
                text_plural(report->moves_found, "move", "moves"));
        break;
    case PROOF_PAIRING:
        for (int i = 0; i < proof->count; i++) against_x += proof->pairs[i].side == SIDE_X;
        fprintf(out, "%d %s against X, %d against O\n", against_x, text_plural(against_x, "pair", "pairs"),
                proof->count - against_x);
        break;
    case PROOF_SEARCH:
        fprintf(out, "%" PRIu64 " %s searched\n", report->positions, positions);
        break;
    case PROOF_BLOCKS:
        print_parts(out, proof, report);
        break;
    }
}

static int print_verdict(FILE *out, const Proof *proof, const ProofReport *report) {
    static const char *const values[] = {"", "a win for X", "a win for O", "a draw"};
    switch (report->verdict) {
    case PROOF_HOLDS:
        fputs("verified: ", out);
        print_subject(out, proof);
        if (proof->value != OUTCOME_NONE) fprintf(out, " is %s: ", values[proof->value]);
        if (proof->value == OUTCOME_NONE) fprintf(out, ": %c cannot win: ", side_letter(proof->harmless));
        print_extent(out, proof, report);
        return EXIT_HOLDS;
    case PROOF_REFUSED:
        fprintf(out, "refused: %s\n", report->why.text);
        if (report->position[0] != '\0') fprintf(out, "in %s\n", report->position);
        return EXIT_REFUSED;
    case PROOF_TOO_MUCH:
        fprintf(stderr, "verify: given up: %s; --steps allows more\n", report->why.text);
        return EXIT_NOT_TRIED;
    case PROOF_NO_MEMORY:
        break;
    }
    return complain(report->why.text);
}

static int check(const Proof *proof, uint64_t steps_max, FILE *out) {
    static ProofReport report;
    Counter counter = {.start_us = clock_now_us(), .last_us = clock_now_us(), .is_shown = isatty(STDERR_FILENO) == 1};
    Work work = {.steps_max = steps_max, .progress = show_progress, .context = &counter};
    proof_check_within(proof, &work, &report);
    clear_progress(&counter);
    int status = print_verdict(out, proof, &report);
    if (status != EXIT_NOT_TRIED) {
        fprintf(out, "time   %.2f s, %" PRIu64 " %s\n", seconds_since(counter.start_us), work.steps,
                text_plural((int64_t)work.steps, "step", "steps"));
    }
    return status;
}

int check_file(const char *path, uint64_t steps_max, FILE *out, Proof *proof) {
    Reason why;
    size_t size;
    *proof = (Proof){.value = OUTCOME_NONE};
    char *text = proof_load(path, &size, &why);
    if (text == NULL) return complain(why.text);
    bool is_read = proof_parse(text, size, proof, &why);
    free(text);
    if (is_read) return check(proof, steps_max, out);
    if (proof->is_short_of_memory) return complain(why.text);
    fprintf(out, "refused: %s\n", why.text);
    return EXIT_REFUSED;
}
