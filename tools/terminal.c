#define _DARWIN_C_SOURCE /* struct winsize on macOS; other systems do not mind */

#include "terminal.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int screen_columns(void) {
#ifdef TIOCGWINSZ
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0) return size.ws_col;
#endif
    return 0;
}

void terminal_init(Terminal *terminal) {
    const char *no_colour = getenv("NO_COLOR"), *type = getenv("TERM");
    bool is_screen = isatty(STDOUT_FILENO) == 1;
    bool may_colour = (no_colour == NULL || no_colour[0] == '\0') && (type == NULL || !word_is(word_of(type), "dumb"));
    *terminal = (Terminal){.in = stdin,
                           .out = stdout,
                           .is_interactive = isatty(STDIN_FILENO) == 1,
                           .style = {is_screen && may_colour, is_screen ? screen_columns() : 0}};
}

/* A signal such as the one for a changed window must not look like the end of the input. */
static int read_char(FILE *in) {
    for (;;) {
        errno = 0;
        int c = getc(in);
        if (c != EOF || feof(in) || errno != EINTR) return c;
        clearerr(in);
    }
}

bool terminal_ask(const Terminal *terminal, const char *prompt, char line[TERMINAL_LINE_SIZE]) {
    fputs(prompt, terminal->out);
    fflush(terminal->out);
    size_t length = 0;
    int c = read_char(terminal->in);
    if (c == EOF) {
        putc('\n', terminal->out);
        return false;
    }
    for (; c != '\n' && c != EOF; c = read_char(terminal->in)) {
        bool is_printable = (c >= ' ' && c <= '~') || c == '\t' || c == '\r';
        if (length < TERMINAL_LINE_SIZE - 1) line[length] = is_printable ? (char)c : '?';
        length++;
    }
    if (length >= TERMINAL_LINE_SIZE) {
        length = (size_t)snprintf(line, TERMINAL_LINE_SIZE, "(a line of %zu characters)", length);
    }
    line[length] = '\0';
    if (!terminal->is_interactive) fprintf(terminal->out, "%s\n", line);
    return true;
}
