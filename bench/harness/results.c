#include "harness/results.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void results_init(Results *results, const char *command) {
    memset(results, 0, sizeof *results);
    snprintf(results->command, sizeof results->command, "%s", command);
    machine_describe(&results->machine);
    if (!machine_is_busy(&results->machine)) return;
    results_note(results, "the machine was busy (load %s on %d cores): wall clock times are too long",
                 results->machine.load, results->machine.cores);
}

void results_free(Results *results) {
    for (int i = 0; i < results->table_count; i++) free(results->tables[i].cells);
    results->table_count = 0;
}

void results_table(Results *results, const TableHead *head) {
    if (results->table_count == RESULTS_TABLES_MAX) {
        results->is_incomplete = true;
        return;
    }
    ResultTable *table = &results->tables[results->table_count++];
    *table = (ResultTable){.head = *head};
    while (head->columns[table->columns] != NULL) table->columns++;
}

static void add_cell(Results *results, Cell cell) {
    ResultTable *table = &results->tables[results->table_count - 1];
    if (table->cell_count == table->cell_max) {
        int wanted = table->cell_max > 0 ? 2 * table->cell_max : 64;
        Cell *cells = realloc(table->cells, sizeof *cells * (size_t)wanted);
        if (cells == NULL) {
            results->is_incomplete = true;
            return;
        }
        table->cells = cells;
        table->cell_max = wanted;
    }
    table->cells[table->cell_count++] = cell;
}

void results_number(Results *results, double number, int decimals) {
    CellKind kind = isfinite(number) ? CELL_NUMBER : CELL_NOTHING;
    add_cell(results, (Cell){.kind = kind, .number = number, .decimals = decimals});
}

void results_nothing(Results *results) {
    add_cell(results, (Cell){.kind = CELL_NOTHING});
}

void results_text(Results *results, const char *format, ...) {
    va_list arguments;
    Cell cell = {.kind = CELL_TEXT};
    va_start(arguments, format);
    vsnprintf(cell.text, sizeof cell.text, format, arguments);
    va_end(arguments);
    add_cell(results, cell);
}

void results_summary(Results *results, const char *format, ...) {
    ResultTable *table = &results->tables[results->table_count - 1];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(table->summary, sizeof table->summary, format, arguments);
    va_end(arguments);
}

void results_note(Results *results, const char *format, ...) {
    va_list arguments;
    if (results->note_count == RESULTS_NOTES_MAX) return;
    va_start(arguments, format);
    vsnprintf(results->notes[results->note_count++], RESULTS_TEXT_SIZE, format, arguments);
    va_end(arguments);
}

/* Printing */

enum { SHOWN_SIZE = 96 };

/* 1234567.8 as 1,234,567.8 */
static void group_digits(double number, int decimals, char text[SHOWN_SIZE]) {
    char plain[64];
    snprintf(plain, sizeof plain, "%.*f", decimals, number);
    size_t whole = strcspn(plain, "."), at = 0;
    for (size_t i = 0; plain[i] != '\0' && at < SHOWN_SIZE - 2; i++) {
        bool is_inside = i > 0 && i < whole && plain[i - 1] != '-';
        if (is_inside && (whole - i) % 3 == 0) text[at++] = ',';
        text[at++] = plain[i];
    }
    text[at] = '\0';
}

static void show_cell(const Cell *cell, char text[SHOWN_SIZE]) {
    if (cell->kind == CELL_NUMBER) {
        group_digits(cell->number, cell->decimals, text);
    } else {
        snprintf(text, SHOWN_SIZE, "%s", cell->kind == CELL_TEXT ? cell->text : "-");
    }
}

static int rows_of(const ResultTable *table) {
    return table->columns > 0 ? table->cell_count / table->columns : 0;
}

static const Cell *cell_at(const ResultTable *table, int row, int column) {
    return &table->cells[row * table->columns + column];
}

