/* board: a board in the browser.
 *
 * Exit status: 0 ended by the user; 1 it could not go on; 2 wrong usage, or a record that cannot be read. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "board/server.h"
#include "common/command_line.h"
#include "common/files.h"
#include "common/proc.h"
#include "common/record.h"
#include "common/sibling.h"
#include "rules/game.h"

enum { EXIT_ENDED, EXIT_FAILED, EXIT_USAGE };

/* The command line */

typedef struct {
    Service service; /* its engines, and its game, which is: */
    GameName game;
    int port; /* 0: any */
    bool opens_browser;
    const char *record_path; /* NULL: nothing is followed */
} ServerOptions;

enum { ENGINE, FOLLOW, PORT, NO_OPEN, OPTIONS };

static const OptionRow rows[OPTIONS + 1] = {
    [ENGINE] = {"--engine", OPTION_PATH, 0, "CMD", "an engine that speaks UGI (rowan, beside this program)"},
    [FOLLOW] = {"--follow", OPTION_PATH, 0, "RECORD", "show the tournament that the referee writes to this file"},
    [PORT] = {"--port", OPTION_NUMBER, UINT16_MAX, "N", "listen on this port of 127.0.0.1 (any that is free)"},
    [NO_OPEN] = {"--no-open", OPTION_SWITCH, 0, NULL, "only print the address, do not open the browser"},
};

static const OptionHelp help = {
    "board",
    "usage: board [GAME] [options]\n"
    "\n"
    "Shows a board in the browser: play against Rowan, let it analyse, solve\n"
    "puzzles, watch a tournament. It starts a small web server that only this\n"
    "machine can reach, and prints its address.\n"
    "\n"
    "GAME is a board, optionally with a rule: 3x3, 5x5, 4x4x4 (default),\n"
    "3x3x3:score10, 5x5x5:magic. With --engine several times, the engines can play\n"
    "each other, and the first also answers the questions of the page.\n",
    rows,
    "Ctrl-C ends it. Exit status: 0 ended by the user; 1 it could not go on; 2 wrong\n"
    "usage, or a record that cannot be read.\n",
};

/* All of them, before the table takes the last: it checks each, and no other value looks like an option. */
static bool take_engines(Service *service, char **argv, Reason *why) {
    for (; *argv != NULL; argv++) {
        if (strcmp(*argv, rows[ENGINE].name) != 0) continue;
        if (service->engine_count == ENGINES_MAX) return refuse(why, "more than %d engines given", ENGINES_MAX);
        service->engines[service->engine_count++] = argv[1];
    }
    return true;
}

/* `engine` is the command of the engine if none is given. Text stays the caller's. */
static bool parse(ServerOptions *options, char **argv, const char *engine, Reason *why) {
    const char *value[OPTIONS] = {NULL}, *apart;
    Service *service = &options->service;
    Game game = {.n = 4, .d = 3, .rule = RULE_LINE};
    *options = (ServerOptions){.service = {.game = options->game.text}};
    if (!take_engines(service, argv, why) || !command_line_parse(rows, argv, value, &apart, why)) return false;
    if (service->engine_count == 0) service->engines[service->engine_count++] = engine;
    options->port = command_line_number(value[PORT], 0);
    options->opens_browser = value[NO_OPEN] == NULL;
    options->record_path = value[FOLLOW];
    if (argv[0] != NULL && argv[1] != NULL) return refuse(why, "more than one game given: '%s'", argv[1]);
    if (argv[0] != NULL && !game_parse(word_of(argv[0]), &game, why)) return false;
    options->game = game_name(&game);
    return true;
}

/* Signals */

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
    file_ignore_signals();
    if (pipe(stop_pipe) != 0) return refuse_errno(why, "cannot open a pipe");
    for (int i = 0; i < 2; i++) {
        if (fcntl(stop_pipe[i], F_SETFD, FD_CLOEXEC) != 0) return refuse_errno(why, "cannot set up a pipe");
    }
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) sigaction(signals[i], &action, NULL);
    return true;
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

static bool prepare(ServerOptions *options, int port, Reason *why) {
    Service *service = &options->service;
    char token[TOKEN_SIZE];
    service->threads_max = count_processors();
    service->times = server_times;
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
static bool announce(const ServerOptions *options, Reason *why) {
    const Gate *gate = &options->service.gate;
    char address[128];
    snprintf(address, sizeof address, "http://%s/%s/", gate->host, gate->token);
    printf("The board is at %s\nCtrl-C ends it.\n", address);
    if (!file_flush(stdout)) return refuse_errno(why, "cannot write to standard output");
    if (options->opens_browser) open_browser(address);
    return true;
}

/* A terminal shows ^C without a new line, and the shell's prompt should begin one. */
static void end_line_of_interrupt(void) {
    if (caught_signal == SIGINT && isatty(STDOUT_FILENO)) putchar('\n');
}

static int run(ServerOptions *options) {
    Listener listener;
    Reason why;
    if (!check_record(options->record_path, &why)) return command_line_complain("board", why.text, EXIT_USAGE);
    if (!server_reserve_files(&why)) return command_line_complain("board", why.text, EXIT_FAILED);
    if (!catch_signals(&why) || !server_listen(&listener, options->port, &why))
        return command_line_complain("board", why.text, EXIT_FAILED);
    if (!prepare(options, listener.port, &why)) return command_line_complain("board", why.text, EXIT_FAILED);
    bool is_fine = announce(options, &why);
    if (is_fine) proc_take_charge(false); /* only now: the browser is not to be one of our children */
    is_fine = is_fine && server_run(&options->service, &listener, stop_pipe[0], &why);
    end_line_of_interrupt();
    close(listener.fd);
    site_free(&options->service.site);
    return is_fine ? EXIT_ENDED : command_line_complain("board", why.text, EXIT_FAILED);
}

int main(int argc, char **argv) {
    char engine[SIBLING_COMMAND_SIZE];
    ServerOptions options;
    Reason why;
    int status;
    if (command_line_answers_with(&help, argc, argv, EXIT_FAILED, &status)) return status;
    sibling_command(argc > 0 ? argv[0] : "", "rowan", engine);
    if (!parse(&options, argv + 1, engine, &why)) return command_line_complain("board", why.text, EXIT_USAGE);
    return file_close_stdout("board", run(&options), EXIT_FAILED);
}
