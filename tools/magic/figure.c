#include "magic/figure.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/files.h"

enum {
    NUMBER_DIGITS_MAX = 12,
    ROW_TEXT_SIZE = 64 * FIGURE_SQUARE_MAX, /* for the longest row, with plenty of blanks */
};
static const int64_t NUMBER_MAX = 999999999999; /* a thousand of them still add up without overflow */

bool figure_init(Figure *figure, int n, int d) {
    int count = d == 2 ? n * n : n * n * n;
    int64_t *numbers = calloc((size_t)count, sizeof numbers[0]);
    if (numbers == NULL) return false;
    *figure = (Figure){n, d, count, numbers};
    return true;
}

void figure_free(Figure *figure) {
    free(figure->numbers);
    figure->numbers = NULL;
}

const char *figure_noun(int d) {
    return d == 3 ? "cube" : "square";
}

int64_t figure_constant(const Figure *figure) {
    return (int64_t)figure->n * (figure->count + 1) / 2;
}

int figure_sums(const Figure *figure, SumKind kind) {
    bool is_cube = figure->d == 3;
    switch (kind) {
    case SUM_PILLAR:
        return is_cube ? figure->n * figure->n : 0;
    case SUM_DIAGONAL:
        return is_cube ? 4 : 2;
    default:
        return is_cube ? figure->n * figure->n : figure->n;
    }
}

/* The cells of a sum: start, start + step, ... */
typedef struct {
    int start, step;
} Stride;

static Stride sum_stride(const Figure *figure, SumKind kind, int index) {
    int n = figure->n, layer = n * n;
    switch (kind) {
    case SUM_ROW:
        return (Stride){index * n, 1};
    case SUM_COLUMN:
        return (Stride){index / n * layer + index % n, n};
    case SUM_PILLAR:
        return (Stride){index, layer};
    default:
        break;
    }
    bool falls_x = (index & 1) != 0, falls_y = (index & 2) != 0;
    return (Stride){(falls_x ? n - 1 : 0) + (falls_y ? n * (n - 1) : 0),
                    (falls_x ? -1 : 1) + (falls_y ? -n : n) + (figure->d == 3 ? layer : 0)};
}

int64_t figure_sum(const Figure *figure, SumKind kind, int index) {
    Stride stride = sum_stride(figure, kind, index);
    int64_t sum = 0;
    for (int i = 0; i < figure->n; i++) sum += figure->numbers[stride.start + i * stride.step];
    return sum;
}

void figure_sum_name(const Figure *figure, SumKind kind, int index, char *name, size_t size) {
    int n = figure->n, start = sum_stride(figure, kind, index).start;
    int column = start % n + 1, row = start / n % n + 1, layer = start / (n * n) + 1;
    Writer writer = writer_on(name, size);
    switch (kind) {
    case SUM_ROW:
        writer_add(&writer, "row %d", row);
        break;
    case SUM_COLUMN:
        writer_add(&writer, "column %d", column);
        break;
    case SUM_PILLAR:
        writer_add(&writer, "pillar at row %d, column %d", row, column);
        break;
    default:
        writer_add(&writer, "diagonal from row %d, column %d", row, column);
        break;
    }
    if (figure->d == 3 && kind != SUM_PILLAR) writer_add(&writer, " of layer %d", layer);
}

void figure_census(const Figure *figure, int times[]) {
    memset(times, 0, sizeof times[0] * (size_t)figure->count);
    for (int i = 0; i < figure->count; i++) {
        int64_t number = figure->numbers[i];
        if (number >= 1 && number <= figure->count) times[number - 1]++;
    }
}

static bool holds_each_number_once(const Figure *figure) {
    int *times = malloc(sizeof times[0] * (size_t)figure->count);
    if (times == NULL) return false;
    figure_census(figure, times);
    bool holds = true;
    for (int i = 0; i < figure->count; i++) holds = holds && times[i] == 1;
    free(times);
    return holds;
}

bool figure_is_magic(const Figure *figure) {
    int64_t constant = figure_constant(figure);
    for (int kind = 0; kind < SUM_KINDS; kind++) {
        int sums = figure_sums(figure, (SumKind)kind);
        for (int index = 0; index < sums; index++) {
            if (figure_sum(figure, (SumKind)kind, index) != constant) return false;
        }
    }
    return holds_each_number_once(figure);
}

