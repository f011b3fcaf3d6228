#include "common/spelling.h"

#include <string.h>

enum { LENGTH_MAX = 40, SLIPS_MAX = 2 };

static int least(int a, int b, int c) {
    int smaller = a < b ? a : b;
    return smaller < c ? smaller : c;
}

/* How many letters must be put in, left out or changed. */
static int distance(const char *a, const char *b) {
    int row[LENGTH_MAX + 1], length_a = (int)strlen(a), length_b = (int)strlen(b);
    if (length_a > LENGTH_MAX || length_b > LENGTH_MAX) return LENGTH_MAX;
    for (int j = 0; j <= length_b; j++) row[j] = j;
    for (int i = 1; i <= length_a; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= length_b; j++) {
            int above = row[j];
            row[j] = least(above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1]));
            diagonal = above;
        }
    }
    return row[length_b];
}

const char *spelling_nearest(const char *wrong, const char *const names[]) {
    const char *word = wrong + strspn(wrong, "-"), *best = NULL;
    int slips = SLIPS_MAX + 1;
    for (int i = 0; names[i] != NULL; i++) {
        int count = distance(word, names[i] + strspn(names[i], "-"));
        if (count >= slips || count >= (int)strlen(word)) continue;
        slips = count;
        best = names[i];
    }
    return best;
}
