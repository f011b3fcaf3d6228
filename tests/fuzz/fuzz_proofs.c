/* Proof files. The checksum is made right first, or hardly anything would get past it. Whatever the checker accepts is
 * true: on boards that brute force can solve, the claimed value is the value. */
#include "fuzz/fuzz.h"
#include "proof/proof.h"
#include "reference/reference.h"

static uint64_t fnv1a(const char *text, size_t length) {
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3;
    return hash;
}

/* Everything up to the last line that begins with "end ", then the right sum. */
static char *with_checksum(const uint8_t *data, size_t size, size_t *length) {
    char *text = malloc(size + 32);
    FUZZ_CHECK(text != NULL);
    if (size > 0) memcpy(text, data, size);
    size_t body = size;
    for (size_t i = 0; i + 4 <= size; i++) {
        if ((i == 0 || text[i - 1] == '\n') && memcmp(text + i, "end ", 4) == 0) body = i;
    }
    *length = body + (size_t)sprintf(text + body, "end %016llx\n", (unsigned long long)fnv1a(text, body));
    return text;
}

static Outcome true_value(const RefPosition *position, bool *is_known) {
    RefValue value = {0, 0};
    RefResult result = ref_result(position);
    *is_known = true;
    if (result == REF_P1WIN) return OUTCOME_X_WINS;
    if (result == REF_P2WIN) return OUTCOME_O_WINS;
    if (result == REF_DRAW) return OUTCOME_DRAW;
    *is_known = ref_empty_count(position) <= 11 && ref_solve(position, &value);
    if (value.value == 0) return OUTCOME_DRAW;
    return (value.value > 0) == (ref_side(position) == 'x') ? OUTCOME_X_WINS : OUTCOME_O_WINS;
}

static void check_truth(const Proof *proof) {
    static RefGame game;
    static RefPosition position;
    char text[POSITION_TEXT_SIZE];
    bool is_known = false;
    setup_print(&proof->start, text);
    FUZZ_CHECK(ref_position_from_text(&game, &position, text));
    Outcome value = true_value(&position, &is_known);
    Outcome loss = proof->held == SIDE_X ? OUTCOME_X_WINS : OUTCOME_O_WINS;
    bool is_one_sided = proof->value == OUTCOME_NONE;
    FUZZ_CHECK(!is_known || (is_one_sided ? value != loss : value == proof->value));
}

/* Large boards make the checker slow, not wrong. */
static bool is_quick(const Proof *proof) {
    const Game *game = &proof->start.game;
    if (game->d == 2) return game->n <= 4 || (game->n == 5 && proof->kind != PROOF_SEARCH);
    return game->d == 3 && game->n == 3;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static ProofFindings findings;
    size_t length = 0;
    char *text = with_checksum(data, size, &length);
    Proof proof;
    Reason why;
    if (proof_parse(text, length, &proof, &why)) {
        if (is_quick(&proof) && proof_check(&proof, &findings)) check_truth(&proof);
        proof_release(&proof);
    }
    free(text);
    return 0;
}
