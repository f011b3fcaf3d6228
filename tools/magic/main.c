/* magic: prints magic cubes and squares, and checks them.
 *
 * Exit status: 0 printed, or checked and magic; 1 checked and not magic, or no such figure exists; 2 usage, or a file
 * that cannot be read, or output that cannot be written. */
#include <stdlib.h>
#include <string.h>

#include "common/files.h"
#include "magic/magic_make.h"

enum { EXIT_MAGIC, EXIT_NOT_MAGIC, EXIT_USAGE };

typedef struct {
    int n; /* 0: not given */
    bool is_square;
    const char *check_file;
} Request;

static const char usage_text[] = "usage: magic N [--square]             the magic cube (or square) of order N\n"
                                 "       magic [N] [--square] --check FILE   which sums of a cube or square in FILE "
                                 "(- for standard input) are right\n";

static int usage(const Reason *why) {
    fprintf(stderr, "magic: %s\n%s", why->text, usage_text);
    return EXIT_USAGE;
}

static bool read_order(const char *text, Request *request, Reason *why) {
    if (request->n != 0) return refuse(why, "one order is enough: '%s'", text);
    if (word_to_int(word_of(text), 1, FIGURE_SQUARE_MAX, &request->n)) return true;
    return refuse(why, "the order is a number from 1 to %d (cubes) or %d (squares), not '%s'", (int)FIGURE_CUBE_MAX,
                  (int)FIGURE_SQUARE_MAX, text);
}

static bool read_arguments(int argc, char **argv, Request *request, Reason *why) {
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--square") == 0) {
            request->is_square = true;
        } else if (strcmp(argv[i], "--check") == 0) {
            if (i + 1 == argc) return refuse(why, "--check wants the name of a file");
            request->check_file = argv[++i];
        } else if (argv[i][0] == '-') {
            return refuse(why, "unknown option '%s'", argv[i]);
        } else if (!read_order(argv[i], request, why)) {
            return false;
        }
    }
    if (request->n == 0 && request->check_file == NULL) return refuse(why, "which order?");
    if (request->n > FIGURE_CUBE_MAX && !request->is_square && request->check_file == NULL) {
        return refuse(why, "cubes go up to order %d, squares (--square) up to %d", (int)FIGURE_CUBE_MAX,
                      (int)FIGURE_SQUARE_MAX);
    }
    return true;
}

static const char *noun(const Figure *figure) {
    return figure->d == 3 ? "cube" : "square";
}

static int print_magic(const Request *request) {
    if (request->n == 2) {
        printf("There is no magic %s of order 2: the two numbers of every row and column through a cell would need\n"
               "the same sum, so its neighbours would have to be equal.\n",
               request->is_square ? "square" : "cube");
        return EXIT_NOT_MAGIC;
    }
    Figure figure;
    if (!figure_init(&figure, request->n, request->is_square ? 2 : 3)) {
        fprintf(stderr, "magic: not enough memory\n");
        return EXIT_USAGE;
    }
    bool is_verified = magic_make(&figure) && figure_is_magic(&figure);
    if (is_verified) {
        printf("magic %s of order %d, constant %lld\n\n", noun(&figure), figure.n, (long long)figure_constant(&figure));
        figure_print(stdout, &figure);
    } else {
        fprintf(stderr, "magic: the %s of order %d could not be made\n", noun(&figure), figure.n);
    }
    figure_free(&figure);
    return is_verified ? EXIT_MAGIC : EXIT_USAGE;
}

static void report_sums(const Figure *figure, SumKind kind, const char *plural) {
    int sums = figure_sums(figure, kind), wrong = 0;
    int64_t constant = figure_constant(figure);
    for (int i = 0; i < sums; i++) wrong += figure_sum(figure, kind, i) != constant;
    if (sums == 0) return;
    printf("%-9s  %d of %d right%s\n", plural, sums - wrong, sums, wrong > 0 ? "; wrong:" : "");
    for (int i = 0; i < sums; i++) {
        int64_t sum = figure_sum(figure, kind, i);
        char name[64];
        figure_sum_name(figure, kind, i, name, sizeof name);
        if (sum != constant) printf("    %s adds up to %lld\n", name, (long long)sum);
    }
}

static bool report_numbers(const Figure *figure) {
    int *times = malloc(sizeof times[0] * (size_t)figure->count);
    if (times == NULL) return false;
    figure_census(figure, times);
    int missing = 0;
    for (int i = 0; i < figure->count; i++) missing += times[i] == 0;
    printf("%-9s  %d of 1 to %d are there%s\n", "numbers", figure->count - missing, figure->count,
           missing > 0 ? "; wrong:" : ", each once");
    for (int i = 0; i < figure->count; i++) {
        if (times[i] == 0) printf("    %d is missing\n", i + 1);
        if (times[i] > 1) printf("    %d is there %d times\n", i + 1, times[i]);
    }
    for (int i = 0; i < figure->count; i++) {
        long long number = (long long)figure->numbers[i];
        if (number < 1 || number > figure->count) printf("    %lld is not from 1 to %d\n", number, figure->count);
    }
    free(times);
    return true;
}

static int report(const Figure *figure) {
    static const char *const plurals[SUM_KINDS] = {"rows", "columns", "pillars", "diagonals"};
    printf("%s of order %d, magic constant %lld\n", noun(figure), figure->n, (long long)figure_constant(figure));
    if (!report_numbers(figure)) {
        fprintf(stderr, "magic: not enough memory\n");
        return EXIT_USAGE;
    }
    for (int kind = 0; kind < SUM_KINDS; kind++) report_sums(figure, (SumKind)kind, plurals[kind]);
    bool is_magic = figure_is_magic(figure);
    printf("%s\n", is_magic ? "magic" : "not magic");
    return is_magic ? EXIT_MAGIC : EXIT_NOT_MAGIC;
}

static bool read_figure(const Request *request, Figure *figure, Reason *why) {
    bool is_stdin = strcmp(request->check_file, "-") == 0;
    FILE *in = is_stdin ? stdin : file_open(request->check_file);
    if (in == NULL) return refuse_errno(why, "it cannot be opened");
    bool is_read = figure_read(in, figure, why);
    if (!is_stdin) fclose(in);
    if (!is_read) return false;
    if (figure->n == 1 && request->is_square) figure->d = 2;
    bool fits = (request->n == 0 || request->n == figure->n) && !(request->is_square && figure->d == 3);
    if (fits) return true;
    refuse(why, "it holds a %s of order %d", noun(figure), figure->n);
    figure_free(figure);
    return false;
}

static int check(const Request *request) {
    Figure figure;
    Reason why;
    if (!read_figure(request, &figure, &why)) {
        fprintf(stderr, "magic: %s: %s\n", request->check_file, why.text);
        return EXIT_USAGE;
    }
    int status = report(&figure);
    figure_free(&figure);
    return status;
}

int main(int argc, char **argv) {
    Request request = {0};
    Reason why;
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(usage_text, stdout);
        return output_close("magic", EXIT_MAGIC, EXIT_USAGE);
    }
    if (!read_arguments(argc, argv, &request, &why)) return usage(&why);
    int status = request.check_file != NULL ? check(&request) : print_magic(&request);
    return output_close("magic", status, EXIT_USAGE);
}
