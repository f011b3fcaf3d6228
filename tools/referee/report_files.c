/* Reports as files: JSON, and EPD with the last positions. */
#include "common/files.h"
#include "referee/report.h"

typedef struct {
    const char *path;
    char *beside; /* a new file that takes its place; NULL: it is a link, pipe or device, which is written to */
    FILE *stream; /* NULL: it cannot be opened */
} ReportFile;

static ReportFile open_file(const char *path) {
    ReportFile file = {.path = path};
    bool is_replaced = file_is_replaceable(path);
    if (is_replaced) file.beside = file_new_beside(path);
    if (!is_replaced || file.beside != NULL) file.stream = fopen(is_replaced ? file.beside : path, "w");
    return file;
}

static bool close_file(const ReportFile *file, Reason *why) {
    bool is_fine = file->stream != NULL && stream_close(file->stream);
    if (file->beside != NULL) is_fine = file_replace(file->path, file->beside, is_fine);
    return is_fine || refuse_errno(why, "cannot write '%.150s'", file->path);
}

bool report_file_is_possible(const char *path, Reason *why) {
    return output_is_possible(path) || refuse_errno(why, "cannot write '%.150s'", path);
}

bool report_write_json(const TournamentReport *report, const char *path, const char *end, Reason *why) {
    if (tournament_prints_json(report->tournament)) {
        report_put_json(report, stdout, end);
        return stream_flush(stdout) || refuse_errno(why, "cannot write to standard output");
    }
    ReportFile file = open_file(path);
    if (file.stream != NULL) report_put_json(report, file.stream, end);
    return close_file(&file, why);
}

static void put_epd(const TournamentReport *report, FILE *stream) {
    for (int number = 1; number <= report->order->upto; number++) {
        const FinishedGame *game = game_order_at(report->order, number);
        if (game == NULL) continue;
        fprintf(stream, "%s ; game %d ; result %s ; ending %s\n", game->final, number, outcome_text(game->outcome),
                ending_name(game->ending));
    }
}

bool report_write_epd(const TournamentReport *report, const char *path, Reason *why) {
    ReportFile file = open_file(path);
    if (file.stream != NULL) put_epd(report, file.stream);
    return close_file(&file, why);
}
