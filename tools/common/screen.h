/* The width of the screen that a person reads on. */
#ifndef ROWAN_COMMON_SCREEN_H
#define ROWAN_COMMON_SCREEN_H

/* Columns of the terminal behind this descriptor; 0 if it is not a terminal or does not say. */
int screen_columns(int fd);

#endif
