/* It is easiest to read from the end. */
#include "reference/proof_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is read, and where the reader is. */
typedef struct {
    RefProof *proof;
    char *why;
    char *text, *next; /* a copy of the file, and its next line */
    int line;
    bool is_plain, has_picture; /* the form; the tables are done */
    char side;                  /* of the tree */
    int path[REF_PATH_MAX];
    int moves_at[REF_PATH_MAX + 2];
    int level;
    bool wants_more; /* the last line of the tree has no picture */
} Reader;

static bool wrong(Reader *reader, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool wrong(Reader *reader, const char *format, ...) {
    va_list arguments;
    int length = snprintf(reader->why, REF_WHY_SIZE, "line %d: ", reader->line);
    va_start(arguments, format);
    vsnprintf(reader->why + length, (size_t)(REF_WHY_SIZE - length), format, arguments);
    va_end(arguments);
    return false;
}

/* One more element for an array; the array is NULL when memory is short. */
static void *one_more(void *array, int count, size_t size) {
    bool is_full = (count & (count - 1)) == 0; /* at powers of 2 */
    return is_full ? realloc(array, size * (count == 0 ? 1 : 2 * (size_t)count)) : array;
}

#define ADD(reader, array, count, element)                                                                             \
    ((array = one_more(array, count, sizeof *(array))) != NULL ? ((array)[(count)++] = (element), true)                \
                                                               : wrong(reader, "no memory"))

/* The next word of a line, or NULL. */
static char *next_word(char **line) {
    char *word = *line, *blank = strchr(word, ' ');
    if (*word == '\0') return NULL;
    *line = blank != NULL ? blank + 1 : word + strlen(word);
    if (blank != NULL) *blank = '\0';
    return word;
}

/* Without leading zeros; -1 if it is none. */
static int number_of(const char *word, int max) {
    long number = 0;
    if (word == NULL || *word == '\0' || (word[0] == '0' && word[1] != '\0')) return -1;
    for (; *word != '\0'; word++) {
        if (*word < '0' || *word > '9') return -1;
        number = number * 10 + (*word - '0');
        if (number > max) return -1;
    }
    return (int)number;
}

/* Cells */

/* The letters or digits of one axis, as a set of coordinates; 0 if they are wrong. */
static unsigned read_axis(const RefGame *game, const char **at, int axis) {
    bool has_letters = axis % 2 == 0;
    unsigned set = 0;
    if (!has_letters && game->n > 9) {
        int number = 0, digits = 0;
        for (; digits < 2 && **at >= '0' && **at <= '9'; digits++, (*at)++) number = number * 10 + (**at - '0');
        bool is_fine = number >= 1 && number <= game->n && (*at)[-digits] != '0';
        return is_fine ? 1u << (number - 1) : 0;
    }
    char first = has_letters ? 'a' : '1';
    for (; **at >= first && **at < first + game->n; (*at)++) {
        unsigned bit = 1u << (**at - first);
        if (set >= bit) return 0;
        set |= bit;
    }
    return set;
}

/* All cells that have a coordinate out of each set; none if the word is wrong. */
static RefSet read_cells(const RefGame *game, const char *word) {
    unsigned set[4] = {0};
    RefSet cells = 0;
    for (int axis = 0; axis < game->d; axis++) {
        set[axis] = read_axis(game, &word, axis);
        if (set[axis] == 0) return 0;
    }
    for (int cell = 0; cell < game->cell_count && *word == '\0'; cell++) {
        bool is_in = true;
        for (int axis = 0; axis < game->d; axis++) is_in = is_in && (set[axis] >> ref_coordinate(game, cell, axis) & 1);
        if (is_in) cells |= ref_set_of(cell);
    }
    return cells;
}

/* The line through two cells that a word like a1-b1 names, -1 if there is none, -2 if it is no such word. */
static int read_line(const RefGame *game, char *word) {
    char *hyphen = strchr(word, '-');
    if (hyphen == NULL) return -2;
    *hyphen = '\0';
    int one = ref_move_from_text(game, word), other = ref_move_from_text(game, hyphen + 1);
    if (one < 0 || other < 0) return -2;
    for (int line = 0; line < game->line_count && one != other; line++) {
        int found = 0;
        for (int i = 0; i < game->n; i++) found += game->line[line][i] == one || game->line[line][i] == other;
        if (found == 2) return line;
    }
    return -1;
}

/* Blocks */

static RefSet cells_of_line(const RefGame *game, int line) {
    RefSet cells = 0;
    for (int i = 0; i < game->n; i++) cells |= ref_set_of(game->line[line][i]);
    return cells;
}

static bool give_all_lines(Reader *reader, RefBlock *block) {
    const RefGame *game = &reader->proof->game;
    for (int line = 0; line < game->line_count; line++) {
        if (ref_set_count(cells_of_line(game, line) & block->cells) > 1) block->lines |= ref_set_of(line);
    }
    int count = ref_set_count(block->lines);
    return (count > 0 && count <= REF_BLOCK_LINES_MAX) || wrong(reader, "the block has no lines, or too many");
}

static bool read_block(Reader *reader, char *rest, RefBlock *block) {
    const RefGame *game = &reader->proof->game;
    char *word;
    int cells = 0, lines = 0;
    while ((word = next_word(&rest)) != NULL && strcmp(word, "/") != 0) {
        RefSet more = read_cells(game, word);
        if (more == 0) return wrong(reader, "'%.20s' is not a set of cells", word);
        block->is_wrong = block->is_wrong || (block->cells & more) != 0;
        block->cells |= more;
        cells += ref_set_count(more);
    }
    if (cells < 1 || cells > REF_BLOCK_CELLS_MAX) return wrong(reader, "a block has 1 to 16 cells");
    if (word == NULL) return give_all_lines(reader, block);
    while ((word = next_word(&rest)) != NULL) {
        int line = read_line(game, word);
        if (line == -2 || lines++ == REF_BLOCK_LINES_MAX) return wrong(reader, "the lines of the block");
        block->is_wrong = block->is_wrong || line < 0 || (block->lines & ref_set_of(line)) != 0;
        if (line >= 0) block->lines |= ref_set_of(line);
    }
    return lines > 0 || wrong(reader, "no line after the slash");
}

static bool read_pair(Reader *reader, char *rest, RefBlock *block) {
    const RefGame *game = &reader->proof->game;
    char line[64];
    const char *one = next_word(&rest), *other = next_word(&rest);
    if (one == NULL || other == NULL || *rest != '\0') return wrong(reader, "a pair is two cells");
    int cells[2] = {ref_move_from_text(game, one), ref_move_from_text(game, other)};
    if (cells[0] < 0 || cells[1] < 0) return wrong(reader, "not a cell");
    snprintf(line, sizeof line, "%.20s-%.20s", one, other);
    int number = read_line(game, line);
    block->cells = ref_set_of(cells[0]) | ref_set_of(cells[1]);
    block->is_wrong = number < 0;
    if (number >= 0) block->lines = ref_set_of(number);
    return true;
}

/* Pictures and entries */

static bool end_picture(Reader *reader) {
    RefProof *proof = reader->proof;
    int count = proof->picture_count + 1;
    if (!ADD(reader, proof->picture, count, proof->part_count)) return false;
    proof->picture_count++;
    return true;
}

static bool read_moves(Reader *reader, char *rest, RefEntry *entry) {
    for (char *word; (word = next_word(&rest)) != NULL;) {
        int cell = ref_move_from_text(&reader->proof->game, word);
        if (cell < 0) return wrong(reader, "'%.20s' is not a move", word);
        if (entry->moves == REF_PATH_MAX) return wrong(reader, "more than 32 moves");
        entry->move[entry->moves++] = cell;
    }
    return true;
}

/* The plain form: `against` lines, then the blocks of their picture. A picture ends where the next one begins. */
static bool read_plain_line(Reader *reader, char *line) {
    RefProof *proof = reader->proof;
    const char *kind = next_word(&line);
    RefBlock block = {.is_used = true};
    if (strcmp(kind, "against") == 0) {
        const char *side = next_word(&line);
        RefEntry entry = {.picture = proof->picture_count};
        if (side == NULL || (strcmp(side, "x") != 0 && strcmp(side, "o") != 0)) return wrong(reader, "which side?");
        if (reader->has_picture && !end_picture(reader)) return false;
        reader->has_picture = false;
        entry.picture = proof->picture_count;
        entry.side = *side;
        return read_moves(reader, line, &entry) && ADD(reader, proof->entries, proof->entry_count, entry);
    }
    bool is_block = strcmp(kind, "block") == 0;
    if (!is_block && strcmp(kind, "pair") != 0) return wrong(reader, "what is '%.20s'?", kind);
    if (!(is_block ? read_block(reader, line, &block) : read_pair(reader, line, &block))) return false;
    reader->has_picture = true;
    return ADD(reader, proof->parts, proof->part_count, proof->block_count) &&
           ADD(reader, proof->blocks, proof->block_count, block);
}

static bool read_table_line(Reader *reader, const char *kind, char *line) {
    RefProof *proof = reader->proof;
    int number = number_of(next_word(&line), 1 << 28);
    if (strcmp(kind, "block") == 0) {
        RefBlock block = {0};
        if (reader->has_picture || number != proof->block_count + 1) return wrong(reader, "the number of the block");
        return read_block(reader, line, &block) && ADD(reader, proof->blocks, proof->block_count, block);
    }
    if (reader->side != '\0' || number != proof->picture_count + 1) return wrong(reader, "the number of the picture");
    reader->has_picture = true;
    for (char *word; (word = next_word(&line)) != NULL;) {
        int block = number_of(word, proof->block_count);
        if (block < 1) return wrong(reader, "there is no block '%.20s'", word);
        proof->blocks[block - 1].is_used = true;
        if (!ADD(reader, proof->parts, proof->part_count, block - 1)) return false;
    }
    return end_picture(reader);
}

/* One entry for each of the first moves. */
static bool add_entries(Reader *reader, RefSet first, int from, int moves, int picture) {
    RefProof *proof = reader->proof;
    RefEntry entry = {.side = reader->side, .moves = moves, .picture = picture - 1};
    memcpy(entry.move, reader->path, sizeof entry.move[0] * (size_t)moves);
    if (moves == from) return ADD(reader, proof->entries, proof->entry_count, entry);
    for (; first != 0; first &= first - 1) {
        entry.move[from] = ref_set_first(first);
        if (!ADD(reader, proof->entries, proof->entry_count, entry)) return false;
    }
    return true;
}

/* Sets of cells with commas between; cells that come twice are seen by the number of them. */
static RefSet read_firsts(Reader *reader, char *word, bool *is_double) {
    RefSet cells = 0;
    for (char *comma = word; comma != NULL; word = comma + 1) {
        comma = strchr(word, ',');
        if (comma != NULL) *comma = '\0';
        RefSet more = read_cells(&reader->proof->game, word);
        if (more == 0) return 0;
        *is_double = *is_double || (cells & more) != 0;
        cells |= more;
        if (comma == NULL) break;
    }
    return cells;
}

/* Moves, and perhaps a picture, after those of the level above. */
static bool read_branch(Reader *reader, char *line, int level) {
    int from = level > 0 ? reader->moves_at[level - 1] : 0, moves = from, picture = 0;
    RefSet first = 0;
    bool is_double = false;
    for (char *word; (word = next_word(&line)) != NULL;) {
        if (picture != 0) return wrong(reader, "something follows the picture");
        if (*word >= '0' && *word <= '9') {
            picture = number_of(word, reader->proof->picture_count);
            if (picture < 1) return wrong(reader, "there is no picture '%.20s'", word);
            continue;
        }
        if (moves == REF_PATH_MAX) return wrong(reader, "more than 32 moves");
        RefSet cells = moves == from ? read_firsts(reader, word, &is_double) : read_cells(&reader->proof->game, word);
        if (cells == 0) return wrong(reader, "'%.20s' is not a move", word);
        if (moves == from) first = cells;
        if (moves > from && ref_set_count(cells) != 1) return wrong(reader, "several moves");
        reader->path[moves++] = ref_set_first(cells);
    }
    bool is_several = ref_set_count(first) > 1 || is_double;
    if (is_several && picture == 0) return wrong(reader, "several moves without a picture");
    if (level > 0 && moves == from) return wrong(reader, "no move");
    reader->level = level;
    reader->moves_at[level] = moves;
    reader->wants_more = picture == 0;
    if (picture == 0) return true;
    /* Of two entries with the same moves one is never met. */
    return add_entries(reader, first, from, moves, picture) &&
           (!is_double || add_entries(reader, first, from, moves, picture));
}

static bool read_tree_line(Reader *reader, char *line) {
    int level = (int)strspn(line, " ");
    bool is_root = level == 0;
    if (is_root) {
        const char *side = next_word(&line);
        if (reader->wants_more) return wrong(reader, "the line above leads nowhere");
        side = next_word(&line);
        if (side == NULL || (strcmp(side, "x") != 0 && strcmp(side, "o") != 0)) return wrong(reader, "which side?");
        reader->side = *side;
        return read_branch(reader, line, 0);
    }
    bool fits = reader->wants_more ? level == reader->level + 1 : level <= reader->level;
    if (reader->side == '\0' || !fits || level > REF_PATH_MAX) return wrong(reader, "the indentation");
    return read_branch(reader, line + level, level);
}

static bool read_block_line(Reader *reader, char *line, bool is_first) {
    bool is_against = strncmp(line, "against ", 8) == 0 || strcmp(line, "against") == 0;
    if (is_first) reader->is_plain = is_against;
    if (*line == '\0' || (reader->is_plain && *line == ' ')) return wrong(reader, "blanks");
    if (reader->is_plain) return read_plain_line(reader, line);
    if (is_against || *line == ' ') return read_tree_line(reader, line);
    const char *kind = next_word(&line);
    if (strcmp(kind, "block") != 0 && strcmp(kind, "picture") != 0) return wrong(reader, "what is '%.20s'?", kind);
    return read_table_line(reader, kind, line);
}

/* Nothing in a table is superfluous. */
static bool end_blocks(Reader *reader) {
    RefProof *proof = reader->proof;
    if (reader->is_plain) return end_picture(reader);
    if (reader->wants_more) return wrong(reader, "the last line leads nowhere");
    for (int i = 0; i < proof->block_count; i++) {
        if (!proof->blocks[i].is_used) return wrong(reader, "block %d is not used", i + 1);
    }
    for (int picture = 0; picture < proof->picture_count; picture++) {
        bool is_used = false;
        for (int i = 0; i < proof->entry_count && !is_used; i++) is_used = proof->entries[i].picture == picture;
        if (!is_used) return wrong(reader, "picture %d is not used", picture + 1);
    }
    return true;
}

/* Pairs */

static bool read_pair_line(Reader *reader, char *line) {
    RefProof *proof = reader->proof;
    RefPair pair;
    const char *side = next_word(&line), *one = next_word(&line), *other = next_word(&line);
    if (side == NULL || (strcmp(side, "x") != 0 && strcmp(side, "o") != 0)) return wrong(reader, "which side?");
    if (one == NULL || other == NULL || *line != '\0') return wrong(reader, "a pair is two cells");
    pair = (RefPair){*side, {ref_move_from_text(&proof->game, one), ref_move_from_text(&proof->game, other)}};
    if (pair.cell[0] < 0 || pair.cell[1] < 0) return wrong(reader, "not a cell");
    return ADD(reader, proof->pairs, proof->pair_count, pair);
}

/* The file */

/* The next line, without its end; blanks are single, but for those that may stand before it. */
static char *next_line(Reader *reader) {
    char *line = reader->next, *end = strchr(line, '\n');
    reader->line++;
    if (end == NULL) return NULL;
    *end = '\0';
    reader->next = end + 1;
    const char *text = line + (reader->line > 4 ? strspn(line, " ") : 0);
    bool is_fine = strstr(text, "  ") == NULL && strpbrk(line, "\t\r\v\f") == NULL && *text != ' ' &&
                   (end == line || end[-1] != ' ');
    return is_fine ? line : NULL;
}

static bool has_right_sum(const char *text, size_t size) {
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    char end[32];
    if (size < 21) return false;
    for (size_t i = 0; i < size - 21; i++) sum = (sum ^ (uint8_t)text[i]) * UINT64_C(0x100000001b3);
    snprintf(end, sizeof end, "end %016llx\n", (unsigned long long)sum);
    return memcmp(text + size - 21, end, 21) == 0;
}

static bool read_value(Reader *reader, const char *line) {
    static const char *const values[] = {"value no x", "value no o", "value draw", "value x", "value o"};
    int i = 0;
    while (i < 5 && (line == NULL || strcmp(line, values[i]) != 0)) i++;
    if (i > 2) return wrong(reader, "not a value that pairs or blocks prove");
    reader->proof->value = "xod"[i];
    return true;
}

static bool read_header(Reader *reader, int *count, bool *is_mine) {
    RefProof *proof = reader->proof;
    char *line = next_line(reader), *kind;
    *is_mine = true;
    if (line == NULL || strcmp(line, "rowan proof 1") != 0) return wrong(reader, "not a proof");
    line = next_line(reader);
    if (line == NULL || strncmp(line, "position ", 9) != 0) return wrong(reader, "no position");
    char *value = line != NULL ? next_line(reader) : NULL, *rest = next_line(reader);
    if (value == NULL || rest == NULL) return wrong(reader, "no value or kind");
    kind = next_word(&rest);
    proof->is_pairing = kind != NULL && strcmp(kind, "pairing") == 0;
    *is_mine = proof->is_pairing || (kind != NULL && strcmp(kind, "blocks") == 0);
    *count = number_of(rest, 1 << 28);
    if (!*is_mine) return false;
    if (*count < 0) return wrong(reader, "no number of lines");
    if (!ref_position_from_text(&proof->game, &proof->start, line + 9)) return wrong(reader, "not a position");
    *is_mine = proof->game.cell_count <= REF_SET_SIZE && proof->game.line_count <= REF_SET_SIZE;
    if (!read_value(reader, value)) return false;
    if (proof->game.rule != REF_LINE && proof->value != 'd') return wrong(reader, "points, and no draw");
    return *is_mine;
}

static bool read_lines(Reader *reader, int count) {
    RefProof *proof = reader->proof;
    if (!proof->is_pairing && (proof->picture = calloc(1, sizeof *proof->picture)) == NULL)
        return wrong(reader, "no memory");
    for (int i = 0; i < count; i++) {
        char *line = next_line(reader);
        if (line == NULL || *reader->next == '\0') return wrong(reader, "blanks, or too few lines");
        if (proof->is_pairing && *line == ' ') return wrong(reader, "blanks");
        if (!(proof->is_pairing ? read_pair_line(reader, line) : read_block_line(reader, line, i == 0))) return false;
    }
    if (!proof->is_pairing && count > 0 && !end_blocks(reader)) return false;
    const char *end = next_line(reader);
    return (end != NULL && *reader->next == '\0' && strncmp(end, "end ", 4) == 0) || wrong(reader, "too many lines");
}

ProofTextResult proof_text_read(const char *text, size_t size, RefProof *proof, char why[REF_WHY_SIZE]) {
    Reader reader = {.proof = proof, .why = why, .text = malloc(size + 1)};
    int count = 0;
    bool is_mine = true, fine = reader.text != NULL;
    memset(proof, 0, sizeof *proof);
    if (fine) {
        memcpy(reader.text, text, size);
        reader.text[size] = '\0';
        reader.next = reader.text;
    }
    if (fine && (!has_right_sum(text, size) || strlen(reader.text) != size)) fine = wrong(&reader, "the checksum");
    fine = fine && read_header(&reader, &count, &is_mine) && read_lines(&reader, count);
    free(reader.text);
    return fine ? PROOF_TEXT_READ : is_mine ? PROOF_TEXT_WRONG : PROOF_TEXT_NOT_MINE;
}

void proof_text_free(RefProof *proof) {
    free(proof->pairs);
    free(proof->blocks);
    free(proof->parts);
    free(proof->picture);
    free(proof->entries);
    memset(proof, 0, sizeof *proof);
}
