/* It is easiest to read from the end. What is shown to be held rests on cells, `used`: the defender's answers and pairs
 * are among them, and no attack elsewhere needs an answer. */
#include "reference/rest_game.h"

#include <stdlib.h>
#include <string.h>

enum { NOBODY = 255, KNOWN_BITS = 20, FULL = 15 };

typedef struct {
    RefSet lines, cells, used; /* a part, and what it rests on if it is held */
    int16_t fails;             /* at this depth, from 1 */
    int16_t refutation;
    bool is_held;
} Known;

struct RestGame {
    RefSet cells_of[REF_SET_SIZE]; /* a line */
    RefSet lines_of[REF_SET_SIZE]; /* a cell */
    int line_count, cell_count;
    uint64_t nodes_left;
    bool gave_up;
    Known known[1 << KNOWN_BITS];
};

/* Lines without a stone of the defender, their empty cells, and the line that owns each cell. */
typedef struct {
    RefSet lines, cells;
    uint8_t owner[REF_SET_SIZE];
    uint8_t owns[REF_SET_SIZE];
} Position;

static void disown(Position *position, int cell) {
    if (position->owner[cell] == NOBODY) return;
    position->owns[position->owner[cell]]--;
    position->owner[cell] = NOBODY;
}

static void attack_on(Position *position, int cell) {
    disown(position, cell);
    position->cells &= ~ref_set_of(cell);
}

static void defend_on(const RestGame *rest, Position *position, int cell) {
    RefSet stopped = rest->lines_of[cell] & position->lines;
    for (RefSet left = stopped; left != 0; left &= left - 1) {
        int line = ref_set_first(left);
        for (RefSet own = rest->cells_of[line] & position->cells; own != 0; own &= own - 1) {
            int one = ref_set_first(own);
            if (position->owner[one] == line) disown(position, one);
        }
    }
    position->lines &= ~stopped;
    attack_on(position, cell);
}

/* Pairs */

/* One cell more for the line, by an augmenting path over cells not seen before. */
static bool supply(const RestGame *rest, Position *position, int line, RefSet *seen) {
    for (RefSet left = rest->cells_of[line] & position->cells & ~*seen; left != 0; left &= left - 1) {
        int cell = ref_set_first(left), owner = position->owner[cell];
        if (owner == line || (*seen & ref_set_of(cell)) != 0) continue;
        *seen |= ref_set_of(cell);
        if (owner != NOBODY && !supply(rest, position, owner, seen)) continue;
        position->owner[cell] = (uint8_t)line;
        return true;
    }
    return false;
}

/* Lines that lack a cell, and again and again each line that owns a cell of one of them. What lies outside is held. */
static void cut_to_core(const RestGame *rest, Position *position, RefSet *used) {
    RefSet core = 0, reached = 0, seen = 0;
    for (RefSet left = position->lines; left != 0; left &= left - 1) {
        int line = ref_set_first(left);
        while (position->owns[line] < 2 && supply(rest, position, line, &seen)) {
            position->owns[line]++;
            seen = reached; /* a path that was found has changed owners; where none was, none will be */
        }
        if (position->owns[line] < 2) core |= ref_set_of(line);
        reached = seen;
    }
    RefSet cells = 0;
    for (RefSet fresh = core; fresh != 0;) {
        int line = ref_set_first(fresh);
        RefSet more = rest->cells_of[line] & position->cells & ~cells;
        fresh &= fresh - 1;
        cells |= more;
        for (; more != 0; more &= more - 1) {
            int owner = position->owner[ref_set_first(more)];
            if (owner == NOBODY || (core & ref_set_of(owner)) != 0) continue;
            core |= ref_set_of(owner);
            fresh |= ref_set_of(owner);
        }
    }
    for (RefSet left = position->cells & ~cells; left != 0; left &= left - 1) {
        int cell = ref_set_first(left);
        if (position->owner[cell] != NOBODY) *used |= ref_set_of(cell);
    }
    position->lines = core;
    position->cells = cells;
}

/* Cells of a core or part, by what they are on */

typedef struct {
    int cell, on, weight;
} Choice;

static int weight_of(const RestGame *rest, const Position *position, int line) {
    return 1 << (FULL - ref_set_count(rest->cells_of[line] & position->cells));
}

static int list_choices(const RestGame *rest, const Position *position, Choice choices[REF_SET_SIZE]) {
    int count = 0;
    for (RefSet left = position->cells; left != 0; left &= left - 1) {
        Choice choice = {.cell = ref_set_first(left)};
        for (RefSet lines = rest->lines_of[choice.cell] & position->lines; lines != 0; lines &= lines - 1) {
            choice.on++;
            choice.weight += weight_of(rest, position, ref_set_first(lines));
        }
        choices[count++] = choice;
    }
    return count;
}

