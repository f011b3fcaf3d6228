#define _DARWIN_C_SOURCE /* struct winsize on macOS; other systems do not mind */

#include "common/screen.h"

#include <sys/ioctl.h>

int screen_columns(int fd) {
#ifdef TIOCGWINSZ
    struct winsize size;
    if (ioctl(fd, TIOCGWINSZ, &size) == 0) return size.ws_col;
#else
    (void)fd;
#endif
    return 0;
}
