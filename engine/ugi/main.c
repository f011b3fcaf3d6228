/* The engine as a program: its command line, and a word of greeting for people. */
#include <string.h>

#include "base/terminal.h"
#include "ugi/ugi.h"

enum { EXIT_LOST_OUTPUT = 1, EXIT_WRONG_USAGE = 2 };

static const char usage[] =
    "usage: rowan                  read commands from standard input (see PROTOCOL.md, or type help)\n"
    "       rowan bench [DEPTH]    search fixed positions, print the node count and the speed, and exit\n"
    "\n"
    "Rowan is an engine for tic-tac-toe in two, three and four dimensions. It speaks UGI, a line\n"
    "protocol; play (installed as rowan-play) lets you play against it in a terminal.\n"
    "\n"
    "  -h, --help    show this text\n"
    "  --version     show the version\n"
    "\n"
    "Exit status: 0 after quit or the end of the input; 1 the output could not be written; 2 wrong\n"
    "arguments.\n";

static int answer(const char *text) {
    fputs(text, stdout);
    if (fflush(stdout) == 0 && !ferror(stdout)) return 0;
    perror("rowan: cannot write to standard output");
    return EXIT_LOST_OUTPUT;
}

int main(int argc, char **argv) {
    const char *first = argc > 1 ? argv[1] : "";
    if (strcmp(first, "-h") == 0 || strcmp(first, "--help") == 0) return answer(usage);
    if (strcmp(first, "--version") == 0) return answer("rowan (Rowan) " ROWAN_VERSION "\n");
    if (strcmp(first, "bench") == 0 && argc <= 3) return ugi_bench(argc == 3 ? argv[2] : "", stdout);
    if (argc > 1) {
        fprintf(stderr, "rowan: '%.60s' is not an argument it knows; see --help\n", argv[argc > 3 ? 3 : 1]);
        return EXIT_WRONG_USAGE;
    }
    if (terminal_has_a_person()) {
        fputs("Rowan " ROWAN_VERSION ", an engine for tic-tac-toe in 2, 3 and 4 dimensions. Type help, or quit.\n",
              stderr);
    }
    return ugi_run(stdin, stdout);
}
