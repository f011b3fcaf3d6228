#include "sparring/conversation.h"

#include <stdio.h>
#include <stdlib.h>

#include "common/files.h"
#include "rules/shape.h"
#include "sparring/go_numbers.h"
#include "sparring/search_thread.h"

enum { LINE_SIZE = 1 << 16 };

struct Conversation {
    Player player;
    const char *player_name;
    Game game;         /* the option Game: what startpos means */
    Shape *shape;      /* of the position; replaced only between searches */
    Position position; /* on the grid of the shape */
    Search search;
    char line[LINE_SIZE];
};

Conversation *conversation_new(const Player *player, const char *name) {
    Conversation *conversation = calloc(1, sizeof *conversation);
    if (conversation == NULL) return NULL;
    conversation->player = *player;
    conversation->player_name = name;
    conversation->game = (Game){.n = 4, .d = 3, .rule = RULE_LINE};
    conversation->shape = shape_new(&conversation->game);
    if (conversation->shape == NULL) {
        free(conversation);
        return NULL;
    }
    position_init(&conversation->position, &conversation->shape->grid);
    return conversation;
}

void conversation_free(Conversation *conversation) {
    if (conversation == NULL) return;
    shape_free(conversation->shape);
    free(conversation);
}

/* Commands: each gets the rest of its line. False with a reason leaves everything as it was. */

static bool is_idle(const Conversation *conversation, const char *command, Reason *why) {
    return !search_is_running(&conversation->search) || refuse(why, "%s during a search", command);
}

static bool do_ugi(Conversation *conversation, const char *rest, Reason *why) {
    (void)rest, (void)why;
    printf("id name Sparring %s\nid author the Rowan authors\n", conversation->player_name);
    printf("option name Game type string default %s\n", game_name(&conversation->game).text);
    if (player_has_seed(&conversation->player)) {
        printf("option name Seed type spin default %lld min 0 max %d\n", (long long)conversation->player.seed,
               INT32_MAX);
    }
    printf("ugiok\n");
    return true;
}

static bool do_isready(Conversation *conversation, const char *rest, Reason *why) {
    (void)conversation, (void)rest, (void)why;
    printf("readyok\n");
    return true;
}

/* Nothing is remembered from game to game. */
static bool do_uginewgame(Conversation *conversation, const char *rest, Reason *why) {
    (void)rest;
    return is_idle(conversation, "uginewgame", why);
}

/* Replaces the position, and the shape too if it is of another game. */
static bool change_position(Conversation *conversation, const Setup *setup, const char *moves, Reason *why) {
    Shape *old = conversation->shape;
    Shape *shape = game_equal(&setup->game, &old->grid.game) ? old : shape_new(&setup->game);
    Position position;
    if (shape == NULL) return refuse(why, "not enough memory");
    bool is_set_up = position_set_up(&position, &shape->grid, setup, why) && position_play_all(&position, moves, why);
    if (is_set_up) {
        conversation->shape = shape;
        conversation->position = position;
    }
    if (shape != old) shape_free(is_set_up ? old : shape);
    return is_set_up;
}

static bool set_game(Conversation *conversation, Word value, Reason *why) {
    Setup empty = {.to_move = SIDE_X};
    if (!game_parse(value, &empty.game, why) || !change_position(conversation, &empty, "", why)) return false;
    conversation->game = empty.game;
    return true;
}

static bool set_seed(Conversation *conversation, Word value, Reason *why) {
    return word_to_number(value, 0, INT32_MAX, &conversation->player.seed) ||
           refuse(why, "option Seed: '%.*s' is not a number from 0 to %d", word_shown(value), value.at, INT32_MAX);
}

static bool do_setoption(Conversation *conversation, const char *rest, Reason *why) {
    Word word, name, value = {"", 0};
    if (!is_idle(conversation, "setoption", why)) return false;
    if (!word_next(&rest, &word) || !word_is(word, "name") || !word_next(&rest, &name)) {
        return refuse(why, "setoption: expected name <option> value <value>");
    }
    if (word_next(&rest, &word) && (!word_is(word, "value") || !word_next(&rest, &value))) {
        return refuse(why, "setoption: expected a value");
    }
    bool has_seed = player_has_seed(&conversation->player);
    if (word_is_nocase(name, "Game")) return set_game(conversation, value, why);
    if (word_is_nocase(name, "Seed") && has_seed) return set_seed(conversation, value, why);
    return refuse(why, "unknown option '%.*s'", word_shown(name), name.at);
}

static bool do_position(Conversation *conversation, const char *rest, Reason *why) {
    Setup setup = {.game = conversation->game, .to_move = SIDE_X};
    Word word = {"", 0};
    if (!is_idle(conversation, "position", why)) return false;
    word_next(&rest, &word);
    if (!word_is(word, "startpos") && !word_is(word, "fen")) {
        return refuse(why, "position: expected startpos or fen");
    }
    if (word_is(word, "fen") && !setup_parse(&rest, &setup, why)) return false;
    return change_position(conversation, &setup, rest, why);
}

