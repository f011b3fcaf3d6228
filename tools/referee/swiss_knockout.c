#include "referee/swiss_knockout.h"

#include "referee/tournament_settings.h"

enum { TRIALS_MAX = 100000 };

/* Points in halves, from the point of view of X. */
static int half_points_of_x(const GameOrder *order, int number) {
    Outcome outcome = game_order_at(order, number)->outcome;
    return outcome == OUTCOME_X_WINS ? 2 : outcome == OUTCOME_DRAW ? 1 : 0;
}

static bool is_played(const GameOrder *order, int encounter) {
    int games = order->schedule->games;
    for (int number = encounter * games + 1; number <= (encounter + 1) * games; number++) {
        if (game_order_at(order, number) == NULL) return false;
    }
    return true;
}

double swiss_knockout_points(const GameOrder *order, int encounter) {
    const Schedule *schedule = order->schedule;
    int half_points = 0;
    for (int i = 0; i < schedule->games; i++) {
        Fixture fixture = schedule_fixture(schedule, encounter * schedule->games + i + 1);
        int x_points = half_points_of_x(order, fixture.number);
        half_points += fixture.x == schedule->encounters[encounter].first ? x_points : 2 - x_points;
    }
    return half_points / 2.0;
}

int swiss_knockout_winner(const GameOrder *order, int encounter) {
    const Schedule *schedule = order->schedule;
    const Encounter *pair = &schedule->encounters[encounter];
    int lead = 0, lead_as_o = 0;
    for (int i = 0; i < schedule->games; i++) {
        int number = encounter * schedule->games + i + 1;
        Fixture fixture = schedule_fixture(schedule, number);
        int x_points = half_points_of_x(order, number) - 1; /* 1, 0 or -1 */
        lead += fixture.x == pair->first ? x_points : -x_points;
        if (x_points < 0) lead_as_o += fixture.o == pair->first ? 1 : -1;
    }
    if (lead != 0) return lead > 0 ? pair->first : pair->second;
    if (lead_as_o != 0) return lead_as_o > 0 ? pair->first : pair->second;
    return pair->first < pair->second ? pair->first : pair->second;
}

/* Knockout */

static void draw_knockout(const GameOrder *order, int round) {
    const Schedule *schedule = order->schedule;
    bool is_out[ENGINES_MAX] = {false};
    int left[ENGINES_MAX], count = 0, before = schedule_first_encounter(schedule, round);
    for (int i = 0; i < before; i++) {
        const Encounter *pair = &schedule->encounters[i];
        int winner = swiss_knockout_winner(order, i);
        is_out[winner == pair->first ? pair->second : pair->first] = true;
    }
    for (int i = 0; i < schedule->engines; i++) {
        if (!is_out[i]) left[count++] = i;
    }
    int pairings = schedule_pairings_in(schedule, round), byes = count - 2 * pairings;
    for (int i = 0; i < pairings; i++) {
        schedule->encounters[before + i] = (Encounter){left[byes + i], left[count - 1 - i]};
    }
}

/* Swiss */

typedef struct {
    int count;
    int ranked[ENGINES_MAX];
    bool have_met[ENGINES_MAX][ENGINES_MAX];
    bool is_paired[ENGINES_MAX];
    int partner[ENGINES_MAX]; /* by rank */
    int trials;
} SwissRound;

/* Half points, and who has met whom. A bye is worth winning all games of an encounter. */
static void add_up(const GameOrder *order, int round, SwissRound *swiss, int points[ENGINES_MAX],
                   int byes[ENGINES_MAX]) {
    const Schedule *schedule = order->schedule;
    for (int r = 0; r < round; r++) {
        bool plays[ENGINES_MAX] = {false};
        int first = schedule_first_encounter(schedule, r);
        for (int e = first; e < first + schedule_pairings_in(schedule, r); e++) {
            const Encounter *pair = &schedule->encounters[e];
            plays[pair->first] = plays[pair->second] = true;
            swiss->have_met[pair->first][pair->second] = swiss->have_met[pair->second][pair->first] = true;
            for (int i = 0; i < schedule->games; i++) {
                Fixture fixture = schedule_fixture(schedule, e * schedule->games + i + 1);
                int x_points = half_points_of_x(order, fixture.number);
                points[fixture.x] += x_points;
                points[fixture.o] += 2 - x_points;
            }
        }
        for (int i = 0; i < schedule->engines; i++) {
            byes[i] += !plays[i];
            if (!plays[i]) points[i] += 2 * schedule->games;
        }
    }
}

