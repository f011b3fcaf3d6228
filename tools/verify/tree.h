/* A tree for people, line by line: indented, or as a graph for Graphviz. Prints to standard output. For one thread. */
#ifndef ROWAN_VERIFY_TREE_H
#define ROWAN_VERIFY_TREE_H

#include "base/text.h"

typedef struct {
    bool as_dot;
    int nodes; /* so far */
} Tree;

/* A node below another, which stands for the one at `depth` - 1 and has this number; 0 stands for none. Returns the
 * number of the new node. */
PRINTF_LIKE(4, 5) int tree_add(Tree *tree, int parent, int depth, const char *format, ...);

void tree_begin(Tree *tree, bool as_dot);
void tree_end(const Tree *tree);

#endif
