/* Who plays whom with which colour from which opening, as a function of the game's number.
 *
 * Games are numbered from 1, round by round, in a round pairing by pairing; so any number of workers, an interrupted
 * tournament and a finished one agree on what game 17 is, and more rounds only add games at the end. Two games in a row
 * of the same pairing share an opening, with colours swapped: a pair. All pairings of a round get the same openings. */
#ifndef ROWAN_REFEREE_SCHEDULE_H
#define ROWAN_REFEREE_SCHEDULE_H

#include <stdbool.h>

typedef enum { SCHEDULE_MATCH, SCHEDULE_ROUND_ROBIN, SCHEDULE_GAUNTLET } ScheduleFormat;

typedef struct {
    ScheduleFormat format; /* gauntlet: the first engine against each of the others */
    int engines;
    int rounds;
    int games; /* of each pairing in each round */
} Schedule;

typedef struct {
    int number;
    int round;   /* from 1 */
    int x, o;    /* engines, from 0 */
    int first;   /* the one of the two that is listed first: the view of its statistics */
    int opening; /* from 0; to be taken modulo the openings there are */
    bool is_paired;
    bool closes_pair; /* its pair began with the game before */
} Fixture;

enum { SCHEDULE_GAMES_MAX = 1000000 };

int schedule_pairings(const Schedule *schedule);
int schedule_games(const Schedule *schedule);
int schedule_openings(const Schedule *schedule);
Fixture schedule_fixture(const Schedule *schedule, int number);

#endif
