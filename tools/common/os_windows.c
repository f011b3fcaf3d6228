#include "common/os_windows.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "common/files.h"
#include "common/os.h"

int os_windows_error(void) {
    switch (GetLastError()) {
    case ERROR_FILE_NOT_FOUND:
    case ERROR_PATH_NOT_FOUND:
    case ERROR_INVALID_NAME:
        return ENOENT;
    case ERROR_DIRECTORY:
        return ENOTDIR;
    case ERROR_ACCESS_DENIED:
    case ERROR_SHARING_VIOLATION:
    case ERROR_LOCK_VIOLATION:
        return EACCES;
    case ERROR_ALREADY_EXISTS:
    case ERROR_FILE_EXISTS:
        return EEXIST;
    case ERROR_BAD_EXE_FORMAT:
        return ENOEXEC;
    case ERROR_NOT_ENOUGH_MEMORY:
    case ERROR_OUTOFMEMORY:
        return ENOMEM;
    case ERROR_DISK_FULL:
        return ENOSPC;
    case ERROR_BROKEN_PIPE:
    case ERROR_NO_DATA:
        return EPIPE;
    default:
        return EIO;
    }
}

static bool succeeds(BOOL result) {
    if (!result) errno = os_windows_error();
    return result;
}

void os_error_text(int error, char *text, size_t size) {
    if (strerror_s(text, size, error) != 0) snprintf(text, size, "error %d", error);
}

int os_open(const char *path, int flags) {
    return open(path, flags | O_BINARY | O_NOINHERIT, _S_IREAD | _S_IWRITE);
}

bool os_sync(int fd) {
    return _commit(fd) == 0;
}

void os_sync_folder(const char *folder) {
    (void)folder;
}

/* A byte far behind the end: what is locked here nobody else may read, not even we by another name. */
bool os_lock(int fd) {
    OVERLAPPED at = {.OffsetHigh = 0x40000000};
    HANDLE file = (HANDLE)_get_osfhandle(fd);
    UnlockFileEx(file, 0, 1, 0, &at); /* ours, if we have it already */
    return succeeds(LockFileEx(file, LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at));
}

void os_release(int *fd) {
    close(*fd);
    *fd = -1;
}

void os_set_mode(int fd, unsigned mode) {
    (void)fd, (void)mode;
}

bool os_link_status(const char *path, struct stat *status) {
    return stat(path, status) == 0;
}

static bool identify(const char *path, BY_HANDLE_FILE_INFORMATION *information) {
    HANDLE file = CreateFileA(path, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL, OPEN_EXISTING,
                              FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (file == INVALID_HANDLE_VALUE) return false;
    bool is_known = GetFileInformationByHandle(file, information);
    CloseHandle(file);
    return is_known;
}

bool os_is_same_file(const char *a, const char *b) {
    BY_HANDLE_FILE_INFORMATION of_a, of_b;
    return identify(a, &of_a) && identify(b, &of_b) && of_a.dwVolumeSerialNumber == of_b.dwVolumeSerialNumber &&
           of_a.nFileIndexHigh == of_b.nFileIndexHigh && of_a.nFileIndexLow == of_b.nFileIndexLow;
}

bool os_rename(const char *from, const char *to) {
    return succeeds(MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH));
}

bool os_make_folder(const char *path) {
    return mkdir(path) == 0;
}

/* Only an attempt would tell. */
bool os_folder_is_writable(const char *path) {
    struct stat status;
    if (stat(path, &status) != 0) return false;
    errno = ENOTDIR;
    return S_ISDIR(status.st_mode);
}

const char *os_base_name(const char *path) {
    const char *base = path;
    for (const char *at = path; *at != '\0'; at++) {
        if (strchr("/\\:", *at) != NULL) base = at + 1;
    }
    return base;
}

static bool has_room(char **line, size_t *size, size_t wanted) {
    if (wanted <= *size) return true;
    char *larger = realloc(*line, 2 * wanted);
    if (larger == NULL) return false;
    *line = larger;
    *size = 2 * wanted;
    return true;
}

long long os_read_line(char **line, size_t *size, FILE *stream) {
    enum { SIZE_MIN = 64 };
    size_t length = 0;
    for (int c = '\0'; c != '\n';) {
        c = getc(stream);
        if (c == EOF) break;
        if (!has_room(line, size, length + SIZE_MIN)) return -1;
        (*line)[length++] = (char)c;
        (*line)[length] = '\0';
    }
    return length > 0 ? (long long)length : -1;
}

static HANDLE handle_of(FILE *stream) {
    return (HANDLE)_get_osfhandle(_fileno(stream));
}

/* One that we write to is told to obey escape sequences, which not every console does by itself. */
bool os_is_terminal(FILE *stream) {
    DWORD mode;
    if (!GetConsoleMode(handle_of(stream), &mode)) return false;
    return stream == stdin || SetConsoleMode(handle_of(stream), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

void os_screen_size(FILE *stream, int *columns, int *rows) {
    CONSOLE_SCREEN_BUFFER_INFO screen;
    if (!GetConsoleScreenBufferInfo(handle_of(stream), &screen)) screen.srWindow = (SMALL_RECT){1, 1, 0, 0};
    *columns = screen.srWindow.Right - screen.srWindow.Left + 1;
    *rows = screen.srWindow.Bottom - screen.srWindow.Top + 1;
}

bool os_process_exists(long pid) {
    HANDLE process = OpenProcess(SYNCHRONIZE, FALSE, (DWORD)pid);
    if (process == NULL) return GetLastError() == ERROR_ACCESS_DENIED;
    bool exists = WaitForSingleObject(process, 0) == WAIT_TIMEOUT;
    CloseHandle(process);
    return exists;
}

void os_sleep_ms(int ms) {
    Sleep((DWORD)ms);
}

bool os_load(double *load, long *processors) {
    *load = 0;
    *processors = 0;
    return false;
}

bool os_program_path(char *path, size_t size) {
    DWORD length = GetModuleFileNameA(NULL, path, (DWORD)size);
    for (char *at = path; (at = strchr(at, '\\')) != NULL;) *at = '/';
    return length > 0 && length < size;
}

void file_ignore_signals(void) {
}
