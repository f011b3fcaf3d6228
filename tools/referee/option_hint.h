/* What somebody may have meant by an option that does not exist: those of cutechess-cli and fastchess have one dash,
 * and some have other names; others are slips of the finger. Pure function; any thread. */
#ifndef ROWAN_REFEREE_OPTION_HINT_H
#define ROWAN_REFEREE_OPTION_HINT_H

/* NULL: no idea. names is the list of our options, up to NULL. */
const char *option_hint(const char *wrong, const char *const names[]);

#endif
