#!/bin/sh
# Prints the page of the board with the engine inside: `assemble.sh PAGE_FOLDER SCRIPT WEB_FOLDER`. The script is that of
# the server's page, but for its socket. Needs nothing but POSIX and base64.
set -eu
page=$1
script=$2
web=$3

# The files that the server would hand out go before the scripts, as text that is not run.
data() {
    echo '<script type="text/plain" id="puzzles-text">'
    cat "$page/puzzles.txt"
    echo '</script>'
    echo '<script type="text/plain" id="rowan-worker">'
    cat "$web/rowan.js"
    echo '</script>'
    echo '<script type="text/plain" id="rowan-wasm">'
    base64 "$web/rowan.wasm" | tr -d '\n'
    echo '</script>'
}

while IFS= read -r line; do
    case $line in
    *'/* style */'*) printf '%s' "${line%%/\* style \*/*}"; cat "$page/style.css"; printf '%s\n' "${line##*/\* style \*/}" ;;
    *'/* script */'*)
        data
        printf '%s' "${line%%/\* script \*/*}"
        cat "$script"
        printf '%s\n' "${line##*/\* script \*/}"
        ;;
    *) printf '%s\n' "$line" ;;
    esac
done < "$page/index.html"
