/* A position drawn for people: layers side by side, blocks of layers below each other, the last move in brackets. */
#ifndef ROWAN_UGI_PICTURE_H
#define ROWAN_UGI_PICTURE_H

#include "rules/position.h"

enum { PICTURE_SIZE = 16384 };

/* Lines of text, each ended by a newline. */
void picture_print(const Position *position, char text[PICTURE_SIZE]);

#endif