/* Text to the left, numbers to the right; a column is right-aligned if its first real entry is a number. */
static bool is_numeric(const ResultTable *table, int column) {
    for (int row = 0; row < rows_of(table); row++) {
        CellKind kind = cell_at(table, row, column)->kind;
        if (kind != CELL_NOTHING) return kind == CELL_NUMBER;
    }
    return false;
}

static void find_widths(const ResultTable *table, int width[RESULTS_COLUMNS_MAX]) {
    char shown[SHOWN_SIZE];
    for (int column = 0; column < table->columns; column++) {
        width[column] = (int)strlen(table->head.columns[column]);
        for (int row = 0; row < rows_of(table); row++) {
            show_cell(cell_at(table, row, column), shown);
            if ((int)strlen(shown) > width[column]) width[column] = (int)strlen(shown);
        }
    }
}

/* Row -1 is the line of column names. */
static void print_row(const ResultTable *table, int row, const int width[RESULTS_COLUMNS_MAX], FILE *stream) {
    char shown[SHOWN_SIZE];
    for (int column = 0; column < table->columns; column++) {
        bool is_last = column == table->columns - 1;
        int to_left = is_last ? 0 : -width[column];
        if (row < 0) snprintf(shown, sizeof shown, "%s", table->head.columns[column]);
        if (row >= 0) show_cell(cell_at(table, row, column), shown);
        fprintf(stream, "%s%*s", column > 0 ? "  " : "", is_numeric(table, column) ? width[column] : to_left, shown);
    }
    fputc('\n', stream);
}

static void print_table(const ResultTable *table, FILE *stream) {
    int width[RESULTS_COLUMNS_MAX];
    find_widths(table, width);
    fprintf(stream, "\n%s\n", table->head.title);
    fprintf(stream, table->limits[0] != '\0' ? "%s\n\n" : "%s\n", table->limits);
    for (int row = -1; row < rows_of(table); row++) print_row(table, row, width, stream);
    for (const char *const *legend = table->head.legends; *legend != NULL; legend++) {
        fprintf(stream, "%s  %s\n", legend == table->head.legends ? "\n" : "", *legend);
    }
    if (table->summary[0] != '\0') fprintf(stream, "\n%s\n", table->summary);
}

static void print_head(const Results *results, const char *indent, FILE *stream) {
    const Machine *machine = &results->machine;
    fprintf(stream, "%scommand    %s\n", indent, results->command);
    fprintf(stream, "%sdate       %s\n", indent, machine->date);
    fprintf(stream, "%smachine    %s, %d cores, %s, load %s\n", indent, machine->processor, machine->cores,
            machine->system, machine->load);
    fprintf(stream, "%scompiler   %s\n", indent, machine->compiler);
    fprintf(stream, "%sflags      %s\n", indent, machine->flags);
    fprintf(stream, "%scommit     %s\n", indent, machine->commit);
}

static void print_text(const Results *results, FILE *stream) {
    print_head(results, "", stream);
    if (results->note_count > 0) fputc('\n', stream);
    for (int i = 0; i < results->note_count; i++) fprintf(stream, "%s\n", results->notes[i]);
    for (int i = 0; i < results->table_count; i++) print_table(&results->tables[i], stream);
    if (results->is_incomplete) fputs("some results are missing: not enough memory\n", stream);
}

static void print_json_string(const char *text, FILE *stream) {
    fputc('"', stream);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\') fputc('\\', stream);
        fputc((unsigned char)*text < ' ' ? ' ' : *text, stream);
    }
    fputc('"', stream);
}

static void print_json_cell(const Cell *cell, FILE *stream) {
    if (cell->kind == CELL_NUMBER) fprintf(stream, "%.*f", cell->decimals, cell->number);
    if (cell->kind == CELL_TEXT) print_json_string(cell->text, stream);
    if (cell->kind == CELL_NOTHING) fputs("null", stream);
}

