#!/bin/sh
# Holds the conversation of PROTOCOL.md again, with the host's lines as they stand there, and puts it in the place of the
# old one. Usage: tests/conversation.sh ENGINE, from the root of the repository; `make conversation` does it.
set -eu
log=$(mktemp)
trap 'rm -f "$log" "$log.new"' EXIT

# A pause after each line lets the engine answer it before the next one comes. The log is the conversation, but for the
# lines of a picture after the first.
{
    echo "setoption name Debug Log File value $log"
    sed -n '/^```conversation$/,/^```$/s/^> //p' PROTOCOL.md | while read -r line; do
        echo "$line"
        sleep 0.2
    done
} | "$1" >/dev/null

awk '
/^```conversation$/ {
    print
    while ((getline line < spoken) > 0) print (line ~ /^[<>] / ? "" : "< ") line
    is_old = 1
    next
}
/^```$/ { is_old = 0 }
!is_old' spoken="$log" PROTOCOL.md >"$log.new"
cat "$log.new" >PROTOCOL.md
