#!/bin/sh
# Whether clang is here, with its fuzzer.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
echo 'int LLVMFuzzerTestOneInput(const unsigned char *data, unsigned long size) { return data != 0 && size > 0 ? 0 : 0; }' \
    > "$folder/probe.c"
clang -fsanitize=fuzzer,address "$folder/probe.c" -o "$folder/probe" 2>/dev/null
