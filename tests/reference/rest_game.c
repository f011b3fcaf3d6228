/* It is easiest to read from the end. Each value rests on cells, its basis. If lines are held, the defender's answers
 * and pairs are among them, and no attack elsewhere needs an answer. If they are lost, the attack needs these cells and
 * no others, and no answer elsewhere helps. An error about what is lost, or which answers gain too little, could only
 * make the defender miss an answer: the checker would refuse a proof that holds, but not accept one that does not. */
#include "reference/rest_game.h"

#include <stdlib.h>
#include <string.h>

enum { KNOWN_BITS = 20, FULL = 15 };

typedef enum { UNCLEAR, HELD, LOST } Value;

typedef struct {
    RefSet lines, cells, basis; /* a part, and the cells that its value rests on */
    Value value;
    int16_t unclear_within; /* this depth, from 1 */
    int16_t refutation;
} Known;

struct RestGame {
    RefSet cells_of[REF_SET_SIZE]; /* a line */
    RefSet lines_of[REF_SET_SIZE]; /* a cell */
    int line_count, cell_count;
    uint64_t nodes_left;
    bool gave_up;
    Known known[1 << KNOWN_BITS];
};

/* Lines without a stone of the defender, their empty cells, and the line that owns each of the owned ones. */
typedef struct {
    RefSet lines, cells, owned;
    uint8_t owner[REF_SET_SIZE];
    uint8_t owns[REF_SET_SIZE];
} Position;

static void disown(Position *position, int cell) {
    if ((position->owned & ref_set_of(cell)) == 0) return;
    position->owns[position->owner[cell]]--;
    position->owned &= ~ref_set_of(cell);
}

static void attack_on(Position *position, int cell) {
    disown(position, cell);
    position->cells &= ~ref_set_of(cell);
}

static void defend_on(const RestGame *rest, Position *position, int cell) {
    RefSet stopped = rest->lines_of[cell] & position->lines;
    for (RefSet left = stopped; left != 0; left &= left - 1) {
        int line = ref_set_first(left);
        for (RefSet own = rest->cells_of[line] & position->owned; own != 0; own &= own - 1) {
            int one = ref_set_first(own);
            if (position->owner[one] == line) disown(position, one);
        }
    }
    position->lines &= ~stopped;
    attack_on(position, cell);
}

/* Pairs */

static bool give(Position *position, int line, int cell) {
    position->owner[cell] = (uint8_t)line;
    position->owned |= ref_set_of(cell);
    return true;
}

/* One cell more for the line, by an augmenting path over cells not seen before. */
static bool supply(const RestGame *rest, Position *position, int line, RefSet *seen) {
    RefSet cells = rest->cells_of[line] & position->cells & ~*seen, free = cells & ~position->owned;
    if (free != 0) return give(position, line, ref_set_first(free));
    for (RefSet left = cells; left != 0; left &= left - 1) {
        int cell = ref_set_first(left), owner = position->owner[cell];
        if (owner == line || (*seen & ref_set_of(cell)) != 0) continue;
        *seen |= ref_set_of(cell);
        if (supply(rest, position, owner, seen)) return give(position, line, cell);
    }
    return false;
}

/* Two cells for each line, as far as they go. Returns the lines that lack one; if `first` is set, only the first. */
static RefSet supply_lines(const RestGame *rest, Position *position, bool first) {
    RefSet lacking = 0, reached = 0, seen = 0;
    for (RefSet left = position->lines; left != 0 && (lacking == 0 || !first); left &= left - 1) {
        int line = ref_set_first(left);
        while (position->owns[line] < 2 && supply(rest, position, line, &seen)) {
            position->owns[line]++;
            seen = reached; /* a path that was found has changed owners; where none was, none will be */
        }
        if (position->owns[line] < 2) lacking |= ref_set_of(line);
        reached = seen;
    }
    return lacking;
}

/* Lines that lack a cell, and again and again each line that owns a cell of one of them. What lies outside is held. */
static void cut_to_crux(const RestGame *rest, Position *position, RefSet *used) {
    RefSet crux = supply_lines(rest, position, false);
    RefSet cells = 0;
    for (RefSet fresh = crux; fresh != 0;) {
        int line = ref_set_first(fresh);
        RefSet more = rest->cells_of[line] & position->cells & ~cells;
        fresh &= fresh - 1;
        cells |= more;
        for (more &= position->owned; more != 0; more &= more - 1) {
            int owner = position->owner[ref_set_first(more)];
            if ((crux & ref_set_of(owner)) != 0) continue;
            crux |= ref_set_of(owner);
            fresh |= ref_set_of(owner);
        }
    }
    *used |= position->owned & ~cells;
    position->lines = crux;
    position->cells = cells;
    position->owned &= cells;
}

