#include "support/games.h"

#include <stdio.h>
#include <stdlib.h>

static void add(ListedGame names[GAMES_MAX], int *count, int n, int d, const char *rule) {
    ListedGame name;
    int length = 0;
    for (int axis = 0; axis < d; axis++) {
        length += snprintf(name.text + length, sizeof name.text - (size_t)length, axis > 0 ? "x%d" : "%d", n);
    }
    snprintf(name.text + length, sizeof name.text - (size_t)length, "%s", rule);
    names[(*count)++] = name;
}

int games_all(ListedGame names[GAMES_MAX]) {
    static const int longest[] = {0, 0, 15, 8, 4};
    int count = 0;
    for (int d = 2; d <= 4; d++) {
        for (int n = 3; n <= longest[d]; n++) {
            add(names, &count, n, d, "");
            add(names, &count, n, d, ":score");
            add(names, &count, n, d, n == 3 && d == 3 ? ":score10" : ":score2");
            if (d != 3 || n % 2 == 0) continue;
            add(names, &count, n, d, ":magic");
            add(names, &count, n, d, n == 3 ? ":magic10" : ":magic3");
        }
    }
    return count;
}

int number_wanted(const char *variable, int usual) {
    const char *wanted = getenv(variable);
    long number = wanted != NULL ? strtol(wanted, NULL, 10) : 0;
    return number > 0 && number <= 1000000 ? (int)number : usual;
}

int games_wanted(void) {
    return number_wanted("ROWAN_TEST_GAMES", 20);
}

int samples_wanted(void) {
    enum { SAMPLES_MAX = 40 };
    return games_wanted() < SAMPLES_MAX ? games_wanted() : SAMPLES_MAX;
}

RandomPlay random_play(const RefGame *game, uint64_t seed) {
    RandomPlay play = {.seed = seed};
    for (int side = 0; side < 2; side++) play.favourite[side] = ref_random(&play.seed, game->line_count);
    return play;
}

/* An empty cell of the line, or -1 if the line is full or has a stone of the other side. */
static int cell_to_build_on(const RefPosition *position, int line, char side) {
    int empty = -1;
    for (int i = 0; i < position->game->n; i++) {
        int cell = position->game->line[line][i];
        if (position->cell[cell] == '.') {
            empty = cell;
        } else if (position->cell[cell] != side) {
            return -1;
        }
    }
    return empty;
}

int random_move(RandomPlay *play, const RefPosition *position) {
    char side = ref_side(position);
    int *favourite = &play->favourite[side == 'o'];
    if (ref_random(&play->seed, 4) > 0) {
        int cell = cell_to_build_on(position, *favourite, side);
        if (cell >= 0) return cell;
        *favourite = ref_random(&play->seed, position->game->line_count);
    }
    int moves[REF_MAX_CELLS];
    int count = ref_legal_moves(position, moves);
    return moves[ref_random(&play->seed, count)];
}
