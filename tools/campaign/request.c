#include "campaign/request.h"

#include "campaign/job_folder.h"

const OptionRow request_options[REQUEST_OPTIONS + 1] = {
    [REQUEST_JOBS] = {"--jobs", OPTION_NUMBER, REQUEST_JOBS_MAX, "N", "make at least N jobs, if it can"},
    [REQUEST_AIM] = {"--aim", OPTION_CHOICE, 0, "x|o|draw", "what to prove: who wins, or that nobody does"},
    [REQUEST_STOP] = {"--stop", OPTION_CHOICE, 0, "x|o", "prove only that this side cannot win"},
    [REQUEST_HASH] = {"--hash", OPTION_NUMBER, 1 << 20, "MIB", "memory of each job, in MiB (at first 512)"},
    [REQUEST_THREADS] = {"--threads", OPTION_NUMBER, 64, "N", "threads of each job (at first 1)"},
    [REQUEST_TIME] = {"--time", OPTION_SECONDS, 0, "S", "each job gives up after S seconds"},
    [REQUEST_TREE] = {"--tree", OPTION_NUMBER, 12, "N", "to hold a side: let up to N of its moves come first"},
    [REQUEST_MINIMISE] = {"--minimise", OPTION_NUMBER, 1000, "ROUNDS", "to prove a win: make the proofs smaller"},
    [REQUEST_OUTLINE] = {"--outline", OPTION_SWITCH, 0, NULL, "to prove a win: leave the last moves to the checker"},
    [REQUEST_PROOF] = {"--proof", OPTION_PATH, 0, "FILE", "write the proof to this file"},
};

void request_print_command(const Request *request, const char *command) {
    job_folder_put_word(stdout, request->called);
    printf(" %s ", command);
    job_folder_put_word(stdout, request->folder);
}
