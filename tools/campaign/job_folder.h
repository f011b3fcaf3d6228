/* The folder of the jobs of a plan, for any scheduler:
 *
 *     plan        the plan itself
 *     jobs        a shell command a line, to be run in this folder; each leaves NAME.proof, and what it prints NAME.out
 *     left        those of them that are not done, as of the last status or join
 *     Makefile    makes all of the proofs
 *
 * Nothing here is kept in memory; for one thread. */
#ifndef ROWAN_CAMPAIGN_JOB_FOLDER_H
#define ROWAN_CAMPAIGN_JOB_FOLDER_H

#include <stdio.h>

#include "campaign/job_tree.h"

/* The path of a file in the folder, to be freed; NULL when memory is short. */
char *job_folder_path(const char *folder, const char *name, const char *ending);

/* Reads the plan of a folder. */
bool job_folder_open(const char *folder, JobTree *tree, Reason *why);
bool job_folder_is_writable(const char *folder, Reason *why);
/* Makes a folder if there is none; false if there are jobs in it already. */
bool job_folder_create(const char *folder, Reason *why);

/* Writes the plan, the jobs that are needed and the Makefile. `solve` is the path of that program. */
bool job_folder_write(const JobTree *tree, const char *folder, const char *solve, int *jobs, Reason *why);
/* Writes the commands of some jobs of the plan. */
bool job_folder_write_jobs(const JobTree *tree, const char *folder, const char *file, const char *solve,
                           const bool *is_wanted, Reason *why);

#endif
