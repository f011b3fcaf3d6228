#include "harness/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "base/build.h"

/* The Makefile defines this. */
#ifndef BENCH_FLAGS
#define BENCH_FLAGS "unknown"
#endif

static void describe_processor(char text[MACHINE_TEXT_SIZE]) {
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[512];
    snprintf(text, MACHINE_TEXT_SIZE, "unknown");
    if (file == NULL) return;
    while (fgets(line, sizeof line, file) != NULL) {
        char *value = strstr(line, ": ");
        if (strncmp(line, "model name", 10) != 0 || value == NULL) continue;
        value[strcspn(value, "\n")] = '\0';
        snprintf(text, MACHINE_TEXT_SIZE, "%.*s", MACHINE_TEXT_SIZE - 1, value + 2);
        break;
    }
    fclose(file);
}

static void describe_load(char text[MACHINE_TEXT_SIZE]) {
    FILE *file = fopen("/proc/loadavg", "r");
    snprintf(text, MACHINE_TEXT_SIZE, "unknown");
    if (file == NULL) return;
    if (fscanf(file, "%20s", text) != 1) snprintf(text, MACHINE_TEXT_SIZE, "unknown");
    fclose(file);
}

void machine_describe(Machine *machine) {
    struct utsname name;
    time_t now = time(NULL);
    *machine = (Machine){.compiler = build_compiler, .flags = BENCH_FLAGS, .commit = build_commit};
    describe_processor(machine->processor);
    describe_load(machine->load);
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    machine->cores = cores > 0 ? (int)cores : 0;
    snprintf(machine->system, sizeof machine->system, "unknown");
    if (uname(&name) == 0) snprintf(machine->system, sizeof machine->system, "%.70s %.70s", name.sysname, name.machine);
    struct tm parts;
    if (gmtime_r(&now, &parts) == NULL || strftime(machine->date, sizeof machine->date, "%Y-%m-%d", &parts) == 0) {
        snprintf(machine->date, sizeof machine->date, "unknown");
    }
}

bool machine_is_busy(const Machine *machine) {
    return strtod(machine->load, NULL) > 0.5 * machine->cores;
}

int64_t machine_memory_mib(void) {
#ifdef _SC_PHYS_PAGES
    long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
    if (pages > 0 && bytes > 0) return (int64_t)pages * bytes / (1024 * 1024);
#endif
    return 0;
}

int64_t machine_child_cpu_us(pid_t child) {
#if defined _POSIX_CPUTIME && _POSIX_CPUTIME >= 0
    clockid_t clock_id;
    struct timespec time;
    if (clock_getcpuclockid(child, &clock_id) == 0 && clock_gettime(clock_id, &time) == 0) {
        return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
    }
#endif
    (void)child;
    return 0;
}

int64_t machine_ended_cpu_us(void) {
    struct rusage usage;
    if (getrusage(RUSAGE_CHILDREN, &usage) != 0) return 0;
    return (int64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000 + usage.ru_utime.tv_usec +
           usage.ru_stime.tv_usec;
}

double machine_peak_mib(void) {
    struct rusage usage;
    if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
#ifdef __APPLE__
    return (double)usage.ru_maxrss / (1024 * 1024);
#else
    return (double)usage.ru_maxrss / 1024;
#endif
}

void machine_reset_peak(void) {
    FILE *file = fopen("/proc/self/clear_refs", "w");
    if (file == NULL) return;
    fputs("5", file);
    fclose(file);
}
