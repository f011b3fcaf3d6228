/* What a measurement found, as tables with legends and notes, printed as text for people, as JSON or as CSV.
 *
 * Tables are filled row by row, from left to right, and printed at the end. A cell is text, a number, or nothing where
 * a figure is missing. When memory runs out, further cells are dropped and the output says so. For one thread. */
#ifndef ROWAN_BENCH_HARNESS_RESULTS_H
#define ROWAN_BENCH_HARNESS_RESULTS_H

#include <stdbool.h>
#include <stdio.h>

#include "base/compiler.h"
#include "harness/machine.h"

enum {
    RESULTS_TABLES_MAX = 16,
    RESULTS_COLUMNS_MAX = 12,
    RESULTS_LEGENDS_MAX = 6,
    RESULTS_NOTES_MAX = 64,
    RESULTS_TEXT_SIZE = 200,
    RESULTS_COMMAND_SIZE = 600,
};

typedef enum { CELL_NOTHING, CELL_TEXT, CELL_NUMBER } CellKind;

typedef struct {
    CellKind kind;
    char text[64];
    double number;
    int decimals;
} Cell;

/* What a table says before it has rows. Both lists end with NULL. */
typedef struct {
    const char *name, *title;
    const char *columns[RESULTS_COLUMNS_MAX + 1]; /* they name their unit: "time ms" */
    const char *legends[RESULTS_LEGENDS_MAX + 1]; /* lines below the table that explain columns; for people only */
} TableHead;

typedef struct {
    TableHead head;
    int columns;
    int cell_count, cell_max;
    Cell *cells;                     /* row by row */
    char limits[RESULTS_TEXT_SIZE];  /* that were in force, given or not, as options; "": none */
    char summary[RESULTS_TEXT_SIZE]; /* "": none */
} ResultTable;

typedef struct {
    char command[RESULTS_COMMAND_SIZE]; /* as it was typed: somebody else can repeat it */
    Machine machine;
    int table_count;
    ResultTable tables[RESULTS_TABLES_MAX];
    int note_count;
    char notes[RESULTS_NOTES_MAX][RESULTS_TEXT_SIZE];
    bool is_incomplete;
} Results;

typedef enum { RESULTS_AS_TEXT, RESULTS_AS_JSON, RESULTS_AS_CSV } ResultsFormat;

void results_init(Results *results, const char *command);
void results_free(Results *results);

/* Starts a table. The texts of its head must outlive the results. */
void results_table(Results *results, const TableHead *head);
/* NAN is nothing. */
void results_number(Results *results, double number, int decimals);
void results_nothing(Results *results);
PRINTF_LIKE(2, 3) void results_text(Results *results, const char *format, ...);
/* The last line below the table: what its rows come to. */
PRINTF_LIKE(2, 3) void results_summary(Results *results, const char *format, ...);
/* A line above all tables: what was unusual, or cannot be put into a table. */
PRINTF_LIKE(2, 3) void results_note(Results *results, const char *format, ...);

void results_print(const Results *results, ResultsFormat format, FILE *stream);

#endif
