/* What figures depend on: the kind of machine, the compiler and its flags, the commit; and the memory used so far.
 *
 * Names of machines, people and folders are left out. What the system does not know is "unknown" or 0. For one thread.
 */
#ifndef ROWAN_BENCH_HARNESS_MACHINE_H
#define ROWAN_BENCH_HARNESS_MACHINE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { MACHINE_TEXT_SIZE = 160 };

typedef struct {
    char processor[MACHINE_TEXT_SIZE];
    int cores;
    char system[MACHINE_TEXT_SIZE]; /* "Linux x86_64" */
    char load[MACHINE_TEXT_SIZE];   /* average of the minute before the bench began */
    const char *compiler;
    const char *flags;
    const char *commit; /* ends with -dirty if there were uncommitted changes */
    char date[MACHINE_TEXT_SIZE];
} Machine;

void machine_describe(Machine *machine);
/* Other programs were running when the bench began. */
bool machine_is_busy(const Machine *machine);

/* Of the machine, in MiB; 0: not known. */
int64_t machine_memory_mib(void);

/* Processor time of a child that runs; of all children that have ended. 0 where the system does not say. */
int64_t machine_child_cpu_us(pid_t child);
int64_t machine_ended_cpu_us(void);

/* The most memory that this process has used since the last reset, in MiB. Only Linux can reset it; elsewhere it is the
 * peak of the whole run. */
double machine_peak_mib(void);
void machine_reset_peak(void);

#endif
