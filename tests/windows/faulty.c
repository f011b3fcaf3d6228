/* usage: faulty crash|hang
 * An engine that greets its host and, at the first go, crashes; or hangs: then it hears nothing more, and does not even
 * end with its input. Portable C, so that it runs where fake_engine does not. */
#include <stdio.h>
#include <string.h>

static void say(const char *text) {
    puts(text);
    fflush(stdout);
}

static void crash(void) {
    *(volatile char *)NULL = 0;
}

static void hang(void) {
    while (getchar() != EOF) {
    }
    for (;;) {
    }
}

int main(int argc, char **argv) {
    char line[4096];
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (strncmp(line, "ugi", 3) == 0 && strlen(line) <= strlen("ugi\r\n")) say("ugiok");
        if (strncmp(line, "isready", 7) == 0) say("readyok");
        if (strncmp(line, "quit", 4) == 0) return 0;
        if (strncmp(line, "go", 2) != 0) continue;
        if (argc > 1 && strcmp(argv[1], "crash") == 0) crash();
        hang();
    }
    return 0;
}
