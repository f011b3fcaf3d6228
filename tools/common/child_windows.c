/* Processes, pipes and consoles of Windows: child.h, cancel.h and proc_take_charge.
 *
 * A child is in a job of its own, with all that it starts; ending the job ends them all. Only we hold the job, so when
 * we die, however that happens, the system closes it, and that ends it, too. Our ends of the pipes are overlapped: a
 * read or a write is begun, and its event tells when it is done. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "common/cancel.h"
#include "common/child.h"
#include "common/os_windows.h"

enum {
    PIPE_SIZE = 1 << 16,
    COMMAND_SIZE = 1 << 15, /* the system takes no longer ones */
    WATCHED_MAX = 5,
    EXIT_KILLED = 1,
};

/* Requests to stop */

struct Cancel {
    HANDLE event;
};

static const Cancel *volatile signalled;
static volatile LONG caught_signal;

Cancel *cancel_new(void) {
    Cancel *cancel = malloc(sizeof *cancel);
    if (cancel == NULL) return NULL;
    cancel->event = CreateEventA(NULL, TRUE, FALSE, NULL);
    if (cancel->event != NULL) return cancel;
    errno = os_windows_error();
    free(cancel);
    return NULL;
}

void cancel_free(Cancel *cancel) {
    if (cancel == NULL) return;
    signalled = NULL;
    CloseHandle(cancel->event);
    free(cancel);
}

void cancel_ask(const Cancel *cancel) {
    SetEvent(cancel->event);
}

bool cancel_is_asked(const Cancel *cancel, int wait_ms) {
    return WaitForSingleObject(cancel->event, (DWORD)wait_ms) == WAIT_OBJECT_0;
}

/* Runs in a thread of its own. When it returns from anything but Ctrl-C and Ctrl-Break, the system ends us. */
static BOOL WINAPI on_console(DWORD what) {
    const Cancel *cancel = signalled;
    if (cancel == NULL) return FALSE;
    bool is_key = what == CTRL_C_EVENT || what == CTRL_BREAK_EVENT;
    caught_signal = is_key ? SIGINT : SIGTERM;
    cancel_ask(cancel);
    if (!is_key) Sleep(INFINITE);
    return TRUE;
}

void cancel_on_signals(const Cancel *cancel) {
    signalled = cancel;
    SetConsoleCtrlHandler(on_console, cancel != NULL);
}

int cancel_signal(void) {
    return (int)caught_signal;
}

/* Pipes */

typedef struct {
    HANDLE pipe;   /* NULL: closed, or not ours */
    HANDLE theirs; /* the other end, until the child has it */
    OVERLAPPED io;
    bool is_busy, is_at_end;
    DWORD start, fill; /* what was read and not yet taken */
    char buffer[PIPE_SIZE];
} Stream;

struct Child {
    HANDLE process, job, cancel; /* cancel is NULL, or not ours */
    DWORD pid;
    Stream input, output, errors;
};

static void close_handle(HANDLE *handle) {
    if (*handle != NULL) CloseHandle(*handle);
    *handle = NULL;
}

static void stream_close(Stream *stream) {
    DWORD moved;
    close_handle(&stream->theirs);
    if (stream->pipe != NULL && stream->is_busy) {
        CancelIoEx(stream->pipe, &stream->io);
        GetOverlappedResult(stream->pipe, &stream->io, &moved, TRUE); /* from now on the buffer is ours */
    }
    stream->is_busy = false;
    close_handle(&stream->pipe);
    close_handle(&stream->io.hEvent);
}

/* A named pipe, as others cannot be overlapped; the child inherits its end. */
static bool stream_open(Stream *stream, bool is_input) {
    static volatile LONG last;
    char name[64];
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    snprintf(name, sizeof name, "\\\\.\\pipe\\rowan-%lu-%ld", GetCurrentProcessId(), InterlockedIncrement(&last));
    stream->io.hEvent = CreateEventA(NULL, TRUE, FALSE, NULL);
    if (stream->io.hEvent == NULL) return false;
    DWORD direction = is_input ? PIPE_ACCESS_OUTBOUND : PIPE_ACCESS_INBOUND;
    HANDLE pipe = CreateNamedPipeA(name, direction | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
                                   PIPE_TYPE_BYTE | PIPE_REJECT_REMOTE_CLIENTS, 1, PIPE_SIZE, PIPE_SIZE, 0, NULL);
    if (pipe == INVALID_HANDLE_VALUE) return false;
    stream->pipe = pipe;
    DWORD access = is_input ? GENERIC_READ : GENERIC_WRITE;
    HANDLE theirs = CreateFileA(name, access, 0, &inherited, OPEN_EXISTING, 0, NULL);
    if (theirs != INVALID_HANDLE_VALUE) stream->theirs = theirs;
    return theirs != INVALID_HANDLE_VALUE;
}

