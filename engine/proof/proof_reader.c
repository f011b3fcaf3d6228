#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proof/blocks_reader.h"
#include "proof/proof_text.h"

typedef struct {
    const char *at, *end;
    int number; /* of the line, from 1 */
    bool is_indented;
} Input;

enum { LINE_SIZE = PROOF_LINE_SIZE, HEADER_LINES = 4, FILE_SIZE_MAX = 1 << 30 };

/* Words are separated by one blank, and nothing else is blank, but for an entry of the empty board, which begins with
 * the blank before its move, and trees of moves, which are indented. */
static bool check_blanks(const Input *input, const char *line, Reason *why) {
    int number = input->number;
    const char *text = input->is_indented ? line + strspn(line, " ") : line;
    size_t length = strlen(line);
    bool is_stray = strstr(text, "  ") != NULL || strchr(line, '\t') != NULL ||
                    (length > 0 && line[length - 1] == ' ') || (line[0] == ' ' && number <= HEADER_LINES);
    return !is_stray || refuse(why, "line %d: single blanks separate words, and nothing else", number);
}

/* The next line without its end; false where there is none, or one that no proof has. */
static bool next_line(Input *input, char line[LINE_SIZE], Reason *why) {
    size_t length = 0, rest = (size_t)(input->end - input->at);
    input->number++;
    while (length < rest && input->at[length] != '\n') length++;
    if (length == rest) return refuse(why, "line %d: the file ends too early", input->number);
    if (length >= LINE_SIZE) return refuse(why, "line %d is too long", input->number);
    memcpy(line, input->at, length);
    line[length] = '\0';
    if (strlen(line) != length) return refuse(why, "line %d holds a NUL", input->number);
    if (strchr(line, '\r') != NULL) return refuse(why, "line %d holds a CR: lines end with LF alone", input->number);
    input->at += length + 1;
    return check_blanks(input, line, why);
}

static bool check_sum(const char *text, size_t size, Reason *why) {
    enum { END_SIZE = 4 + 16 + 1 };
    if (size > 1 && memcmp(text + size - 2, "\r\n", 2) == 0) {
        return refuse(why, "the lines end with CR LF: those of a proof end with LF alone");
    }
    if (size < END_SIZE || memcmp(text + size - END_SIZE, "end ", 4) != 0 || text[size - 1] != '\n') {
        return refuse(why, "the last line is not 'end' and a checksum: the file is cut off, or is not a proof");
    }
    char expected[END_SIZE + 1];
    uint64_t sum = proof_text_checksum(PROOF_TEXT_SUM_START, text, size - END_SIZE);
    snprintf(expected, sizeof expected, "end %016llx\n", (unsigned long long)sum);
    if (memcmp(text + size - END_SIZE, expected, END_SIZE) != 0) return refuse(why, "the checksum is wrong");
    return true;
}

/* As it is written: without sign or leading zeros. */
static bool parse_count(Word word, int max, int *count) {
    bool is_plain = word.length == 1 || (word.at[0] >= '1' && word.at[0] <= '9');
    return is_plain && word_to_int(word, 0, max, count);
}

static bool parse_version(Input *input, Reason *why) {
    char line[LINE_SIZE];
    if (!next_line(input, line, why)) return false;
    const char *cursor = line;
    Word word;
    int version;
    bool is_proof = word_next(&cursor, &word) && word_is(word, "rowan") && word_next(&cursor, &word) &&
                    word_is(word, "proof") && word_next(&cursor, &word) && parse_count(word, 1000000, &version);
    if (!is_proof) return refuse(why, "not a proof: it does not begin with 'rowan proof'");
    if (word_next(&cursor, &word)) return refuse(why, "line 1: nothing may follow the version");
    return version == PROOF_TEXT_VERSION ||
           refuse(why, "version %d of the format is not known, only version %d", version, PROOF_TEXT_VERSION);
}

static bool parse_position(Input *input, Proof *proof, Reason *why) {
    char line[LINE_SIZE];
    if (!next_line(input, line, why)) return false;
    const char *cursor = line;
    Word word;
    if (!word_next(&cursor, &word) || !word_is(word, "position")) return refuse(why, "line 2: expected the position");
    if (!setup_parse(&cursor, &proof->start, why)) return false;
    if (word_next(&cursor, &word)) return refuse(why, "line 2: nothing may follow the position");
    return true;
}

