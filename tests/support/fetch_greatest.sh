#!/bin/sh
# Puts greatest.h, the unit test header, at the path given as first argument. It is taken from the path in GREATEST_H,
# from the system's include path, from the Debian source package fzy, which contains it, or from its author's release.
# Nothing is installed, root is not needed, and the target appears whole or not at all.
set -u

target=$1
release_url=https://github.com/silentbicycle/greatest/raw/v1.5.0/greatest.h
release_sha256=1292593d95c35eeccc89ffa1c91d6fe53b49f81cbf2c2b7758842b7f3186fcc2

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work" "$target.new"' EXIT
trap 'exit 1' HUP INT TERM
found=$work/greatest.h

from_given_path() {
    [ -n "${GREATEST_H:-}" ] && cp "$GREATEST_H" "$found"
}

# The compiler's own answer: the second line of its dependency rule.
from_system() {
    path=$(echo '#include <greatest.h>' | ${CC:-cc} -M -xc - 2>/dev/null | tr ' ' '\n' | grep '/greatest\.h$' | head -n 1)
    [ -n "$path" ] && cp "$path" "$found"
}

# The package sources of the system, turned into sources of source packages, in a folder of our own.
copy_apt_sources() {
    mkdir -p "$work/sources" "$work/lists/partial" "$work/cache/archives/partial" || return 1
    for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
        [ -r "$file" ] && sed -n 's/^deb[[:space:]]/deb-src /p' "$file" > "$work/sources/$(basename "$file" .list).list"
    done
    for file in /etc/apt/sources.list.d/*.sources; do
        [ -r "$file" ] && sed 's/^Types:.*/Types: deb-src/' "$file" > "$work/sources/$(basename "$file")"
    done
    return 0
}

private_apt_get() {
    (cd "$work" && apt-get -qq \
        -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$work/sources" \
        -o Dir::State::Lists="$work/lists" -o Dir::Cache="$work/cache" \
        -o APT::Sandbox::User= -o Acquire::Languages=none -o Acquire::Retries=0 -o Acquire::http::Timeout=10 \
        "$@" > /dev/null 2>&1)
}

# Some sources may not answer; it is enough if one of them has the package.
from_debian() {
    command -v apt-get > /dev/null && copy_apt_sources || return 1
    private_apt_get update
    private_apt_get source --download-only fzy || return 1
    archive=$(ls "$work"/fzy_*.orig.tar.* 2>/dev/null | head -n 1)
    [ -n "$archive" ] || return 1
    member=$(tar -tf "$archive" | grep '/greatest\.h$') && tar -xOf "$archive" "$member" > "$found"
}

sha256_of() {
    { sha256sum "$1" || shasum -a 256 "$1"; } 2>/dev/null | cut -d ' ' -f 1
}

from_release() {
    curl -fsSL --max-time 30 -o "$found" "$release_url" 2>/dev/null ||
        wget -q -T 30 -O "$found" "$release_url" 2>/dev/null || return 1
    [ "$(sha256_of "$found")" = "$release_sha256" ]
}

for source in from_given_path from_system from_debian from_release; do
    if "$source" && grep -q GREATEST_VERSION_MAJOR "$found"; then
        mkdir -p "$(dirname "$target")" && cp "$found" "$target.new" && mv "$target.new" "$target" && exit 0
        exit 1
    fi
    if [ "$source" = from_given_path ] && [ -n "${GREATEST_H:-}" ]; then
        echo "GREATEST_H=$GREATEST_H is not greatest.h" >&2
        exit 1
    fi
done
echo "The tests need greatest.h (github.com/silentbicycle/greatest, 1.3.1 or later), and no way to get it worked." >&2
echo "Put the file at $target, or name it: make test GREATEST_H=<path>" >&2
exit 1
