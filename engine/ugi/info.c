#include "ugi/info.h"

enum { LINE_SIZE = 8192 };

static const char *move_text(const Info *info, int move, char text[MOVE_TEXT_SIZE]) {
    snprintf(text, MOVE_TEXT_SIZE, "%s%.9s", engine_settings(info->engine)->writes_drops ? "P@" : "",
             notation_move(&engine_position(info->engine)->grid->game, move).text);
    return text;
}

/* What the engine reports, from its search thread. A search that nobody hears of ends; not by its best move, which
 * ends it anyway, and during which the engine must not be called. */

static void stop_if_unheard(Info *info) {
    if (output_is_unheard(info->output)) engine_stop(info->engine);
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
static void print_chances(const Info *info, const SearchLine *line, Writer *writer) {
    SearchLine told = *line;
    if (engine_settings(info->engine)->multipv == 1) told.move_is_proven = false;
    Wdl wdl = engine_expects(info->engine, &told);
    writer_add(writer, " wdl %d %d %d", wdl.win, wdl.draw, wdl.loss);
}

/* The value holds whatever is played: not a matter of depth any more. With a prefix it is that of one line. */
static void send_proof(Info *info, const char *prefix, int value, bool counts_points) {
    const char *result = value > 0 ? "win" : value < 0 ? "loss" : "draw";
    if (counts_points && value != 0) {
        int points = (value > 0 ? value : -value) / VALUE_POINT;
        output_send(info->output, "info string %sproven %s by %d", prefix, result, points);
    } else {
        output_send(info->output, "info string %sproven %s", prefix, result);
    }
}

/* Of the position, and of the move of each line where there are several. */
static void send_proofs(Info *info, const SearchLine *line, const Game *game) {
    bool counts_points = game_counts_points(game);
    char prefix[32];
    if (line->is_contest) return;
    if (line->proven && line->multipv == 1) send_proof(info, "", line->value, counts_points);
    if (!line->move_is_proven || engine_settings(info->engine)->multipv == 1) return;
    snprintf(prefix, sizeof prefix, "multipv %d ", line->multipv);
    send_proof(info, prefix, line->value, counts_points);
}

/* Time in which the best move is only held back does not count for the speed. */
static void add_counts(Info *info, Writer *writer, const EngineProgress *progress) {
    uint64_t nodes = progress->nodes;
    int64_t time_us = progress->time_us;
    bool is_idle = info->busy_us > 0 && nodes == info->nodes && time_us >= info->busy_us;
    if (!is_idle) {
        info->nodes = nodes;
        info->busy_us = time_us > 0 ? time_us : 1;
    }
    writer_add(writer, " nodes %llu nps %llu time %lld hashfull %d", (unsigned long long)nodes,
               (unsigned long long)(nodes * 1000000 / (uint64_t)info->busy_us), (long long)(time_us / 1000),
               progress->hash_permille);
}

static void on_progress(void *context, const EngineProgress *progress) {
    Info *info = context;
    const SearchLine *line = progress->line;
    const Game *game = &engine_position(info->engine)->grid->game;
    char text[LINE_SIZE], move[MOVE_TEXT_SIZE];
    Writer writer = writer_on(text, sizeof text);
    writer_add(&writer, "info depth %d seldepth %d", line->depth, line->seldepth);
    if (engine_settings(info->engine)->multipv > 1) writer_add(&writer, " multipv %d", line->multipv);
    print_score(game, line, &writer);
    if (engine_settings(info->engine)->show_wdl) print_chances(info, line, &writer);
    add_counts(info, &writer, progress);
    writer_add(&writer, " pv");
    for (int i = 0; i < line->pv_length; i++) writer_add(&writer, " %s", move_text(info, line->pv[i], move));
    output_send(info->output, "%s", text);
    if (progress->from_proof)
        output_send(info->output, "info string %s is from a proof", move_text(info, line->pv[0], move));
    send_proofs(info, line, game);
    stop_if_unheard(info);
}

/* Short searches say nothing of single moves. The line does not begin like those that have a value. */
static bool on_activity(void *context, const EngineProgress *progress) {
    enum { SHORT_US = 3000000 };
    Info *info = context;
    const SearchPlace *place = &progress->place;
    char text[LINE_SIZE], move[MOVE_TEXT_SIZE];
    Writer writer = writer_on(text, sizeof text);
    add_counts(info, &writer, progress);
    if (place->move != MOVE_NONE && progress->time_us >= SHORT_US) {
        writer_add(&writer, " depth %d currmove %s currmovenumber %d", place->depth, move_text(info, place->move, move),
                   place->number);
    }
    output_send(info->output, "info%s", text);
    return !output_is_unheard(info->output);
}

static void on_proving(void *context, const EngineProving *proving) {
    Info *info = context;
    const SolveProgress *progress = proving->progress;
    const SolveResult *result = proving->result;
    uint64_t nodes = result != NULL ? result->nodes : progress->nodes;
    int64_t time_us = proving->time_us > 0 ? proving->time_us : 1;
    output_send(info->output, "info nodes %llu nps %llu time %lld", (unsigned long long)nodes,
                (unsigned long long)(nodes * 1000000 / (uint64_t)time_us), (long long)(time_us / 1000));
    if (result == NULL && progress->looks_for_blocks) {
        output_send(info->output, "info string looking for blocks that stop a side");
    } else if (result == NULL) {
        output_send(info->output, "info string proving that %c wins: proof number %lu, disproof number %lu",
                    side_letter(progress->attacker), (unsigned long)progress->prover.proof_number,
                    (unsigned long)progress->prover.disproof_number);
    } else if (result->value == OUTCOME_NONE) {
        output_send(info->output, "info string not proven: %s", solve_end_text(result->end));
    } else {
        Side side = board_side(&engine_position(info->engine)->board);
        int value = result->value == OUTCOME_DRAW ? VALUE_DRAW : VALUE_WIN;
        Outcome own = side == SIDE_X ? OUTCOME_X_WINS : OUTCOME_O_WINS;
        send_proof(info, "", result->value == own ? value : -value, false);
    }
    stop_if_unheard(info);
}

void info_best_move(Info *info, int best, int ponder) {
    char best_text[MOVE_TEXT_SIZE], ponder_text[MOVE_TEXT_SIZE];
    if (best == MOVE_NONE) {
        output_send(info->output, "bestmove (none)");
    } else if (ponder == MOVE_NONE) {
        output_send(info->output, "bestmove %s", move_text(info, best, best_text));
    } else {
        output_send(info->output, "bestmove %s ponder %s", move_text(info, best, best_text),
                    move_text(info, ponder, ponder_text));
    }
}

static void on_best_move(void *context, int best, int ponder) {
    info_best_move(context, best, ponder);
}

static void on_no_mate(void *context, int moves, bool is_certain) {
    Info *info = context;
    output_send(info->output,
                is_certain ? "info string no mate in %d"
                           : "info string no mate in %d found: not everything was looked at",
                moves);
    stop_if_unheard(info);
}

static void on_perft(void *context, int move, uint64_t sequences) {
    Info *info = context;
    char text[MOVE_TEXT_SIZE];
    const char *what = move == MOVE_NONE ? "total" : move_text(info, move, text);
    output_send(info->output, "perft %s %llu", what, (unsigned long long)sequences);
    stop_if_unheard(info);
}

EngineListener info_listener(Info *info) {
    return (EngineListener){info, on_progress, on_activity, on_best_move, on_proving, on_no_mate, on_perft};
}
