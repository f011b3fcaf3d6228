#!/bin/sh
# The recipes of the manuals, run by Slurm itself: run.sh FOLDER, where FOLDER has the programs. Says what is skipped.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
programs=$(cd "$1" && pwd)
work=$(mktemp -d /tmp/rowan-cluster-XXXXXX)
cluster=$work/slurm
failures=0

finish() {
    "$here/slurm.sh" stop "$cluster" >/dev/null 2>&1 || true
    rm -rf "$work"
}
trap finish EXIT
trap 'exit 1' INT TERM HUP

# Prints a sentence and whether it holds: the exit status of what follows it.
check() {
    sentence=$1
    shift
    if "$@" >"$work/said" 2>&1; then
        echo "pass  $sentence"
    else
        echo "FAIL  $sentence"
        tail -5 "$work/said"
        failures=$((failures + 1))
    fi
}

# "Submitted batch job 7" -> 7
number() {
    sed -n 's/^Submitted batch job //p'
}

is_running() {
    squeue -h -j "$1" 2>/dev/null | grep -q .
}

# Until the array has ended; a minute is long enough for each of ours.
await() {
    for _ in $(seq 300); do
        is_running "$1" || return 0
        sleep 0.2
    done
    echo "job $1 does not end"
    return 1
}

# Until the file has a line with this text.
await_text() {
    for _ in $(seq 300); do
        grep -q "$2" "$1" 2>/dev/null && return 0
        sleep 0.1
    done
    return 1
}

# Kills a running task as a failing node would, and has it start again soon. In the second in which it was killed its
# node would refuse it.
requeue() {
    scontrol requeue "$1"
    for _ in $(seq 100); do
        [ "$(squeue -h -j "$1" -o %t)" = PD ] && scontrol update jobid="$1" StartTime=now+2 && return 0
        sleep 0.1
    done
    return 1
}

ended_as() {
    scontrol show job "$1" >"$work/job"
    grep -q "$2" "$work/job" || { grep -o 'JobState=.*\|Restarts=.*\|StartTime=.*' "$work/job" && false; }
}

# The games of a record without dates and times, which differ from run to run.
games() {
    sed -e '/^; /d;/^\[Date /d;/^\[GameStartTime /d' -e 's/[0-9.]*s}/}/g' "$1" | tr -s '\n ' '  '
}

same_games() {
    games "$1" >"$work/one"
    games "$2" >"$work/other"
    [ -s "$work/one" ] && cmp "$work/one" "$work/other"
}

mkdir "$cluster" "$work/tree"
"$here/slurm.sh" start "$cluster" >"$work/said" || { echo "skipped: $(cat "$work/said")" && exit 0; }
SLURM_CONF=$cluster/slurm.conf
export SLURM_CONF
ln -s "$programs" "$work/tree/build"
cd "$work/tree"

# A campaign.
build/campaign new 4x4x4 a1a b2b d1a c1a won --jobs 4 --hash 16 >/dev/null
head -20 won/jobs >won/some
array=$("$here/campaign_array.sh" won some | number)
await "$array" || failures=$((failures + 1))
build/campaign status won >/dev/null || true
left=$(wc -l <won/left)
array=$("$here/campaign_array.sh" won left | number)
# Meanwhile the list is written again and again.
while is_running "$array"; do build/campaign status won >/dev/null || true; done
build/campaign status won >/dev/null || true
check "an array runs all $left jobs that are left, though the list changes" [ ! -s won/left ]
check 'the jobs of a campaign are joined' build/campaign join won --proof won.proof
check 'and the proof holds' build/verify won.proof
build/campaign new 3x3 vain --aim x --jobs 5 >/dev/null
array=$("$here/campaign_array.sh" vain jobs | number)
await "$array"
check 'a job with another result than planned is not COMPLETED' ended_as "${array}_1" 'JobState=FAILED.*'
check 'its exit code says so' ended_as "${array}_1" 'ExitCode=3:0'

# A tournament of four parts, of which one is killed and started again in the middle.
set -- --engine name=A 'cmd=build/fake_engine slow 8' --engine name=B 'cmd=build/sparring rules' --each depth=1 \
    --game 3x3x3 --rounds 40
array=$(sbatch "$here/tournament_part.sh" "$@" | number)
check 'a part begins' await_text part2.txt '^\[Number'
check 'a part is requeued' requeue "${array}_2"
await "$array" || failures=$((failures + 1))
check 'a part that was requeued is completed' ended_as "${array}_2" 'JobState=COMPLETED'
check 'it was run twice' ended_as "${array}_2" 'Restarts=1'
check 'the parts are merged' build/referee --merge part1.txt part2.txt part3.txt part4.txt --record all.txt
build/referee "$@" --concurrency 4 --quiet --record whole.txt >/dev/null
check 'the merged games are those of the tournament in one piece' same_games whole.txt all.txt
rm part*.txt

# A sequential test over parts.
set -- --engine name=good 'cmd=build/sparring alphabeta 2' --engine name=bad 'cmd=build/sparring random' \
    --each depth=2 --game 4x4x4 --rounds 50000 --sprt elo0=0 elo1=50
array=$(sbatch "$here/tournament_part.sh" "$@" | number)
check 'the test over all parts decides' "$here/sprt_watch.sh" "$array" 1
cp "$work/said" "$work/verdict"
check 'it says what was accepted' grep -q '^H1 accepted' "$work/verdict"
check 'the array is cancelled' ended_as "${array}_1" 'JobState=CANCELLED'

# GNU parallel on another machine: this one, by a command that does what ssh does. Like a login, it sets SHELL, without
# which parallel runs nothing and says nothing.
if command -v parallel >/dev/null; then
    mkdir "$work/home"
    HOME=$work/home TMPDIR=$work
    export HOME TMPDIR
    cat >"$work/ssh" <<END
#!/bin/sh
while [ "\$1" != there ]; do shift; done
shift
[ "\$1" = -- ] && shift
cd "$work/home" && SHELL=/bin/sh exec sh -c "\$*"
END
    chmod +x "$work/ssh"
    set -- --engine name=A cmd=build/fake_engine --engine name=B 'cmd=build/sparring rules' --each depth=1 --game 3x3
    rm -f part*.txt
    check 'parallel plays the parts on another machine' sh -c 'seq 2 | parallel -q --will-cite -S "$0" --wd . "$@"' \
        "$work/ssh there" build/referee "$@" --quiet --part '{}/2' --record 'part{}.txt' --continue --rounds 2
    check 'and they come back' build/referee --merge part1.txt part2.txt
    build/campaign new 4x4 far --jobs 10 >/dev/null
    check 'it runs the jobs of a campaign there' sh -c 'cd far && parallel --will-cite -S "$0" --wd . <jobs' "$work/ssh there"
    check 'and the proofs land in their folder' build/campaign join far --proof far.proof
else
    echo 'skipped: GNU parallel is not installed'
fi

[ "$failures" = 0 ] || { echo "$failures failed" && exit 1; }
