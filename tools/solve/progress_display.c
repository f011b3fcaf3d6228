#include "solve/progress_display.h"

#include <inttypes.h>

void progress_display_show(void *context, const SolveProgress *progress) {
    ProgressDisplay *display = context;
    const ProveProgress *prover = &progress->prover;
    ProgressLine *line = &display->line;
    if (!progress_line_is_due(line)) return;
    if (progress->check_steps > 0) {
        progress_line_show(line, "checking the proof: %" PRIu64 " million steps", progress->check_steps / 1000000);
    } else if (progress->looks_for_line) {
        progress_line_show(line, "looking for the longest defence");
    } else if (progress->tree_moves > 0) {
        progress_line_show(line, "%d of %d moves answered, %d %s, %" PRIu64 " nodes", progress->tree_answered,
                           progress->tree_moves, progress->tree_pictures,
                           text_plural(progress->tree_pictures, "picture", "pictures"), progress->nodes);
    } else if (progress->looks_for_blocks) {
        progress_line_show(line, "looking for blocks");
    } else if (display->counts_points) {
        progress_line_show(line, "difference %d to %d, %" PRIu64 " nodes", progress->lower, progress->upper,
                           progress->nodes);
    } else {
        progress_line_show(line, "%c attacks: proof %" PRIu32 ", disproof %" PRIu32 ", %d%% full, %" PRIu64 " nodes",
                           side_letter(progress->attacker), prover->proof_number, prover->disproof_number,
                           prover->full_permille / 10, progress->nodes);
    }
}

void progress_display_show_round(void *context, int round, int entries) {
    const ProgressDisplay *display = context;
    progress_line_show(&display->line, "round %d: %d %s", round, entries, text_plural(entries, "entry", "entries"));
}