static bool parse_value(Input *input, Proof *proof, Reason *why) {
    char line[LINE_SIZE];
    if (!next_line(input, line, why)) return false;
    const char *cursor = line;
    Word word;
    if (!word_next(&cursor, &word) || !word_is(word, "value") || !word_next(&cursor, &word)) {
        return refuse(why, "line 3: expected the value");
    }
    for (int i = OUTCOME_X_WINS; i <= OUTCOME_DRAW; i++) {
        if (word_is(word, proof_text_values[i])) proof->value = (Outcome)i;
    }
    bool is_no = word_is(word, "no") && word_next(&cursor, &word) && (word_is(word, "x") || word_is(word, "o"));
    if (is_no) proof->held = word_is(word, "x") ? SIDE_X : SIDE_O;
    if (proof->value == OUTCOME_NONE && !is_no) return refuse(why, "line 3: the value is x, o, draw, no x or no o");
    return !word_next(&cursor, &word) || refuse(why, "line 3: nothing may follow the value");
}

static bool parse_kind(Input *input, Proof *proof, int *count, Reason *why) {
    char line[LINE_SIZE];
    if (!next_line(input, line, why)) return false;
    const char *cursor = line;
    Word word, number;
    if (!word_next(&cursor, &word) || !word_next(&cursor, &number) || !parse_count(number, 1 << 28, count)) {
        return refuse(why, "line 4: expected the kind of proof and a number");
    }
    Word rest;
    if (word_next(&cursor, &rest)) return refuse(why, "line 4: nothing may follow the number");
    for (int i = PROOF_STRATEGY; i <= PROOF_OUTLINE; i++) {
        if (!word_is(word, proof_text_kinds[i])) continue;
        proof->kind = (ProofKind)i;
        return true;
    }
    return refuse(why, "line 4: there is no kind of proof '%.*s'", word_shown(word), word.at);
}

static bool unpack(const Word *packed, int cells, CellSet stones[2]) {
    stones[SIDE_X] = stones[SIDE_O] = cells_none();
    for (size_t group = 0; group < packed->length; group++) {
        int value = packed->at[group] - PACKED_FIRST;
        if (value < 0 || value >= PACKED_VALUES) return false;
        for (int i = 0; i < PACKED_CELLS; i++, value /= 3) {
            int cell = (int)group * PACKED_CELLS + i;
            if (value % 3 == 0) continue;
            if (cell >= cells) return false;
            cells_add(&stones[value % 3 - 1], cell);
        }
    }
    return packed->length == 0 || packed->at[packed->length - 1] != PACKED_FIRST;
}

static bool parse_cell(const Game *game, Word word, int number, int *cell, Reason *why) {
    Reason wrong;
    return notation_parse_move(game, word, cell, &wrong) || refuse(why, "line %d: %.200s", number, wrong.text);
}

static bool parse_entry(const char *line, int number, Proof *proof, Reason *why) {
    const Game *game = &proof->start.game;
    const char *cursor = line;
    Word packed = {line, 0}, move;
    CellSet stones[2];
    int cell;
    /* The empty board has no characters at all. */
    if (line[0] != ' ' && !word_next(&cursor, &packed)) return refuse(why, "line %d: expected an entry", number);
    if (!unpack(&packed, game_cells(game), stones)) return refuse(why, "line %d: not a position", number);
    if (!word_next(&cursor, &move)) return refuse(why, "line %d: the move is missing", number);
    if (!parse_cell(game, move, number, &cell, why)) return false;
    if (word_next(&cursor, &move)) return refuse(why, "line %d: nothing may follow the move", number);
    if (proof->count > 0 && proof_compare_stones(proof->entries[proof->count - 1].stones, stones) >= 0) {
        return refuse(why, "line %d: the entries are not in ascending order", number);
    }
    return proof_add_entry(proof, stones, cell) || refuse(why, "not enough memory for the proof");
}

static bool parse_pair(const char *line, int number, Proof *proof, Reason *why) {
    const char *cursor = line;
    Word side;
    int cell[2];
    if (line[0] == ' ' || !word_next(&cursor, &side) || !(word_is(side, "x") || word_is(side, "o"))) {
        return refuse(why, "line %d: a pair begins with x or o", number);
    }
    for (int i = 0; i < 2; i++) {
        Word move;
        if (!word_next(&cursor, &move)) return refuse(why, "line %d: a pair is two cells", number);
        if (!parse_cell(&proof->start.game, move, number, &cell[i], why)) return false;
    }
    Word rest;
    if (word_next(&cursor, &rest)) return refuse(why, "line %d: nothing may follow the pair", number);
    Side held = word_is(side, "x") ? SIDE_X : SIDE_O;
    return proof_add_pair(proof, held, cell[0], cell[1]) || refuse(why, "not enough memory for the proof");
}

