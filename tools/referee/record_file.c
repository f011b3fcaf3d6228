#include "referee/record_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/files.h"

static bool refuse_record(const char *path, const char *what, Reason *why) {
    return refuse_errno(why, "record %.150s: %s", path, what);
}

static bool write_all(int fd, const char *text, size_t length) {
    while (length > 0) {
        ssize_t written = write(fd, text, length);
        if (written < 0 && errno != EINTR) return false;
        if (written > 0) {
            text += written;
            length -= (size_t)written;
        }
    }
    return true;
}

/* A new name is safe only when its folder is. Where folders cannot be synced there is nothing more to do. */
static void sync_folder(const char *path) {
    char *folder = folder_of(path);
    int fd = folder != NULL ? open(folder, O_RDONLY | O_CLOEXEC) : -1;
    if (fd >= 0) {
        (void)fsync(fd);
        close(fd);
    }
    free(folder);
}

/* Two referees must not write one record. */
static bool lock(Ledger *ledger, Reason *why) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(ledger->fd, F_SETLK, &whole) == 0) return true;
    return refuse(why, "record %s: another referee is writing it", ledger->path);
}

static bool prepare(Ledger *ledger, const char *path, int games, Reason *why) {
    *ledger = (Ledger){
        .path = malloc(strlen(path) + 1),
        .fd = -1,
        .games = games,
        .entries = calloc((size_t)games, sizeof *ledger->entries),
    };
    if (ledger->path == NULL || ledger->entries == NULL) return refuse(why, "no memory for the record");
    strcpy(ledger->path, path);
    return true;
}

void ledger_close(Ledger *ledger) {
    if (ledger->path == NULL) return;
    if (ledger->fd >= 0) close(ledger->fd);
    free(ledger->path);
    free(ledger->entries);
    *ledger = (Ledger){.fd = -1};
}

static bool write_header(Ledger *ledger, int argc, char *const argv[], Reason *why) {
    char *header = record_header_text(argc, argv);
    if (header == NULL) return refuse(why, "no memory for the record");
    ledger->header_length = ledger->end = (int64_t)strlen(header);
    bool is_written = write_all(ledger->fd, header, strlen(header)) && fsync(ledger->fd) == 0;
    free(header);
    if (is_written) sync_folder(ledger->path);
    return is_written || refuse_record(ledger->path, "cannot be written", why);
}

static bool refuse_to_create(const char *path, Reason *why) {
    bool is_there = errno == EEXIST;
    if (!is_there || !file_is_writable(path))
        return refuse_record(path, "cannot be created", why); /* a directory, say */
    if (!file_is_plain(path)) return refuse(why, "record %s: it is there already, and not a plain file", path);
    return refuse(why, "record %s: the file is there already; --resume goes on with it", path);
}

bool ledger_create(Ledger *ledger, const char *path, int games, int argc, char *const argv[], Reason *why) {
    bool is_fine = prepare(ledger, path, games, why);
    if (is_fine) {
        ledger->fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (ledger->fd < 0) is_fine = refuse_to_create(path, why);
    }
    is_fine = is_fine && lock(ledger, why) && write_header(ledger, argc, argv, why);
    if (!is_fine) ledger_close(ledger);
    return is_fine;
}

static void enter(Ledger *ledger, int number, int64_t offset, int64_t end) {
    ledger->entries[number - 1] = (LedgerEntry){offset, end - offset};
    if (number < ledger->last) ledger->is_out_of_order = true;
    ledger->last = number;
    ledger->end = end;
}

static bool is_wanted(const Ledger *ledger, const GameRecord *record, Reason *why) {
    if (record->number > ledger->games) {
        return refuse(why,
                      "record %s: it has game %d of round %d, beyond the %d games asked for; more --rounds are needed",
                      ledger->path, record->number, record->round, ledger->games);
    }
    if (ledger->entries[record->number - 1].length == 0) return true;
    return refuse(why, "record %s: game %d is there twice", ledger->path, record->number);
}