void figure_print(FILE *out, const Figure *figure) {
    int width = snprintf(NULL, 0, "%d", figure->count), n = figure->n;
    for (int i = 0; i < figure->count; i++) {
        if (figure->d == 3 && i % (n * n) == 0) fprintf(out, "%slayer %d\n", i > 0 ? "\n" : "", i / (n * n) + 1);
        fprintf(out, "%*lld%c", width, (long long)figure->numbers[i], i % n == n - 1 ? '\n' : ' ');
    }
}

/* The numbers read so far, and how they are arranged in rows. */
typedef struct {
    int64_t *numbers;
    size_t count, capacity;
    int line;
    int rows;
    int per_row; /* 0: no row yet */
    Reason *why;
} RowReader;

static bool add_number(RowReader *reader, int64_t number) {
    if (reader->count == (size_t)FIGURE_SQUARE_MAX * FIGURE_SQUARE_MAX) {
        return refuse(reader->why, "line %d: more than %d numbers", reader->line, (int)reader->count);
    }
    if (reader->count == reader->capacity) {
        size_t capacity = reader->capacity > 0 ? reader->capacity * 2 : 1024;
        int64_t *numbers = realloc(reader->numbers, capacity * sizeof numbers[0]);
        if (numbers == NULL) return refuse(reader->why, "not enough memory");
        reader->numbers = numbers;
        reader->capacity = capacity;
    }
    reader->numbers[reader->count++] = number;
    return true;
}

static bool is_heading(const char *text) {
    const char *cursor = text;
    Word word;
    if (!word_next(&cursor, &word)) return true;
    char first = (char)(word.at[0] | 0x20);
    return word.at[0] == '#' || (first >= 'a' && first <= 'z');
}

static bool read_row(RowReader *reader, const char *text) {
    int numbers = 0;
    Word word;
    for (; word_next(&text, &word); numbers++) {
        int64_t number;
        if (!word_to_number(word, -NUMBER_MAX, NUMBER_MAX, &number)) {
            return refuse(reader->why, "line %d: '%.*s' is not a whole number of at most %d digits", reader->line,
                          word_shown(word), word.at, (int)NUMBER_DIGITS_MAX);
        }
        if (!add_number(reader, number)) return false;
    }
    if (numbers > FIGURE_SQUARE_MAX) {
        return refuse(reader->why, "line %d: more than %d numbers in a row", reader->line, (int)FIGURE_SQUARE_MAX);
    }
    if (reader->per_row == 0) reader->per_row = numbers;
    reader->rows++;
    if (numbers == reader->per_row) return true;
    return refuse(reader->why, "line %d: %d numbers in this row, %d in those above", reader->line, numbers,
                  reader->per_row);
}

/* The next line; false at the end, or if it cannot be a row. What is read is bounded: it may come from a device. */
static bool read_line(FILE *in, RowReader *reader, char text[ROW_TEXT_SIZE]) {
    int c, length = 0;
    while ((c = getc(in)) != EOF && c != '\n') {
        if (c == '\0') return refuse(reader->why, "line %d: a zero byte", reader->line + 1);
        if (length == ROW_TEXT_SIZE - 1) return refuse(reader->why, "line %d is too long", reader->line + 1);
        text[length++] = (char)c;
    }
    text[length] = '\0';
    reader->line++;
    return c != EOF || length > 0;
}

static bool read_rows(FILE *in, RowReader *reader) {
    char text[ROW_TEXT_SIZE];
    errno = 0;
    while (read_line(in, reader, text)) {
        text[strcspn(text, "\r")] = '\0';
        if (!is_heading(text) && !read_row(reader, text)) return false;
    }
    if (ferror(in)) return refuse_errno(reader->why, "it cannot be read");
    return feof(in); /* or else a line was refused */
}

static bool find_shape(const RowReader *reader, Figure *figure) {
    int n = reader->per_row, rows = reader->rows;
    if (n == 0) return refuse(reader->why, "it holds no numbers");
    *figure = (Figure){n, rows == n && n > 1 ? 2 : 3, (int)reader->count, reader->numbers};
    int most = figure->d == 2 ? FIGURE_SQUARE_MAX : FIGURE_CUBE_MAX;
    if ((rows == n || rows == n * n) && n <= most) return true;
    return refuse(reader->why, "with %d numbers in a row, a square has %d rows and a cube has %d, but there are %d", n,
                  n, n * n, rows);
}

bool figure_read(FILE *in, Figure *figure, Reason *why) {
    RowReader reader = {.why = why};
    Figure found;
    if (!read_rows(in, &reader) || !find_shape(&reader, &found)) {
        free(reader.numbers);
        return false;
    }
    *figure = found;
    return true;
}
