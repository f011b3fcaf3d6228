#!/bin/sh
# Regenerates the example conversation of PROTOCOL.md: sends the host's lines to the engine and replaces the answers.
# Usage: tests/support/conversation.sh ENGINE, from the root of the repository; `make conversation` does it.
set -eu
log=$(mktemp)
trap 'rm -f "$log" "$log.new"' EXIT

# A pause after each line lets the engine answer before the next one comes. The log holds the conversation; only the
# lines of a drawn board after its first lack their "< ".
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
