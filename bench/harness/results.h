/* What a measurement found, as tables with notes, and its forms: text for people, JSON, CSV.
 *
 * Filled row by row, from left to right; printed at the end. A cell is text, a number, or nothing where a figure is
 * missing. When memory runs out further cells are dropped and the print says so. For one thread. */
#ifndef ROWAN_BENCH_HARNESS_RESULTS_H
#define ROWAN_BENCH_HARNESS_RESULTS_H

#include <stdbool.h>
#include <stdio.h>

#include "base/compiler.h"
#include "harness/machine.h"

enum { RESULTS_TABLES_MAX = 16, RESULTS_COLUMNS_MAX = 12, RESULTS_NOTES_MAX = 64, RESULTS_TEXT_SIZE = 200 };

typedef enum { CELL_NOTHING, CELL_TEXT, CELL_NUMBER } CellKind;

typedef struct {
    CellKind kind;
    char text[64];
    double number;
    int decimals;
} Cell;

typedef struct {
    char name[32];
    char title[RESULTS_TEXT_SIZE];
    int columns;
    const char *column[RESULTS_COLUMNS_MAX];
    int cell_count, cell_max;
    Cell *cells; /* row by row */
} ResultTable;

typedef struct {
    Machine machine;
    int table_count;
    ResultTable tables[RESULTS_TABLES_MAX];
    int note_count;
    char notes[RESULTS_NOTES_MAX][RESULTS_TEXT_SIZE];
    bool is_incomplete;
} Results;

typedef enum { FORMAT_TABLE, FORMAT_JSON, FORMAT_CSV } Format;

void results_init(Results *results);
void results_free(Results *results);

/* Column names end with NULL and must outlive the results; by custom they say the unit: "time ms". */
void results_table(Results *results, const char *name, const char *title, const char *const columns[]);
void results_number(Results *results, double number, int decimals);
void results_nothing(Results *results);
PRINTF_LIKE(2, 3) void results_text(Results *results, const char *format, ...);
PRINTF_LIKE(2, 3) void results_note(Results *results, const char *format, ...);

void results_print(const Results *results, Format format, FILE *stream);

#endif
