#include "referee/pgn_file.h"

#include <stdlib.h>

#include "common/files.h"

bool pgn_file_take(PgnFile *file, GameOrder *order, int number, Reason *why) {
    if (file->path == NULL) return true;
    char *text = game_order_take_plain(order, number);
    if (file->stream == NULL) file->stream = file_open_output(file->path, false);
    bool is_written = file->stream != NULL && fputs(text, file->stream) >= 0 && file_flush(file->stream);
    free(text);
    if (is_written) return true;
    refuse_errno(why, "cannot write '%.150s'", file->path);
    if (file->stream != NULL) fclose(file->stream);
    file->stream = NULL;
    return false;
}

bool pgn_file_close(PgnFile *file, Reason *why) {
    if (file->stream == NULL) return true;
    bool is_written = file_close(file->stream);
    file->stream = NULL;
    return is_written || refuse_errno(why, "cannot write '%.150s'", file->path);
}
