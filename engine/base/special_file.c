/* stat is POSIX; elsewhere all files are taken for plain ones. */
#define _POSIX_C_SOURCE 200809L

#include "base/special_file.h"

#if defined(__unix__) || defined(__APPLE__)
#include <sys/stat.h>

bool special_file_is_at(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}
#else
bool special_file_is_at(const char *path) {
    (void)path;
    return false;
}
#endif
