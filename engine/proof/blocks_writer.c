/* It is easiest to read from the end. */
#include "proof/blocks_writer.h"

#include <stdlib.h>
#include <string.h>

#include "proof/block_parts.h"
#include "proof/blocks_text.h"
#include "proof/cells_text.h"

/* Text that grows by lines. */
typedef struct {
    char *text;
    size_t length, capacity;
    int lines;
    bool failed;
} Lines;

typedef struct {
    const Proof *proof;
    const Geometry *geometry;
    const ProofItem **order; /* the `against` lines, sorted by side and moves */
    ProofItem *normal;       /* for each item: equal blocks are equal here */
    int *same;               /* for each item: the first that is equal to it */
    int *number;             /* for each item: of its block in the table; of a picture, at its first item; or 0 */
    int *picture;            /* for each item: the first of its picture */
    int *pictures;           /* the first items of pictures, in the order of their numbers */
    int picture_count, block_count;
    Lines blocks, parts, tree;
} BlocksWriter;

/* From `from` to before `to` in the order. */
typedef struct {
    int from, to;
} Range;

static void add_line(Lines *lines, const char *line) {
    size_t length = strlen(line), needed = lines->length + length + 2;
    if (length >= PROOF_LINE_SIZE) lines->failed = true;
    if (needed > lines->capacity && !lines->failed) {
        size_t capacity = 2 * needed + 256;
        char *larger = realloc(lines->text, capacity);
        lines->failed = larger == NULL;
        if (larger != NULL) lines->text = larger;
        if (larger != NULL) lines->capacity = capacity;
    }
    if (lines->failed) return;
    memcpy(lines->text + lines->length, line, length);
    lines->length += length + 1;
    lines->text[lines->length - 1] = '\n';
    lines->text[lines->length] = '\0';
    lines->lines++;
}

/* The plain form */

static void write_plainly(const Proof *proof, Lines *lines) {
    for (int i = 0; i < proof->count; i++) {
        char text[ITEM_TEXT_SIZE];
        blocks_text_print(&proof->start.game, &proof->items[i], text);
        add_line(lines, text);
    }
}

/* The tree of moves */

/* A picture gets its number where the tree has it first. */
static int number_of_picture(BlocksWriter *writer, const ProofItem *against) {
    int first = writer->picture[against - writer->proof->items];
    if (writer->number[first] == 0) {
        writer->pictures[writer->picture_count] = first;
        writer->number[first] = ++writer->picture_count;
    }
    return writer->number[first];
}

static int moves_in_common(const BlocksWriter *writer, Range range, int count) {
    const ProofItem *first = writer->order[range.from], *last = writer->order[range.to - 1];
    while (count < first->cells && count < last->cells && first->cell[count] == last->cell[count]) count++;
    return count;
}

/* The first lines of the range, as far as they go on with the same move. */
static Range with_same_move(const BlocksWriter *writer, Range range, int count) {
    Range same = {range.from, range.from};
    int move = writer->order[range.from]->cell[count];
    while (same.to < range.to && writer->order[same.to]->cell[count] == move) same.to++;
    return same;
}

static void add_moves(const BlocksWriter *writer, const ProofItem *against, int from, int to, Writer *text) {
    for (int i = from; i < to; i++) {
        bool follows_word = text->length > 0 && text->buffer[text->length - 1] != ' ';
        writer_add(text, "%s%s", follows_word ? " " : "",
                   notation_move(&writer->proof->start.game, against->cell[i]).text);
    }
}

static Writer begin_line(char line[PROOF_LINE_SIZE], int level, const ProofItem *against) {
    Writer text = writer_on(line, PROOF_LINE_SIZE);
    if (level == 0) writer_add(&text, "against %c", against->side == SIDE_X ? 'x' : 'o');
    for (int i = 0; i < level; i++) writer_add(&text, " ");
    return text;
}

static void write_children(BlocksWriter *writer, Range range, int count, int level);

/* Moves that all lines of the range share; below it the others. */
static void write_branch(BlocksWriter *writer, Range range, int count, int level) {
    int shared = moves_in_common(writer, range, count);
    char line[PROOF_LINE_SIZE];
    Range below = range;
    for (; below.from < below.to && writer->order[below.from]->cells == shared; below.from++) {
        const ProofItem *against = writer->order[below.from];
        Writer text = begin_line(line, level, against);
        add_moves(writer, against, count, shared, &text);
        writer_add(&text, " %d", number_of_picture(writer, against));
        add_line(&writer->tree, line);
    }
    if (below.from == below.to) return;
    Writer text = begin_line(line, level, writer->order[below.from]);
    add_moves(writer, writer->order[below.from], count, shared, &text);
    add_line(&writer->tree, line);
    write_children(writer, below, shared, level + 1);
}