/* Whether what was begun is done; then *moved is how many bytes, 0 also if it failed. */
static bool stream_is_done(Stream *stream, DWORD *moved) {
    bool is_fine = GetOverlappedResult(stream->pipe, &stream->io, moved, FALSE);
    if (!is_fine && GetLastError() == ERROR_IO_INCOMPLETE) return false;
    stream->is_busy = false;
    if (!is_fine) *moved = 0;
    if (!is_fine && GetLastError() != ERROR_OPERATION_ABORTED) stream->is_at_end = true;
    return true;
}

/* Whether there is something to take, be it the end. Otherwise a read is under way. */
static bool stream_has_text(Stream *stream) {
    if (stream->start < stream->fill || stream->is_at_end) return true;
    stream->start = stream->fill = 0;
    if (!stream->is_busy) {
        bool is_done = ReadFile(stream->pipe, stream->buffer, PIPE_SIZE, NULL, &stream->io);
        stream->is_busy = is_done || GetLastError() == ERROR_IO_PENDING;
        stream->is_at_end = !stream->is_busy;
    }
    if (stream->is_busy && !stream_is_done(stream, &stream->fill)) return false;
    return stream->fill > 0 || stream->is_at_end;
}

static bool stream_has_room(Stream *stream) {
    DWORD moved;
    return !stream->is_busy || stream_is_done(stream, &moved);
}

/* The start of a child */

/* As programs of Windows take a command line apart: backslashes count only before a quote. */
static size_t add_quoted(char *line, size_t length, const char *word) {
    if (length + 2 * strlen(word) + 4 > COMMAND_SIZE) return COMMAND_SIZE;
    if (length > 0) line[length++] = ' ';
    line[length++] = '"';
    for (const char *at = word;; at++) {
        size_t slashes = strspn(at, "\\");
        at += slashes;
        size_t count = *at == '"' ? 2 * slashes + 1 : *at == '\0' ? 2 * slashes : slashes;
        memset(line + length, '\\', count);
        length += count;
        if (*at == '\0') break;
        line[length++] = *at;
    }
    line[length++] = '"';
    line[length] = '\0';
    return length;
}

static bool print_command(char *const argv[], char line[COMMAND_SIZE]) {
    size_t length = 0;
    for (int i = 0; argv[i] != NULL && length < COMMAND_SIZE; i++) length = add_quoted(line, length, argv[i]);
    return length < COMMAND_SIZE;
}

/* Also without the ".exe". A path with a folder is relative to dir. */
static bool find_program(const ProcSpec *spec, char path[MAX_PATH]) {
    char whole[MAX_PATH];
    const char *folder = strpbrk(spec->argv[0], "/\\") != NULL ? (spec->dir != NULL ? spec->dir : ".") : NULL;
    snprintf(whole, sizeof whole, "%s.exe", spec->argv[0]);
    DWORD length = SearchPathA(folder, whole, NULL, MAX_PATH, path, NULL);
    if (length == 0) length = SearchPathA(folder, spec->argv[0], NULL, MAX_PATH, path, NULL);
    return length > 0 && length < MAX_PATH;
}

/* Where its standard error goes, as a handle that it can inherit; to be closed. NULL: nowhere. */
static HANDLE open_errors(const ProcSpec *spec, Stream *errors) {
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    HANDLE from = spec->stderr_to == PROC_STDERR_LINES ? errors->theirs : GetStdHandle(STD_ERROR_HANDLE), copy = NULL;
    if (spec->stderr_to == PROC_STDERR_NULL) {
        copy =
            CreateFileA("NUL", GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited, OPEN_EXISTING, 0, NULL);
        return copy != INVALID_HANDLE_VALUE ? copy : NULL;
    }
    HANDLE we = GetCurrentProcess();
    return DuplicateHandle(we, from, we, &copy, 0, TRUE, DUPLICATE_SAME_ACCESS) ? copy : NULL;
}

