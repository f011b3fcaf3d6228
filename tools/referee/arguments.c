#include "referee/arguments.h"

#include <stdlib.h>

#include "referee/referee_options.h"

/* Begins anew with arguments that come first; those of the command line may add to them. */
static bool parse_after(const RefereeArguments *arguments, Tournament *tournament, char *const first[], Reason *why) {
    tournament_free(tournament);
    if (!tournament_init(tournament)) return refuse(why, "not enough memory");
    if (!referee_options_parse(tournament, first, why)) return false;
    tournament->is_trusting = tournament->is_continuing = false; /* a record cannot vouch for itself */
    tournament->check_command = NULL;
    return referee_options_parse(tournament, arguments->list, why);
}

static bool resume_arguments(RefereeArguments *arguments, Tournament *tournament, Reason *why) {
    RecordReader reader;
    if (tournament->engine_count > 0 || tournament->each.setting_count > 0) {
        return refuse(why, "--resume takes the engines from the record: leave out --engine and --each");
    }
    if (tournament->record_path != NULL) {
        return refuse(why, "--resume writes to the record that it resumes: leave out --record");
    }
    if (!record_open(&reader, tournament->resume_path, &arguments->recorded, why)) return false;
    record_close(&reader);
    return parse_after(arguments, tournament, arguments->recorded, why);
}

/* The record may have been begun before, by the same command. Nobody has to be trusted then: what is run is what the
 * command line says. */
static bool continue_arguments(const RefereeArguments *arguments, Tournament *tournament, Reason *why) {
    if (tournament->record_path == NULL || tournament->resume_path != NULL || tournament->merge_count > 0) {
        return refuse(why, "--continue is for --record, and neither for --resume nor for --merge");
    }
    if (!record_file_is_begun(tournament->record_path)) return true;
    tournament->resume_path = tournament->record_path;
    return merge_continues(tournament->record_path, arguments->list, why);
}

static bool merge_arguments(RefereeArguments *arguments, Tournament *tournament, Reason *why) {
    if (tournament->engine_count > 0 || tournament->each.setting_count > 0 || tournament->resume_path != NULL) {
        return refuse(why, "--merge takes the tournament from its parts: leave out --engine, --each and --resume");
    }
    arguments->merge = merge_open(tournament->merge_paths, tournament->merge_count, why);
    return arguments->merge != NULL &&
           parse_after(arguments, tournament, merge_common_arguments(arguments->merge), why);
}

/* A default that depends on the files of this machine is written to the record like an option that was given. */
static bool choose_openings(RefereeArguments *arguments, Tournament *tournament, Reason *why) {
    bool was_balanced = tournament->is_balanced;
    int count = 0;
    if (!opening_choice_make(tournament, arguments->program, false, arguments->balanced_path, why)) return false;
    if (was_balanced || !tournament->is_balanced) return true;
    while (arguments->list[count] != NULL) count++;
    arguments->completed = calloc((size_t)count + 2, sizeof *arguments->completed);
    if (arguments->completed == NULL) return refuse(why, "not enough memory");
    memcpy(arguments->completed, arguments->list, (size_t)count * sizeof *arguments->completed);
    arguments->completed[count] = "--balanced";
    arguments->list = arguments->completed;
    return true;
}

bool referee_arguments_parse(RefereeArguments *arguments, Tournament *tournament, Reason *why) {
    if (arguments->list[0] == NULL) return refuse(why, "no engines given; see --help");
    if (!tournament_init(tournament)) return refuse(why, "not enough memory");
    if (!referee_options_parse(tournament, arguments->list, why)) return false;
    if (tournament->check_command != NULL) return true; /* nothing else matters then */
    bool is_resumed = tournament->resume_path != NULL && !tournament->is_continuing;
    bool is_recorded = is_resumed || tournament->merge_count > 0;
    if (!is_recorded && !choose_openings(arguments, tournament, why)) return false;
    if (tournament->is_continuing && !continue_arguments(arguments, tournament, why)) return false;
    if (is_resumed && !resume_arguments(arguments, tournament, why)) return false;
    if (tournament->merge_count > 0 && !merge_arguments(arguments, tournament, why)) return false;
    if (is_recorded && !opening_choice_make(tournament, arguments->program, true, arguments->balanced_path, why))
        return false;
    return tournament_check(tournament, why);
}

void referee_arguments_free(RefereeArguments *arguments) {
    free(arguments->completed);
    record_free_arguments(arguments->recorded);
    merge_free(arguments->merge);
}