/* Both end with the same moves after the next one, in the same picture. */
static bool are_alike(const BlocksWriter *writer, const ProofItem *a, const ProofItem *b, int count) {
    const ProofItem *items = writer->proof->items;
    size_t size = sizeof a->cell[0] * (size_t)(a->cells - count - 1);
    return a->cells == b->cells && writer->picture[a - items] == writer->picture[b - items] &&
           memcmp(&a->cell[count + 1], &b->cell[count + 1], size) == 0;
}

/* A position, and all others of the list that are alike: these are NULL then. */
static void write_leaves(BlocksWriter *writer, const ProofItem *leaves[], int number, int count, int level) {
    uint16_t cells[CELLS_MAX];
    char line[PROOF_LINE_SIZE], set[CELLS_TEXT_SIZE];
    const ProofItem *first = leaves[0];
    int alike = 0;
    for (int i = 0; i < number; i++) {
        if (leaves[i] == NULL || !are_alike(writer, first, leaves[i], count)) continue;
        cells[alike++] = leaves[i]->cell[count];
        leaves[i] = NULL;
    }
    cells_text_print(&writer->proof->start.game, cells, alike, ',', set);
    Writer text = begin_line(line, level, first);
    writer_add(&text, "%s", set);
    add_moves(writer, first, count + 1, first->cells, &text);
    writer_add(&text, " %d", number_of_picture(writer, first));
    add_line(&writer->tree, line);
    writer->tree.failed = writer->tree.failed || text.overflowed;
}

/* All lines of the range go on; those that are alone with their next move may be written together. */
static void write_children(BlocksWriter *writer, Range range, int count, int level) {
    const ProofItem *leaves[CELLS_MAX];
    int number = 0;
    for (Range left = range; left.from < left.to;) {
        Range same = with_same_move(writer, left, count);
        left.from = same.to;
        if (same.to == same.from + 1) {
            leaves[number++] = writer->order[same.from];
        } else {
            write_branch(writer, same, count, level);
        }
    }
    for (int i = 0; i < number; i++) {
        if (leaves[i] != NULL) write_leaves(writer, &leaves[i], number - i, count, level);
    }
}

static void write_trees(BlocksWriter *writer, int against_count) {
    for (int from = 0, to; from < against_count; from = to) {
        for (to = from; to < against_count && writer->order[to]->side == writer->order[from]->side;) to++;
        write_branch(writer, (Range){from, to}, 0, 0);
    }
}

/* Pictures and blocks */

static void write_block(BlocksWriter *writer, const ProofItem *block) {
    const Game *game = &writer->proof->start.game;
    char line[PROOF_LINE_SIZE], set[CELLS_TEXT_SIZE];
    Writer text = writer_on(line, sizeof line);
    cells_text_print(game, block->cell, block->cells, ' ', set);
    writer_add(&text, "block %d %s", ++writer->block_count, set);
    if (block->lines > 0) writer_add(&text, " /");
    blocks_text_add_lines(&text, game, block);
    add_line(&writer->blocks, line);
}

static void write_picture(BlocksWriter *writer, int number) {
    const Proof *proof = writer->proof;
    int item = writer->pictures[number - 1];
    char line[PROOF_LINE_SIZE];
    Writer text = writer_on(line, sizeof line);
    writer_add(&text, "picture %d", number);
    while (item < proof->count && proof->items[item].kind == ITEM_AGAINST) item++;
    for (; item < proof->count && proof->items[item].kind != ITEM_AGAINST; item++) {
        int first = writer->same[item];
        if (writer->number[first] == 0) {
            write_block(writer, &writer->normal[first]);
            writer->number[first] = writer->block_count;
        }
        writer_add(&text, " %d", writer->number[first]);
    }
    add_line(&writer->parts, line);
    writer->parts.failed = writer->parts.failed || text.overflowed;
}

/* Equal blocks */

static int compare_cells(const void *a, const void *b) {
    return (int)*(const uint16_t *)a - (int)*(const uint16_t *)b;
}

static int compare_lines(const void *a, const void *b) {
    const uint16_t *one = a, *other = b;
    return one[0] != other[0] ? (int)one[0] - (int)other[0] : (int)one[1] - (int)other[1];
}

/* The lines of a block are those that it has if none are named. */
static bool has_all_lines(const Geometry *geometry, const ProofItem *item) {
    int own[PROOF_BLOCK_LINES_MAX], all[LINES_MAX];
    int count = block_parts_lines(geometry, item, own), found = 0;
    if (count != block_parts_all_lines(geometry, item, all)) return false;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < count; k++) found += all[i] == own[k];
    }
    return found == count;
}

