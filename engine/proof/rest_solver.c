/* How the search works, and why what it shows to hold does. What holds without a search stands in rest_position.h.
 *
 *     attack    The attacker tries the cells of a part. One that is on a single line of the part is no better than any
 *               other cell of this line, and is left out.
 *     answer    The defender takes the last cell of a line where it must, and else tries crossings of the crux.
 *     used      What was shown after an attack rests on certain cells: the answers, the pairs, the attacks that were
 *               tried. An attack on any other cell is answered as if the attacker had played that one, so it is not
 *               tried. What was shown of a cell on a single line was shown of a crossing of this line, so it rests
 *               on that as well. Any pairs will do, so they spare cells that remain to be attacked.
 *     memory    A part is its lines and its empty cells, and the memory compares all of them. All empty cells of a
 *               line are cells of its part, so the part says how each line is cut: what is known of it holds in every
 *               game that has it.
 *
 * No more than this has to be believed. What follows only saves time: it leaves out answers of the defender, or gives
 * a position up. If it were wrong, the checker would refuse a proof that holds, but not accept one that does not.
 *
 *     depth     The defender has so many answers before pairs alone must hold what is left. The depth grows step by
 *               step until the position holds, or fails for good.
 *     lack      A crux lacks 2 * lines - cells, and pairs need what it lacks. An attack adds one. An answer gains two
 *               for each line that it stops, but for itself and the cells that are on no other line; this never grows.
 *               If the attacker always takes the cell that gains most, the answers are at best the second, the fourth
 *               and so on. A part that lacks more than these gain within the depth is given up, and an answer that
 *               leaves too much to those after it is not tried.
 *     zone      Where the defender fails, it does so on certain cells, even if it had stones on all others. So an
 *               answer outside fails too. If no limit of depth had a part in it, it fails for good.
 *     memory    A part that failed is not searched again within the same depth; where there is more, the attack that
 *               it failed to comes first.
 *
 * It is easiest to read from the end. */
#include "proof/rest_solver.h"

#include <string.h>

#include "proof/rest_position.h"

/* FAILS_SO_FAR: within the depth; FAILS: at any. */
typedef enum { FAILS_SO_FAR, FAILS, HOLDS } Value;

/* What is known of a part. */
typedef struct {
    Set lines, cells;
    Set basis;      /* the cells that it uses if it holds, and the zone if it fails */
    uint16_t value; /* a Value */
    uint16_t depth; /* of the search that failed so far; 0: there was none */
    int16_t attack; /* that it failed to, or -1 */
} KnownPart;

typedef struct {
    LineGame game;
    int answer; /* the last one that was tried */
    RestMemory *memory;
    Work *work;
    uint64_t nodes;
    Set spare; /* cells that pairs had better not use: attacks that are still to be tried */
} Search;

/* Crossings and what they are worth */

typedef struct {
    Set cells;
    int16_t gain[SET_SIZE];  /* what an answer takes from the lack */
    int32_t order[SET_SIZE]; /* the largest is tried first */
} Crossings;

typedef enum { FOR_ATTACK, FOR_ANSWER } Purpose;

/* What a line adds to the order of its crossings. The attacker wants lines with few empty cells; the defender wants
 * gain, and lines with few cells only if that is equal. */
static int line_order(Purpose purpose, int cells, int gain) {
    enum { GAIN_FIRST = 1 << 12 };
    return purpose == FOR_ATTACK ? 1 << (EDGE_MAX - cells) : gain * GAIN_FIRST + 2 * EDGE_MAX - cells;
}

static void weigh_crossings(const Search *search, const RestPosition *position, Purpose purpose, Crossings *crossings) {
    work_add(search->work, 12 * set_count(position->lines) + 4 * set_count(crossings->cells));
    SET_EACH(cell, crossings->cells) {
        crossings->gain[cell] = -1;
        crossings->order[cell] = 0;
    }
    SET_EACH(line, position->lines) {
        Set all = rest_position_cells_on(&search->game, position, line), on_line = set_and(all, crossings->cells);
        int count = set_count(all), gain = 2 - count + set_count(on_line), order = line_order(purpose, count, gain);
        SET_EACH(cell, on_line) {
            crossings->gain[cell] = (int16_t)(crossings->gain[cell] + gain);
            crossings->order[cell] += order;
        }
    }
}

