/* Proofs of results: the file, and the check.
 *
 * A proof is about one position under the rule `line` and claims its value. Its file is text; lines end with LF:
 *
 *     rowan proof 1                   the version of this format
 *     position 4/4/4/4//4/... x line  as notation.h has it
 *     value x                         x or o: that side wins; draw; `no x` or `no o`: that side cannot win
 *     strategy 2531                   the kind, and how many lines follow
 *     (1(*... c2d                     these lines
 *     end 0123456789abcdef            FNV-1a, 64 bits, in hexadecimal, of all bytes before this line
 *
 * strategy N: a win. An entry is a canonical position (canonical.h) with the winner to move, and the move to play. Four
 * cells make one character, x fastest: '(' plus the sum of 1 for X, 2 for O, times 3^i for the i-th of the four; empty
 * characters at the end are left out. Entries are in ascending order of their positions. There are entries only where
 * the rules that the checker follows by itself do not say what to play: complete a line; else, if threats alone win,
 * play them; else block the line that the other side threatens to complete. threat_check.h says which replies of the
 * loser need not be tried, and why.
 *
 * outline N: a win. A strategy without its decisive moves (threat_check.h), which the checker finds by itself. It looks
 * for one only where there is no entry.
 *
 * pairing N: a draw. A line `x a1 b2` is a pair of empty cells against X: when X takes one, O takes the other. The
 * pairs against one side have no cell in common, and every line open for that side holds a pair. A side without pairs
 * must be held by its weight (Erdos and Selfridge 1973): the sum of 2^-(empty cells) over its open lines is below
 * 1/2 if it is to move, below 1 if not. With `value no x` all of this, and of blocks, is asked of X alone.
 *
 * blocks N: a draw, by pictures that hold each side; proof/blocks_check.h says what they claim. The lines of the file:
 *
 *     block 1 a1a b1a ... / a1a-f1a ... a table: at most PROOF_BLOCK_CELLS_MAX cells, and lines by two of their cells
 *     block 2 ab123c                  sets of cells (cells_text.h), and all lines that hold two of them
 *     picture 1 1 2                   the number of a picture, and those of its blocks
 *     against x c3c                   X is held: the tree of moves
 *      a1a b2b 1                      a move or more that follow those of the line above, indented once more, and the
 *      bc1a a1a 1                     picture that holds X after them; the first may be one of several
 *
 * In the plain form, which is read too, all is spelled out, and pictures follow the moves that lead to them:
 *
 *     against x c3c a1a b2b           the picture below holds X after these moves; several such lines may share one
 *     block a1a b1a ... / a1a-f1a ...
 *     pair a1a b1a                    a block of two cells, for the line through both
 *
 * Either way a Proof has an item for each position, and below it one for each block and pair of its picture.
 *
 * search 0: any value, of a position with at most PROOF_SEARCH_EMPTY_MAX empty cells. The checker finds it by itself.
 *
 * This module uses the rules only and shares nothing with the search: the checker counts stones on lines with plain
 * counters and has its own search for wins by threats. A Proof belongs to whoever made it; any thread may read
 * it. */
#ifndef ROWAN_PROOF_PROOF_H
#define ROWAN_PROOF_PROOF_H

#include "proof/work.h"
#include "rules/canonical.h"
#include "rules/notation.h"

typedef enum { PROOF_STRATEGY, PROOF_PAIRING, PROOF_SEARCH, PROOF_BLOCKS, PROOF_OUTLINE } ProofKind;

enum { PROOF_SEARCH_EMPTY_MAX = 20, PROOF_BLOCK_CELLS_MAX = 16, PROOF_BLOCK_LINES_MAX = 24, PROOF_MOVES_MAX = 32 };

/* Of a proof by blocks: a short file may stand for many items. */
enum { PROOF_ITEMS_MAX = 1 << 21 };

typedef struct {
    CellSet stones[2]; /* canonical */
    uint16_t move;
    uint16_t plies; /* to the end, at most, if whoever made the entry knows; 0: not known. No part of the file */
} ProofEntry;

typedef struct {
    uint16_t side; /* the side that it holds */
    uint16_t cell[2];
} ProofPair;

typedef enum { ITEM_AGAINST, ITEM_BLOCK, ITEM_PAIR } ProofItemKind;

/* A position or a part of a picture in a proof by blocks. */
typedef struct {
    ProofItemKind kind;
    int at;                                  /* the line of the file, or 0 */
    int number;                              /* the number of a block in the table of the file, or 0 */
    Side side;                               /* ITEM_AGAINST: the side that is held */
    int cells, lines;                        /* how many */
    uint16_t cell[PROOF_MOVES_MAX];          /* of a block or a pair; ITEM_AGAINST: the moves */
    uint16_t line[PROOF_BLOCK_LINES_MAX][2]; /* two cells of each line of a block */
    bool is_checked;                         /* ITEM_AGAINST: the picture is known to hold there; no file says so */
} ProofItem;

