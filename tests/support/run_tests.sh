#!/bin/sh
# usage: run_tests.sh TESTS
# All tests in three processes at the same time, because one part computes and the others mostly wait for programs. The
# output of the parts that wait comes when the first is over; the last line is the sum.
set -u
tests=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

part() {
    ROWAN_TEST_PART=$1 "$tests" 2>&1
    echo $? > "$folder/$1.status"
}

part referee > "$folder/referee" &
part talking > "$folder/talking" &
part computing | tee "$folder/computing"
wait
cat "$folder/referee" "$folder/talking"

# A part that was killed or crashed has no last line that counts.
for part in computing referee talking; do
    echo "$part $(cat "$folder/$part.status") $(tail -n 1 "$folder/$part")"
done | awk '
    $4 == "passed," && $6 == "failed" { passed += $3; failed += $5; if ($2 != 0) is_bad = 1; next }
    { broken = broken ", and the part " $1 " ended with status " $2; is_bad = 1 }
    END { printf "%d passed, %d failed%s\n", passed, failed, broken; exit is_bad }'
