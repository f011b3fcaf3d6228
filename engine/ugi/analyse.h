/* The command `rowan analyse`: positions in, a line of JSON for each out, in the same order.
 *
 * Several threads analyse positions side by side, each with an analyst of its own. What is done before its turn to be
 * printed waits. A line that is no position is told, and the others go on. */
#ifndef ROWAN_UGI_ANALYSE_H
#define ROWAN_UGI_ANALYSE_H

/* The arguments are those after `analyse`; returns the program's exit status. */
int analyse_run(int argc, char **argv);

#endif
