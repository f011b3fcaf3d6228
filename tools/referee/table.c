#include "referee/table.h"

#include <string.h>

enum { GAP = 2, TEXT_WIDTH_MIN = 8 };

/* In characters: bytes that go on with a character of UTF-8 take no room. */
static int shown_width(const char *text) {
    int width = 0;
    for (; *text != '\0'; text++) width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

/* The number of bytes of the first characters of the text. */
static int bytes_of(const char *text, int characters) {
    int bytes = 0;
    for (; text[bytes] != '\0'; bytes++) {
        if (((unsigned char)text[bytes] & 0xc0) != 0x80 && characters-- == 0) break;
    }
    return bytes;
}

void table_init(Table *table, const TableColumn *columns, int column_count, int row_count) {
    memset(table, 0, sizeof *table);
    table->columns = columns;
    table->column_count = column_count;
    table->row_count = row_count;
    for (int i = 0; i < column_count; i++) table->is_shown[i] = true;
}

static void measure(Table *table) {
    for (int column = 0; column < table->column_count; column++) {
        table->widths[column] = shown_width(table->columns[column].title);
        for (int row = 0; row < table->row_count; row++) {
            int width = shown_width(table->cells[row][column]);
            if (width > table->widths[column]) table->widths[column] = width;
        }
    }
}

static int whole_width(const Table *table) {
    int width = -GAP;
    for (int i = 0; i < table->column_count; i++) width += table->is_shown[i] ? table->widths[i] + GAP : 0;
    return width;
}

/* False if no column is left that may go. */
static bool leave_out(Table *table) {
    int rank = 0;
    for (int i = 0; i < table->column_count; i++) {
        if (table->is_shown[i] && table->columns[i].rank > rank) rank = table->columns[i].rank;
    }
    for (int i = 0; i < table->column_count && rank > 0; i++) {
        if (table->columns[i].rank == rank) table->is_shown[i] = false;
    }
    return rank > 0;
}

static void cut_text(Table *table, int excess) {
    for (int i = 0; i < table->column_count; i++) {
        if (!table->columns[i].is_text || !table->is_shown[i]) continue;
        int width = table->widths[i] - excess;
        table->widths[i] = width > TEXT_WIDTH_MIN ? width : TEXT_WIDTH_MIN;
        return;
    }
}

void table_fit(Table *table, int width) {
    measure(table);
    while (whole_width(table) > width && leave_out(table)) {
    }
    if (whole_width(table) > width) cut_text(table, whole_width(table) - width);
}

static void print_cell(const Table *table, FILE *stream, int column, const char *text) {
    int width = table->widths[column], length = shown_width(text), shown = length > width ? width : length;
    bool is_cut = length > width;
    int bytes = bytes_of(text, is_cut ? width - 1 : shown);
    const char *sign = is_cut ? "~" : "";
    if (table->columns[column].is_text) {
        bool is_last = column + 1 == table->column_count;
        fprintf(stream, "%.*s%s%*s", bytes, text, sign, is_last ? 0 : width - shown, "");
    } else {
        fprintf(stream, "%*s%.*s%s", width - shown, "", bytes, text, sign);
    }
}

void table_print(const Table *table, FILE *stream) {
    for (int row = -1; row < table->row_count; row++) {
        bool is_first = true;
        for (int i = 0; i < table->column_count; i++) {
            if (!table->is_shown[i]) continue;
            if (!is_first) fprintf(stream, "%*s", GAP, "");
            is_first = false;
            print_cell(table, stream, i, row < 0 ? table->columns[i].title : table->cells[row][i]);
        }
        fputc('\n', stream);
    }
}
