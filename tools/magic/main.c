/* magic: prints magic cubes and squares, and checks them.
 *
 * Exit status: 0 printed, or checked and magic; 1 checked and not magic, or there is no such figure; 2 wrong usage, a
 * file that cannot be read, memory that ran out, or output that could not be written. */
#include <stdlib.h>
#include <string.h>

#include "common/command_line.h"
#include "common/files.h"
#include "magic/figure.h"

enum { EXIT_MAGIC, EXIT_NOT_MAGIC, EXIT_USAGE };

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

static const char *noun(const Figure *figure) {
    return figure->d == 3 ? "cube" : "square";
}

static int print_magic(const MagicOptions *options) {
    if (options->n == 2) {
        printf("There is no magic %s of order 2: the numbers beside and below a number would have to be equal.\n",
               options->is_square ? "square" : "cube");
        return EXIT_NOT_MAGIC;
    }
    Figure figure;
    if (!figure_init(&figure, options->n, options->is_square ? 2 : 3))
        return command_line_complain("magic", "not enough memory", EXIT_USAGE);
    bool is_verified = figure_make_magic(&figure) && figure_is_magic(&figure);
    if (is_verified) {
        printf("magic %s of order %d, constant %lld\n\n", noun(&figure), figure.n, (long long)figure_constant(&figure));
        figure_print(stdout, &figure);
    } else {
        fprintf(stderr, "magic: the %s of order %d could not be made\n", noun(&figure), figure.n);
    }
    figure_free(&figure);
    return is_verified ? EXIT_MAGIC : EXIT_USAGE;
}

/* How many sums of this kind are wrong; each of these is named. */
static int report_sums(const Figure *figure, SumKind kind) {
    static const char *const plurals[SUM_KINDS] = {"rows", "columns", "pillars", "diagonals"};
    int sums = figure_sums(figure, kind), wrong = 0;
    int64_t constant = figure_constant(figure);
    for (int i = 0; i < sums; i++) wrong += figure_sum(figure, kind, i) != constant;
    if (sums == 0) return 0;
    printf("%-9s  %d of %d right%s\n", plurals[kind], sums - wrong, sums, wrong > 0 ? "; wrong:" : "");
    for (int i = 0; i < sums; i++) {
        int64_t sum = figure_sum(figure, kind, i);
        char name[64];
        figure_sum_name(figure, kind, i, name, sizeof name);
        if (sum != constant) printf("    %s adds up to %lld\n", name, (long long)sum);
    }
    return wrong;
}

/* How many of 1 to count are missing, given how often each occurs. If none is missing, none occurs twice and there is
 * no room for any other number. */
static int report_numbers(const Figure *figure, const int times[]) {
    int missing = 0;
    for (int i = 0; i < figure->count; i++) missing += times[i] == 0;
    printf("%-9s  %d of 1 to %d present%s\n", "numbers", figure->count - missing, figure->count,
           missing > 0 ? "; wrong:" : ", each once");
    for (int i = 0; i < figure->count; i++) {
        if (times[i] == 0) printf("    %d is missing\n", i + 1);
        if (times[i] > 1) printf("    %d occurs %d times\n", i + 1, times[i]);
    }
    for (int i = 0; i < figure->count; i++) {
        long long number = (long long)figure->numbers[i];
        if (number < 1 || number > figure->count) printf("    %lld is not from 1 to %d\n", number, figure->count);
    }
    return missing;
}

static int report(const Figure *figure) {
    int *times = malloc(sizeof times[0] * (size_t)figure->count);
    if (times == NULL) return command_line_complain("magic", "not enough memory", EXIT_USAGE);
    figure_census(figure, times);
    printf("%s of order %d, magic constant %lld\n", noun(figure), figure->n, (long long)figure_constant(figure));
    int wrong = report_numbers(figure, times);
    for (int kind = 0; kind < SUM_KINDS; kind++) wrong += report_sums(figure, (SumKind)kind);
    free(times);
    printf("%s\n", wrong == 0 ? "magic" : "not magic");
    return wrong == 0 ? EXIT_MAGIC : EXIT_NOT_MAGIC;
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
    refuse(why, "%.150s: it is a %s of order %d, not what was asked for", options->check_file, noun(figure), figure->n);
    figure_free(figure);
    return false;
}

static int check(const MagicOptions *options) {
    Figure figure;
    Reason why;
    if (!read_figure(options, &figure, &why)) return command_line_complain("magic", why.text, EXIT_USAGE);
    int status = report(&figure);
    figure_free(&figure);
    return status;
}

int main(int argc, char **argv) {
    MagicOptions options;
    Reason why;
    int status;
    if (command_line_answers_with(&help, argc, argv, EXIT_USAGE, &status)) return status;
    if (!read_arguments(argv + 1, &options, &why)) return command_line_complain("magic", why.text, EXIT_USAGE);
    status = options.check_file != NULL ? check(&options) : print_magic(&options);
    return file_close_stdout("magic", status, EXIT_USAGE);
}
