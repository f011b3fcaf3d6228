#include "referee/record_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/files.h"
#include "common/os.h"

static bool write_all(int fd, const char *text, size_t length) {
    enum { PIECE_MAX = 1 << 30 }; /* some systems count in int */
    while (length > 0) {
        ssize_t written = write(fd, text, length < PIECE_MAX ? (unsigned)length : PIECE_MAX);
        if (written < 0 && errno != EINTR) return false;
        if (written > 0) {
            text += written;
            length -= (size_t)written;
        }
    }
    return true;
}

static void sync_folder(const char *path) {
    char *folder = file_folder(path);
    if (folder != NULL) os_sync_folder(folder);
    free(folder);
}

/* Two referees must not write one record. */
static bool lock(RecordFile *file, Reason *why) {
    return os_lock(file->fd) || refuse(why, "record %.150s: another referee is writing it", file->path);
}

static bool prepare(RecordFile *file, const char *path, int games, Reason *why) {
    *file = (RecordFile){
        .path = strdup(path),
        .fd = -1,
        .games = games,
        .entries = calloc((size_t)games, sizeof *file->entries),
    };
    if (file->path != NULL && file->entries != NULL) return true;
    return refuse(why, "not enough memory for the record");
}

void record_file_close(RecordFile *file) {
    if (file->fd >= 0) close(file->fd);
    free(file->path);
    free(file->entries);
    free(file->voided);
    *file = (RecordFile){.fd = -1};
}

void record_file_discard(RecordFile *file) {
    if (file->path == NULL || !file->is_new || file->last != 0) return;
    (void)unlink(file->path);
    record_file_close(file);
}

static bool write_header(RecordFile *file, char *const argv[], Reason *why) {
    int argc = 0;
    while (argv[argc] != NULL) argc++;
    char *header = record_header_text(argc, argv);
    if (header == NULL) return refuse(why, "not enough memory for the record");
    file->header_length = file->end = (int64_t)strlen(header);
    bool is_written = write_all(file->fd, header, strlen(header)) && os_sync(file->fd);
    free(header);
    if (is_written) sync_folder(file->path);
    return is_written || refuse_errno(why, "cannot write '%.150s'", file->path);
}

static bool refuse_to_create(const char *path, Reason *why) {
    bool exists = errno == EEXIST;
    if (!exists || !file_is_writable(path))
        return refuse_errno(why, "cannot create '%.150s'", path); /* a directory, say */
    if (!file_is_plain(path)) return refuse(why, "record %.150s: exists and is not a plain file", path);
    return refuse(why, "record %.150s: the file exists; use --resume to continue it", path);
}

/* An empty file, made by mktemp or left by a referee that was killed at once, has nothing to lose. */
static int open_empty(const char *path) {
    struct stat status;
    int fd = os_open(path, O_RDWR);
    if (fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size == 0) return fd;
    if (fd >= 0) close(fd);
    errno = EEXIST;
    return -1;
}

bool record_file_is_begun(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && status.st_size > 0;
}

bool record_file_create(RecordFile *file, const char *path, int games, char *const argv[], Reason *why) {
    bool is_fine = prepare(file, path, games, why), is_begun = false;
    if (is_fine) {
        file->fd = os_open(path, O_RDWR | O_CREAT | O_EXCL);
        if (file->fd < 0 && errno == EEXIST) file->fd = open_empty(path);
        if (file->fd < 0) is_fine = refuse_to_create(path, why);
    }
    is_fine = is_fine && lock(file, why);
    is_begun = is_fine;
    file->is_new = true;
    is_fine = is_fine && write_header(file, argv, why);
    if (is_begun && !is_fine) (void)unlink(path); /* half a header is of no use to anybody */
    if (!is_fine) record_file_close(file);
    return is_fine;
}

static void enter(RecordFile *file, int number, int64_t offset, int64_t end) {
    file->entries[number - 1] = (RecordFileEntry){offset, end - offset};
    if (number < file->last || file->voided_count > 0) file->is_out_of_order = true;
    file->last = number;
    file->end = end;
}

static bool enter_void(RecordFile *file, int64_t offset, int64_t end) {
    size_t size = (size_t)(file->voided_count + 1) * sizeof *file->voided;
    RecordFileEntry *voided = realloc(file->voided, size);
    if (voided == NULL) return false;
    file->voided = voided;
    voided[file->voided_count++] = (RecordFileEntry){offset, end - offset};
    file->end = end;
    return true;
}

static bool is_wanted(const RecordFile *file, const GameRecord *record, Reason *why) {
    if (record->number > file->games) {
        return refuse(why,
                      "record %.100s: holds game %d of round %d, but only %d games are asked for; use more --rounds",
                      file->path, record->number, record->round, file->games);
    }
    if (file->entries[record->number - 1].length == 0) return true;
    return refuse(why, "record %.150s: game %d is in it twice", file->path, record->number);
}

static bool read_games(RecordFile *file, RecordReader *reader, GameRecord *record, const RecordFileVisitor *visitor,
                       bool *is_torn, Reason *why) {
    file->header_length = file->end = reader->whole_end;
    for (;;) {
        int64_t offset = reader->whole_end;
        ReadResult result = record_next(reader, record, why);
        *is_torn = result == READ_TORN;
        if (result == READ_END || result == READ_TORN) return true;
        if (result == READ_BAD) return false;
        if (record->ending == ENDING_VOID) {
            if (!enter_void(file, offset, reader->whole_end)) return refuse(why, "not enough memory for the record");
            continue;
        }
        if (!is_wanted(file, record, why) || !visitor->visit(visitor->context, record, &reader->shape->grid, why))
            return false;
        enter(file, record->number, offset, reader->whole_end);
    }
}