static bool parse_line(const char *line, int number, Proof *proof, Reason *why) {
    switch (proof->kind) {
    case PROOF_STRATEGY:
    case PROOF_OUTLINE:
        return parse_entry(line, number, proof, why);
    case PROOF_PAIRING:
        return parse_pair(line, number, proof, why);
    case PROOF_BLOCKS:
    case PROOF_SEARCH:
        break;
    }
    return refuse(why, "a proof by search has no lines of its own");
}

/* That a side never completes a line settles the games that count points too; other proofs are about the first line. */
static bool check_claim(const Proof *proof, Reason *why) {
    bool stops_lines = proof->kind == PROOF_PAIRING || proof->kind == PROOF_BLOCKS;
    if (proof->value == OUTCOME_NONE && proof->kind == PROOF_SEARCH)
        return refuse(why, "that one side cannot win is for pairing and blocks, not for search");
    if (!game_counts_points(&proof->start.game)) return true;
    if (proof->value == OUTCOME_NONE) return refuse(why, "where lines are points, the value is draw");
    return stops_lines || refuse(why, "where lines are points, only pairing and blocks prove anything");
}

static bool refuse_count(const Input *input, Reason *why) {
    return refuse(why, "line %d: the number of lines is not the one announced", input->number);
}

/* The next line of the kind that the proof is of. */
static bool parse_next(Input *input, Proof *proof, BlocksReader *blocks, Reason *why) {
    char line[LINE_SIZE];
    Reason wrong;
    if (!next_line(input, line, why)) return false;
    if (input->at == input->end) return refuse_count(input, why);
    if (proof->kind != PROOF_BLOCKS) return parse_line(line, input->number, proof, why);
    return blocks_reader_line(blocks, line, input->number, &wrong) ||
           refuse(why, "line %d: %.200s", input->number, wrong.text);
}

static bool parse_body(Input *input, Proof *proof, int count, Reason *why) {
    BlocksReader blocks;
    bool has_blocks = proof->kind == PROOF_BLOCKS, fine = !has_blocks || blocks_reader_init(&blocks, proof, why);
    input->is_indented = has_blocks;
    for (int i = 0; i < count && fine; i++) fine = parse_next(input, proof, &blocks, why);
    fine = fine && (!has_blocks || blocks_reader_end(&blocks, why));
    if (has_blocks) blocks_reader_release(&blocks);
    return fine;
}

static bool parse_lines(Input *input, Proof *proof, Reason *why) {
    int count = 0;
    char end[LINE_SIZE];
    bool fine = parse_version(input, why) && parse_position(input, proof, why) && parse_value(input, proof, why) &&
                parse_kind(input, proof, &count, why) && check_claim(proof, why) &&
                parse_body(input, proof, count, why);
    if (!fine || !next_line(input, end, why)) return false;
    return (strncmp(end, "end ", 4) == 0 && input->at == input->end) || refuse_count(input, why);
}

bool proof_parse(const char *text, size_t size, Proof *proof, Reason *why) {
    Input input = {.at = text, .end = text + size};
    Proof read = {.value = OUTCOME_NONE};
    bool fine = check_sum(text, size, why) && parse_lines(&input, &read, why);
    if (!fine) proof_release(&read);
    *proof = read;
    return fine;
}

static char *read_all(FILE *file, size_t *size) {
    size_t capacity = 1 << 16;
    char *text = malloc(capacity);
    *size = 0;
    while (text != NULL) {
        *size += fread(text + *size, 1, capacity - *size, file);
        if (*size < capacity) return text;
        char *larger = capacity < FILE_SIZE_MAX ? realloc(text, capacity * 2) : NULL;
        if (larger == NULL) free(text);
        text = larger;
        capacity *= 2;
    }
    return NULL;
}

static void refuse_to_read(const char *path, Reason *why) {
    if (errno == 0) refuse(why, "cannot read '%.150s'", path); /* ISO C does not promise a cause */
    if (errno != 0) refuse(why, "cannot read '%.150s': %s", path, strerror(errno));
}

char *proof_load(const char *path, size_t *size, Reason *why) {
    errno = 0;
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        refuse_to_read(path, why);
        return NULL;
    }
    char *text = read_all(file, size);
    if (text == NULL) refuse(why, "'%.150s' is too large", path);
    if (text != NULL && ferror(file)) {
        refuse_to_read(path, why);
        free(text);
        text = NULL;
    }
    fclose(file);
    return text;
}

bool proof_read(const char *path, Proof *proof, Reason *why) {
    size_t size;
    char *text = proof_load(path, &size, why);
    bool fine = text != NULL && proof_parse(text, size, proof, why);
    free(text);
    return fine;
}
