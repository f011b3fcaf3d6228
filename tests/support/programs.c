#include "support/programs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

const char *programs_folder(void) {
    const char *folder = getenv("ROWAN_BIN");
    return folder != NULL ? folder : "build";
}

void program_path(const char *name, char path[PROGRAM_PATH_SIZE]) {
    snprintf(path, PROGRAM_PATH_SIZE, "%.400s/%.100s", programs_folder(), name);
}

/* Adds the next word to the storage, with a final NUL; returns what follows it. */
static const char *add_word(Writer *storage, const char *command) {
    bool is_quoted = false;
    for (; *command != '\0' && (is_quoted || *command != ' '); command++) {
        if (*command == '\'') {
            is_quoted = !is_quoted;
        } else if (*command == '%') {
            writer_add(storage, "%s", programs_folder());
        } else {
            writer_add(storage, "%c", *command);
        }
    }
    writer_add(storage, " ");
    storage->buffer[storage->length - 1] = '\0';
    return command;
}

bool program_split_command(const char *command, char *storage, size_t size, char *words[PROGRAM_WORDS_MAX + 1]) {
    Writer writer = writer_on(storage, size);
    int count = 0;
    for (command += strspn(command, " "); *command != '\0'; command += strspn(command, " ")) {
        if (count == PROGRAM_WORDS_MAX) return false;
        words[count] = storage + writer.length;
        if (count++ == 0) writer_add(&writer, "%s/", programs_folder());
        command = add_word(&writer, command);
    }
    words[count] = NULL;
    return count > 0 && !writer.overflowed;
}