/* Those on most lines first, the heavier of equal ones; or simply the heaviest. */
static bool comes_before(const Choice *one, const Choice *other, bool by_lines) {
    if (by_lines && one->on != other->on) return one->on > other->on;
    return one->weight > other->weight;
}

static void sort_choices(Choice choices[], int count, bool by_lines) {
    for (int i = 1; i < count; i++) {
        Choice choice = choices[i];
        int j = i;
        for (; j > 0 && comes_before(&choice, &choices[j - 1], by_lines); j--) choices[j] = choices[j - 1];
        choices[j] = choice;
    }
}

/* What so many moves can take from the lack at best: the answers are the second, the fourth ... of the cells on most
 * lines. The choices are in that order. */
static int best_gain(const Choice choices[], int count, int moves) {
    int gain = 0;
    for (int i = 1; i < count && i < 2 * moves; i += 2) {
        if (choices[i].on > 1) gain += 2 * choices[i].on - 2;
    }
    return gain;
}

static int lack_of(const Position *position) {
    return 2 * ref_set_count(position->lines) - ref_set_count(position->cells);
}

/* The search */

static bool is_held(RestGame *rest, const Position *before, int depth, RefSet *used);

static bool answer_holds(RestGame *rest, const Position *position, int cell, int depth, RefSet *used) {
    Position next = *position;
    RefSet here = ref_set_of(cell);
    defend_on(rest, &next, cell);
    if (!is_held(rest, &next, depth - 1, &here)) return false;
    *used |= here;
    return true;
}

static bool finds_answer(RestGame *rest, const Position *core, int depth, RefSet *used) {
    Choice choices[REF_SET_SIZE];
    int count = list_choices(rest, core, choices);
    sort_choices(choices, count, true);
    for (int within = depth > 1 ? depth - 1 : 1; within <= depth; within++) {
        int missing = lack_of(core) + 1 - best_gain(choices, count, within - 1);
        for (int i = 0; i < count && choices[i].on > 1 && 2 * choices[i].on >= missing && !rest->gave_up; i++) {
            if (answer_holds(rest, core, choices[i].cell, within, used)) return true;
        }
    }
    return false;
}

static bool survives(RestGame *rest, const Position *part, int attack, int depth, RefSet *used) {
    Position position = *part;
    RefSet must = 0;
    attack_on(&position, attack);
    *used |= ref_set_of(attack);
    for (RefSet lines = rest->lines_of[attack] & position.lines; lines != 0; lines &= lines - 1) {
        RefSet left = rest->cells_of[ref_set_first(lines)] & position.cells;
        if (ref_set_count(left) == 1) must |= left;
    }
    if (must != 0) return ref_set_count(must) == 1 && answer_holds(rest, &position, ref_set_first(must), depth, used);
    cut_to_core(rest, &position, used);
    return position.lines == 0 || finds_answer(rest, &position, depth, used);
}

/* What rests on a cell of a single line rests on a crossing of this line as well. */
static void use_crossings(const RestGame *rest, const Position *part, RefSet crossings, RefSet *used) {
    for (RefSet left = *used & part->cells & ~crossings; left != 0; left &= left - 1) {
        RefSet lines = rest->lines_of[ref_set_first(left)] & part->lines;
        RefSet on_line = rest->cells_of[ref_set_first(lines)] & crossings;
        if ((on_line & *used) == 0) *used |= ref_set_of(ref_set_first(on_line));
    }
}

static bool survives_all(RestGame *rest, const Position *part, Choice choices[], int count, int depth, int *refutation,
                         RefSet *used) {
    RefSet crossings = 0;
    sort_choices(choices, count, false);
    for (int i = 0; i < count; i++) {
        if (choices[i].on > 1) crossings |= ref_set_of(choices[i].cell);
    }
    RefSet left = crossings;
    for (int i = -1; i < count; i++) {
        int attack = i < 0 ? *refutation : choices[i].cell;
        RefSet here = 0;
        if (attack < 0 || (left & ref_set_of(attack)) == 0) continue;
        if (!survives(rest, part, attack, depth, &here)) {
            *refutation = attack;
            return false;
        }
        left &= here & ~ref_set_of(attack);
        *used |= here;
    }
    use_crossings(rest, part, crossings, used);
    return true;
}

/* A line with two cells, one of which is on no other: each side gets one, and nothing is lost by that. */
static bool exchange(const RestGame *rest, const Position *part, const Choice choices[], int count, Position *after,
                     RefSet *used) {
    for (int i = 0; i < count; i++) {
        if (choices[i].on != 1) continue;
        int line = ref_set_first(rest->lines_of[choices[i].cell] & part->lines);
        RefSet both = rest->cells_of[line] & part->cells;
        if (ref_set_count(both) != 2) continue;
        *after = *part;
        attack_on(after, ref_set_first(both & ~ref_set_of(choices[i].cell)));
        defend_on(rest, after, choices[i].cell);
        *used |= both;
        return true;
    }
    return false;
}