/* Crossings: cells on two lines or more. Others need not be tried by either side: a crossing of the same line is at
 * least as good. */

typedef struct {
    int cell, gain, weight;
} Choice;

typedef struct {
    RefSet cells;
    int count;
    Choice choices[REF_SET_SIZE];
} Crossings;

static int weight_of(const RestGame *rest, const Position *position, int line) {
    return 1 << (FULL - ref_set_count(rest->cells_of[line] & position->cells));
}

static RefSet crossings_of(const RestGame *rest, const Position *position) {
    RefSet once = 0, twice = 0;
    for (RefSet lines = position->lines; lines != 0; lines &= lines - 1) {
        RefSet cells = rest->cells_of[ref_set_first(lines)] & position->cells;
        twice |= once & cells;
        once |= cells;
    }
    return twice;
}

/* The gain of an answer is what it takes from the lack: two cells for each of its lines, but for itself and for the
 * cells that are on no other line. */
static void list_crossings(const RestGame *rest, const Position *position, Crossings *crossings) {
    int gains[REF_SET_SIZE], weights[REF_SET_SIZE];
    crossings->cells = crossings_of(rest, position);
    crossings->count = 0;
    for (RefSet lines = position->lines; lines != 0; lines &= lines - 1) {
        int line = ref_set_first(lines);
        gains[line] = 2 - ref_set_count(rest->cells_of[line] & position->cells & ~crossings->cells);
        weights[line] = weight_of(rest, position, line);
    }
    for (RefSet left = crossings->cells; left != 0; left &= left - 1) {
        Choice choice = {.cell = ref_set_first(left), .gain = -1};
        for (RefSet lines = rest->lines_of[choice.cell] & position->lines; lines != 0; lines &= lines - 1) {
            choice.gain += gains[ref_set_first(lines)];
            choice.weight += weights[ref_set_first(lines)];
        }
        crossings->choices[crossings->count++] = choice;
    }
}

/* Those with most gain first, the heavier of equal ones; or simply the heaviest. */
static bool comes_before(const Choice *one, const Choice *other, bool by_gain) {
    if (by_gain && one->gain != other->gain) return one->gain > other->gain;
    return one->weight > other->weight;
}

static void sort_choices(Crossings *crossings, bool by_gain) {
    for (int i = 1; i < crossings->count; i++) {
        Choice choice = crossings->choices[i];
        int j = i;
        for (; j > 0 && comes_before(&choice, &crossings->choices[j - 1], by_gain); j--)
            crossings->choices[j] = crossings->choices[j - 1];
        crossings->choices[j] = choice;
    }
}

static void drop_below(Crossings *crossings, int gain) {
    int count = 0;
    for (int i = 0; i < crossings->count; i++) {
        if (crossings->choices[i].gain >= gain) crossings->choices[count++] = crossings->choices[i];
    }
    crossings->count = count;
}

/* What so many moves can take from the lack at best, against an attacker who takes the crossing with most gain each
 * time, which adds one to the lack: the answers are the second, the fourth ... in the order of gain. */
static int best_gain(const Crossings *crossings, int moves) {
    uint8_t with_gain[2 * REF_SET_SIZE] = {0};
    int sum = 0, from = 0, gain = 0;
    for (int i = 0; i < crossings->count; i++) {
        if (crossings->choices[i].gain > 1) with_gain[crossings->choices[i].gain]++;
        if (crossings->choices[i].gain > gain) gain = crossings->choices[i].gain;
    }
    for (; gain > 1 && from < 2 * moves; gain--) {
        int to = from + with_gain[gain] < 2 * moves ? from + with_gain[gain] : 2 * moves;
        sum += (gain - 1) * (to / 2 - from / 2);
        from = to;
    }
    return sum;
}

static int lack_of(const Position *position) {
    return 2 * ref_set_count(position->lines) - ref_set_count(position->cells);
}

/* The search */

static Value judge(RestGame *rest, const Position *before, int depth, RefSet *basis);

