#!/bin/sh
# usage: run.sh WINDOWS LINUX
# The programs for Windows in the folder WINDOWS, run by wine, compared with those of this machine in LINUX. Run it from
# the root of the source tree. `make test-windows` does.
set -eu
windows=$1 linux=$2
work=$(mktemp -d "$windows/test-XXXXXX")
WINEPREFIX=$(cd "$windows" && pwd)/wine WINEDEBUG=-all
export WINEPREFIX WINEDEBUG
unset DISPLAY
passed=0 failed=0

finish() {
    wineserver -k 2>/dev/null || true # of our own prefix
    rm -rf "$work"
}
trap finish EXIT
trap 'exit 1' INT TERM HUP

# run PROGRAM ARGUMENT ...: with line ends as they are here.
run() {
    program=$1
    shift
    wine "$windows/$program.exe" "$@" >"$work/out" 2>"$work/err" </dev/null && status=0 || status=$?
    cat "$work/out" "$work/err" | tr -d '\r' >"$work/said"
    return $status
}

says() {
    grep -q -- "$1" "$work/said"
}

# check SENTENCE COMMAND ...: prints the sentence and whether it holds.
check() {
    sentence=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
        echo "pass  $sentence"
    else
        failed=$((failed + 1))
        echo "FAIL  $sentence"
        tail -5 "$work/said" 2>/dev/null || true
    fi
}

games() { # in a record
    cat "$1" 2>/dev/null | grep -c '^\[Plies ' || true
}

# Engines of ours that run: they are started by this path.
processes() {
    cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' '\n' | grep -c "^$work[/\\]" || true
}

# await SECONDS COMMAND ...
await() {
    tries=$(($1 * 10))
    shift
    until "$@"; do
        tries=$((tries - 1))
        [ $tries -gt 0 ] || return 1
        sleep 0.1
    done
}

# Sentences

keeps_to_the_protocol() {
    run referee --check "$work/rowan" && says ' 0 failed'
}

signature_is_the_same() {
    nodes=$(awk '/^[0-9]/ { sum += $1 } END { print sum }' bench/signature)
    run rowan bench && says "^$nodes nodes"
}

tournament_survives_faults() {
    run referee --engine name=good cmd="$work/rowan" --engine name=crash cmd="$work/faulty crash" \
        --engine name=hang cmd="$work\\faulty.exe hang" --each st=0.2 --game 3x3 --random --record "$work/faults.txt" &&
        says 'crashed with exception 0xc0000005 (access violation)' && says 'timed out' &&
        [ "$(games "$work/faults.txt")" = 6 ]
}

has_games() { # NUMBER RECORD
    [ "$(games "$2")" -ge "$1" ]
}

has_engines() {
    [ "$(processes)" -ge 4 ]
}

nobody_is_left() {
    [ "$(processes)" = 0 ]
}

# end_by SIGNAL RECORD: a referee, after the second of its six games. One engine would not end with its input alone.
end_by() {
    wine "$windows/referee.exe" --engine name=good cmd="$work/rowan" --engine name=hang cmd="$work/faulty hang" \
        --each st=0.2 --game 4x4x4 --random --rounds 3 --concurrency 2 --record "$2" >"$work/said" 2>&1 &
    referee=$! status=0 ready=no
    await 60 has_games 2 "$2" && await 10 has_engines && ready=yes
    kill "-$1" $referee
    wait $referee 2>/dev/null || status=$?
    [ $ready = yes ] && await 10 nobody_is_left
}

referee_is_killed() {
    end_by KILL "$work/games.txt"
}

referee_is_interrupted() {
    end_by INT "$work/interrupted.txt" && [ $status = 130 ] && says 'To resume:'
}

tournament_is_resumed() {
    sed 's/$/\r/' "$work/games.txt" >"$work/crlf.txt"
    recorded=$(games "$work/games.txt")
    run referee --resume "$work/games.txt" --trust && says '6 of 6 games' || return 1
    [ "$(games "$work/games.txt")" = 6 ] && [ "$(grep '^\[Number' "$work/games.txt" | sort -u | wc -l)" = 6 ] &&
        [ "$recorded" -lt 6 ] && ! grep -q "$(printf '\r')" "$work/games.txt"
}

# The record of the same games, in which every line ends in CRLF.
crlf_is_read() {
    run referee --resume "$work/crlf.txt" --trust && says '6 of 6 games'
}

# The proof of GAME, by programs of both systems: the same bytes, and both believe it.
proof_is_the_same() {
    run solve "$1" --proof "$work/windows.proof" &&
        "$linux/solve" "$1" --proof "$work/linux.proof" >/dev/null &&
        cmp "$work/windows.proof" "$work/linux.proof" &&
        run verify "$work/windows.proof" && "$linux/verify" "$work/windows.proof" >/dev/null
}

# A campaign whose jobs are run by the programs for Windows.
campaign_is_joined() {
    run campaign new 4x4x4 --jobs 4 --hash 16 "$work/jobs" || return 1
    sed "s|^[^ ]* |wine $(cd "$windows" && pwd)/solve.exe |" "$work/jobs/jobs" >"$work/commands"
    (cd "$work/jobs" && sh "../commands") && run campaign join "$work/jobs" --proof "$work/joined.proof" &&
        "$linux/verify" "$work/joined.proof" >/dev/null
}

game_is_played() {
    printf 'b2\r\nquit\r\n' | wine "$windows/play.exe" 3x3 --x human >"$work/out" 2>"$work/err" || return 1
    tr -d '\r' <"$work/out" >"$work/said"
    says 'O played'
}

# A server that ends and starts between two programs loses one now and then.
mkdir -p "$WINEPREFIX"
wineserver -p
# Wine's debugger would take seconds to look at a program that crashes.
wine wineboot -i >/dev/null 2>&1
wine reg add 'HKLM\Software\Microsoft\Windows NT\CurrentVersion\AeDebug' /v Debugger /d none /f >/dev/null 2>&1
cp "$windows/rowan.exe" "$windows/faulty.exe" "$work"
check 'the engine keeps to the protocol, step by step' keeps_to_the_protocol
check 'it searches the same nodes as on every other system' signature_is_the_same
check 'a tournament goes on after a crash and a hang' tournament_survives_faults
check 'no engine survives a referee that is killed' referee_is_killed
check 'Ctrl-C ends a tournament cleanly' referee_is_interrupted
check 'a tournament is resumed, in a record with line feeds' tournament_is_resumed
check 'a record with CRLF is read' crlf_is_read
check 'a strategy is proven, byte for byte as on Linux' proof_is_the_same 3x3x3
check 'so is a pairing' proof_is_the_same 8x8
check 'the jobs of a campaign are proven and joined' campaign_is_joined
check 'a person plays, with CRLF' game_is_played
echo "$passed passed, $failed failed"
[ $failed = 0 ]
