/* Verifies a proof: `verify FILE`; explains it, plays by it, or writes it in another form. Exit status 0 only if the
 * proof holds, 1 if it does not, 2 if that could not be found out: wrong usage, a file that cannot be read, too little
 * memory, too many steps, output that cannot be written.
 *
 * Links the rules and the checker of engine/proof, no search. */
#include "common/files.h"
#include "verify/verify.h"

/* What comes after a proof has been found to hold. */
static int go_on(const VerifyArguments *arguments, const Proof *proof) {
    Shape *shape = arguments->task == VERIFY_CHECK ? NULL : shape_new(&proof->start.game);
    int status = VERIFY_HOLDS;
    if (arguments->task != VERIFY_CHECK && shape == NULL) return verify_complain("not enough memory for the board");
    if (arguments->task == VERIFY_EXPLAIN) status = verify_explain(proof, shape, arguments);
    if (arguments->task == VERIFY_PLAY) status = verify_play(proof, shape, arguments);
    shape_free(shape);
    return status;
}

int main(int argc, char **argv) {
    VerifyArguments arguments;
    Reason why;
    Proof proof;
    int status;
    if (command_line_answers_with(&verify_help, argc, argv, VERIFY_NOT_TRIED, &status)) return status;
    if (!verify_parse(argv + 1, &arguments, &why)) return verify_complain(why.text);
    if (arguments.task == VERIFY_REWRITE)
        return file_close_stdout("verify", verify_rewrite(&arguments), VERIFY_NOT_TRIED);
    /* A graph is for another program: the verdict goes elsewhere. */
    status = verify_check(&arguments, arguments.as_dot ? stderr : stdout, &proof);
    if (status == VERIFY_HOLDS) status = go_on(&arguments, &proof);
    proof_release(&proof);
    return file_close_stdout("verify", status, VERIFY_NOT_TRIED);
}
