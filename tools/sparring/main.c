/* Sparring partners: a UGI engine with players of known, fixed strength, for tournaments and for the bench's ladder.
 *
 * It is written plainly, on the rules alone. The main thread reads commands; a search runs in one other thread, so
 * that isready, stop and quit are answered meanwhile. The search thread touches only `search`; the main thread keeps
 * its hands off everything else there until it has joined it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/thread.h"
#include "common/files.h"
#include "common/textbook.h"
#include "rules/notation.h"

enum { LINE_SIZE = 1 << 16, DEPTH_MAX = 512, EXIT_USAGE = 2 };

static const int64_t NUMBER_MAX = INT64_C(1000000000000000); /* after go, as in the protocol */

typedef enum { PLAYER_RANDOM, PLAYER_RULES, PLAYER_ALPHABETA, PLAYER_MINIMAX } PlayerKind;

typedef struct {
    PlayerKind kind;
    int depth;
    int top;
} Player;

/* A game with its grid and a position on it. */
typedef struct {
    Grid grid;
    Board board;
} Scene;

typedef struct {
    Scene scene;
    Player player;
    int64_t seed;
    uint64_t nodes_max;
    int64_t time_max_ms; /* 0: none */
    bool is_held;        /* infinite and ponder: the answer waits for stop */
    atomic_bool stop;
    atomic_bool is_running; /* false as soon as the answer is about to be printed */
    Thread thread;
    bool needs_join;
    int cell; /* the answer */
} Search;

typedef struct {
    Player player;
    char player_name[64];
    Game game; /* the option Game: what startpos means */
    int64_t seed;
    Scene scene;
    Search search;
} Sparring;

static void complain(const Reason *why) {
    printf("info string error %s\n", why->text);
}

/* Players */

/* Depends on the seed and the position only: whatever was played before, the same question gets the same answer. */
static int choose_random(const Scene *scene, int64_t seed) {
    Rng rng = {.state = (uint64_t)seed ^ scene->board.key};
    rng_next(&rng);
    CellSet moves = board_empty(&scene->grid, &scene->board);
    int skipped = rng_below(&rng, cells_count(moves));
    while (skipped-- > 0) cells_take(&moves);
    return cells_first(&moves);
}

/* All coordinates in the middle: one cell for odd n, 2^d for even n. */
static bool is_central(const Game *game, int cell) {
    Coordinates at = geometry_coordinates(game, cell);
    for (int axis = 0; axis < game->d; axis++) {
        if (at.of[axis] != game->n / 2 && at.of[axis] != (game->n - 1) / 2) return false;
    }
    return true;
}

static bool is_corner(const Game *game, int cell) {
    Coordinates at = geometry_coordinates(game, cell);
    for (int axis = 0; axis < game->d; axis++) {
        if (at.of[axis] != 0 && at.of[axis] != game->n - 1) return false;
    }
    return true;
}

/* Win, else block, else the centre, else a corner, else the first free cell from the top layer down. */
static int choose_by_rules(const Scene *scene) {
    const Grid *grid = &scene->grid;
    Side me = board_side(&scene->board);
    CellSet wins = board_winning_cells(grid, &scene->board, me);
    if (!cells_is_empty(wins)) return cells_first(&wins);
    CellSet blocks = board_winning_cells(grid, &scene->board, side_other(me));
    if (!cells_is_empty(blocks)) return cells_first(&blocks);
    bool (*const wanted[])(const Game *, int) = {is_central, is_corner};
    CellSet empty = board_empty(grid, &scene->board);
    for (int i = 0; i < 2; i++) {
        for (CellSet cells = empty; !cells_is_empty(cells);) {
            int cell = cells_take(&cells);
            if (wanted[i](&grid->game, cell)) return cell;
        }
    }
    return cells_first(&empty);
}

static void print_value(const Textbook *textbook, int value, int64_t start_us) {
    int plies = TEXTBOOK_WIN - (value < 0 ? -value : value);
    int moves = (plies + 1) / 2;
    bool is_mate = value >= TEXTBOOK_WIN_MIN || value <= -TEXTBOOK_WIN_MIN;
    int64_t ms = (clock_now_us() - start_us) / 1000;
    if (textbook->was_stopped) {
        /* No depth was completed, so none is claimed. */
        printf("info nodes %llu time %lld\n", (unsigned long long)textbook->nodes, (long long)ms);
        return;
    }
    printf("info depth %d score %s %d nodes %llu time %lld\n", textbook->depth, is_mate ? "mate" : "cp",
           !is_mate    ? value
           : value > 0 ? moves
                       : -moves,
           (unsigned long long)textbook->nodes, (long long)ms);
}

