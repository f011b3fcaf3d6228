/* Whether a record may be resumed: it says which commands to run and which files to write, and it may come from
 * anybody. They are shown; --trust agrees beforehand, and on a terminal the user is asked. */
#ifndef ROWAN_REFEREE_TRUST_H
#define ROWAN_REFEREE_TRUST_H

#include "referee/tournament_settings.h"

bool trust_is_given(const Tournament *tournament, Reason *why);

#endif
