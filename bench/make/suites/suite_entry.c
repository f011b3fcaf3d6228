#include "suites/suite_entry.h"

#include "reference/certify.h"

static bool solve(SuiteEntry *entry) {
    entry->source = "reference";
    entry->has_distance = entry->best_is_known = true;
    return ref_solve(&entry->position, &entry->value);
}

/* How far to look for forced wins. */
enum { PLIES_MAX = 41, NODES = 300000 };

static bool find_win(SuiteEntry *entry, const SuiteSection *section, bool is_met) {
    uint16_t line[REF_MAX_CELLS];
    int length = certify_find_forced_win(&entry->position, PLIES_MAX, NODES, line);
    if (length < section->plies_min || !certify_forced_win(&entry->position, line, length)) return false;
    entry->source = "proof";
    entry->value.value = is_met ? -1 : 1;
    /* A win in one or three plies cannot be quicker; a longer line of threats need not be the quickest way. */
    entry->has_distance = length <= 3;
    entry->value.plies = is_met ? length - 1 : length;
    return !is_met || ref_play(&entry->position, line[0]);
}

/* Whatever the side to move plays, the other wins by threats. */
static bool all_replies_lose(const RefPosition *position) {
    int moves[REF_MAX_CELLS];
    uint16_t line[REF_MAX_CELLS];
    int count = ref_legal_moves(position, moves);
    for (int i = 0; i < count; i++) {
        RefPosition next = *position;
        ref_play(&next, moves[i]);
        int length = ref_is_over(&next) ? 0 : certify_find_forced_win(&next, PLIES_MAX, NODES, line);
        if (length == 0 || !certify_forced_win(&next, line, length)) return false;
    }
    return count > 0;
}

static bool find_quiet_win(const RefPosition *position) {
    int moves[REF_MAX_CELLS];
    uint16_t line[REF_MAX_CELLS];
    if (certify_find_forced_win(position, PLIES_MAX, NODES, line) > 0) return false;
    int count = ref_legal_moves(position, moves);
    for (int i = 0; i < count; i++) {
        RefPosition next = *position;
        ref_play(&next, moves[i]);
        if (all_replies_lose(&next)) return true;
    }
    return false;
}

static bool set_value(SuiteEntry *entry, int value, bool is_proven) {
    entry->source = "proof";
    entry->value.value = value;
    return is_proven;
}

/* The side to move has no win by threats, neither at once nor after a quiet move, and some move of its leaves the other
 * side no such win. */
static bool is_quiet(const RefPosition *position) {
    uint16_t line[REF_MAX_CELLS];
    return certify_find_forced_win(position, PLIES_MAX, NODES, line) == 0 && !all_replies_lose(position) &&
           !find_quiet_win(position);
}

bool suite_entry_establish(SuiteEntry *entry, const SuiteSection *section) {
    switch (section->evidence) {
    case BY_REFERENCE:
        return solve(entry);
    case BY_PAIRING:
        return set_value(entry, 0, certify_draw(&entry->position));
    case BY_REPLIES:
        return set_value(entry, -1, all_replies_lose(&entry->position));
    case BY_QUIET_MOVE:
        return set_value(entry, 1, find_quiet_win(&entry->position));
    case BY_THREATS:
        return find_win(entry, section, false);
    case BY_THREATS_MET:
        return find_win(entry, section, true);
    case NOT_KNOWN:
        entry->source = "none";
        return is_quiet(&entry->position);
    }
    return false;
}

static void print_value(FILE *file, const SuiteEntry *entry, const SuiteSection *section) {
    static const char *const names[] = {"loss", "draw", "win"};
    if (section->evidence == NOT_KNOWN) {
        fprintf(file, " ; value -");
    } else if (entry->position.game->rule != REF_LINE) {
        fprintf(file, entry->value.value == 0 ? " ; value %d" : " ; value %+d", entry->value.value);
    } else if (entry->value.value != 0 && entry->has_distance) {
        fprintf(file, " ; value %s %d", names[entry->value.value + 1], entry->value.plies);
    } else {
        fprintf(file, " ; value %s", names[entry->value.value + 1]);
    }
}

/* All moves that keep the value; none are named if all moves do. */
static void print_best(FILE *file, const SuiteEntry *entry) {
    int moves[REF_MAX_CELLS], best[REF_MAX_CELLS], found = 0;
    int count = ref_legal_moves(&entry->position, moves);
    for (int i = 0; i < count && entry->best_is_known; i++) {
        RefPosition next = entry->position;
        RefValue value;
        ref_play(&next, moves[i]);
        if (ref_solve(&next, &value) && value.value == -entry->value.value) best[found++] = moves[i];
    }
    fprintf(file, " ; best");
    if (found == 0 || found == count) fprintf(file, " -");
    for (int i = 0; i < found && found < count; i++) {
        char text[REF_MOVE_TEXT_SIZE];
        fprintf(file, " %s", ref_move_text(entry->position.game, best[i], text));
    }
}

void suite_entry_print(FILE *file, const SuiteEntry *entry, const SuiteSection *section) {
    char fen[REF_POSITION_TEXT_SIZE];
    fprintf(file, "%s", ref_position_text(&entry->position, fen));
    print_value(file, entry, section);
    print_best(file, entry);
    fprintf(file, " ; source %s\n", entry->source);
}
