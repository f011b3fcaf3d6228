#include "referee/pair_stats.h"

#include <stdio.h>

PairStats pair_stats(const Tally *tally) {
    PairStats stats = {
        .won = tally->pairs[3] + tally->pairs[4],
        .lost = tally->pairs[0] + tally->pairs[1],
        .split = tally->split_pairs,
        .drawn = tally->pairs[2] - tally->split_pairs,
    };
    stats.pairs = stats.won + stats.lost + tally->pairs[2];
    long games = tally_games(tally);
    if (stats.pairs > 0) {
        stats.draw_ratio = (double)tally->pairs[2] / (double)stats.pairs;
    } else if (games > 0) {
        stats.draw_ratio = (double)tally->draws / (double)games;
    }
    return stats;
}

void ratio_print(long first, long second, char text[RATIO_TEXT_SIZE]) {
    if (first == 0 && second == 0) {
        snprintf(text, RATIO_TEXT_SIZE, "-");
    } else if (second == 0) {
        snprintf(text, RATIO_TEXT_SIZE, "inf");
    } else {
        snprintf(text, RATIO_TEXT_SIZE, "%.2f", (double)first / (double)second);
    }
}
