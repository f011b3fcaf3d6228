/* A position drawn for people: layers side by side, blocks of layers below each other, the last move in brackets. */
#ifndef ROWAN_UGI_DIAGRAM_H
#define ROWAN_UGI_DIAGRAM_H

#include "rules/position.h"

enum { DIAGRAM_SIZE = 16384 };

/* Lines of text, each ended by a newline. */
void diagram_print(const Position *position, char text[DIAGRAM_SIZE]);

#endif
