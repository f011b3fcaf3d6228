#define _DARWIN_C_SOURCE /* struct winsize on macOS; other systems do not mind */

#include "common/screen.h"

#include <stdlib.h>
#include <sys/ioctl.h>

#include "base/text.h"

int screen_columns(int fd) {
#ifdef TIOCGWINSZ
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) == 0) return size.ws_col;
#else
    (void)fd;
#endif
    return 0;
}

int screen_width(FILE *stream) {
    enum { WIDTH_DEFAULT = 80, WIDTH_MAX = 10000 };
    const char *wanted = getenv("COLUMNS");
    int width;
    if (wanted != NULL && word_to_int(word_of(wanted), SCREEN_WIDTH_MIN, WIDTH_MAX, &width)) return width;
    width = screen_columns(fileno(stream));
    if (width <= 0) return WIDTH_DEFAULT;
    return width > SCREEN_WIDTH_MIN ? width : SCREEN_WIDTH_MIN;
}