static HANDLE create_job(void) {
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {
        .BasicLimitInformation = {.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE}};
    HANDLE job = CreateJobObjectA(NULL, NULL);
    if (job != NULL && SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits))
        return job;
    close_handle(&job);
    return NULL;
}

/* It is in its job from the first moment: if we are killed in the next, it does not stay behind. Only these handles are
 * inherited, whatever other threads start at the same time. */
static bool run(Child *child, const ProcSpec *spec, const char *path, HANDLE errors) {
    _Alignas(max_align_t) char attributes[256], command[COMMAND_SIZE];
    HANDLE handles[3] = {child->input.theirs, child->output.theirs, errors};
    SIZE_T size = sizeof attributes, count = errors != NULL ? 3 : 2;
    DWORD flags = CREATE_NEW_PROCESS_GROUP | EXTENDED_STARTUPINFO_PRESENT;
    LPPROC_THREAD_ATTRIBUTE_LIST list = (LPPROC_THREAD_ATTRIBUTE_LIST)(void *)attributes;
    STARTUPINFOEXA start = {
        .StartupInfo = {.cb = sizeof start,
                        .dwFlags = STARTF_USESTDHANDLES,
                        .hStdInput = handles[0],
                        .hStdOutput = handles[1],
                        .hStdError = handles[2]},
        .lpAttributeList = list,
    };
    PROCESS_INFORMATION process;
    SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    if (!print_command(spec->argv, command) || !InitializeProcThreadAttributeList(list, 2, 0, &size) ||
        !UpdateProcThreadAttribute(list, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles, count * sizeof *handles, NULL,
                                   NULL) ||
        !UpdateProcThreadAttribute(list, 0, PROC_THREAD_ATTRIBUTE_JOB_LIST, &child->job, sizeof child->job, NULL,
                                   NULL) ||
        !CreateProcessA(path, command, NULL, NULL, TRUE, flags, NULL, spec->dir, &start.StartupInfo, &process))
        return false;
    child->process = process.hProcess;
    child->pid = process.dwProcessId;
    CloseHandle(process.hThread);
    return true;
}

static bool launch(Child *child, const ProcSpec *spec, ProcFailure *failure) {
    char path[MAX_PATH];
    *failure = (ProcFailure){PROC_STEP_RUN, ENOENT};
    if (!find_program(spec, path)) return false;
    child->job = create_job();
    bool is_fine = child->job != NULL && stream_open(&child->input, true) && stream_open(&child->output, false) &&
                   (spec->stderr_to != PROC_STDERR_LINES || stream_open(&child->errors, false));
    *failure = (ProcFailure){PROC_STEP_PIPES, os_windows_error()};
    if (!is_fine) return false;
    HANDLE errors = open_errors(spec, &child->errors);
    is_fine = run(child, spec, path, errors);
    int error = os_windows_error();
    *failure = (ProcFailure){error == ENOTDIR ? PROC_STEP_ENTER : PROC_STEP_RUN, error};
    close_handle(&errors);
    close_handle(&child->input.theirs);
    close_handle(&child->output.theirs);
    close_handle(&child->errors.theirs);
    return is_fine;
}

Child *child_new(const ProcSpec *spec, ProcFailure *failure) {
    *failure = (ProcFailure){PROC_STEP_MEMORY, ENOMEM};
    Child *child = calloc(1, sizeof *child);
    if (child == NULL) return NULL;
    child->cancel = spec->cancel != NULL ? spec->cancel->event : NULL;
    if (launch(child, spec, failure)) return child;
    child_free(child);
    return NULL;
}

void child_free(Child *child) {
    stream_close(&child->input);
    stream_close(&child->output);
    stream_close(&child->errors);
    close_handle(&child->job);
    close_handle(&child->process);
    free(child);
}

/* The life of a child */

static int look(Child *child, int events) {
    int found = 0;
    if ((events & CHILD_OUTPUT) != 0 && stream_has_text(&child->output)) found |= CHILD_OUTPUT;
    if ((events & CHILD_ERRORS) != 0 && child->errors.pipe != NULL && stream_has_text(&child->errors))
        found |= CHILD_ERRORS;
    if ((events & CHILD_INPUT) != 0 && stream_has_room(&child->input)) found |= CHILD_INPUT;
    if ((events & CHILD_CANCEL) != 0 && child->cancel != NULL && WaitForSingleObject(child->cancel, 0) == WAIT_OBJECT_0)
        found |= CHILD_CANCEL;
    return found;
}

