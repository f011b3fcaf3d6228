/* The record of a tournament: a text file of games with tags in the style of PGN.
 *
 *     ; Rowan referee, record format 1         the first line of the file
 *     [Argument "--engine"]                    then the command line that it began with, a word a line, and a blank
 *
 *     [Number "1"]                             then the games, in the order in which they ended
 *     [Round "1"]
 *     [X "A"]
 *     [O "B"]
 *     [Game "4x4x4"]
 *     [Start "4/4/... x line"]                 only if the opening did not begin with the empty board
 *     [OpeningPlies "2"]                       so many of the moves come from the opening
 *     [ControlX "depth=2"]
 *     [ControlO "tc=40/60+0.5"]
 *     [Date "2026-11-16T05:52:11Z"]
 *     [Result "1-0"]                           X won; 0-1: O won; 1/2-1/2: a draw; *: unfinished
 *     [Ending "line"]                          one word of ending_name()
 *     [Reason "X completed a line"]
 *     [Plies "7"]
 *
 *     1. b2b c3c 2. a1a {+0.35/6 4023 0.012s} ...     value for the mover/depth, nodes, time
 *     1-0
 *
 * A value is centipoints / 100 or M and the moves to the end (+M3, -M2); what is not known is left out. In quoted text
 * \" and \\ stand for " and \. A game is written with one call when it is over and counts as there only if it is whole,
 * its final result included. Reader and writer belong to one thread. */
#ifndef ROWAN_COMMON_RECORD_H
#define ROWAN_COMMON_RECORD_H

#include <stdio.h>

#include "rules/notation.h"

typedef enum {
    ENDING_LINE,      /* a completed line */
    ENDING_POINTS,    /* more points at the end */
    ENDING_DRAW,      /* no line is left, or points are equal */
    ENDING_MAX_PLIES, /* adjudicated, as are the next two */
    ENDING_AGREED_DRAW,
    ENDING_RESIGNED,
    ENDING_UNFINISHED, /* saved by a person, to go on later; its result is * */
    ENDING_TIME,       /* from here on: a fault of the loser */
    ENDING_CRASH,
    ENDING_HANG,
    ENDING_ILLEGAL,
    ENDING_MALFORMED,
    ENDING_HANDSHAKE,
    ENDING_OUTPUT, /* overlong or endless */
    ENDING_CLOSED,
} Ending;

/* "line", "points", "draw", "max-plies", ..., "closed-pipe" */
const char *ending_name(Ending ending);
bool ending_is_fault(Ending ending);

typedef enum { VALUE_NONE, VALUE_CP, VALUE_MATE } ValueKind;

typedef struct {
    int cell;
    ValueKind value_kind;
    int64_t value;        /* for the side that moved */
    int64_t depth, nodes; /* 0: not told */
    int64_t elapsed_us;
} RecordMove;

enum { RECORD_NAME_SIZE = 64, RECORD_CONTROL_SIZE = 96 };

typedef struct {
    int number, round;
    char names[2][RECORD_NAME_SIZE];       /* of X and O */
    char controls[2][RECORD_CONTROL_SIZE]; /* likewise */
    Game game;
    char start[POSITION_TEXT_SIZE]; /* "": the empty board */
    int opening_plies;
    int plies; /* of moves, those of the opening included */
    RecordMove moves[CELLS_MAX];
    char date[32];
    Outcome outcome;
    Ending ending;
    Reason reason;
} GameRecord;

/* "1-0", "0-1", "1/2-1/2" */
const char *outcome_text(Outcome outcome);

/* As text on the heap, NULL without memory. */
char *record_game_text(const GameRecord *record);
char *record_header_text(int argc, char *const argv[]);

typedef enum {
    READ_GAME,
    READ_END,
    READ_TORN /* the file ends inside a game, fine as far as it goes */,
    READ_BAD
} ReadResult;

typedef struct {
    const char *path; /* the caller's */
    FILE *file;
    bool is_cut; /* the file has ended */
    char *line;  /* the one that was read last */
    size_t line_size;
    int line_number;
    long whole_end; /* the offset behind the last whole game, or behind the header */
    Grid *grid;     /* of the game that was read last */
} RecordReader;

/* Opens the file and reads its header; *argv is a block ended by NULL, to be freed with record_free_arguments. argv may
 * be NULL for who wants the games only. */
bool record_open(RecordReader *reader, const char *path, char ***argv, Reason *why);
/* The next game, replayed by the rules: moves that are not legal or a result that the position contradicts are
 * READ_BAD. The path that it was opened with must still be there. */
ReadResult record_next(RecordReader *reader, GameRecord *record, Reason *why);
void record_close(RecordReader *reader);
void record_free_arguments(char **argv);

#endif
