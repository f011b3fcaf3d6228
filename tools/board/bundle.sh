#!/bin/sh
# Prints the modules of the page as one script: `bundle.sh FOLDER [MODULE=FILE ...]`. It begins with app.js and follows
# the imports; MODULE=FILE takes another file for a module. Each module keeps a scope of its own: it becomes a function
# that returns its exports. Imports are written on one line, with names alone, and go around no circle.
# Needs nothing but POSIX.
set -eu
folder=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

file_of() { # module, then MODULE=FILE ...
    wanted=$1
    shift
    for pair in "$@"; do
        [ "${pair%%=*}" = "$wanted" ] && { echo "${pair#*=}"; return; }
    done
    echo "$folder/$wanted"
}

# "panels/why.js ../base/dom.js" is base/dom.js.
imports_of() { # module, file
    sed -n "s/^import .* from '\(.*\)';\$/\1/p" "$2" | sed -e "s|^\./|$(dirname "$1")/|" -e 's|^\.\./||' -e 's|^\./||'
}

echo app.js > "$work/waiting"
: > "$work/known"
: > "$work/edges"
while [ -s "$work/waiting" ]; do
    module=$(head -n 1 "$work/waiting")
    sed 1d "$work/waiting" > "$work/rest"
    mv "$work/rest" "$work/waiting"
    grep -qx "$module" "$work/known" && continue
    echo "$module" >> "$work/known"
    echo "$module $module" >> "$work/edges"
    for import in $(imports_of "$module" "$(file_of "$module" "$@")"); do
        echo "$import $module" >> "$work/edges"
        echo "$import" >> "$work/waiting"
    done
done
tsort "$work/edges" > "$work/order" || { echo "bundle.sh: modules import each other in a circle" >&2; exit 1; }

while IFS= read -r module; do
    awk -v module="$module" '
        function variable(path) { gsub(/[^A-Za-z0-9]/, "_", path); return "module_" path }
        function resolved(path) {
            if (path ~ /^\.\.\//) return substr(path, 4)
            sub(/^\.\//, "", path)
            return module ~ /\// ? substr(module, 1, index(module, "/")) path : path
        }
        BEGIN { print "const " variable(module) " = (() => {" }
        /^import / {
            names = $0; sub(/^import /, "", names); sub(/ from .*/, "", names)
            path = $0; sub(/.* from ./, "", path); sub(/.;$/, "", path)
            print "const " names " = " variable(resolved(path)) ";"
            next
        }
        /^export / {
            sub(/^export /, "")
            name = $0; sub(/^(async )?(class|function|const|let) /, "", name); sub(/[^A-Za-z0-9_$].*/, "", name)
            exported = exported (exported == "" ? "" : ", ") name
        }
        { print }
        END { print "return { " exported " };\n})();" }
    ' "$(file_of "$module" "$@")"
done < "$work/order"