static void print_json_table(const ResultTable *table, FILE *stream) {
    fputs("\n    {\"name\": ", stream);
    print_json_string(table->head.name, stream);
    fputs(", \"title\": ", stream);
    print_json_string(table->head.title, stream);
    const char *const texts[][2] = {{"limits", table->limits}, {"summary", table->summary}};
    for (int i = 0; i < 2; i++) {
        if (texts[i][1][0] == '\0') continue;
        fprintf(stream, ", \"%s\": ", texts[i][0]);
        print_json_string(texts[i][1], stream);
    }
    fputs(", \"rows\": [", stream);
    for (int row = 0; row < rows_of(table); row++) {
        fputs(row > 0 ? ",\n      {" : "\n      {", stream);
        for (int column = 0; column < table->columns; column++) {
            if (column > 0) fputs(", ", stream);
            print_json_string(table->head.columns[column], stream);
            fputs(": ", stream);
            print_json_cell(cell_at(table, row, column), stream);
        }
        fputc('}', stream);
    }
    fputs("]}", stream);
}

static void print_json(const Results *results, FILE *stream) {
    const Machine *machine = &results->machine;
    const char *const facts[][2] = {{"command", results->command},     {"date", machine->date},
                                    {"processor", machine->processor}, {"system", machine->system},
                                    {"load", machine->load},           {"compiler", machine->compiler},
                                    {"flags", machine->flags},         {"commit", machine->commit}};
    fprintf(stream, "{\n  \"machine\": {\"cores\": %d", machine->cores);
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        fprintf(stream, ", \"%s\": ", facts[i][0]);
        print_json_string(facts[i][1], stream);
    }
    fputs("},\n  \"tables\": [", stream);
    for (int i = 0; i < results->table_count; i++) {
        if (i > 0) fputc(',', stream);
        print_json_table(&results->tables[i], stream);
    }
    fputs("],\n  \"notes\": [", stream);
    for (int i = 0; i < results->note_count; i++) {
        fputs(i > 0 ? ",\n    " : "\n    ", stream);
        print_json_string(results->notes[i], stream);
    }
    fprintf(stream, "],\n  \"complete\": %s\n}\n", results->is_incomplete ? "false" : "true");
}

/* RFC 4180: quotes around what needs them. */
static void print_csv_text(const char *text, FILE *stream) {
    if (strpbrk(text, ",\"") == NULL) {
        fputs(text, stream);
        return;
    }
    fputc('"', stream);
    for (; *text != '\0'; text++) {
        if (*text == '"') fputc('"', stream);
        fputc(*text, stream);
    }
    fputc('"', stream);
}

/* Lines that begin with # hold the head, the notes, limits and summaries; an empty line separates tables. */
static void print_csv(const Results *results, FILE *stream) {
    print_head(results, "# ", stream);
    for (int i = 0; i < results->note_count; i++) fprintf(stream, "# %s\n", results->notes[i]);
    for (int i = 0; i < results->table_count; i++) {
        const ResultTable *table = &results->tables[i];
        if (i > 0) fputc('\n', stream);
        if (table->limits[0] != '\0') fprintf(stream, "# %s\n", table->limits);
        fputs("table", stream);
        for (int column = 0; column < table->columns; column++) fprintf(stream, ",%s", table->head.columns[column]);
        for (int row = 0; row < rows_of(table); row++) {
            fprintf(stream, "\n%s", table->head.name);
            for (int column = 0; column < table->columns; column++) {
                const Cell *cell = cell_at(table, row, column);
                fputc(',', stream);
                if (cell->kind == CELL_NUMBER) fprintf(stream, "%.*f", cell->decimals, cell->number);
                if (cell->kind == CELL_TEXT) print_csv_text(cell->text, stream);
            }
        }
        fputc('\n', stream);
        if (table->summary[0] != '\0') fprintf(stream, "# %s\n", table->summary);
    }
}

void results_print(const Results *results, ResultsFormat format, FILE *stream) {
    if (format == RESULTS_AS_TEXT) print_text(results, stream);
    if (format == RESULTS_AS_JSON) print_json(results, stream);
    if (format == RESULTS_AS_CSV) print_csv(results, stream);
}
