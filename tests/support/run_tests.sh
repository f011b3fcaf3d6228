#!/bin/sh
# usage: run_tests.sh TESTS
# All tests in two processes at the same time, because one half computes and the other mostly waits for programs. The
# output of the half that waits comes when the other is over; the last line is the sum.
set -u
tests=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

half() {
    ROWAN_TEST_HALF=$1 "$tests" 2>&1
    echo $? > "$folder/$1.status"
}

half waiting > "$folder/waiting" &
half computing | tee "$folder/computing"
wait
cat "$folder/waiting"

# A half that was killed or crashed has no last line that counts.
for half in computing waiting; do
    echo "$half $(cat "$folder/$half.status") $(tail -n 1 "$folder/$half")"
done | awk '
    $4 == "passed," && $6 == "failed" { passed += $3; failed += $5; if ($2 != 0) is_bad = 1; next }
    { broken = broken ", and the " $1 " half ended with status " $2; is_bad = 1 }
    END { printf "%d passed, %d failed%s\n", passed, failed, broken; exit is_bad }'
