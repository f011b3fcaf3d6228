#!/bin/sh
# Whether this compiler makes WebAssembly programs: `can_build.sh CC [FLAG ...]`.
object=$(mktemp) || exit 1
trap 'rm -f "$object"' EXIT
echo 'int main(void) { return 0; }' | "$@" -x c -o "$object" - 2>/dev/null
