#include "reference/reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int power(int base, int exponent) {
    int product = 1;
    for (int i = 0; i < exponent; i++) product *= base;
    return product;
}

int ref_coordinate(const RefGame *game, int cell, int axis) {
    return cell / power(game->n, axis) % game->n;
}

/* Reads a decimal number from 1 to REF_MAX_TARGET without leading zero and moves *text behind it; 0 without one. */
static int read_number(const char **text) {
    int number = 0;
    if (**text == '0') return 0;
    while (**text >= '0' && **text <= '9') {
        number = 10 * number + (**text - '0');
        if (number > REF_MAX_TARGET) return 0;
        (*text)++;
    }
    return number;
}

/* Two cells are the ends of a line when they differ by 0 or n - 1 along every axis (a < b keeps the cell itself, and
 * the same pair the other way round, out). */
static bool are_line_ends(const RefGame *game, int a, int b) {
    for (int axis = 0; axis < game->d; axis++) {
        int distance = abs(ref_coordinate(game, a, axis) - ref_coordinate(game, b, axis));
        if (distance != 0 && distance != game->n - 1) return false;
    }
    return a < b;
}

/* A line is n evenly spaced cells from one end to the other. Its ends name it, so no line is found twice. Under magic
 * it counts only if its numbers add up to the constant. */
static void find_lines(RefGame *game) {
    game->line_count = 0;
    for (int a = 0; a < game->cell_count; a++) {
        for (int b = 0; b < game->cell_count; b++) {
            if (!are_line_ends(game, a, b)) continue;
            int *line = game->line[game->line_count];
            int sum = 0;
            for (int k = 0; k < game->n; k++) {
                line[k] = a + k * (b - a) / (game->n - 1);
                sum += game->number[line[k]];
            }
            if (game->rule != REF_MAGIC || sum == game->n * (power(game->n, 3) + 1) / 2) game->line_count++;
        }
    }
}

static int wrapped_cell(int n, int column, int row, int height) {
    return (column + n) % n + n * ((row + n) % n) + n * n * ((height + n) % n);
}

static void fill_magic_cube(RefGame *game) {
    int n = game->n;
    int height = n / 2, row = 0, column = n / 2;
    for (int number = 1; number <= game->cell_count; number++) {
        game->number[wrapped_cell(n, column, row, height)] = number;
        if (number == game->cell_count) break;
        row = (row - 1 + n) % n;
        column = (column - 1 + n) % n;
        if (game->number[wrapped_cell(n, column, row, height)] == 0) continue;
        height = (height + 1) % n;
        row = (row - 1 + n) % n;
        if (game->number[wrapped_cell(n, column, row, height)] == 0) continue;
        column = (column + 1) % n;
        height = (height - 1 + n) % n;
    }
}

static bool is_supported(const RefGame *game) {
    if (game->rule == REF_MAGIC && (game->d != 3 || game->n % 2 == 0)) return false;
    if (game->d == 2) return game->n >= 3 && game->n <= 15;
    if (game->d == 3) return game->n >= 3 && game->n <= 8;
    if (game->d == 4) return game->n >= 3 && game->n <= 4;
    return false;
}

/* The rest of both ways to name a game, once the shape is known. */
static bool set_up(RefGame *game, int n, int d, const char *rule) {
    game->n = n;
    game->d = d;
    game->target = 0;
    if (strcmp(rule, "line") == 0) {
        game->rule = REF_LINE;
    } else if (strncmp(rule, "score", 5) == 0 || strncmp(rule, "magic", 5) == 0) {
        game->rule = rule[0] == 's' ? REF_SCORE : REF_MAGIC;
        const char *rest = rule + 5;
        if (*rest != '\0') {
            game->target = read_number(&rest);
            if (game->target == 0 || *rest != '\0') return false;
        }
    } else {
        return false;
    }
    if (!is_supported(game)) return false;
    game->cell_count = power(n, d);
    for (int cell = 0; cell < REF_MAX_CELLS; cell++) game->number[cell] = 0;
    if (game->rule == REF_MAGIC) fill_magic_cube(game);
    find_lines(game);
    return true;
}

bool ref_game_init(RefGame *game, const char *text) {
    int n = read_number(&text);
    int d = 1;
    while (*text == 'x') {
        text++;
        d++;
        if (d > 4 || read_number(&text) != n) return false;
    }
    if (*text == '\0') return set_up(game, n, d, "line");
    return *text == ':' && set_up(game, n, d, text + 1);
}

