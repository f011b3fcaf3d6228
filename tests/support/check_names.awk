# awk -f check_names.awk HEADER ...
# In a public header the prefix of a function names the header, or a type that the header defines: board_play and
# grid_init in board.h, which defines Grid. A header in the plural may speak of one: option_set in options.h. Macros
# that define functions are not looked into.

# "SearchLine" -> "search_line"
function snake(name,    result, i, letter) {
    result = ""
    for (i = 1; i <= length(name); i++) {
        letter = substr(name, i, 1)
        result = result (letter ~ /[A-Z]/ && i > 1 ? "_" : "") tolower(letter)
    }
    return result
}

function has_prefix(name, prefix) {
    return name == prefix || index(name, prefix "_") == 1
}

function is_named_for(name,    type) {
    for (type in types) if (has_prefix(name, type)) return 1
    return has_prefix(name, stem) || (stem ~ /s$/ && has_prefix(name, substr(stem, 1, length(stem) - 1)))
}

function judge_last_file(    name) {
    for (name in functions) {
        if (is_named_for(name)) continue
        print file ":" functions[name] ": " name " names neither " stem ".h nor a type that it defines"
        wrong++
    }
    delete functions
    delete types
}

FNR == 1 {
    judge_last_file()
    file = FILENAME
    stem = FILENAME
    sub(/.*\//, "", stem)
    sub(/\.h$/, "", stem)
}

/^} [A-Z][A-Za-z0-9]*;/ { types[snake(substr($2, 1, length($2) - 1))] = 1 }
/^typedef .*;$/ { types[snake(substr($NF, 1, length($NF) - 1))] = 1 }
/^struct [A-Z][A-Za-z0-9]* {/ { types[snake($2)] = 1 }

/^[A-Za-z_][A-Za-z0-9_ *]*[ *][a-z][a-z0-9_]*\(/ && !/^typedef/ {
    name = $0
    sub(/\(.*/, "", name)
    sub(/.*[ *]/, "", name)
    functions[name] = FNR
}

END {
    judge_last_file()
    exit wrong > 0
}
