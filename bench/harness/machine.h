/* What figures depend on: the kind of machine, the compiler and its flags, the commit; and the memory used so far.
 * No names of machines, people or directories. What the system does not tell is "unknown" or 0. */
#ifndef ROWAN_BENCH_HARNESS_MACHINE_H
#define ROWAN_BENCH_HARNESS_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

enum { MACHINE_TEXT_SIZE = 160 };

typedef struct {
    char processor[MACHINE_TEXT_SIZE];
    int cores;
    char system[MACHINE_TEXT_SIZE]; /* "Linux x86_64" */
    char load[MACHINE_TEXT_SIZE];   /* average of the last minute, before the bench began */
    const char *compiler;
    const char *flags;
    const char *commit; /* with -dirty behind it when the sources had changes */
    char date[MACHINE_TEXT_SIZE];
} Machine;

void machine_describe(Machine *machine);
/* Other programs were running when the bench began. */
bool machine_is_busy(const Machine *machine);

/* Processor time of this process so far. */
int64_t machine_cpu_us(void);

/* The most memory that this process has had since the last reset, in MiB. A reset is for Linux; elsewhere the peak is
 * that of the whole run. */
double machine_peak_mib(void);
void machine_reset_peak(void);

#endif