static bool search_part(RestGame *rest, const Position *part, int depth, int *refutation, RefSet *used) {
    Choice choices[REF_SET_SIZE];
    Position after;
    int count = list_choices(rest, part, choices);
    sort_choices(choices, count, true);
    if (lack_of(part) > best_gain(choices, count, depth)) return false;
    if (exchange(rest, part, choices, count, &after, used)) return is_held(rest, &after, depth, used);
    return survives_all(rest, part, choices, count, depth, refutation, used);
}

static Known *known_of(RestGame *rest, const Position *part) {
    uint64_t hash = 0, words[4] = {(uint64_t)part->lines, (uint64_t)(part->lines >> 64), (uint64_t)part->cells,
                                   (uint64_t)(part->cells >> 64)};
    for (int i = 0; i < 4; i++) {
        hash = (hash ^ words[i]) * UINT64_C(0xD6E8FEB86659FD93);
        hash ^= hash >> 32;
    }
    Known *known = &rest->known[(hash * UINT64_C(0xD6E8FEB86659FD93)) >> (64 - KNOWN_BITS)];
    if (known->lines != part->lines || known->cells != part->cells)
        *known = (Known){.lines = part->lines, .cells = part->cells, .refutation = -1};
    return known;
}

static bool part_is_held(RestGame *rest, const Position *part, int depth, RefSet *used) {
    const Known *known = known_of(rest, part);
    int refutation = known->refutation;
    RefSet here = 0;
    if (known->is_held) *used |= known->used;
    if (known->is_held || known->fails >= depth) return known->is_held;
    bool holds = search_part(rest, part, depth, &refutation, &here);
    Known *entry = known_of(rest, part); /* another part may have been here meanwhile */
    if (holds) {
        entry->is_held = true;
        entry->used = here;
        *used |= here;
    } else if (!rest->gave_up) {
        entry->fails = (int16_t)depth;
        entry->refutation = (int16_t)refutation;
    }
    return holds;
}

/* The part of the core that a line belongs to: lines that hang together by their cells. */
static Position part_of(const RestGame *rest, const Position *core, int line) {
    Position part = *core;
    RefSet fresh = ref_set_of(line);
    part.lines = fresh;
    part.cells = 0;
    while (fresh != 0) {
        RefSet cells = rest->cells_of[ref_set_first(fresh)] & core->cells & ~part.cells;
        fresh &= fresh - 1;
        part.cells |= cells;
        for (; cells != 0; cells &= cells - 1) {
            RefSet lines = rest->lines_of[ref_set_first(cells)] & core->lines & ~part.lines;
            part.lines |= lines;
            fresh |= lines;
        }
    }
    return part;
}

/* The attacker is to move. Held within so many of its moves; false may also mean that they are too few. */
static bool is_held(RestGame *rest, const Position *before, int depth, RefSet *used) {
    Position core = *before;
    if (rest->nodes_left == 0) rest->gave_up = true;
    if (rest->gave_up) return false;
    rest->nodes_left--;
    cut_to_core(rest, &core, used);
    for (RefSet left = core.lines; left != 0;) {
        Position part = part_of(rest, &core, ref_set_first(left));
        int weight = 0;
        left &= ~part.lines;
        for (RefSet lines = part.lines; lines != 0; lines &= lines - 1) {
            int one = weight_of(rest, &part, ref_set_first(lines));
            if (one > 1 << (FULL - 2)) return false; /* fewer than two cells */
            weight += one;
        }
        if (weight < 1 << (FULL - 1)) {
            *used |= part.cells;
        } else if (depth == 0 || !part_is_held(rest, &part, depth, used)) {
            return false;
        }
    }
    return true;
}

RestGameResult rest_game_solve(RestGame *rest, RefSet lines, RefSet cells, uint64_t *nodes) {
    Position position = {.lines = lines, .cells = cells};
    memset(position.owner, NOBODY, sizeof position.owner);
    rest->nodes_left = *nodes;
    rest->gave_up = false;
    bool holds = false;
    for (int depth = 0; depth <= rest->cell_count / 2 + 1 && !holds && !rest->gave_up; depth++) {
        RefSet used = 0;
        holds = is_held(rest, &position, depth, &used);
    }
    *nodes = rest->nodes_left;
    return holds ? REST_GAME_HELD : rest->gave_up ? REST_GAME_GIVEN_UP : REST_GAME_LOST;
}

RestGame *rest_game_new(const RefGame *game) {
    RestGame *rest = calloc(1, sizeof *rest);
    if (rest == NULL) return NULL;
    rest->line_count = game->line_count;
    rest->cell_count = game->cell_count;
    for (int line = 0; line < game->line_count; line++) {
        for (int i = 0; i < game->n; i++) {
            rest->cells_of[line] |= ref_set_of(game->line[line][i]);
            rest->lines_of[game->line[line][i]] |= ref_set_of(line);
        }
    }
    return rest;
}

void rest_game_free(RestGame *rest) {
    free(rest);
}
