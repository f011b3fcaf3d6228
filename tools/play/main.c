/* play: a person against an engine, two people, or two engines, in a terminal.
 *
 * Exit status: 0 all went well; 1 an engine failed, or the output could not be written; 2 wrong usage, or a file that
 * cannot be read. */
#include <stdio.h>

#include "common/files.h"
#include "common/proc.h"
#include "common/sibling.h"
#include "play/classic.h"
#include "play/dialogue.h"
#include "play/replay.h"

enum { EXIT_PLAYED, EXIT_FAILED, EXIT_USAGE };

static int run(const PlayOptions *options) {
    Terminal terminal;
    Reason why;
    terminal_init(&terminal);
    switch (options->mode) {
    case PLAY_CLASSIC:
        return classic_run(stdin, stdout, &why) ? EXIT_PLAYED : command_line_complain("play", why.text, EXIT_FAILED);
    case PLAY_REPLAY:
        return replay_run(&terminal, options) ? EXIT_PLAYED : EXIT_USAGE;
    default:
        return dialogue_run(&terminal, options) ? EXIT_PLAYED : EXIT_FAILED;
    }
}

int main(int argc, char **argv) {
    char engine[SIBLING_COMMAND_SIZE];
    PlayOptions options;
    Reason why;
    int status;
    if (command_line_answers_with(&play_options_help, argc, argv, EXIT_FAILED, &status)) return status;
    sibling_command(argc > 0 ? argv[0] : "", "rowan", engine);
    if (!play_options_parse(&options, argv + 1, engine, &why))
        return command_line_complain("play", why.text, EXIT_USAGE);
    proc_take_charge(true);
    return file_close_stdout("play", run(&options), EXIT_FAILED);
}
