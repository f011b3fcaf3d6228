/* Errors: each is reported once and leaves the state as it was. */
#include <string.h>

#include "support/protocol.h"

static const char *const refused_lines[] = {
    /* unknown words */
    "xyzzy",
    "Quit",
    "go!",
    "query",
    "query weather",
    "setoption",
    "setoption Hash value 3",
    "setoption name",
    "setoption name value 3",
    "setoption name Nonsense",
    "setoption name Nonsense value 3",
    "setoption name Hash",
    /* values */
    "setoption name Hash value 0",
    "setoption name Hash value 65537",
    "setoption name Hash value -1",
    "setoption name Hash value many",
    "setoption name Hash value",
    "setoption name Hash value 1 2",
    "setoption name Hash value 99999999999999999999",
    "setoption name Threads value 0",
    "setoption name Threads value 257",
    "setoption name MultiPV value 0",
    "setoption name Move Overhead value -1",
    "setoption name Move Overhead value 5001",
    "setoption name Ponder value perhaps",
    "setoption name Ponder",
    "setoption name Level value superb",
    "setoption name Seed value -1",
    "setoption name Debug Log File value /nonexistent/directory/log",
    /* games */
    "setoption name Game value",
    "setoption name Game value 2x2",
    "setoption name Game value 16x16",
    "setoption name Game value 9x9x9",
    "setoption name Game value 5x5x5x5",
    "setoption name Game value 3x3x3x3x3",
    "setoption name Game value 4x5",
    "setoption name Game value chess",
    "setoption name Game value 3x3:fast",
    "setoption name Game value 3x3:score0",
    "setoption name Game value 4x4x4:magic",
    "setoption name UCI_Variant value 3x3 3x3",
    /* positions */
    "position",
    "position here",
    "position moves a1",
    "position startpos a1",
    "position startpos mooves a1",
    "position fen",
    "position fen 3/3/3",
    "position fen 3/3/3 z",
    "position fen 3/3/3 x chess",
    "position fen 3/3/3 x line line",
    "position fen 3/3 x",
    "position fen /3/3 x",
    "position fen 3/3/3/ x",
    "position fen 3/4/3 x",
    "position fen 0/3/3 x",
    "position fen 3/abc/3 x",
    "position fen 2/2 x",
    "position fen 3/3/3 o",
    "position fen xx1/3/3 o",
    "position fen xx1/oo1/o2 x",
    "position fen xxx/oo1/o2 x",
    "position fen xxx/ooo/3 x",
    "position fen xxxxx/ooo2/xxxxx/ooo2/ooo2 o",
    /* moves */
    "position startpos moves z9",
    "position startpos moves a0",
    "position startpos moves a1a",
    "position startpos moves a4",
    "position startpos moves a1 a1",
    "position startpos moves a1 b1 a1",
    "position startpos moves a1 a2 b1 b2 c1 c2",
    "position fen xox/3/3 o moves b1",
    "position startpos moves a1,b1",
    "moves a1",
    "moves c3 c3",
    "moves c3 P@a2",
    "moves now",
    /* searches: a fault in a go is reported too, but the rest is carried out; see the suite protocol_order */
    "ponderhit",
};

TEST every_error_is_reported_once_and_changes_nothing(void) {
    static EngineState before;
    SETTLES("setoption name Game value 3x3\nsetoption name Ponder value true\nsetoption name MultiPV value 2\n"
            "position startpos moves b2 a1");
    host_read_state(host, &before);
    for (size_t i = 0; i < sizeof refused_lines / sizeof refused_lines[0]; i++) {
        host_send(host, refused_lines[i]);
        ASSERTm(refused_lines[i], host_hears(host, "info string error *"));
        host_send(host, "isready");
        ASSERTm(refused_lines[i], host_hears(host, "readyok"));
        ASSERTm(refused_lines[i], host_state_is(host, &before));
    }
    /* So are the options. */
    host_send(host, "position fen 4/4/4/4//4/4/4/4//4/4/4/4//4/4/4/4 x\ngo depth 2");
    WAITS_FOR("info depth * multipv 2 *");
    WAITS_FOR("bestmove *");
    host_send(host, "position startpos");
    ANSWERS("game", "3x3");
    PASS();
}

TEST an_error_is_one_short_printable_line(void) {
    char line[5000];
    memset(line, '\xe4', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    host_send(host, line);
    HEARS("info string error *");
    ASSERT(strlen(host_heard()) < 300);
    for (const char *c = host_heard(); *c != '\0'; c++) ASSERT(*c >= ' ' && *c <= '~');
    IS_SILENT();
    PASS();
}

SUITE(protocol_errors) {
    with_a_host_for_each_test();
    RUN_TEST(every_error_is_reported_once_and_changes_nothing);
    RUN_TEST(an_error_is_one_short_printable_line);
}
