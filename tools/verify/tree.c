#include "verify/tree.h"

#include <stdarg.h>
#include <stdio.h>

enum { INDENT = 2 };

void tree_begin(Tree *tree, bool as_dot) {
    *tree = (Tree){.as_dot = as_dot};
    if (as_dot) puts("digraph proof {\n    rankdir=LR;\n    node [shape=box];");
}

void tree_end(const Tree *tree) {
    if (tree->as_dot) puts("}");
}

int tree_add(Tree *tree, int parent, int depth, const char *format, ...) {
    va_list arguments;
    int number = ++tree->nodes;
    va_start(arguments, format);
    if (tree->as_dot) {
        printf("    n%d [label=\"", number);
    } else {
        printf("%*s", INDENT * depth, "");
    }
    vprintf(format, arguments);
    puts(tree->as_dot ? "\"];" : "");
    va_end(arguments);
    if (tree->as_dot && parent > 0) printf("    n%d -> n%d;\n", parent, number);
    return number;
}
