/* The record of a tournament: a text file of games with tags in the style of PGN.
 *
 *     ; Rowan referee, record format 1         the first line of the file
 *     ; [Argument "--engine"]                  then the command line that began it, a word per line, and a blank line
 *
 *     [Event "?"]                              then the games: first the seven tags of PGN, where X is White
 *     [Site "?"]
 *     [Date "2026.11.16"]
 *     [Round "1"]
 *     [White "A"]
 *     [Black "B"]
 *     [Result "1-0"]                           1-0: X won; 0-1: O won; 1/2-1/2: a draw; *: unfinished or void
 *     [Number "1"]                             then our own
 *     [X "A"]
 *     [O "B"]
 *     [Game "4x4x4"]
 *     [Start "4/4/... x line"]                 only if the opening does not begin with the empty board
 *     [OpeningPlies "2"]                       how many of the moves belong to the opening
 *     [ControlX "depth=2"]
 *     [ControlO "tc=40/60+0.5"]
 *     [GameStartTime "2026-11-16T05:52:11Z"]
 *     [Termination "normal"]                   in the words of PGN
 *     [Ending "line"]                          one of the words of ending_name()
 *     [Reason "X completed a line"]
 *     [Plies "7"]
 *
 *     1. b2b c3c 2. a1a {+0.35/6 4023 0.012s} ...     value for the mover/depth, nodes, time; see record_comment.h
 *     1-0
 *
 * A value is centipoints / 100, or M and the moves to the end (+M3, -M2); unknown items are left out. In quoted text \"
 * and \\ stand for " and \. A game is written in one piece when it is over, and counts only if it is whole, including
 * its final result. Reader and writer belong to one thread. */
#ifndef ROWAN_COMMON_RECORD_H
#define ROWAN_COMMON_RECORD_H

#include <stdio.h>

#include "rules/position.h"
#include "rules/shape.h"

typedef enum {
    ENDING_LINE,      /* a completed line */
    ENDING_POINTS,    /* more points than the other side */
    ENDING_DRAW,      /* every line is dead, or equal points */
    ENDING_MAX_PLIES, /* adjudicated, as are the next two */
    ENDING_AGREED_DRAW,
    ENDING_RESIGNED,
    ENDING_UNFINISHED, /* saved to be continued; its result is *, as is that of the next */
    ENDING_VOID,       /* the referee could not watch it; it is played again and counts nowhere */
    ENDING_TIME,       /* this and all that follow: a fault of the loser */
    ENDING_CRASH,
    ENDING_HANG,
    ENDING_ILLEGAL,
    ENDING_MALFORMED,
    ENDING_HANDSHAKE,
    ENDING_OUTPUT, /* an overlong line, or too many lines */
    ENDING_CLOSED,
} Ending;

/* "line", "points", "draw", "max-plies", ..., "closed-pipe" */
const char *ending_name(Ending ending);
bool ending_parse(const char *name, Ending *ending);
bool ending_is_fault(Ending ending);
/* It has a result. */
bool ending_is_final(Ending ending);
/* The position decides the result. */
bool ending_is_natural(Ending ending);

enum { RECORD_NAME_SIZE = 64, RECORD_CONTROL_SIZE = 96, RECORD_PV_SIZE = 128 };

typedef enum { VALUE_NONE, VALUE_CP, VALUE_MATE } ValueKind;

typedef struct {
    int cell;
    ValueKind value_kind;
    int64_t value;        /* for the side that moved */
    int64_t depth, nodes; /* 0: not known */
    int64_t elapsed_us;
    /* These only in a detailed record. */
    int64_t seldepth, nps, hashfull;
    int64_t left_us;         /* on its clock after the move */
    int64_t latency_us;      /* elapsed_us without the time that the engine says it took */
    char pv[RECORD_PV_SIZE]; /* cut after a whole move */
} RecordMove;

typedef struct {
    int number, round;
    char event[RECORD_NAME_SIZE], site[RECORD_NAME_SIZE]; /* "": not known */
    char names[2][RECORD_NAME_SIZE];                      /* of X and O */
    char controls[2][RECORD_CONTROL_SIZE];                /* of X and O */
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

/* "1-0", "0-1", "1/2-1/2", "*" */
const char *record_outcome_text(Outcome outcome);
bool record_outcome_parse(const char *text, Outcome *outcome);

extern const char record_first_line[];

/* As text on the heap; NULL when memory is short. */
char *record_game_text(const GameRecord *record);
/* The game in plain PGN, for programs that are strict about it: all moves with a comment, nothing that only we know. */
char *record_plain_text(const GameRecord *record);
char *record_header_text(int argc, char *const argv[]);

typedef enum {
    READ_GAME,
    READ_END,
    READ_TORN, /* the file ends in the middle of a game, which is fine as far as it goes */
    READ_BAD,  /* the reason says what is wrong */
} ReadResult;

typedef struct {
    const char *path; /* the caller's */
    FILE *file;
    bool is_cut;     /* the file has ended */
    bool has_failed; /* the file cannot be read */
    char *line;      /* the last one read */
    size_t line_size;
    int line_number;
    int game_line;  /* in which the last game began */
    long whole_end; /* the offset after the last whole game, or after the header */
    Shape *shape;   /* of the last game read */
} RecordReader;

/* Opens the file and reads its header. *argv is a list ended by NULL, to be freed with record_free_arguments; argv may
 * be NULL if only the games matter. */
bool record_open(RecordReader *reader, const char *path, char ***argv, Reason *why);
/* The next game, replayed by the rules: an illegal move, or a result that the position contradicts, is READ_BAD. The
 * path given to record_open must still be in memory. */
ReadResult record_next(RecordReader *reader, GameRecord *record, Reason *why);
void record_close(RecordReader *reader);
/* The position that the game begins with. */
bool record_start(const GameRecord *record, const Grid *grid, Position *position, Reason *why);
/* Plays the game again, by the rules; *position is then its last. */
bool record_replay(const GameRecord *record, const Grid *grid, Position *position, Reason *why);
void record_free_arguments(char **argv);

#endif
