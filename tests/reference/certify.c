#include "reference/certify.h"

#include <stdlib.h>
#include <string.h>

static int count_on_line(const RefPosition *position, int line, char what) {
    int count = 0;
    for (int k = 0; k < position->game->n; k++) count += position->cell[position->game->line[line][k]] == what;
    return count;
}

static char other_side(char side) {
    return side == 'x' ? 'o' : 'x';
}

/* The first empty cell of a line that is not the one given. */
static int empty_cell_of(const RefPosition *position, int line, int but) {
    for (int k = 0; k < position->game->n; k++) {
        int cell = position->game->line[line][k];
        if (position->cell[cell] == '.' && cell != but) return cell;
    }
    return -1;
}

int certify_winning_cells(const RefPosition *position, char side, int cells[REF_MAX_CELLS]) {
    bool is_listed[REF_MAX_CELLS] = {false};
    int count = 0;
    for (int line = 0; line < position->game->line_count; line++) {
        if (count_on_line(position, line, side) != position->game->n - 1) continue;
        int cell = empty_cell_of(position, line, -1);
        if (cell < 0 || is_listed[cell]) continue;
        is_listed[cell] = true;
        cells[count++] = cell;
    }
    return count;
}

/* Pairings: each line appears twice on one side of a bipartite graph, its empty cells on the other. */
typedef struct {
    const RefPosition *position;
    int owner[REF_MAX_CELLS]; /* a line, or -1 */
    bool is_seen[REF_MAX_CELLS];
} Matching;

static bool give_cell(Matching *matching, int line) {
    const RefGame *game = matching->position->game;
    for (int k = 0; k < game->n; k++) {
        int cell = game->line[line][k];
        if (matching->position->cell[cell] != '.' || matching->is_seen[cell] || matching->owner[cell] == line) continue;
        matching->is_seen[cell] = true;
        if (matching->owner[cell] >= 0 && !give_cell(matching, matching->owner[cell])) continue;
        matching->owner[cell] = line;
        return true;
    }
    return false;
}

bool certify_side_is_held(const RefPosition *position, char side) {
    Matching matching = {.position = position};
    for (int cell = 0; cell < REF_MAX_CELLS; cell++) matching.owner[cell] = -1;
    for (int line = 0; line < position->game->line_count; line++) {
        if (count_on_line(position, line, other_side(side)) > 0) continue;
        for (int i = 0; i < 2; i++) {
            memset(matching.is_seen, 0, sizeof matching.is_seen);
            if (!give_cell(&matching, line)) return false;
        }
    }
    return true;
}

bool certify_draw(const RefPosition *position) {
    return certify_side_is_held(position, 'x') && certify_side_is_held(position, 'o');
}

bool certify_forced_win(const RefPosition *position, const uint16_t line[], int length) {
    RefPosition now = *position;
    char attacker = ref_side(position), defender = other_side(attacker);
    int threats[REF_MAX_CELLS], counters[REF_MAX_CELLS];
    for (int i = 0; i < length; i += 2) {
        if (!ref_play(&now, line[i])) return false;
        if (ref_points(&now, attacker) > 0) return i == length - 1;
        if (certify_winning_cells(&now, defender, counters) > 0) return false;
        int threat_count = certify_winning_cells(&now, attacker, threats);
        if (threat_count == 0 || i + 1 == length) return false;
        if (threat_count == 1 && line[i + 1] != threats[0]) return false;
        if (!ref_play(&now, line[i + 1])) return false;
    }
    return false;
}

/* The search for forced wins. Failures are kept by the stones on the board, with the plies that were looked at. */
enum { FAILURES = 1 << 18, LINES_THROUGH_MAX = 40 };

typedef struct {
    uint64_t key;
    int plies;
} Failure;

typedef struct {
    RefPosition position;
    char attacker;
    long nodes_left;
    int through_count[REF_MAX_CELLS];
    int through[REF_MAX_CELLS][LINES_THROUGH_MAX];
    int stones[2][REF_MAX_LINES]; /* the attacker's on each line, and the defender's */
    uint64_t key;
    uint64_t keys[2][REF_MAX_CELLS];
    Failure failures[FAILURES];
    uint16_t *line;
} RefAttack;

static uint64_t random_key(uint64_t *seed) {
    uint64_t key = 0;
    for (int i = 0; i < 4; i++) key = key << 16 ^ (uint64_t)ref_random(seed, 1 << 16);
    return key;
}

static void change(RefAttack *attack, int who, int cell, int by) {
    char stone = who == 0 ? attack->attacker : other_side(attack->attacker);
    attack->position.cell[cell] = by > 0 ? stone : '.';
    attack->key ^= attack->keys[who][cell];
    for (int i = 0; i < attack->through_count[cell]; i++) attack->stones[who][attack->through[cell][i]] += by;
}

