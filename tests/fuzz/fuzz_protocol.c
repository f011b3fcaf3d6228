/* The protocol: a conversation with an engine that stays, so that a run takes a fraction of a millisecond. Before each
 * run its options, position and table are what they were in the beginning.
 *
 * Every `go` gets one best move, every isready its answer; afterwards the engine still has a position that the
 * reference can read, plays a legal move in it, and what it then calls proven is true. Searches are cut to some dozens
 * of nodes; what would end the engine, take all memory or write to files is left out. */
#include "base/text.h"
#include "fuzz/fuzz.h"
#include "reference/reference.h"
#include "ugi/ugi.h"

enum { SOLVED_EMPTY_MAX = 8 };

/* As in the beginning, but for a table and a game that take no time. */
static const char reset[] = "ugi\nsetoption name Game value 3x3\nsetoption name Hash value 1\n"
                            "setoption name Threads value 1\nsetoption name MultiPV value 1\n"
                            "setoption name Ponder value false\nsetoption name Level value master\n"
                            "setoption name Seed value 1\nsetoption name Move Overhead value 5\n"
                            "setoption name UseProofs value true\nsetoption name UCI_AnalyseMode value false\n"
                            "position startpos\nuginewgame\nisready\n";

/* What the engine is asked after the conversation. */
static const char questions[] = "isready\nsetoption name MultiPV value 1\nsetoption name Level value master\n"
                                "query fen\nquery moves\ngo nodes 30\nwait\nisready\n";

typedef struct {
    Ugi *ugi;
    FILE *out;
    char *text; /* what was said since the last call of say */
    size_t size;
} Talk;

/* Sends the lines, ends the search that may be on, and returns all answers. */
static char *say(Talk *talk, const char *lines) {
    FUZZ_CHECK(fseek(talk->out, 0, SEEK_SET) == 0);
    while (*lines != '\0') {
        char line[8192];
        size_t length = strcspn(lines, "\n");
        FUZZ_CHECK(length < sizeof line);
        memcpy(line, lines, length);
        line[length] = '\0';
        FUZZ_CHECK(ugi_line(talk->ugi, line));
        lines += length + (lines[length] == '\n');
    }
    FUZZ_CHECK(ugi_line(talk->ugi, "stop"));
    FUZZ_CHECK(fputc('\0', talk->out) == '\0' && fflush(talk->out) == 0);
    return talk->text;
}

static Talk *the_talk(void) {
    static Talk talk;
    if (talk.ugi != NULL) return &talk;
    talk.out = open_memstream(&talk.text, &talk.size);
    FUZZ_CHECK(talk.out != NULL);
    talk.ugi = ugi_open(talk.out);
    FUZZ_CHECK(talk.ugi != NULL);
    return &talk;
}

/* Lines */

/* Names of options ignore case, and so does this. */
static bool has(const char *line, const char *part) {
    for (size_t length = strlen(part); *line != '\0'; line++) {
        if (word_is_nocase((Word){line, length}, part)) return true;
    }
    return false;
}

static bool is_greedy(const char *line) {
    int digits = 0;
    if (!has(line, "hash") && !has(line, "threads")) return false;
    for (; *line != '\0'; line++) digits += *line >= '0' && *line <= '9';
    return digits > 1;
}

static bool may_be_sent(const char *line) {
    return !has(line, "quit") && !has(line, "bench") && !has(line, "prove") && !has(line, "file") && !is_greedy(line);
}

/* The last limit of a kind counts. */
static void add_line(Writer *writer, const char *line) {
    writer_add(writer, "%s%s%s\n", line, has(line, "go") ? " nodes 30" : "", has(line, "perft") ? " perft 1" : "");
}

/* The input as it is sent; to be freed. */
static char *conversation_of(const uint8_t *data, size_t size, size_t *length) {
    enum { ADDED_MAX = 24 };
    char *text = fuzz_text(data, size), *lines = malloc((size + 2) * ADDED_MAX);
    FUZZ_CHECK(lines != NULL);
    Writer writer = writer_on(lines, (size + 2) * ADDED_MAX);
    for (size_t at = 0; at < size; at += strlen(text + at) + 1) {
        char *end = memchr(text + at, '\n', size - at);
        if (end != NULL) *end = '\0';
        if (may_be_sent(text + at)) add_line(&writer, text + at);
    }
    FUZZ_CHECK(!writer.overflowed);
    *length = writer.length;
    free(text);
    return lines;
}

