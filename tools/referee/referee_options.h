/* The referee's command line: its options, each with a function that checks and takes its value, and its help.
 *
 * For the main thread, before the tournament begins. */
#ifndef ROWAN_REFEREE_REFEREE_OPTIONS_H
#define ROWAN_REFEREE_REFEREE_OPTIONS_H

#include "referee/tournament_settings.h"

enum { REFEREE_HELP_SIZE = 8192 };

/* Takes the arguments up to NULL, without the program's name. May be called again with more: later ones win. */
bool referee_options_parse(Tournament *tournament, char *const argv[], Reason *why);

void referee_options_help(char text[REFEREE_HELP_SIZE]);

#endif
