#include "common/sibling.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__APPLE__)
#include <mach-o/dyld.h>
#elif defined(__FreeBSD__)
#include <sys/types.h>

#include <sys/sysctl.h>
#endif

#include "base/text.h"

/* The file of this program. False if the system does not tell. */
#if defined(__APPLE__)
static bool program_path(char *path, size_t size) {
    char found[SIBLING_PATH_SIZE], *real = NULL;
    uint32_t room = sizeof found;
    if (_NSGetExecutablePath(found, &room) == 0) real = realpath(found, NULL); /* a link is followed */
    if (real != NULL) snprintf(path, size, "%s", real);
    free(real);
    return real != NULL;
}
#elif defined(__FreeBSD__)
static bool program_path(char *path, size_t size) {
    int which[] = {CTL_KERN, KERN_PROC, KERN_PROC_PATHNAME, -1};
    return sysctl(which, sizeof which / sizeof *which, path, &size, NULL, 0) == 0;
}
#else
static bool program_path(char *path, size_t size) {
    ssize_t length = readlink("/proc/self/exe", path, size - 1);
    if (length > 0) path[length] = '\0';
    return length > 0;
}
#endif

void sibling_folder(const char *called, char folder[SIBLING_PATH_SIZE]) {
    if (!program_path(folder, SIBLING_PATH_SIZE)) snprintf(folder, SIBLING_PATH_SIZE, "%s", called);
    char *slash = strrchr(folder, '/');
    folder[slash != NULL ? slash + 1 - folder : 0] = '\0';
}

void sibling_command(const char *called, const char *program, char command[SIBLING_COMMAND_SIZE]) {
    char folder[SIBLING_PATH_SIZE];
    sibling_folder(called, folder);
    Writer writer = writer_on(command, SIBLING_COMMAND_SIZE);
    writer_add(&writer, "\"");
    for (const char *c = folder; *c != '\0'; c++) writer_add(&writer, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    writer_add(&writer, "%s\"", program);
}
