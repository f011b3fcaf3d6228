#!/bin/sh
# Looks at the parts of a tournament with --sprt every ten seconds, and cancels their array once the test has decided:
#
#     sprt_watch.sh ARRAY [SECONDS]
array=$1 seconds=${2:-10}

is_running() {
    squeue -h -j "$array" 2>/dev/null | grep -q .
}

while is_running; do
    if build/referee --merge part*.txt --verdict >/dev/null 2>&1; then
        scancel "$array"
        while is_running; do sleep 1; done
    else
        sleep "$seconds"
    fi
done
build/referee --merge part*.txt --allow-gaps
