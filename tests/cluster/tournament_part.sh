#!/bin/sh
#SBATCH --array=1-4 --cpus-per-task=1 --mem=512M --requeue --output=part%a.out --open-mode=append
# Plays one part of a tournament, to be run by Slurm as a task of an array, in the source tree:
#
#     sbatch [--array=1-32] tests/cluster/tournament_part.sh ENGINES AND OPTIONS OF THE REFEREE
#
# It may be killed and run again: --continue begins the record, or goes on with it.
exec build/referee "$@" --quiet --part "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
    --record "part$SLURM_ARRAY_TASK_ID.txt" --continue
