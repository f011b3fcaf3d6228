#include "ugi/report.h"

enum { LINE_SIZE = 8192 };

static const char *move_text(const Report *report, int move, char text[MOVE_TEXT_SIZE]) {
    char cell[MOVE_TEXT_SIZE];
    move_print(&engine_position(report->engine)->grid->game, move, cell);
    snprintf(text, MOVE_TEXT_SIZE, "%s%.9s", engine_settings(report->engine)->writes_drops ? "P@" : "", cell);
    return text;
}

/* What the engine reports, from its search thread. A search that nobody hears of ends; not by its best move, which
 * ends it anyway, and during which the engine must not be called. */

static void stop_if_unheard(Report *report) {
    if (output_is_unheard(report->output)) engine_stop(report->engine);
}

static void print_score(const Game *game, const SearchLine *line, Writer *writer) {
    static const char *const suffix[] = {"", " upperbound", " lowerbound", ""};
    bool decided = value_is_win(line->value) || value_is_loss(line->value);
    if (decided && !game_counts_points(game)) {
        writer_add(writer, " score mate %d", value_mate_in(line->value));
    } else {
        writer_add(writer, " score cp %d", line->value);
    }
    writer_add(writer, "%s", suffix[line->bound]);
}

/* Sure only of what is also reported as proven: with a single line that is the position, not the move. */
static void print_chances(const Report *report, const SearchLine *line, Writer *writer) {
    SearchLine told = *line;
    if (engine_settings(report->engine)->multipv == 1) told.move_is_proven = false;
    Wdl wdl = engine_expects(report->engine, &told);
    writer_add(writer, " wdl %d %d %d", wdl.win, wdl.draw, wdl.loss);
}

/* The value holds whatever is played: not a matter of depth any more. With a prefix it is that of one line. */
static void send_proof(Report *report, const char *prefix, int value, bool counts_points) {
    const char *result = value > 0 ? "win" : value < 0 ? "loss" : "draw";
    if (counts_points && value != 0) {
        int points = (value > 0 ? value : -value) / VALUE_POINT;
        output_send(report->output, "info string %sproven %s by %d", prefix, result, points);
    } else {
        output_send(report->output, "info string %sproven %s", prefix, result);
    }
}

/* Of the position, and of the move of each line where there are several. */
static void send_proofs(Report *report, const SearchLine *line, const Game *game) {
    bool counts_points = game_counts_points(game);
    char prefix[32];
    if (line->is_contest) return;
    if (line->proven && line->multipv == 1) send_proof(report, "", line->value, counts_points);
    if (!line->move_is_proven || engine_settings(report->engine)->multipv == 1) return;
    snprintf(prefix, sizeof prefix, "multipv %d ", line->multipv);
    send_proof(report, prefix, line->value, counts_points);
}

/* Time in which the best move is only held back does not count. */
static uint64_t speed(Report *report, uint64_t nodes, int64_t time_us) {
    bool is_idle = report->busy_us > 0 && nodes == report->nodes && time_us >= report->busy_us;
    if (!is_idle) {
        report->nodes = nodes;
        report->busy_us = time_us > 0 ? time_us : 1;
    }
    return nodes * 1000000 / (uint64_t)report->busy_us;
}

static void add_counts(Report *report, Writer *writer, uint64_t nodes, int64_t time_us, int hash_permille) {
    writer_add(writer, " nodes %llu nps %llu time %lld hashfull %d", (unsigned long long)nodes,
               (unsigned long long)speed(report, nodes, time_us), (long long)(time_us / 1000), hash_permille);
}

