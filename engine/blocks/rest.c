/* Of all lines and cells only the crux goes into machine words (blocks/crux.h). */
#include "blocks/rest.h"

#include <stdlib.h>
#include <string.h>

#include "blocks/crux.h"

enum { UNOWNED = -1, SIZES = 2 };

static const CruxSize *const sizes[SIZES] = {&crux_small, &crux_large};

/* Memory for the pairs of all lines; nothing in it needs to be set before. */
typedef struct {
    int16_t owner[CELLS_MAX]; /* the line that a cell is assigned to */
    bool is_dead[CELLS_MAX];  /* no cell can be had by way of this one */
    bool is_tried[CELLS_MAX];
    uint16_t trail[CELLS_MAX]; /* cells tried for one line */
    int tried;
} Pairs;

struct RestSearch {
    Pairs pairs;
    Rest crux;
    uint16_t rest_cell[CELLS_MAX]; /* for a cell of the crux, its number in the rest */
    void *memory[SIZES];           /* of the searches */
};

static void try_cell(Pairs *pairs, int cell) {
    if (pairs->is_tried[cell]) return;
    pairs->is_tried[cell] = true;
    pairs->trail[pairs->tried++] = (uint16_t)cell;
}

/* A cell more for the line, where other lines may have to change theirs. If there is none, all its cells count as
 * tried. */
static bool find_cell_for_pair(Pairs *pairs, const Rest *rest, int line) {
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < rest->size[line]; i++) {
            int cell = rest->cell[line][i], owner = pairs->owner[cell];
            if (owner == line || pairs->is_dead[cell] || pairs->is_tried[cell]) continue;
            if (pass == 0 && owner != UNOWNED) continue;
            try_cell(pairs, cell);
            if (owner != UNOWNED && !find_cell_for_pair(pairs, rest, owner)) continue;
            pairs->owner[cell] = (int16_t)line;
            return true;
        }
    }
    for (int i = 0; i < rest->size[line]; i++) try_cell(pairs, rest->cell[line][i]);
    return false;
}

static void forget_trail(Pairs *pairs) {
    while (pairs->tried > 0) pairs->is_tried[pairs->trail[--pairs->tried]] = false;
}

/* Marks the lines of the crux. Returns how many cells lack; 0: there is no crux. */
static int find_pairs(Pairs *pairs, const Rest *rest, bool is_in_crux[LINES_MAX]) {
    int lacking = 0;
    pairs->tried = 0;
    memset(pairs->is_dead, 0, sizeof pairs->is_dead);
    memset(pairs->is_tried, 0, sizeof pairs->is_tried);
    for (int cell = 0; cell < rest->cells; cell++) pairs->owner[cell] = UNOWNED;
    for (int line = 0; line < rest->lines; line++) is_in_crux[line] = false;
    for (int line = 0; line < rest->lines; line++) {
        for (int owned = 0; owned < 2; owned++) {
            bool is_found = find_cell_for_pair(pairs, rest, line);
            for (int i = 0; i < pairs->tried && !is_found; i++) pairs->is_dead[pairs->trail[i]] = true;
            forget_trail(pairs);
            if (is_found) continue;
            is_in_crux[line] = true;
            lacking += 2 - owned;
            break;
        }
    }
    for (int cell = 0; cell < rest->cells; cell++) {
        if (pairs->is_dead[cell] && pairs->owner[cell] != UNOWNED) is_in_crux[pairs->owner[cell]] = true;
    }
    return lacking;
}

/* The lines of the crux, with their cells numbered from 0. */
static void number_crux(RestSearch *search, const Rest *rest, const bool is_in_crux[LINES_MAX]) {
    Rest *crux = &search->crux;
    int16_t number[CELLS_MAX];
    memset(number, 0xFF, sizeof number);
    crux->lines = crux->cells = 0;
    for (int line = 0; line < rest->lines; line++) {
        if (!is_in_crux[line]) continue;
        int to = crux->lines++;
        crux->size[to] = rest->size[line];
        for (int i = 0; i < rest->size[line]; i++) {
            int16_t *cell = &number[rest->cell[line][i]];
            if (*cell < 0) {
                search->rest_cell[crux->cells] = rest->cell[line][i];
                *cell = (int16_t)crux->cells++;
            }
            crux->cell[to][i] = (uint16_t)*cell;
        }
    }
}

