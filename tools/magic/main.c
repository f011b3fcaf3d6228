/* magic: prints magic cubes and squares, and checks them.
 *
 * Exit status: 0 printed, or checked and magic; 1 checked and not magic, or there is no such figure; 2 wrong usage, a
 * file that cannot be read, memory that ran out, or output that could not be written. */
#include <string.h>

#include "common/command_line.h"
#include "common/files.h"
#include "magic/output.h"

typedef struct {
    int n; /* 0: not given */
    bool is_square;
    const char *check_file; /* NULL: print a figure */
} MagicOptions;

enum { SQUARE, CHECK, OPTIONS };

static const OptionRow rows[OPTIONS + 1] = {
    [SQUARE] = {"--square", OPTION_SWITCH, 0, NULL, "a square (default: a cube)"},
    [CHECK] = {"--check", OPTION_PATH, 0, "FILE", "say which sums in FILE are right (- for standard input)"},
};

static const OptionHelp help = {
    "magic",
    "usage: magic N [--square]\n"
    "       magic [N] [--square] --check FILE\n"
    "\n"
    "Prints the magic cube or square of order N, or checks one that is in a file.\n"
    "\n"
    "N is the order: 1 to 100 for cubes, 1 to 1000 for squares; there is none of\n"
    "order 2. With --check, N and --square insist that the file holds a figure of\n"
    "that order, or a square.\n",
    rows,
    "Exit status: 0 printed, or checked and magic; 1 checked and not magic, or there\n"
    "is no such cube or square; 2 wrong usage, a file that cannot be read, or output\n"
    "that could not be written.\n",
};

static bool read_arguments(char **argv, MagicOptions *options, Reason *why) {
    const char *value[OPTIONS] = {NULL}, *apart;
    if (!command_line_parse(rows, argv, value, &apart, why)) return false;
    *options = (MagicOptions){.is_square = value[SQUARE] != NULL, .check_file = value[CHECK]};
    if (argv[0] == NULL) return options->check_file != NULL || refuse(why, "which order? see --help");
    if (argv[1] != NULL) return refuse(why, "more than one order given: '%s'", argv[1]);
    if (!word_to_int(word_of(argv[0]), 1, FIGURE_SQUARE_MAX, &options->n)) {
        return refuse(why, "the order must be a number from 1 to %d for cubes, to %d for squares, not '%s'",
                      (int)FIGURE_CUBE_MAX, (int)FIGURE_SQUARE_MAX, argv[0]);
    }
    bool fits = options->n <= FIGURE_CUBE_MAX || options->is_square || options->check_file != NULL;
    return fits || refuse(why, "cubes go up to order %d; squares (--square) go up to order %d", (int)FIGURE_CUBE_MAX,
                          (int)FIGURE_SQUARE_MAX);
}

static bool read_figure(const MagicOptions *options, Figure *figure, Reason *why) {
    bool is_stdin = strcmp(options->check_file, "-") == 0;
    Reason reason;
    FILE *in = is_stdin ? stdin : file_open(options->check_file);
    if (in == NULL) return refuse_errno(why, "cannot open '%.150s'", options->check_file);
    bool is_read = figure_read(in, figure, &reason);
    bool has_failed = ferror(in) != 0;
    if (has_failed) refuse_errno(why, "cannot read '%.150s'", options->check_file);
    if (!has_failed && !is_read) refuse(why, "%.150s: %s", options->check_file, reason.text);
    if (!is_stdin) fclose(in);
    if (!is_read) return false;
    if (figure->n == 1 && options->is_square) figure->d = 2;
    bool fits = (options->n == 0 || options->n == figure->n) && !(options->is_square && figure->d == 3);
    if (fits) return true;
    refuse(why, "%.150s: it is a %s of order %d, not what was asked for", options->check_file, figure_noun(figure->d),
           figure->n);
    figure_free(figure);
    return false;
}

static int check(const MagicOptions *options) {
    Figure figure;
    Reason why;
    if (!read_figure(options, &figure, &why)) return command_line_complain("magic", why.text, EXIT_USAGE);
    int status = output_check(&figure);
    figure_free(&figure);
    return status;
}

int main(int argc, char **argv) {
    MagicOptions options;
    Reason why;
    int status;
    if (command_line_answers_with(&help, argc, argv, EXIT_USAGE, &status)) return status;
    if (!read_arguments(argv + 1, &options, &why)) return command_line_complain("magic", why.text, EXIT_USAGE);
    status = options.check_file != NULL ? check(&options) : output_magic(options.n, options.is_square ? 2 : 3);
    return file_close_stdout("magic", status, EXIT_USAGE);
}
