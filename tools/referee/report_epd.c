#include "referee/report_epd.h"

#include "common/files.h"

static bool write_lines(const TournamentReport *report, const char *path) {
    FILE *stream = fopen(path, "w");
    if (stream == NULL) return false;
    for (int number = 1; number <= report->upto; number++) {
        const GameResult *result = &report->results[number - 1];
        if (!result->is_played || report->notes[number - 1].final == NULL) continue;
        fprintf(stream, "%s ; game %d ; result %s ; ending %s\n", report->notes[number - 1].final, number,
                outcome_text((Outcome)result->outcome), ending_name((Ending)result->ending));
    }
    return stream_close(stream);
}

bool report_write_epd(const TournamentReport *report, const char *path, Reason *why) {
    bool is_fine;
    if (file_is_replaceable(path)) {
        char *written = file_new_beside(path);
        is_fine = written != NULL && file_replace(path, written, write_lines(report, written));
    } else {
        is_fine = write_lines(report, path);
    }
    return is_fine || refuse_errno(why, "cannot write '%.150s'", path);
}
