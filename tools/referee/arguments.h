/* The referee's command line, completed: by the record that it resumes, by the parts that it merges, and by the choice
 * of openings.
 *
 * For the main thread, before the tournament begins. */
#ifndef ROWAN_REFEREE_ARGUMENTS_H
#define ROWAN_REFEREE_ARGUMENTS_H

#include "referee/merge.h"
#include "referee/opening_choice.h"

typedef struct {
    const char *program; /* as it was called */
    char **list;         /* the command line without the program's name */
    char **completed;    /* the same on the heap, if an option was added; else NULL */
    char **recorded;     /* with --resume, the arguments that the record begins with; else NULL */
    char balanced_path[BALANCED_PATH_SIZE];
    Merge *merge; /* with --merge, the parts; else NULL */
} RefereeArguments;

/* Needs the program and the list; all else is 0. The tournament points into the arguments. Both are to be freed in any
 * case. */
bool referee_arguments_parse(RefereeArguments *arguments, Tournament *tournament, Reason *why);
void referee_arguments_free(RefereeArguments *arguments);

#endif
