#!/bin/sh
# Regenerates the conversation in PROTOCOL.md: says the host's lines to the engine again, and puts its replies in the
# place of the old ones. Usage: tests/support/conversation.sh ENGINE, from the root; `make conversation` does it.
set -eu
log=$(mktemp)
trap 'rm -f "$log" "$log.new"' EXIT

# A pause after each line gives the engine time to answer before the next one comes. The log is the conversation, except
# that only the first line of a picture is marked.
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