typedef struct {
    Setup start;
    Outcome value; /* OUTCOME_NONE: only that one side cannot win */
    Side held;     /* that side */
    ProofKind kind;
    bool is_short_of_memory; /* something could not be added */
    int count;               /* of entries, pairs or items */
    int capacity;
    ProofEntry *entries;
    ProofPair *pairs;
    ProofItem *items;
} Proof;

void proof_init(Proof *proof, const Setup *start, Outcome value, ProofKind kind);
/* Gives back what the entries, pairs or items take. */
void proof_release(Proof *proof);

/* A strategy or an outline. */
static inline bool proof_has_entries(const Proof *proof) {
    return proof->kind == PROOF_STRATEGY || proof->kind == PROOF_OUTLINE;
}

/* False when memory is short. The entries may come in any order. */
bool proof_add_entry(Proof *proof, const CellSet canonical[2], int move);
bool proof_add_pair(Proof *proof, Side held, int one, int other);
bool proof_add_item(Proof *proof, const ProofItem *item);
/* The order of positions in a proof. */
int proof_compare_stones(const CellSet a[2], const CellSet b[2]);
void proof_sort(Proof *proof);

/* The move of a strategy in a canonical position, or MOVE_NONE. *index says which entry. */
int proof_find(const Proof *proof, const CellSet canonical[2], int *index);

/* A line of a file has fewer characters. */
enum { PROOF_LINE_SIZE = 1 << 13 };

/* The two forms of a proof by blocks; other kinds have one. */
typedef enum { PROOF_WITH_TABLES, PROOF_PLAIN } ProofForm;

/* The size of the file in bytes; 0 when it could not be written, with the cause in errno where the system tells one.
 * The proof must be sorted. */
size_t proof_write(const Proof *proof, ProofForm form, const char *path);
/* Reads text in the form above, whose checksum must be right; that it proves anything is left to proof_check. A proof
 * that cannot be read is left empty; its is_short_of_memory says whether that was the cause. */
bool proof_parse(const char *text, size_t size, Proof *proof, Reason *why);
/* The text of a file, for the caller to free; NULL, with the reason, if it cannot be had. */
char *proof_load(const char *path, size_t *size, Reason *why);
/* Both in one. */
bool proof_read(const char *path, Proof *proof, Reason *why);

/* Raised whenever the checker may accept or refuse something else than before, or takes other steps, so that what an
 * older one said of a file does not count any more. */
enum { PROOF_CHECKER_VERSION = 2 };

typedef enum {
    PROOF_REFUSED,
    PROOF_HOLDS,
    PROOF_TOO_MUCH, /* given up: neither of the two is known */
    PROOF_NO_MEMORY
} ProofVerdict;

typedef struct {
    ProofVerdict verdict;
    uint64_t positions;                /* looked at */
    uint64_t nodes;                    /* of the searches that this took */
    int moves_found;                   /* of an outline: positions in which the checker found the move */
    char position[POSITION_TEXT_SIZE]; /* the first where it fails, or empty */
    Reason why;
} ProofFindings;

/* What a check takes at most, unless it is told otherwise: about a minute, and for a proof by blocks a fraction of a
 * second more for each of its positions, up to some twenty minutes. So a long proof is checked in full, and no file can
 * ask for hours. */
#define PROOF_STEPS_MAX          UINT64_C(20000000000)
#define PROOF_STEPS_PER_POSITION UINT64_C(200000000)
#define PROOF_STEPS_LIMIT        UINT64_C(500000000000)
uint64_t proof_steps_max(const Proof *proof);
/* Positions that a proof by blocks has an entry for; 0 for other kinds. */
int proof_block_positions(const Proof *proof);

/* Drops the entries of a strategy that no play reaches: the checker may see wins by threats that a prover missed. Of an
 * outline it drops those too for which the checker finds a quiet move; so a strategy that is called an outline becomes
 * one. False, with the reason in the findings, if it is no proof of its value, or takes more work. */
bool proof_trim(Proof *proof, Work *work, ProofFindings *findings);

/* True if the proof proves its value. False otherwise, with the reason in the findings. */
bool proof_check(const Proof *proof, ProofFindings *findings);
/* The same with so much work. */
bool proof_check_within(const Proof *proof, Work *work, ProofFindings *findings);
/* The same with every reply to a strategy or an outline tried and every threat: slower, with the same verdict. */
bool proof_check_plainly(const Proof *proof, Work *work, ProofFindings *findings);

#endif
