/* A campaign: a proof that is too much for one machine, divided into jobs that any scheduler runs. The commands are in
 * one table; each has a function and its own options. */
#include <stdio.h>
#include <string.h>

#include "campaign/request.h"
#include "common/files.h"
#include "common/os.h"
#include "common/printable.h"
#include "common/sibling.h"

enum { EXIT_WHOLE, EXIT_NOT_WHOLE, EXIT_WRONG };

const OptionRow request_options[REQUEST_OPTIONS + 1] = {
    [REQUEST_JOBS] = {"--jobs", OPTION_NUMBER, REQUEST_JOBS_MAX, "N", "make at least N jobs, if it can"},
    [REQUEST_AIM] = {"--aim", OPTION_CHOICE, 0, "x|o|draw", "what to prove: who wins, or that nobody does"},
    [REQUEST_STOP] = {"--stop", OPTION_CHOICE, 0, "x|o", "prove only that this side cannot win"},
    [REQUEST_HASH] = {"--hash", OPTION_NUMBER, 1 << 20, "MIB", "memory of each job, in MiB (at first 512)"},
    [REQUEST_THREADS] = {"--threads", OPTION_NUMBER, 64, "N",
                         "threads of each job (at first 1); with check, proofs at a time (1)"},
    [REQUEST_TIME] = {"--time", OPTION_SECONDS, 0, "S", "each job gives up after S seconds"},
    [REQUEST_TREE] = {"--tree", OPTION_NUMBER, 12, "N", "to hold a side: let up to N of its moves come first"},
    [REQUEST_MINIMISE] = {"--minimise", OPTION_NUMBER, 1000, "ROUNDS", "to prove a win: make the proofs smaller"},
    [REQUEST_OUTLINE] = {"--outline", OPTION_SWITCH, 0, NULL, "to prove a win: leave the last moves to the checker"},
    [REQUEST_PROOF] = {"--proof", OPTION_PATH, 0, "FILE", "write the proof to this file"},
    [REQUEST_STEPS] = {"--steps", OPTION_NUMBER, 1000000000, "N",
                       "give up on a proof after N million steps, as verify"},
    [REQUEST_RECHECK] = {"--recheck", OPTION_SWITCH, 0, NULL, "check also what has a receipt"},
};

enum {
    LIMITS = 1 << REQUEST_HASH | 1 << REQUEST_THREADS | 1 << REQUEST_TIME,
    AIMS = 1 << REQUEST_AIM | 1 << REQUEST_STOP | 1 << REQUEST_TREE | 1 << REQUEST_MINIMISE | 1 << REQUEST_OUTLINE,
    JOBS = 1 << REQUEST_JOBS,
    PROOF = 1 << REQUEST_PROOF,
    RECHECK = 1 << REQUEST_RECHECK,
    CHECK = RECHECK | 1 << REQUEST_THREADS | 1 << REQUEST_STEPS,
};

typedef struct {
    const char *name, *takes;
    int least, most; /* of words */
    bool ends_with_folder;
    unsigned options;
    bool (*run)(const Request *request, bool *is_whole, Reason *why);
    const char *summary, *text;
} Command;