static void on_progress(void *context, const EngineProgress *progress) {
    Report *report = context;
    const SearchLine *line = progress->line;
    const Game *game = &engine_position(report->engine)->grid->game;
    char text[LINE_SIZE], move[MOVE_TEXT_SIZE];
    Writer writer = writer_on(text, sizeof text);
    writer_add(&writer, "info depth %d seldepth %d", line->depth, line->seldepth);
    if (engine_settings(report->engine)->multipv > 1) writer_add(&writer, " multipv %d", line->multipv);
    print_score(game, line, &writer);
    if (engine_settings(report->engine)->show_wdl) print_chances(report, line, &writer);
    add_counts(report, &writer, progress->nodes, progress->time_us, progress->hash_permille);
    writer_add(&writer, " pv");
    for (int i = 0; i < line->pv_length; i++) writer_add(&writer, " %s", move_text(report, line->pv[i], move));
    output_send(report->output, "%s", text);
    if (progress->from_proof)
        output_send(report->output, "info string %s is from a proof", move_text(report, line->pv[0], move));
    send_proofs(report, line, game);
    stop_if_unheard(report);
}

/* Short searches say nothing of single moves. The line does not begin like those that have a value. */
static bool on_activity(void *context, const EngineActivity *activity) {
    enum { SHORT_US = 3000000 };
    Report *report = context;
    const SearchPlace *place = &activity->place;
    char text[LINE_SIZE], move[MOVE_TEXT_SIZE];
    Writer writer = writer_on(text, sizeof text);
    add_counts(report, &writer, activity->nodes, activity->time_us, activity->hash_permille);
    if (place->move != MOVE_NONE && activity->time_us >= SHORT_US) {
        writer_add(&writer, " depth %d currmove %s currmovenumber %d", place->depth,
                   move_text(report, place->move, move), place->number);
    }
    output_send(report->output, "info%s", text);
    return !output_is_unheard(report->output);
}

static void on_proving(void *context, const EngineProving *proving) {
    Report *report = context;
    const ProveProgress *progress = &proving->progress;
    int64_t time_us = proving->time_us > 0 ? proving->time_us : 1;
    output_send(report->output, "info nodes %llu nps %llu time %lld", (unsigned long long)proving->nodes,
                (unsigned long long)(proving->nodes * 1000000 / (uint64_t)time_us), (long long)(time_us / 1000));
    if (proving->looks_for_blocks) {
        output_send(report->output, "info string looking for blocks that stop a side");
    } else if (!proving->is_over) {
        output_send(report->output, "info string proving that %c wins: proof number %lu, disproof number %lu",
                    side_letter(proving->attacker), (unsigned long)progress->proof_number,
                    (unsigned long)progress->disproof_number);
    } else if (proving->value == OUTCOME_NONE) {
        output_send(report->output, "info string not proven: %s", solve_end_text(proving->end));
    } else {
        Side side = board_side(&engine_position(report->engine)->board);
        int value = proving->value == OUTCOME_DRAW ? VALUE_DRAW : VALUE_WIN;
        Outcome own = side == SIDE_X ? OUTCOME_X_WINS : OUTCOME_O_WINS;
        send_proof(report, "", proving->value == own ? value : -value, false);
    }
    stop_if_unheard(report);
}

void report_best_move(Report *report, int best, int ponder) {
    char best_text[MOVE_TEXT_SIZE], ponder_text[MOVE_TEXT_SIZE];
    if (best == MOVE_NONE) {
        output_send(report->output, "bestmove (none)");
    } else if (ponder == MOVE_NONE) {
        output_send(report->output, "bestmove %s", move_text(report, best, best_text));
    } else {
        output_send(report->output, "bestmove %s ponder %s", move_text(report, best, best_text),
                    move_text(report, ponder, ponder_text));
    }
}

static void on_best_move(void *context, int best, int ponder) {
    report_best_move(context, best, ponder);
}

static void on_no_mate(void *context, int moves, bool is_certain) {
    Report *report = context;
    output_send(report->output,
                is_certain ? "info string no mate in %d"
                           : "info string no mate in %d found: not everything was looked at",
                moves);
    stop_if_unheard(report);
}

static void on_perft(void *context, int move, uint64_t sequences) {
    Report *report = context;
    char text[MOVE_TEXT_SIZE];
    const char *what = move == MOVE_NONE ? "total" : move_text(report, move, text);
    output_send(report->output, "perft %s %llu", what, (unsigned long long)sequences);
    stop_if_unheard(report);
}

EngineListener report_listener(Report *report) {
    return (EngineListener){report, on_progress, on_activity, on_best_move, on_proving, on_no_mate, on_perft};
}
