/* Time controls: how long an engine may think, as text and as a clock that runs during a game.
 *
 * Pure functions of their arguments; any thread. */
#ifndef ROWAN_REFEREE_TIME_CONTROL_H
#define ROWAN_REFEREE_TIME_CONTROL_H

#include "common/record.h"

/* Limits for the moves of one engine, in any combination. 0: no such limit. */
typedef struct {
    int session_moves; /* after this many moves session_ms is added to the clock again; 0: never */
    int64_t session_ms;
    int64_t increment_ms;
    int64_t move_ms;
    int depth;
    int64_t nodes;
    int64_t margin_ms; /* an overrun up to this is forgiven */
} TimeControl;

/* [MOVES/]TIME[+INCREMENT], or inf for none: sets the clock, leaves the other limits alone. False: *control stays as it
 * was. */
bool time_control_parse_clock(TimeControl *control, Word text);
/* Seconds, or minutes:seconds. */
bool time_control_parse_time(Word text, int64_t *ms);
/* "tc=40/60+0.5 depth=2" */
void time_control_print(const TimeControl *control, char text[RECORD_CONTROL_SIZE]);
bool time_control_is_limited(const TimeControl *control);

/* The clock of one side. */
typedef struct {
    int64_t left_us;
    int moves_left; /* in this session; 0: there are no sessions */
} GameClock;

void time_control_start(GameClock *clock, const TimeControl *control);
/* After a move: takes off its time, adds the increment and, at the end of a session, the time of the next. */
void time_control_stop(GameClock *clock, const TimeControl *control, int64_t elapsed_us);
/* What the next move may take, by the clock and by the limit per move; INT64_MAX: as long as it likes. */
int64_t time_control_allowed_us(const GameClock *clock, const TimeControl *control);

#endif
