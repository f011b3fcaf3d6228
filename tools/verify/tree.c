#include "verify/tree.h"

#include <stdarg.h>
#include <stdio.h>

#include "common/screen.h"

enum { INDENT = 2 };

void tree_begin(Tree *tree, bool as_dot) {
    *tree = (Tree){.as_dot = as_dot};
    if (as_dot) puts("digraph proof {\n    rankdir=LR;\n    node [shape=box];");
}

void tree_end(const Tree *tree) {
    if (tree->as_dot) puts("}");
}

int tree_add(Tree *tree, int parent, int depth, const char *format, ...) {
    char text[SCREEN_PARAGRAPH_SIZE];
    va_list arguments;
    int number = ++tree->nodes, indent = INDENT * depth;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (tree->as_dot) {
        printf("    n%d [label=\"%s\"];\n", number, text);
        if (parent > 0) printf("    n%d -> n%d;\n", parent, number);
    } else {
        screen_paragraph(indent + 2 * INDENT, "%*s%s", indent, "", text);
    }
    return number;
}