/* With cells and lines in order; without lines if they need not be named. */
static ProofItem normal_block(const Geometry *geometry, const ProofItem *item) {
    ProofItem normal;
    memset(&normal, 0, sizeof normal);
    normal.kind = ITEM_BLOCK;
    normal.cells = item->cells;
    memcpy(normal.cell, item->cell, sizeof item->cell[0] * (size_t)item->cells);
    qsort(normal.cell, (size_t)normal.cells, sizeof normal.cell[0], compare_cells);
    if (has_all_lines(geometry, item)) return normal;
    int lines[PROOF_BLOCK_LINES_MAX];
    normal.lines = block_parts_lines(geometry, item, lines);
    for (int i = 0; i < normal.lines; i++) {
        const uint16_t *ends = item->kind == ITEM_PAIR ? item->cell : item->line[i];
        if (lines[i] >= 0) ends = geometry->line_cells[lines[i]];
        memcpy(normal.line[i], ends, sizeof normal.line[i]);
    }
    qsort(normal.line, (size_t)normal.lines, sizeof normal.line[0], compare_lines);
    return normal;
}

static int compare_blocks(const void *a, const void *b) {
    const ProofItem *one = *(const ProofItem *const *)a, *other = *(const ProofItem *const *)b;
    int order = memcmp(one, other, sizeof *one);
    return order != 0 ? order : (one > other) - (one < other);
}

/* Every block has the first that is equal to it in `same`. */
static bool find_same(BlocksWriter *writer) {
    int count = writer->proof->count;
    const ProofItem **sorted = calloc((size_t)count + 1, sizeof *sorted);
    if (sorted == NULL) return false;
    for (int i = 0; i < count; i++) {
        const ProofItem *item = &writer->proof->items[i];
        memset(&writer->normal[i], 0, sizeof writer->normal[i]);
        if (item->kind != ITEM_AGAINST) writer->normal[i] = normal_block(writer->geometry, item);
        sorted[i] = &writer->normal[i];
    }
    if (count > 0) qsort(sorted, (size_t)count, sizeof *sorted, compare_blocks);
    for (int i = 0; i < count; i++) {
        int item = (int)(sorted[i] - writer->normal);
        bool is_same = i > 0 && memcmp(sorted[i - 1], sorted[i], sizeof *sorted[i]) == 0;
        writer->same[item] = is_same ? writer->same[sorted[i - 1] - writer->normal] : item;
    }
    free(sorted);
    return true;
}

static void find_pictures(BlocksWriter *writer) {
    const ProofItem *items = writer->proof->items;
    for (int i = 0, first = 0; i < writer->proof->count; i++) {
        if (items[i].kind == ITEM_AGAINST && (i == 0 || items[i - 1].kind != ITEM_AGAINST)) first = i;
        writer->picture[i] = first;
    }
}

/* All of it */

static void write_tables(BlocksWriter *writer) {
    find_pictures(writer);
    write_trees(writer, block_parts_against(writer->proof, writer->order));
    for (int number = 1; number <= writer->picture_count; number++) write_picture(writer, number);
}

static char *join(BlocksWriter *writer, int *lines) {
    Lines *parts[] = {&writer->blocks, &writer->parts, &writer->tree};
    size_t length = 0;
    char *text = malloc(writer->blocks.length + writer->parts.length + writer->tree.length + 1);
    *lines = 0;
    for (int i = 0; i < 3 && text != NULL; i++) {
        if (parts[i]->length > 0) memcpy(text + length, parts[i]->text, parts[i]->length);
        length += parts[i]->length;
        *lines += parts[i]->lines;
        if (parts[i]->failed) {
            free(text);
            text = NULL;
        }
    }
    if (text != NULL) text[length] = '\0';
    return text;
}

static char *write_with_tables(const Proof *proof, int *lines) {
    size_t count = (size_t)proof->count + 1;
    Geometry *geometry = geometry_new(&proof->start.game);
    BlocksWriter writer = {.proof = proof,
                           .geometry = geometry,
                           .order = calloc(count, sizeof *writer.order),
                           .normal = malloc(count * sizeof *writer.normal),
                           .same = calloc(count, sizeof *writer.same),
                           .number = calloc(count, sizeof *writer.number),
                           .picture = calloc(count, sizeof *writer.picture),
                           .pictures = calloc(count, sizeof *writer.pictures)};
    bool fine = geometry != NULL && writer.order != NULL && writer.normal != NULL && writer.same != NULL &&
                writer.number != NULL && writer.picture != NULL && writer.pictures != NULL && find_same(&writer);
    if (fine) write_tables(&writer);
    char *text = fine ? join(&writer, lines) : NULL;
    free(writer.blocks.text);
    free(writer.parts.text);
    free(writer.tree.text);
    free(writer.pictures);
    free(writer.picture);
    free(writer.number);
    free(writer.same);
    free(writer.normal);
    free(writer.order);
    geometry_free(geometry);
    return text;
}

char *blocks_writer_print(const Proof *proof, ProofForm form, int *lines) {
    if (form == PROOF_WITH_TABLES) return write_with_tables(proof, lines);
    BlocksWriter writer = {.proof = proof};
    write_plainly(proof, &writer.blocks);
    char *text = join(&writer, lines);
    free(writer.blocks.text);
    return text;
}
