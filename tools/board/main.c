/* board: a board in the browser.
 *
 * Exit status: 0 ended by the user; 1 it could not go on; 2 wrong usage, or a record that cannot be read. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "board/server.h"
#include "board/server_options.h"
#include "common/command_line.h"
#include "common/files.h"
#include "common/proc.h"
#include "common/record.h"
#include "common/sibling.h"

enum { EXIT_ENDED, EXIT_FAILED, EXIT_USAGE };

/* The signal handler closes its end, which cannot fail, and the server sees it at the other. */
static int stop_pipe[2];
static volatile sig_atomic_t caught_signal; /* 0: none yet */

static void ask_to_stop(int number) {
    if (caught_signal == 0) close(stop_pipe[1]);
    caught_signal = number;
}

static bool catch_signals(Reason *why) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = ask_to_stop};
    proc_ignore_sigpipe();
    if (pipe(stop_pipe) != 0) return refuse_errno(why, "cannot open a pipe");
    for (int i = 0; i < 2; i++) {
        if (fcntl(stop_pipe[i], F_SETFD, FD_CLOEXEC) != 0) return refuse_errno(why, "cannot set up a pipe");
    }
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) sigaction(signals[i], &action, NULL);
    return true;
}

static int complain(const Reason *why, int status) {
    fprintf(stderr, "board: %s\n", why->text);
    return status;
}

/* Is it a record at all? Its games may still be to come. */
static bool check_record(const char *path, Reason *why) {
    RecordReader reader;
    if (path == NULL) return true;
    if (!record_open(&reader, path, NULL, why)) return false;
    record_close(&reader);
    return true;
}

static int count_processors(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > 64 ? 64 : (int)count;
}

static bool prepare(Service *service, const ServerOptions *options, int port, Reason *why) {
    char token[TOKEN_SIZE];
    *service = (Service){.game = options->game,
                         .engine_count = options->engine_count,
                         .threads_max = count_processors(),
                         .times = server_times};
    for (int i = 0; i < options->engine_count; i++) service->engines[i] = options->engines[i];
    if (!gate_make_token(token, why)) return false;
    gate_init(&service->gate, token, port);
    return site_init(&service->site, service->gate.host, options->record_path, why);
}

static void run_opener(const char *address) {
    static const char *const openers[] = {"xdg-open", "open", "sensible-browser", NULL};
    int null_fd = open("/dev/null", O_RDWR);
    for (int fd = 0; null_fd >= 0 && fd <= STDERR_FILENO; fd++) dup2(null_fd, fd);
    for (int i = 0; openers[i] != NULL; i++) execlp(openers[i], openers[i], address, (char *)NULL);
    _exit(127);
}

/* Tries what the system has for it, and is silent if there is nothing: the address is printed anyway. Two forks: the
 * browser is nobody's child, so nobody has to wait for it. Called before there are threads. */
static void open_browser(const char *address) {
    pid_t child = fork();
    if (child == 0) {
        setsid(); /* Ctrl-C in our terminal is not for the browser */
        if (fork() == 0) run_opener(address);
        _exit(0);
    }
    if (child > 0) waitpid(child, NULL, 0);
}

/* Without its address nobody finds the board. */
static bool announce(const Service *service, const ServerOptions *options, Reason *why) {
    char address[128];
    snprintf(address, sizeof address, "http://%s/%s/", service->gate.host, service->gate.token);
    printf("The board is at %s\nCtrl-C ends it.\n", address);
    if (!file_flush(stdout)) return refuse_errno(why, "cannot write to standard output");
    if (options->opens_browser) open_browser(address);
    return true;
}

/* A terminal shows ^C without a new line, and the shell's prompt should begin one. */
static void end_line_of_interrupt(void) {
    if (caught_signal == SIGINT && isatty(STDOUT_FILENO)) putchar('\n');
}

static int run(const ServerOptions *options) {
    Service service;
    Listener listener;
    Reason why;
    if (!check_record(options->record_path, &why)) return complain(&why, EXIT_USAGE);
    if (!catch_signals(&why) || !server_listen(&listener, options->port, &why)) return complain(&why, EXIT_FAILED);
    if (!prepare(&service, options, listener.port, &why)) return complain(&why, EXIT_FAILED);
    bool is_fine = announce(&service, options, &why) && server_run(&service, &listener, stop_pipe[0], &why);
    end_line_of_interrupt();
    close(listener.fd);
    site_free(&service.site);
    return is_fine ? EXIT_ENDED : complain(&why, EXIT_FAILED);
}

int main(int argc, char **argv) {
    char engine[SIBLING_COMMAND_SIZE];
    ServerOptions options;
    Reason why;
    int status;
    if (command_line_answers(argc, argv, "board", server_options_usage, EXIT_FAILED, &status)) return status;
    sibling_command(argc > 0 ? argv[0] : "", "rowan", engine);
    if (!server_options_parse(&options, argc, argv, engine, &why)) return complain(&why, EXIT_USAGE);
    return file_close_stdout("board", run(&options), EXIT_FAILED);
}