static void rank(SwissRound *swiss, const int points[ENGINES_MAX], int engines) {
    for (swiss->count = 0; swiss->count < engines; swiss->count++) {
        int engine = swiss->count, at = swiss->count;
        for (; at > 0 && points[swiss->ranked[at - 1]] < points[engine]; at--)
            swiss->ranked[at] = swiss->ranked[at - 1];
        swiss->ranked[at] = engine;
    }
}

/* The lowest one that has had the fewest byes sits out. */
static void give_bye(SwissRound *swiss, const int byes[ENGINES_MAX]) {
    int at = swiss->count - 1;
    for (int i = swiss->count - 1; i >= 0; i--) {
        if (byes[swiss->ranked[i]] < byes[swiss->ranked[at]]) at = i;
    }
    swiss->count--;
    for (int i = at; i < swiss->count; i++) swiss->ranked[i] = swiss->ranked[i + 1];
}

/* Pairs from this rank on; takes back what leads nowhere. Rematches are allowed if there is no other way. */
static bool pair_from(SwissRound *swiss, int rank_index, bool allows_rematch) {
    while (rank_index < swiss->count && swiss->is_paired[rank_index]) rank_index++;
    if (rank_index >= swiss->count) return true;
    if (!allows_rematch && ++swiss->trials > TRIALS_MAX) return false;
    int engine = swiss->ranked[rank_index];
    for (int i = rank_index + 1; i < swiss->count; i++) {
        if (swiss->is_paired[i] || (!allows_rematch && swiss->have_met[engine][swiss->ranked[i]])) continue;
        swiss->is_paired[rank_index] = swiss->is_paired[i] = true;
        swiss->partner[rank_index] = i;
        if (pair_from(swiss, rank_index + 1, allows_rematch)) return true;
        swiss->is_paired[rank_index] = swiss->is_paired[i] = false;
    }
    return false;
}

static void draw_swiss(const GameOrder *order, int round) {
    const Schedule *schedule = order->schedule;
    SwissRound swiss = {0};
    int points[ENGINES_MAX] = {0}, byes[ENGINES_MAX] = {0};
    add_up(order, round, &swiss, points, byes);
    rank(&swiss, points, schedule->engines);
    if (swiss.count % 2 == 1) give_bye(&swiss, byes);
    for (int i = 0; i < swiss.count; i++) swiss.partner[i] = -1;
    if (!pair_from(&swiss, 0, false)) {
        for (int i = 0; i < swiss.count; i++) swiss.is_paired[i] = false, swiss.partner[i] = -1;
        pair_from(&swiss, 0, true);
    }
    int encounter = schedule_first_encounter(schedule, round);
    for (int i = 0; i < swiss.count; i++) {
        if (swiss.partner[i] <= i) continue;
        /* Who is listed first plays X first: in turn, so that it is not always the leader. */
        int higher = swiss.ranked[i], lower = swiss.ranked[swiss.partner[i]];
        bool is_turned = (round + i) % 2 == 1;
        schedule->encounters[encounter++] = is_turned ? (Encounter){lower, higher} : (Encounter){higher, lower};
    }
}

void swiss_knockout_update(const GameOrder *order) {
    const Schedule *schedule = order->schedule;
    if (schedule->encounters == NULL) return;
    for (int round = 0; round < schedule->rounds; round++) {
        int first = schedule_first_encounter(schedule, round);
        for (int i = round > 0 ? schedule_first_encounter(schedule, round - 1) : 0; i < first; i++) {
            if (!is_played(order, i)) return;
        }
        if (schedule->encounters[first].first != ENCOUNTER_UNKNOWN) continue;
        if (schedule->format == SCHEDULE_SWISS) draw_swiss(order, round);
        if (schedule->format == SCHEDULE_KNOCKOUT) draw_knockout(order, round);
    }
}
