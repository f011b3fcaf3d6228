/* play: a person against an engine, two people, or two engines, in a terminal.
 *
 * Exit status: 0 all went well; 1 an engine failed, or the output could not be written; 2 wrong usage, or a file that
 * cannot be read. */
#include <string.h>
#include <unistd.h>

#include "common/command_line.h"
#include "common/files.h"
#include "common/proc.h"
#include "play/classic.h"
#include "play/game_loop.h"
#include "play/replay.h"

enum { EXIT_PLAYED, EXIT_FAILED, EXIT_USAGE, PATH_SIZE = 4096, COMMAND_SIZE = 2 * PATH_SIZE + 16 };

static int complain(const Reason *why, int status) {
    fprintf(stderr, "play: %s\n", why->text);
    return status;
}

/* The engine is in the folder of this program. Linux knows that folder; elsewhere it is taken from the name by which
 * the program was called, and if that names no folder, the engine is looked up in PATH. The command is quoted for
 * proc_split_command. */
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

static int run(const PlayOptions *options) {
    Terminal terminal;
    Reason why;
    terminal_init(&terminal);
    switch (options->mode) {
    case PLAY_CLASSIC:
        return classic_run(stdin, stdout, &why) ? EXIT_PLAYED : complain(&why, EXIT_FAILED);
    case PLAY_REPLAY:
        return replay_run(&terminal, options) ? EXIT_PLAYED : EXIT_USAGE;
    default:
        return game_loop_run(&terminal, options) ? EXIT_PLAYED : EXIT_FAILED;
    }
}

int main(int argc, char **argv) {
    char engine[COMMAND_SIZE];
    PlayOptions options;
    Reason why;
    int status;
    proc_ignore_sigpipe();
    if (command_line_answers(argc, argv, "play", play_usage, EXIT_FAILED, &status)) return status;
    find_engine(argc > 0 ? argv[0] : "", engine);
    if (!play_options_parse(&options, argc, argv, engine, &why)) return complain(&why, EXIT_USAGE);
    return output_close("play", run(&options), EXIT_FAILED);
}