static int first_in_order(const Crossings *crossings, Set cells) {
    int first = -1;
    SET_EACH(cell, cells) {
        if (first < 0 || crossings->order[cell] > crossings->order[first]) first = cell;
    }
    return first;
}

/* What so many answers take from the lack at best, less the attacks. */
static int largest_gain(const Crossings *crossings, int answers) {
    uint16_t count[2 * LINES_PER_CELL_MAX] = {0};
    int sum = 0, gain = 1, taken = 0;
    if (answers == 0) return 0;
    SET_EACH(cell, crossings->cells) {
        int gain_here = crossings->gain[cell];
        if (gain_here > 1) count[gain_here]++;
        if (gain_here > gain) gain = gain_here;
    }
    for (; gain > 1 && taken < 2 * answers; gain--) {
        int until = taken + count[gain] < 2 * answers ? taken + count[gain] : 2 * answers;
        sum += (gain - 1) * (until / 2 - taken / 2);
        taken = until;
    }
    return sum;
}

/* The search. The cells that a value rests on are its basis. */

static Value judge(Search *search, RestPosition *position, int depth, Set *basis);

static Value judge_answer(Search *search, const RestPosition *position, int answer, int depth, Set *basis) {
    RestPosition next = *position;
    rest_position_defend(&search->game, &next, answer);
    Value value = judge(search, &next, depth - 1, basis);
    search->answer = answer;
    if (value == HOLDS) set_add(basis, answer);
    return value;
}

/* An answer on a crossing of the crux, which has lines. Only those in the zones of all that failed are tried. */
static Value find_answer(Search *search, const RestPosition *crux, Set crossings, int depth, Set *basis) {
    Crossings answers;
    answers.cells = crossings;
    weigh_crossings(search, crux, FOR_ANSWER, &answers);
    int least_gain = rest_position_lack(crux) - largest_gain(&answers, depth - 1);
    Set zone = {{0}};
    Value worst = FAILS;
    while (!set_is_empty(answers.cells)) {
        int answer = first_in_order(&answers, answers.cells);
        if (answers.gain[answer] < least_gain || work_is_spent(search->work)) {
            *basis = crux->cells;
            return FAILS_SO_FAR;
        }
        Value value = judge_answer(search, crux, answer, depth, basis);
        if (value == HOLDS) return HOLDS;
        if (value == FAILS_SO_FAR) worst = FAILS_SO_FAR;
        zone = set_or(zone, *basis);
        answers.cells = set_and(answers.cells, *basis);
        set_remove(&answers.cells, answer);
    }
    *basis = zone;
    return worst;
}

/* The cells with which the attacker, who has just taken this one, threatens to complete lines. */
static Set find_threats(const Search *search, const RestPosition *position, int cell) {
    Set last = {{0}}, lines = rest_position_lines_through(&search->game, position, cell);
    SET_EACH(line, lines) {
        Set left = rest_position_cells_on(&search->game, position, line);
        if (set_count(left) == 1) last = set_or(last, left);
    }
    return last;
}

/* The attacker takes a cell of a crux, and leaves a crux: the line that was given the cell lacks it now. */
static Value judge_attack(Search *search, const RestPosition *crux, Set crossings, int attack, int depth, Set *basis) {
    RestPosition position = *crux;
    rest_position_attack(&position, attack);
    set_remove(&crossings, attack);
    Set last = find_threats(search, &position, attack), inside = {{0}};
    int threats = set_count(last);
    *basis = last;
    set_add(basis, attack);
    if (threats > 1) return FAILS;
    Value value = threats == 1 ? judge_answer(search, &position, set_first(&last), depth, &inside)
                               : find_answer(search, &position, crossings, depth, &inside);
    *basis = set_or(*basis, inside);
    return value;
}

/* Where a cell is used that is on a single line of the part, a crossing of this line must be used as well. */
static void use_crossings(const Search *search, const RestPosition *part, Set crossings, Set *used) {
    Set single = set_minus(set_and(*used, part->cells), crossings);
    SET_EACH(cell, single) {
        Set line = rest_position_lines_through(&search->game, part, cell);
        Set on_line = set_and(rest_position_cells_on(&search->game, part, set_first(&line)), crossings);
        if (!set_meet(&on_line, used)) set_add(used, set_first(&on_line));
    }
}

