#include "board/browser.h"

#include <fcntl.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

static void run_opener(const char *address) {
    static const char *const openers[] = {"xdg-open", "open", "sensible-browser", NULL};
    int null_fd = open("/dev/null", O_RDWR);
    for (int fd = 0; null_fd >= 0 && fd <= STDERR_FILENO; fd++) dup2(null_fd, fd);
    for (int i = 0; openers[i] != NULL; i++) execlp(openers[i], openers[i], address, (char *)NULL);
    _exit(127);
}

/* Two forks: the browser is nobody's child, so nobody has to wait for it. Called before there are threads. */
void browser_open(const char *address) {
    pid_t child = fork();
    if (child == 0) {
        setsid(); /* Ctrl-C in our terminal is not for the browser */
        if (fork() == 0) run_opener(address);
        _exit(0);
    }
    if (child > 0) waitpid(child, NULL, 0);
}