static int choose_by_search(const Search *search) {
    int64_t start_us = clock_now_us();
    Textbook textbook = {
        .grid = &search->scene.grid,
        .depth = search->player.depth,
        .top = search->player.top,
        .nodes_max = search->nodes_max,
        .deadline_us = search->time_max_ms > 0 ? start_us + search->time_max_ms * 1000 : 0,
        .stop = &search->stop,
    };
    TextbookChoice choice = search->player.kind == PLAYER_MINIMAX ? textbook_minimax(&textbook, &search->scene.board)
                                                                  : textbook_alphabeta(&textbook, &search->scene.board);
    print_value(&textbook, choice.value, start_us);
    return choice.cell;
}

static int choose(const Search *search) {
    if (board_outcome(&search->scene.grid, &search->scene.board) != OUTCOME_NONE) return -1;
    switch (search->player.kind) {
    case PLAYER_RANDOM:
        return choose_random(&search->scene, search->seed);
    case PLAYER_RULES:
        return choose_by_rules(&search->scene);
    default:
        return choose_by_search(search);
    }
}

/* The search thread */

static void answer(Search *search) {
    char move[MOVE_TEXT_SIZE] = "(none)";
    if (search->cell >= 0) move_print(&search->scene.grid.game, search->cell, move);
    atomic_store(&search->is_running, false);
    printf("bestmove %s\n", move);
}

static void run_search(void *argument) {
    Search *search = argument;
    search->cell = choose(search);
    if (!search->is_held) answer(search);
}

/* Waits for the search thread, and gives the answer that was held back. */
static void finish_search(Search *search) {
    if (!search->needs_join) return;
    thread_join(search->thread);
    search->needs_join = false;
    if (search->is_held) answer(search);
}

static void stop_search(Search *search) {
    atomic_store(&search->stop, true);
    finish_search(search);
}

/* Commands: each gets the rest of its line. False with a reason leaves everything as it was. */

static bool is_busy(Sparring *sparring, const char *command, Reason *why) {
    if (!atomic_load(&sparring->search.is_running)) return false;
    refuse(why, "%s during a search", command);
    return true;
}

static bool greet(Sparring *sparring, const char *rest, Reason *why) {
    (void)rest, (void)why;
    char game[GAME_NAME_SIZE];
    game_name(&sparring->game, game);
    printf("id name Sparring %s\nid author the Rowan authors\n", sparring->player_name);
    printf("option name Game type string default %s\n", game);
    if (sparring->player.kind == PLAYER_RANDOM) {
        printf("option name Seed type spin default %lld min 0 max 2147483647\n", (long long)sparring->seed);
    }
    printf("ugiok\n");
    return true;
}

static bool be_ready(Sparring *sparring, const char *rest, Reason *why) {
    (void)sparring, (void)rest, (void)why;
    printf("readyok\n");
    return true;
}

static bool new_game(Sparring *sparring, const char *rest, Reason *why) {
    (void)rest;
    return !is_busy(sparring, "uginewgame", why); /* nothing is remembered from game to game */
}

static bool scene_init(Scene *scene, const Game *game, Reason *why) {
    Geometry *geometry = geometry_new(game);
    if (geometry == NULL) return refuse(why, "no memory");
    grid_init(&scene->grid, geometry);
    board_init(&scene->board);
    geometry_free(geometry);
    return true;
}

static bool set_option(Sparring *sparring, const char *rest, Reason *why) {
    Word word, name, value = {"", 0};
    if (is_busy(sparring, "setoption", why)) return false;
    if (!word_next(&rest, &word) || !word_is(word, "name") || !word_next(&rest, &name)) {
        return refuse(why, "setoption: expected name <option> value <value>");
    }
    if (word_next(&rest, &word) && (!word_is(word, "value") || !word_next(&rest, &value))) {
        return refuse(why, "setoption: expected a value");
    }
    if (word_is_nocase(name, "Game")) {
        Game game;
        if (!game_parse(value, &game, why)) return false;
        sparring->game = game;
        return scene_init(&sparring->scene, &game, why);
    }
    if (word_is_nocase(name, "Seed") && sparring->player.kind == PLAYER_RANDOM) {
        if (word_to_number(value, 0, INT32_MAX, &sparring->seed)) return true;
        return refuse(why, "option Seed: '%.*s' is not a number from 0 to %d", word_shown(value), value.at, INT32_MAX);
    }
    return refuse(why, "no option '%.*s'", word_shown(name), name.at);
}

