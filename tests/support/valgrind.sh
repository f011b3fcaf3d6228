#!/bin/sh
# usage: valgrind.sh BIN
# One typical run of each program under valgrind: no invalid access, no use of what was never set, no leak.
set -eu
bin=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# check INPUT PROGRAM ARGUMENT...
check() {
    input=$1
    shift
    if printf "$input" | valgrind --quiet --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite \
        "$bin/$@" > "$folder/output" 2>&1; then
        echo "valgrind: $*"
    else
        echo "valgrind: $* failed"
        tail -40 "$folder/output"
        exit 1
    fi
}

check 'ugi\nsetoption name Hash value 1\nsetoption name Threads value 2\nsetoption name Game value 3x3x3\ngo nodes 500\nwait
position fen 3/3/1xx//o2/2x/3//1x1/3/o1o o score\nsetoption name MultiPV value 2\ngo nodes 300\nwait\nquery fen\nd\neval
position fen 4/4/4/4 x\ngo prove nodes 100\nwait\ngo infinite\nstop\nquit\n' rowan
check '' rowan bench 1
check '' solve 3x3x3 --hash 1 --proof "$folder/proof"
check '' verify "$folder/proof"
check '' solve 3x3:score --hash 1
check '' campaign new 3x3x3 "$folder/jobs" --jobs 5
check '' campaign join "$folder/jobs" --proof "$folder/joined"
check '' magic 5
check '' magic 4 --square
printf '2 7 6\n9 5 1\n4 3 8\n' > "$folder/square"
check '' magic --check "$folder/square"
check 'ugi\nisready\nposition startpos moves a1a\ngo depth 2\nquit\n' sparring rules
check 'position startpos moves a1a\ngo depth 1\nquit\n' sparring alphabeta 2
check "b2\na1\nhint\nundo\nsave $folder/game\nload $folder/game\nquit\n" play 3x3 --level easy
check '\n\nquit\n' play --replay "$folder/game"
check '' referee --engine name=A cmd="$bin/sparring random" --engine name=B cmd="$bin/sparring rules" --each depth=1 \
    --game 3x3 --games 4 --concurrency 2 --record "$folder/record" --json "$folder/json"
check '' referee --resume "$folder/record" --trust
check '' bench depth --game 4x4x4 --positions 1 --depth 2 --hash 1

# The board runs until it is told to end.
valgrind --quiet --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite "$bin/board" 3x3 --no-open \
    > "$folder/output" 2>&1 &
board=$!
for _ in $(seq 300); do
    if grep -q 'Ctrl-C ends it' "$folder/output"; then break; fi
    sleep 0.1
done
kill -TERM "$board"
wait "$board" || { tail -40 "$folder/output" && echo 'valgrind: board failed' && exit 1; }
echo 'valgrind: board'