static bool do_go(Conversation *conversation, const char *rest, Reason *why) {
    GoNumbers numbers;
    if (!is_idle(conversation, "go", why)) return false;
    if (!go_numbers_parse(rest, &numbers, why)) printf("info string error %s\n", why->text);
    SearchTask task = {
        .position = conversation->position,
        .player = conversation->player,
        .limits = {.nodes_max = (uint64_t)numbers.nodes,
                   .time_max_ms = go_numbers_time_ms(&numbers, board_side(&conversation->position.board))},
        .is_held = numbers.is_held};
    if (numbers.depth > 0 && numbers.depth < task.player.depth) task.player.depth = (int)numbers.depth;
    return search_start(&conversation->search, &task) || refuse(why, "go: there is no thread to search in");
}

static bool do_stop(Conversation *conversation, const char *rest, Reason *why) {
    (void)rest, (void)why;
    search_stop(&conversation->search);
    search_finish(&conversation->search);
    return true;
}

static bool do_ponderhit(Conversation *conversation, const char *rest, Reason *why) {
    (void)rest, (void)why;
    search_finish(&conversation->search);
    return true;
}

static bool do_query(Conversation *conversation, const char *rest, Reason *why) {
    static const char *const results[] = {"none", "p1win", "p2win", "draw"};
    const Position *position = &conversation->position;
    char text[POSITION_TEXT_SIZE];
    Word word;
    if (!word_next(&rest, &word)) return refuse(why, "query: expected gameover, p1turn, result, fen or game");
    if (word_is(word, "gameover")) {
        printf("response %s\n", position_is_over(position) ? "true" : "false");
    } else if (word_is(word, "p1turn")) {
        printf("response %s\n", board_side(&position->board) == SIDE_X ? "true" : "false");
    } else if (word_is(word, "result")) {
        printf("response %s\n", results[board_outcome(position->grid, &position->board)]);
    } else if (word_is(word, "fen")) {
        notation_print_position(position->grid, &position->board, text);
        printf("response %s\n", text);
    } else if (word_is(word, "game")) {
        printf("response %s\n", game_name(&position->grid->game).text);
    } else {
        return refuse(why, "query: unknown question '%.*s'; expected gameover, p1turn, result, fen or game",
                      word_shown(word), word.at);
    }
    return true;
}

static const struct {
    const char *name;
    bool (*run)(Conversation *conversation, const char *rest, Reason *why);
} commands[] = {
    {"ugi", do_ugi},
    {"isready", do_isready},
    {"uginewgame", do_uginewgame},
    {"setoption", do_setoption},
    {"position", do_position},
    {"go", do_go},
    {"stop", do_stop},
    {"ponderhit", do_ponderhit},
    {"query", do_query},
};

/* Words before the first one that is a command are skipped, as the protocol asks. */
static bool obey(Conversation *conversation, const char *line, Reason *why) {
    const char *cursor = line;
    Word word;
    while (word_next(&cursor, &word)) {
        for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
            if (word_is(word, commands[i].name)) return commands[i].run(conversation, cursor, why);
        }
    }
    cursor = line;
    if (!word_next(&cursor, &word) || word.at[0] == '#') return true;
    return refuse(why, "unknown command '%.*s'", word_shown(word), word.at);
}

/* Lines */

/* A line without its end. One that is too long is skipped: false, with *is_end unset. */
static bool read_line(char line[LINE_SIZE], bool *is_end) {
    *is_end = fgets(line, LINE_SIZE, stdin) == NULL;
    if (*is_end) return false;
    size_t length = strlen(line);
    if (length > 0 && line[length - 1] == '\n') {
        line[length - 1] = '\0';
        return true;
    }
    if (length < LINE_SIZE - 1) return true; /* the last line, or one with a zero byte in it */
    for (int c = getchar(); c != '\n' && c != EOF;) c = getchar();
    return false;
}

static bool is_quit(const char *line) {
    Word word;
    return word_next(&line, &word) && word_is(word, "quit");
}

void conversation_run(Conversation *conversation) {
    Search *search = &conversation->search;
    for (bool is_end = false; !ferror(stdout);) {
        Reason why;
        bool is_whole = read_line(conversation->line, &is_end);
        if (is_end) break;
        if (is_whole && is_quit(conversation->line)) {
            /* At once, whatever the search is doing: it may be printing, so the stream stays open. */
            _Exit(file_flush(stdout) ? EXIT_SUCCESS : EXIT_FAILURE);
        }
        bool is_fine = is_whole ? obey(conversation, conversation->line, &why) : refuse(&why, "a line is too long");
        if (!is_fine) printf("info string error %s\n", why.text);
    }
    if (search->task.is_held || ferror(stdout)) search_stop(search);
    search_finish(search);
}
