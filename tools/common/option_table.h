/* The options of a program in one table, which reads them and prints them for its help.
 *
 * What is read stays text, checked; it points into argv. Nothing here keeps state; any thread may call it. */
#ifndef ROWAN_COMMON_OPTION_TABLE_H
#define ROWAN_COMMON_OPTION_TABLE_H

#include "base/text.h"

typedef enum { OPTION_SWITCH, OPTION_NUMBER, OPTION_SECONDS, OPTION_CHOICE, OPTION_PATH } OptionKind;

typedef struct {
    const char *name; /* "--hash"; NULL ends a table */
    OptionKind kind;
    int max;           /* OPTION_NUMBER: 1 to this; OPTION_SECONDS: up to this, or 0 */
    const char *value; /* as the help calls it; OPTION_CHOICE: the words to choose from, "x|o" */
    const char *help;  /* one line */
} OptionRow;

/* Sets value[i] where option i of the table is given, and leaves in argv what is no option, up to NULL. *apart is the
 * first of these words that has an option between it and the one before, or NULL. */
bool option_table_parse(const OptionRow rows[], char **argv, const char *value[], const char **apart, Reason *why);
/* The number that an option was given, or else another. */
int option_table_number(const char *value, int otherwise);

/* A line for each option i with bit i set, and for --help and --version. */
void option_table_help(const OptionRow rows[], unsigned shown, Writer *text);

/* All that a program says of itself: what comes before its options, and after them. */
typedef struct {
    const char *program, *before;
    const OptionRow *rows;
    const char *after;
} OptionHelp;

/* Answers --help and --version as command_line_answers does. */
bool option_table_answers(const OptionHelp *help, int argc, char **argv, int failure, int *status);

#endif
