#include "common/option_table.h"

#include <stdio.h>
#include <string.h>

#include "common/command_line.h"
#include "common/seconds.h"
#include "common/spelling.h"

static bool refuse_unknown(const OptionRow rows[], const char *name, Reason *why) {
    enum { NAMES_MAX = 64 };
    const char *names[NAMES_MAX + 1] = {NULL};
    for (int i = 0; i < NAMES_MAX && rows[i].name != NULL; i++) names[i] = rows[i].name;
    const char *hint = spelling_nearest(name, names);
    if (hint != NULL) return refuse(why, "unknown option '%.60s'; did you mean %s?", name, hint);
    return refuse(why, "unknown option '%.60s'; see --help", name);
}

/* "x|o|draw" has the words x, o and draw. */
static bool is_choice(const OptionRow *row, const char *value, Reason *why) {
    char list[64];
    Writer writer = writer_on(list, sizeof list);
    for (const char *at = row->value;;) {
        size_t length = strcspn(at, "|");
        bool is_last = at[length] == '\0', next_is_last = !is_last && strchr(at + length + 1, '|') == NULL;
        if (length == strlen(value) && strncmp(at, value, length) == 0) return true;
        writer_add(&writer, "%.*s%s", (int)length, at, is_last ? "" : next_is_last ? " or " : ", ");
        if (is_last) return refuse(why, "%s needs %s, not '%.60s'", row->name, list, value);
        at += length + 1;
    }
}

static bool is_right(const OptionRow *row, const char *value, Reason *why) {
    int number;
    int64_t ms;
    bool is_path = row->kind == OPTION_PATH;
    if (value == NULL || (is_path && (*value == '\0' || strncmp(value, "--", 2) == 0)))
        return refuse(why, "%s needs a value", row->name);
    switch (row->kind) {
    case OPTION_NUMBER:
        return word_to_int(word_of(value), 1, row->max, &number) ||
               refuse(why, "%s needs a number from 1 to %d, not '%.60s'", row->name, row->max, value);
    case OPTION_SECONDS:
        if (seconds_parse(word_of(value), &ms) && ms > 0 && (row->max == 0 || ms <= row->max * INT64_C(1000)))
            return true;
        if (row->max == 0) return refuse(why, "%s needs seconds, 0.001 or more, not '%.60s'", row->name, value);
        return refuse(why, "%s needs seconds from 0.001 to %d, not '%.60s'", row->name, row->max, value);
    case OPTION_CHOICE:
        return is_choice(row, value, why);
    default:
        return true;
    }
}

bool option_table_parse(const OptionRow rows[], char **argv, const char *value[], const char **apart, Reason *why) {
    char **word = argv, **last = NULL;
    *apart = NULL;
    for (char **at = argv; *at != NULL; at++) {
        if ((*at)[0] != '-') {
            if (last != NULL && at != last + 1 && *apart == NULL) *apart = *at;
            last = at;
            *word++ = *at;
            continue;
        }
        int i = 0;
        while (rows[i].name != NULL && strcmp(rows[i].name, *at) != 0) i++;
        if (rows[i].name == NULL) return refuse_unknown(rows, *at, why);
        if (rows[i].kind != OPTION_SWITCH) at++;
        if (!is_right(&rows[i], *at, why)) return false;
        value[i] = *at;
    }
    *word = NULL;
    return true;
}

int option_table_number(const char *value, int otherwise) {
    int number = otherwise;
    if (value != NULL) word_to_int(word_of(value), 1, INT32_MAX, &number);
    return number;
}

void option_table_help(const OptionRow rows[], unsigned shown, Writer *text) {
    enum { LABEL_WIDTH = 18 };
    for (int i = 0; rows[i].name != NULL; i++) {
        char label[64];
        const char *value = rows[i].value;
        snprintf(label, sizeof label, "%s%s%s", rows[i].name, value != NULL ? " " : "", value != NULL ? value : "");
        if ((shown >> i & 1) == 0) continue;
        bool is_wide = strlen(label) > LABEL_WIDTH;
        if (is_wide) writer_add(text, "  %s\n", label);
        writer_add(text, "  %-*s %s\n", LABEL_WIDTH, is_wide ? "" : label, rows[i].help);
    }
    writer_add(text, "  %-*s %s\n", LABEL_WIDTH, "-h, --help", "show this text");
    writer_add(text, "  %-*s %s\n", LABEL_WIDTH, "--version", "show the version");
}

bool option_table_answers(const OptionHelp *help, int argc, char **argv, int failure, int *status) {
    char usage[8192];
    Writer text = writer_on(usage, sizeof usage);
    writer_add(&text, "%s\n", help->before);
    option_table_help(help->rows, ~0u, &text);
    writer_add(&text, "\n%s", help->after);
    return command_line_answers(argc, argv, help->program, usage, failure, status);
}
