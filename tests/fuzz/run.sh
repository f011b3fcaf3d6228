#!/bin/sh
# usage: run.sh FOLDER SECONDS TARGET...
# Runs each target for that many seconds and prints a line of figures for it. The corpus of a target grows in
# FOLDER/corpus/TARGET from one run to the next; an input that breaks it is left in FOLDER/crashes.
set -eu
folder=$1 seconds=$2
shift 2
mkdir -p "$folder/crashes"
broken=0
for target; do
    name=${target#fuzz_}
    corpus=$folder/corpus/$name log=$folder/$name.log
    mkdir -p "$corpus"
    dictionary=tests/fuzz/seeds/$name.dict
    if [ -f "$dictionary" ]; then set -- "-dict=$dictionary"; else set --; fi
    if "$folder/bin/$target" "$@" -max_total_time="$seconds" -max_len=4096 -timeout=20 -print_final_stats=1 \
        -artifact_prefix="$folder/crashes/$name-" "$corpus" "tests/fuzz/seeds/$name" > "$log" 2>&1; then
        awk -v name="$name" '
            /stat::number_of_executed_units/ { runs = $2 }
            /stat::average_exec_per_sec/ { rate = $2 }
            / cov: / { for (i = 1; i < NF; i++) if ($i == "cov:") coverage = $(i + 1) }
            END { printf "%-10s %9d inputs, %6d a second, %5d edges\n", name, runs, rate, coverage }' "$log"
    else
        broken=$((broken + 1))
        echo "$name: broken; see $log"
        grep -E 'not true|SUMMARY|runtime error|ERROR' "$log" | head -5
    fi
done
[ "$broken" = 0 ]
