/* For MODE=coverage: what gcov has counted is written also where a process ends by _exit or _Exit, or becomes another
 * program. The linker puts these functions in the place of the real ones (--wrap). */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef ROWAN_COVERAGE

void __gcov_dump(void);
void __gcov_reset(void);
_Noreturn void __real__exit(int status);
_Noreturn void __wrap__exit(int status);
_Noreturn void __wrap__Exit(int status);
int __real_execve(const char *path, char *const argv[], char *const environment[]);
int __wrap_execve(const char *path, char *const argv[], char *const environment[]);

/* The faults of tests/faults are for the program, not for us. */
static void write_counts(void) {
    void (*end_faults)(void) = NULL;
    *(void **)&end_faults = dlsym(RTLD_DEFAULT, "faults_end"); /* as POSIX writes it */
    if (end_faults != NULL) end_faults();
    __gcov_dump();
}

void __wrap__exit(int status) {
    write_counts();
    __real__exit(status);
}

void __wrap__Exit(int status) {
    __wrap__exit(status);
}

/* What follows a failure counts from 0. */
int __wrap_execve(const char *path, char *const argv[], char *const environment[]) {
    write_counts();
    __gcov_reset();
    return __real_execve(path, argv, environment);
}

#endif
