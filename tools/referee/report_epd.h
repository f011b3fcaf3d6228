/* The last positions of all games, one a line, for suites and analysis: <position> ; game 3 ; result 1-0 ; ending line
 *
 * For the main thread. */
#ifndef ROWAN_REFEREE_REPORT_EPD_H
#define ROWAN_REFEREE_REPORT_EPD_H

#include "referee/report.h"

/* Replaces the whole file. */
bool report_write_epd(const TournamentReport *report, const char *path, Reason *why);

#endif