static void prepare(RefAttack *attack, const RefPosition *position) {
    const RefGame *game = position->game;
    uint64_t seed = 1;
    memset(attack, 0, sizeof *attack);
    attack->attacker = ref_side(position);
    ref_start(&attack->position, game);
    for (int line = 0; line < game->line_count; line++) {
        for (int k = 0; k < game->n; k++) {
            int cell = game->line[line][k];
            attack->through[cell][attack->through_count[cell]++] = line;
        }
    }
    for (int cell = 0; cell < game->cell_count; cell++) {
        for (int who = 0; who < 2; who++) attack->keys[who][cell] = random_key(&seed);
        if (position->cell[cell] != '.') change(attack, position->cell[cell] != attack->attacker, cell, 1);
    }
}

/* The only cell that completes a line of one side: -1 if there is none, -2 if there are several. */
static int only_winning_cell(const RefAttack *attack, int who) {
    int only = -1, n = attack->position.game->n;
    for (int line = 0; line < attack->position.game->line_count; line++) {
        if (attack->stones[who][line] != n - 1 || attack->stones[1 - who][line] != 0) continue;
        int cell = empty_cell_of(&attack->position, line, -1);
        if (only >= 0 && cell != only) return -2;
        only = cell;
    }
    return only;
}

static bool attack_wins(RefAttack *attack, int at, int plies);

/* The attacker's stone on `cell` makes at least one threat. True if that wins within `plies` plies. */
static bool threat_wins(RefAttack *attack, int at, int plies, int cell) {
    bool wins = false;
    change(attack, 0, cell, 1);
    int reply = only_winning_cell(attack, 0);
    attack->line[at] = (uint16_t)cell;
    if (reply == -2) {
        int cells[REF_MAX_CELLS];
        certify_winning_cells(&attack->position, attack->attacker, cells);
        attack->line[at + 1] = (uint16_t)cells[0];
        attack->line[at + 2] = (uint16_t)cells[1];
        wins = true;
    } else if (plies > 3) {
        change(attack, 1, reply, 1);
        attack->line[at + 1] = (uint16_t)reply;
        wins = attack_wins(attack, at + 2, plies - 2);
        change(attack, 1, reply, -1);
    }
    change(attack, 0, cell, -1);
    return wins;
}

/* Cells of lines with two cells left that the attacker may take: where it must block, that cell only. */
static int list_threats(const RefAttack *attack, int block, int cells[REF_MAX_CELLS]) {
    const RefGame *game = attack->position.game;
    bool is_listed[REF_MAX_CELLS] = {false};
    int count = 0;
    for (int line = 0; line < game->line_count; line++) {
        if (attack->stones[0][line] != game->n - 2 || attack->stones[1][line] != 0) continue;
        for (int k = 0; k < game->n; k++) {
            int cell = game->line[line][k];
            if (attack->position.cell[cell] != '.' || is_listed[cell] || (block >= 0 && cell != block)) continue;
            is_listed[cell] = true;
            cells[count++] = cell;
        }
    }
    return count;
}

/* The attacker is to move, and cannot complete a line at once. */
static bool attack_wins(RefAttack *attack, int at, int plies) {
    Failure *failure = &attack->failures[attack->key % FAILURES];
    if (failure->key == attack->key && failure->plies >= plies) return false;
    if (--attack->nodes_left < 0) return false;
    int cells[REF_MAX_CELLS];
    int block = only_winning_cell(attack, 1);
    int count = block == -2 ? 0 : list_threats(attack, block, cells);
    for (int i = 0; i < count; i++) {
        if (threat_wins(attack, at, plies, cells[i])) return true;
    }
    if (attack->nodes_left >= 0) *failure = (Failure){attack->key, plies};
    return false;
}

int certify_find_forced_win(const RefPosition *position, int plies_max, long nodes, uint16_t line[REF_MAX_CELLS]) {
    int cells[REF_MAX_CELLS], found = 0;
    if (certify_winning_cells(position, ref_side(position), cells) > 0) {
        line[0] = (uint16_t)cells[0];
        return 1;
    }
    RefAttack *attack = malloc(sizeof *attack);
    if (attack == NULL) return 0;
    prepare(attack, position);
    attack->nodes_left = nodes;
    attack->line = line;
    for (int plies = 3; plies <= plies_max && found == 0 && attack->nodes_left > 0; plies += 2) {
        if (attack_wins(attack, 0, plies)) found = plies;
    }
    free(attack);
    return found;
}