static bool set_start(const Sparring *sparring, const char **rest, Scene *scene, Reason *why) {
    Word word;
    Diagram diagram;
    if (!word_next(rest, &word)) return refuse(why, "position: expected startpos or fen");
    if (word_is(word, "startpos")) return scene_init(scene, &sparring->game, why);
    if (!word_is(word, "fen")) return refuse(why, "position: expected startpos or fen");
    return diagram_parse(rest, &diagram, why) && scene_init(scene, &diagram.game, why) &&
           diagram_to_board(&diagram, &scene->grid, &scene->board, why);
}

static bool play_moves(Scene *scene, const char *rest, Reason *why) {
    Word word;
    while (word_next(&rest, &word)) {
        int cell;
        if (word_is(word, "moves")) continue;
        if (!move_parse(&scene->grid.game, word, &cell, why)) return false;
        CellSet occupied = board_occupied(&scene->board);
        if (cells_has(&occupied, cell)) {
            return refuse(why, "position: %.*s is occupied", word_shown(word), word.at);
        }
        if (board_outcome(&scene->grid, &scene->board) != OUTCOME_NONE) {
            return refuse(why, "position: the game is over before %.*s", word_shown(word), word.at);
        }
        board_play(&scene->grid, &scene->board, cell);
    }
    return true;
}

static bool set_position(Sparring *sparring, const char *rest, Reason *why) {
    if (is_busy(sparring, "position", why)) return false;
    Scene *scene = malloc(sizeof *scene);
    if (scene == NULL) return refuse(why, "no memory");
    bool is_fine = set_start(sparring, &rest, scene, why) && play_moves(scene, rest, why);
    if (is_fine) sparring->scene = *scene;
    free(scene);
    return is_fine;
}

/* The clocks' part of a go: a twentieth of what is left, and half of the increment. */
static int64_t share_of_clock(int64_t left_ms, int64_t increment_ms) {
    if (left_ms <= 0) return 0;
    int64_t share_ms = left_ms / 20 + increment_ms / 2;
    return share_ms < 1 ? 1 : share_ms > left_ms ? left_ms : share_ms;
}

/* The words of go that take a number. The players' strength is fixed: a limit can only cut their search short. */
typedef struct {
    int64_t depth, nodes, movetime, time[2], increment[2], movestogo;
    bool is_held;
} Limits;

static int64_t *limit_named(Limits *limits, Word word) {
    struct {
        const char *name;
        int64_t *limit;
    } const named[] = {
        {"depth", &limits->depth},        {"nodes", &limits->nodes},       {"movetime", &limits->movetime},
        {"p1time", &limits->time[0]},     {"p2time", &limits->time[1]},    {"p1inc", &limits->increment[0]},
        {"p2inc", &limits->increment[1]}, {"wtime", &limits->time[0]},     {"btime", &limits->time[1]},
        {"winc", &limits->increment[0]},  {"binc", &limits->increment[1]}, {"movestogo", &limits->movestogo},
    };
    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++) {
        if (word_is(word, named[i].name)) return named[i].limit;
    }
    return NULL;
}

static bool parse_limits(const char *rest, Limits *limits, Reason *why) {
    Word word;
    *limits = (Limits){0};
    const char *all = rest;
    if (!word_next(&all, &word)) limits->is_held = true;
    while (word_next(&rest, &word)) {
        int64_t *limit = limit_named(limits, word);
        if (word_is(word, "infinite") || word_is(word, "ponder")) {
            limits->is_held = true;
        } else if (limit == NULL) {
            return refuse(why, "go: '%.*s' is not known here", word_shown(word), word.at);
        } else if (!word_next(&rest, &word) || !word_to_number(word, 0, NUMBER_MAX, limit)) {
            return refuse(why, "go: a limit needs a number");
        }
    }
    return true;
}