/* Tries attacks until one is left without an answer. *first, unless it is -1, comes first, and becomes that one. */
static Value judge_attacks(Search *search, const RestPosition *part, const Crossings *crossings, int depth,
                           int16_t *first, Set *basis) {
    Set left = crossings->cells, used = {{0}}, before = search->spare;
    while (!set_is_empty(left)) {
        bool is_known = *first >= 0 && set_has(&left, *first);
        int attack = is_known ? *first : first_in_order(crossings, left);
        search->spare = left;
        Value value = judge_attack(search, part, crossings->cells, attack, depth, basis);
        search->spare = before;
        if (value != HOLDS) {
            *first = (int16_t)attack;
            return value;
        }
        left = set_and(left, *basis);
        set_remove(&left, attack);
        used = set_or(used, *basis);
    }
    use_crossings(search, part, crossings->cells, &used);
    *basis = used;
    return HOLDS;
}

static Value search_part(Search *search, const RestPosition *part, int depth, int16_t *attack, Set *basis) {
    Crossings crossings;
    crossings.cells = rest_position_crossings(&search->game, part);
    weigh_crossings(search, part, FOR_ATTACK, &crossings);
    if (rest_position_lack(part) <= largest_gain(&crossings, depth))
        return judge_attacks(search, part, &crossings, depth, attack, basis);
    *basis = part->cells;
    return FAILS_SO_FAR;
}

/* The entry for the part; one of another part is given up. */
static KnownPart *known_part(Search *search, const RestPosition *part) {
    KnownPart *entries = (KnownPart *)search->memory->entries;
    uint64_t hash = 0;
    for (int i = 0; i < SET_WORDS; i++) {
        hash = (hash ^ part->lines.word[i]) * UINT64_C(0x9E3779B97F4A7C15);
        hash = (hash ^ hash >> 29 ^ part->cells.word[i]) * UINT64_C(0x9E3779B97F4A7C15);
    }
    KnownPart *known = &entries[hash >> (64 - search->memory->bits)];
    if (!set_equal(known->lines, part->lines) || !set_equal(known->cells, part->cells))
        *known = (KnownPart){.lines = part->lines, .cells = part->cells, .attack = -1};
    return known;
}

/* By what is known, or by trying attacks. */
static Value judge_part(Search *search, const RestPosition *part, int depth, Set *basis) {
    const KnownPart *known = known_part(search, part);
    int16_t attack = known->attack;
    *basis = known->basis;
    if (known->value != FAILS_SO_FAR || known->depth >= depth) return (Value)known->value;
    Value value = search_part(search, part, depth, &attack, basis);
    if (value != HOLDS && work_is_spent(search->work)) return FAILS_SO_FAR;
    *known_part(search, part) = (KnownPart){.lines = part->lines,
                                            .cells = part->cells,
                                            .basis = *basis,
                                            .value = (uint16_t)value,
                                            .depth = (uint16_t)depth,
                                            .attack = attack};
    return value;
}

/* A line with fewer than two empty cells, if there is one: its cells. */
static bool find_lost_line(const Search *search, const RestPosition *position, Set *cells) {
    Set lines = position->lines;
    SET_EACH(line, lines) {
        *cells = rest_position_cells_on(&search->game, position, line);
        if (set_count(*cells) < 2) return true;
    }
    return false;
}

static Value judge_parts(Search *search, RestPosition *crux, int depth, Set *basis) {
    Set used = {{0}};
    if (find_lost_line(search, crux, basis)) return FAILS;
    while (!set_is_empty(crux->lines)) {
        RestPosition part;
        rest_position_split_off(&search->game, crux, &part);
        bool is_light = rest_position_weight(&search->game, &part) < 1 << (EDGE_MAX - 1);
        *basis = part.cells;
        Value value = is_light ? HOLDS : judge_part(search, &part, depth, basis);
        if (value != HOLDS) return value;
        used = set_or(used, *basis);
    }
    *basis = used;
    return HOLDS;
}

