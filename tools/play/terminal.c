#include "play/terminal.h"

#include <errno.h>
#include <stdlib.h>

#include "base/text.h"
#include "common/os.h"

void terminal_init(Terminal *terminal) {
    const char *no_colour = getenv("NO_COLOR"), *type = getenv("TERM");
    bool is_screen = os_is_terminal(stdout);
    bool may_colour = (no_colour == NULL || no_colour[0] == '\0') && (type == NULL || !word_is(word_of(type), "dumb"));
    *terminal = (Terminal){.in = stdin,
                           .out = stdout,
                           .is_keyboard = os_is_terminal(stdin),
                           .is_screen = is_screen,
                           .has_colour = is_screen && may_colour};
    if (is_screen) os_screen_size(stdout, &terminal->columns, &terminal->rows);
}

/* A signal, say for a resized window, must not look like the end of the input. */
static int read_char(FILE *in) {
    for (;;) {
        errno = 0;
        int c = getc(in);
        if (c != EOF || feof(in) || errno != EINTR) return c;
        clearerr(in);
    }
}

/* Keeps as much of the line as fits. Its whole length, or -1 at the end of the input. */
static long read_line(FILE *in, char line[TERMINAL_LINE_SIZE]) {
    long length = 0;
    int c = read_char(in);
    if (c == EOF) return -1;
    for (; c != '\n' && c != EOF; c = read_char(in)) {
        bool is_printable = (c >= ' ' && c <= '~') || c == '\t' || c == '\r';
        if (length < TERMINAL_LINE_SIZE - 1) line[length] = is_printable ? (char)c : '?';
        length++;
    }
    line[length < TERMINAL_LINE_SIZE ? length : TERMINAL_LINE_SIZE - 1] = '\0';
    return length;
}

bool terminal_ask(const Terminal *terminal, const char *prompt, char line[TERMINAL_LINE_SIZE]) {
    FILE *out = terminal->out;
    for (;;) {
        fputs(prompt, out);
        fflush(out);
        long length = read_line(terminal->in, line);
        if (length < 0) {
            putc('\n', out);
            return false;
        }
        if (length < TERMINAL_LINE_SIZE) break;
        fprintf(out, "(a line of %ld characters is too long)\n", length);
    }
    if (!terminal->is_keyboard) fprintf(out, "%s\n", line);
    return true;
}
