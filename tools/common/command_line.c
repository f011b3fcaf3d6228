#include "common/command_line.h"

#include <stdio.h>
#include <string.h>

#include "common/files.h"

bool command_line_answers(int argc, char **argv, const char *program, const char *usage, int failure, int *status) {
    for (int i = 1; i < argc; i++) {
        bool is_help = strcmp(argv[i], "-h") == 0 || strcmp(argv[i], "--help") == 0;
        if (!is_help && strcmp(argv[i], "--version") != 0) continue;
        if (is_help) {
            fputs(usage, stdout);
        } else {
            printf("%s (Rowan) %s\n", program, ROWAN_VERSION);
        }
        *status = output_close(program, 0, failure);
        return true;
    }
    return false;
}
