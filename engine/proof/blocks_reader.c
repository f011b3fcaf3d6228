/* It is easiest to read from the end. */
#include "proof/blocks_reader.h"

#include <stdlib.h>
#include <string.h>

#include "proof/block_parts.h"
#include "proof/blocks_text.h"
#include "proof/cells_text.h"

bool blocks_reader_init(BlocksReader *reader, Proof *proof, Reason *why) {
    *reader = (BlocksReader){.proof = proof, .geometry = geometry_new(&proof->start.game)};
    proof->is_short_of_memory = reader->geometry == NULL;
    return reader->geometry != NULL || refuse(why, "not enough memory for the proof");
}

void blocks_reader_release(BlocksReader *reader) {
    proof_release(&reader->blocks);
    proof_release(&reader->parts);
    proof_release(&reader->leaves);
    geometry_free(reader->geometry);
    reader->geometry = NULL;
}

static const Game *game_of(const BlocksReader *reader) {
    return &reader->proof->start.game;
}

static bool add(BlocksReader *reader, Proof *list, const ProofItem *item, Reason *why) {
    if (list->count == PROOF_ITEMS_MAX) return refuse(why, "more than %d positions and blocks", PROOF_ITEMS_MAX);
    if (proof_add_item(list, item)) return true;
    reader->proof->is_short_of_memory = true;
    return refuse(why, "not enough memory for the proof");
}

/* Blocks */

/* Without lines a block has all that hold two of its cells: a pair, the one through both. */
static bool complete_block(const BlocksReader *reader, ProofItem *item, Reason *why) {
    int lines[LINES_MAX];
    if (item->kind != ITEM_BLOCK || item->lines > 0) return true;
    int count = block_parts_all_lines(reader->geometry, item, lines);
    if (count == 0) return refuse(why, "no line holds two cells of this block");
    if (count > PROOF_BLOCK_LINES_MAX) return refuse(why, "more than %d lines", PROOF_BLOCK_LINES_MAX);
    if (item->cells == 2) item->kind = ITEM_PAIR;
    for (int i = 0; i < count && item->kind == ITEM_BLOCK; i++) {
        item->line[i][0] = reader->geometry->line_cells[lines[i]][0];
        item->line[i][1] = reader->geometry->line_cells[lines[i]][1];
        item->lines++;
    }
    return true;
}

/* A line that stands for itself: it goes to the proof, or to the table. */
static bool read_item(BlocksReader *reader, const char *line, int at, Reason *why) {
    bool is_plain = reader->stage == READS_PLAIN_FORM;
    ProofItem item;
    if (!blocks_text_parse(game_of(reader), line, &item, why)) return false;
    if (!is_plain && item.kind == ITEM_PAIR) return refuse(why, "it belongs to nothing: a picture comes first");
    if (!is_plain && item.number != reader->blocks.count + 1)
        return refuse(why, "this is block %d", reader->blocks.count + 1);
    if (is_plain && item.number != 0) return refuse(why, "a block has a number only in a table, before all positions");
    if (!complete_block(reader, &item, why)) return false;
    item.at = at;
    return add(reader, is_plain ? reader->proof : &reader->blocks, &item, why);
}

/* Pictures */

static bool parse_number(Word word, int max, int *number) {
    return word.at[0] != '0' && word_to_int(word, 1, max, number);
}

static bool read_picture(BlocksReader *reader, const char *line, int at, Reason *why) {
    const char *cursor = line;
    Word word;
    int number = 0;
    reader->stage = READS_PICTURES;
    word_next(&cursor, &word);
    if (!word_next(&cursor, &word) || !parse_number(word, PROOF_ITEMS_MAX, &number) || number != reader->pictures + 1)
        return refuse(why, "this is picture %d", reader->pictures + 1);
    reader->pictures++;
    if (!add(reader, &reader->parts, &(ProofItem){.kind = ITEM_AGAINST}, why)) return false;
    while (word_next(&cursor, &word)) {
        if (!parse_number(word, reader->blocks.count, &number))
            return refuse(why, "there is no block '%.*s'", word_shown(word), word.at);
        ProofItem *block = &reader->blocks.items[number - 1], item = *block;
        block->at = 0; /* it is used */
        item.at = at;
        if (!add(reader, &reader->parts, &item, why)) return false;
    }
    return true;
}

/* The tree of moves */

