/* Squares and cubes from files. What is read can be printed and read again; it is magic if all its sums say so. */
#include "fuzz/fuzz.h"
#include "magic/figure.h"

static FILE *stream_of(const uint8_t *data, size_t size) {
    FILE *stream = fopen(fuzz_file(data, size), "rb");
    FUZZ_CHECK(stream != NULL);
    return stream;
}

static bool all_sums_agree(const Figure *figure) {
    for (SumKind kind = SUM_ROW; kind < SUM_KINDS; kind++) {
        for (int i = 0; i < figure_sums(figure, kind); i++) {
            if (figure_sum(figure, kind, i) != figure_constant(figure)) return false;
        }
    }
    return true;
}

static void check_printed(const Figure *figure) {
    char *text = NULL;
    size_t length = 0;
    Figure again;
    Reason why;
    FILE *out = open_memstream(&text, &length);
    FUZZ_CHECK(out != NULL);
    figure_print(out, figure);
    fclose(out);
    FILE *in = stream_of((const uint8_t *)text, length);
    FUZZ_CHECK(figure_read(in, &again, &why));
    fclose(in);
    FUZZ_CHECK(again.count == figure->count);
    FUZZ_CHECK(memcmp(again.numbers, figure->numbers, (size_t)again.count * sizeof *again.numbers) == 0);
    figure_free(&again);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Figure figure;
    Reason why;
    FILE *in = stream_of(data, size);
    bool is_read = figure_read(in, &figure, &why);
    fclose(in);
    if (!is_read) return 0;
    FUZZ_CHECK(!figure_is_magic(&figure) || all_sums_agree(&figure));
    check_printed(&figure);
    figure_free(&figure);
    return 0;
}
