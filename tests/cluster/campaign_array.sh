#!/bin/sh
# Runs the jobs of a campaign as an array of Slurm, up to a thousand tasks:
#
#     campaign_array.sh FOLDER jobs|left [OPTIONS OF SBATCH]
#
# The commands go into the script that Slurm keeps, as `status` and `join` may write a new list at any time. A task fails
# if one of its jobs does, also by another result than planned.
cd "$1" || exit
list=$2
shift 2
jobs=$(wc -l <"$list")
tasks=$((jobs < 1000 ? jobs : 1000))
[ "$tasks" -gt 0 ] || exit 0
{
    echo '#!/bin/sh'
    echo "awk 'NR % $tasks == '\$SLURM_ARRAY_TASK_ID' % $tasks' <<'END_OF_JOBS' | {"
    cat "$list"
    echo 'END_OF_JOBS'
    echo '    status=0'
    echo '    while read -r job; do sh -c "$job" || status=$?; done'
    echo '    exit $status'
    echo '}'
} | sbatch --array=1-"$tasks" --cpus-per-task=1 --mem=1G --requeue --output=/dev/null "$@"
