/* One refereed game between two engines.
 *
 * The position is kept here, by the rules of the game, and here alone it is judged: what engines say about legality or
 * result is not asked for. Time is taken on the monotonic clock, from just before `go` is written to the arrival of
 * `bestmove`. A time loss is declared only when the referee looked after the deadline and there was no answer: if it
 * was itself kept from looking in time, on a busy machine, the engine gets the benefit of the doubt.
 *
 * A seat belongs to the thread that plays with it, which must outlive its engine (see proc.h). */
#ifndef ROWAN_REFEREE_MATCH_H
#define ROWAN_REFEREE_MATCH_H

#include "common/client.h"
#include "referee/tournament.h"

/* What users should hear about but no game is lost by: an option that an engine has not, a crash between two games. */
typedef void MatchWarning(void *context, const EngineSetup *engine, const char *text);

/* An engine at the table; its process is started by the first game and lives on from game to game. */
typedef struct {
    const EngineSetup *engine;
    const Game *game;
    Client *client;
    bool knows_game; /* it has the option Game, so that startpos is ours */
    bool has_warned; /* about its options: once is enough */
    MatchWarning *warn;
    void *context;
} Seat;

/* cancel_fd: becomes readable when all games are to be given up. listener may be NULL. */
bool seat_init(Seat *seat, const EngineSetup *engine, const Game *game, int cancel_fd, ClientListener *listener,
               MatchWarning *warn, void *context);
/* Lets the engine quit, or makes it. */
void seat_close(Seat *seat);

typedef enum {
    MATCH_PLAYED,
    MATCH_CANCELLED, /* given up: the record is not complete */
    MATCH_NO_START,  /* the command of an engine cannot be run */
    MATCH_FAILED,    /* nobody at the table is to blame: the reason says what is wrong */
} MatchEnd;

/* Plays from the opening to the end and fills in the record, except for its number and round. */
MatchEnd match_play(const TournamentSetup *setup, const Grid *grid, const Opening *opening, Seat *seats[2],
                    GameRecord *record, Reason *why);

#endif
