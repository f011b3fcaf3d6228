#include "common/uci_limits.h"

static const char *const words[][2] = {{"p1time", "wtime"}, {"p2time", "btime"}, {"p1inc", "winc"}, {"p2inc", "binc"}};

bool uci_limits(const char *limits, char uci[UCI_LIMITS_SIZE]) {
    Writer writer = writer_on(uci, UCI_LIMITS_SIZE);
    for (Word word; word_next(&limits, &word);) {
        if (writer.length + word.length + 2 >= UCI_LIMITS_SIZE) return false;
        if (writer.length > 0) writer_add(&writer, " ");
        for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
            if (word_is(word, words[i][0])) word = word_of(words[i][1]);
        }
        writer_add(&writer, "%.*s", (int)word.length, word.at);
    }
    return true;
}
