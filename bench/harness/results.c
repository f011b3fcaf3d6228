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
