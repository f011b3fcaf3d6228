#include "common/command_line.h"

#include <stdio.h>
#include <string.h>

#include "base/build.h"
#include "common/files.h"
#include "common/screen.h"

enum { LENGTH_MAX = 40, SLIPS_MAX = 2, SECONDS_MAX = 1000000000 };

bool command_line_answers(int argc, char **argv, const char *program, const char *usage, int failure, int *status) {
    for (int i = 1; i < argc; i++) {
        bool is_help = strcmp(argv[i], "-h") == 0 || strcmp(argv[i], "--help") == 0;
        if (!is_help && strcmp(argv[i], "--version") != 0) continue;
        if (is_help) {
            fputs(usage, stdout);
        } else {
            printf("%s (Rowan) %s\n", program, build_details);
        }
        *status = file_close_stdout(program, 0, failure);
        return true;
    }
    return false;
}

int command_line_complain(const char *program, const char *what, int status) {
    fprintf(stderr, "%s: %s\n", program, what);
    return status;
}

/* Single words */

/* How many letters must be put in, left out or changed. */
static int distance(const char *a, const char *b) {
    int row[LENGTH_MAX + 1], length_a = (int)strlen(a), length_b = (int)strlen(b);
    if (length_a > LENGTH_MAX || length_b > LENGTH_MAX) return LENGTH_MAX;
    for (int j = 0; j <= length_b; j++) row[j] = j;
    for (int i = 1; i <= length_a; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= length_b; j++) {
            int above = row[j], changed = diagonal + (a[i - 1] != b[j - 1]);
            int moved = (above < row[j - 1] ? above : row[j - 1]) + 1;
            row[j] = changed < moved ? changed : moved;
            diagonal = above;
        }
    }
    return row[length_b];
}

const char *command_line_nearest(const char *wrong, const char *const names[]) {
    const char *word = wrong + strspn(wrong, "-"), *best = NULL;
    int slips = SLIPS_MAX + 1;
    for (int i = 0; names[i] != NULL; i++) {
        int count = distance(word, names[i] + strspn(names[i], "-"));
        if (count >= slips || count >= (int)strlen(word)) continue;
        slips = count;
        best = names[i];
    }
    return best;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

bool command_line_seconds(Word text, int64_t *ms) {
    int64_t seconds = 0, thousandths = 0, unit = 100;
    size_t at = 0, digits = 0;
    for (; at < text.length && is_digit(text.at[at]); at++, digits++) {
        seconds = seconds * 10 + (text.at[at] - '0');
        if (seconds > SECONDS_MAX) return false;
    }
    if (at < text.length && text.at[at] == '.') at++;
    for (; at < text.length && is_digit(text.at[at]); at++, digits++, unit /= 10) {
        thousandths += unit * (text.at[at] - '0');
    }
    if (digits == 0 || at < text.length) return false;
    *ms = seconds * 1000 + thousandths;
    return true;
}

/* Tables of options */

static bool refuse_unknown(const OptionRow rows[], const char *name, Reason *why) {
    enum { NAMES_MAX = 64 };
    const char *names[NAMES_MAX + 1] = {NULL};
    for (int i = 0; i < NAMES_MAX && rows[i].name != NULL; i++) names[i] = rows[i].name;
    const char *hint = command_line_nearest(name, names);
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
        if (command_line_seconds(word_of(value), &ms) && ms > 0 && (row->max == 0 || ms <= row->max * INT64_C(1000)))
            return true;
        if (row->max == 0) return refuse(why, "%s needs seconds, 0.001 or more, not '%.60s'", row->name, value);
        return refuse(why, "%s needs seconds from 0.001 to %d, not '%.60s'", row->name, row->max, value);
    case OPTION_CHOICE:
        return is_choice(row, value, why);
    default:
        return true;
    }
}

bool command_line_parse(const OptionRow rows[], char **argv, const char *value[], const char **apart, Reason *why) {
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

int command_line_number(const char *value, int otherwise) {
    int number = otherwise;
    if (value != NULL) word_to_int(word_of(value), 1, INT32_MAX, &number);
    return number;
}

void command_line_help_row(Writer *text, int width, const char *label, const char *meaning) {
    enum { COLUMNS_MAX = 80 };
    int margin = width + 3;
    bool is_wide = (int)strlen(label) > width;
    writer_add(text, is_wide ? "  %-*s\n" : "  %-*s ", width, label);
    for (const char *at = meaning; *at != '\0'; at += strspn(at, " ")) {
        int length = screen_line_length(at, COLUMNS_MAX - margin);
        writer_add(text, "%*s%.*s\n", at == meaning && !is_wide ? 0 : margin, "", length, at);
        at += length;
    }
}

void command_line_help(const OptionRow rows[], unsigned shown, Writer *text) {
    enum { WIDTH = 18 };
    for (int i = 0; rows[i].name != NULL; i++) {
        char label[64];
        const char *value = rows[i].value;
        snprintf(label, sizeof label, "%s%s%s", rows[i].name, value != NULL ? " " : "", value != NULL ? value : "");
        if ((shown >> i & 1) != 0) command_line_help_row(text, WIDTH, label, rows[i].help);
    }
    command_line_help_row(text, WIDTH, "-h, --help", "show this text");
    command_line_help_row(text, WIDTH, "--version", "show the version");
}

bool command_line_answers_with(const OptionHelp *help, int argc, char **argv, int failure, int *status) {
    char usage[8192];
    Writer text = writer_on(usage, sizeof usage);
    writer_add(&text, "%s\n", help->before);
    command_line_help(help->rows, ~0u, &text);
    writer_add(&text, "\n%s", help->after);
    return command_line_answers(argc, argv, help->program, usage, failure, status);
}