static Value judge_answer(RestGame *rest, const Position *position, int cell, int depth, RefSet *basis) {
    Position next = *position;
    defend_on(rest, &next, cell);
    Value value = judge(rest, &next, depth - 1, basis);
    if (value == HELD) *basis |= ref_set_of(cell);
    return value;
}

/* An answer outside the zone of an attack that wins after another answer, or after none, loses to the same attack. So
 * only answers in all these zones are left; and if there are none, the union of the zones is the zone of all. */
static Value find_answer(RestGame *rest, const Position *crux, int depth, RefSet *basis) {
    Crossings crossings;
    RefSet open = ~(RefSet)0, zone = 0;
    list_crossings(rest, crux, &crossings);
    drop_below(&crossings, lack_of(crux) - best_gain(&crossings, depth - 1));
    sort_choices(&crossings, true);
    for (int i = 0; i < crossings.count && !rest->gave_up; i++) {
        int cell = crossings.choices[i].cell;
        if ((open & ref_set_of(cell)) == 0) continue;
        Value value = judge_answer(rest, crux, cell, depth, basis);
        if (value == HELD) return HELD;
        if (value == UNCLEAR) continue;
        open &= *basis;
        zone |= *basis;
    }
    *basis = zone;
    return open == 0 ? LOST : UNCLEAR;
}

static Value judge_attack(RestGame *rest, const Position *part, int attack, int depth, RefSet *basis) {
    Position position = *part;
    RefSet must = 0, here = 0;
    Value value = HELD;
    attack_on(&position, attack);
    for (RefSet lines = rest->lines_of[attack] & position.lines; lines != 0; lines &= lines - 1) {
        RefSet left = rest->cells_of[ref_set_first(lines)] & position.cells;
        if (ref_set_count(left) == 1) must |= left;
    }
    *basis = ref_set_of(attack) | must;
    if (ref_set_count(must) > 1) return LOST;
    if (must != 0) {
        value = judge_answer(rest, &position, ref_set_first(must), depth, &here);
    } else {
        RefSet paired = 0;
        cut_to_crux(rest, &position, &paired);
        if (position.lines != 0) value = find_answer(rest, &position, depth, &here);
        if (value == HELD) here |= paired;
    }
    *basis |= here;
    return value;
}

/* What rests on a cell of a single line rests on a crossing of this line as well. */
static void use_crossings(const RestGame *rest, const Position *part, RefSet crossings, RefSet *used) {
    for (RefSet left = *used & part->cells & ~crossings; left != 0; left &= left - 1) {
        RefSet lines = rest->lines_of[ref_set_first(left)] & part->lines;
        RefSet on_line = rest->cells_of[ref_set_first(lines)] & crossings;
        if ((on_line & *used) == 0) *used |= ref_set_of(ref_set_first(on_line));
    }
}

static Value judge_attacks(RestGame *rest, const Position *part, Crossings *crossings, int depth, int *refutation,
                           RefSet *basis) {
    RefSet left = crossings->cells, used = 0;
    sort_choices(crossings, false);
    for (int i = -1; i < crossings->count; i++) {
        int attack = i < 0 ? *refutation : crossings->choices[i].cell;
        if (attack < 0 || (left & ref_set_of(attack)) == 0) continue;
        Value value = judge_attack(rest, part, attack, depth, basis);
        if (value != HELD) {
            *refutation = attack;
            return value;
        }
        left &= *basis & ~ref_set_of(attack);
        used |= *basis;
    }
    use_crossings(rest, part, crossings->cells, &used);
    *basis = used;
    return HELD;
}

