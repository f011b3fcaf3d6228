#include <string.h>

#include "ugi/ugi.h"

static int help(void) {
    puts("usage: rowan      an engine without a window: it reads commands from standard input, see PROTOCOL.md;\n"
         "                  `help` lists them, `quit` ends it");
    if (fflush(stdout) == 0) return 0;
    perror("rowan: standard output cannot be written");
    return 1;
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "--help") == 0) return help();
    if (argc > 1) {
        fprintf(stderr, "rowan: it takes no arguments, but '%.60s' was given; --help tells more\n", argv[1]);
        return 2;
    }
    return ugi_run(stdin, stdout);
}
