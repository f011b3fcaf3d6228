#include "common/sibling.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"

void sibling_folder(const char *called, char folder[SIBLING_PATH_SIZE]) {
    ssize_t length = readlink("/proc/self/exe", folder, SIBLING_PATH_SIZE - 1);
    if (length > 0) {
        folder[length] = '\0';
    } else {
        snprintf(folder, SIBLING_PATH_SIZE, "%s", called);
    }
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