static bool go(Sparring *sparring, const char *rest, Reason *why) {
    Limits limits;
    Search *search = &sparring->search;
    if (is_busy(sparring, "go", why) || !parse_limits(rest, &limits, why)) return false;
    finish_search(search); /* its answer is out, the thread may still be on its way home */
    Side me = board_side(&sparring->scene.board);
    search->scene = sparring->scene;
    search->player = sparring->player;
    if (limits.depth > 0 && limits.depth < search->player.depth) search->player.depth = (int)limits.depth;
    search->seed = sparring->seed;
    search->nodes_max = (uint64_t)limits.nodes;
    search->time_max_ms = limits.movetime > 0 ? limits.movetime : share_of_clock(limits.time[me], limits.increment[me]);
    search->is_held = limits.is_held;
    atomic_store(&search->stop, false);
    atomic_store(&search->is_running, true);
    search->needs_join = thread_start(&search->thread, run_search, search);
    if (search->needs_join) return true;
    atomic_store(&search->is_running, false);
    return refuse(why, "go: no thread to search in");
}

static bool stop(Sparring *sparring, const char *rest, Reason *why) {
    (void)rest, (void)why;
    stop_search(&sparring->search);
    return true;
}

static bool ponderhit(Sparring *sparring, const char *rest, Reason *why) {
    (void)rest, (void)why;
    finish_search(&sparring->search);
    return true;
}

static bool query(Sparring *sparring, const char *rest, Reason *why) {
    static const char *const results[] = {"none", "p1win", "p2win", "draw"};
    const Scene *scene = &sparring->scene;
    Outcome outcome = board_outcome(&scene->grid, &scene->board);
    char text[POSITION_TEXT_SIZE];
    Word word;
    if (!word_next(&rest, &word)) return refuse(why, "query: expected gameover, p1turn, result, fen or game");
    if (word_is(word, "gameover")) {
        printf("response %s\n", outcome != OUTCOME_NONE ? "true" : "false");
    } else if (word_is(word, "p1turn")) {
        printf("response %s\n", board_side(&scene->board) == SIDE_X ? "true" : "false");
    } else if (word_is(word, "result")) {
        printf("response %s\n", results[outcome]);
    } else if (word_is(word, "fen")) {
        position_print(&scene->grid, &scene->board, text);
        printf("response %s\n", text);
    } else if (word_is(word, "game")) {
        game_name(&scene->grid.game, text);
        printf("response %s\n", text);
    } else {
        return refuse(why, "query: '%.*s' is not known here", word_shown(word), word.at);
    }
    return true;
}

static const struct {
    const char *name;
    bool (*run)(Sparring *sparring, const char *rest, Reason *why);
} commands[] = {
    {"ugi", greet},
    {"isready", be_ready},
    {"uginewgame", new_game},
    {"setoption", set_option},
    {"position", set_position},
    {"go", go},
    {"stop", stop},
    {"ponderhit", ponderhit},
    {"query", query},
};

static bool obey(Sparring *sparring, const char *line, Reason *why) {
    const char *cursor = line;
    Word word;
    while (word_next(&cursor, &word)) {
        for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
            if (word_is(word, commands[i].name)) return commands[i].run(sparring, cursor, why);
        }
    }
    cursor = line;
    if (!word_next(&cursor, &word) || word.at[0] == '#') return true;
    return refuse(why, "unknown command '%.*s'", word_shown(word), word.at);
}

/* Reads a line without its end; one that is too long is skipped and comes back as false with *is_end unset. */
static bool read_line(char line[LINE_SIZE], bool *is_end) {
    *is_end = fgets(line, LINE_SIZE, stdin) == NULL;
    if (*is_end) return false;
    size_t length = strlen(line);
    if (length > 0 && line[length - 1] == '\n') {
        line[length - 1] = '\0';
        return true;
    }
    if (length < LINE_SIZE - 1) return true; /* the last line, or one with a NUL inside */
    for (int c = getchar(); c != '\n' && c != EOF;) c = getchar();
    return false;
}

static bool is_quit(const char *line) {
    Word word;
    return word_next(&line, &word) && word_is(word, "quit");
}

