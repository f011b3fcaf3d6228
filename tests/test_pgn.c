/* Records as other programs see them: PGN, read by a strict reader that knows nothing of ours. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "greatest.h"
#include "support/arena.h"
#include "support/pgn_reader.h"
#include "support/scratch.h"

typedef struct {
    int games, comments;
    double points[2]; /* of A and B */
} PgnTotals;

/* False: the reader refuses the file, and says why. */
static bool read_record(const char *path, PgnTotals *totals) {
    char *text = scratch_text(path);
    const char *at = text, *wrong;
    static PgnGame game;
    *totals = (PgnTotals){0};
    while (pgn_next(&at, &game, &wrong)) {
        const char *result = pgn_value(&game, "Result");
        bool is_white = strcmp(pgn_value(&game, "White"), "A") == 0;
        double white = strcmp(result, "1-0") == 0 ? 1 : strcmp(result, "0-1") == 0 ? 0 : 0.5;
        totals->points[is_white ? 0 : 1] += white;
        totals->points[is_white ? 1 : 0] += 1 - white;
        totals->games++;
        totals->comments += game.comments;
        const char *plies = pgn_value(&game, "Plies");
        if (atoi(plies != NULL ? plies : pgn_value(&game, "PlyCount")) != game.moves) wrong = "a move more or less";
        if (wrong != NULL) break;
    }
    if (wrong != NULL) printf("%s: game %d: %s\n", path, totals->games + 1, wrong);
    free(text);
    return wrong == NULL;
}

TEST rating_tools_can_read_a_record(void) {
    PgnTotals totals;
    char row[64];
    ASSERT_EQ(
        0, RUN("@B/referee --engine name=A cmd='@B/sparring rules' --engine name=B cmd='@B/sparring random' --each "
               "depth=9 --game 3x3 --plies 2 --games 12 --record @D/games --event 'A \"quoted\" event' --site here"));
    ASSERT(read_record(arena_file("games"), &totals));
    ASSERT_EQ(12, totals.games);
    char *text = scratch_text(arena_file("games"));
    ASSERT(strstr(text, "[Event \"A \\\"quoted\\\" event\"]\n[Site \"here\"]\n[Date \"20") != NULL);
    ASSERT(strstr(text, "[Termination \"normal\"]") != NULL);
    free(text);
    /* The standings say the same. */
    snprintf(row, sizeof row, " %.1f ", totals.points[0]);
    ASSERT(arena_says(row));
    snprintf(row, sizeof row, " %.1f ", totals.points[1]);
    ASSERT(arena_says(row));
    PASS();
}

TEST a_forfeit_is_a_game_for_rating_tools_too(void) {
    PgnTotals totals;
    ASSERT_EQ(0, RUN("@B/referee --engine name=A cmd='@B/sparring rules' --engine name=B cmd='@B/fake_engine illegal' "
                     "--each depth=1 --game 3x3 --record @D/forfeits --quiet"));
    ASSERT(read_record(arena_file("forfeits"), &totals));
    ASSERT_EQ(2, totals.games);
    char *text = scratch_text(arena_file("forfeits"));
    ASSERT(strstr(text, "[Termination \"rules infraction\"]") != NULL);
    free(text);
    PASS();
}

/* Everything that the engines say about their moves is in the record, and comes back when it is read. */
TEST a_detailed_record_holds_all_that_engines_say(void) {
    static const char *const items[] = {" seldepth=", " nps=", " hashfull=", " left=", " latency=", " pv=\""};
    PgnTotals totals;
    int games;
    ASSERT_EQ(0,
              RUN("@B/referee --engine name=A cmd=@B/rowan --engine name=B cmd=@B/rowan --each tc=20+0.1 nodes=20000 "
                  "option.UseProofs=false option.Hash=1 --plies 3 --record @D/detail --detail --quiet"));
    ASSERT(read_record(arena_file("detail"), &totals));
    ASSERT(totals.comments > 0);
    char *text = scratch_text(arena_file("detail"));
    for (size_t i = 0; i < sizeof items / sizeof items[0]; i++) ASSERTm(items[i], strstr(text, items[i]) != NULL);
    free(text);
    text = arena_games(arena_file("detail"), &games);
    ASSERT(text != NULL);
    for (size_t i = 0; i < sizeof items / sizeof items[0]; i++) ASSERTm(items[i], strstr(text, items[i]) != NULL);
    free(text);
    PASS();
}

/* Comments in the form that fastchess gives them: score, depth, time, n= and sd=. */
static int count_comments(const char *text) {
    int count = 0;
    for (const char *at = text; (at = strchr(at, '{')) != NULL; at++) {
        int depth, length = 0;
        long long nodes, seldepth;
        double value, seconds;
        if (at[2] == 'M' && (at[1] == '+' || at[1] == '-')) {
            sscanf(at, "{%*c%*c%*d/%d %lfs, n=%lld, sd=%lld}%n", &depth, &seconds, &nodes, &seldepth, &length);
        } else {
            sscanf(at, "{%lf/%d %lfs, n=%lld, sd=%lld}%n", &value, &depth, &seconds, &nodes, &seldepth, &length);
        }
        if (length == 0 && strncmp(at, "{book}", 6) != 0) return -1;
        count++;
    }
    return count;
}

TEST plain_pgn_is_for_strict_readers(void) {
    PgnTotals totals;
    ASSERT_EQ(0,
              RUN("@B/referee --engine name=A cmd=@B/rowan --engine name=B cmd='@B/sparring random' --each nodes=500 "
                  "--engine name=C cmd='@B/sparring rules' --record @D/record "
                  "--pgn @D/plain --quiet"));
    ASSERT(read_record(arena_file("plain"), &totals));
    ASSERT_EQ(6, totals.games);
    char *text = scratch_text(arena_file("plain"));
    ASSERT_EQ(0, strncmp(text, "[Event \"?\"]\n[Site \"?\"]\n[Date \"", 30));
    ASSERT(strchr(text, ';') == NULL && strstr(text, "seldepth") == NULL && strstr(text, ", sd=0}") != NULL);
    ASSERT_EQ(totals.comments, count_comments(text));
    free(text);
    /* A record has no more in it than it had, and gives the same games. */
    text = scratch_text(arena_file("record"));
    ASSERT(strstr(text, "seldepth") == NULL);
    free(text);
    ASSERT_EQ(0, RUN("@B/referee --merge @D/record --pgn @D/again --quiet"));
    ASSERT(read_record(arena_file("again"), &totals));
    ASSERT_EQ(6, totals.games);
    ASSERT_EQ(3, RUN("@B/referee --merge @D/record --pgn /dev/full"));
    ASSERT_EQ(2, RUN("@B/referee --merge @D/record --pgn @D/no/where"));
    PASS();
}

SUITE(pgn) {
    arena_open();
    RUN_TEST(rating_tools_can_read_a_record);
    RUN_TEST(a_forfeit_is_a_game_for_rating_tools_too);
    RUN_TEST(plain_pgn_is_for_strict_readers);
    RUN_TEST(a_detailed_record_holds_all_that_engines_say);
    arena_close();
}
