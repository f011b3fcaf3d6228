/* The signature: node counts of fixed positions, compared with those in a file. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/files.h"
#include "common/progress_line.h"
#include "core/search_trial.h"
#include "modes/modes.h"

enum { ROWS_MAX = 64, LINE_SIZE = 2048 };

/* A line of the file: nodes, depth, position. */
typedef struct {
    int count;
    SignatureRow rows[ROWS_MAX];
} Signature;

static void keep_row(void *context, const SignatureRow *row) {
    Signature *signature = context;
    progress_line_write("signature: position %d of %d", row->number, row->count);
    if (signature->count < ROWS_MAX) signature->rows[signature->count++] = *row;
}

static bool write_file(const char *path, const Signature *signature, uint64_t total, Reason *why) {
    FILE *file = fopen(path, "w");
    if (file == NULL) return refuse_errno(why, "cannot write '%.150s'", path);
    fprintf(file, "# Nodes, depth and position; made by `build/bench signature --write`. Total: %" PRIu64 "\n", total);
    for (int i = 0; i < signature->count; i++) {
        const SignatureRow *row = &signature->rows[i];
        fprintf(file, "%" PRIu64 " %d %s\n", row->effort.nodes, row->depth, row->fen);
    }
    return file_close(file) || refuse_errno(why, "cannot write '%.150s'", path);
}

/* The nodes that the file has for a position at that depth; -1: none. */
static int64_t nodes_in_file(const char *path, const SignatureRow *row) {
    FILE *file = fopen(path, "r");
    char line[LINE_SIZE];
    int64_t found = -1;
    while (file != NULL && found < 0 && fgets(line, sizeof line, file) != NULL) {
        const char *cursor = line;
        Word nodes, depth;
        int64_t number;
        int plies;
        line[strcspn(line, "\n")] = '\0';
        if (!word_next(&cursor, &nodes) || !word_to_number(nodes, 0, INT64_MAX, &number)) continue;
        if (!word_next(&cursor, &depth) || !word_to_int(depth, 1, DEPTH_MAX, &plies)) continue;
        while (*cursor == ' ') cursor++;
        if (plies == row->depth && strcmp(cursor, row->fen) == 0) found = number;
    }
    if (file != NULL) fclose(file);
    return found;
}

/* Before the positions are searched, which takes a while. */
static bool check_path(const BenchOptions *options, Reason *why) {
    const char *path = options->signature_file;
    if (options->writes_signature) return file_is_writable(path) || refuse_errno(why, "cannot write '%.150s'", path);
    FILE *file = file_open_plain(path);
    if (file != NULL) return fclose(file) == 0;
    if (errno == ENOENT && strcmp(path, BENCH_SIGNATURE_FILE) == 0) {
        return refuse(why, "there is no '%s' here: run the bench from the root of the source tree", path);
    }
    const char *hint = errno == ENOENT ? " (--write makes it)" : "";
    return refuse_errno(why, "cannot read '%.150s'%s", path, hint);
}

static int print_rows(const Signature *signature, const char *path, Results *results) {
    static const TableHead table = {"signature",
                                    "Signature: nodes of fixed positions, one thread",
                                    {"game", "depth", "nodes", "in the file", "same"},
                                    {NULL}};
    int different = 0;
    results_table(results, &table);
    for (int i = 0; i < signature->count; i++) {
        const SignatureRow *row = &signature->rows[i];
        int64_t known = nodes_in_file(path, row);
        bool same = known == (int64_t)row->effort.nodes;
        const char *fen = row->fen;
        Setup setup;
        Reason why;
        results_text(results, "%s", setup_parse(&fen, &setup, &why) ? game_name(&setup.game).text : "");
        results_number(results, row->depth, 0);
        results_number(results, (double)row->effort.nodes, 0);
        results_number(results, known >= 0 ? (double)known : (double)NAN, 0);
        results_text(results, same ? "yes" : "NO");
        different += !same;
    }
    return different;
}

ModeEnd mode_signature(const Bench *bench) {
    const BenchOptions *options = bench->options;
    const char *path = options->signature_file;
    Effort total;
    if (!check_path(options, bench->why)) return MODE_FAILED;
    Signature *signature = calloc(1, sizeof *signature);
    bool fine = signature != NULL && trial_signature(bench_limits_depth(&options->limits), keep_row, signature, &total);
    if (!fine) refuse(bench->why, "not enough memory");
    if (fine && options->writes_signature) fine = write_file(path, signature, total.nodes, bench->why);
    int different = fine ? print_rows(signature, path, bench->results) : 0;
    free(signature);
    if (!fine) return MODE_FAILED;
    results_note(bench->results, "signature %" PRIu64 " nodes, %" PRIu64 " nodes/s: %s", total.nodes,
                 effort_speed(total), different == 0 ? "as in the file" : "differs from the file");
    return different == 0 ? MODE_FINE : MODE_DIFFERS;
}
