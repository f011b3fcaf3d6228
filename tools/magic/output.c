#include "magic/output.h"

#include <stdlib.h>

#include "common/command_line.h"

/* How many sums of this kind are wrong; each of these is named. */
static int print_sums(const Figure *figure, SumKind kind) {
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
static int print_numbers(const Figure *figure, const int times[]) {
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

int output_check(const Figure *figure) {
    int *times = malloc(sizeof times[0] * (size_t)figure->count);
    if (times == NULL) return command_line_complain("magic", "not enough memory", EXIT_USAGE);
    figure_census(figure, times);
    printf("%s of order %d, magic constant %lld\n", figure_noun(figure->d), figure->n,
           (long long)figure_constant(figure));
    int wrong = print_numbers(figure, times);
    for (int kind = 0; kind < SUM_KINDS; kind++) wrong += print_sums(figure, (SumKind)kind);
    free(times);
    printf("%s\n", wrong == 0 ? "magic" : "not magic");
    return wrong == 0 ? EXIT_MAGIC : EXIT_NOT_MAGIC;
}

int output_magic(int n, int d) {
    if (n == 2) {
        printf("There is no magic %s of order 2: the numbers beside and below a number would have to be equal.\n",
               figure_noun(d));
        return EXIT_NOT_MAGIC;
    }
    Figure figure;
    if (!figure_init(&figure, n, d)) return command_line_complain("magic", "not enough memory", EXIT_USAGE);
    bool is_verified = figure_make_magic(&figure) && figure_is_magic(&figure);
    if (is_verified) {
        printf("magic %s of order %d, constant %lld\n\n", figure_noun(d), n, (long long)figure_constant(&figure));
        figure_print(stdout, &figure);
    } else {
        fprintf(stderr, "magic: the %s of order %d could not be made\n", figure_noun(d), n);
    }
    figure_free(&figure);
    return is_verified ? EXIT_MAGIC : EXIT_USAGE;
}
