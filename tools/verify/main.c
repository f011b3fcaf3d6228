/* Verifies a proof: `verify FILE`; explains it, or plays by it. Exit status 0 only if the proof holds, 1 if it does
 * not, 2 if that could not be found out: wrong usage, a file that cannot be read, too little memory, too many steps,
 * output that cannot be written.
 *
 * Links the rules and the checker of engine/proof, no search. */
#include "common/command_line.h"
#include "common/files.h"
#include "verify/arguments.h"
#include "verify/checking.h"
#include "verify/dialogue.h"
#include "verify/explain.h"

/* What comes after a proof has been found to hold. */
static int go_on(const VerifyArguments *arguments, const Proof *proof) {
    Shape *shape = arguments->task == VERIFY_CHECK ? NULL : shape_new(&proof->start.game);
    int status = EXIT_HOLDS;
    if (arguments->task != VERIFY_CHECK && shape == NULL) return checking_complain("not enough memory for the board");
    if (arguments->task == VERIFY_EXPLAIN) status = explain_run(proof, shape, arguments);
    if (arguments->task == VERIFY_PLAY) status = dialogue_run(proof, shape, arguments);
    shape_free(shape);
    return status;
}

int main(int argc, char **argv) {
    char usage[4096];
    Writer help = writer_on(usage, sizeof usage);
    VerifyArguments arguments;
    Reason why;
    Proof proof;
    int status;
    arguments_help(&help);
    if (command_line_answers(argc, argv, "verify", usage, EXIT_NOT_TRIED, &status)) return status;
    if (!arguments_parse(argv + 1, &arguments, &why)) return checking_complain(why.text);
    /* A graph is for another program: the verdict goes elsewhere. */
    status = checking_run(&arguments, arguments.as_dot ? stderr : stdout, &proof);
    if (status == EXIT_HOLDS) status = go_on(&arguments, &proof);
    proof_release(&proof);
    return file_close_stdout("verify", status, EXIT_NOT_TRIED);
}
