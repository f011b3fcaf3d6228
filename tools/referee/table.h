/* A table for people: each column as wide as its widest cell, and no more columns than fit the screen.
 *
 * Columns that may be left out have a rank; those with the highest rank go first, columns of the same rank together. If
 * the table is still too wide, the cells of its one column of text are cut and end in ~. The caller fills the cells
 * between table_init and table_fit; table_fit decides, table_print prints. One thread. */
#ifndef ROWAN_REFEREE_TABLE_H
#define ROWAN_REFEREE_TABLE_H

#include <stdbool.h>
#include <stdio.h>

enum { TABLE_ROWS_MAX = 64, TABLE_COLUMNS_MAX = 20, TABLE_CELL_SIZE = 80 };

typedef struct {
    const char *title;
    int rank;     /* 0: always shown */
    bool is_text; /* begins at the left; numbers end at the right */
} TableColumn;

typedef struct {
    const TableColumn *columns;
    int column_count, row_count;
    bool is_shown[TABLE_COLUMNS_MAX];
    int widths[TABLE_COLUMNS_MAX];
    char cells[TABLE_ROWS_MAX][TABLE_COLUMNS_MAX][TABLE_CELL_SIZE];
} Table;

/* All cells empty, all columns shown. */
void table_init(Table *table, const TableColumn *columns, int column_count, int row_count);
/* Leaves out columns, and cuts text, until the table is no wider than this. */
void table_fit(Table *table, int width);
/* The column titles, then the rows. */
void table_print(const Table *table, FILE *stream);

#endif
