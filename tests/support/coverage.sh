#!/bin/sh
# usage: coverage.sh FOLDER
# After tests with MODE=coverage, whose objects are in FOLDER: which lines and branches of engine/ and tools/ were taken,
# a row for each file. A header that is compiled several times counts once: a branch is taken if it is taken anywhere.
set -eu
root=$(pwd)
folder=$root/$1
reports=$folder/gcov
rm -rf "$reports"
mkdir -p "$reports"
cd "$reports"
find "$folder/engine" "$folder/tools" -name '*.gcda' | while read -r data; do
    place=$(echo "${data#"$folder"/}" | tr / -)
    mkdir "$place"
    ln -s "$root/engine" "$root/tools" "$place" # gcov looks for the sources here
    (cd "$place" && gcov --branch-probabilities --preserve-paths "$data" >/dev/null 2>&1)
done
find . -name '*.gcov' -print0 | xargs -0 awk '
    FNR == 1 { file = $0; sub(/^.*Source:/, "", file); is_ours = file ~ /^(engine|tools)\// }
    !is_ours { next }
    /^branch/ {
        key = file SUBSEP line SUBSEP $2
        if (!(key in branch)) branches[file]++
        if (!(key in branch) || branch[key] == 0) {
            is_taken = $3 == "taken" && $4 + 0 > 0
            branch[key] = is_taken
            taken[file] += is_taken
        }
        next
    }
    /^ *[0-9#=*-]+[*]?: *[0-9]+:/ {
        split($0, part, ":")
        line = part[2] + 0
        count = part[1]
        gsub(/ /, "", count)
        if (count == "-" || line == 0) next
        key = file SUBSEP line
        if (!(key in seen)) lines[file]++
        if (!(key in seen) || seen[key] == 0) {
            is_run = count !~ /^[#=]/
            seen[key] = is_run
            run[file] += is_run
        }
    }
    END {
        for (file in lines) {
            print row(file, run[file], lines[file], taken[file], branches[file])
            folder = file
            sub(/\/.*/, "/", folder)
            sum_run[folder] += run[file]
            sum_lines[folder] += lines[file]
            sum_taken[folder] += taken[file]
            sum_branches[folder] += branches[file]
        }
        for (folder in sum_lines) print row(folder, sum_run[folder], sum_lines[folder], sum_taken[folder], sum_branches[folder])
    }
    function percent(part, whole) { return whole > 0 ? 100 * part / whole : 100 }
    function row(name, run, lines, taken, branches) {
        return sprintf("%-40s lines %5.1f%% of %5d   branches %5.1f%% of %5d", name, percent(run, lines), lines,
                       percent(taken, branches), branches)
    }' | sort