static bool has_invalid_byte(const char *line, size_t length) {
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)line[i];
        if (byte == '\r' && i + 1 == length) continue;
        if ((byte < ' ' && byte != '\t') || byte == 0x7F) return true;
    }
    return false;
}

/* Whether the first command of the line is this one; what stands before it is skipped, but for comments. */
static bool is_command(const char *line, size_t length, const char *name) {
    static const char *const all[] = {"ugi",       "uci",      "isready",  "uginewgame", "ucinewgame",
                                      "setoption", "position", "go",       "ponderhit",  "moves",
                                      "stop",      "query",    "wait",     "d",          "eval",
                                      "bench",     "debug",    "register", "help",       "quit"};
    char copy[8192];
    const char *cursor = copy;
    Word word;
    if (length >= sizeof copy || has_invalid_byte(line, length)) return false;
    snprintf(copy, sizeof copy, "%.*s", (int)(length > 0 && line[length - 1] == '\r' ? length - 1 : length), line);
    for (bool is_first = true; word_next(&cursor, &word); is_first = false) {
        if (is_first && word.at[0] == '#') return false;
        for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
            if (word_is(word, all[i])) return word_is(word, name);
        }
    }
    return false;
}

static int count_commands(const char *lines, size_t length, const char *name) {
    int count = 0;
    for (const char *at = lines, *end; at < lines + length; at = end + 1) {
        end = memchr(at, '\n', (size_t)(lines + length - at));
        count += is_command(at, (size_t)(end - at), name);
    }
    return count;
}

/* Answers */

static int count_lines(const char *text, const char *beginning) {
    int count = 0;
    for (; text != NULL; text = strchr(text, '\n')) {
        if (*text == '\n') text++;
        count += strncmp(text, beginning, strlen(beginning)) == 0;
    }
    return count;
}

/* What follows the beginning on the first such line. */
static bool find_line(const char *text, const char *beginning, char *rest, size_t size) {
    for (; text != NULL; text = strchr(text, '\n')) {
        if (*text == '\n') text++;
        if (strncmp(text, beginning, strlen(beginning)) != 0) continue;
        text += strlen(beginning);
        snprintf(rest, size, "%.*s", (int)strcspn(text, "\n"), text);
        return true;
    }
    return false;
}

static void check_move(const RefPosition *position, const char *answer) {
    char move[64];
    FUZZ_CHECK(find_line(answer, "bestmove ", move, sizeof move));
    if (ref_is_over(position)) {
        FUZZ_CHECK(strcmp(move, "(none)") == 0);
        return;
    }
    move[strcspn(move, " ")] = '\0';
    int cell = ref_move_from_text(position->game, strncmp(move, "P@", 2) == 0 ? move + 2 : move);
    FUZZ_CHECK(cell >= 0 && position->cell[cell] == '.');
}

static void check_claim(const RefPosition *position, const char *answer) {
    char claim[64];
    RefValue value;
    if (ref_is_over(position) || ref_empty_count(position) > SOLVED_EMPTY_MAX) return;
    if (!find_line(answer, "info string proven ", claim, sizeof claim)) return;
    FUZZ_CHECK(ref_solve(position, &value));
    const char *result = value.value > 0 ? "win" : value.value < 0 ? "loss" : "draw";
    FUZZ_CHECK(strncmp(claim, result, strlen(result)) == 0);
}

static void check_state(Talk *talk) {
    static RefGame game;
    static RefPosition position;
    char fen[REF_POSITION_TEXT_SIZE];
    char *answer = say(talk, questions);
    FUZZ_CHECK(count_lines(answer, "readyok\n") == 2 && count_lines(answer, "info string error ") == 0);
    FUZZ_CHECK(find_line(answer, "response ", fen, sizeof fen) && ref_position_from_text(&game, &position, fen));
    check_move(&position, answer);
    check_claim(&position, answer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Talk *talk = the_talk();
    size_t length = 0;
    if (size > 4096) return 0;
    char *lines = conversation_of(data, size, &length);
    say(talk, reset);
    if (length > 0) {
        char *answer = say(talk, lines);
        int best_moves = count_lines(answer, "bestmove ");
        int refusals = count_lines(answer, "info string error go: not during a search\n");
        FUZZ_CHECK(count_commands(lines, length, "go") == best_moves + refusals);
        FUZZ_CHECK(count_commands(lines, length, "isready") == count_lines(answer, "readyok\n"));
        check_state(talk);
    }
    free(lines);
    return 0;
}