char *ref_rule_text(const RefGame *game, char buffer[REF_GAME_TEXT_SIZE]) {
    static const char *const names[] = {"line", "score", "magic"};
    if (game->target > 0) {
        sprintf(buffer, "%s%d", names[game->rule], game->target);
    } else {
        sprintf(buffer, "%s", names[game->rule]);
    }
    return buffer;
}

char *ref_game_text(const RefGame *game, char buffer[REF_GAME_TEXT_SIZE]) {
    char *end = buffer + sprintf(buffer, "%d", game->n);
    for (int axis = 1; axis < game->d; axis++) end += sprintf(end, "x%d", game->n);
    if (game->rule != REF_LINE) {
        char rule[REF_GAME_TEXT_SIZE];
        sprintf(end, ":%.20s", ref_rule_text(game, rule));
    }
    return buffer;
}

void ref_start(RefPosition *position, const RefGame *game) {
    position->game = game;
    for (int cell = 0; cell < REF_MAX_CELLS; cell++) position->cell[cell] = '.';
}

static int count(const RefPosition *position, char what) {
    int total = 0;
    for (int cell = 0; cell < position->game->cell_count; cell++) total += position->cell[cell] == what;
    return total;
}

int ref_empty_count(const RefPosition *position) {
    return count(position, '.');
}

char ref_side(const RefPosition *position) {
    return count(position, 'x') == count(position, 'o') ? 'x' : 'o';
}

static int count_in_line(const RefPosition *position, int line, char what) {
    int total = 0;
    for (int k = 0; k < position->game->n; k++) total += position->cell[position->game->line[line][k]] == what;
    return total;
}

int ref_points(const RefPosition *position, char side) {
    int points = 0;
    for (int line = 0; line < position->game->line_count; line++) {
        if (count_in_line(position, line, side) == position->game->n) points++;
    }
    return points;
}

int ref_completed_lines(const RefPosition *position, int lines[REF_MAX_LINES]) {
    int n = position->game->n;
    int found = 0;
    for (int line = 0; line < position->game->line_count; line++) {
        bool is_complete = count_in_line(position, line, 'x') == n || count_in_line(position, line, 'o') == n;
        if (is_complete) lines[found++] = line;
    }
    return found;
}

static bool every_line_is_dead(const RefPosition *position) {
    for (int line = 0; line < position->game->line_count; line++) {
        if (count_in_line(position, line, 'x') == 0 || count_in_line(position, line, 'o') == 0) return false;
    }
    return true;
}

RefResult ref_result(const RefPosition *position) {
    int target = position->game->target;
    int x = ref_points(position, 'x');
    int o = ref_points(position, 'o');
    if (position->game->rule == REF_LINE) {
        if (x > 0) return REF_P1WIN;
        if (o > 0) return REF_P2WIN;
        return every_line_is_dead(position) ? REF_DRAW : REF_NONE;
    }
    bool has_reached_target = target > 0 && (x >= target || o >= target);
    if (!has_reached_target && ref_empty_count(position) > 0) return REF_NONE;
    if (x > o) return REF_P1WIN;
    if (o > x) return REF_P2WIN;
    return REF_DRAW;
}

bool ref_is_over(const RefPosition *position) {
    return ref_result(position) != REF_NONE;
}

const char *ref_result_text(RefResult result) {
    static const char *const texts[] = {"none", "p1win", "p2win", "draw"};
    return texts[result];
}

int ref_legal_moves(const RefPosition *position, int moves[REF_MAX_CELLS]) {
    int found = 0;
    if (ref_is_over(position)) return 0;
    for (int cell = 0; cell < position->game->cell_count; cell++) {
        if (position->cell[cell] == '.') moves[found++] = cell;
    }
    return found;
}

bool ref_play(RefPosition *position, int cell) {
    if (cell < 0 || cell >= position->game->cell_count) return false;
    if (position->cell[cell] != '.' || ref_is_over(position)) return false;
    position->cell[cell] = ref_side(position);
    return true;
}

char *ref_move_text(const RefGame *game, int cell, char buffer[REF_MOVE_TEXT_SIZE]) {
    char *end = buffer;
    for (int axis = 0; axis < game->d; axis++) {
        int coordinate = ref_coordinate(game, cell, axis);
        end += axis % 2 == 0 ? sprintf(end, "%c", "abcdefghijklmno"[coordinate]) : sprintf(end, "%d", coordinate + 1);
    }
    return buffer;
}