static Value search_part(RestGame *rest, const Position *part, int depth, int *refutation, RefSet *basis) {
    Crossings crossings;
    list_crossings(rest, part, &crossings);
    if (lack_of(part) > best_gain(&crossings, depth)) return UNCLEAR;
    return judge_attacks(rest, part, &crossings, depth, refutation, basis);
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

static Value judge_part(RestGame *rest, const Position *part, int depth, RefSet *basis) {
    const Known *known = known_of(rest, part);
    int refutation = known->refutation;
    *basis = known->basis;
    if (known->value != UNCLEAR || known->unclear_within >= depth) return known->value;
    Value value = search_part(rest, part, depth, &refutation, basis);
    if (rest->gave_up) return UNCLEAR;
    *known_of(rest, part) = (Known){part->lines, part->cells, *basis, value, (int16_t)depth, (int16_t)refutation};
    return value;
}

/* The part of the crux that a line belongs to: lines that hang together by their cells. */
static Position part_of(const RestGame *rest, const Position *crux, int line) {
    Position part = *crux;
    RefSet fresh = ref_set_of(line);
    part.lines = fresh;
    part.cells = 0;
    while (fresh != 0) {
        RefSet cells = rest->cells_of[ref_set_first(fresh)] & crux->cells & ~part.cells;
        fresh &= fresh - 1;
        part.cells |= cells;
        for (; cells != 0; cells &= cells - 1) {
            RefSet lines = rest->lines_of[ref_set_first(cells)] & crux->lines & ~part.lines;
            part.lines |= lines;
            fresh |= lines;
        }
    }
    part.owned &= part.cells;
    return part;
}

/* The cells of a line with two cells, one of which is on no other; or none. */
static RefSet find_exchange(const RestGame *rest, const Position *position, RefSet crossings) {
    for (RefSet lines = position->lines; lines != 0; lines &= lines - 1) {
        RefSet both = rest->cells_of[ref_set_first(lines)] & position->cells;
        if (ref_set_count(both) == 2 && (both & ~crossings) != 0) return both;
    }
    return 0;
}

/* On such a line the attacker gets the crossing and the defender the other cell; nothing is lost by that, for it is the
 * attacker's best and the defender's only move there. No other line is stopped, so other crossings remain crossings. */
static RefSet exchange(const RestGame *rest, Position *position) {
    RefSet exchanged = 0, crossings = crossings_of(rest, position), both;
    while ((both = find_exchange(rest, position, crossings)) != 0) {
        int answer = ref_set_first(both & ~crossings);
        attack_on(position, ref_set_first(both & ~ref_set_of(answer)));
        defend_on(rest, position, answer);
        exchanged |= both;
    }
    return exchanged;
}

static Value judge_parts(RestGame *rest, const Position *crux, int depth, RefSet *basis) {
    RefSet used = 0;
    for (RefSet left = crux->lines; left != 0;) {
        Position part = part_of(rest, crux, ref_set_first(left));
        int weight = 0;
        left &= ~part.lines;
        for (RefSet lines = part.lines; lines != 0; lines &= lines - 1) {
            *basis = rest->cells_of[ref_set_first(lines)] & part.cells;
            if (ref_set_count(*basis) < 2) return LOST;
            weight += weight_of(rest, &part, ref_set_first(lines));
        }
        *basis = part.cells;
        Value value = weight < 1 << (FULL - 1) ? HELD : judge_part(rest, &part, depth, basis);
        if (value != HELD) return value;
        used |= *basis;
    }
    *basis = used;
    return HELD;
}

/* The attacker is to move, and the defender may answer so many times before what is left must be held by pairs. */
static Value judge(RestGame *rest, const Position *before, int depth, RefSet *basis) {
    Position crux = *before;
    RefSet paired = 0;
    if (rest->nodes_left == 0) rest->gave_up = true;
    if (rest->gave_up) return UNCLEAR;
    rest->nodes_left--;
    if (depth == 0) {
        bool is_paired = supply_lines(rest, &crux, true) == 0;
        *basis = crux.owned;
        return is_paired ? HELD : UNCLEAR;
    }
    cut_to_crux(rest, &crux, &paired);
    RefSet exchanged = exchange(rest, &crux);
    if (exchanged != 0) cut_to_crux(rest, &crux, &paired);
    Value value = judge_parts(rest, &crux, depth, basis);
    *basis |= exchanged | (value == HELD ? paired : 0);
    return value;
}

RestGameResult rest_game_solve(RestGame *rest, RefSet lines, RefSet cells, uint64_t *nodes) {
    Position position = {.lines = lines, .cells = cells};
    Value value = UNCLEAR;
    rest->nodes_left = *nodes;
    rest->gave_up = false;
    for (int depth = 0; depth <= rest->cell_count / 2 + 1 && value == UNCLEAR && !rest->gave_up; depth++) {
        RefSet basis;
        value = judge(rest, &position, depth, &basis);
    }
    *nodes = rest->nodes_left;
    return value == HELD ? REST_GAME_HELD : rest->gave_up ? REST_GAME_GIVEN_UP : REST_GAME_LOST;
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
