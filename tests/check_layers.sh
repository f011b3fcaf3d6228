#!/bin/sh
# Every file of engine/ may include lower layers and what stands before it in its own layer; nothing but ISO C headers;
# and the tools judge games by the rules alone. The map in README.md must have the same files in the same order. Run
# from the root of the repository. To extend: edit the lists, and the map.
set -eu

# One line per layer, lowest first. A name stands for its .h and .c, unless these are listed on their own.
layers='
text clock rng thread
game magic geometry symmetry size
sets board canonical perft notation
score tt eval order limits threat pairing points forecast survey lineup proof proof_check
kernel.h search resist exact exact_target solve_points deepen prove_graph prove_moves prove strategy kernel.c kernels pool solver
options candidates trial signature book_4x4x4 book request engine
go input picture query ugi main
'

iso_headers='assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg
stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype'
# The system's own headers are for these only.
beyond_iso='engine/clock.c engine/thread.c engine/thread.h'

# What tools may use of the engine: the first layers, and the checker of proofs. Some tools search.
rules_layers=3
tools_may_use='proof'
tools_that_search='tools/solve.c tools/difference.c'

files=$(find engine tools -name '*.[ch]' 2>/dev/null | sort)

export layers iso_headers beyond_iso rules_layers tools_may_use tools_that_search
# shellcheck disable=SC2086
awk '
function add_words(text, set,    words, count, i) {
    count = split(text, words, /[ \n]+/)
    for (i = 1; i <= count; i++) if (words[i] != "") set[words[i]] = 1
}

function complain(what) {
    print FILENAME ":" FNR ": " $0 "\n    " what
    wrong++
}

# The name under which a file stands in the list of layers, or nothing.
function listed(file,    module) {
    if (file in rank) return file
    module = file
    sub(/\.[ch]$/, "", module)
    return module in rank ? module : ""
}

function place(name) {
    return name " (layer " layer[name] ")"
}

function check_engine_include(name) {
    if (name == "") complain("is not a file of engine/ that the list of layers knows")
    else if (rank[name] > rank[own_name]) complain(place(own_name) " stands below " place(name))
}

function check_tool_include(name) {
    if (name == "" || FILENAME in searching || name in usable) return
    if (layer[name] >= rules_layers) complain("tools do without the search: " place(name))
}

BEGIN {
    count = split(ENVIRON["layers"], rows, "\n")
    for (i = 1; i <= count; i++) {
        if (rows[i] == "") continue
        modules = split(rows[i], names, " ")
        for (j = 1; j <= modules; j++) {
            rank[names[j]] = ++ranks
            layer[names[j]] = layer_count + 0
        }
        layer_count++
    }
    rules_layers = ENVIRON["rules_layers"] + 0
    add_words(ENVIRON["iso_headers"], is_iso)
    add_words(ENVIRON["beyond_iso"], is_beyond_iso)
    add_words(ENVIRON["tools_may_use"], usable)
    add_words(ENVIRON["tools_that_search"], searching)
}

FNR == 1 {
    file = FILENAME
    sub(/.*\//, "", file)
    own_name = listed(file)
    in_engine = FILENAME ~ /^engine\//
    if (in_engine && own_name == "") complain("the file is missing in the list of layers")
}

/^[ \t]*#[ \t]*include[ \t]*</ {
    name = $0
    sub(/^[^<]*</, "", name)
    sub(/\.h>.*$/, "", name)
    if (in_engine && !(name in is_iso) && !(FILENAME in is_beyond_iso)) complain("is not a header of ISO C")
}

/^[ \t]*#[ \t]*include[ \t]*"/ {
    name = $0
    sub(/^[^"]*"/, "", name)
    sub(/".*$/, "", name)
    if (in_engine && own_name != "") check_engine_include(listed(name))
    if (!in_engine) check_tool_include(listed(name))
}

# A row of the map: | layer | `file` **`file`** ... | what they are |
FILENAME == "README.md" && /^## / { in_map = /^## How the code is laid out/ }

FILENAME == "README.md" && in_map && /^\| [0-9] / {
    split($0, cells, "|")
    gsub(/[`*]/, "", cells[3])
    count = split(cells[3], names, " ")
    for (i = 1; i <= count; i++) {
        name = listed(names[i])
        if (rank[name] == ++mapped && layer[name] == cells[2] + 0) continue
        complain(names[i] " is not where the list of layers has it")
    }
}

END {
    if (mapped != ranks) print "README.md: the map has " mapped + 0 " files, the list of layers " ranks
    exit wrong > 0 || mapped != ranks
}
' $files README.md