/* Ends with the input, and when nobody hears us any more. */
static void converse(Sparring *sparring) {
    static char line[LINE_SIZE];
    for (bool is_end = false; !is_end && !ferror(stdout);) {
        Reason why;
        bool is_whole = read_line(line, &is_end);
        if (is_end) break;
        if (is_whole && is_quit(line)) {
            /* At once, whatever the search does: it may be printing, so the stream stays open. */
            _Exit(stream_flush(stdout) ? EXIT_SUCCESS : EXIT_FAILURE);
        }
        bool is_fine = is_whole ? obey(sparring, line, &why) : refuse(&why, "a line is too long");
        if (!is_fine) complain(&why);
    }
    if (sparring->search.is_held || ferror(stdout)) atomic_store(&sparring->search.stop, true);
    finish_search(&sparring->search);
}

static bool parse_number(const char *text, int min, int max, int *number) {
    return word_to_int(word_of(text), min, max, number);
}

static const char usage[] =
    "usage: sparring PLAYER      an engine of fixed strength; it reads commands from standard input, see PROTOCOL.md\n"
    "  random                    any move\n"
    "  rules                     wins if it can, else blocks, else the centre, a corner, the first free cell\n"
    "  alphabeta DEPTH [TOP]     plain alpha-beta; with TOP only so many moves at each node\n"
    "  minimax DEPTH             plain minimax\n"
    "commands: ugi isready uginewgame setoption position go stop ponderhit query quit\n"
    "  setoption                 Game; random also has Seed\n"
    "  go                        depth nodes movetime p1time p2time p1inc p2inc movestogo infinite ponder, and wtime\n"
    "                            btime winc binc; they can only cut a search short\n"
    "  query                     gameover p1turn result fen game\n";

static bool parse_depth(int argc, char **argv, Player *player, Reason *why) {
    bool may_have_top = player->kind == PLAYER_ALPHABETA;
    if (argc < 3) return refuse(why, "%s wants a depth", argv[1]);
    if (!parse_number(argv[2], 1, DEPTH_MAX, &player->depth)) {
        return refuse(why, "the depth is a number from 1 to %d, not '%.60s'", DEPTH_MAX, argv[2]);
    }
    if (argc == 3) return true;
    if (!may_have_top || argc > 4) return refuse(why, "'%.60s' is one too many", argv[may_have_top ? 4 : 3]);
    return parse_number(argv[3], 1, CELLS_MAX, &player->top) ||
           refuse(why, "the number of moves is one from 1 to %d, not '%.60s'", CELLS_MAX, argv[3]);
}

static bool parse_player(int argc, char **argv, Player *player, Reason *why) {
    static const char *const names[] = {"random", "rules", "alphabeta", "minimax"};
    if (argc < 2) return refuse(why, "which player? random, rules, alphabeta or minimax; --help tells more");
    if (argv[1][0] == '-') return refuse(why, "there is no option '%.60s'", argv[1]);
    for (int kind = PLAYER_RANDOM; kind <= PLAYER_MINIMAX; kind++) {
        if (strcmp(argv[1], names[kind]) != 0) continue;
        *player = (Player){.kind = (PlayerKind)kind};
        if (kind >= PLAYER_ALPHABETA) return parse_depth(argc, argv, player, why);
        return argc == 2 || refuse(why, "'%.60s' is one too many", argv[2]);
    }
    return refuse(why, "there is no player '%.60s'; --help lists them", argv[1]);
}

int main(int argc, char **argv) {
    static Sparring sparring;
    Reason why;
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(usage, stdout);
        return output_close("sparring", EXIT_SUCCESS, EXIT_FAILURE);
    }
    if (!parse_player(argc, argv, &sparring.player, &why)) {
        fprintf(stderr, "sparring: %s\n", why.text);
        return EXIT_USAGE;
    }
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    Writer name = writer_on(sparring.player_name, sizeof sparring.player_name);
    for (int i = 1; i < argc; i++) writer_add(&name, i > 1 ? " %s" : "%s", argv[i]);
    sparring.game = (Game){.n = 4, .d = 3, .rule = RULE_LINE};
    if (!scene_init(&sparring.scene, &sparring.game, &why)) {
        fprintf(stderr, "sparring: %s\n", why.text);
        return EXIT_FAILURE;
    }
    converse(&sparring);
    return output_close("sparring", EXIT_SUCCESS, EXIT_FAILURE);
}
