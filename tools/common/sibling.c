#include "common/sibling.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "common/os.h"

void sibling_folder(const char *called, char folder[SIBLING_PATH_SIZE]) {
    if (!os_program_path(folder, SIBLING_PATH_SIZE)) snprintf(folder, SIBLING_PATH_SIZE, "%s", called);
    folder[os_base_name(folder) - folder] = '\0';
}

void sibling_command(const char *called, const char *program, char command[SIBLING_COMMAND_SIZE]) {
    char folder[SIBLING_PATH_SIZE];
    sibling_folder(called, folder);
    Writer writer = writer_on(command, SIBLING_COMMAND_SIZE);
    writer_add(&writer, "\"");
    for (const char *c = folder; *c != '\0'; c++) writer_add(&writer, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    writer_add(&writer, "%s\"", program);
}
