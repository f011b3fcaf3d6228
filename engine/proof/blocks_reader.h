/* Reads the lines of a proof by blocks, in either form, and makes items of them: proof.h draws both. Which form it is,
 * the first line tells: the plain one begins with `against`.
 *
 * Belongs to whoever reads a file; for one thread. */
#ifndef ROWAN_PROOF_BLOCKS_READER_H
#define ROWAN_PROOF_BLOCKS_READER_H

#include "proof/proof.h"

typedef enum { READS_FIRST_LINE, READS_BLOCKS, READS_PICTURES, READS_TREE, READS_PLAIN_FORM } BlocksStage;

typedef struct {
    Proof *proof; /* the items go here, at the end where there is a table */
    Geometry *geometry;
    BlocksStage stage;
    Proof blocks; /* the table */
    Proof parts;  /* of pictures: for each a mark, an item of the kind ITEM_AGAINST, then its blocks */
    Proof leaves; /* positions, with the number of their picture */
    int pictures;
    Side side;                         /* of the tree that is read */
    uint16_t path[PROOF_MOVES_MAX];    /* the moves of the last line, and of those above it in the tree */
    int moves_at[PROOF_MOVES_MAX + 1]; /* by level: moves after a line there */
    int level;                         /* of the last line */
    bool is_open;                      /* the last line has no picture: others must follow below it */
} BlocksReader;

/* False when memory is short. */
bool blocks_reader_init(BlocksReader *reader, Proof *proof, Reason *why);
void blocks_reader_release(BlocksReader *reader);

/* The next line, with its number in the file. Blanks are single, but for those at its beginning. */
bool blocks_reader_line(BlocksReader *reader, const char *line, int at, Reason *why);
/* There are no more lines. */
bool blocks_reader_end(BlocksReader *reader, Reason *why);

#endif
