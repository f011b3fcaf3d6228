#include "referee/option_hint.h"

#include <string.h>

#include "common/command_line.h"

static const char *const others[][2] = {
    {"pgnout", "--record"},
    {"pgn", "--record"},
    {"variant", "--game"},
    {"tournament", "--format"},
    {"ratinginterval", "--report-every"},
    {"srand", "--seed"},
    {"maxmoves", "--max-plies"},
    {"noswap", "--no-swap"},
    {"epdout", "--epd"},
    {"outcomeinterval", "--report-every"},
    {"use-affinity", "--cpus"},
    {"compliance", "--check"},
    {"debug", "--log"},
};

const char *option_hint(const char *wrong, const char *const names[]) {
    const char *word = wrong + strspn(wrong, "-");
    if (word == wrong) return NULL;
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (strcmp(word, others[i][0]) == 0) return others[i][1];
    }
    return command_line_nearest(wrong, names);
}