/* What follows the last whole game is torn only if we have seen the end of the file: games that we could not read would
 * be overwritten. Comments after the last game stay. */
static bool find_end(RecordFile *file, RecordReader *reader, bool is_torn, Reason *why) {
    long seen = ftell(reader->file);
    off_t size = lseek(file->fd, 0, SEEK_END);
    if (seen < 0 || size < 0) return refuse_errno(why, "cannot read '%.150s'", file->path);
    if (seen != size || size < file->end) {
        return refuse(why, "record %.150s: only %lld of its %lld bytes could be read; nothing was changed", file->path,
                      (long long)seen, (long long)size);
    }
    file->torn = is_torn ? size - file->end : 0;
    if (!is_torn) file->end = size;
    return true;
}

static bool read_whole(RecordFile *file, const RecordFileVisitor *visitor, Reason *why) {
    RecordReader reader = {0};
    GameRecord *record = malloc(sizeof *record);
    bool is_torn = false;
    bool is_fine = record != NULL || refuse(why, "not enough memory for the record");
    is_fine = is_fine && record_open(&reader, file->path, NULL, why) &&
              read_games(file, &reader, record, visitor, &is_torn, why) && find_end(file, &reader, is_torn, why);
    record_close(&reader);
    free(record);
    return is_fine;
}

/* The lock is taken first: we must not read what another referee is writing right now. */
bool record_file_resume(RecordFile *file, const char *path, int games, const RecordFileVisitor *visitor, Reason *why) {
    bool is_fine = prepare(file, path, games, why);
    if (is_fine) {
        file->fd = os_open(path, O_RDWR);
        if (file->fd < 0) is_fine = refuse_errno(why, "cannot open '%.150s'", path);
    }
    /* Closing any descriptor of a file gives up our lock on it, so it is taken again. */
    is_fine = is_fine && lock(file, why) && read_whole(file, visitor, why) && lock(file, why);
    if (is_fine) file_remove_leftovers(path);
    if (!is_fine) record_file_close(file);
    return is_fine;
}

/* Makes the file end after its last whole game, and our position with it. */
static bool cut_to_whole_games(RecordFile *file) {
    return ftruncate(file->fd, file->end) == 0 && lseek(file->fd, file->end, SEEK_SET) == file->end;
}

/* What is written is not entered yet. */
static bool append(RecordFile *file, const char *text, Reason *why) {
    size_t length = strlen(text);
    bool is_at_end = file->torn > 0 ? cut_to_whole_games(file) : lseek(file->fd, file->end, SEEK_SET) == file->end;
    if (is_at_end) file->torn = 0;
    if (is_at_end && write_all(file->fd, text, length)) return true;
    refuse_errno(why, "cannot write '%.150s'", file->path);
    if (is_at_end) (void)cut_to_whole_games(file);
    return false;
}

bool record_file_append(RecordFile *file, int number, const char *text, Reason *why) {
    if (file->path == NULL) return true;
    if (!append(file, text, why)) return false;
    enter(file, number, file->end, file->end + (int64_t)strlen(text));
    return true;
}

bool record_file_append_void(RecordFile *file, const char *text, Reason *why) {
    if (file->path == NULL) return true;
    if (!append(file, text, why)) return false;
    return enter_void(file, file->end, file->end + (int64_t)strlen(text)) || refuse(why, "not enough memory");
}

bool record_file_sync(RecordFile *file, Reason *why) {
    if (file->path == NULL || os_sync(file->fd)) return true;
    return refuse_errno(why, "cannot write '%.150s' to disk", file->path);
}

static bool copy_piece(int from, int to, int64_t offset, int64_t length) {
    char buffer[1 << 14];
    if (lseek(from, offset, SEEK_SET) != offset) return false;
    while (length > 0) {
        unsigned wanted = length < (int64_t)sizeof buffer ? (unsigned)length : (unsigned)sizeof buffer;
        ssize_t got = read(from, buffer, wanted);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0 || !write_all(to, buffer, (size_t)got)) return false;
        length -= got;
    }
    return true;
}

static bool write_sorted(const RecordFile *file, const char *path) {
    int fd = os_open(path, O_WRONLY);
    bool is_fine = fd >= 0 && copy_piece(file->fd, fd, 0, file->header_length);
    for (int i = 0; is_fine && i < file->games; i++) {
        is_fine = copy_piece(file->fd, fd, file->entries[i].offset, file->entries[i].length);
    }
    for (int i = 0; is_fine && i < file->voided_count; i++) {
        is_fine = copy_piece(file->fd, fd, file->voided[i].offset, file->voided[i].length);
    }
    int error = errno;
    if (fd >= 0) close(fd);
    errno = error;
    return is_fine;
}

bool record_file_finish(RecordFile *file, bool is_over, Reason *why) {
    if (file->path == NULL) return true;
    if (is_over && file->torn > 0 && !cut_to_whole_games(file)) {
        return refuse_errno(why, "cannot write '%.150s'", file->path);
    }
    if (!file->is_out_of_order) return true;
    char *sorted = file_new_beside(file->path);
    bool is_sorted = sorted != NULL && write_sorted(file, sorted);
    os_release(&file->fd);
    if (sorted == NULL || !file_replace(file->path, sorted, is_sorted)) {
        return refuse_errno(why, "cannot sort '%.150s'", file->path);
    }
    sync_folder(file->path);
    return true;
}
