#include "ugi.h"

int main(int argc, char **argv) {
    if (argc > 1) {
        fprintf(stderr, "%s takes no arguments: it reads commands from standard input, see PROTOCOL.md\n", argv[0]);
        return 2;
    }
    return ugi_run(stdin, stdout);
}