/* Moves and sets of moves of one line, and its picture. */
typedef struct {
    uint16_t first[CELLS_MAX]; /* the first move is one of these */
    int firsts;
    int moves; /* of the path, with this line */
    int picture;
} TreeLine;

/* The first move may be one of several, with commas between: the words of a set. */
static bool parse_firsts(const BlocksReader *reader, Word word, TreeLine *line, Reason *why) {
    for (;;) {
        const char *comma = memchr(word.at, ',', word.length);
        size_t length = comma != NULL ? (size_t)(comma - word.at) : word.length;
        if (!cells_text_parse(game_of(reader), (Word){word.at, length}, line->first, CELLS_MAX, &line->firsts, why))
            return false;
        if (comma == NULL) return true;
        word = (Word){comma + 1, word.length - length - 1};
    }
}

static bool parse_move(BlocksReader *reader, Word word, bool is_first, TreeLine *line, Reason *why) {
    int cell = 0;
    if (line->moves == PROOF_MOVES_MAX) return refuse(why, "more than %d cells", PROOF_MOVES_MAX);
    if (is_first && !parse_firsts(reader, word, line, why)) return false;
    if (!is_first && !notation_parse_move(game_of(reader), word, &cell, why)) return false;
    reader->path[line->moves++] = is_first ? line->first[0] : (uint16_t)cell;
    return true;
}

/* Moves, and at the end perhaps the number of a picture. */
static bool parse_tree_line(BlocksReader *reader, const char *cursor, int begins_at, TreeLine *line, Reason *why) {
    Word word;
    line->firsts = line->picture = 0;
    line->moves = begins_at;
    while (word_next(&cursor, &word)) {
        if (line->picture > 0) return refuse(why, "nothing may follow the picture");
        if (word.at[0] >= '0' && word.at[0] <= '9') {
            if (!parse_number(word, reader->pictures, &line->picture))
                return refuse(why, "there is no picture '%.*s'", word_shown(word), word.at);
        } else if (!parse_move(reader, word, line->moves == begins_at, line, why)) {
            return false;
        }
    }
    if (line->firsts > 1 && line->picture == 0) return refuse(why, "several moves, and no picture");
    return true;
}

static bool add_leaves(BlocksReader *reader, const TreeLine *line, int begins_at, int at, Reason *why) {
    ProofItem leaf = {
        .kind = ITEM_AGAINST, .side = reader->side, .at = at, .number = line->picture, .cells = line->moves};
    memcpy(leaf.cell, reader->path, sizeof leaf.cell[0] * (size_t)line->moves);
    for (int i = 0; i < line->firsts || i == 0; i++) {
        if (line->firsts > 0) leaf.cell[begins_at] = line->first[i];
        if (!add(reader, &reader->leaves, &leaf, why)) return false;
    }
    return true;
}

static bool end_tree_line(BlocksReader *reader, const TreeLine *line, int begins_at, int at, Reason *why) {
    reader->is_open = line->picture == 0;
    reader->moves_at[reader->level] = line->moves;
    return reader->is_open || add_leaves(reader, line, begins_at, at, why);
}

/* A side, from the start position on. */
static bool read_root(BlocksReader *reader, const char *line, int at, Reason *why) {
    const char *cursor = line;
    Word word;
    TreeLine root;
    reader->stage = READS_TREE;
    if (reader->is_open) return refuse(why, "the line above has neither a picture nor lines below it");
    word_next(&cursor, &word);
    if (!word_next(&cursor, &word) || !(word_is(word, "x") || word_is(word, "o")))
        return refuse(why, "'against' wants x or o");
    reader->side = word_is(word, "x") ? SIDE_X : SIDE_O;
    reader->level = 0;
    return parse_tree_line(reader, cursor, 0, &root, why) && end_tree_line(reader, &root, 0, at, why);
}

/* Its moves come after those of the last line that is indented once less. */
static bool read_branch(BlocksReader *reader, const char *line, int at, Reason *why) {
    int level = (int)strspn(line, " ");
    TreeLine branch;
    bool is_below = reader->is_open ? level == reader->level + 1 : level > 0 && level <= reader->level;
    if (reader->stage != READS_TREE) return refuse(why, "moves come after 'against'");
    if (!is_below || level > PROOF_MOVES_MAX) return refuse(why, "the indentation does not fit the line above");
    int begins_at = reader->moves_at[level - 1];
    reader->level = level;
    if (!parse_tree_line(reader, line, begins_at, &branch, why)) return false;
    if (branch.moves == begins_at) return refuse(why, "a move is missing");
    return end_tree_line(reader, &branch, begins_at, at, why);
}