static const Command commands[] = {
    {"new", "GAME [MOVE ...] DIR", 2, INT32_MAX, true, LIMITS | AIMS | JOBS, request_new,
     "divide a game or a position into jobs",
     "Divides a game, or a position as solve takes it, into at least as many jobs as\n"
     "--jobs says, which must be given. DIR/jobs has a shell command for each, to be\n"
     "run in DIR by any scheduler: GNU parallel, a Slurm array, make. Without --aim\n"
     "and --stop the jobs are to prove what is likely.\n"},
    {"status", "DIR", 1, 1, false, 0, request_status, "say how many jobs are done, and name what is missing",
     "Says how many jobs are done, names those that are missing, damaged or had\n"
     "another result, and writes the commands of those to be run to DIR/left.\n"},
    {"check", "DIR", 1, 1, false, CHECK, request_check, "check all proofs of a folder, and leave receipts",
     "Checks every file of DIR whose name ends with .proof, as verify does, and leaves\n"
     "a receipt for each that holds: NAME.receipt, with the SHA-256 of the proof. A\n"
     "proof with a receipt that fits is not checked again, here or by join. DIR need\n"
     "not be a folder of jobs. Receipts are trusted, like all files of the folder.\n"},
    {"join", "DIR", 1, 1, false, PROOF | RECHECK, request_join, "put the proofs of the jobs together, and check them",
     "Puts the proofs of the jobs together and checks the whole; without --proof it is\n"
     "not written. If jobs are missing, does what status does.\n"},
    {"retry", "DIR [JOB [MOVE]]", 1, 3, false, LIMITS | JOBS, request_retry,
     "let a side play another move, or change the limits",
     "Lets the side to move in this job, or further up in the plan, play MOVE there,\n"
     "or one that was not tried yet. --hash, --threads and --time are for all jobs,\n"
     "also without JOB. Proofs that are there stay as they are.\n"},
    {"split", "DIR JOB N", 3, 3, false, LIMITS, request_split, "divide a job that is too hard into at least N",
     "Divides a job that is too hard into at least N, if it can.\n"},
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

void request_print_command(const Request *request, const char *command) {
    printable_put_word(stdout, request->called);
    printf(" %s ", command);
    printable_put_word(stdout, request->folder);
}

static const Command *find_command(const char *name) {
    for (int i = 0; i < COMMANDS && name != NULL; i++) {
        if (strcmp(commands[i].name, name) == 0) return &commands[i];
    }
    return NULL;
}

static bool refuse_command(const char *name, Reason *why) {
    const char *names[COMMANDS + 1] = {NULL};
    if (name == NULL) return refuse(why, "a command is missing; see --help");
    for (int i = 0; i < COMMANDS; i++) names[i] = commands[i].name;
    const char *hint = command_line_nearest(name, names);
    if (hint != NULL) return refuse(why, "there is no command '%.60s'; did you mean %s?", name, hint);
    return refuse(why, "there is no command '%.60s'; see --help", name);
}

/* Help */

static void add_command_help(const Command *command, Writer *text) {
    writer_add(text, "usage: campaign %s %s%s\n\n%s\n", command->name, command->takes,
               command->options != 0 ? " [options]" : "", command->text);
    command_line_help(request_options, command->options, text);
}

static void add_help(Writer *text) {
    writer_add(text, "usage: campaign COMMAND ...\n\n"
                     "Proves what is too much for one machine: divides a game into jobs that any\n"
                     "scheduler runs, and puts their proofs together.\n\n");
    for (int i = 0; i < COMMANDS; i++) {
        char label[64];
        snprintf(label, sizeof label, "%s %s", commands[i].name, commands[i].takes);
        writer_add(text, "  %-24s %s\n", label, commands[i].summary);
    }
    writer_add(text,
               "\n  %-24s %s\n  %-24s %s\n\n"
               "Exit status: 0 done; with status and join, all jobs are; with check, all proofs\n"
               "hold; 1 jobs are missing or had another result, or a proof does not hold or\n"
               "was given up; 2 wrong arguments, or a file or the output could not be\n"
               "written.\n",
               "-h, --help", "show this text; after a command, its own", "--version", "show the version");
}

/* Options and words */

static bool takes_option(const Command *command, int option) {
    return (command->options >> option & 1) != 0;
}

/* "--hash is for new, retry and split, not for join" */
static bool refuse_option(const Command *command, int option, Reason *why) {
    char owners[64];
    int left = 0;
    Writer writer = writer_on(owners, sizeof owners);
    for (int i = 0; i < COMMANDS; i++) left += takes_option(&commands[i], option);
    for (int i = 0; i < COMMANDS; i++) {
        if (!takes_option(&commands[i], option)) continue;
        left--;
        writer_add(&writer, "%s%s", commands[i].name, left > 1 ? ", " : left == 1 ? " and " : "");
    }
    return refuse(why, "%s is for %s, not for %s", request_options[option].name, owners, command->name);
}

static bool parse(const Command *command, char **argv, Request *request, Reason *why) {
    const char *apart;
    int count = 0;
    if (!command_line_parse(request_options, argv, request->value, &apart, why)) return false;
    for (int i = 0; i < REQUEST_OPTIONS; i++) {
        if (request->value[i] != NULL && !takes_option(command, i)) return refuse_option(command, i, why);
    }
    while (argv[count] != NULL) count++;
    if (count < command->least || count > command->most)
        return refuse(why, "%s takes %s; see campaign %s --help", command->name, command->takes, command->name);
    request->folder = argv[command->ends_with_folder ? count - 1 : 0];
    request->words = command->ends_with_folder ? argv : argv + 1;
    if (command->ends_with_folder) argv[count - 1] = NULL;
    return *request->folder != '\0' || refuse(why, "the name of the folder is empty");
}

/* Beside this program, and installed like it. */
static void find_solve(const char *called, char path[SIBLING_COMMAND_SIZE]) {
    char folder[SIBLING_PATH_SIZE];
    bool is_installed = strncmp(os_base_name(called), "rowan-", 6) == 0;
    sibling_folder(called, folder);
    snprintf(path, SIBLING_COMMAND_SIZE, "%s%ssolve", folder, is_installed ? "rowan-" : "");
}

int main(int argc, char **argv) {
    char usage[4096], solve[SIBLING_COMMAND_SIZE];
    Writer help = writer_on(usage, sizeof usage);
    const Command *command = find_command(argv[1]);
    Request request = {.called = argv[0], .solve = solve};
    Reason why;
    bool is_whole = true;
    int status;
    file_ignore_signals();
    if (command != NULL) {
        add_command_help(command, &help);
    } else {
        add_help(&help);
    }
    if (command_line_answers(argc, argv, "campaign", usage, EXIT_WRONG, &status)) return status;
    find_solve(argv[0], solve);
    bool fine = command != NULL ? parse(command, argv + 2, &request, &why) && command->run(&request, &is_whole, &why)
                                : refuse_command(argv[1], &why);
    if (!fine) return command_line_complain("campaign", why.text, EXIT_WRONG);
    return file_close_stdout("campaign", is_whole ? EXIT_WHOLE : EXIT_NOT_WHOLE, EXIT_WRONG);
}
