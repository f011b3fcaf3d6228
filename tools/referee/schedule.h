/* Who plays whom, on which side and from which opening, as a function of the game's number.
 *
 * Games are numbered from 1, round by round, and within a round pairing by pairing. So everybody agrees on what game 17
 * is, whatever the concurrency and however often the tournament was interrupted, and more rounds only add games at the
 * end. Two games in a row of the same pairing share an opening, with sides swapped: a pair. All pairings of a round get
 * the same openings. Pure functions; any thread. */
#ifndef ROWAN_REFEREE_SCHEDULE_H
#define ROWAN_REFEREE_SCHEDULE_H

#include <stdbool.h>

typedef enum { SCHEDULE_MATCH, SCHEDULE_ROUND_ROBIN, SCHEDULE_GAUNTLET } ScheduleFormat;

typedef struct {
    ScheduleFormat format; /* gauntlet: the first engine against each of the others */
    int engines;
    int rounds;
    int games; /* per pairing and round */
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

int schedule_pairings(const Schedule *schedule);
int schedule_games(const Schedule *schedule);
int schedule_openings(const Schedule *schedule);
Fixture schedule_fixture(const Schedule *schedule, int number);

#endif
