/* isatty is POSIX; elsewhere nobody is greeted. */
#define _POSIX_C_SOURCE 200809L

#include "base/terminal.h"

#if defined(__unix__) || defined(__APPLE__)
#include <unistd.h>

bool terminal_has_room(void) {
    return isatty(STDERR_FILENO) == 1 && isatty(STDOUT_FILENO) != 1;
}

bool terminal_has_a_person(void) {
    return isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1;
}
#else
bool terminal_has_room(void) {
    return false;
}

bool terminal_has_a_person(void) {
    return false;
}
#endif