static bool read_games(Ledger *ledger, RecordReader *reader, GameRecord *record, LedgerVisit *visit, void *context,
                       Reason *why) {
    ledger->header_length = ledger->end = reader->whole_end;
    for (;;) {
        int64_t offset = reader->whole_end;
        ReadResult result = record_next(reader, record, why);
        if (result == READ_END || result == READ_TORN) return true;
        if (result == READ_BAD) return false;
        if (!is_wanted(ledger, record, why)) return false;
        if (!visit(context, record, why)) return false;
        enter(ledger, record->number, offset, reader->whole_end);
    }
}

static bool cut_to_whole_games(Ledger *ledger, Reason *why) {
    ledger->dropped = lseek(ledger->fd, 0, SEEK_END) - ledger->end;
    bool is_cut = ftruncate(ledger->fd, ledger->end) == 0 && lseek(ledger->fd, ledger->end, SEEK_SET) >= 0;
    return is_cut || refuse_record(ledger->path, "cannot be cut to its whole games", why);
}

/* The lock is taken first: what another referee is writing right now is not for us to read. */
bool ledger_resume(Ledger *ledger, const char *path, int games, LedgerVisit *visit, void *context, Reason *why) {
    RecordReader reader = {0};
    GameRecord *record = malloc(sizeof *record);
    bool is_fine = prepare(ledger, path, games, why);
    if (is_fine && record == NULL) is_fine = refuse(why, "no memory for the record");
    if (is_fine) {
        ledger->fd = open(path, O_RDWR | O_CLOEXEC);
        if (ledger->fd < 0) is_fine = refuse_record(path, "cannot be opened", why);
    }
    is_fine = is_fine && lock(ledger, why) && record_open(&reader, path, NULL, why) &&
              read_games(ledger, &reader, record, visit, context, why);
    /* Closing any descriptor of a file gives up our lock on it, so it is taken again. */
    record_close(&reader);
    is_fine = is_fine && lock(ledger, why) && cut_to_whole_games(ledger, why);
    free(record);
    if (!is_fine) ledger_close(ledger);
    return is_fine;
}

bool ledger_append(Ledger *ledger, int number, const char *text, Reason *why) {
    if (ledger->path == NULL) return true;
    size_t length = strlen(text);
    if (write_all(ledger->fd, text, length)) {
        enter(ledger, number, ledger->end, ledger->end + (int64_t)length);
        return true;
    }
    refuse_record(ledger->path, "cannot be written", why);
    if (ftruncate(ledger->fd, ledger->end) == 0) lseek(ledger->fd, ledger->end, SEEK_SET);
    return false;
}

bool ledger_sync(Ledger *ledger, Reason *why) {
    if (ledger->path == NULL || fsync(ledger->fd) == 0) return true;
    return refuse_record(ledger->path, "cannot be synced", why);
}

static bool copy_piece(int from, int to, int64_t offset, int64_t length) {
    char buffer[1 << 14];
    while (length > 0) {
        size_t wanted = length < (int64_t)sizeof buffer ? (size_t)length : sizeof buffer;
        ssize_t got = pread(from, buffer, wanted, offset);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0 || !write_all(to, buffer, (size_t)got)) return false;
        offset += got;
        length -= got;
    }
    return true;
}

static bool write_sorted(const Ledger *ledger, const char *path) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    bool is_fine = fd >= 0 && copy_piece(ledger->fd, fd, 0, ledger->header_length);
    for (int i = 0; is_fine && i < ledger->games; i++) {
        is_fine = copy_piece(ledger->fd, fd, ledger->entries[i].offset, ledger->entries[i].length);
    }
    int error = errno;
    if (fd >= 0) close(fd);
    errno = error;
    return is_fine;
}

bool ledger_finish(Ledger *ledger, Reason *why) {
    if (ledger->path == NULL || !ledger->is_out_of_order) return true;
    char *sorted = file_new_beside(ledger->path);
    if (sorted == NULL || !file_replace(ledger->path, sorted, write_sorted(ledger, sorted))) {
        return refuse_record(ledger->path, "cannot be sorted", why);
    }
    sync_folder(ledger->path);
    return true;
}
