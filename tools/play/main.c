/* play: a person against an engine, two persons, or two engines, in a terminal.
 *
 * Exit status: 0 played to whatever end; 1 an engine failed, or the output cannot be written; 2 usage, or a file that
 * cannot be read. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/files.h"
#include "common/proc.h"
#include "play/classic.h"
#include "play/dialogue.h"
#include "play/replay.h"

enum { EXIT_PLAYED, EXIT_FAILED, EXIT_USAGE, PATH_SIZE = 4096, COMMAND_SIZE = 2 * PATH_SIZE + 16 };

/* Our engine lies beside this program: by the system's word for where that is, else by how it was called, else it is
 * left to PATH. The command is quoted for proc_split_command. */
static void find_engine(const char *called, char command[COMMAND_SIZE]) {
    char path[PATH_SIZE];
    ssize_t length = readlink("/proc/self/exe", path, PATH_SIZE - 1);
    if (length > 0) {
        path[length] = '\0';
    } else {
        snprintf(path, sizeof path, "%s", called);
    }
    const char *slash = strrchr(path, '/');
    Writer writer = writer_on(command, COMMAND_SIZE);
    writer_add(&writer, "\"");
    for (const char *c = path; slash != NULL && c <= slash; c++) {
        writer_add(&writer, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    }
    writer_add(&writer, "rowan\"");
}

static int run(const PlayRequest *request) {
    Terminal terminal;
    terminal_init(&terminal);
    switch (request->kind) {
    case REQUEST_HELP:
        play_request_usage(stdout);
        return EXIT_PLAYED;
    case REQUEST_CLASSIC:
        return classic_run(stdin, stdout) ? EXIT_PLAYED : EXIT_FAILED;
    case REQUEST_REPLAY:
        return replay_run(&terminal, request) ? EXIT_PLAYED : EXIT_USAGE;
    default:
        return dialogue_run(&terminal, request) ? EXIT_PLAYED : EXIT_FAILED;
    }
}

int main(int argc, char **argv) {
    char engine[COMMAND_SIZE];
    PlayRequest request;
    Reason why;
    proc_ignore_sigpipe();
    find_engine(argc > 0 ? argv[0] : "", engine);
    if (!play_request_read(&request, argc, argv, engine, &why)) {
        fprintf(stderr, "play: %s\n", why.text);
        play_request_usage(stderr);
        return EXIT_USAGE;
    }
    return output_close("play", run(&request), EXIT_FAILED);
}