int child_await(Child *child, int events, int wait_ms) {
    HANDLE watched[WATCHED_MAX] = {child->process};
    DWORD count = 1;
    int found = look(child, events);
    if (found != 0 || wait_ms == 0) return found;
    if ((events & CHILD_OUTPUT) != 0) watched[count++] = child->output.io.hEvent;
    if ((events & CHILD_ERRORS) != 0 && child->errors.pipe != NULL) watched[count++] = child->errors.io.hEvent;
    if ((events & CHILD_INPUT) != 0) watched[count++] = child->input.io.hEvent;
    if ((events & CHILD_CANCEL) != 0 && child->cancel != NULL) watched[count++] = child->cancel;
    WaitForMultipleObjects(count, watched, FALSE, (DWORD)wait_ms);
    return look(child, events);
}

long child_read(Child *child, ChildEvent from, char *text, size_t size) {
    Stream *stream = from == CHILD_ERRORS ? &child->errors : &child->output;
    if (stream->pipe == NULL) return 0;
    if (!stream_has_text(stream)) {
        errno = EAGAIN;
        return -1;
    }
    size_t left = stream->fill - stream->start, length = left < size ? left : size;
    memcpy(text, stream->buffer + stream->start, length);
    stream->start += (DWORD)length;
    if (length == 0 && from == CHILD_ERRORS) stream_close(stream);
    return (long)length;
}

/* What the pipe has no room for waits in our buffer: only then is there no room for more. */
long child_write(Child *child, const char *text, size_t length) {
    Stream *stream = &child->input;
    bool has_room = stream_has_room(stream);
    errno = EAGAIN;
    if (!has_room) return -1;
    errno = EPIPE;
    if (stream->pipe == NULL || stream->is_at_end) return -1;
    DWORD taken = length < PIPE_SIZE ? (DWORD)length : PIPE_SIZE;
    memcpy(stream->buffer, text, taken);
    if (!WriteFile(stream->pipe, stream->buffer, taken, NULL, &stream->io) && GetLastError() != ERROR_IO_PENDING) {
        errno = os_windows_error();
        return -1;
    }
    stream->is_busy = true;
    return (long)taken;
}

void child_close_input(Child *child) {
    stream_close(&child->input);
}

/* What no program exits with by itself, an exception has ended it with. */
bool child_has_ended(const Child *child, ProcEnd *end) {
    DWORD code;
    if (WaitForSingleObject(child->process, 0) != WAIT_OBJECT_0) return false;
    bool is_known = GetExitCodeProcess(child->process, &code);
    *end = (ProcEnd){is_known && code >= 0xC0000000 ? PROC_SIGNALLED : PROC_EXITED, (int)code, false};
    if (!is_known) *end = (ProcEnd){.kind = PROC_VANISHED};
    return true;
}

/* There is no way to ask that every program hears. */
void child_ask_to_end(const Child *child) {
    child_kill(child);
}

void child_kill(const Child *child) {
    TerminateJobObject(child->job, EXIT_KILLED);
}

pid_t child_pid(const Child *child) {
    return (pid_t)child->pid;
}

int child_output_fd(const Child *child) {
    (void)child;
    return -1;
}

/* The rest of proc.h */

/* A crash is for us to report, not for a window that waits for somebody to close it. Children inherit that. */
void proc_take_charge(bool dies_by_signals) {
    (void)dies_by_signals; /* their jobs die with us in any case */
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX);
}

void proc_crash_text(int code, char *text, size_t size) {
    static const struct {
        DWORD code;
        const char *name;
    } names[] = {
        {EXCEPTION_ACCESS_VIOLATION, "access violation"},
        {EXCEPTION_ILLEGAL_INSTRUCTION, "illegal instruction"},
        {EXCEPTION_INT_DIVIDE_BY_ZERO, "division by zero"},
        {EXCEPTION_STACK_OVERFLOW, "stack overflow"},
        {0xC0000135, "a library is missing"},
        {0xC000013A, "interrupt"},
        {0xC0000374, "heap corruption"},
        {0xC0000409, "stack corruption"},
    };
    const char *name = "unknown";
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (names[i].code == (DWORD)code) name = names[i].name;
    }
    snprintf(text, size, "exception 0x%08lx (%s)", (DWORD)code, name);
}

bool proc_is_escape(const char *at) {
    return at[0] == '\\' && at[1] == '"';
}
