/* The tables of a report: the standings and the crosstable, as wide as the screen. For one thread. */
#ifndef ROWAN_REFEREE_STANDINGS_H
#define ROWAN_REFEREE_STANDINGS_H

#include "referee/report.h"

/* The crosstable, for more than two engines, is only in the final report. */
void standings_print(const TournamentReport *report, FILE *stream, bool is_final);
/* What the columns mean, as far as they are shown; and which are not, for want of room. */
void standings_print_legend(const TournamentReport *report, FILE *stream);
void standings_print_left_out(const TournamentReport *report, FILE *stream);

#endif