/* The smallest size that the crux fits into, or SIZES. */
static int size_of_crux(const Rest *crux) {
    int size = 0;
    while (size < SIZES && (crux->cells > sizes[size]->cells_max || crux->lines > sizes[size]->lines_max)) size++;
    return size;
}

int rest_search_lack(RestSearch *search, const Rest *rest) {
    bool is_in_crux[LINES_MAX];
    return find_pairs(&search->pairs, rest, is_in_crux);
}

/* The pairs outside the crux. */
static CellSet paired_cells(const Pairs *pairs, const Rest *rest, const bool is_in_crux[LINES_MAX]) {
    CellSet paired = cells_none();
    for (int cell = 0; cell < rest->cells; cell++) {
        if (pairs->owner[cell] >= 0 && !is_in_crux[pairs->owner[cell]]) cells_add(&paired, cell);
    }
    return paired;
}

bool rest_search_holds(RestSearch *search, const Rest *rest, RestEffort *effort) {
    bool is_in_crux[LINES_MAX];
    int lacking = find_pairs(&search->pairs, rest, is_in_crux);
    CellSet paired = paired_cells(&search->pairs, rest, is_in_crux);
    effort->used = paired;
    if (lacking == 0) return true;
    number_crux(search, rest, is_in_crux);
    int size = size_of_crux(&search->crux);
    effort->used = cells_none();
    if (size == SIZES || !sizes[size]->holds(search->memory[size], &search->crux, effort)) return false;
    for (CellSet left = effort->used; !cells_is_empty(left);) cells_add(&paired, search->rest_cell[cells_take(&left)]);
    effort->used = paired;
    return true;
}

/* If a single cell is lacking, the crux is part of every set of lines with too few cells: stopping any of its lines
 * leaves pairs for all others. */
static int answer_for_pairs(const Rest *rest, const bool is_in_crux[LINES_MAX]) {
    int on[CELLS_MAX] = {0}, best = 0;
    for (int line = 0; line < rest->lines; line++) {
        for (int i = 0; i < rest->size[line] && is_in_crux[line]; i++) on[rest->cell[line][i]]++;
    }
    for (int cell = 1; cell < rest->cells; cell++) {
        if (on[cell] > on[best]) best = cell;
    }
    return best;
}

int rest_search_answer(RestSearch *search, const Rest *rest, RestEffort *effort) {
    bool is_in_crux[LINES_MAX];
    int lacking = find_pairs(&search->pairs, rest, is_in_crux);
    if (lacking == 1) return answer_for_pairs(rest, is_in_crux);
    if (lacking == 0) return -1;
    number_crux(search, rest, is_in_crux);
    int size = size_of_crux(&search->crux);
    int answer = size < SIZES ? sizes[size]->answer(search->memory[size], &search->crux, effort) : -1;
    return answer < 0 ? -1 : search->rest_cell[answer];
}

/* Zeros. The system gives the memory now, not inside a search. */
static void *touched_memory(size_t size) {
    void *memory = malloc(size);
    if (memory != NULL) memset(memory, 0, size);
    return memory;
}

RestSearch *rest_search_new(void) {
    RestSearch *search = touched_memory(sizeof *search);
    bool fine = search != NULL;
    for (int i = 0; i < SIZES && fine; i++) {
        search->memory[i] = touched_memory(sizes[i]->memory);
        fine = search->memory[i] != NULL;
    }
    if (fine) return search;
    rest_search_free(search);
    return NULL;
}

void rest_search_free(RestSearch *search) {
    for (int i = 0; i < SIZES && search != NULL; i++) free(search->memory[i]);
    free(search);
}