int ref_move_from_text(const RefGame *game, const char *text) {
    int cell = 0;
    for (int axis = 0; axis < game->d; axis++) {
        int coordinate;
        if (axis % 2 == 0) {
            coordinate = *text - 'a';
            if (*text != '\0') text++;
        } else {
            coordinate = read_number(&text) - 1;
        }
        if (coordinate < 0 || coordinate >= game->n) return -1;
        cell += coordinate * power(game->n, axis);
    }
    return *text == '\0' ? cell : -1;
}

char *ref_position_text(const RefPosition *position, char buffer[REF_POSITION_TEXT_SIZE]) {
    const RefGame *game = position->game;
    char rule[REF_GAME_TEXT_SIZE];
    char *end = buffer;
    int run = 0;
    for (int cell = 0; cell < game->cell_count; cell++) {
        bool is_last_in_row = (cell + 1) % game->n == 0;
        bool is_empty = position->cell[cell] == '.';
        if (is_empty) run++;
        if (run > 0 && (!is_empty || is_last_in_row)) {
            end += sprintf(end, "%d", run);
            run = 0;
        }
        if (!is_empty) *end++ = position->cell[cell];
        if (cell + 1 == game->cell_count) break;
        for (int axis = 1; axis < game->d; axis++) {
            if ((cell + 1) % power(game->n, axis) == 0) *end++ = '/';
        }
    }
    sprintf(end, " %c %.20s", ref_side(position), ref_rule_text(game, rule));
    return buffer;
}

/* Reads one row of at most REF_MAX_N cells, up to a slash or space, and moves *text there. Returns its length; 0 if it
 * is malformed. */
static int read_row(const char **text, char row[REF_MAX_N]) {
    int length = 0;
    while (**text != '/' && **text != ' ') {
        bool is_stone = **text == 'x' || **text == 'o';
        char what = is_stone ? **text : '.';
        int run = is_stone ? 1 : read_number(text);
        if (is_stone) (*text)++;
        if (run == 0 || length + run > REF_MAX_N) return 0;
        for (int i = 0; i < run; i++) row[length++] = what;
    }
    return length;
}

/* Reads all rows into cells and finds n and d: the first row shows n, the longest run of slashes is one less than d,
 * and row number r must be preceded by as many slashes as there are powers of n, from n^0 up, that divide r. */
static bool read_cells(const char **text, char cell[REF_MAX_CELLS], int *n, int *d) {
    char row[REF_MAX_N];
    int rows = 0, most_slashes = 0;
    *n = 0;
    while (true) {
        int length = read_row(text, row);
        if (rows == 0) *n = length;
        if (length < 3 || length != *n || (rows + 1) * length > REF_MAX_CELLS) return false;
        for (int x = 0; x < length; x++) cell[rows * length + x] = row[x];
        rows++;
        if (**text == ' ') break;
        int slashes = 0, expected = 0;
        for (; **text == '/'; (*text)++) slashes++;
        for (int unit = 1; rows % unit == 0; unit *= *n) expected++;
        if (slashes != expected) return false;
        if (slashes > most_slashes) most_slashes = slashes;
    }
    *d = most_slashes + 1;
    return rows == power(*n, *d - 1);
}

bool ref_position_from_text(RefGame *game, RefPosition *position, const char *text) {
    int n, d;
    ref_start(position, game);
    if (!read_cells(&text, position->cell, &n, &d)) return false;
    text++;
    char side = *text;
    if (side != 'x' && side != 'o') return false;
    text++;
    if (*text != '\0' && *text != ' ') return false;
    if (!set_up(game, n, d, *text == ' ' ? text + 1 : "line")) return false;

    int lead = count(position, 'x') - count(position, 'o');
    if (lead != (side == 'x' ? 0 : 1)) return false;
    int points = ref_points(position, side);
    if (game->rule == REF_LINE) return points == 0;
    return game->target == 0 || points < game->target;
}

uint64_t ref_perft(const RefPosition *position, int plies) {
    int moves[REF_MAX_CELLS];
    uint64_t total = 0;
    if (plies <= 0) return 1;
    int move_count = ref_legal_moves(position, moves);
    if (plies == 1) return (uint64_t)move_count;
    for (int i = 0; i < move_count; i++) {
        RefPosition next = *position;
        ref_play(&next, moves[i]);
        total += ref_perft(&next, plies - 1);
    }
    return total;
}

