#include "proof/rest_check.h"

#include <stdlib.h>

#include "proof/rest_solver.h"

enum { MEMORY_BYTES_MAX = 1 << 26, MEMORY_BITS_MAX = 20 };

RestMemory *rest_memory_new(int cells, int lines) {
    bool is_small = cells <= rest_solver_small.set_size && lines <= rest_solver_small.set_size;
    const RestSolver *solver = is_small ? &rest_solver_small : &rest_solver_large;
    int bits = 1;
    while (bits < MEMORY_BITS_MAX && solver->entry_size << (bits + 1) <= MEMORY_BYTES_MAX) bits++;
    RestMemory *memory = calloc(1, sizeof *memory + (solver->entry_size << bits));
    if (memory == NULL) return NULL;
    memory->solver = solver;
    memory->bits = bits;
    return memory;
}

void rest_memory_free(RestMemory *memory) {
    free(memory);
}

RestVerdict rest_check(const CutLines *game, RestMemory *memory, Work *work, uint64_t *nodes) {
    return memory->solver->check(game, memory, work, nodes);
}

RestVerdict rest_check_answer(const CutLines *game, int attack, RestMemory *memory, Work *work, int *answer) {
    return memory->solver->answer(game, attack, memory, work, answer);
}
