/* sparring: a UGI engine of known, fixed strength, for tournaments and for the bench.
 *
 * Exit status: 0 all went well; 1 memory is short, or the output could not be written; 2 wrong usage. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/command_line.h"
#include "common/files.h"
#include "sparring/conversation.h"

enum { EXIT_USAGE = 2, NAME_SIZE = 64 };

static const char usage[] = "usage: sparring PLAYER\n"
                            "\n"
                            "An engine of fixed strength. It reads commands from standard input; PROTOCOL.md\n"
                            "describes them.\n"
                            "\n"
                            "  random                 any move; the option Seed and the position decide which\n"
                            "  rules                  wins if it can, else blocks, else takes the centre,\n"
                            "                         else a corner, else the first free cell\n"
                            "  alphabeta DEPTH [TOP]  plain alpha-beta to a fixed depth; with TOP, only the\n"
                            "                         TOP most promising moves in each position\n"
                            "  minimax DEPTH          plain minimax to a fixed depth\n"
                            "\n"
                            "DEPTH and TOP are numbers from 1 to 512.\n"
                            "\n"
                            "Commands: ugi, isready, uginewgame, setoption, position, go, stop, ponderhit,\n"
                            "query, quit\n"
                            "  setoption              Game (default 4x4x4); random also has Seed (default 0)\n"
                            "  go                     depth, nodes, movetime, p1time, p2time, p1inc, p2inc,\n"
                            "                         wtime, btime, winc, binc, movestogo, infinite, ponder;\n"
                            "                         limits can only cut a search short\n"
                            "  query                  gameover, p1turn, result, fen, game\n"
                            "\n"
                            "  -h, --help             show this text\n"
                            "  --version              show the version\n"
                            "\n"
                            "Exit status: 0 all went well; 1 memory is short, or the output could not be\n"
                            "written; 2 wrong usage.\n";

static int complain(const char *what, int status) {
    fprintf(stderr, "sparring: %s\n", what);
    return status;
}

static bool parse_depth(int argc, char **argv, Player *player, Reason *why) {
    bool may_have_top = player->kind == PLAYER_ALPHABETA;
    if (argc < 3) return refuse(why, "%s needs a depth", argv[1]);
    if (!word_to_int(word_of(argv[2]), 1, PLAYER_DEPTH_MAX, &player->depth)) {
        return refuse(why, "the depth must be a number from 1 to %d, not '%.60s'", (int)PLAYER_DEPTH_MAX, argv[2]);
    }
    if (argc == 3) return true;
    if (!may_have_top || argc > 4) return refuse(why, "unexpected argument '%.60s'", argv[may_have_top ? 4 : 3]);
    return word_to_int(word_of(argv[3]), 1, CELLS_MAX, &player->top) ||
           refuse(why, "the number of moves must be from 1 to %d, not '%.60s'", (int)CELLS_MAX, argv[3]);
}

static bool parse_player(int argc, char **argv, Player *player, Reason *why) {
    static const char *const names[] = {"random", "rules", "alphabeta", "minimax"};
    if (argc < 2) return refuse(why, "which player? random, rules, alphabeta or minimax; see --help");
    if (argv[1][0] == '-') return refuse(why, "unknown option '%.60s'; see --help", argv[1]);
    for (int kind = PLAYER_RANDOM; kind <= PLAYER_MINIMAX; kind++) {
        if (strcmp(argv[1], names[kind]) != 0) continue;
        *player = (Player){.kind = (PlayerKind)kind};
        if (kind >= PLAYER_ALPHABETA) return parse_depth(argc, argv, player, why);
        return argc == 2 || refuse(why, "unexpected argument '%.60s'", argv[2]);
    }
    return refuse(why, "there is no player '%.60s'; see --help", argv[1]);
}

int main(int argc, char **argv) {
    Player player;
    Reason why;
    int status;
    if (command_line_answers(argc, argv, "sparring", usage, EXIT_FAILURE, &status)) return status;
    if (!parse_player(argc, argv, &player, &why)) return complain(why.text, EXIT_USAGE);
    char name[NAME_SIZE];
    Writer writer = writer_on(name, sizeof name);
    for (int i = 1; i < argc; i++) writer_add(&writer, i > 1 ? " %s" : "%s", argv[i]);
    Conversation *conversation = conversation_new(&player, name);
    if (conversation == NULL) return complain("not enough memory", EXIT_FAILURE);
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    conversation_run(conversation);
    conversation_free(conversation);
    return file_close_stdout("sparring", EXIT_SUCCESS, EXIT_FAILURE);
}