/* Under line a win in p plies is WIN - p and a loss in p plies -(WIN - p), so the larger value is the better one. */
enum { WIN = 1000, UNKNOWN = 32767 };

static int value_at_end(const RefPosition *position) {
    char own = ref_side(position);
    char other = own == 'x' ? 'o' : 'x';
    int difference = ref_points(position, own) - ref_points(position, other);
    if (position->game->rule != REF_LINE) return difference;
    if (difference == 0) return 0;
    return difference > 0 ? WIN : -WIN;
}

static int one_ply_earlier(const RefGame *game, int value) {
    if (game->rule != REF_LINE || value == 0) return value;
    return value > 0 ? value - 1 : value + 1;
}

/* Which entry of the memo: the cells that were empty at the root, read as a number in base 3. */
static int memo_index(const RefPosition *position, const RefPosition *root) {
    int index = 0;
    for (int cell = 0; cell < root->game->cell_count; cell++) {
        if (root->cell[cell] != '.') continue;
        index = 3 * index + (position->cell[cell] == 'x') + 2 * (position->cell[cell] == 'o');
    }
    return index;
}

static int negamax(const RefPosition *position, const RefPosition *root, int16_t *memo) {
    int index = memo_index(position, root);
    if (memo[index] != UNKNOWN) return memo[index];
    int moves[REF_MAX_CELLS];
    int move_count = ref_legal_moves(position, moves);
    char side = ref_side(position);
    int best = move_count == 0 ? value_at_end(position) : -UNKNOWN;
    for (int i = 0; i < move_count; i++) {
        RefPosition next = *position;
        next.cell[moves[i]] = side;
        int value = one_ply_earlier(position->game, -negamax(&next, root, memo));
        if (value > best) best = value;
    }
    memo[index] = (int16_t)best;
    return best;
}

bool ref_solve(const RefPosition *position, RefValue *result) {
    int empty = ref_empty_count(position);
    if (empty > REF_MAX_SOLVE_EMPTY) return false;
    int entries = power(3, empty);
    int16_t *memo = malloc((size_t)entries * sizeof *memo);
    if (memo == NULL) return false;
    for (int i = 0; i < entries; i++) memo[i] = UNKNOWN;
    int value = negamax(position, position, memo);
    free(memo);

    *result = (RefValue){value, 0};
    if (position->game->rule == REF_LINE && value != 0) {
        result->value = value > 0 ? 1 : -1;
        result->plies = WIN - abs(value);
    }
    return true;
}

/* Knuth's 64-bit linear congruential generator; only its upper bits are random enough to use. */
int ref_random(uint64_t *state, int bound) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (int)((*state >> 33) % (uint64_t)bound);
}

/* Can the side to move complete a line at once? */
static bool has_winning_cell(const RefPosition *position) {
    for (int line = 0; line < position->game->line_count; line++) {
        bool has_one_gap = count_in_line(position, line, '.') == 1;
        if (has_one_gap && count_in_line(position, line, ref_side(position)) == position->game->n - 1) return true;
    }
    return false;
}

/* Plays a random move that leaves the game undecided and, if careful, gives no win away; false if there is none. */
static bool play_on(RefPosition *position, bool is_careful, uint64_t *state) {
    int moves[REF_MAX_CELLS];
    int move_count = ref_legal_moves(position, moves);
    while (move_count > 0) {
        int pick = ref_random(state, move_count);
        RefPosition next = *position;
        ref_play(&next, moves[pick]);
        if (!ref_is_over(&next) && !(is_careful && has_winning_cell(&next))) {
            *position = next;
            return true;
        }
        moves[pick] = moves[--move_count];
    }
    return false;
}

bool ref_random_position(RefPosition *position, const RefGame *game, int plies, uint64_t seed) {
    enum { CAREFUL_ATTEMPTS = 100, ATTEMPTS = 200 };
    uint64_t state = seed;
    for (int i = 0; i < 8; i++) ref_random(&state, 2); /* so that neighbouring seeds part ways */
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        bool is_careful = game->rule == REF_LINE && attempt < CAREFUL_ATTEMPTS;
        int played = 0;
        ref_start(position, game);
        while (played < plies && play_on(position, is_careful, &state)) played++;
        if (played == plies) return true;
    }
    return false;
}
