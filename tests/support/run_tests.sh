#!/bin/sh
# usage: run_tests.sh TESTS
# All tests in two processes at the same time, because one half computes and the other mostly waits for programs. The
# output of the half that waits comes when the other is over; the last line is the sum.
set -u
tests=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

ROWAN_TEST_HALF=waiting "$tests" > "$folder/waiting" 2>&1 &
{ ROWAN_TEST_HALF=computing "$tests" 2>&1 || touch "$folder/failed"; } | tee "$folder/computing"
wait $! || touch "$folder/failed"
cat "$folder/waiting"

{ tail -n 1 "$folder/computing" && tail -n 1 "$folder/waiting"; } | awk '
    $2 == "passed," && $4 == "failed" { passed += $1; failed += $3; halves++ }
    END { printf "%d passed, %d failed%s\n", passed, failed, halves == 2 ? "" : ", and a half that did not end" }'
[ ! -e "$folder/failed" ]
