#!/bin/sh
# Folders are layers: a file includes files of its own folder and of the folders that its tree may use. Includes are
# written from the root of a tree ("rules/board.h"), so that each shows where it leads. engine/ uses nothing but ISO C,
# and tools/ keeps what only some systems have in files of its own. Functions in headers are named for the header. Run
# from the root of the repository. A new folder is a word or a line below.
set -eu

# engine/, lowest layer first: each folder may use those before it. Generated data belong to the folder above them.
engine='base rules proof blocks job kernel/eval kernel/search kernel/points kernel/prove kernel/decide kernel solving core ugi'

# Everything else: which folders each uses besides itself. A word that nobody needs any more is an error too.
uses='
tools/common       base rules proof
tools/referee      base rules common
tools/play         base rules common
tools/board        base rules common
tools/web          ugi
tools/sparring     base rules common
tools/magic        base rules common
tools/verify       base rules proof common
tools/solve        base proof solving common
tools/campaign     base rules proof blocks solving core common
bench              common modes
bench/modes        base rules job solving core common harness
bench/harness      base rules common
bench/make         solving
bench/make/suites  base common reference harness
bench/make/balance base rules common
tests              base rules proof blocks job kernel/eval kernel/search solving core common referee board reference harness support
tests/support      base rules solving core common reference
tests/reference
tests/second       reference
tests/fake_engine
tests/faults
tests/windows
tests/coverage
tests/browser      base support
tests/fuzz         base rules proof ugi common referee magic board reference
'

iso_headers='assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg
stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype'
# The system's own headers are for these only.
beyond_iso='engine/base/clock.c engine/base/system.c engine/base/thread.c engine/base/thread.h'

# Headers that one kind of system has: for *_posix.c, *_windows.c and the board, which is not made for Windows.
one_system='io poll pthread sys/ioctl sys/prctl sys/wait termios windows'

export engine uses iso_headers beyond_iso one_system
# shellcheck disable=SC2046
awk '
function add_words(text, set,    words, count, i) {
    count = split(text, words, /[ \n]+/)
    for (i = 1; i <= count; i++) if (words[i] != "") set[words[i]] = 1
}

function complain(what) {
    print FILENAME ":" FNR ": " $0 "\n    " what
    wrong++
}

# The text between the first `from` and the next `to`.
function quoted(line, from, to) {
    sub("^[^" from "]*" from, "", line)
    sub(to ".*$", "", line)
    return line
}

BEGIN {
    layers = split(ENVIRON["engine"], names, " ")
    for (i = 1; i <= layers; i++) {
        for (j = 1; j <= i; j++) allowed["engine/" names[i], names[j]] = 1
        known["engine/" names[i]] = 1
    }
    rows = split(ENVIRON["uses"], row, "\n")
    for (i = 1; i <= rows; i++) {
        count = split(row[i], words, /[ \t]+/)
        if (count == 0) continue
        known[words[1]] = 1
        own = words[1]
        sub(/.*\//, "", own)
        allowed[words[1], own] = 1
        for (j = 2; j <= count; j++) allowed[words[1], words[j]] = unused[words[1] "/ does not use " words[j] "/"] = 1
    }
    add_words(ENVIRON["iso_headers"], is_iso)
    add_words(ENVIRON["beyond_iso"], is_beyond_iso)
    add_words(ENVIRON["one_system"], is_of_one_system)
}

FNR == 1 {
    folder = FILENAME
    sub(/\/[^\/]*$/, "", folder)
    sub(/\/data$/, "", folder)
    if (!(folder in known)) complain("no layer is known for " folder "/")
}

/^[ \t]*#[ \t]*include[ \t]*</ {
    name = quoted($0, "<", ">")
    sub(/\.h$/, "", name)
    if (folder ~ /^engine\// && !(name in is_iso) && !(FILENAME in is_beyond_iso)) complain("is not a header of ISO C")
    if (folder ~ /^tools\// && folder != "tools/board" && name in is_of_one_system && FILENAME !~ /_(posix|windows)\.c$/)
        complain("is not on every system")
}

/^[ \t]*#[ \t]*include[ \t]*"/ {
    name = quoted($0, "\"", "\"")
    if (name == "greatest.h" && folder ~ /^tests/) next
    if (name !~ /^([a-z_]+\/)+[a-z0-9_]+\.h$/) complain("needs the folder: \"folder/file.h\"")
    sub(/\/[^\/]*$/, "", name)
    sub(/\/data$/, "", name)
    if (!((folder, name) in allowed)) complain(folder "/ may not use " name "/")
    delete unused[folder "/ does not use " name "/"]
}

END {
    for (claim in unused) {
        print "check_layers.sh: " claim
        wrong++
    }
    exit wrong > 0
}
' $(find engine tools bench tests -name '*.[ch]' | sort)

# shellcheck disable=SC2046
awk -f tests/support/check_names.awk $(find engine tools bench -name '*.h' | sort)
