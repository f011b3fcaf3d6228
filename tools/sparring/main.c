/* sparring: a UGI engine of known, fixed strength, for tournaments and for the bench.
 *
 * Exit status: 0 all went well; 1 memory is short, or the output could not be written; 2 wrong usage. */
#include <stddef.h>
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
                            "  greedy                 wins if it can, else blocks, else takes the cell whose\n"
                            "                         lines have most, by the stones on them\n"
                            "  human                  wins, blocks, makes two threats at once or stops them,\n"
                            "                         else plays near its last stone\n"
                            "  alphabeta DEPTH [TOP]  plain alpha-beta to a fixed depth; with TOP, only the\n"
                            "                         TOP most promising moves in each position\n"
                            "  minimax DEPTH          plain minimax to a fixed depth\n"
                            "  noisy DEPTH PERCENT    alpha-beta, but PERCENT of its moves are any of the\n"
                            "                         eight most promising\n"
                            "  mcts PLAYOUTS          plain UCT with that many random playouts a move\n"
                            "\n"
                            "DEPTH and TOP are numbers from 1 to 512, PERCENT from 0 to 100, PLAYOUTS from\n"
                            "1 to 1000000.\n"
                            "\n"
                            "Commands: ugi, isready, uginewgame, setoption, position, go, stop, ponderhit,\n"
                            "query, quit\n"
                            "  setoption              Game (default 4x4x4); random, human, noisy and mcts\n"
                            "                         also have Seed (default 0)\n"
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

/* A number of the command line. */
typedef struct {
    const char *name, *missing; /* in refusals: "the depth", "a depth" */
    int min, max;
    size_t at; /* of the Player, an int */
} Parameter;

typedef struct {
    const char *name;
    PlayerKind kind;
    int needed, known; /* of the parameters */
    Parameter parameters[2];
} PlayerSpec;

static const PlayerSpec specs[] = {
    {.name = "random", .kind = PLAYER_RANDOM},
    {.name = "rules", .kind = PLAYER_RULES},
    {.name = "greedy", .kind = PLAYER_GREEDY},
    {.name = "human", .kind = PLAYER_HUMAN},
    {"alphabeta",
     PLAYER_ALPHABETA,
     1,
     2,
     {{"the depth", "a depth", 1, PLAYER_DEPTH_MAX, offsetof(Player, depth)},
      {"the number of moves", "a number of moves", 1, CELLS_MAX, offsetof(Player, top)}}},
    {"minimax", PLAYER_MINIMAX, 1, 1, {{"the depth", "a depth", 1, PLAYER_DEPTH_MAX, offsetof(Player, depth)}}},
    {"noisy",
     PLAYER_NOISY,
     2,
     2,
     {{"the depth", "a depth", 1, PLAYER_DEPTH_MAX, offsetof(Player, depth)},
      {"the percentage", "a percentage", 0, 100, offsetof(Player, percent)}}},
    {"mcts",
     PLAYER_MCTS,
     1,
     1,
     {{"the number of playouts", "a number of playouts", 1, PLAYER_PLAYOUTS_MAX, offsetof(Player, playouts)}}},
};

static bool parse_parameters(const PlayerSpec *spec, int count, char **words, Player *player, Reason *why) {
    if (count < spec->needed) return refuse(why, "%s needs %s", spec->name, spec->parameters[count].missing);
    if (count > spec->known) return refuse(why, "unexpected argument '%.60s'", words[spec->known]);
    for (int i = 0; i < count; i++) {
        const Parameter *parameter = &spec->parameters[i];
        int *number = (int *)((char *)player + parameter->at);
        if (word_to_int(word_of(words[i]), parameter->min, parameter->max, number)) continue;
        return refuse(why, "%s must be a number from %d to %d, not '%.60s'", parameter->name, parameter->min,
                      parameter->max, words[i]);
    }
    return true;
}

static bool parse_player(int argc, char **argv, Player *player, Reason *why) {
    if (argc < 2) return refuse(why, "which player? See --help");
    if (argv[1][0] == '-') return refuse(why, "unknown option '%.60s'; see --help", argv[1]);
    for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
        if (strcmp(argv[1], specs[i].name) != 0) continue;
        *player = (Player){.kind = specs[i].kind};
        return parse_parameters(&specs[i], argc - 2, argv + 2, player, why);
    }
    return refuse(why, "there is no player '%.60s'; see --help", argv[1]);
}

int main(int argc, char **argv) {
    Player player;
    Reason why;
    int status;
    if (command_line_answers(argc, argv, "sparring", usage, EXIT_FAILURE, &status)) return status;
    if (!parse_player(argc, argv, &player, &why)) return command_line_complain("sparring", why.text, EXIT_USAGE);
    char name[NAME_SIZE];
    Writer writer = writer_on(name, sizeof name);
    for (int i = 1; i < argc; i++) writer_add(&writer, i > 1 ? " %s" : "%s", argv[i]);
    Conversation *conversation = conversation_new(&player, name);
    if (conversation == NULL) return command_line_complain("sparring", "not enough memory", EXIT_FAILURE);
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    conversation_run(conversation);
    conversation_free(conversation);
    return file_close_stdout("sparring", EXIT_SUCCESS, EXIT_FAILURE);
}
