/* The magic cube of odd order: every row, column, pillar and space diagonal adds up to the same constant. */
#ifndef ROWAN_RULES_MAGIC_H
#define ROWAN_RULES_MAGIC_H

/* Fills cube[x + n*y + n*n*z] with 1..n^3. The order n must be odd. */
void magic_cube(int n, int cube[]);
/* n(n^3+1)/2 */
int magic_constant(int n);

#endif
