#include "common/client.h"
#include "referee/referee_options.h"

/* In pieces, because ISO C promises no more than 4095 characters in a string. At most 100 columns. */

static const char engines_help[] =
    "usage: referee --engine SETTING... --engine SETTING... [--each SETTING...] [OPTION...]\n"
    "       referee --resume FILE [OPTION...]\n"
    "\n"
    "Plays a tournament between engines that speak UGI and prints the results. An example:\n"
    "\n"
    "  build/referee --engine name=A cmd=build/rowan --engine name=B cmd='build/sparring rules' \\\n"
    "                --each st=0.1 --games 10 --record games.txt\n"
    "\n"
    "Defaults are in parentheses.\n"
    "\n"
    "Engines\n"
    "  --engine SETTING...     an engine; at least two are needed\n"
    "  --each SETTING...       settings for all engines; an engine's own settings take precedence\n"
    "\n"
    "Settings of an engine (one of tc, st, depth and nodes is required)\n"
    "  name=NAME               name in the results (the command without its folder)\n"
    "  cmd=COMMAND             the program to run; may include arguments\n"
    "  args=ARGUMENTS          more arguments\n"
    "  dir=FOLDER              working directory (the current one)\n"
    "  option.NAME=VALUE       an option for the engine, sent as setoption\n"
    "  tc=[MOVES/]TIME[+INC]   a clock, in seconds or minutes:seconds: tc=60+0.5, tc=40/5:00\n"
    "  st=SECONDS              time per move\n"
    "  depth=N                 depth per move\n"
    "  nodes=N                 nodes per move\n"
    "  margin-ms=N             how far it may overrun its time (%d)\n"
    "  start-ms=N              time to answer ugi (%d)\n"
    "  ping-ms=N               time to answer isready (%d)\n"
    "  hang-ms=N               time to answer go; with a clock, counted from when it runs out (%d)\n"
    "  quit-ms=N               time to exit after quit (%d)\n"
    "\n";

static const char tournament_help[] =
    "Tournament\n"
    "  --game GAME             4x4x4, 5x5, 3x3x3:score10, ... (4x4x4)\n"
    "  --format FORMAT         match, roundrobin or gauntlet (match for two engines, else roundrobin)\n"
    "  --rounds N              rounds (1)\n"
    "  --games N               games per pairing and round (%d); each pair shares an opening, with\n"
    "                          sides swapped\n"
    "  --concurrency N         games played at the same time (1)\n"
    "  --recover               after a fault, restart the engine and go on (the default)\n"
    "  --strict                after a fault, stop the tournament\n"
    "\n"
    "Openings\n"
    "  --plies N               length of random openings (%d), or of the openings in a file (all moves)\n"
    "  --openings FILE         one opening per line: a position, a list of moves, or both\n"
    "  --order ORDER           order of the openings in a file: sequential or random (sequential)\n"
    "  --seed N                seed for random openings and random order (1)\n"
    "\n";

static const char ending_and_output_help[] =
    "Ending early\n"
    "  --max-plies N           a game of N plies is a draw\n"
    "  --draw moves=N score=CP [plies=P]\n"
    "                          draw if both engines' scores stay within CP for N moves each,\n"
    "                          but not before ply P\n"
    "  --resign moves=N score=CP [plies=P]\n"
    "                          win if both engines' scores agree on a lead of CP for N moves each\n"
    "  --sprt [elo0=E] [elo1=E] [alpha=A] [beta=B] [model=logistic|normalised]\n"
    "                          stop a match when the sequential test decides it\n"
    "                          (elo0=0 elo1=10 alpha=0.05 beta=0.05 model=logistic)\n"
    "\n"
    "Output\n"
    "  --record FILE           write every game to a new file\n"
    "  --resume FILE           go on with the tournament recorded in FILE\n"
    "  --json FILE             write the results as JSON\n"
    "  --log FILE              append all lines sent to and received from engines\n"
    "  --report-every N        print the standings after every N games\n"
    "  --quiet                 do not print a line for each game\n"
    "  -h, --help              print this help\n"
    "  --version               print the version\n"
    "\n"
    "Exit status: 0 all games were played, or the SPRT decided; 1 --strict stopped after a fault; 2 wrong\n"
    "usage, a file that cannot be opened, an engine that cannot be run; 3 output could not be written, or\n"
    "memory or threads ran out; 128 + N stopped by signal N.\n"
    "\n"
    "The manual is tools/referee/README.md, or rowan-referee(1) where Rowan is installed.\n";

void referee_options_help(char text[REFEREE_HELP_SIZE]) {
    Writer writer = writer_on(text, REFEREE_HELP_SIZE);
    writer_add(&writer, engines_help, MARGIN_MS_DEFAULT, CLIENT_START_MS_DEFAULT, CLIENT_PING_MS_DEFAULT,
               HANG_MS_DEFAULT, CLIENT_QUIT_MS_DEFAULT);
    writer_add(&writer, tournament_help, GAMES_DEFAULT, OPENING_PLIES_DEFAULT);
    writer_add(&writer, "%s", ending_and_output_help);
}
