/* The engine as a program: its command line, and a word of greeting for people. */
#include <stdbool.h>
#include <string.h>

#include "base/build.h"
#include "base/system.h"
#include "ugi/ugi.h"

enum { EXIT_LOST_OUTPUT = 1, EXIT_WRONG_USAGE = 2 };

static const char usage[] = "usage: rowan                  read commands from standard input\n"
                            "                              (see PROTOCOL.md, or type help)\n"
                            "       rowan bench [DEPTH]    search fixed positions (to DEPTH plies at most,\n"
                            "                              1 to 250), print the node count and the speed\n"
                            "       rowan analyse [FILE]   analyse the positions in FILE, or of standard\n"
                            "                              input, one on each line; print a line of JSON for\n"
                            "                              each, in the same order\n"
                            "\n"
                            "Rowan is an engine for tic-tac-toe in two, three and four dimensions. It speaks\n"
                            "UGI, a line protocol; play (installed as rowan-play) lets you play against it in\n"
                            "a terminal.\n"
                            "\n"
                            "  -h, --help    show this text\n"
                            "  --version     show the version\n"
                            "\n"
                            "Options of analyse:\n"
                            "  --nodes N       nodes for each position (1000000, unless --movetime is given)\n"
                            "  --movetime MS   milliseconds for each position\n"
                            "  --multipv K     how many of the best moves (1)\n"
                            "  --threads N     positions side by side (1)\n"
                            "  --hash MIB      size of the table of each thread (64)\n"
                            "\n"
                            "Exit status: 0 after quit or the end of the input; 1 the output could not be\n"
                            "written, memory was short, or a line was not a position; 2 wrong arguments, or a\n"
                            "file that cannot be read.\n";

static int end_of_answer(void) {
    if (fflush(stdout) == 0 && !ferror(stdout)) return 0;
    perror("rowan: cannot write to standard output");
    return EXIT_LOST_OUTPUT;
}

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        bool is_help = strcmp(argv[i], "-h") == 0 || strcmp(argv[i], "--help") == 0;
        if (!is_help && strcmp(argv[i], "--version") != 0) continue;
        printf(is_help ? "%s" : "rowan (Rowan) %s\n", is_help ? usage : build_details);
        return end_of_answer();
    }
    if (argc > 1 && strcmp(argv[1], "analyse") == 0) return ugi_analyse(argc - 2, argv + 2);
    bool is_bench = argc > 1 && strcmp(argv[1], "bench") == 0;
    if (is_bench && argc <= 3) return ugi_bench(argc == 3 ? argv[2] : NULL, stdout);
    if (argc > 1) {
        const char *wrong = argv[is_bench ? 3 : 1];
        fprintf(stderr, "rowan: unknown %s '%.60s'; see --help\n", wrong[0] == '-' ? "option" : "argument", wrong);
        return EXIT_WRONG_USAGE;
    }
    if (system_has_a_person()) {
        fprintf(stderr, "Rowan %s, an engine for tic-tac-toe in 2, 3 and 4 dimensions. Type help, or quit.\n",
                build_version);
    }
    return ugi_run(stdin, stdout);
}
