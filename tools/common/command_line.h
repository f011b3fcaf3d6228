/* The command line of a program: options in one table, which reads them and prints them for the help, the options that
 * every program of Rowan has (-h, --help and --version), and values as people write them.
 *
 * What is read stays text, checked; it points into argv. Nothing here keeps state; any thread may call it. */
#ifndef ROWAN_COMMON_COMMAND_LINE_H
#define ROWAN_COMMON_COMMAND_LINE_H

#include "base/text.h"

/* True if -h, --help or --version is among the arguments. Then the answer is printed, and *status is 0, or `failure` if
 * it could not be written. */
bool command_line_answers(int argc, char **argv, const char *program, const char *usage, int failure, int *status);

/* Says on standard error what is wrong; returns the status. */
int command_line_complain(const char *program, const char *what, int status);

/* What somebody may have meant by a word that does not exist: the name with the fewest slips, two at most; dashes at
 * the beginning do not count. NULL: no idea. The names end with NULL. */
const char *command_line_nearest(const char *wrong, const char *const names[]);

/* Seconds with an optional fraction: "2", "0.25", ".5". At most 10^9; fractions of a millisecond are dropped. False for
 * anything else, and *ms stays as it was. */
bool command_line_seconds(Word text, int64_t *ms);

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
bool command_line_parse(const OptionRow rows[], char **argv, const char *value[], const char **apart, Reason *why);
/* The number that an option was given, or else another. */
int command_line_number(const char *value, int otherwise);

/* A line for each option i with bit i set, and for --help and --version. */
void command_line_help(const OptionRow rows[], unsigned shown, Writer *text);
/* A row of a help text of 80 columns: the label, and beside it, or below if it is wider than `width`, its meaning. */
void command_line_help_row(Writer *text, int width, const char *label, const char *meaning);

/* All that a program says of itself: what comes before its options, and after them. */
typedef struct {
    const char *program, *before;
    const OptionRow *rows;
    const char *after;
} OptionHelp;

/* As command_line_answers, with this text for --help. */
bool command_line_answers_with(const OptionHelp *help, int argc, char **argv, int failure, int *status);

#endif