/* The end */

/* Where the positions of each picture begin in their order. */
static int *sort_leaves(const BlocksReader *reader, int *begins) {
    const Proof *leaves = &reader->leaves;
    int *order = calloc((size_t)leaves->count + 1, sizeof *order);
    if (order == NULL) return NULL;
    for (int i = 0; i < leaves->count; i++) begins[leaves->items[i].number + 1]++;
    for (int picture = 1; picture <= reader->pictures + 1; picture++) begins[picture] += begins[picture - 1];
    for (int i = 0; i < leaves->count; i++) order[begins[leaves->items[i].number]++] = i;
    return order; /* begins[picture] is now where the next one begins */
}

static bool add_positions(BlocksReader *reader, const int *order, const int *ends, int picture, Reason *why) {
    int from = picture > 0 ? ends[picture - 1] : 0;
    if (from == ends[picture]) return refuse(why, "picture %d is nowhere used", picture);
    for (int i = from; i < ends[picture]; i++) {
        ProofItem item = reader->leaves.items[order[i]];
        item.number = 0;
        if (!add(reader, reader->proof, &item, why)) return false;
    }
    return true;
}

/* A picture without blocks. */
static bool is_empty(const BlocksReader *reader, int mark) {
    const Proof *parts = &reader->parts;
    return mark + 1 == parts->count || parts->items[mark + 1].kind == ITEM_AGAINST;
}

/* Empty pictures come last: elsewhere, their positions would share the picture that follows. */
static bool add_all(BlocksReader *reader, const int *order, const int *ends, bool are_empty, Reason *why) {
    for (int i = 0, picture = 0; i < reader->parts.count; i++) {
        const ProofItem *part = &reader->parts.items[i];
        bool is_mark = part->kind == ITEM_AGAINST;
        picture += is_mark;
        if (is_mark && is_empty(reader, i) == are_empty && !add_positions(reader, order, ends, picture, why))
            return false;
        if (!is_mark && !are_empty && !add(reader, reader->proof, part, why)) return false;
    }
    return true;
}

static bool put_together(BlocksReader *reader, Reason *why) {
    int *begins = calloc((size_t)reader->pictures + 3, sizeof *begins);
    int *order = begins != NULL ? sort_leaves(reader, begins) : NULL;
    bool has_memory = order != NULL;
    bool fine = has_memory ? add_all(reader, order, begins, false, why) && add_all(reader, order, begins, true, why)
                           : refuse(why, "not enough memory for the proof");
    if (!has_memory) reader->proof->is_short_of_memory = true;
    free(order);
    free(begins);
    return fine;
}

bool blocks_reader_end(BlocksReader *reader, Reason *why) {
    if (reader->stage == READS_FIRST_LINE || reader->stage == READS_PLAIN_FORM) return true;
    if (reader->is_open) return refuse(why, "the last line has no picture");
    for (int i = 0; i < reader->blocks.count; i++) {
        if (reader->blocks.items[i].at != 0) return refuse(why, "block %d is nowhere used", i + 1);
    }
    return put_together(reader, why);
}

bool blocks_reader_line(BlocksReader *reader, const char *line, int at, Reason *why) {
    const char *cursor = line;
    Word kind = {line, 0};
    bool has_word = word_next(&cursor, &kind);
    bool is_against = word_is(kind, "against"), is_picture = word_is(kind, "picture"),
         is_block = word_is(kind, "block");
    if (!has_word) return refuse(why, "words are separated by single blanks");
    if (reader->stage == READS_FIRST_LINE) reader->stage = is_against ? READS_PLAIN_FORM : READS_BLOCKS;
    if (reader->stage == READS_PLAIN_FORM) return read_item(reader, line, at, why);
    if (line[0] == ' ') return read_branch(reader, line, at, why);
    if (is_block && reader->stage > READS_BLOCKS) return refuse(why, "blocks come before pictures");
    if (is_picture && reader->stage > READS_PICTURES) return refuse(why, "pictures come before 'against'");
    return is_picture   ? read_picture(reader, line, at, why)
           : is_against ? read_root(reader, line, at, why)
                        : read_item(reader, line, at, why);
}
