#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proof/blocks_writer.h"
#include "proof/proof_text.h"

typedef struct {
    FILE *file;
    uint64_t sum;
    size_t size;
} ProofOutput;

static void put(ProofOutput *output, const char *text) {
    size_t length = strlen(text);
    fputs(text, output->file);
    output->sum = proof_text_checksum(output->sum, text, length);
    output->size += length;
}

static void put_header(ProofOutput *output, const Proof *proof, int lines) {
    char position[POSITION_TEXT_SIZE], line[64];
    setup_print(&proof->start, position);
    snprintf(line, sizeof line, "rowan proof %d\nposition ", PROOF_TEXT_VERSION);
    put(output, line);
    put(output, position);
    const char *value = proof->value != OUTCOME_NONE ? proof_text_values[proof->value]
                        : proof->held == SIDE_X      ? "no x"
                                                     : "no o";
    snprintf(line, sizeof line, "\nvalue %s\n%s %d\n", value, proof_text_kinds[proof->kind], lines);
    put(output, line);
}

static void pack(const ProofEntry *entry, int cells, char text[CELLS_MAX / PACKED_CELLS + 2]) {
    int length = 0;
    for (int group = 0; group * PACKED_CELLS < cells; group++) {
        int value = 0;
        for (int i = PACKED_CELLS - 1; i >= 0; i--) {
            int cell = group * PACKED_CELLS + i, digit = 0;
            if (cell < cells && cells_has(&entry->stones[SIDE_X], cell)) digit = 1;
            if (cell < cells && cells_has(&entry->stones[SIDE_O], cell)) digit = 2;
            value = value * 3 + digit;
        }
        text[group] = (char)(PACKED_FIRST + value);
        if (value > 0) length = group + 1;
    }
    text[length] = '\0';
}

static void put_entry(ProofOutput *output, const Game *game, const ProofEntry *entry) {
    char packed[CELLS_MAX / PACKED_CELLS + 2];
    pack(entry, game_cells(game), packed);
    put(output, packed);
    put(output, " ");
    put(output, notation_move(game, entry->move).text);
    put(output, "\n");
}

static void put_pair(ProofOutput *output, const Game *game, const ProofPair *pair) {
    put(output, pair->side == SIDE_X ? "x " : "o ");
    put(output, notation_move(game, pair->cell[0]).text);
    put(output, " ");
    put(output, notation_move(game, pair->cell[1]).text);
    put(output, "\n");
}

static bool write_to(FILE *file, const Proof *proof, const char *blocks, int lines, size_t *size) {
    ProofOutput output = {.file = file, .sum = PROOF_TEXT_SUM_START};
    char end[32];
    put_header(&output, proof, lines);
    for (int i = 0; i < proof->count; i++) {
        if (proof_has_entries(proof)) put_entry(&output, &proof->start.game, &proof->entries[i]);
        if (proof->kind == PROOF_PAIRING) put_pair(&output, &proof->start.game, &proof->pairs[i]);
    }
    if (blocks != NULL) put(&output, blocks);
    snprintf(end, sizeof end, "end %016llx\n", (unsigned long long)output.sum);
    put(&output, end);
    *size = output.size;
    return ferror(file) == 0;
}

size_t proof_write(const Proof *proof, ProofForm form, const char *path) {
    int lines = proof->count;
    size_t size = 0;
    char *blocks = proof->kind == PROOF_BLOCKS ? blocks_writer_print(proof, form, &lines) : NULL;
    if (proof->kind == PROOF_BLOCKS && blocks == NULL) return 0;
    FILE *file = fopen(path, "wb");
    bool fine = file != NULL && write_to(file, proof, blocks, lines, &size);
    if (file != NULL) fine = fclose(file) == 0 && fine;
    free(blocks);
    return fine ? size : 0;
}
