/* Who plays whom, on which side and from which opening, as a function of the game's number.
 *
 * Games are numbered from 1, round by round, and within a round pairing by pairing. So everybody agrees on what game 17
 * is, whatever the concurrency and however often the tournament was interrupted, and more rounds only add games at the
 * end (but for a knockout, which has as many as it takes). Two games in a row of the same pairing share an opening,
 * with sides swapped: a pair. All pairings of a round get the same openings, unless the policy says otherwise. Several
 * machines can share the games of one schedule: each plays every N-th pair. Pure functions; any thread. */
#ifndef ROWAN_REFEREE_SCHEDULE_H
#define ROWAN_REFEREE_SCHEDULE_H

#include <stdbool.h>

typedef enum {
    SCHEDULE_MATCH,
    SCHEDULE_ROUND_ROBIN,
    SCHEDULE_GAUNTLET,
    SCHEDULE_SWISS,
    SCHEDULE_KNOCKOUT,
} ScheduleFormat;

extern const char *const schedule_formats[]; /* their names, up to NULL */

enum { ENCOUNTER_UNKNOWN = -1 };

/* Two engines that meet in a round. */
typedef struct {
    int first, second; /* ENCOUNTER_UNKNOWN: not drawn yet */
} Encounter;

/* When the next opening is taken. */
typedef enum {
    POLICY_PAIR,      /* for each pair of a round; all pairings get the same ones */
    POLICY_ENCOUNTER, /* for each pair of each pairing */
    POLICY_ROUND,     /* for each round */
} OpeningPolicy;

extern const char *const schedule_policies[]; /* their names, up to NULL */

typedef struct {
    ScheduleFormat format; /* gauntlet: the first engine against each of the others */
    int engines;
    int rounds;
    int games;    /* per pairing and round */
    bool no_swap; /* the first engine of a pairing always plays X, and no game belongs to a pair */
    OpeningPolicy policy;
    int first_opening;     /* from 0 */
    Encounter *encounters; /* of swiss and knockout, drawn round by round (swiss_knockout.h); else NULL */
    int part, parts;       /* of this machine, from 0; parts 0 or 1: it plays everything */
} Schedule;

typedef struct {
    int number;
    int round;   /* from 1 */
    int x, o;    /* engines, from 0 */
    int opening; /* from 0, modulo the number of openings there are */
    bool is_paired;
    bool closes_pair; /* the game before it is the other one of its pair */
} Fixture;

enum { SCHEDULE_GAMES_MAX = 1000000 };

int schedule_rounds_of_knockout(int engines);
int schedule_pairings_in(const Schedule *schedule, int round);     /* from 0 */
int schedule_first_encounter(const Schedule *schedule, int round); /* of the round, from 0 through all rounds */
int schedule_encounters(const Schedule *schedule);
/* Are the players of this game known? Those of swiss and knockout depend on the rounds before. */
bool schedule_is_known(const Schedule *schedule, int number);
int schedule_games(const Schedule *schedule);
int schedule_openings(const Schedule *schedule); /* how many there should be, those before the first included */
/* The part, from 0, that a game is in if there are so many of them: pairs are dealt out in turn. */
int schedule_part(const Schedule *schedule, int parts, int number);
/* Is this game to be played here? And how many are? */
bool schedule_is_ours(const Schedule *schedule, int number);
int schedule_our_games(const Schedule *schedule);
Fixture schedule_fixture(const Schedule *schedule, int number);

#endif
