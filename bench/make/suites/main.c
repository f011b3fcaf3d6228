/* Writes the suites of bench/positions: random positions whose values are known without the engine, by brute force, by
 * a proof, or from the literature. The same positions come out every time. */
#include <stdio.h>
#include <string.h>

#include "common/command_line.h"
#include "common/files.h"
#include "suites/suites.h"

enum { EXIT_WRITTEN, EXIT_NOT_WRITTEN, EXIT_WRONG };

enum { POSITIONS_MAX = 1000 };

static const char usage[] = "usage: suites FOLDER [SUITE ...]\n"
                            "       suites --puzzles FILE ...\n"
                            "\n"
                            "Writes suites of positions with known values into the folder: those named, such\n"
                            "as 4x4x4, or all of them, which takes about a minute. Existing files are\n"
                            "replaced.\n"
                            "\n"
                            "  --puzzles     print the positions of these suites that are won by threats, for\n"
                            "                the board in the browser\n"
                            "  -h, --help    show this text\n"
                            "  --version     show the version\n"
                            "\n"
                            "Exit status: 0 all are written, 1 a file could not be written, 2 wrong\n"
                            "arguments, or a suite that cannot be read.\n";

/* The positions of a suite so far, so that none comes twice. */
typedef struct {
    int count;
    char cells[POSITIONS_MAX][REF_MAX_CELLS];
} SeenPositions;

static bool is_new(SeenPositions *seen, const RefPosition *position) {
    for (int i = 0; i < seen->count; i++) {
        if (memcmp(seen->cells[i], position->cell, sizeof position->cell) == 0) return false;
    }
    if (seen->count == POSITIONS_MAX) return false;
    memcpy(seen->cells[seen->count++], position->cell, sizeof position->cell);
    return true;
}

/* Returns the number of positions. No value makes up more than half of those that brute force solves. */
static int write_section(FILE *file, const RefGame *game, const SuiteSection *section, SeenPositions *seen,
                         uint64_t seed) {
    enum { ATTEMPTS_PER_POSITION = 200, VALUES = 64 };
    int found = 0, of_value[2 * VALUES + 1] = {0};
    bool is_balanced = section->evidence == BY_REFERENCE && section->wanted > 10;
    int share = is_balanced ? (section->wanted + 1) / 2 : section->wanted;
    fprintf(file, "\n# %s\n", section->title);
    for (int attempt = 0; attempt < ATTEMPTS_PER_POSITION * section->wanted && found < section->wanted; attempt++) {
        SuiteEntry entry;
        if (!suite_entry_make(&entry, game, section, &seed)) continue;
        if (of_value[entry.value.value + VALUES] >= share || !is_new(seen, &entry.position)) continue;
        of_value[entry.value.value + VALUES]++;
        suite_entry_print(file, &entry, section);
        found++;
    }
    if (found < section->wanted) printf("only %d of %d: %s\n", found, section->wanted, section->title);
    return found;
}

static bool is_of(const SuiteSection *section, const char *suite) {
    return section->suite != NULL && strcmp(section->suite, suite) == 0;
}

/* The suite that begins with this section. */
static bool write_suite(const SuiteSection *section, const char *folder) {
    static RefGame game;
    static SeenPositions seen;
    const char *suite = section->suite;
    char path[1024], name[REF_GAME_TEXT_SIZE];
    int found = 0, wanted = 0;
    seen.count = 0;
    snprintf(name, sizeof name, "%s", suite + strcspn(suite, "0123456789"));
    if (strchr(name, '-') != NULL) *strchr(name, '-') = ':';
    snprintf(path, sizeof path, "%.900s/%s.txt", folder, suite);
    FILE *file = fopen(path, "w");
    if (file == NULL) return false;
    if (!ref_game_init(&game, name)) return fclose(file), false;
    fprintf(file, "# %s: <fen> ; value <win N | draw | loss N | +k | -k | 0 | -> ; best <moves | -> ; source <...>\n",
            name);
    fprintf(file, "# For the side to move; bench/harness/suite.h defines the fields. Made by build/suites.\n\n");
    for (; is_of(section, suite) && section->wanted == 0; section++) fprintf(file, "%s\n", section->title);
    for (uint64_t seed = 0; is_of(section, suite); section++, seed++) {
        wanted += section->wanted;
        found += write_section(file, &game, section, &seen, seed);
    }
    printf("%s: %d of %d positions\n", path, found, wanted);
    fflush(stdout);
    return file_close(file);
}

static bool is_a_suite(const char *name) {
    for (const SuiteSection *section = suite_sections; section->suite != NULL; section++) {
        if (is_of(section, name)) return true;
    }
    return false;
}

/* It begins a suite, one of those that were named if any were. */
static bool is_asked_for(const SuiteSection *section, char *const names[], int count) {
    if (section > suite_sections && is_of(section - 1, section->suite)) return false;
    for (int i = 0; i < count; i++) {
        if (is_of(section, names[i])) return true;
    }
    return count == 0;
}

static bool check_arguments(int argc, char *const argv[], Reason *why) {
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-') return refuse(why, "unknown option '%.60s'; see --help", argv[i]);
        if (i > 1 && !is_a_suite(argv[i])) return refuse(why, "there is no suite '%.60s'", argv[i]);
    }
    return argc > 1 || refuse(why, "a folder is missing; see --help");
}

int main(int argc, char **argv) {
    Reason why;
    int status;
    if (command_line_answers(argc, argv, "suites", usage, EXIT_NOT_WRITTEN, &status)) return status;
    if (argc > 2 && strcmp(argv[1], "--puzzles") == 0) {
        if (!suites_print_puzzles(argv + 2, argc - 2, &why))
            return command_line_complain("suites", why.text, EXIT_WRONG);
        return file_close_stdout("suites", EXIT_WRITTEN, EXIT_NOT_WRITTEN);
    }
    if (!check_arguments(argc, argv, &why)) return command_line_complain("suites", why.text, EXIT_WRONG);
    for (const SuiteSection *section = suite_sections; section->suite != NULL; section++) {
        if (!is_asked_for(section, argv + 2, argc - 2) || write_suite(section, argv[1])) continue;
        refuse_errno(&why, "cannot write '%.100s/%s.txt'", argv[1], section->suite);
        return command_line_complain("suites", why.text, EXIT_NOT_WRITTEN);
    }
    return file_close_stdout("suites", EXIT_WRITTEN, EXIT_NOT_WRITTEN);
}
