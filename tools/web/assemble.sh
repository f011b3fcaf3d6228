#!/bin/sh
# Prints the page of the board with the engine inside: `assemble.sh PAGE_FOLDER 'SCRIPT ...' WEB_FOLDER`. The scripts are
# those of the server's page, but for its socket. Needs nothing but POSIX and base64.
set -eu
page=$1
scripts=$2
web=$3

script_files() {
    for name in $scripts; do
        [ "$name" = socket ] && echo tools/web/worker_socket.js || echo "$page/$name.js"
    done
}

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
        # shellcheck disable=SC2046
        cat $(script_files)
        printf '%s\n' "${line##*/\* script \*/}"
        ;;
    *) printf '%s\n' "$line" ;;
    esac
done < "$page/index.html"
