#!/bin/sh
# usage: soak.sh BIN HOURS
# Tournaments for hours, as they are at their worst: engines that fail in every way, options that change, a referee that
# is killed at any moment and resumed. One engine stays from the beginning to the end. A game that was recorded must
# never be lost, no process left behind, and neither the referee nor the engine grow. Ends with one line of figures;
# BIN are the programs, HOURS may be a fraction.
set -eu
bin=$1
end=$(awk -v now="$(date +%s)" -v hours="$2" 'BEGIN { printf "%d", now + hours * 3600 }')
folder=$(mktemp -d)
marker=life=1$(printf %06d $(($$ % 1000000))) # an argument of our failing engines, and of nobody else's
engine_pid=
referee_pid=

clean_up() {
    [ -z "$engine_pid" ] || kill "$engine_pid" 2>/dev/null || true
    [ -z "$referee_pid" ] || kill -KILL "$referee_pid" 2>/dev/null || true
    rm -rf "$folder"
}
trap clean_up EXIT

fail() {
    echo "soak: $1 (round $rounds; the record is kept in soak-failure.txt)"
    cp "$folder/record" soak-failure.txt 2>/dev/null || true
    exit 1
}

# Random numbers from a seed, so that a failure can be repeated.
state=$(date +%s)
echo "seed $state"
random() { # below $1, in $number
    state=$(((state * 1103515245 + 12345) % 2147483648))
    number=$((state / 65536 % $1))
}

pick() { # one of the words, in $word
    random $#
    shift "$number"
    word=$1
}

memory_kb() { # of a process
    awk '/^VmRSS/ { print $2 }' "/proc/$1/status" 2>/dev/null || echo 0
}

games_recorded() {
    grep -c '^\[Plies ' "$folder/record" 2>/dev/null || true
}

# The engine that stays: reads from a pipe that this script holds open.

mkfifo "$folder/to_engine"
"$bin/rowan" < "$folder/to_engine" > "$folder/from_engine" &
engine_pid=$!
exec 3> "$folder/to_engine"
searches=0 asked=0

ask_engine() {
    pick 3x3 4x4x4 5x5 3x3x3:score10 3x3x3:magic 6x6x6 3x3x3x3 8x8x8
    game=$word
    pick 1 2 4
    threads=$word
    pick 1 16 64
    hash=$word
    pick 1 3
    lines=$word
    pick master hard easy
    {
        printf 'setoption name Game value %s\nsetoption name Threads value %s\n' "$game" "$threads"
        printf 'setoption name Hash value %s\nsetoption name MultiPV value %s\n' "$hash" "$lines"
        printf 'setoption name Level value %s\nposition startpos\ngo nodes 20000\nwait\n' "$word"
        printf 'go infinite\nstop\nuginewgame\n'
        printf 'setoption name Hash value 1\nsetoption name Threads value 1\nsetoption name Game value 3x3\nisready\n'
    } >&3
    searches=$((searches + 2))
    asked=$((asked + 1))
    for _ in $(seq 600); do
        [ "$(grep -c '^readyok' "$folder/from_engine" || true)" = "$asked" ] && break
        kill -0 "$engine_pid" 2>/dev/null || fail 'the engine is gone'
        sleep 0.1
    done
    [ "$(grep -c '^readyok' "$folder/from_engine")" = "$asked" ] || fail 'the engine does not answer'
    [ "$(grep -c '^bestmove' "$folder/from_engine")" = "$searches" ] || fail 'a search was not answered'
}

# Tournaments. Engines whose own children outlive a killed referee, as its manual says, are left to the tests.

modes='crash-move hang-move exit-move illegal malformed flood garbage nobestmove crash-start no-ugiok half-line close-stdout
slow double early cut-move wrong-game deaf last-words none drip'
rounds=0 games=0 kills=0 faults=0 peak_kb=0 kept=0

begin_round() {
    # shellcheck disable=SC2086
    pick $modes
    mode=$word
    pick 3x3 4x4x4 3x3x3 5x5
    random 4
    "$bin/referee" --engine name=rowan cmd="$bin/rowan" nodes=300 --engine name=rules cmd="$bin/sparring rules" depth=1 \
        --engine name=fails cmd="$bin/fake_engine $mode after=$((number + 1)) $marker" st=0.2 start-ms=400 ping-ms=400 \
        setup-ms=400 quit-ms=200 --game "$word" --games 8 --concurrency 2 --lenient --record "$folder/record" > "$folder/output" 2>&1 &
    referee_pid=$!
}

# Lets the referee run for a moment, then kills it or waits for its end. True when the tournament is over.
watch_referee() {
    random 15
    left=$((number + 2))
    while kill -0 "$referee_pid" 2>/dev/null; do
        kb=$(memory_kb "$referee_pid")
        [ "${kb:-0}" -le "$peak_kb" ] || peak_kb=$kb
        [ "$left" -gt 0 ] || { kill -KILL "$referee_pid" 2>/dev/null && kills=$((kills + 1)); break; }
        left=$((left - 1))
        sleep 0.1
    done
    status=0
    wait "$referee_pid" 2>/dev/null || status=$?
    referee_pid=
    now=$(games_recorded)
    [ "${now:-0}" -ge "$kept" ] || fail "$kept games were recorded, $now are left"
    kept=${now:-0}
    [ "$status" != 137 ] || return 1
    [ "$status" -le 1 ] || fail "the referee ended with status $status: $(tail -1 "$folder/output")"
}

play_round() {
    rm -f "$folder/record"
    kept=0
    begin_round
    until watch_referee; do
        sleep 0.3 # engines of a killed referee end by themselves
        if [ -s "$folder/record" ] && [ "$kept" -gt 0 ]; then
            "$bin/referee" --resume "$folder/record" --trust > "$folder/output" 2>&1 &
            referee_pid=$!
        else
            rm -f "$folder/record"
            begin_round
        fi
    done
    [ "$kept" = 24 ] || fail "$kept of 24 games were recorded"
    games=$((games + kept))
    faults=$((faults + $(grep -cE '^\[Ending "(time|crash|hang|illegal|malformed|handshake|output|closed-pipe)' "$folder/record" || true)))
}

leftovers() {
    pgrep -f "$marker" 2>/dev/null | wc -l
}

# The end of a process takes a moment, and far longer on a busy machine.
await_end_of_all() {
    for _ in $(seq 100); do
        [ "$(leftovers)" != 0 ] || return 0
        sleep 0.2
    done
    ps -ww -o pid,stat,etime,args -p "$(pgrep -d, -f "$marker")" || true
    fail "$(leftovers) engines are left behind"
}

for _ in $(seq 20); do ask_engine; done # until it has seen every game
first_kb=$(memory_kb "$engine_pid")
while [ "$(date +%s)" -lt "$end" ]; do
    rounds=$((rounds + 1))
    play_round
    ask_engine
done
last_kb=$(memory_kb "$engine_pid")
await_end_of_all
[ "$last_kb" -lt $((first_kb * 2 + 20000)) ] || fail "the engine grew from $first_kb to $last_kb kB"
[ "$peak_kb" -lt 200000 ] || fail "the referee grew to $peak_kb kB"
printf 'soak: %d rounds, %d games, %d of them with a fault, %d kills of the referee, %d searches; ' \
    "$rounds" "$games" "$faults" "$kills" "$searches"
printf 'engine %d to %d kB, referee at most %d kB; nothing lost\n' "$first_kb" "$last_kb" "$peak_kb"