/* The attacker is to move, and the defender comes to hold all lines. It does not if the work is spent. */
static Value judge(Search *search, RestPosition *position, int depth, Set *basis) {
    Set used = {{0}};
    search->nodes++;
    if (!work_goes_on(search->work)) return FAILS_SO_FAR;
    work_add(search->work, 20 + 10 * set_count(rest_position_without_pair(position)));
    if (depth == 0)
        return rest_position_has_pairs(&search->game, position, search->spare, basis) ? HOLDS : FAILS_SO_FAR;
    rest_position_cut_to_crux(&search->game, position, search->spare, &used);
    Set exchanged = rest_position_exchange(&search->game, position);
    if (!set_is_empty(exchanged)) rest_position_cut_to_crux(&search->game, position, search->spare, &used);
    work_add(search->work, 8 * set_count(position->lines));
    Value value = judge_parts(search, position, depth, basis);
    *basis = set_or(*basis, value == HOLDS ? set_or(used, exchanged) : exchanged);
    return value;
}

/* From outside */

static void search_init(Search *search, RestPosition *position, const CutLines *game, RestMemory *memory, Work *work) {
    memset(search, 0, sizeof *search);
    memset(position, 0, sizeof *position);
    search->memory = memory;
    search->work = work;
    search->answer = MOVE_NONE;
    for (int line = 0; line < game->lines; line++) {
        if (game->is_out[line]) continue;
        set_add(&position->lines, line);
        for (int i = 0; i < game->size[line]; i++) {
            set_add(&position->cells, game->cell[line][i]);
            set_add(&search->game.line_cells[line], game->cell[line][i]);
            set_add(&search->game.cell_lines[game->cell[line][i]], line);
        }
    }
}

static RestVerdict verdict(Value value, const Work *work) {
    return value == HOLDS ? REST_HOLDS : work_is_spent(work) ? REST_TOO_MUCH : REST_FAILS;
}

/* Deeper than there are moves, so that nothing fails for want of depth. */
static int depth_max(const CutLines *game) {
    return game->cells / 2 + 1;
}

static RestVerdict check(const CutLines *game, RestMemory *memory, Work *work, uint64_t *nodes) {
    Search search;
    RestPosition start;
    Value value = FAILS_SO_FAR;
    search_init(&search, &start, game, memory, work);
    for (int depth = 0; depth <= depth_max(game) && value == FAILS_SO_FAR && !work_is_spent(work); depth++) {
        RestPosition position = start;
        value = judge(&search, &position, depth, &(Set){{0}});
    }
    *nodes += search.nodes;
    return verdict(value, work);
}

/* A cell outside the crux: the other cell of its pair, or MOVE_NONE. */
static int find_partner(const Search *search, const RestPosition *position, int cell) {
    if (!set_has(&position->given, cell)) return MOVE_NONE;
    Set others = set_and(search->game.line_cells[position->owner[cell]], position->given);
    set_remove(&others, cell);
    SET_EACH(other, others) {
        if (position->owner[other] == position->owner[cell]) return other;
    }
    return MOVE_NONE;
}

static RestVerdict find_answer_to(const CutLines *game, int attack, RestMemory *memory, Work *work, int *answer) {
    Search search;
    RestPosition crux;
    Set used = {{0}};
    search_init(&search, &crux, game, memory, work);
    rest_position_cut_to_crux(&search.game, &crux, set_none(), &used);
    Set crossings = rest_position_crossings(&search.game, &crux);
    bool is_outside = !set_has(&crux.cells, attack);
    Value value = is_outside ? HOLDS : FAILS_SO_FAR;
    for (int depth = 1; depth <= depth_max(game) && value == FAILS_SO_FAR && !work_is_spent(work); depth++)
        value = judge_attack(&search, &crux, crossings, attack, depth, &used);
    *answer = is_outside ? find_partner(&search, &crux, attack) : search.answer;
    return verdict(value, work);
}

#ifndef REST_SOLVER
#define REST_SOLVER rest_solver_small
#endif

const RestSolver REST_SOLVER = {SET_SIZE, sizeof(KnownPart), check, find_answer_to};
