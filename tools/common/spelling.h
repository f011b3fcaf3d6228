/* What somebody may have meant by a word that does not exist. Pure function; any thread. */
#ifndef ROWAN_COMMON_SPELLING_H
#define ROWAN_COMMON_SPELLING_H

/* The name with the fewest slips, two at most; dashes at the beginning do not count. NULL: no idea. The names end with
 * NULL. */
const char *spelling_nearest(const char *wrong, const char *const names[]);

#endif
